//! Pages of edited documents, which a build can make before all others, so that a preview shows an edit at once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use inspect::{Files, Page};
use render::Plan;

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

/// Returns the URLs of changed documents of the project in the folder `root`. Returns none if there are too many, or if
/// anything else has changed.
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
