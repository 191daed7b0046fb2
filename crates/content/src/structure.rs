//! The types of `structure.toml`: collections, taxonomies, pagination, feeds, calendars, search, `llms.txt`, pictures,
//! redirects, rewrites, frames.

use serde::{Deserialize, Deserializer};

use crate::pattern::{key_of_placeholder, placeholders};

/// Everything that `structure.toml` declares. The file is checked against `schemas/structure.json` first.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Structure {
    /// Collections: sets of documents with a common schema.
    #[serde(rename = "collection")]
    pub collections: Vec<CollectionRule>,
    /// Taxonomies: groupings of documents, with a page for each term.
    #[serde(rename = "taxonomy")]
    pub taxonomies: Vec<Taxonomy>,
    /// Lists of documents that are split into pages.
    #[serde(rename = "pagination")]
    pub paginations: Vec<Pagination>,
    /// Atom and RSS feeds.
    #[serde(rename = "feed")]
    pub feeds: Vec<Feed>,
    /// Calendars, published as iCalendar files.
    #[serde(rename = "calendar")]
    pub calendars: Vec<Calendar>,
    /// Settings of the search; `None` if the site has no search.
    pub search: Option<Search>,
    /// Content of `llms.txt`; `None` if the site has no such file.
    pub llms: Option<Llms>,
    /// Sizes, quality, and formats of published photographs.
    pub pictures: Pictures,
    /// URLs that have moved.
    #[serde(rename = "redirect")]
    pub redirects: Vec<Redirect>,
    /// URLs that are answered with the page of another URL.
    #[serde(rename = "rewrite")]
    pub rewrites: Vec<Rewrite>,
    /// Pages that may show content of other hosts in a frame.
    #[serde(rename = "frame")]
    pub frames: Vec<Frame>,
    /// Other hosts that pages may use.
    #[serde(rename = "allow")]
    pub allows: Vec<Allow>,
}

/// A `[[collection]]` table: a set of documents with a common schema and, if they have pages, a URL pattern.
#[derive(Debug, Clone, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of `[[collection]]`"
)]
pub struct CollectionRule {
    /// Name by which templates query the collection.
    pub name: String,
    /// Heading of its documents in the editor: `Articles`.
    pub title: Option<String>,
    /// Folder below `content/`. Exactly one of `dir` and `file` is present.
    pub dir: Option<String>,
    /// File below `content/` with `[[item]]` tables.
    pub file: Option<String>,
    /// Path of the schema, relative to `content/`.
    pub schema: String,
    /// URL pattern with `{slug}` or `{path}`; `None` if documents have no pages.
    pub route: Option<String>,
    /// Template of documents that do not name one in their front matter.
    pub template: Option<String>,
    /// Front matter key to sort by; descending if it starts with `-`.
    pub sort: Option<String>,
    /// Whether documents are published even if their date, the key named by `sort`, is in the future.
    #[serde(default)]
    pub future: bool,
    /// Whether templates receive the text in sections, split at its second-level headings.
    #[serde(default)]
    pub sections: bool,
    /// Whether code blocks that name their language are highlighted.
    #[serde(default)]
    pub highlight: bool,
    /// Whether quotes, dashes, and ellipses in Markdown become typographic ones.
    #[serde(default = "yes")]
    pub typography: bool,
    /// Whether text between dollar signs in Markdown is a formula.
    #[serde(default)]
    pub math: bool,
    /// Extensions of Markdown that are read.
    #[serde(default)]
    pub markdown: Vec<Extension>,
    /// Program whose ids the headings get.
    #[serde(default)]
    pub heading_ids: HeadingIds,
    /// Whether entries have a summary: the beginning of the document's text, which is also its description if it has none.
    #[serde(default)]
    pub summaries: bool,
    /// Maximum number of related documents computed for each page; `None` to compute none.
    pub related: Option<usize>,
    /// Whether Markdown may contain `<script>`.
    #[serde(default)]
    pub unsafe_html: bool,
}

/// An extension of GitHub's Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extension {
    /// An address in text is a link: `https://www.example.com`.
    BareLinks,
    /// Terms, each followed by lines that begin with a colon.
    DefinitionLists,
    /// `==text==` is highlighted.
    Mark,
    /// `~text~` is below the line.
    Subscript,
    /// `^text^` is above the line.
    Superscript,
}

/// Program that derives the ids of headings from their titles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HeadingIds {
    /// This one.
    #[default]
    Site,
    /// GitHub, and Astro.
    Github,
    /// Hugo, with its default `autoHeadingIDType`.
    Hugo,
    /// Kramdown as Jekyll uses it, with `input: GFM`.
    Kramdown,
    /// Zola.
    Zola,
}

fn yes() -> bool {
    true
}

/// A `[[taxonomy]]` table: groups documents by terms, such as tags, with a page for each term.
#[derive(Debug, Clone, Deserialize)]
pub struct Taxonomy {
    /// Name by which templates query the taxonomy.
    pub name: String,
    /// Names of the collections whose documents it groups.
    #[serde(rename = "collection", deserialize_with = "one_or_more")]
    pub collections: Vec<String>,
    /// Front matter key that contains the term or terms of a document.
    pub field: String,
    /// URL pattern with `{slug}`.
    pub route: String,
    /// Template of a term's page.
    pub template: String,
    /// URL of the parent page, for breadcrumbs.
    pub parent: Option<String>,
    /// Title pattern with `{term}`.
    pub title: String,
    /// Description pattern with `{term}`.
    pub description: String,
    /// Title pattern of page 2 and later, with `{title}` and `{number}`.
    #[serde(default = "page_title")]
    pub page_title: String,
    /// Description pattern of page 2 and later, with `{description}` and `{number}`.
    #[serde(default = "page_description")]
    pub page_description: String,
    /// Number of documents per page; if `None`, all are on one page.
    pub per_page: Option<usize>,
    /// Number of documents that templates receive separately, to show them first on each page.
    #[serde(default)]
    pub lead: usize,
    /// Terms in the order in which they are shown.
    #[serde(default, rename = "term")]
    pub terms: Vec<Term>,
}

fn page_title() -> String {
    "{title}, page {number}".to_owned()
}

fn page_description() -> String {
    "Page {number}. {description}".to_owned()
}

/// Reads the name of a collection, or a list of such names.
fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Names {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Names::deserialize(deserializer)? {
        Names::One(name) => vec![name],
        Names::Several(names) => names,
    })
}

/// A `[[taxonomy.term]]` table: settings of a single term.
#[derive(Debug, Clone, Deserialize)]
pub struct Term {
    /// The term, spelled as in the front matter of documents.
    pub name: String,
    /// Title of the term on pages; `None` to use its name.
    pub title: Option<String>,
    /// Slug in the URL of the term's page; `None` to derive it from the name.
    pub slug: Option<String>,
    /// Meta description of the term's page.
    pub description: Option<String>,
}

/// A `[[pagination]]` table: splits a list of documents into pages.
#[derive(Debug, Clone, Deserialize)]
pub struct Pagination {
    /// URL of the first page.
    pub page: String,
    /// Names of the collections whose documents it lists.
    #[serde(rename = "collection", deserialize_with = "one_or_more")]
    pub collections: Vec<String>,
    /// Prefix of the URLs of its documents, followed by `/*`; `None` for all documents.
    pub pages: Option<String>,
    /// Number of documents per page.
    pub per_page: usize,
    /// Number of documents that templates receive separately, to show them first on each page.
    #[serde(default)]
    pub lead: usize,
    /// URL pattern of page 2 and later, with `{number}`.
    pub route: String,
    /// Title pattern of page 2 and later, with `{title}` and `{number}`.
    pub title: String,
    /// Description pattern of page 2 and later, with `{title}`, `{description}`, and `{number}`.
    pub description: String,
}

/// A `[[feed]]` table: an Atom or RSS feed of documents, or one for each term of a taxonomy.
#[derive(Debug, Clone, Deserialize)]
pub struct Feed {
    /// URL of the feed. That of a term's feed contains `{slug}`.
    pub route: String,
    /// Format of the feed.
    #[serde(default)]
    pub format: FeedFormat,
    /// Names of the collections whose documents it contains. Either these or `taxonomy` are present.
    #[serde(default, rename = "collection", deserialize_with = "one_or_more")]
    pub collections: Vec<String>,
    /// Name of the taxonomy each of whose terms has a feed.
    pub taxonomy: Option<String>,
    /// Whether it is a single feed, whose entries are the terms of the taxonomy.
    #[serde(default)]
    pub terms: bool,
    /// Prefix of the URLs of its documents, followed by `/*`; `None` for all documents.
    pub pages: Option<String>,
    /// Prefixes of the URLs of documents that it does not contain, each followed by `/*`.
    #[serde(default)]
    pub except: Vec<String>,
    /// Whether it contains documents without a date.
    #[serde(default)]
    pub undated: bool,
    /// Title of the feed, which may contain `{term}` for a term's feed.
    pub title: String,
    /// Description of the feed; the subtitle in Atom.
    pub description: Option<String>,
    /// Maximum number of documents; `None` for all.
    pub limit: Option<usize>,
}

/// Format of a feed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FeedFormat {
    /// RFC 4287.
    #[default]
    Atom,
    /// RSS 2.0.
    Rss,
}

/// A `[[calendar]]` table: iCalendar files with the dates of a collection's documents. One file contains all documents; for each
/// value of a front matter key, another contains the documents with that value.
#[derive(Debug, Clone, Deserialize)]
pub struct Calendar {
    /// URL pattern with `{slug}`.
    pub route: String,
    /// Name of the collection whose documents have the dates.
    pub collection: String,
    /// Front matter key; each of its values has a calendar of its own.
    pub field: String,
    /// Title pattern with `{term}`, which becomes the value of the key, or `All`.
    pub title: String,
    /// URL of the page that shows the dates.
    pub page: String,
}

/// `[search]`: settings of the site's search.
#[derive(Debug, Clone, Deserialize)]
pub struct Search {
    /// Maximum number of characters of a section that a result shows.
    #[serde(default = "excerpt")]
    pub excerpt: usize,
    /// Queries that the dialog offers before anything is typed.
    #[serde(default)]
    pub suggestions: Vec<String>,
    /// Groups of synonyms: words and phrases with the same meaning.
    #[serde(default)]
    pub synonyms: Vec<Vec<String>>,
    /// The collections that are searched.
    #[serde(rename = "collection")]
    pub collections: Vec<SearchedCollection>,
}

/// Returns the default length of an excerpt: about two lines of a result.
fn excerpt() -> usize {
    160
}

/// A `[[search.collection]]` table: a collection that is searched.
#[derive(Debug, Clone, Deserialize)]
pub struct SearchedCollection {
    /// Name of the collection.
    pub name: String,
    /// Label of the collection's documents in results, such as `Article`.
    #[serde(default)]
    pub label: String,
    /// Front matter keys that are also searched: a string is weighted like the description, a list like the text of the page.
    #[serde(default)]
    pub fields: Vec<String>,
    /// Factor by which the scores of the collection's documents are multiplied.
    #[serde(default = "equal_weight")]
    pub weight: f64,
}

fn equal_weight() -> f64 {
    1.0
}

/// `[llms]`: content of `llms.txt`, which describes the site to language models (<https://llmstxt.org>).
#[derive(Debug, Clone, Deserialize)]
pub struct Llms {
    /// Summary of the site in a few sentences; `None` to use the description of the home page.
    pub description: Option<String>,
    /// Sections, each a heading and a list of pages.
    #[serde(rename = "section")]
    pub sections: Vec<LlmsSection>,
}

/// An `[[llms.section]]` table: a section of `llms.txt`.
#[derive(Debug, Clone, Deserialize)]
pub struct LlmsSection {
    /// Heading of the section.
    pub title: String,
    /// Name of the collection whose pages it lists.
    pub collection: String,
    /// Maximum number of pages; `None` for all.
    pub limit: Option<usize>,
}

/// `[pictures]`: sizes, quality, and formats of published photographs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Pictures {
    /// Default widths in pixels, for pictures whose template does not specify others.
    pub widths: Vec<u32>,
    /// Quality of WebP and JPEG files, from 1 to 100.
    pub quality: u8,
    /// Whether pages offer AVIF files as well.
    pub avif: bool,
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            // Phones 375 CSS pixels wide, with one, two, or three device pixels per CSS pixel; then desktop screens.
            widths: vec![375, 750, 1125, 1600, 2400],
            quality: 75,
            avif: false,
        }
    }
}

/// A `[[redirect]]` table: an old URL and its new one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Redirect {
    /// Old URL.
    pub from: String,
    /// New URL.
    pub to: String,
    /// HTTP status.
    #[serde(default = "moved_permanently")]
    pub status: u16,
}

impl Redirect {
    /// Returns whether the redirect is for all URLs that begin with a prefix.
    pub fn is_of_folder(&self) -> bool {
        self.from.ends_with("/*")
    }
}

impl Structure {
    /// Returns the rules for all URLs that begin with a prefix, in the order in which they are tried: redirects, then rewrites.
    pub fn folder_rules(&self) -> Vec<Rewrite> {
        let redirects = self.redirects.iter().filter(|rule| rule.is_of_folder());
        let redirects = redirects.map(|rule| Rewrite {
            from: rule.from.clone(),
            to: rule.to.clone(),
            status: Some(rule.status),
        });
        redirects.chain(self.rewrites.iter().cloned()).collect()
    }

    /// Returns the front matter keys that the routes of a collection's documents, and of the pages that list them, are planned from.
    pub fn routing_keys<'a>(&'a self, rule: &'a CollectionRule) -> impl Iterator<Item = &'a str> {
        let in_url =
            placeholders(rule.route.as_deref().unwrap_or_default()).map(key_of_placeholder);
        let is_own = |names: &[String]| names.contains(&rule.name);
        let taxonomies = self.taxonomies.iter();
        let taxonomies = taxonomies.filter(move |one| is_own(&one.collections));
        let calendars = self.calendars.iter();
        let calendars = calendars.filter(|one| one.collection == rule.name);
        let merged = self.lists_of_several();
        let merged = merged.filter(move |names| is_own(names));
        ["template", ALIASES]
            .into_iter()
            .chain(in_url)
            .chain(taxonomies.map(|one| one.field.as_str()))
            .chain(calendars.map(|one| one.field.as_str()))
            .chain(merged.filter_map(|names| self.sort_of(names)))
            .map(|key| key.trim_start_matches('-'))
    }

    /// Returns the collections of each list that contains those of several.
    fn lists_of_several(&self) -> impl Iterator<Item = &[String]> {
        let taxonomies = self.taxonomies.iter().map(|one| &one.collections);
        let paginations = self.paginations.iter().map(|one| &one.collections);
        let feeds = self.feeds.iter().map(|one| &one.collections);
        let lists = taxonomies.chain(paginations).chain(feeds);
        lists.map(Vec::as_slice).filter(|names| names.len() > 1)
    }

    /// Returns the key by which a list of documents of these collections is sorted: the first one's `sort`.
    pub fn sort_of(&self, collections: &[String]) -> Option<&str> {
        let first = collections.first()?;
        let mut rules = self.collections.iter();
        rules.find(|rule| rule.name == *first)?.sort.as_deref()
    }
}

/// Front matter key that lists the old URLs of a document.
pub const ALIASES: &str = "aliases";

/// Returns the default status, 301 (RFC 9110, section 15.4.2).
fn moved_permanently() -> u16 {
    301
}

/// A `[[rewrite]]` table: URLs that are answered with the page of another URL. Also a `[[redirect]]` of such URLs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Rewrite {
    /// URL prefix followed by `/*`, such as `/services/*`.
    pub from: String,
    /// URL of the page that is shown instead. That of a redirect may end with `/*`, which stands for the rest of the URL.
    pub to: String,
    /// HTTP status of a redirect; `None` for a rewrite.
    #[serde(skip)]
    pub status: Option<u16>,
}

/// A `[[frame]]` table: pages that may show content of other hosts in a frame.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Frame {
    /// URL of the page, or a prefix followed by `/*`.
    pub page: String,
    /// Hosts, each with its scheme: `https://www.example.com`.
    pub hosts: Vec<String>,
}

/// An `[[allow]]` table: what pages may load from another host.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Allow {
    /// The host with its scheme: `https://www.example.com`.
    pub host: String,
    /// Kinds of requests to the host that are allowed.
    #[serde(rename = "for")]
    pub uses: Vec<Use>,
    /// URL of the page, or a prefix followed by `/*`.
    #[serde(default = "all_pages")]
    pub pages: String,
    /// Why the site needs the host.
    pub reason: String,
}

/// Kind of request to another host. Each is a directive of a content security policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Use {
    /// Scripts.
    Script,
    /// Style sheets.
    Style,
    /// Images.
    Image,
    /// Fonts.
    Font,
    /// Video and audio.
    Media,
    /// Frames.
    Frame,
    /// The targets of forms.
    Form,
    /// Addresses that scripts fetch.
    Connect,
}

impl Use {
    /// Returns the name in `structure.toml`, such as `script`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::Style => "style",
            Self::Image => "image",
            Self::Font => "font",
            Self::Media => "media",
            Self::Frame => "frame",
            Self::Form => "form",
            Self::Connect => "connect",
        }
    }
}

fn all_pages() -> String {
    "/*".to_owned()
}

impl Rewrite {
    /// Returns the prefix with which the URLs begin, such as `/services/`.
    pub fn prefix(&self) -> &str {
        self.from.trim_end_matches('*')
    }

    /// Returns the target of a URL whose part after the prefix is `rest`, percent-encoded. Slashes at its beginning are left out,
    /// because two of them would begin the name of a host.
    pub fn target(&self, rest: &str) -> String {
        match self.to.strip_suffix('*') {
            Some(start) => format!("{start}{}", rest.trim_start_matches(['/', '\\'])),
            None => self.to.clone(),
        }
    }

    /// Returns whether the rule applies to `path`, a URL path such as `/services/tax`.
    pub fn matches(&self, path: &str) -> bool {
        self.from
            .strip_suffix('*')
            .is_some_and(|prefix| path.len() > prefix.len() && path.starts_with(prefix))
    }
}
