//! Files for GitHub Pages, and for other hosts that serve a folder and can neither redirect nor be configured: a page in the place
//! of each redirect, the host name, and a switch that turns Jekyll off.

use std::collections::BTreeMap;

use diagnostic::{Diagnostic, Place};
use inspect::addresses::location;
use render::PlannedRedirect;

use crate::codes;
use crate::site::Site;

/// Returns the files, by path in the output, and a finding for each rule that this host cannot follow.
pub fn files(site: &Site) -> (BTreeMap<String, Vec<u8>>, Vec<Diagnostic>) {
    // Without this file, Jekyll would leave out files whose names begin with an underscore.
    let mut files = BTreeMap::from([(".nojekyll".to_owned(), Vec::new())]);
    let mut diagnostics = Vec::new();
    if let Some(host) = own_host(&site.content.config.base_url) {
        files.insert("CNAME".to_owned(), format!("{host}\n").into_bytes());
    }
    for (from, redirect) in &site.plan.redirects {
        match stub_path(from) {
            Some(path) => {
                files.insert(
                    path,
                    stub(&site.content.config.base_url, redirect).into_bytes(),
                );
            }
            None => diagnostics.push(cannot(
                format!("GitHub Pages cannot redirect {from}, because it is not the URL of a page"),
                Some(redirect.from_place(&site.content)),
            )),
        }
    }
    for rule in &site.rewrites {
        let kind = match rule.status {
            Some(_) => "redirects of whole folders",
            None => "rewrites",
        };
        let message = format!(
            "GitHub Pages has no {kind}: {} is answered with the 404 page",
            rule.from
        );
        diagnostics.push(cannot(message, None));
    }
    (files, diagnostics)
}

fn cannot(message: String, place: Option<Place>) -> Diagnostic {
    Diagnostic::new(&codes::HOST_CANNOT, message).maybe_at(place, "")
}

/// Returns the host name of the site, or `None` if it is GitHub's own.
fn own_host(base_url: &str) -> Option<&str> {
    let (_, host) = base_url.split_once("://")?;
    let host = host.split(['/', ':']).next()?;
    (!host.ends_with(".github.io") && host.contains('.')).then_some(host)
}

/// Returns the path of the page that redirects a URL. The host serves `old/index.html` at `/old/`, and redirects `/old` there. Returns
/// `None` if the URL has the extension of another kind of file, which the host would not serve as a page.
fn stub_path(from: &str) -> Option<String> {
    let path = from.trim_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        _ if path.is_empty() => None,
        Some((_, "html")) => Some(path.to_owned()),
        Some((_, end)) if end.len() <= 5 && end.bytes().any(|byte| byte.is_ascii_alphabetic()) => {
            None
        }
        _ => Some(format!("{path}/index.html")),
    }
}

/// Returns a page that sends visitors to the target of a redirect, without a script, and tells search engines where it is now.
fn stub(base_url: &str, redirect: &PlannedRedirect) -> String {
    let to = location(&redirect.to);
    let to = if to.starts_with('/') {
        format!("{}{to}", base_url.trim_end_matches('/'))
    } else {
        to
    };
    let to = to.replace('&', "&amp;");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{to}</title>\n\
         <link rel=\"canonical\" href=\"{to}\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={to}\">\n</head>\n<body>\n<p><a href=\"{to}\">{to}</a></p>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_stubs() {
        for (from, expected) in [
            ("/old", Some("old/index.html")),
            ("/2020/01/post", Some("2020/01/post/index.html")),
            ("/v1.2", Some("v1.2/index.html")),
            ("/about.html", Some("about.html")),
            ("/feed.xml", None),
            ("/a.b/c", Some("a.b/c/index.html")),
            ("/", None),
        ] {
            assert_eq!(stub_path(from).as_deref(), expected, "{from}");
        }
    }

    #[test]
    fn host_names() {
        for (base_url, expected) in [
            ("https://www.example.com", Some("www.example.com")),
            ("https://example.com:8443/x", Some("example.com")),
            ("https://someone.github.io", None),
            ("http://localhost", None),
        ] {
            assert_eq!(own_host(base_url), expected, "{base_url}");
        }
    }
}
