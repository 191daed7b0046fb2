//! Renders the pages of edited documents before all others, so that a preview shows an edit at once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use inspect::Page;
use render::Plan;

use crate::page_source::PageSource;

/// Maximum number of documents that are shown first. With more of them, the other pages would be delayed too long.
const FEW: usize = 4;

/// Returns the URLs of the changed documents. Returns an empty list if there are more than [`FEW`] of them, or if another file
/// has changed. `root` is the folder of the project.
pub fn urls(root: &Path, changed: &BTreeSet<PathBuf>, plan: &Plan) -> Vec<String> {
    if changed.len() > FEW {
        return Vec::new();
    }
    let url = |path: &PathBuf| {
        let name = path.strip_prefix(root).ok()?.to_str()?;
        plan.by_source.get(&name.replace('\\', "/")).cloned()
    };
    let urls: Option<Vec<String>> = changed.iter().map(url).collect();
    urls.unwrap_or_default()
}

/// Renders the pages at some URLs. Returns `None` if one of them has no route, cannot be rendered, has a finding, or has an island
/// that was not rendered before.
pub fn pages(source: &PageSource, urls: &[String]) -> Option<Vec<Arc<Page>>> {
    let renderer = source.renderer.page_renderer();
    let pages = urls.iter().map(|url| {
        let outcome = renderer.render(source.renderer.plan().routes.get(url)?);
        let is_clean = outcome.diagnostics.is_empty() && outcome.template_diagnostics.is_empty();
        let page = outcome.page.filter(|_| is_clean)?;
        if !source.islands.has_all(&page) {
            return None;
        }
        let (html, _) = source.islands.fill(&page);
        let finished = Page::new(page.record.clone(), &html).with_html(&html);
        Some(Arc::new(finished))
    });
    pages.collect()
}
