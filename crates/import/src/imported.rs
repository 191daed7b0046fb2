//! The result of an import: the files of the new site, and the findings.

use std::collections::BTreeMap;

use diagnostic::Diagnostic;

/// The content of a file of the new site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum File {
    /// Text.
    Text(String),
    /// The bytes of the file of the old site with this path.
    Copy(String),
}

/// A converted site.
#[derive(Debug, Default)]
pub struct Imported {
    /// Files of the new site by path.
    pub files: BTreeMap<String, File>,
    /// Number of documents.
    pub documents: usize,
    /// Findings about what could not be converted.
    pub diagnostics: Vec<Diagnostic>,
}
