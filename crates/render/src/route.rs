//! Routes: which addresses there are, and what stands behind each.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use content::{Content, Document, Fingerprint, Place};

/// What a route shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A document.
    Page,
    /// Page 2 and on of a paginated document.
    Pagination,
    /// A page of a taxonomy's term.
    Taxonomy,
}

impl Kind {
    /// The name templates know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Pagination => "pagination",
            Self::Taxonomy => "taxonomy",
        }
    }
}

/// A slice of a collection that a page lists.
#[derive(Debug, Clone)]
pub struct Listing {
    /// Documents set apart at the head.
    pub lead: Vec<Arc<Document>>,
    /// The documents of this page.
    pub items: Vec<Arc<Document>>,
    /// This page, from 1.
    pub number: usize,
    /// Addresses of all pages of the list, in order.
    pub urls: Arc<Vec<String>>,
    /// Of these addresses.
    pub urls_fingerprint: Fingerprint,
    /// Documents in the whole list, the lead included.
    pub count: usize,
}

/// A term of a taxonomy.
#[derive(Debug, Clone)]
pub struct PlannedTerm {
    /// As front matter has it.
    pub name: String,
    /// Its part of the address.
    pub slug: String,
    /// Address of its first page.
    pub url: String,
    /// Its meta description, facts filled in.
    pub description: String,
    /// Documents that have it.
    pub documents: Vec<Arc<Document>>,
}

impl PlannedTerm {
    /// Whether pages see no difference.
    pub fn same(&self, other: &Self) -> bool {
        self.name == other.name
            && self.slug == other.slug
            && self.url == other.url
            && self.description == other.description
            && self.documents.len() == other.documents.len()
    }
}

/// One address and what it is made from.
#[derive(Debug, Clone)]
pub struct Route {
    /// Path of the address: `/about`, without a slash at the end.
    pub url: String,
    /// Path of the file, relative to the output folder.
    pub output: String,
    /// Language (BCP 47).
    pub lang: String,
    /// Template, relative to the theme's `templates/`.
    pub template: String,
    /// What it shows.
    pub kind: Kind,
    /// Its title, without the site's name.
    pub title: String,
    /// Its meta description.
    pub description: String,
    /// Whether search engines are asked to leave it out.
    pub noindex: bool,
    /// The document, for a page and its further pages.
    pub document: Option<Arc<Document>>,
    /// The list it shows.
    pub listing: Option<Listing>,
    /// The term, for taxonomy pages.
    pub term: Option<Arc<PlannedTerm>>,
    /// Address of the page above it, where the address does not say so itself.
    pub parent: Option<String>,
    /// What diagnostics about this route point at.
    pub place: Place,
    /// The rule of `structure.toml` that makes it (`/taxonomy/0`), where no document does.
    pub rule: Option<String>,
}

/// All routes, in the order of their addresses, and what was found on the way.
#[derive(Debug, Default)]
pub struct Plan {
    /// Routes by address.
    pub routes: BTreeMap<String, Arc<Route>>,
    /// Terms of each taxonomy, in the order they are shown.
    pub taxonomies: BTreeMap<String, Vec<Arc<PlannedTerm>>>,
    /// Address of each document that is a file of its own, for links between Markdown files.
    pub by_source: Arc<HashMap<String, String>>,
    /// Addresses that show a document, by its collection and path; only where there are several languages.
    pub by_document: HashMap<(String, String), Vec<String>>,
    /// Addresses of documents that have errors: they exist, but nothing is rendered for them.
    pub unusable: BTreeSet<String>,
    /// Addresses of documents that are left out now: their files, and why.
    pub hidden: BTreeMap<String, (String, String)>,
    /// Of all addresses and titles, which pages show of those above them and of their translations.
    pub titles: Fingerprint,
    /// Whether a list has no page to stand on: its template fails for want of it then.
    pub incomplete: bool,
}

/// File that answers an address: `/about` is `about.html`, `/feed.xml` itself.
pub fn output_path(url: &str) -> String {
    let path = url.trim_start_matches('/');
    let last = path.rsplit('/').next().unwrap_or(path);
    if path.is_empty() {
        "index.html".to_owned()
    } else if [".xml", ".txt", ".json", ".html"]
        .iter()
        .any(|ending| last.ends_with(ending))
    {
        path.to_owned()
    } else {
        format!("{path}.html")
    }
}

/// Address of a document, or `None` for data.
pub fn document_url(
    content: &Content,
    rule: &content::CollectionRule,
    document: &Document,
) -> Option<String> {
    let route = rule.route.as_deref()?;
    let path = match document.path.as_str() {
        "index" => "",
        path => path.strip_suffix("/index").unwrap_or(path),
    };
    let url = route
        .replace("{path}", path)
        .replace("{slug}", &document.slug);
    let url = if url.len() > 1 {
        url.trim_end_matches('/')
    } else {
        &url
    };
    Some(localised(content, &document.lang, url))
}

/// The address of `url` in a language: the main language has no prefix.
pub fn localised(content: &Content, lang: &str, url: &str) -> String {
    if lang == content.config.language {
        url.to_owned()
    } else if url == "/" {
        format!("/{lang}")
    } else {
        format!("/{lang}{url}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs() {
        for (url, output) in [
            ("/", "index.html"),
            ("/about", "about.html"),
            ("/services/trademark", "services/trademark.html"),
            ("/blogs/feed.xml", "blogs/feed.xml"),
            ("/blogs/v1.2", "blogs/v1.2.html"),
            ("/TermsAndConditions", "TermsAndConditions.html"),
        ] {
            assert_eq!(output_path(url), output);
        }
    }
}
