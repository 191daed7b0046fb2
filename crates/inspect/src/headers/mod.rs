//! Derives security headers from the pages, so that browsers refuse everything that no page needs.
//!
//! In: the finished pages, the style sheets, and the frames that `structure.toml` declares. Out: [`Headers`], and a finding for
//! everything that a policy without `unsafe-inline` cannot allow.

mod ambiguity;
mod needs;
mod policy;
mod refused;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use content::{Frame, Part};
use diagnostic::{Diagnostic, Place, did_you_mean};
use serde::{Deserialize, Serialize};

use crate::codes;
use crate::output::Output;
use needs::Directive;
pub use needs::{Needs, NeedsReader};
use policy::Policy;
use refused::Refused;

/// Response headers of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headers {
    /// Headers of every response except the policy: name and value.
    #[serde(skip, default = "common")]
    pub common: Vec<(&'static str, &'static str)>,
    /// Content security policy of every page without an exception.
    pub policy: String,
    /// Policy of each page that may show a frame of another host, by URL.
    pub exceptions: BTreeMap<String, String>,
}

/// Name of the policy header.
pub const POLICY: &str = "Content-Security-Policy";

fn common() -> Vec<(&'static str, &'static str)> {
    COMMON.to_vec()
}

/// Headers that do not depend on the pages (OWASP ASVS 5.0, section 3.4). Preload lists of browsers require two years.
const COMMON: [(&str, &str); 6] = [
    ("Cross-Origin-Opener-Policy", "same-origin"),
    (
        "Permissions-Policy",
        "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), gyroscope=(), \
         magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
    ),
    ("Referrer-Policy", "strict-origin-when-cross-origin"),
    (
        "Strict-Transport-Security",
        "max-age=63072000; includeSubDomains",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
];

impl Headers {
    /// Returns the headers of a file by its path in the output: names and values.
    pub fn of_file(&self, file: &str) -> impl Iterator<Item = (&'static str, &str)> {
        let mut exceptions = self.exceptions.iter();
        let own = exceptions.find(|(url, _)| render::output_path(url) == file);
        let policy = own.map_or(&self.policy, |(_, policy)| policy);
        let policy = (!policy.is_empty()).then_some((POLICY, policy.as_str()));
        self.common.iter().copied().chain(policy)
    }
}

/// Derives the headers. Reports parts of pages that they cannot allow, and unused frames. `api_url` is the base URL of the form
/// function.
pub fn derive(output: &Output<'_>, api_url: &str) -> (Headers, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut policy = Policy::new(api_url);
    for page in output.pages {
        let (url, needs) = (page.url(), page.needs());
        policy.add(needs);
        for refused in &needs.refused {
            diagnostics.push(refusal(output, url, refused));
        }
        for (directive, text) in &needs.inline {
            if *directive == Directive::Style {
                let addresses = policy.add_styles(&String::from_utf8_lossy(text));
                let addresses = addresses.iter();
                diagnostics
                    .extend(addresses.map(|address| outside(output, url, *directive, address)));
            }
        }
        for (directive, address) in &needs.outside {
            if !is_known(output, api_url, url, *directive, address) {
                diagnostics.push(outside(output, url, *directive, address));
            }
        }
    }
    for (path, bytes) in output.files {
        if path.ends_with(".css") {
            let outside = policy.add_styles(&String::from_utf8_lossy(bytes));
            diagnostics.extend(outside_styles(output, path, &outside));
        }
    }
    diagnostic::sort(&mut diagnostics);
    let mut exceptions: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (index, frame) in output.content.structure.frames.iter().enumerate() {
        let html = output.page(&frame.page).map(|page| output.html(page));
        // A page that has an error now may need the frame.
        let is_planned =
            output.plan.routes.contains(&frame.page) || output.plan.unusable.contains(&frame.page);
        if html.is_some() || !is_planned {
            diagnostics.extend(unused(output, index, frame, html.as_deref()));
        }
        exceptions
            .entry(frame.page.clone())
            .or_default()
            .extend(frame.hosts.iter().map(String::as_str));
    }
    let headers = Headers {
        common: common(),
        policy: policy.text(&BTreeSet::new()),
        exceptions: exceptions
            .into_iter()
            .map(|(page, hosts)| (page, policy.text(&hosts)))
            .collect(),
    };
    (headers, diagnostics)
}

/// Returns whether an address of another host belongs to the form function or to a declared frame.
fn is_known(
    output: &Output<'_>,
    api_url: &str,
    url: &str,
    directive: Directive,
    address: &str,
) -> bool {
    let origin = needs::origin(address);
    match directive {
        Directive::Form => origin.is_some() && origin == needs::origin(api_url),
        Directive::Frame => {
            let frames = output.content.structure.frames.iter();
            let mut frames = frames.filter(|frame| frame.page == url);
            frames.any(|frame| frame.hosts.iter().any(|host| origin == Some(host)))
        }
        _ => false,
    }
}

fn refusal(output: &Output<'_>, url: &str, refused: &Refused) -> Diagnostic {
    let diagnostic = Diagnostic::new(refused.code, refused.message.clone()).help(refused.help);
    let written = refused.written.iter().map(String::as_str);
    on_page(output, url, diagnostic, written)
}

/// Places a finding at the first of the texts `written` that any source contains, or else at the file or rule that the page is made
/// from.
fn on_page<'a>(
    output: &Output<'_>,
    url: &str,
    diagnostic: Diagnostic,
    written: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let route = || Some(output.plan.routes.get(url)?.place.clone());
    let place = output.blame.first_text(url, written).or_else(route);
    let diagnostic = diagnostic.help(format!("on the page {url}"));
    diagnostic.maybe_at(place, "")
}

const COPY: &str = "copy the file into the project: another host learns who visits the page, and can change the file";

fn outside(output: &Output<'_>, url: &str, directive: Directive, address: &str) -> Diagnostic {
    let (message, help) = match directive {
        Directive::Frame => (
            format!("the page shows {address} from another host"),
            "declare it as [[frame]] in content/structure.toml, and load it only when the visitor asks for it",
        ),
        Directive::Form => (
            format!("the form is sent to another host: {address}"),
            "send the form to the form function, whose URL is in the environment variable SITE_API_URL",
        ),
        _ => (format!("the page loads {address} from another host"), COPY),
    };
    let diagnostic = Diagnostic::new(&render::codes::OUTSIDE_RESOURCE, message).help(help);
    on_page(output, url, diagnostic, [address])
}

/// Reports each file that a style sheet of the output loads from another host, at its place in the theme's style sheets.
fn outside_styles(output: &Output<'_>, path: &str, addresses: &[String]) -> Vec<Diagnostic> {
    if addresses.is_empty() {
        return Vec::new();
    }
    let mut places: HashMap<&str, Place> = HashMap::new();
    for sheet in output.styles.values() {
        for span in assets::css::addresses(&sheet.text) {
            let place = places.entry(&sheet.text[span.clone()]);
            place.or_insert_with(|| Place::new(sheet, span));
        }
    }
    let diagnostic = |address: &String| {
        let message = format!("the style sheet loads {address} from another host");
        let diagnostic = Diagnostic::new(&render::codes::OUTSIDE_RESOURCE, message).help(COPY);
        match places.get(address.as_str()) {
            Some(place) => diagnostic.at(place.clone(), ""),
            None => diagnostic.help(format!("in the file {path} of the output")),
        }
    };
    addresses.iter().map(diagnostic).collect()
}

/// Reports a declared frame whose page does not exist, or each of its hosts that the page does not use.
fn unused(output: &Output<'_>, index: usize, frame: &Frame, html: Option<&str>) -> Vec<Diagnostic> {
    let place = |pointer: &str| {
        let pointer = format!("/frame/{index}{pointer}");
        output.content.structure_toml.locate(&pointer, Part::Value)
    };
    let page = &frame.page;
    let Some(html) = html else {
        let message = format!("there is no page {page}");
        let diagnostic = Diagnostic::new(&codes::UNUSED_FRAME, message)
            .at(place("/page"), "")
            .help(
                did_you_mean(page, output.plan.routes.urls())
                    .unwrap_or_else(|| "write the URL of a page, or remove this [[frame]]".into()),
            );
        return vec![diagnostic];
    };
    let hosts = frame.hosts.iter().enumerate();
    let unused = hosts.filter(|(_, host)| !html.contains(host.as_str()));
    let diagnostic = |(number, host): (usize, &String)| {
        let message = format!("the page {page} shows nothing from {host}");
        Diagnostic::new(&codes::UNUSED_FRAME, message)
            .at(place(&format!("/hosts/{number}")), "")
            .help("remove it: only an attacker benefits from a host that is allowed but not used")
    };
    unused.map(diagnostic).collect()
}
