//! `_headers` and `_redirects`, as Netlify and Cloudflare Pages read them.

use crate::site::Site;
use inspect::addresses::{encoded, media_type};
use inspect::headers::POLICY;

/// Both files.
pub fn files(site: &Site) -> [(&'static str, String); 2] {
    [("_headers", headers(site)), ("_redirects", redirects(site))]
}

fn headers(site: &Site) -> String {
    let mut text = String::from("/*\n");
    for (name, value) in &site.headers.common {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    // Headers of several matching rules are all sent, and browsers enforce every policy they get: the strict one must not
    // match the pages that have their own.
    if site.headers.exceptions.is_empty() {
        text.push_str(&format!("  {POLICY}: {}\n", site.headers.policy));
    } else {
        for route in &site.plan.routes {
            let url = &route.url;
            let policy = site
                .headers
                .exceptions
                .get(url)
                .unwrap_or(&site.headers.policy);
            text.push_str(&format!("\n{url}\n  {POLICY}: {policy}\n"));
            if *url != format!("/{}", route.output) {
                text.push_str(&format!("\n/{}\n  {POLICY}: {policy}\n", route.output));
            }
        }
        for rule in &site.rewrites {
            text.push_str(&format!(
                "\n{}\n  {POLICY}: {}\n",
                rule.from, site.headers.policy
            ));
        }
    }
    // The host's own rule for all other files is to ask each time. Of several that match all would be sent.
    let files = site.files();
    for path in files
        .keys()
        .filter(|path| super::caching::is_fingerprinted(path))
    {
        text.push_str(&format!(
            "\n/{}\n  Cache-Control: public, max-age=31536000, immutable\n",
            encoded(path)
        ));
    }
    let is_uncommon = |path: &&String| super::UNCOMMON.iter().any(|end| path.ends_with(end));
    for path in files.keys().filter(is_uncommon) {
        text.push_str(&format!(
            "\n/{}\n  Content-Type: {}\n",
            encoded(path),
            media_type(path)
        ));
    }
    text
}

fn redirects(site: &Site) -> String {
    let moved = site
        .redirects
        .iter()
        .map(|rule| format!("{} {} {}!\n", rule.from, rule.to, rule.status));
    let rewritten = site.rewrites.iter().map(|rule| {
        format!(
            "{} {} 200\n",
            rule.from,
            super::cloudfront::file_of(site, &rule.to)
        )
    });
    moved.chain(rewritten).collect()
}
