//! Data for the CloudFront configuration in `deploy/`: the routing table of the CloudFront Function, and the headers.

use std::collections::BTreeMap;

use diagnostic::Diagnostic;
use serde_json::json;

use super::html_files::file_of;
use super::other_forms::with_ending;
use crate::codes;
use crate::site::Site;
use inspect::addresses::{encoded, location};
use inspect::headers::POLICY;
use render::bare_url;

/// Maximum size of a key and of a value in bytes (quotas of CloudFront KeyValueStore).
const KEY: usize = 512;
const VALUE: usize = 1024;

/// Returns the names and texts of `routes.json`, in the format that a key value store imports, and of `headers.json`. Fails with a finding
/// if a rule is too long for the store.
pub fn files(site: &Site) -> Result<[(&'static str, String); 2], Diagnostic> {
    let table = route_table(site)?;
    let data: Vec<_> = table
        .iter()
        .map(|(key, value)| json!({ "key": key, "value": value }))
        .collect();
    let exceptions: BTreeMap<_, _> = site
        .headers
        .exceptions
        .iter()
        .map(|one| (&one.pages, headers(site, &one.policy)))
        .collect();
    let headers = json!({ "pages": headers(site, &site.headers.policy), "exceptions": exceptions });
    Ok([
        ("routes.json", pretty(&json!({ "data": data }))),
        ("headers.json", pretty(&headers)),
    ])
}

fn headers<'a>(site: &'a Site, policy: &'a str) -> BTreeMap<&'a str, &'a str> {
    site.headers
        .common
        .iter()
        .copied()
        .chain([(POLICY, policy)])
        .collect()
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

/// Returns the routing table of `deploy/routes.js`, which maps the URL of each page, redirect and unusual file to its response. The
/// key `*` has all rules for URLs that begin with a prefix. Fails with a finding if a rule is too long for a key value store.
pub fn route_table(site: &Site) -> Result<BTreeMap<String, String>, Diagnostic> {
    let mut table = BTreeMap::new();
    for route in &site.plan.routes {
        let url = &route.url;
        table.insert(url.clone(), format!("200 /{}", encoded(&route.output)));
    }
    // Other files need an entry only if the function would not find them by name, or would apply a rule for pages or a rewrite.
    for file in site.others.keys() {
        let address = format!("/{file}");
        if by_name(&address) != *file || file.ends_with(".html") || is_rewritten(site, &address) {
            table.insert(address, format!("200 /{}", encoded(file)));
        }
    }
    for (from, redirect) in &site.plan.redirects {
        table.insert(
            from.clone(),
            format!("{} {}", redirect.status, location(&redirect.to)),
        );
    }
    for route in with_ending(site) {
        // The function looks up the other forms of a URL without their endings.
        let bare = bare_url(&route.url).to_owned();
        let redirect = || format!("301 {}", encoded(&route.url));
        table.entry(bare).or_insert_with(redirect);
    }
    let rewrites: Vec<String> = site
        .rewrites
        .iter()
        .map(|rule| {
            // The function compares the prefix with the URL as browsers send it.
            let prefix = location(rule.prefix());
            if let Some(status) = rule.status {
                return format!("{prefix} {status} {}", location(&rule.to));
            }
            format!("{prefix} {}", encoded(&file_of(site, &rule.to)))
        })
        .collect();
    if !rewrites.is_empty() {
        table.insert("*".to_owned(), rewrites.join("\n"));
    }
    match table.iter().find(|(key, value)| key.len() > KEY || value.len() > VALUE) {
        None => Ok(table),
        Some((key, _)) => Err(Diagnostic::new(
            &codes::ROUTE_TOO_LONG,
            format!("the rule for {key} is too long for CloudFront's table: at most {KEY} bytes for a URL, and {VALUE} for its target"),
        )
        .help("shorten or remove rules in content/structure.toml; all rewrites together are one rule")),
    }
}

/// Returns the file that the function serves for a URL that is not in the table.
fn by_name(url: &str) -> String {
    let path = url.trim_start_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path);
    if name.contains('.') {
        path.to_owned()
    } else {
        format!("{path}.html")
    }
}

fn is_rewritten(site: &Site, url: &str) -> bool {
    site.rewrites.iter().any(|rule| rule.matches(url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(by_name("/about"), "about.html");
        assert_eq!(by_name("/blogs/a.b"), "blogs/a.b");
    }
}
