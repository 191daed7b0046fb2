//! `sitemap.xml` (sitemaps.org protocol 0.9) and `robots.txt` (RFC 9309).

use std::borrow::Cow;
use std::collections::BTreeMap;

use content::{Content, Document};

use crate::dates::parse;
use crate::listing::Listing;
use crate::route::{Route, permalink};
use crate::xml::escape;

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
/// End of a sitemap.
const END: &str = "</urlset>\n";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";

/// Maximum size of a sitemap.
#[derive(Clone, Copy)]
struct Limits {
    urls: usize,
    bytes: usize,
}

/// Limits of the protocol: 50,000 URLs and 50 MB.
const LIMITS: Limits = Limits {
    urls: 50_000,
    bytes: 50 * 1_024 * 1_024,
};

/// Returns a sitemap with entries that [`entry`] returned, by output path: `sitemap.xml` alone or, for a site beyond the limits, an
/// index of that name and its parts, `sitemap-1.xml` and so on.
pub fn sitemaps<'a>(
    content: &Content,
    entries: impl Iterator<Item = Cow<'a, str>>,
) -> BTreeMap<String, String> {
    within(
        LIMITS,
        content.config.base_url.trim_end_matches('/'),
        entries,
    )
}

/// Returns whether an output path is that of a sitemap.
pub fn is_sitemap(path: &str) -> bool {
    let number = path
        .strip_prefix("sitemap-")
        .and_then(|rest| rest.strip_suffix(".xml"));
    path == "sitemap.xml" || number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

fn within<'a>(
    limits: Limits,
    base_url: &str,
    entries: impl Iterator<Item = Cow<'a, str>>,
) -> BTreeMap<String, String> {
    let begin = || format!("{DECLARATION}<urlset xmlns=\"{NAMESPACE}\">\n");
    let mut parts = Vec::new();
    let (mut part, mut count) = (begin(), 0);
    for entry in entries.filter(|entry| !entry.is_empty()) {
        if count > 0
            && (count == limits.urls || part.len() + entry.len() + END.len() > limits.bytes)
        {
            parts.push(std::mem::replace(&mut part, begin()) + END);
            count = 0;
        }
        part.push_str(&entry);
        count += 1;
    }
    parts.push(part + END);
    if parts.len() == 1 {
        return parts
            .into_iter()
            .map(|part| ("sitemap.xml".to_owned(), part))
            .collect();
    }
    let mut index = format!("{DECLARATION}<sitemapindex xmlns=\"{NAMESPACE}\">\n");
    let mut files = BTreeMap::new();
    for (number, part) in (1..).zip(parts) {
        let path = format!("sitemap-{number}.xml");
        let url = escape(&format!("{base_url}/{path}"));
        index.push_str(&format!(
            "  <sitemap>\n    <loc>{url}</loc>\n  </sitemap>\n"
        ));
        files.insert(path, part);
    }
    files.insert("sitemap.xml".to_owned(), index + "</sitemapindex>\n");
    files
}

/// Returns the sitemap's entry for a page, or an empty string if search engines should not list the page.
pub fn entry(content: &Content, route: &Route) -> String {
    if route.is_noindex(content) || route.output.ends_with("404.html") {
        return String::new();
    }
    let url = escape(&permalink(content, &route.url));
    let modified = last_modified(content, route).map_or_else(String::new, |date| {
        format!("    <lastmod>{date}</lastmod>\n")
    });
    format!("  <url>\n    <loc>{url}</loc>\n{modified}  </url>\n")
}

/// Returns the date of the last change of a page: the date of its document or of the newest document that it lists, or else the
/// date that `site.toml` specifies for all other pages.
fn last_modified(content: &Content, route: &Route) -> Option<String> {
    let date = |one: &Document| one.date("updated").or_else(|| one.date("date"));
    let own = route.document_in(content).and_then(|one| date(one));
    let listed = route.listing.iter().flat_map(Listing::documents);
    let listed = listed.filter_map(|id| date(content.document(id))).max();
    let default = || content.config.updated.as_deref().and_then(parse);
    let date = own.max(listed).or_else(default);
    date.map(|date| date.to_string())
}

/// Returns `robots.txt`, which allows crawlers to read everything.
pub fn robots(content: &Content) -> String {
    format!(
        "User-agent: *\nAllow: /\n\nSitemap: {}\n",
        permalink(content, "/sitemap.xml")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_sitemap_is_an_index_of_parts() {
        let entry =
            |number: usize| Cow::Owned(format!("  <url>\n    <loc>/{number}</loc>\n  </url>\n"));
        let size = within(LIMITS, "", [entry(1)].into_iter())["sitemap.xml"].len();
        for (count, urls, bytes, expected) in [
            (0, 3, 1_000, vec![("sitemap.xml", 0)]),
            (3, 3, 1_000, vec![("sitemap.xml", 3)]),
            (
                4,
                3,
                1_000,
                vec![
                    ("sitemap-1.xml", 3),
                    ("sitemap-2.xml", 1),
                    ("sitemap.xml", 2),
                ],
            ),
            (
                2,
                3,
                size,
                vec![
                    ("sitemap-1.xml", 1),
                    ("sitemap-2.xml", 1),
                    ("sitemap.xml", 2),
                ],
            ),
            // An entry that is too large for any file is still published.
            (1, 3, 10, vec![("sitemap.xml", 1)]),
        ] {
            let files = within(
                Limits { urls, bytes },
                "https://e.org",
                (0..count).map(entry),
            );
            let found: Vec<(&str, usize)> = files
                .iter()
                .map(|(path, text)| (path.as_str(), text.matches("<loc>").count()))
                .collect();
            assert_eq!(found, expected);
            assert!(files.keys().all(|path| is_sitemap(path)));
            let index = &files["sitemap.xml"];
            assert_eq!(
                index.contains("<loc>https://e.org/sitemap-1.xml</loc>"),
                expected.len() > 1
            );
        }
    }
}
