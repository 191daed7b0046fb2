//! URLs that hosts and file systems that ignore case cannot tell apart.

use std::collections::HashMap;

use diagnostic::Diagnostic;

use crate::codes;
use crate::site::Site;

/// Returns a finding for each URL that differs from another one only in upper and lower case.
pub fn collisions(site: &Site) -> Vec<Diagnostic> {
    let routes = site.plan.routes.iter();
    let pages = routes.map(|route| (route.url.clone(), Some(route.place(&site.content))));
    let files = site.others.keys().map(|path| (format!("/{path}"), None));
    let redirects = site.plan.redirects.iter();
    let redirects =
        redirects.map(|(from, redirect)| (from.clone(), Some(redirect.from_place(&site.content))));
    let mut known: HashMap<String, String> = HashMap::new();
    let mut diagnostics = Vec::new();
    for (url, place) in pages.chain(files).chain(redirects) {
        match known.get(&url.to_lowercase()) {
            Some(other) if *other != url => {
                let message = format!("`{url}` and `{other}` differ only in upper and lower case");
                let help = "rename or remove one of the two: this host, like Windows and macOS, may answer both with the same file";
                let diagnostic = Diagnostic::new(&codes::HOST_CANNOT, message);
                diagnostics.push(diagnostic.maybe_at(place, "").help(help));
            }
            Some(_) => {}
            None => drop(known.insert(url.to_lowercase(), url)),
        }
    }
    diagnostics
}
