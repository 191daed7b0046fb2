//! Security headers, derived from what the pages contain: what no page needs, the browser refuses.
//!
//! In: the finished pages, the style sheets, the frames that the structure declares. Out: [`Headers`], and a finding where a
//! page would need more than a policy without `unsafe-inline` can give.

mod needs;
mod policy;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use content::{Part, TomlText};
use diagnostic::{Diagnostic, Place, Source, did_you_mean};
use render::Plan;

use crate::blame::Blame;
use crate::codes;
use crate::files::Files;
use crate::page::Page;
use needs::{Directive, Refused};
pub use needs::{Needs, NeedsReader};
use policy::Policy;

/// Response headers of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers {
    /// Headers of every answer but for the policy, by name.
    pub common: Vec<(&'static str, &'static str)>,
    /// The content security policy of every page that has none of its own.
    pub policy: String,
    /// The policy of pages that may show a frame of another host, by address.
    pub exceptions: BTreeMap<String, String>,
}

/// Name of the header with the policy.
pub const POLICY: &str = "Content-Security-Policy";

/// Headers that do not depend on the pages (OWASP ASVS 5.0, section 3.4). Two years, as browsers' preload lists ask for.
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
    /// Headers of a file, by its path in the output.
    pub fn of_file(&self, file: &str) -> impl Iterator<Item = (&'static str, &str)> {
        let mut exceptions = self.exceptions.iter();
        let own = exceptions.find(|(url, _)| render::output_path(url) == file);
        let policy = own.map_or(&self.policy, |(_, policy)| policy);
        let policy = (!policy.is_empty()).then_some((POLICY, policy.as_str()));
        self.common.iter().copied().chain(policy)
    }
}

/// A page that may show something of other hosts in a frame.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Address of the page.
    pub page: String,
    /// Scheme and host of each.
    pub hosts: Vec<String>,
}

/// What headers are derived from.
pub struct Output<'a> {
    /// The pages.
    pub pages: &'a [Arc<Page>],
    /// All other files.
    pub files: &'a Files,
    /// Base address of the form function.
    pub api_url: &'a str,
    /// Frames of other hosts that pages may show.
    pub frames: &'a [Frame],
    /// `structure.toml`.
    pub structure: Option<&'a Arc<Source>>,
    /// The routes.
    pub plan: &'a Plan,
    /// The style sheets as they were written.
    pub styles: &'a BTreeMap<String, Arc<Source>>,
    /// From a finding to its line.
    pub blame: &'a Blame<'a>,
}

/// Derives the headers.
pub fn derive(output: &Output<'_>) -> (Headers, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut policy = Policy::new(output.api_url);
    for page in output.pages {
        let (url, needs) = (page.url(), page.needs());
        policy.add(needs);
        for refused in &needs.refused {
            found.push(blamed(output.blame, url, refused));
        }
        for (directive, address) in &needs.outside {
            if !is_known(output, url, *directive, address) {
                found.push(outside(output.blame, url, *directive, address));
            }
        }
    }
    for (path, bytes) in output.files {
        if path.ends_with(".css") {
            let outside = policy.add_styles(&String::from_utf8_lossy(bytes));
            found.extend(outside_styles(output, path, &outside));
        }
    }
    diagnostic::sort(&mut found);
    let mut exceptions: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (index, frame) in output.frames.iter().enumerate() {
        let page = output.pages.iter().find(|page| page.url() == frame.page);
        let html = page.map(|page| page.html());
        // A page with a mistake is there, and says nothing yet.
        let is_planned =
            output.plan.routes.contains(&frame.page) || output.plan.unusable.contains(&frame.page);
        if html.is_some() || !is_planned {
            found.extend(unused(output, index, frame, html));
        }
        exceptions
            .entry(frame.page.clone())
            .or_default()
            .extend(frame.hosts.iter().map(String::as_str));
    }
    let headers = Headers {
        common: COMMON.to_vec(),
        policy: policy.text(&BTreeSet::new()),
        exceptions: exceptions
            .into_iter()
            .map(|(page, hosts)| (page, policy.text(&hosts)))
            .collect(),
    };
    (headers, found)
}

/// Whether an address of another host is that of the form function, or of a frame that is declared.
fn is_known(output: &Output<'_>, url: &str, directive: Directive, address: &str) -> bool {
    let origin = needs::origin(address);
    match directive {
        Directive::Form => origin.is_some() && origin == needs::origin(output.api_url),
        Directive::Frame => output
            .frames
            .iter()
            .filter(|frame| frame.page == url)
            .any(|frame| frame.hosts.iter().any(|host| origin == Some(host))),
        _ => false,
    }
}

fn blamed(blame: &Blame<'_>, url: &str, refused: &Refused) -> Diagnostic {
    let diagnostic = Diagnostic::new(refused.code, refused.message.clone())
        .help(refused.help)
        .help(format!("on the page {url}"));
    match blame.place_of(url, &refused.written) {
        Some(place) => diagnostic.at(place, "browsers refuse this"),
        None => diagnostic,
    }
}

const COPY: &str = "copy the file into the project: every other host learns who visits the page, and may change what it sends";

fn outside(blame: &Blame<'_>, url: &str, directive: Directive, address: &str) -> Diagnostic {
    let (message, help) = match directive {
        Directive::Frame => (
            format!("the page shows {address} from another host"),
            "declare it with [[frame]] in content/structure.toml, and load it only when the visitor asks for it",
        ),
        Directive::Form => (
            format!("the form is sent to another host, {address}"),
            "forms are sent to the form function; SITE_API_URL says where it is",
        ),
        _ => (format!("the page loads {address} from another host"), COPY),
    };
    let diagnostic = Diagnostic::new(&render::codes::OUTSIDE_RESOURCE, message)
        .help(help)
        .help(format!("on the page {url}"));
    match blame.place_of(url, &[address.to_owned()]) {
        Some(place) => diagnostic.at(place, "comes from another host"),
        None => diagnostic,
    }
}

/// What a style sheet loads from other hosts, at the line of the sheet it was bundled from.
fn outside_styles(output: &Output<'_>, path: &str, addresses: &[String]) -> Vec<Diagnostic> {
    if addresses.is_empty() {
        return Vec::new();
    }
    let sheets = output.styles;
    let addresses = addresses.iter();
    addresses
        .map(|address| {
            let message = format!("the style sheet loads {address} from another host");
            let diagnostic = Diagnostic::new(&render::codes::OUTSIDE_RESOURCE, message).help(COPY);
            let mut sheets = sheets.values();
            let place = sheets.find_map(|sheet| {
                let at = sheet.text.find(address.as_str())?;
                Some(Place::new(sheet, at..at + address.len()))
            });
            match place {
                Some(place) => diagnostic.at(place, "comes from another host"),
                None => diagnostic.help(format!("in the file {path} of the output")),
            }
        })
        .collect()
}

/// A declared frame whose page does not exist, or never names the host.
fn unused(output: &Output<'_>, index: usize, frame: &Frame, html: Option<&str>) -> Vec<Diagnostic> {
    let at = |diagnostic: Diagnostic, pointer: &str| match output.structure {
        Some(source) => diagnostic.at(
            TomlText::whole(source).locate(&format!("/frame/{index}{pointer}"), Part::Value),
            "",
        ),
        None => diagnostic,
    };
    let Some(html) = html else {
        let diagnostic = Diagnostic::new(
            &codes::UNUSED_FRAME,
            format!("there is no page {}", frame.page),
        )
        .maybe_help(did_you_mean(&frame.page, output.plan.routes.urls()));
        return vec![at(diagnostic, "/page")];
    };
    let hosts = frame.hosts.iter().enumerate();
    hosts
        .filter(|(_, host)| !html.contains(host.as_str()))
        .map(|(number, host)| {
            let message = format!("the page {} never names {host}", frame.page);
            let diagnostic = Diagnostic::new(&codes::UNUSED_FRAME, message).help(
                "remove it: a host that is allowed and not used is only of use to an attacker",
            );
            at(diagnostic, &format!("/hosts/{number}"))
        })
        .collect()
}
