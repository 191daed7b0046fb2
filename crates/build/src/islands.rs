//! Fills islands into pages. Each distinct island is rendered once.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use assets::WantedIsland;
use diagnostic::{Diagnostic, Fingerprint};
use render::{IslandCall, RenderedPage};

use crate::project::Project;
use crate::site_assets::SiteAssets;

/// Renderer of the islands of a site, which keeps their HTML.
#[derive(Debug)]
pub struct IslandRenderer {
    project: Project,
    theme: String,
    /// Digest of the script that renders islands; `None` if there is no such script.
    script: Option<String>,
    /// Language and time zone in which islands are rendered.
    region: assets::Region,
    /// URLs of the client module of each island and of what it imports, by the name of the island.
    modules: BTreeMap<String, Vec<String>>,
    /// HTML of the islands that were rendered.
    html: RwLock<HashMap<IslandCall, Arc<str>>>,
}

impl IslandRenderer {
    /// Creates the renderer of a site's islands.
    pub fn new(project: &Project, assets: &SiteAssets) -> Self {
        Self {
            project: project.clone(),
            theme: assets.theme.clone(),
            script: assets.island_renderer.clone(),
            region: assets.region.clone(),
            modules: assets.modules.clone(),
            html: RwLock::default(),
        }
    }

    /// Returns the fingerprint of everything that the HTML of an island depends on besides its call.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of_all(&(&self.script, &self.region, &self.modules))
    }

    /// Returns whether the HTML of all islands of a page is known.
    pub fn has_all(&self, page: &RenderedPage) -> bool {
        let html = self.html.read().unwrap_or_else(PoisonError::into_inner);
        page.islands.iter().all(|(call, _)| html.contains_key(call))
    }

    /// Renders the islands of pages. Returns the errors of those that could not be rendered.
    pub fn render<'a>(&self, pages: impl Iterator<Item = &'a RenderedPage>) -> Vec<Diagnostic> {
        let mut known = self.html.write().unwrap_or_else(PoisonError::into_inner);
        let calls = pages.flat_map(|page| &page.islands);
        let missing: BTreeSet<&IslandCall> = calls
            .map(|(call, _)| call)
            .filter(|call| !known.contains_key(*call))
            .collect();
        if missing.is_empty() {
            return Vec::new();
        }
        let batch = missing.iter().map(|call| WantedIsland {
            name: call.name.clone(),
            props: serde_json::from_str(&call.props).unwrap_or_default(),
        });
        let batch: Vec<WantedIsland> = batch.collect();
        let (html, errors) = SiteAssets::with_bundle_inputs(&self.project, &self.theme, |inputs| {
            assets::render_islands(inputs, self.script.as_deref(), &self.region, &batch)
        });
        for (call, html) in missing.into_iter().zip(html) {
            let Some(html) = html else { continue };
            let scripts = self.modules.get(&call.name).map_or(&[][..], Vec::as_slice);
            let wrapped = assets::wrap(
                &call.name,
                &call.props,
                &call.when,
                &html,
                scripts,
                render::island::ID_PREFIX,
            );
            known.insert(call.clone(), wrapped.into());
        }
        errors
    }

    /// Returns the HTML of a page with its islands filled in, and whether all of them could be rendered. An island that could not
    /// is empty.
    pub fn fill<'a>(&self, page: &'a RenderedPage) -> (Cow<'a, str>, bool) {
        let html = self.html.read().unwrap_or_else(PoisonError::into_inner);
        let html_of = |call: &IslandCall| html.get(call).map_or("", AsRef::as_ref);
        let is_complete = page.islands.iter().all(|(call, _)| html.contains_key(call));
        (page.filled(html_of), is_complete)
    }
}
