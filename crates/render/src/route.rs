//! Routes: which addresses there are, and what stands behind each.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use content::{Content, Document};
use diagnostic::{Fingerprint, Place};

use crate::listing::Listing;

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

/// A term of a taxonomy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedTerm {
    /// As front matter has it.
    pub name: String,
    /// Its part of the address.
    pub slug: String,
    /// Address of its first page.
    pub url: String,
    /// Its meta description, facts filled in.
    pub description: String,
    /// How many documents have it.
    pub count: usize,
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

/// Routes in the order of their addresses, each with one of its own.
#[derive(Debug, Default, Clone)]
pub struct Routes(Vec<Arc<Route>>);

impl Routes {
    /// The route of an address.
    pub fn get(&self, url: &str) -> Option<&Arc<Route>> {
        let at = self.0.binary_search_by(|route| route.url.as_str().cmp(url));
        at.ok().map(|at| &self.0[at])
    }

    /// Whether there is a route of this address.
    pub fn contains(&self, url: &str) -> bool {
        self.get(url).is_some()
    }

    /// All routes.
    pub fn iter(&self) -> std::slice::Iter<'_, Arc<Route>> {
        self.0.iter()
    }

    /// All addresses.
    pub fn urls(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|route| route.url.as_str())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same addresses, with what `change` gives in the place of routes it gives something for.
    #[must_use]
    pub fn with(&self, mut change: impl FnMut(&Arc<Route>) -> Option<Route>) -> Self {
        let routes = self.0.iter();
        Self(
            routes
                .map(|route| change(route).map_or_else(|| Arc::clone(route), Arc::new))
                .collect(),
        )
    }
}

impl From<BTreeMap<String, Arc<Route>>> for Routes {
    /// From routes by their addresses.
    fn from(by_url: BTreeMap<String, Arc<Route>>) -> Self {
        Self(by_url.into_values().collect())
    }
}

impl<'a> IntoIterator for &'a Routes {
    type Item = &'a Arc<Route>;
    type IntoIter = std::slice::Iter<'a, Arc<Route>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// All routes, and what was found on the way.
#[derive(Debug, Default, Clone)]
pub struct Plan {
    /// The routes.
    pub routes: Routes,
    /// Terms of each taxonomy, in the order they are shown.
    pub taxonomies: BTreeMap<String, Vec<Arc<PlannedTerm>>>,
    /// Address of each document that is a file of its own, for links between Markdown files.
    pub by_source: Arc<HashMap<String, String>>,
    /// Addresses that show a document, by its collection and path; only where there are several languages.
    pub by_document: Arc<HashMap<(String, String), Vec<String>>>,
    /// Addresses of documents that have errors: they exist, but nothing is rendered for them.
    pub unusable: BTreeSet<String>,
    /// Addresses of documents that are left out now: their files, and why.
    pub hidden: BTreeMap<String, (String, String)>,
    /// Of all addresses and their files.
    pub addresses: Fingerprint,
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
    } else if [".xml", ".txt", ".json", ".ics", ".html"]
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
            ("/dates/gst.ics", "dates/gst.ics"),
            ("/blogs/v1.2", "blogs/v1.2.html"),
            ("/TermsAndConditions", "TermsAndConditions.html"),
        ] {
            assert_eq!(output_path(url), output);
        }
    }
}
