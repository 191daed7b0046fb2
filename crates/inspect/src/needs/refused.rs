//! Parts of a page that browsers refuse, or may parse differently than the rules do.

use diagnostic::Code;

/// A part of a page that no policy can allow, with its finding.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Refused {
    /// Code of the finding.
    pub code: &'static Code,
    /// Message of the finding.
    pub message: String,
    /// Help of the finding.
    pub help: &'static str,
    /// Texts by which to find the part in a source, the most exact first.
    pub written: Vec<String>,
}
