//! Faults of uploaded files.

use crate::definition::FileKind;

/// A reason to refuse a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFault {
    /// No bytes at all.
    Empty,
    /// More bytes than the field allows.
    TooLarge,
    /// A name without an accepted extension.
    WrongKind,
    /// The content is not what the name says. If it is another accepted kind, that kind.
    Misnamed(Option<FileKind>),
    /// A document with macros.
    Macros,
    /// A document of the given kind that opens only with a password.
    Encrypted(FileKind),
}

impl FileFault {
    /// Returns what is wrong and what to do about it, or `None` if the field has an error message of its own for this fault.
    pub fn advice(self) -> Option<String> {
        let advice = match self {
            Self::TooLarge | Self::WrongKind => return None,
            Self::Empty => {
                "This file is empty. Please save your document again, and choose it once more."
            }
            Self::Misnamed(Some(kind)) => {
                let kind = kind.extension();
                return Some(format!(
                    "This file is a {} whatever its name says. Please change the end of its name to .{kind}, and choose it again.",
                    kind.to_uppercase()
                ));
            }
            Self::Misnamed(None) => {
                "The content of this file is not what its name says. Please open it, save it as a PDF, and upload that."
            }
            Self::Macros => {
                "This document contains macros, which are small programs. Please save it as a PDF, and upload that."
            }
            Self::Encrypted(FileKind::Pdf) => {
                "This PDF opens only with a password. Please open it, print it to a new PDF without one, and upload that."
            }
            Self::Encrypted(FileKind::Doc | FileKind::Docx) => {
                "Word saved this with a password. Please remove it (File, Info, Protect Document), save, and upload it again."
            }
        };
        Some(advice.to_owned())
    }
}
