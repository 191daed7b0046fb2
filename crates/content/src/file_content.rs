//! What is read of one file.

use std::sync::Arc;

use diagnostic::Diagnostic;

use crate::document::Document;

/// Result of reading a file.
#[derive(Debug, Default)]
pub struct FileContent {
    /// Documents of the file; those with errors are marked as not valid.
    pub documents: Vec<Arc<Document>>,
    /// Documents that are not part of the site now, each with the reason.
    pub hidden: Vec<(Arc<Document>, String)>,
    /// Findings about the file.
    pub diagnostics: Vec<Diagnostic>,
}
