//! Why a command could not do its work.

use diagnostic::{Code, Diagnostic};

/// Codes of errors in how the command was used, not in the site.
const MISUSES: [&Code; 2] = [&crate::codes::NO_PROJECT, &build::codes::NOT_AN_OUTPUT];

/// Diagnostics that ended a command.
#[derive(Debug)]
pub struct Failure {
    /// What went wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether another command line would help: the exit code is 2 then, not 1.
    pub is_usage: bool,
}

impl Failure {
    /// Creates the failure of a command line that asks for something impossible.
    pub fn usage(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostics: vec![diagnostic],
            is_usage: true,
        }
    }
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        let is_usage = diagnostics.iter().any(|one| MISUSES.contains(&one.code));
        Self {
            diagnostics,
            is_usage,
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        vec![diagnostic].into()
    }
}
