//! Feeds in Atom format (RFC 4287).

use super::channel::Channel;
use crate::xml::{element, escape};

/// Returns a feed as an Atom document.
pub fn write(channel: &Channel<'_>) -> String {
    // Section 4.1.1: a feed must have exactly one `updated`, even if it has no entries.
    let updated = channel.updated.as_deref().unwrap_or("1970-01-01T00:00:00Z");
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n",
        escape(channel.lang)
    );
    let mut line = |indent: &str, text: String| xml.push_str(&format!("{indent}{text}\n"));
    line("  ", element("title", channel.title));
    if let Some(description) = &channel.description {
        line("  ", element("subtitle", description));
    }
    line("  ", element("id", &channel.url));
    line("  ", link("self", "application/atom+xml", &channel.url));
    line("  ", link("alternate", "text/html", &channel.page));
    line("  ", element("updated", updated));
    line("  ", author(channel.author));
    for entry in &channel.entries {
        line("  ", "<entry>".to_owned());
        line("    ", element("title", entry.title));
        line("    ", element("id", &entry.id));
        line("    ", link("alternate", "text/html", &entry.url));
        if let Some(published) = &entry.published {
            line("    ", element("published", published));
        }
        let updated = entry.updated.as_deref().unwrap_or_default();
        line("    ", element("updated", updated));
        if let Some(name) = entry.author {
            line("    ", author(name));
        }
        if let Some(summary) = &entry.summary {
            line("    ", element("summary", summary));
        }
        if let Some(html) = &entry.html {
            let html = escape(html);
            line("    ", format!("<content type=\"html\">{html}</content>"));
        }
        line("  ", "</entry>".to_owned());
    }
    line("", "</feed>".to_owned());
    xml
}

fn link(rel: &str, kind: &str, url: &str) -> String {
    format!(
        "<link rel=\"{rel}\" type=\"{kind}\" href=\"{}\"/>",
        escape(url)
    )
}

fn author(name: &str) -> String {
    format!("<author>{}</author>", element("name", name))
}
