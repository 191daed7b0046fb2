//! Routes: the URLs of a site, and the page that each of them shows.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher as _, BuildHasherDefault};
use std::sync::Arc;

use content::{Content, Document, DocumentId};
use diagnostic::{ByText, Fingerprint, Fingerprinter, Help, TextHasher, did_you_mean};
use hashbrown::HashTable;
use percent_encoding::{CONTROLS, utf8_percent_encode};
use rayon::prelude::*;

use crate::listing::Listing;
use crate::route_values::fill;

/// Kind of page that a route shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteKind {
    /// A document.
    Page,
    /// The second page of a paginated document, or a later one. Contains the index of the `[[pagination]]` in `structure.toml`.
    Pagination(usize),
    /// A page that lists the documents with a term. Contains the index of the `[[taxonomy]]` in `structure.toml`.
    Taxonomy(usize),
}

impl RouteKind {
    /// Returns the name that templates use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Pagination(_) => "pagination",
            Self::Taxonomy(_) => "taxonomy",
        }
    }

    /// Returns the JSON pointer of the rule in `structure.toml` that the route comes from (`/taxonomy/0`); `None` if it comes from a
    /// document.
    pub fn rule(self) -> Option<String> {
        match self {
            Self::Page => None,
            Self::Pagination(index) => Some(format!("/pagination/{index}")),
            Self::Taxonomy(index) => Some(format!("/taxonomy/{index}")),
        }
    }
}

/// A term of a taxonomy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedTerm {
    /// Name as in front matter.
    pub name: String,
    /// What pages in the term's language call it.
    pub title: String,
    /// Slug of the term, which is part of its URL.
    pub slug: String,
    /// URL of the first page with the term's documents.
    pub url: String,
    /// Meta description.
    pub description: String,
    /// Number of documents with the term.
    pub count: usize,
}

impl PlannedTerm {
    /// Returns the fingerprint of the term, without its documents.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprinter::default()
            .text(&self.name)
            .text(&self.title)
            .text(&self.slug)
            .text(&self.url)
            .text(&self.description)
            .number(self.count)
            .finish()
    }
}

/// A URL, and which page it shows. What the page says is read from its document or rule (`route_texts.rs`), so an edit that keeps
/// all URLs keeps all routes.
#[derive(Debug, Clone)]
pub struct Route {
    /// URL without scheme and host. It ends as its pattern in `structure.toml` does: `/about`, `/about/`, or `/about.html`.
    pub url: String,
    /// Path of the file, relative to the output folder.
    pub output: String,
    /// Language (BCP 47).
    pub lang: String,
    /// Template, as a path below the theme's `templates/`.
    pub template: String,
    /// Kind of page.
    pub kind: RouteKind,
    /// The document that the page shows; `None` for the pages of a taxonomy.
    pub document: Option<DocumentId>,
    /// The part of a list that the page shows, if it shows one.
    pub listing: Option<Listing>,
    /// The term, for a page of a taxonomy.
    pub term: Option<Arc<PlannedTerm>>,
    /// URL of the parent page; `None` to derive it from the URL.
    pub parent: Option<String>,
    /// The routes that this one is connected with.
    pub relatives: Relatives,
    /// Fingerprint of all of the above, without the documents.
    pub fingerprint: Fingerprint,
}

/// The routes that a route is connected with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Relatives {
    /// URLs of the pages above, the nearest first.
    pub above: Vec<String>,
    /// URLs of the same page, or of the term with the same slug, in all languages, this one included; those in the main language come
    /// first. Empty if the site has only one language.
    pub translations: Vec<String>,
}

/// Returns the fingerprint of a route with its relatives, but without the documents that it shows and lists.
fn fingerprint(route: &Route, relatives: &Relatives) -> Fingerprint {
    let Relatives {
        above,
        translations,
    } = relatives;
    let mut all = Fingerprinter::default()
        .text(&route.url)
        .text(&route.output)
        .text(&route.lang)
        .text(&route.template)
        .text(route.kind.name())
        .parts(route.term.iter().map(|term| term.fingerprint()))
        .parts(above.iter().map(Fingerprint::of))
        .parts(translations.iter().map(Fingerprint::of));
    if let Some(listing) = &route.listing {
        all = all
            .number(listing.number)
            .number(listing.count)
            .number(listing.per_page)
            .part(listing.pages.fingerprint);
    }
    all.finish()
}

/// Routes with distinct URLs, sorted by URL.
#[derive(Debug, Default, Clone)]
pub struct Routes {
    sorted: Vec<Arc<Route>>,
    /// Index of each route in `sorted`, by the hash of its URL without the ending.
    indexes: Arc<HashTable<u32>>,
}

/// Returns the hash by which a URL is found in `Routes::indexes`, which is the same for all its forms. `bare` is the URL without its ending.
fn hash(bare: &str) -> u64 {
    BuildHasherDefault::<TextHasher>::default().hash_one(bare)
}

impl Routes {
    /// Creates the routes from a list without duplicates, sorted by URL.
    pub fn new(sorted: Vec<Arc<Route>>) -> Self {
        let bare = |index: &u32| bare_url(&sorted[*index as usize].url);
        let mut indexes = HashTable::with_capacity(sorted.len());
        for index in (0..).take(sorted.len()) {
            indexes.insert_unique(hash(bare(&index)), index, |index| hash(bare(index)));
        }
        Self {
            sorted,
            indexes: Arc::new(indexes),
        }
    }

    /// Returns the route with this URL, or `None` if there is none.
    pub fn get(&self, url: &str) -> Option<&Arc<Route>> {
        Some(&self.sorted[self.index_of(url)?])
    }

    /// Returns the index of the route with this URL among all routes, or `None` if there is none.
    pub fn index_of(&self, url: &str) -> Option<usize> {
        let url_of = |index: &u32| &self.sorted[*index as usize].url;
        let found = self
            .indexes
            .find(hash(bare_url(url)), |one| url_of(one) == url);
        found.map(|index| *index as usize)
    }

    /// Returns whether there is a route with this URL.
    pub fn contains(&self, url: &str) -> bool {
        self.get(url).is_some()
    }

    /// Returns the route of which this URL is one form, such as `/about` or `/about.html` for `/about/`, or `None` if there is none.
    pub fn any_form(&self, url: &str) -> Option<&Arc<Route>> {
        let bare = bare_url(url);
        if url.contains("//") || bare.len() > 1 && bare.ends_with('/') {
            return None;
        }
        let bare_of = |index: &u32| bare_url(&self.sorted[*index as usize].url);
        let found = self.indexes.find(hash(bare), |one| bare_of(one) == bare);
        found.map(|index| &self.sorted[*index as usize])
    }

    /// Returns all routes, sorted by URL.
    pub fn iter(&self) -> std::slice::Iter<'_, Arc<Route>> {
        self.sorted.iter()
    }

    /// Returns all URLs, sorted.
    pub fn urls(&self) -> impl Iterator<Item = &str> {
        self.sorted.iter().map(|route| route.url.as_str())
    }

    /// Returns the number of routes.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Returns whether there are no routes.
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// Returns the routes for which `is_wanted` returns true.
    #[must_use]
    pub fn only(&self, is_wanted: impl FnMut(&&Arc<Route>) -> bool) -> Self {
        Self::new(self.sorted.iter().filter(is_wanted).cloned().collect())
    }

    /// Connects each route with its relatives, which `relatives` finds, and sets its fingerprint.
    #[must_use]
    pub fn connected(mut self, relatives: impl Fn(&Self, &Route) -> Relatives + Sync) -> Self {
        let all = self.sorted.par_iter().with_min_len(256);
        let all = all.map(|route| {
            let relatives = relatives(&self, route);
            (fingerprint(route, &relatives), relatives)
        });
        let all: Vec<(Fingerprint, Relatives)> = all.collect();
        for (route, (fingerprint, relatives)) in self.sorted.iter_mut().zip(all) {
            let route = Arc::make_mut(route);
            (route.fingerprint, route.relatives) = (fingerprint, relatives);
        }
        self
    }
}

impl<'a> IntoIterator for &'a Routes {
    type Item = &'a Arc<Route>;
    type IntoIter = std::slice::Iter<'a, Arc<Route>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Redirect from a URL.
#[derive(Debug, Clone)]
pub struct PlannedRedirect {
    /// New URL.
    pub to: String,
    /// HTTP status of the redirect.
    pub status: u16,
    /// Where the redirect is written.
    pub origin: RedirectOrigin,
}

/// Where a redirect is written.
#[derive(Debug, Clone, Copy)]
pub enum RedirectOrigin {
    /// The `[[redirect]]` of `structure.toml` with this index.
    Rule(usize),
    /// The alias of a document with this index.
    Alias(DocumentId, usize),
}

/// A feed in one language.
#[derive(Debug, Clone)]
pub struct PlannedFeed {
    /// Index of the `[[feed]]` in `structure.toml`.
    pub rule: usize,
    /// URL of the feed.
    pub url: String,
    /// Language (BCP 47).
    pub lang: String,
    /// URL of the page that lists the same documents.
    pub page: String,
    /// The term whose documents the feed contains, for a feed of a taxonomy.
    pub term: Option<Arc<PlannedTerm>>,
    /// The documents of the list, in its order.
    pub documents: Vec<DocumentId>,
    /// The terms that a feed of terms contains, each with its documents.
    pub terms: Vec<TermDocuments>,
}

/// A term and its documents.
pub type TermDocuments = (Arc<PlannedTerm>, Vec<DocumentId>);

impl Plan {
    /// Returns the feeds of the list that a route shows a page of.
    pub fn feeds_of(&self, route: &Route) -> &[PlannedFeed] {
        let list = route.listing.as_ref();
        let page = list.map_or(&route.url, |list| &list.pages.urls[0]);
        self.feeds.get(page).map(Vec::as_slice).unwrap_or_default()
    }
}

/// All routes of a site, and what else is known about its URLs before pages are rendered.
#[derive(Debug, Default, Clone)]
pub struct Plan {
    /// The routes.
    pub routes: Routes,
    /// Terms of each taxonomy by language, in the order in which they are shown.
    pub taxonomies: BTreeMap<String, BTreeMap<String, Vec<Arc<PlannedTerm>>>>,
    /// Feeds, by the URL of the page that lists the same documents.
    pub feeds: BTreeMap<String, Vec<PlannedFeed>>,
    /// URLs of documents by source file, for links between Markdown files; also by its path in the Unicode normalization form C.
    /// Entries of lists are not included.
    pub by_source: ByText<String, String>,
    /// Redirects by old URL.
    pub redirects: BTreeMap<String, PlannedRedirect>,
    /// URLs of documents with errors. They exist, but have no routes.
    pub unusable: BTreeSet<String>,
    /// URLs of documents that are not part of the site now, such as drafts, each with the document's file and the reason.
    pub hidden: BTreeMap<String, (String, String)>,
    /// Fingerprint of all URLs, output paths, and redirects.
    pub addresses: Fingerprint,
    /// Whether the page that shows a list is missing, so that templates may fail.
    pub incomplete: bool,
}

/// Returns a URL without its ending, which all its forms have in common: `/about` for `/about/`, `/about.html`, and
/// `/about/index.html`.
pub fn bare_url(url: &str) -> &str {
    let mut endings = ["/index.html", ".html", "/"].iter();
    let bare = endings.find_map(|end| url.strip_suffix(end));
    match bare {
        Some("") => "/",
        bare => bare.unwrap_or(url),
    }
}

/// Returns the URL pattern of page 2 and later of a term, given the URL of its first page, or the route of its taxonomy.
pub fn term_page_pattern(url: &str) -> String {
    let bare = bare_url(url);
    format!("{bare}/page/{{number}}{}", &url[bare.len()..])
}

/// Returns the URL of the folder that a URL is in, without an ending: `/blogs` for `/blogs/audit`. Returns `None` for the home
/// page.
pub fn parent_path(url: &str) -> Option<&str> {
    let (parent, name) = bare_url(url).rsplit_once('/')?;
    (!name.is_empty()).then_some(if parent.is_empty() { "/" } else { parent })
}

/// Returns the output path of a URL: `about.html` for `/about`, `about/index.html` for `/about/`, `feed.xml` for `/feed.xml`.
pub fn output_path(url: &str) -> String {
    let path = url.trim_start_matches('/');
    let last = path.rsplit('/').next().unwrap_or(path);
    if last.is_empty() {
        format!("{path}index.html")
    } else if [".xml", ".txt", ".json", ".ics", ".html"]
        .iter()
        .any(|ending| last.ends_with(ending))
    {
        path.to_owned()
    } else {
        format!("{path}.html")
    }
}

/// Returns the URL of a document, or `None` if its collection has no pages.
pub fn document_url(
    content: &Content,
    rule: &content::CollectionRule,
    document: &Document,
) -> Option<String> {
    let route = rule.route.as_deref()?;
    let url = fill(route, document);
    // Hosts look for the page of URLs that do not exist in the file `404.html`.
    let url = match bare_url(&url) {
        "/404" => "/404",
        _ => &url,
    };
    let localized = localized(content, &document.lang, url);
    let is_home = url == "/" && localized != "/" && !route.ends_with('}');
    Some(if is_home { localized + "/" } else { localized })
}

/// Adds the prefix of a language to a URL, as in `/hi/about`. The main language has no prefix.
pub fn localized(content: &Content, lang: &str, url: &str) -> String {
    if lang == content.config.language {
        url.to_owned()
    } else if url == "/" {
        format!("/{lang}")
    } else {
        format!("/{lang}{url}")
    }
}

/// Returns a URL with scheme and host. Characters outside of ASCII are percent-encoded (RFC 3986, section 2.1).
pub fn permalink(content: &Content, url: &str) -> String {
    let path = utf8_percent_encode(url, CONTROLS);
    format!("{}{path}", content.config.base_url.trim_end_matches('/'))
}

/// Returns help for a URL that no page has: the nearest of the `known` URLs or, if none is near, where to find them all.
pub fn nearest_url_help<'a>(url: &str, known: impl IntoIterator<Item = &'a str>) -> Help {
    did_you_mean(url, known)
        .unwrap_or_else(|| "write the URL of a page: `site list` lists them all".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_urls() {
        assert_eq!(parent_path("/"), None);
        assert_eq!(parent_path("/blogs"), Some("/"));
        for url in ["/blogs/audit", "/blogs/audit/", "/blogs/audit.html"] {
            assert_eq!(parent_path(url), Some("/blogs"));
        }
    }

    #[test]
    fn whatever_a_page_shows_of_a_term_is_in_its_fingerprint() {
        let term = PlannedTerm {
            name: "a".to_owned(),
            title: "A".to_owned(),
            slug: "b".to_owned(),
            url: "/c".to_owned(),
            description: "d".to_owned(),
            count: 1,
        };
        let changes: [fn(&mut PlannedTerm); 6] = [
            |term| term.name.push('x'),
            |term| term.title.push('x'),
            |term| term.slug.push('x'),
            |term| term.url.push('x'),
            |term| term.description.push('x'),
            |term| term.count += 1,
        ];
        for (at, change) in changes.iter().enumerate() {
            let mut changed = term.clone();
            change(&mut changed);
            assert_ne!(changed.fingerprint(), term.fingerprint(), "{at}");
        }
        assert_eq!(term.clone().fingerprint(), term.fingerprint());
    }

    #[test]
    fn outputs() {
        for (url, output) in [
            ("/", "index.html"),
            ("/about", "about.html"),
            ("/services/trademark", "services/trademark.html"),
            ("/blogs/feed.xml", "blogs/feed.xml"),
            ("/dates/gst.ics", "dates/gst.ics"),
            ("/about/", "about/index.html"),
            ("/hi/", "hi/index.html"),
            ("/2015/01/a.html", "2015/01/a.html"),
            ("/blogs/v1.2", "blogs/v1.2.html"),
            ("/TermsAndConditions", "TermsAndConditions.html"),
        ] {
            assert_eq!(output_path(url), output);
        }
    }
}
