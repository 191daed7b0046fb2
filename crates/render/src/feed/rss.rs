//! Feeds in RSS 2.0 format, as the RSS Advisory Board's profile recommends: with a link to the feed itself, permanent links as ids,
//! and the text in `content:encoded`.

use super::channel::Channel;
use crate::dates::rfc_2822;
use crate::xml::{element, escape};

/// Returns a feed as an RSS document.
pub fn write(channel: &Channel<'_>) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" \
         xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n",
    );
    let mut line = |indent: &str, text: String| xml.push_str(&format!("{indent}{text}\n"));
    line("  ", "<channel>".to_owned());
    line("    ", element("title", channel.title));
    line("    ", element("link", &channel.page));
    // RSS requires a description.
    let description = channel.description.as_deref().unwrap_or(channel.title);
    line("    ", element("description", description));
    line("    ", element("language", channel.lang));
    if let Some(updated) = channel.updated.as_deref().and_then(rfc_2822) {
        line("    ", element("lastBuildDate", &updated));
    }
    let own = escape(&channel.url);
    let link = format!("<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"{own}\"/>");
    line("    ", link);
    for entry in &channel.entries {
        line("    ", "<item>".to_owned());
        line("      ", element("title", entry.title));
        line("      ", element("link", &entry.url));
        if entry.id == entry.url {
            line("      ", element("guid", &entry.url));
        } else {
            let id = escape(&entry.id);
            line("      ", format!("<guid isPermaLink=\"false\">{id}</guid>"));
        }
        if let Some(published) = entry.published.as_deref().and_then(rfc_2822) {
            line("      ", element("pubDate", &published));
        }
        // RSS's own element `author` must be an email address.
        let author = entry.author.unwrap_or(channel.author);
        line("      ", element("dc:creator", author));
        if let Some(summary) = &entry.summary {
            // Feed readers interpret the description as HTML, so it is escaped twice.
            let summary = summary.replace('&', "&amp;").replace('<', "&lt;");
            line("      ", element("description", &summary));
        }
        if let Some(html) = &entry.html {
            line("      ", element("content:encoded", html));
        }
        line("    ", "</item>".to_owned());
    }
    line("  ", "</channel>".to_owned());
    line("", "</rss>".to_owned());
    xml
}
