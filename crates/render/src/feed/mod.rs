//! Feeds: the newest documents of a collection, as Atom or RSS.

mod absolute;
mod atom;
mod channel;
mod rss;

use std::borrow::Cow;
use std::collections::HashSet;

use content::{Collection, Content, Document, Feed, FeedFormat};

use self::absolute::absolute;
use self::channel::{Channel, Entry};
use crate::dates::timestamp;
use crate::island;
use crate::markdown::{Dialect, events};
use crate::route::{document_url, permalink};
use crate::summary::description;

/// Returns a feed as XML. `html_of` returns the HTML of a document's text, given the document's URL.
pub fn feed<'a>(
    content: &Content,
    feed: &Feed,
    html_of: impl Fn(&str) -> Option<&'a str>,
) -> String {
    let config = &content.config;
    let Some(collection) = content.collection(&feed.collection) else {
        return String::new();
    };
    let documents = documents(content, feed, collection);
    let date = |document: &Document, key: &str| timestamp(document.text(key)?, &config.utc_offset);
    let updated = |document: &Document| {
        let updated = document.text("updated").map(|_| "updated");
        date(document, updated.unwrap_or("date"))
    };
    let entries = documents.iter().filter_map(|document| {
        let path = document_url(content, &collection.rule, document)?;
        let url = permalink(content, &path);
        let description = description(content, &collection.rule, document);
        let description = (!description.is_empty()).then_some(description);
        let excerpt = document.text("excerpt").map(Cow::Borrowed);
        Some(Entry {
            id: document.text("guid").unwrap_or(&url).to_owned(),
            title: document.text("title").unwrap_or_default(),
            published: date(document, "date"),
            updated: updated(document),
            author: document.text("author"),
            summary: excerpt.or(description),
            html: html_of(&path).map(|html| {
                let html = note(document, collection.rule.typography) + &without_islands(html);
                absolute(&html, &url, &content.config.base_url)
            }),
            url,
        })
    });
    let channel = Channel {
        title: &feed.title,
        description: feed.description.as_deref(),
        author: &config.name,
        lang: &config.language,
        url: permalink(content, &feed.route),
        page: permalink(content, page_of(content, feed)),
        updated: documents.iter().filter_map(|one| updated(one)).max(),
        entries: entries.collect(),
    };
    match feed.format {
        FeedFormat::Atom => atom::write(&channel),
        FeedFormat::Rss => rss::write(&channel),
    }
}

/// Returns the documents in a feed, the newest first.
fn documents<'a>(
    content: &'a Content,
    feed: &Feed,
    collection: &'a Collection,
) -> Vec<&'a Document> {
    let documents = collection.in_language(&content.config.language);
    let documents = documents.map(AsRef::as_ref);
    let documents = documents.filter(|one: &&Document| one.text("date").is_some());
    let limit = feed.limit.unwrap_or(usize::MAX);
    if collection.rule.sort.as_deref() == Some("-date") {
        return documents.take(limit).collect();
    }
    // Documents of the same day keep the order of the collection.
    let mut documents: Vec<_> = documents.collect();
    documents.sort_by(|a, b| b.text("date").cmp(&a.text("date")));
    documents.truncate(limit);
    documents
}

/// Returns the URLs of the documents in all feeds.
pub fn urls(content: &Content) -> HashSet<String> {
    let feeds = content.structure.feeds.iter().filter_map(|feed| {
        let collection = content.collection(&feed.collection)?;
        let documents = documents(content, feed, collection).into_iter();
        Some(documents.filter_map(|one| document_url(content, &collection.rule, one)))
    });
    feeds.flatten().collect()
}

/// Returns the URL of the page that lists the documents of a feed: the first page of the collection's list, or else the home
/// page.
fn page_of<'a>(content: &'a Content, feed: &Feed) -> &'a str {
    let mut lists = content.structure.paginations.iter();
    let list = lists.find(|list| list.collection == feed.collection);
    list.map_or("/", |list| &list.page)
}

/// Returns the note about the last change of a document as HTML (its key `update`, in Markdown). As on the page, it precedes
/// the text. `typography` is the setting of its collection. Returns an empty string if the document has no note.
fn note(document: &Document, typography: bool) -> String {
    let (Some(note), Some(date)) = (document.text("update"), document.date("updated")) else {
        return String::new();
    };
    let mut html = String::new();
    let dialect = Dialect {
        typography,
        ..Dialect::default()
    };
    let events = events(note, dialect).into_iter();
    pulldown_cmark::html::push_html(&mut html, events.map(|(event, _)| event));
    format!("<ins datetime=\"{date}\">{html}</ins>\n")
}

/// Removes the placeholders of islands, because islands need the scripts of the page. HTML that was passed to them remains.
fn without_islands(html: &str) -> String {
    let calls = island::calls(html);
    island::fill(html, &calls, calls.iter().map(|_| ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn islands_are_left_out() {
        let island = island::placeholder("Map", "load", &serde_json::json!({ "x": 1 }), None);
        let html = format!("<p>a</p>{island}<p>b</p>");
        assert_eq!(without_islands(&html), "<p>a</p><p>b</p>");
    }
}
