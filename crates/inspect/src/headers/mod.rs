//! Derives security headers from the pages, so that browsers refuse everything that no page needs.
//!
//! In: the finished pages, the style sheets, and the hosts that `structure.toml` allows. Out: [`Headers`], and a finding for
//! everything that a policy without `unsafe-inline` cannot allow.

mod allowed;
mod policy;

use std::collections::HashMap;

use content::is_among;
use diagnostic::{Diagnostic, Place};
use serde::{Deserialize, Serialize};

use crate::needs::url::origin;
use crate::needs::{Directive, Refused};
use crate::output::Output;
use allowed::Allowed;
use policy::Policy;

/// Response headers of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headers {
    /// Headers of every response except the policy: name and value.
    #[serde(skip, default = "common")]
    pub common: Vec<(&'static str, &'static str)>,
    /// Content security policy of every page without an exception.
    pub policy: String,
    /// Pages that may use other hosts than the rest, and their policies. The first one that includes a page is that page's.
    pub exceptions: Vec<Exception>,
}

/// The policy of pages that may use other hosts than the rest of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exception {
    /// URL of the page, or a prefix followed by `/*`.
    pub pages: String,
    /// Their content security policy.
    pub policy: String,
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
        let own = exceptions.find(|one| {
            if one.pages.ends_with('*') {
                is_among(&format!("/{file}"), &one.pages)
            } else {
                render::output_path(&one.pages) == file
            }
        });
        let policy = own.map_or(&self.policy, |one| &one.policy);
        let policy = (!policy.is_empty()).then_some((POLICY, policy.as_str()));
        self.common.iter().copied().chain(policy)
    }

    /// Returns the policy of the page with this URL.
    pub fn policy_of(&self, url: &str) -> &str {
        let mut exceptions = self.exceptions.iter();
        let own = exceptions.find(|one| is_among(url, &one.pages));
        own.map_or(&self.policy, |one| &one.policy)
    }
}

/// Derives the headers. Reports parts of pages that they cannot allow, and allowed hosts that no page uses. `api_url` is the base URL
/// of the form function.
pub fn derive(output: &Output<'_>, api_url: &str) -> (Headers, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut policy = Policy::new(api_url);
    let mut allowed = Allowed::new(output.content.structure.allowed_hosts());
    let is_api = |directive: Directive, address: &str| {
        let host = origin(address);
        directive == Directive::Form && host.is_some() && host == origin(api_url)
    };
    for page in output.pages {
        let (url, needs) = (page.url(), page.needs());
        policy.add(needs);
        for refused in &needs.refused {
            diagnostics.push(refusal(output, url, refused));
        }
        for (directive, text) in &needs.inline {
            if *directive == Directive::Style {
                for address in policy.add_styles(&String::from_utf8_lossy(text)) {
                    if !allowed.styles(url, &address) {
                        diagnostics.push(outside(output, url, *directive, &address));
                    }
                }
            }
        }
        for (directive, address) in &needs.outside {
            if !is_api(*directive, address) && !allowed.is_allowed(url, *directive, address) {
                diagnostics.push(outside(output, url, *directive, address));
            }
        }
    }
    for (path, bytes) in output.files {
        if path.ends_with(".css") {
            let mut outside = policy.add_styles(&String::from_utf8_lossy(bytes));
            // Any page may use the style sheet.
            outside.retain(|address| !allowed.styles("/*", address));
            diagnostics.extend(outside_styles(output, path, &outside));
        }
    }
    diagnostic::sort(&mut diagnostics);
    diagnostics.extend(allowed.unused(output));
    let exceptions = allowed.exceptions().into_iter().map(|pages| Exception {
        policy: policy.text(&allowed.hosts_of(pages)),
        pages: pages.to_owned(),
    });
    let headers = Headers {
        common: common(),
        policy: policy.text(&allowed.hosts_of("/*")),
        exceptions: exceptions.collect(),
    };
    (headers, diagnostics)
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
    let route = || Some(output.plan.routes.get(url)?.place(output.content));
    let place = output.blame.first_text(url, written).or_else(route);
    let diagnostic = diagnostic.help(format!("on the page {url}"));
    diagnostic.maybe_at(place, "")
}

/// Hosts of files that people share, whose addresses lead to a page about the file.
const OF_SHARES: [&str; 7] = [
    "dropbox.com/",
    "drive.google.com/",
    "docs.google.com/",
    "photos.app.goo.gl/",
    "1drv.ms/",
    "onedrive.live.com/",
    "sharepoint.com/",
];

/// Parts of addresses of such hosts that lead to the file itself.
const FILES_OF_SHARES: [&str; 4] = ["raw=1", "dl=1", "/uc?", "/thumbnail?"];

const DOWNLOAD: &str = "this address leads to a page, not to the file: download the file, and copy it into the project";

const COPY: &str = "copy the file into the project: another host learns who visits the page, and can change the file";

/// Returns help that allows the host of an address for one use, the value of `for` in `[[allow]]`.
fn allow(address: &str, used: &str) -> String {
    let (_, after_scheme) = address.split_once("//").unwrap_or_default();
    let host = after_scheme.split(['/', '?', '#']).next();
    let host = format!("https://{}", host.unwrap_or_default().to_lowercase());
    format!(
        "or allow the host in content/structure.toml: [[allow]] with host = \"{host}\", for = [\"{used}\"], and a reason"
    )
}

fn outside(output: &Output<'_>, url: &str, directive: Directive, address: &str) -> Diagnostic {
    let (message, help, used) = match directive {
        Directive::Frame => (
            format!("the page shows {address} from another host"),
            "declare it as [[frame]] in content/structure.toml, and load it only when the visitor asks for it",
            None,
        ),
        Directive::Form => (
            format!("the form is sent to another host: {address}"),
            "send the form to the form function, whose URL is in the environment variable SITE_API_URL",
            Some("form"),
        ),
        _ => {
            let used = match directive {
                Directive::Script => "script",
                Directive::Style => "style",
                Directive::Image => "image",
                Directive::Font => "font",
                Directive::Media => "media",
                _ => "connect",
            };
            let message = format!("the page loads {address} from another host");
            let (_, rest) = address.split_once("//").unwrap_or_default();
            let is_share = OF_SHARES.iter().any(|host| {
                let before = rest.find(host).map(|at| &rest[..at]);
                before.is_some_and(|before| {
                    before.is_empty() || before.ends_with('.') && !before.contains('/')
                })
            }) && !FILES_OF_SHARES.iter().any(|part| rest.contains(part));
            let (help, used) = if is_share {
                (DOWNLOAD, None)
            } else {
                (COPY, Some(used))
            };
            (message, help, used)
        }
    };
    let diagnostic = Diagnostic::new(&render::codes::OUTSIDE_RESOURCE, message).help(help);
    let diagnostic = diagnostic.maybe_help(used.map(|used| allow(address, used)));
    let has_consent = || {
        let mut sources = output.templates.values();
        sources.any(|source| source.text.contains("component Consent("))
    };
    let consent = (directive == Directive::Frame && has_consent()).then_some(
        "in a text, write it between <Consent link=\"…\" label=\"…\"> and </Consent>, a component of this theme",
    );
    let diagnostic = diagnostic.maybe_help(consent);
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
