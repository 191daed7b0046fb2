//! Commands that run a rule, and the rules that a command runs.

/// Commands that run a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// Every build, and `site check`.
    Build,
    /// `site check`, with any options.
    Check,
    /// `site check --publish`.
    Publish,
    /// `site check --external`, which requests URLs of other sites.
    External,
}

impl When {
    /// Returns the commands as text: `check --publish`.
    pub fn command(self) -> &'static str {
        match self {
            Self::Build => "build, check",
            Self::Check => "check",
            Self::Publish => "check --publish",
            Self::External => "check --external",
        }
    }
}

/// Rules to run in addition to those of every build.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scope {
    /// Rules of `site check`.
    pub check: bool,
    /// Rules that apply once the site is public: `--publish`.
    pub publish: bool,
    /// Rules that request URLs of other sites: `--external`.
    pub external: bool,
}

impl Scope {
    /// Returns whether the rules of these commands are included.
    pub fn includes(self, when: When) -> bool {
        match when {
            When::Build => true,
            When::Check => self.check,
            When::Publish => self.publish,
            When::External => self.external,
        }
    }
}
