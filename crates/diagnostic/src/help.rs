//! Help of a finding.

use crate::fix::Replacement;

/// A line of help, with the replacement that it proposes, if it proposes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// What to do, or another explanation.
    pub text: String,
    /// Word to write in place of another one.
    pub replacement: Option<Replacement>,
}

impl Help {
    /// Creates help that proposes to write `with` in place of `word`. A person confirms the replacement.
    pub fn replace(text: impl Into<String>, word: &str, with: &str) -> Self {
        Self {
            text: text.into(),
            replacement: Some(Replacement {
                word: word.to_owned(),
                with: with.to_owned(),
                is_certain: false,
            }),
        }
    }

    /// Marks the replacement as one that a person confirms.
    #[must_use]
    pub fn to_confirm(mut self) -> Self {
        if let Some(replacement) = &mut self.replacement {
            replacement.is_certain = false;
        }
        self
    }

    /// Marks the replacement as one that can be made without asking.
    #[must_use]
    pub fn certainly(mut self) -> Self {
        if let Some(replacement) = &mut self.replacement {
            replacement.is_certain = true;
        }
        self
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self {
            text,
            replacement: None,
        }
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}
