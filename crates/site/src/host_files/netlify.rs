//! `_headers` and `_redirects`, as Netlify and Cloudflare Pages read them.

use crate::build::Site;
use crate::headers::POLICY;

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
    text.push_str("\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n");
    text.push_str("\n/assets/site.css\n  Cache-Control: public, max-age=60\n");
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
