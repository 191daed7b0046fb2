//! The error type of commands.

use diagnostic::{Code, Diagnostic};

/// Codes of errors that mean that a command was used wrongly.
const USAGE_ERRORS: [&Code; 2] = [&crate::codes::NO_PROJECT, &build::codes::NOT_AN_OUTPUT];

/// The reason why a command could not do its work.
#[derive(Debug)]
pub struct Failure {
    /// Errors that stopped the command, and diagnostics that were found before them.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the command was used wrongly. The exit code is then 2 instead of 1.
    pub is_usage: bool,
}

impl Failure {
    /// Creates a failure of a command that was used wrongly.
    pub fn usage(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostics: vec![diagnostic],
            is_usage: true,
        }
    }
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        let is_usage = diagnostics
            .iter()
            .any(|one| USAGE_ERRORS.contains(&one.code));
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
