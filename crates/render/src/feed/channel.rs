//! The content of a feed, independent of its format.

use std::borrow::Cow;

/// Content of a feed, independent of its format. URLs are absolute, and times are RFC 3339 timestamps.
pub struct Channel<'a> {
    /// Title of the feed.
    pub title: &'a str,
    /// Description of the feed.
    pub description: Option<String>,
    /// Name of the site.
    pub author: &'a str,
    /// Language of the feed (BCP 47).
    pub lang: &'a str,
    /// URL of the feed.
    pub url: String,
    /// URL of the page that lists the same documents.
    pub page: String,
    /// Time of the last change; `None` if there are no entries.
    pub updated: Option<String>,
    /// Entries of the feed, newest first.
    pub entries: Vec<FeedEntry<'a>>,
}

/// A document in a feed.
pub struct FeedEntry<'a> {
    /// Permanent id of the entry: the document's key `guid`, or its URL.
    pub id: String,
    /// Title of the document.
    pub title: &'a str,
    /// URL of the document's page.
    pub url: String,
    /// Time of publication.
    pub published: Option<String>,
    /// Time of the last change.
    pub updated: Option<String>,
    /// Name of the author.
    pub author: Option<&'a str>,
    /// Summary in plain text.
    pub summary: Option<Cow<'a, str>>,
    /// Text of the document as HTML.
    pub html: Option<String>,
}
