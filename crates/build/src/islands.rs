//! Fills islands into pages. Each distinct island is rendered once, and unchanged pages are reused.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use diagnostic::Diagnostic;
use inspect::Page;
use rayon::prelude::*;
use render::{IslandCall, RenderedPage};

use crate::site_assets::SiteAssets;

/// Pages and islands of the last build.
#[derive(Debug, Default)]
pub struct FilledPages {
    islands: HashMap<IslandCall, Arc<str>>,
    /// Pages sorted by URL; empty if an island was missing.
    pages: Vec<Arc<Page>>,
}

/// Finished pages, and the errors of their islands.
pub struct Filled {
    /// The pages. An island that could not be rendered is empty.
    pub pages: Vec<Arc<Page>>,
    /// Whether every island was rendered.
    pub is_complete: bool,
    /// Errors of islands that could not be rendered.
    pub errors: Vec<Diagnostic>,
}

impl FilledPages {
    /// Fills islands into pages, which are sorted by URL. `inputs` and `assets` must be the same as in the last call; if they
    /// have changed, start with [`FilledPages::default`].
    pub fn fill(
        &mut self,
        inputs: &assets::Inputs<'_>,
        assets: &SiteAssets,
        rendered: &[Arc<RenderedPage>],
    ) -> Filled {
        let mut earlier = self.pages.iter().peekable();
        let pairs: Vec<(&Arc<RenderedPage>, Option<&Arc<Page>>)> = rendered
            .iter()
            .map(|page| {
                let is_same = |one: &&Arc<Page>| Arc::ptr_eq(one.rendered(), page);
                if let Some(same) = earlier.next_if(is_same) {
                    return (page, Some(same));
                }
                while earlier.next_if(|one| *one.url() < *page.url).is_some() {}
                (page, earlier.next_if(is_same))
            })
            .collect();
        let new = pairs.iter().filter(|(_, earlier)| earlier.is_none());
        let new: Vec<&Arc<RenderedPage>> = new.map(|(page, _)| *page).collect();
        if new.len() == pairs.len() {
            self.islands.clear();
        }
        let (is_complete, errors) = render_missing(&mut self.islands, inputs, assets, &new);
        let pages: Vec<Arc<Page>> = pairs
            .par_iter()
            .with_min_len(64)
            .map(|(page, earlier)| earlier.map_or_else(|| self.page(page), Arc::clone))
            .collect();
        // Missing islands are rendered again by the next build.
        self.pages = if is_complete {
            pages.clone()
        } else {
            Vec::new()
        };
        Filled {
            pages,
            is_complete,
            errors,
        }
    }

    /// Fills islands into a page. Returns `None` if one of them was not rendered in the last build.
    pub fn filled(&self, rendered: &Arc<RenderedPage>) -> Option<Arc<Page>> {
        let mut islands = rendered.islands.iter();
        let is_known = islands.all(|(call, _)| self.islands.contains_key(call));
        is_known.then(|| self.page(rendered))
    }

    fn page(&self, rendered: &Arc<RenderedPage>) -> Arc<Page> {
        let islands = rendered.islands.iter();
        let islands = islands.map(|(call, _)| self.islands.get(call).cloned().unwrap_or_default());
        Page::new(Arc::clone(rendered), islands.collect())
    }
}

/// Renders the islands of `pages` that are not in `islands`, and adds them. Returns whether all could be rendered, and the
/// errors.
fn render_missing(
    islands: &mut HashMap<IslandCall, Arc<str>>,
    inputs: &assets::Inputs<'_>,
    assets: &SiteAssets,
    pages: &[&Arc<RenderedPage>],
) -> (bool, Vec<Diagnostic>) {
    let calls = pages.iter().flat_map(|page| &page.islands);
    let missing: BTreeSet<&IslandCall> = calls
        .map(|(call, _)| call)
        .filter(|call| !islands.contains_key(*call))
        .collect();
    if missing.is_empty() {
        return (true, Vec::new());
    }
    let batch: Vec<assets::IslandCall> = missing
        .iter()
        .map(|call| assets::IslandCall {
            name: call.name.clone(),
            props: serde_json::from_str(&call.props).unwrap_or_default(),
        })
        .collect();
    let (html, errors) = assets::render_islands(inputs, assets.island_renderer.as_deref(), &batch);
    let mut is_complete = true;
    for (call, html) in missing.into_iter().zip(html) {
        let Some(html) = html else {
            is_complete = false;
            continue;
        };
        let module = assets.modules.get(&call.name).map_or("", String::as_str);
        let wrapped = assets::wrap(&call.name, &call.props, &call.when, &html, module);
        islands.insert(call.clone(), wrapped.into());
    }
    (is_complete, errors)
}
