//! `sitemap.xml` (sitemaps.org protocol 0.9) and `robots.txt` (RFC 9309).

use std::borrow::Cow;

use content::{Content, Document};

use crate::dates::parse;
use crate::listing::Listing;
use crate::route::{Route, permalink};
use crate::xml::escape;

/// Returns a sitemap with entries that [`entry`] returned.
pub fn sitemap<'a>(entries: impl Iterator<Item = Cow<'a, str>>) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    xml.extend(entries);
    xml.push_str("</urlset>\n");
    xml
}

/// Returns the sitemap's entry for a page, or an empty string if search engines should not list the page.
pub fn entry(content: &Content, route: &Route) -> String {
    if route.noindex || route.output.ends_with("404.html") {
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
    let own = route.document.as_deref().and_then(date);
    let listed = route.listing.iter().flat_map(Listing::documents);
    let listed = listed.filter_map(|one| date(one)).max();
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
