//! The result of reading one file of a collection.

use std::sync::Arc;

use diagnostic::Diagnostic;

use crate::document::Document;

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
