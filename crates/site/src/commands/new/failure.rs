//! Why `site new` wrote nothing.

use diagnostic::Diagnostic;

/// Why nothing was written.
pub enum Failure {
    /// Another command line would do.
    Usage(Diagnostic),
    /// Something of the project stands in the way.
    Project(Vec<Diagnostic>),
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Project(vec![diagnostic])
    }
}
