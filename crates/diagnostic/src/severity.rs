//! Whether a finding stops the build.

/// Whether a finding stops the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The build stops before anything is written.
    Error,
    /// Worth knowing; the build goes on.
    Warning,
    /// Still missing in a draft. The build goes on, even with `--strict`.
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
