//! Atom feeds (RFC 4287).

use content::{Content, Document, Feed};
use pulldown_cmark::{Options, Parser};

use crate::dates::timestamp;
use crate::island;
use crate::route::{document_url, permalink};

/// Returns a feed as XML. `html_of` returns the HTML of a document's text by its URL.
pub fn feed<'a>(
    content: &Content,
    feed: &Feed,
    html_of: impl Fn(&str) -> Option<&'a str>,
) -> String {
    let config = &content.config;
    let mut collections = content.collections.iter();
    let Some(collection) = collections.find(|one| one.rule.name == feed.collection) else {
        return String::new();
    };
    let documents = collection.documents.iter().map(AsRef::as_ref);
    let mut documents: Vec<&Document> = documents
        .filter(|one| one.valid && one.lang == config.language && one.text("date").is_some())
        .collect();
    // Newest first; documents of the same day keep the order of the collection.
    if collection.rule.sort.as_deref() != Some("-date") {
        documents.sort_by(|a, b| b.text("date").cmp(&a.text("date")));
    }
    documents.truncate(feed.limit.unwrap_or(usize::MAX));
    let date = |document: &Document, key: &str| timestamp(document.text(key)?, &config.utc_offset);
    let updated = |document: &Document| {
        let updated = document.text("updated").map(|_| "updated");
        date(document, updated.unwrap_or("date"))
    };
    // RFC 4287, section 4.1.1: a feed has exactly one `updated`, even if it is empty.
    let last = documents.iter().filter_map(|one| updated(one)).max();
    let last = last.unwrap_or_else(|| "1970-01-01T00:00:00Z".to_owned());
    let own = permalink(content, &feed.route);
    let page = permalink(content, page_of(content, feed));

    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n",
        escape(&config.language)
    );
    let mut line = |indent: &str, text: String| xml.push_str(&format!("{indent}{text}\n"));
    line("  ", element("title", &feed.title));
    if let Some(description) = &feed.description {
        line("  ", element("subtitle", description));
    }
    line("  ", element("id", &own));
    line("  ", link("self", "application/atom+xml", &own));
    line("  ", link("alternate", "text/html", &page));
    line("  ", element("updated", &last));
    line("  ", author(&config.name));
    for document in documents {
        let Some(url) = document_url(content, &collection.rule, document) else {
            continue;
        };
        let own = permalink(content, &url);
        line("  ", "<entry>".to_owned());
        let title = document.text("title").unwrap_or_default();
        line("    ", element("title", title));
        line("    ", element("id", &own));
        line("    ", link("alternate", "text/html", &own));
        if let Some(published) = date(document, "date") {
            line("    ", element("published", &published));
        }
        let updated = updated(document).unwrap_or_default();
        line("    ", element("updated", &updated));
        if let Some(name) = document.text("author") {
            line("    ", author(name));
        }
        let excerpt = document.text("excerpt");
        if let Some(summary) = excerpt.or_else(|| document.text("description")) {
            line("    ", element("summary", summary));
        }
        if let Some(html) = html_of(&url) {
            let html = absolute(
                &(note(document) + &without_islands(html)),
                config.base_url.trim_end_matches('/'),
                &own,
            );
            let html = escape(&html);
            line("    ", format!("<content type=\"html\">{html}</content>"));
        }
        line("  ", "</entry>".to_owned());
    }
    line("", "</feed>".to_owned());
    xml
}

/// Returns the URL of the page that shows what the feed contains: the collection's list, or else the home page.
fn page_of<'a>(content: &'a Content, feed: &Feed) -> &'a str {
    let mut lists = content.structure.paginations.iter();
    let list = lists.find(|list| list.collection == feed.collection);
    list.map_or("/", |list| &list.page)
}

fn element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>", escape(text))
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

/// Makes URLs absolute, because feed readers show the text elsewhere. `base` is the URL of the site, `page` that of the page.
fn absolute(html: &str, base: &str, page: &str) -> String {
    let mut absolute = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find("=\"") {
        let (before, after) = rest.split_at(at + 2);
        absolute.push_str(before);
        let is_link = before.ends_with("href=\"");
        let is_path = after.starts_with('/') && !after.starts_with("//");
        if before.ends_with("srcset=\"") && is_path {
            // URLs with their widths, separated by commas.
            let end = after.find('"').unwrap_or(after.len());
            let urls = after[..end].split(", ").map(|url| format!("{base}{url}"));
            absolute.push_str(&urls.collect::<Vec<_>>().join(", "));
            rest = &after[end..];
            continue;
        }
        if (is_link || before.ends_with("src=\"")) && is_path {
            absolute.push_str(base);
        } else if is_link && after.starts_with('#') {
            absolute.push_str(page);
        }
        rest = after;
    }
    absolute + rest
}

/// Returns the note on what has changed in a document since it was written (`update`, Markdown). As on the page, it comes first.
fn note(document: &Document) -> String {
    let (Some(note), Some(date)) = (document.text("update"), document.date("updated")) else {
        return String::new();
    };
    let mut html = String::new();
    let markdown = Parser::new_ext(note, Options::ENABLE_SMART_PUNCTUATION);
    pulldown_cmark::html::push_html(&mut html, markdown);
    format!("<ins datetime=\"{date}\">{html}</ins>\n")
}

/// Removes the placeholders of islands, which need the page's scripts.
fn without_islands(html: &str) -> String {
    island::fill(html, &island::calls(html), |_| "")
}

/// Escapes text for XML. Drops characters that XML 1.0 does not allow (section 2.2).
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(character),
            ..' ' | '\u{fffe}' | '\u{ffff}' => {}
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_of_an_entry() {
        for (html, expected) in [
            ("<a href=\"/x\">", "<a href=\"https://e.in/x\">"),
            ("<img src=\"/x.png\">", "<img src=\"https://e.in/x.png\">"),
            ("<a href=\"#x\">", "<a href=\"https://e.in/p#x\">"),
            ("<a href=\"//e.org/x\">", "<a href=\"//e.org/x\">"),
            ("<a href=\"https://e.org\">", "<a href=\"https://e.org\">"),
        ] {
            assert_eq!(absolute(html, "https://e.in", "https://e.in/p"), expected);
        }
        let island = island::placeholder("Map", "load", &serde_json::json!({ "x": 1 }));
        assert_eq!(
            without_islands(&format!("<p>a</p>{island}<p>b</p>")),
            "<p>a</p><p>b</p>"
        );
    }
}
