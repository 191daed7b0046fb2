//! Faults of uploaded files.

use crate::definition::FileKind;
use crate::words::{Words, fill};

/// A reason to refuse a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFault {
    /// No bytes at all.
    Empty,
    /// More bytes than the field allows.
    TooLarge,
    /// A name with another extension, or without one and a content of another kind.
    WrongKind,
    /// The content is not what the name says, or the name has no extension. If the content is an accepted kind, that kind.
    Misnamed(Option<FileKind>),
    /// A document with macros.
    Macros,
    /// A document of the given kind that opens only with a password.
    Encrypted(FileKind),
}

impl FileFault {
    /// Returns what is wrong and what to do about it, or `None` if the field has an error message of its own for this fault.
    pub fn advice(self, words: &Words) -> Option<String> {
        let advice = match self {
            Self::TooLarge | Self::WrongKind => return None,
            Self::Empty => &words.empty_file,
            Self::Misnamed(Some(kind)) => {
                let extension = kind.extension();
                let kind = extension.to_uppercase();
                let values = [("kind", kind.as_str()), ("extension", extension)];
                return Some(fill(&words.misnamed, &values));
            }
            Self::Misnamed(None) => &words.other_content,
            Self::Macros => &words.macros,
            Self::Encrypted(FileKind::Pdf) => &words.locked_pdf,
            Self::Encrypted(FileKind::Doc | FileKind::Docx) => &words.locked_word,
        };
        Some(advice.clone())
    }
}
