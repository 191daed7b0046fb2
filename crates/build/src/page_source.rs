//! Renders pages of a site at any time, so that their HTML need not be kept.

use std::sync::Arc;

use render::{RenderedPage, SiteRenderer};

use crate::base_path::BasePath;
use crate::islands::IslandRenderer;

/// Source of the HTML of a site's pages.
#[derive(Debug, Clone)]
pub struct PageSource {
    /// Renderer of the pages.
    pub renderer: Arc<SiteRenderer>,
    /// Renderer of the pages that `renderer` cannot render.
    pub fallback: Option<Arc<SiteRenderer>>,
    /// Renderer of their islands.
    pub islands: Arc<IslandRenderer>,
    /// Path below which the host serves the pages.
    pub base_path: BasePath,
}

impl PageSource {
    /// Renders the page at a URL. Returns the page with placeholders for islands, and its HTML with the islands filled in. Both are
    /// empty if there is no such page.
    pub fn render(&self, url: &str) -> (RenderedPage, String) {
        let rendered = |renderer: &Arc<SiteRenderer>| {
            let route = renderer.plan().routes.get(url)?;
            renderer.page_renderer().render(route).page
        };
        let page = rendered(&self.renderer);
        let page = page.or_else(|| rendered(self.fallback.as_ref()?));
        let page = page.map(|page| *page).unwrap_or_default();
        // Errors were reported when the page was rendered for the first time.
        drop(self.islands.render(std::iter::once(&page)));
        let html = self.islands.fill(&page).0.into_owned();
        (page, html)
    }
}
