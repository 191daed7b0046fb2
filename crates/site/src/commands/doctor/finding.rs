//! The result of one check of `site doctor`.

/// Result of one check, whether it passed or not.
#[derive(Debug, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// Name of the check, such as `node`.
    pub check: &'static str,
    /// Severity of the finding.
    pub state: State,
    /// Description of what was found.
    pub message: String,
    /// Advice about what to do.
    pub help: Option<String>,
}

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// The check passed.
    Ok,
    /// The check found something worth knowing that makes no command fail.
    Note,
    /// The check found something that makes a command fail.
    Problem,
}

impl State {
    /// Returns the word that is printed at the beginning of the line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Problem => "problem",
        }
    }
}

impl Finding {
    /// Creates the result of a check that passed.
    pub fn ok(check: &'static str, message: impl Into<String>) -> Self {
        Self {
            check,
            state: State::Ok,
            message: message.into(),
            help: None,
        }
    }

    /// Creates a finding that is worth knowing, but makes no command fail.
    pub fn note(check: &'static str, message: impl Into<String>) -> Self {
        Self {
            state: State::Note,
            ..Self::ok(check, message)
        }
    }

    /// Creates a finding that makes a command fail.
    pub fn problem(check: &'static str, message: impl Into<String>) -> Self {
        Self {
            state: State::Problem,
            ..Self::ok(check, message)
        }
    }

    /// Sets the advice about what to do.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}
