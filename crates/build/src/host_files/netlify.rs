//! Configuration for Netlify and Cloudflare Pages: `_headers` and `_redirects`.

use content::Rewrite;

use super::caching;
use super::html_files::file_of;
use crate::site::Site;
use inspect::addresses::{encoded, location, media_type};
use inspect::headers::POLICY;

/// File name extensions that may be missing from the host's table of media types.
const UNCOMMON: [&str; 2] = [".ics", ".webmanifest"];

/// Returns the names and texts of the two files.
pub fn files(site: &Site) -> [(&'static str, String); 2] {
    [("_headers", headers(site)), ("_redirects", redirects(site))]
}

fn headers(site: &Site) -> String {
    let mut text = String::from("/*\n");
    for (name, value) in &site.headers.common {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    // The host sends the headers of all matching rules, and browsers enforce every policy that they receive. So the rule with
    // the strict policy must not match pages that have a policy of their own.
    if site.headers.exceptions.is_empty() {
        text.push_str(&format!("  {POLICY}: {}\n", site.headers.policy));
    } else {
        for route in &site.plan.routes {
            let url = &route.url;
            let policy = site.headers.policy_of(url);
            text.push_str(&format!("\n{}\n  {POLICY}: {policy}\n", encoded(url)));
            if *url != format!("/{}", route.output) {
                let output = encoded(&route.output);
                text.push_str(&format!("\n/{output}\n  {POLICY}: {policy}\n"));
            }
        }
        for rule in site.rewrites.iter().filter(|rule| rule.status.is_none()) {
            let (urls, policy) = (pattern(rule), &site.headers.policy);
            text.push_str(&format!("\n{urls}\n  {POLICY}: {policy}\n"));
        }
    }
    // Other files keep the host's default, which is revalidation: the header of a rule for all files would be sent in addition.
    let paths = site.paths();
    for path in paths.iter().filter(|path| caching::is_fingerprinted(path)) {
        text.push_str(&format!(
            "\n/{}\n  Cache-Control: public, max-age=31536000, immutable\n",
            encoded(path)
        ));
    }
    let is_uncommon = |path: &&&str| UNCOMMON.iter().any(|end| path.ends_with(end));
    for path in paths.iter().filter(is_uncommon) {
        text.push_str(&format!(
            "\n/{}\n  Content-Type: {}\n",
            encoded(path),
            media_type(path)
        ));
    }
    text
}

fn redirects(site: &Site) -> String {
    let redirects = site.plan.redirects.iter().map(|(from, redirect)| {
        let to = location(&redirect.to);
        format!("{} {to} {}!\n", encoded(from), redirect.status)
    });
    let rewritten = site.rewrites.iter().map(|rule| {
        if let Some(status) = rule.status {
            // Without an exclamation mark, pages and files take precedence.
            let to = location(&rule.target(":splat"));
            return format!("{} {to} {status}\n", pattern(rule));
        }
        let file = encoded(&file_of(site, &rule.to));
        format!("{} {file} 200\n", pattern(rule))
    });
    redirects.chain(rewritten).collect()
}

/// Returns the URLs of a rewrite as a pattern: only its last character, `*`, is a wildcard.
fn pattern(rule: &Rewrite) -> String {
    format!("{}*", encoded(rule.prefix()))
}
