//! The text of a file, which need not stay in memory.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A function that reads a text again; `None` if the file no longer has that text.
pub type ReadAgain = Arc<dyn Fn() -> Option<String> + Send + Sync>;

/// The text of a file. One that can be read again is read when it is first used.
pub struct Text {
    /// Length in bytes.
    length: usize,
    /// The text, once it has been read.
    read: OnceLock<String>,
    again: Option<ReadAgain>,
}

impl Text {
    /// Returns the text of a file that has been read before, and had `length` bytes then. It is not in memory.
    pub fn unread(length: usize) -> Self {
        Self {
            length,
            read: OnceLock::new(),
            again: None,
        }
    }

    /// Sets the function that reads the text again.
    pub fn read_again_with(&mut self, again: ReadAgain) {
        self.again = Some(again);
    }

    /// Returns the same text, not read yet; `None` if it cannot be read again.
    pub fn not_in_memory(&self) -> Option<Self> {
        let again = self.again.clone()?;
        Some(Self {
            again: Some(again),
            ..Self::unread(self.length)
        })
    }

    /// Returns the length in bytes, without reading the text.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns whether the text has no characters, without reading it.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }
}

impl Deref for Text {
    type Target = String;

    /// Reads the text if it is not in memory. If its file has been changed since, returns spaces, so that all places that are known in the
    /// text exist: whoever reads files reports this file.
    fn deref(&self) -> &String {
        self.read.get_or_init(|| {
            let text = self.again.as_ref().and_then(|again| again());
            text.unwrap_or_else(|| " ".repeat(self.length))
        })
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length && **self == **other
    }
}

impl Eq for Text {}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self {
            length: text.len(),
            read: OnceLock::from(text),
            again: None,
        }
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_when_it_is_used() {
        for (now, expected) in [(Some("ab"), "ab"), (None, "  ")] {
            let again: ReadAgain = Arc::new(move || now.map(str::to_owned));
            let mut text = Text::from("ab".to_owned());
            text.read_again_with(again);
            assert_eq!(*text, "ab");
            let unread = text.not_in_memory().unwrap();
            assert!(unread.read.get().is_none() && unread.len() == 2);
            assert_eq!(*unread, expected);
        }
    }
}
