//! Builds a plan by collecting its routes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use content::slug::folded;
use content::{Content, Document, Part};
use diagnostic::{ByText, Diagnostic, Fingerprint, Fingerprinter, Place};

use crate::relatives::connected;
use crate::route::{
    Plan, PlannedFeed, PlannedRedirect, Route, RouteKind, Routes, bare_url, localized,
};

/// Builder of a plan, which collects its routes.
pub struct PlanBuilder<'a> {
    /// The content.
    pub content: &'a Content,
    /// The plan so far, without its routes.
    pub plan: Plan,
    /// Routes by URL.
    pub routes: BTreeMap<String, Route>,
    /// Findings so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> PlanBuilder<'a> {
    /// Creates a builder for an empty plan.
    pub fn new(content: &'a Content) -> Self {
        Self {
            content,
            plan: Plan::default(),
            routes: BTreeMap::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Returns the place of a value in `structure.toml`.
    pub fn locate(&self, pointer: &str) -> Place {
        self.content.structure_toml.locate(pointer, Part::Value)
    }

    /// Returns the URL of a page in a language. The home page of a language ends with a slash if the other pages do.
    pub fn url_in(&self, lang: &str, url: &str) -> String {
        let url = localized(self.content, lang, url);
        let slashed = format!("{url}/");
        if self.routes.contains_key(&slashed) {
            slashed
        } else {
            url
        }
    }

    /// Adds a feed.
    pub fn add_feed(&mut self, feed: PlannedFeed) {
        let of_page = self.plan.feeds.entry(feed.page.clone()).or_default();
        of_page.push(feed);
    }

    /// Registers the URL of a document's file, so that Markdown can link to the file. Ignores entries of a list, which have no file
    /// of their own.
    pub fn add_source(&mut self, document: &Document, url: &str) {
        if document.pointer.is_empty() {
            let path = document.source().path.clone();
            // macOS and other systems encode the accents of file names in different ways.
            if let Cow::Owned(composed) = content::slug::composed(&path) {
                let same = self.plan.by_source.entry(composed);
                same.or_insert_with(|| url.to_owned());
            }
            self.plan.by_source.insert(path, url.to_owned());
        }
    }

    /// Adds a route, or reports that another one has its URL.
    pub fn add(&mut self, route: Route) {
        match self.routes.entry(route.url.clone()) {
            Entry::Occupied(mut first) => {
                let found = same_url(self.content, first.get(), &route);
                self.diagnostics.extend(found);
                // The page whose file has this name keeps its URL in the preview.
                let has_slug = |route: &Route| {
                    let document = route.document_in(self.content);
                    document.is_some_and(|one| one.fields.contains_key("slug"))
                };
                if has_slug(first.get()) && !has_slug(&route) {
                    first.insert(route);
                }
            }
            Entry::Vacant(free) => drop(free.insert(route)),
        }
    }

    /// Adds a redirect, or reports that another one has its URL, so that it would never be used.
    pub fn add_redirect(&mut self, from: &str, redirect: PlannedRedirect) {
        match self.plan.redirects.entry(from.to_owned()) {
            Entry::Occupied(first) => {
                let message = format!("two redirects have the URL {from}");
                self.diagnostics.push(
                    Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message)
                        .at_duplicate(
                            redirect.from_place(self.content),
                            first.get().from_place(self.content),
                        )
                        .help("remove one of them"),
                );
            }
            Entry::Vacant(free) => drop(free.insert(redirect)),
        }
    }

    /// Returns the plan and the findings.
    pub fn finish(mut self) -> (Plan, Vec<Diagnostic>) {
        let mut plan = self.plan;
        let routes = self.routes.into_values().map(Arc::new);
        let routes = Routes::new(routes.collect());
        self.diagnostics.extend(case_clashes(self.content, &routes));
        let routes = connected(self.content, routes);
        plan.addresses = addresses(&routes, &plan.redirects);
        plan.routes = routes;
        (plan, self.diagnostics)
    }
}

/// Returns the fingerprint of all URLs, output paths, and redirects.
fn addresses(routes: &Routes, redirects: &BTreeMap<String, PlannedRedirect>) -> Fingerprint {
    let urls = routes.iter().fold(Fingerprinter::default(), |all, route| {
        all.text(&route.url).text(&route.output)
    });
    let urls = redirects.iter().fold(urls, |all, (from, redirect)| {
        let status = usize::from(redirect.status);
        all.text(from).text(&redirect.to).number(status)
    });
    urls.finish()
}

/// Reports URLs that are the same for systems that ignore case, different URLs with the same output file, and URLs that are two
/// forms of one, such as `/about` and `/about/`.
fn case_clashes(content: &Content, routes: &Routes) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut first: ByText<String, &Arc<Route>> = ByText::default();
    for route in routes {
        let file = format!("/{}", folded(&route.output));
        let Some(other) = first.insert(bare_url(&file).to_owned(), route) else {
            continue;
        };
        let (a, b) = (&other.url, &route.url);
        let diagnostic = if route.output == other.output {
            let message = format!("{a} and {b} would be the same file, {}", route.output);
            Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message)
        } else if bare_url(a) == bare_url(b) {
            let message = format!("{a} and {b} are two forms of one URL");
            Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message)
        } else {
            let message = format!("the URLs {a} and {b} differ only in case");
            Diagnostic::new(&content::codes::CASE_CLASH, message)
        };
        diagnostics.extend(two_places(content, diagnostic, other, route));
    }
    diagnostics
}

/// Returns the diagnostic of two routes with the same URL.
fn same_url(content: &Content, first: &Route, second: &Route) -> Option<Diagnostic> {
    let collection = |route: &Route| {
        let id = route.document.filter(|_| route.kind == RouteKind::Page);
        id.map(|id| &content.rule_of(id).name)
    };
    let url = &second.url;
    let diagnostic = match collection(second) {
        Some(name) if collection(first) == Some(name) => {
            let message = format!("two documents of `{name}` have the URL {url}");
            Diagnostic::new(&content::codes::DUPLICATE_SLUG, message)
        }
        _ => {
            let message = format!("two pages have the URL {url}");
            Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message)
        }
    };
    two_places(content, diagnostic, first, second)
}

/// Adds the places of two conflicting routes and help to a diagnostic. Returns `None` if they come from two files that are the same
/// for Windows and macOS, because that was reported at the files.
fn two_places(
    content: &Content,
    diagnostic: Diagnostic,
    first: &Route,
    second: &Route,
) -> Option<Diagnostic> {
    let file = |route: &Route| Some(route.document_in(content)?.source().path.clone());
    if let (Some(first), Some(second)) = (file(first), file(second))
        && first != second
        && folded(&first) == folded(&second)
    {
        return None;
    }
    let diagnostic = diagnostic.at_duplicate(second.place(content), first.place(content));
    Some(diagnostic.help("rename one of them, or change its `slug`"))
}
