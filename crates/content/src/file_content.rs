//! The result of reading one file of a collection.

use std::sync::Arc;

use diagnostic::Diagnostic;

use crate::document::Document;
use crate::toml_text::TomlText;

/// The documents in a file, and the findings about it.
#[derive(Debug, Default)]
pub struct FileContent {
    /// Documents in the file, including those with errors (`valid` is `false`).
    pub documents: Vec<Arc<Document>>,
    /// Documents that are not part of the site today, each with the reason.
    pub hidden: Vec<(Arc<Document>, String)>,
    /// Findings about the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl FileContent {
    /// Frees the text of the file, which the documents read again when they use it. Keeps a text that cannot be read again.
    pub(crate) fn release_text(&mut self) {
        let hidden = self.hidden.iter_mut().map(|(document, _)| document);
        let mut released: Option<TomlText> = None;
        for document in self.documents.iter_mut().chain(hidden) {
            let old = &document.toml;
            let new = released
                .get_or_insert_with(|| TomlText::new(&old.source.unloaded(), old.span.clone()));
            if let Some(document) = Arc::get_mut(document) {
                document.toml = new.clone();
            }
        }
    }
}
