//! Whether a finding stops the build.

/// Whether a finding stops the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The build stops before anything is written.
    Error,
    /// Worth knowing; the build goes on.
    Warning,
}
