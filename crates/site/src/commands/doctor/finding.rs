//! Result of one check.

/// Result of one check.
#[derive(Debug, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// What was checked.
    pub check: &'static str,
    /// How serious it is.
    pub state: State,
    /// What was found.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Everything is fine.
    Ok,
    /// Worth knowing, but nothing fails because of it.
    Note,
    /// Something fails because of it.
    Problem,
}

impl State {
    /// Returns the word that is printed for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Problem => "problem",
        }
    }
}

impl Finding {
    /// Creates the result of a check that found everything fine.
    pub fn ok(check: &'static str, message: impl Into<String>) -> Self {
        Self {
            check,
            state: State::Ok,
            message: message.into(),
            help: None,
        }
    }

    /// Creates a finding that makes no command fail.
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

    /// Sets what to do about it.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}
