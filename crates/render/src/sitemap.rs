//! `sitemap.xml` (sitemaps.org protocol 0.9) and `robots.txt` (RFC 9309).

use std::borrow::Cow;

use content::Content;

use crate::dates::parse;
use crate::feed::escape;
use crate::route::Route;
use crate::values::permalink;

/// The sitemap of its entries.
pub fn sitemap<'a>(entries: impl Iterator<Item = Cow<'a, str>>) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for entry in entries {
        xml.push_str(&entry);
    }
    xml.push_str("</urlset>\n");
    xml
}

/// The entry of a page; empty for one that search engines are asked to leave out.
pub fn entry(content: &Content, route: &Route) -> String {
    if route.noindex || route.output.ends_with("404.html") {
        return String::new();
    }
    let url = escape(&permalink(content, &route.url));
    let changed = changed(content, route).map_or_else(String::new, |date| {
        format!("    <lastmod>{date}</lastmod>\n")
    });
    format!("  <url>\n    <loc>{url}</loc>\n{changed}  </url>\n")
}

/// When a page last changed: its own date, that of the newest document it lists, or the date the site gives for pages
/// that carry none.
fn changed(content: &Content, route: &Route) -> Option<String> {
    let of = |document: &content::Document| {
        document
            .text("updated")
            .or_else(|| document.text("date"))
            .and_then(parse)
    };
    let own = route.document.as_deref().and_then(of);
    let listed = route
        .listing
        .iter()
        .flat_map(|list| list.lead.iter().chain(&list.items))
        .filter_map(|one| of(one))
        .max();
    let date = own
        .max(listed)
        .or_else(|| content.config.updated.as_deref().and_then(parse));
    date.map(|date| date.to_string())
}

/// Everything may be read; the sitemap is at its usual place.
pub fn robots(content: &Content) -> String {
    format!(
        "User-agent: *\nAllow: /\n\nSitemap: {}\n",
        permalink(content, "/sitemap.xml")
    )
}
