//! A finished site as a value.

use std::collections::HashMap;
use std::sync::Arc;

use assets::WantedPicture;
use bytes::Bytes;
use content::{Content, Rewrite};
use diagnostic::Fingerprint;
use inspect::addresses::Addresses;
use inspect::headers::Headers;
use inspect::{Files, Page};
use render::{Card, OnPartEvent, Plan, Route, TemplatePart};

use crate::base_path::BasePath;
use crate::cards::CardRenderer;
use crate::edited_pages::EditedPages;
use crate::page_source::PageSource;
use crate::widget_check::WidgetCheck;

/// A finished site. If the build had errors, the pages that cannot be rendered are missing.
#[derive(Debug, Default)]
pub struct Site {
    /// Files other than pages, by path in the output.
    pub others: Files,
    /// Pages sorted by URL.
    pub pages: Vec<Arc<Page>>,
    /// Source of the HTML of pages that is not in memory; `None` for a site without pages.
    pub(crate) source: Option<PageSource>,
    /// The content, including what only a preview shows.
    pub content: Arc<Content>,
    /// The routes.
    pub plan: Arc<Plan>,
    /// The routes without drafts and other documents that only a preview shows; the same as `plan` in a build.
    pub public_plan: Arc<Plan>,
    /// The rewrites in `structure.toml`, and its redirects of whole folders.
    pub rewrites: Vec<Rewrite>,
    /// Names of pictures and other assets by URL.
    pub(crate) asset_names: Arc<HashMap<String, String>>,
    /// Security headers.
    pub headers: Headers,
    /// Whether all styles and scripts were bundled.
    pub is_bundled: bool,
    /// Pictures and sizes that pages will offer once they are in the cache.
    pub missing_pictures: Vec<WantedPicture>,
    /// Renderer for the share cards; `None` if the theme has no template for them.
    pub card_renderer: Option<CardRenderer>,
    /// Type check of the widgets that is still to be run; `None` if the build has already run it.
    pub widget_check: Option<WidgetCheck>,
}

impl Site {
    /// Returns the path below which the host serves the site.
    pub fn base_path(&self) -> BasePath {
        let source = self.source.as_ref();
        source
            .map(|source| source.base_path.clone())
            .unwrap_or_default()
    }

    /// Returns the pages, files and rewrites that answer URLs.
    pub fn addresses(&self) -> Addresses<'_> {
        Addresses {
            plan: &self.plan,
            files: &self.others,
            rewrites: &self.rewrites,
        }
    }

    /// Renders every page once more, one after the other, and calls `on_event` at the start and at the end of each part of a
    /// template. Returns the parts of all templates.
    pub fn render_in_parts(&self, on_event: &OnPartEvent) -> Vec<TemplatePart> {
        let source = self.source.as_ref();
        source.map_or_else(Vec::new, |source| source.renderer.render_in_parts(on_event))
    }

    /// Returns whether the site has a page with this URL.
    pub fn has_page(&self, url: &str) -> bool {
        let found = self.pages.binary_search_by(|page| page.url().cmp(url));
        found.is_ok()
    }

    /// Returns a file by its path in the output, or `None` if the output has no such file. If a page and a file of `public/` have the
    /// same path, which is an error, returns the page, so that the preview still shows it.
    pub fn file(&self, path: &str) -> Option<Bytes> {
        match self.page_in(path) {
            Some(page) => Some(self.html(page)),
            None => self.others.get(path).cloned(),
        }
    }

    /// Returns the fingerprint of a file by its path in the output, or `None` if the output has no such file.
    pub fn fingerprint(&self, path: &str) -> Option<Fingerprint> {
        match self.page_in(path) {
            Some(page) => Some(page.fingerprint()),
            None => self.others.get(path).map(Fingerprint::of),
        }
    }

    /// Returns the HTML of a page.
    fn html(&self, page: &Arc<Page>) -> Bytes {
        page.bytes().unwrap_or_else(|| {
            let source = self.source.as_ref();
            source.map_or_else(Bytes::new, |source| source.render(page.url()).1.into())
        })
    }

    /// Returns the share card at a URL. The fingerprint in the URL is ignored, so that an earlier URL finds the current card.
    pub fn card(&self, url: &str) -> Option<&Card> {
        let (wanted, _) = url.strip_prefix("/assets/cards/")?.rsplit_once('-')?;
        let mut cards = self
            .pages
            .iter()
            .filter_map(|page| page.record().card.as_deref());
        cards.find(|card| {
            let name = card.output.strip_prefix("assets/cards/");
            name.and_then(|name| name.rsplit_once('-'))
                .is_some_and(|(name, _)| name == wanted)
        })
    }

    /// Returns a copy of this site with the new pages of edited documents, or `None` if these pages need a file or a permission
    /// that this site does not have.
    pub fn with(&self, edited: EditedPages) -> Option<Self> {
        let mut others = self.others.clone();
        others.extend(edited.files);
        let is_allowed = |page: &Arc<Page>| {
            let mut pages = self.pages.iter();
            pages.any(|known| known.needs() == page.needs())
        };
        let offered = edited.pages.iter();
        let mut offered = offered.flat_map(|page| &page.record().pictures);
        if !edited.pages.iter().all(is_allowed)
            || !offered.all(|size| others.contains_key(&size.output))
        {
            return None;
        }
        let is_kept = |page: &&Arc<Page>| {
            let mut edited = edited.pages.iter();
            edited.all(|edited| edited.url() != page.url())
        };
        let mut pages: Vec<Arc<Page>> = self.pages.iter().filter(is_kept).cloned().collect();
        pages.extend(edited.pages);
        pages.sort_by(|a, b| a.url().cmp(b.url()));
        let mut plan = edited.plan;
        let mut routes = plan.routes.iter().peekable();
        pages.retain(|page| {
            while routes.next_if(|route| *route.url < *page.url()).is_some() {}
            routes.next_if(|route| route.url == page.url()).is_some()
        });
        if pages.len() < plan.routes.len() {
            // An edit may add other pages, such as the next page of a list. They have not been rendered yet.
            let mut made = pages.iter().peekable();
            let is_made =
                |route: &&Arc<Route>| made.next_if(|page| route.url == page.url()).is_some();
            plan = Arc::new(Plan {
                routes: plan.routes.only(is_made),
                ..Plan::clone(&plan)
            });
        }
        Some(Self {
            others,
            pages,
            content: edited.content,
            plan,
            public_plan: Arc::clone(&self.public_plan),
            source: self.source.clone(),
            rewrites: self.rewrites.clone(),
            asset_names: Arc::clone(&self.asset_names),
            headers: self.headers.clone(),
            is_bundled: self.is_bundled,
            missing_pictures: Vec::new(),
            card_renderer: self.card_renderer.clone(),
            widget_check: None,
        })
    }

    /// Returns the paths of all files in the output, sorted.
    pub fn paths(&self) -> Vec<&str> {
        let pages = self.pages.iter().map(|page| page.output());
        let mut paths: Vec<&str> = pages
            .chain(self.others.keys().map(String::as_str))
            .collect();
        paths.sort_unstable();
        paths
    }

    /// Returns all files by path in the output.
    pub fn files(&self) -> Files {
        let pages = self.pages.iter();
        let pages = pages.map(|page| (page.output().to_owned(), self.html(page)));
        self.others.clone().into_iter().chain(pages).collect()
    }

    /// Returns the page that is written to the file at a path in the output.
    fn page_in(&self, path: &str) -> Option<&Arc<Page>> {
        let endings = ["", ".html", "index.html"].iter();
        let mut urls = endings.filter_map(|end| Some(format!("/{}", path.strip_suffix(end)?)));
        urls.find_map(|url| {
            let at = self.pages.binary_search_by(|page| page.url().cmp(&url));
            at.ok()
                .map(|at| &self.pages[at])
                .filter(|page| page.output() == path)
        })
    }
}
