//! The result of reading one file of a collection.

use std::sync::Arc;

use diagnostic::Diagnostic;

use crate::document::Document;

/// Documents of a file, and findings about it.
#[derive(Debug, Default)]
pub struct FileContent {
    /// Documents of the file; those with errors are marked as not valid.
    pub documents: Vec<Arc<Document>>,
    /// Documents that are not part of the site now, each with the reason.
    pub hidden: Vec<(Arc<Document>, String)>,
    /// Findings about the file.
    pub diagnostics: Vec<Diagnostic>,
}
