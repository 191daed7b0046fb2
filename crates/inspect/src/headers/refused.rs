//! Parts of a page that browsers refuse, or may read in another way than the rules.

use diagnostic::Code;

/// A part of a page that no policy can allow, with its finding.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused {
    /// Code of the finding.
    pub code: &'static Code,
    /// Message of the finding.
    pub message: String,
    /// Help of the finding.
    pub help: &'static str,
    /// Texts that a source may have for it, the most exact first.
    pub written: Vec<String>,
}
