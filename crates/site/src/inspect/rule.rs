//! What a rule is: its manual, when it runs, and the function that looks.

use diagnostic::{Code, Diagnostic};

use super::Inspection;

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

/// One rule. Most find one thing; some look at one matter from several sides.
#[derive(Debug)]
pub struct Rule {
    /// When it runs.
    pub when: When,
    /// What it may find.
    pub codes: &'static [&'static Code],
    /// Looks at everything and adds what is wrong. The severity of a finding is that of its manual.
    pub check: fn(&Inspection<'_>, &mut Vec<Diagnostic>),
}
