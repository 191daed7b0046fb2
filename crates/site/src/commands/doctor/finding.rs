//! Results of the checks.

/// Result of one check.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was checked.
    pub what: &'static str,
    /// How it is.
    pub state: State,
    /// What was found, in words.
    pub says: String,
    /// What to do about it.
    pub help: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// In order.
    Good,
    /// Worth knowing; nothing fails for it.
    Note,
    /// Something fails for it.
    Problem,
}

impl State {
    /// The word shown for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "ok",
            Self::Note => "note",
            Self::Problem => "problem",
        }
    }
}

impl Finding {
    /// Everything is in order.
    pub fn good(what: &'static str, says: impl Into<String>) -> Self {
        Self {
            what,
            state: State::Good,
            says: says.into(),
            help: None,
        }
    }

    /// Worth knowing; nothing fails because of it.
    pub fn note(what: &'static str, says: impl Into<String>) -> Self {
        Self {
            state: State::Note,
            ..Self::good(what, says)
        }
    }

    /// Something fails because of it.
    pub fn problem(what: &'static str, says: impl Into<String>) -> Self {
        Self {
            state: State::Problem,
            ..Self::good(what, says)
        }
    }

    /// Adds what to do about it.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}
