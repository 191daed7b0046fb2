//! When a rule runs, and which rules a command runs.

/// When a rule runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// In every build, and in `site check`.
    Build,
    /// In `site check` only.
    Check,
    /// In `site check --publish` only.
    Publish,
    /// In `site check --external` only: it asks other sites.
    External,
}

impl When {
    /// The command that runs it.
    pub fn command(self) -> &'static str {
        match self {
            Self::Build => "build, check",
            Self::Check => "check",
            Self::Publish => "check --publish",
            Self::External => "check --external",
        }
    }
}

/// Which rules run beside those of every build.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scope {
    /// All that look only at this project: `site check`.
    pub check: bool,
    /// Those that hold once the site is public: `--publish`.
    pub publish: bool,
    /// Those that ask other sites: `--external`.
    pub external: bool,
}

impl Scope {
    /// Whether rules that run then are part of it.
    pub fn includes(self, when: When) -> bool {
        match when {
            When::Build => true,
            When::Check => self.check,
            When::Publish => self.publish,
            When::External => self.external,
        }
    }
}
