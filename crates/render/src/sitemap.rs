//! `sitemap.xml` (sitemaps.org protocol 0.9) and `robots.txt` (RFC 9309).

use content::Content;

use crate::dates::parse;
use crate::feed::escape;
use crate::plan::{Plan, Route};
use crate::values::permalink;

/// The sitemap of every page that search engines may show.
pub fn sitemap(content: &Content, plan: &Plan) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for route in plan
        .routes
        .values()
        .filter(|route| !route.noindex && !route.output.ends_with("404.html"))
    {
        xml.push_str(&format!(
            "  <url>\n    <loc>{}</loc>\n",
            escape(&permalink(content, &route.url))
        ));
        if let Some(date) = changed(content, route) {
            xml.push_str(&format!("    <lastmod>{date}</lastmod>\n"));
        }
        xml.push_str("  </url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
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
