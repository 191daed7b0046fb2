//! Whether a finding stops the build.

/// Whether a finding stops the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The build stops before anything is written.
    Error,
    /// Worth knowing; the build goes on.
    Warning,
    /// Still to be done, in a draft; the build goes on, even with `--strict`.
    Note,
}

impl Severity {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}
