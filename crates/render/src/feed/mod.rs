//! Feeds: the newest documents of a list, as Atom or RSS.

mod absolute;
mod atom;
mod channel;
mod rss;

use std::borrow::Cow;
use std::collections::HashSet;

use content::{Content, Document, DocumentId, FeedFormat};

use self::absolute::absolute;
use self::channel::{Channel, FeedEntry};
use crate::dates::timestamp;
use crate::island;
use crate::markdown::{Dialect, events};
use crate::route::{Plan, PlannedFeed, document_url, permalink};
use crate::summary::description;

/// Returns a feed as XML. `html_of` returns the HTML of a document's text, given the document's URL.
pub fn feed<'a>(
    content: &Content,
    feed: &PlannedFeed,
    html_of: impl Fn(&str) -> Option<&'a str>,
) -> String {
    let config = &content.config;
    let rule = &content.structure_in(&feed.lang).feeds[feed.rule];
    let documents = documents(content, feed);
    let date = |document: &Document, key: &str| timestamp(document.text(key)?, &config.utc_offset);
    let updated = |document: &Document| {
        let updated = document.text("updated").map(|_| "updated");
        date(document, updated.unwrap_or("date"))
    };
    let entries = documents.iter().filter_map(|id| {
        let (rule, document) = (content.rule_of(*id), content.document(*id));
        let path = document_url(content, rule, document)?;
        let url = permalink(content, &path);
        let description = description(content, rule, document);
        let description = (!description.is_empty()).then_some(description);
        let excerpt = document.text("excerpt").map(Cow::Borrowed);
        Some(FeedEntry {
            id: document.text("guid").unwrap_or(&url).to_owned(),
            title: document.text("title").unwrap_or_default(),
            published: date(document, "date"),
            updated: updated(document),
            author: document.text("author"),
            summary: excerpt.or(description),
            html: html_of(&path).map(|html| {
                let html = note(document, rule.typography) + &without_islands(html);
                absolute(&html, &url, &content.config.base_url)
            }),
            url,
        })
    });
    let terms = feed.terms.iter().filter_map(|(term, documents)| {
        let documents = documents.iter().map(|id| content.document(*id));
        let updated = documents.filter_map(|one| updated(one)).max();
        let url = permalink(content, &term.url);
        (rule.undated || updated.is_some()).then(|| FeedEntry {
            id: url.clone(),
            title: &term.title,
            url,
            published: None,
            updated,
            author: None,
            summary: Some(Cow::Borrowed(&term.description)),
            html: None,
        })
    });
    let mut terms: Vec<FeedEntry<'_>> = terms.collect();
    terms.sort_by(|a, b| b.updated.cmp(&a.updated));
    terms.truncate(rule.limit.unwrap_or(usize::MAX));
    let entries: Vec<FeedEntry<'_>> = entries.chain(terms).collect();
    let name = content.site_in(&feed.lang)["name"].as_str();
    let channel = Channel {
        title: &title(content, feed),
        description: rule.description.as_deref().map(|text| filled(text, feed)),
        author: name.unwrap_or(&config.name),
        lang: &feed.lang,
        url: permalink(content, &feed.url),
        page: permalink(content, &feed.page),
        updated: entries.iter().filter_map(|one| one.updated.clone()).max(),
        entries,
    };
    match rule.format {
        FeedFormat::Atom => atom::write(&channel),
        FeedFormat::Rss => rss::write(&channel),
    }
}

/// Returns the title of a feed.
pub fn title(content: &Content, feed: &PlannedFeed) -> String {
    let rule = &content.structure_in(&feed.lang).feeds[feed.rule];
    filled(&rule.title, feed)
}

/// Fills the term of a feed into a text.
fn filled(text: &str, feed: &PlannedFeed) -> String {
    match &feed.term {
        Some(term) => text.replace("{term}", &term.title),
        None => text.to_owned(),
    }
}

/// Returns the media type of a format (RFC 4287, section 7; RSS has none that is registered).
pub fn media_type(format: FeedFormat) -> &'static str {
    match format {
        FeedFormat::Atom => "application/atom+xml",
        FeedFormat::Rss => "application/rss+xml",
    }
}

/// Returns the documents in a feed, the newest first, and those without a date last.
fn documents(content: &Content, feed: &PlannedFeed) -> Vec<DocumentId> {
    let structure = &content.structure;
    let rule = &structure.feeds[feed.rule];
    let date = |id: DocumentId| content.document(id).text("date");
    let documents = feed.documents.iter().copied();
    let documents = documents.filter(|id| rule.undated || date(*id).is_some());
    let limit = rule.limit.unwrap_or(usize::MAX);
    let mut taxonomies = structure.taxonomies.iter();
    let taxonomy = taxonomies.find(|one| Some(&one.name) == rule.taxonomy.as_ref());
    let collections = taxonomy.map_or(&rule.collections, |one| &one.collections);
    if structure.sort_of(collections) == Some("-date") {
        return documents.take(limit).collect();
    }
    // Documents of the same day keep the order of the list.
    let mut documents: Vec<_> = documents.collect();
    documents.sort_by(|a, b| date(*b).cmp(&date(*a)));
    documents.truncate(limit);
    documents
}

/// Returns the documents in all feeds.
pub fn documents_in_feeds(content: &Content, plan: &Plan) -> HashSet<DocumentId> {
    let feeds = plan.feeds.values().flatten();
    feeds.flat_map(|feed| documents(content, feed)).collect()
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
