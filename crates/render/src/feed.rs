//! Atom feeds (RFC 4287).

use content::{Content, Document, Feed};
use pulldown_cmark::{Options, Parser};

use crate::dates::timestamp;
use crate::island;
use crate::route::document_url;
use crate::values::permalink;

/// Address of the page that shows what the feed carries: the collection's list, or else the start page.
fn page_of<'a>(content: &'a Content, feed: &Feed) -> &'a str {
    let mut lists = content.structure.paginations.iter();
    let list = lists.find(|list| list.collection == feed.collection);
    list.map_or("/", |list| &list.page)
}

/// The feed's XML. `html_of` gives a document's rendered text by its address.
pub fn feed<'a>(
    content: &Content,
    feed: &Feed,
    html_of: impl Fn(&str) -> Option<&'a str>,
) -> String {
    let offset = &content.config.utc_offset;
    let Some(collection) = content
        .collections
        .iter()
        .find(|one| one.rule.name == feed.collection)
    else {
        return String::new();
    };
    let dated = collection
        .documents
        .iter()
        .filter(|document| document.valid && document.lang == content.config.language)
        .filter_map(|document| Some((document.text("date")?, document.as_ref())));
    let limit = feed.limit.unwrap_or(usize::MAX);
    // Newest first; of one day, in the order of the collection.
    let dated: Vec<(&str, &Document)> = if collection.rule.sort.as_deref() == Some("-date") {
        dated.take(limit).collect()
    } else {
        let mut dated: Vec<_> = dated.collect();
        dated.sort_by(|(a, _), (b, _)| b.cmp(a));
        dated.truncate(limit);
        dated
    };
    let documents: Vec<&Document> = dated.into_iter().map(|(_, document)| document).collect();
    let changed = |document: &Document| {
        document
            .text("updated")
            .or_else(|| document.text("date"))
            .and_then(|date| timestamp(date, offset))
    };
    let updated = documents
        .iter()
        .filter_map(|document| changed(document))
        .max();
    let own = permalink(content, &feed.route);

    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n",
        escape(&content.config.language)
    );
    element(&mut xml, "  ", "title", &feed.title);
    if let Some(description) = &feed.description {
        element(&mut xml, "  ", "subtitle", description);
    }
    element(&mut xml, "  ", "id", &own);
    xml.push_str(&format!(
        "  <link rel=\"self\" type=\"application/atom+xml\" href=\"{}\"/>\n",
        escape(&own)
    ));
    xml.push_str(&format!(
        "  <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\n",
        escape(&permalink(content, page_of(content, feed)))
    ));
    // RFC 4287, section 4.1.1: a feed has exactly one `updated`, also when it is empty.
    element(
        &mut xml,
        "  ",
        "updated",
        updated.as_deref().unwrap_or("1970-01-01T00:00:00Z"),
    );
    xml.push_str(&format!(
        "  <author><name>{}</name></author>\n",
        escape(&content.config.name)
    ));
    for document in documents {
        let Some(url) = document_url(content, &collection.rule, document) else {
            continue;
        };
        let link = permalink(content, &url);
        xml.push_str("  <entry>\n");
        element(
            &mut xml,
            "    ",
            "title",
            document.text("title").unwrap_or_default(),
        );
        element(&mut xml, "    ", "id", &link);
        xml.push_str(&format!(
            "    <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\n",
            escape(&link)
        ));
        if let Some(published) = document
            .text("date")
            .and_then(|date| timestamp(date, offset))
        {
            element(&mut xml, "    ", "published", &published);
        }
        element(
            &mut xml,
            "    ",
            "updated",
            &changed(document).unwrap_or_default(),
        );
        if let Some(author) = document.text("author") {
            xml.push_str(&format!(
                "    <author><name>{}</name></author>\n",
                escape(author)
            ));
        }
        if let Some(summary) = document
            .text("excerpt")
            .or_else(|| document.text("description"))
        {
            element(&mut xml, "    ", "summary", summary);
        }
        if let Some(html) = html_of(&url) {
            let html = note(document) + &without_islands(html);
            let html = absolute(&html, content.config.base_url.trim_end_matches('/'), &link);
            xml.push_str(&format!(
                "    <content type=\"html\">{}</content>\n",
                escape(&html)
            ));
        }
        xml.push_str("  </entry>\n");
    }
    xml.push_str("</feed>\n");
    xml
}

/// What has changed since a document was written (`update`, Markdown), which readers of the feed see first as on the page.
fn note(document: &Document) -> String {
    let (Some(note), Some(date)) = (document.text("update"), document.date("updated")) else {
        return String::new();
    };
    let mut html = String::new();
    let markdown = Parser::new_ext(note, Options::ENABLE_SMART_PUNCTUATION);
    pulldown_cmark::html::push_html(&mut html, markdown);
    format!("<ins datetime=\"{date}\">{html}</ins>\n")
}

fn element(xml: &mut String, indent: &str, name: &str, text: &str) {
    xml.push_str(&format!("{indent}<{name}>{}</{name}>\n", escape(text)));
}

/// Feed readers show the text elsewhere: addresses from the root and anchors become whole ones.
fn absolute(html: &str, base: &str, page: &str) -> String {
    let mut whole = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find("=\"") {
        let (before, after) = rest.split_at(at + 2);
        whole.push_str(before);
        let is_link = before.ends_with("href=\"");
        if (is_link || before.ends_with("src=\""))
            && after.starts_with('/')
            && !after.starts_with("//")
        {
            whole.push_str(base);
        } else if is_link && after.starts_with('#') {
            whole.push_str(page);
        }
        rest = after;
    }
    whole.push_str(rest);
    whole
}

/// The text without the comments that stand for islands: they are rendered later, and need the page's scripts.
fn without_islands(html: &str) -> String {
    let mut without = String::with_capacity(html.len());
    let mut from = 0;
    for (_, span) in island::calls(html) {
        without.push_str(&html[from..span.start]);
        from = span.end;
    }
    without.push_str(&html[from..]);
    without
}

/// Text in XML. Characters that XML 1.0 (section 2.2) does not allow are dropped.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(character),
            character if character < ' ' || matches!(character, '\u{fffe}' | '\u{ffff}') => {}
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_feed_texts() {
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
