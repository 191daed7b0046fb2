//! `structure.toml` as the program uses it: collections, taxonomies, pagination, feeds, redirects, rewrites.

use serde::Deserialize;

/// Everything `structure.toml` declares. Its form is checked against `schemas/structure.json` before it gets here.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Structure {
    /// Sets of documents.
    #[serde(rename = "collection")]
    pub collections: Vec<CollectionRule>,
    /// Groupings with a page for each term.
    #[serde(rename = "taxonomy")]
    pub taxonomies: Vec<Taxonomy>,
    /// Lists spread over pages.
    #[serde(rename = "pagination")]
    pub paginations: Vec<Pagination>,
    /// Atom feeds.
    #[serde(rename = "feed")]
    pub feeds: Vec<Feed>,
    /// Addresses that have moved.
    #[serde(rename = "redirect")]
    pub redirects: Vec<Redirect>,
    /// Addresses answered by another page.
    #[serde(rename = "rewrite")]
    pub rewrites: Vec<Rewrite>,
    /// Frames of other hosts that pages may show.
    #[serde(rename = "frame")]
    pub frames: Vec<Frame>,
}

/// One `[[collection]]`.
#[derive(Debug, Clone, Deserialize)]
pub struct CollectionRule {
    /// The name templates ask for it by.
    pub name: String,
    /// Folder below `content/`, or
    pub dir: Option<String>,
    /// file below `content/` with `[[item]]` tables.
    pub file: Option<String>,
    /// Schema of the front matter, below `content/`.
    pub schema: String,
    /// Address pattern with `{slug}` or `{path}`; `None` for data.
    pub route: Option<String>,
    /// Template of documents that name none.
    pub template: Option<String>,
    /// Front matter key to order by, `-` before it for descending.
    pub sort: Option<String>,
    /// Whether templates get the text cut at its second-level headings.
    #[serde(default)]
    pub sections: bool,
}

/// One `[[taxonomy]]`.
#[derive(Debug, Clone, Deserialize)]
pub struct Taxonomy {
    /// The name templates ask for it by.
    pub name: String,
    /// The collection it groups.
    pub collection: String,
    /// The front matter key that holds the term or terms.
    pub field: String,
    /// Address pattern with `{slug}`.
    pub route: String,
    /// Template of a term's page.
    pub template: String,
    /// Address of the page above, for breadcrumbs.
    pub parent: Option<String>,
    /// Title pattern with `{term}`.
    pub title: String,
    /// Description pattern with `{term}`.
    pub description: String,
    /// Documents per page; all on one page when absent.
    pub per_page: Option<usize>,
    /// Documents set apart at the head of each page.
    #[serde(default)]
    pub lead: usize,
    /// Terms in the order they are shown.
    #[serde(default, rename = "term")]
    pub terms: Vec<Term>,
}

/// One `[[taxonomy.term]]`.
#[derive(Debug, Clone, Deserialize)]
pub struct Term {
    /// The term as front matter has it.
    pub name: String,
    /// Its part of the address, where the name's own will not do.
    pub slug: Option<String>,
    /// Meta description of its page.
    pub description: Option<String>,
}

/// One `[[pagination]]`.
#[derive(Debug, Clone, Deserialize)]
pub struct Pagination {
    /// Address of the first page.
    pub page: String,
    /// The collection that is listed.
    pub collection: String,
    /// Documents per page.
    pub per_page: usize,
    /// Documents set apart at the head of each page.
    #[serde(default)]
    pub lead: usize,
    /// Address pattern of page 2 and on, with `{number}`.
    pub route: String,
    /// Title pattern of page 2 and on, with `{title}` and `{number}`.
    pub title: String,
    /// Description pattern of page 2 and on, with `{description}` and `{number}`.
    pub description: String,
}

/// One `[[feed]]`.
#[derive(Debug, Clone, Deserialize)]
pub struct Feed {
    /// Its address.
    pub route: String,
    /// The collection it carries.
    pub collection: String,
    /// Its title.
    pub title: String,
    /// Its subtitle.
    pub description: Option<String>,
    /// How many documents at most.
    pub limit: Option<usize>,
}

/// One `[[redirect]]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Redirect {
    /// The old address.
    pub from: String,
    /// The new one.
    pub to: String,
    /// The HTTP status.
    #[serde(default = "moved_permanently")]
    pub status: u16,
}

/// RFC 9110, section 15.4.2.
fn moved_permanently() -> u16 {
    301
}

/// One `[[rewrite]]`: `from` ends in `/*`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Rewrite {
    /// The addresses.
    pub from: String,
    /// The page that answers.
    pub to: String,
}

/// One `[[frame]]`: a page that may show something of another host in a frame.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Frame {
    /// Address of the page.
    pub page: String,
    /// Scheme and host of each: `https://www.example.com`.
    pub hosts: Vec<String>,
}

impl Rewrite {
    /// Whether this rule answers `path`.
    pub fn matches(&self, path: &str) -> bool {
        self.from
            .strip_suffix('*')
            .is_some_and(|prefix| path.len() > prefix.len() && path.starts_with(prefix))
    }
}
