//! Severity of a finding.

/// Severity of a finding, which decides whether it stops the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The build stops before anything is written.
    Error,
    /// Reported, but the build goes on.
    Warning,
    /// Something that a draft still lacks. The build goes on, even with `--strict`.
    Note,
}

impl Severity {
    /// Returns `error`, `warning` or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}
