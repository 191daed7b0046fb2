//! What a rule is: its manual, when it runs, and the function that looks.

use content::{Diagnostic, Severity};

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

/// The manual page of one kind of finding: what `site check --explain CODE` prints.
#[derive(Debug)]
pub struct Manual {
    /// Its stable name.
    pub code: &'static str,
    /// Whether it stops a build, unless `checks.toml` says otherwise.
    pub severity: Severity,
    /// What is found, in one line.
    pub summary: &'static str,
    /// Why that is bad.
    pub why: &'static str,
    /// Text or markup that has it.
    pub example: &'static str,
    /// What to do about it.
    pub fix: &'static str,
    /// Where the rule comes from; empty where it is this program's own.
    pub source: &'static str,
}

/// One rule. Most find one thing; some look at one matter from several sides.
#[derive(Debug)]
pub struct Rule {
    /// When it runs.
    pub when: When,
    /// What it may find.
    pub manuals: &'static [Manual],
    /// Looks at everything and adds what is wrong. The severity of a finding is that of its manual.
    pub check: fn(&Inspection<'_>, &mut Vec<Diagnostic>),
}
