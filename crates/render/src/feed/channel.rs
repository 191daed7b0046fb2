//! The content of a feed, in any format.

/// Content of a feed in any format. URLs are absolute, and times are RFC 3339 timestamps.
pub struct Channel<'a> {
    /// Title.
    pub title: &'a str,
    /// Description.
    pub description: Option<&'a str>,
    /// Name of the site.
    pub author: &'a str,
    /// Language (BCP 47).
    pub lang: &'a str,
    /// URL of the feed.
    pub url: String,
    /// URL of the page that shows what the feed contains.
    pub page: String,
    /// Time of the last change; `None` if there are no entries.
    pub updated: Option<String>,
    /// The documents, newest first.
    pub entries: Vec<Entry<'a>>,
}

/// A document in a feed.
pub struct Entry<'a> {
    /// Title.
    pub title: &'a str,
    /// URL of its page.
    pub url: String,
    /// Time at which it was published.
    pub published: Option<String>,
    /// Time of its last change.
    pub updated: Option<String>,
    /// Name of its author.
    pub author: Option<&'a str>,
    /// Summary.
    pub summary: Option<&'a str>,
    /// Its text.
    pub html: Option<String>,
}
