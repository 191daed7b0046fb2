//! The pages of edited documents, which a preview shows before all others are rendered.

use std::sync::Arc;

use content::Content;
use inspect::{Files, Page};
use render::Plan;

/// The pages of edited documents.
#[derive(Debug)]
pub struct EditedPages {
    /// The content after the edit.
    pub content: Arc<Content>,
    /// The routes after the edit.
    pub plan: Arc<Plan>,
    /// The rendered pages of the edited documents.
    pub pages: Vec<Arc<Page>>,
    /// Files of the content and the theme to which the pages refer.
    pub files: Files,
}

/// A function that is called with the pages of edited documents.
pub type ShowEdited = dyn Fn(EditedPages) + Send + Sync;
