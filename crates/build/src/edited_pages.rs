//! Pages of edited documents, which a build can make before all others, so that a preview shows an edit at once.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use inspect::{Files, Page};
use render::Plan;

use crate::project::Project;
use crate::site::Site;

/// Pages of edited documents.
#[derive(Debug)]
pub struct EditedPages {
    /// The routes after the edit.
    pub plan: Arc<Plan>,
    /// The pages.
    pub pages: Vec<Arc<Page>>,
    /// Files of the content and the theme that the pages refer to.
    pub files: Files,
}

/// Called with the pages of edited documents.
pub type ShowEdited = dyn Fn(EditedPages) + Send + Sync;

/// Maximum number of documents. With more, showing them first would delay the others.
const FEW: usize = 4;

/// Returns the URLs of changed documents. Returns none if there are too many, or if anything else has changed.
pub fn urls(project: &Project, changed: &BTreeSet<PathBuf>, plan: &Plan) -> Vec<String> {
    if changed.len() > FEW {
        return Vec::new();
    }
    let url = |path: &PathBuf| {
        let name = path.strip_prefix(&project.root).ok()?.to_str()?;
        plan.by_source.get(&name.replace('\\', "/")).cloned()
    };
    let urls: Option<Vec<String>> = changed.iter().map(url).collect();
    urls.unwrap_or_default()
}

impl EditedPages {
    /// Returns the last site with these pages in it. Returns `None` if they need anything else that the last site does not have.
    pub fn in_site(self, last: &Site) -> Option<Site> {
        let mut others = last.others.clone();
        others.extend(self.files);
        let is_allowed = |page: &Arc<Page>| {
            let mut pages = last.pages.iter();
            pages.any(|known| known.needs() == page.needs())
        };
        let mut offered = self.pages.iter().flat_map(|page| &page.rendered().pictures);
        if !self.pages.iter().all(is_allowed)
            || !offered.all(|size| others.contains_key(&size.output))
        {
            return None;
        }
        let mut edited = self.pages.into_iter();
        let is_edited = |url: &str| edited.as_slice().iter().any(|page| page.url() == url);
        let kept = last.pages.iter();
        let kept = kept.filter(|page| !is_edited(page.url()));
        let mut pages: Vec<Arc<Page>> = kept.cloned().collect();
        pages.extend(&mut edited);
        pages.sort_by(|a, b| a.url().cmp(b.url()));
        let urls = pages.iter().map(|page| page.url());
        // Otherwise the plan has pages that are not made yet, or no longer has pages that others link to.
        urls.eq(self.plan.routes.urls()).then(|| Site {
            others,
            pages,
            plan: self.plan,
            rewrites: last.rewrites.clone(),
            headers: last.headers.clone(),
            base_url: last.base_url.clone(),
            is_bundled: last.is_bundled,
            missing_pictures: Vec::new(),
            card_drawer: last.card_drawer.clone(),
            widget_check: None,
        })
    }
}
