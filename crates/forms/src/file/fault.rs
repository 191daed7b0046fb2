//! Faults of uploaded files.

/// A reason to refuse a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFault {
    /// More bytes than the field allows.
    TooLarge,
    /// A kind that is not accepted, content that does not match the file name, or a damaged file.
    WrongKind,
    /// A document with macros.
    Macros,
    /// A document that contains another file.
    EmbeddedFile,
    /// A document that loads something from elsewhere, or opens a web page, when it is opened.
    RemoteContent,
    /// A document that runs a script or starts a program.
    Script,
    /// A document that is encrypted.
    Encrypted,
}

impl FileFault {
    /// Returns advice on how to fix the document, or `None` if the error message of the field is enough.
    pub fn advice(self) -> Option<&'static str> {
        match self {
            Self::TooLarge | Self::WrongKind => None,
            Self::Macros => {
                Some("This one contains macros: save it without them and upload it again.")
            }
            Self::EmbeddedFile => Some(
                "This one has another file inside: remove it, or print the document to a new PDF and upload that.",
            ),
            Self::RemoteContent => Some(
                "This one loads something from elsewhere or opens a web page by itself: print it to a new PDF and upload that.",
            ),
            Self::Script => Some(
                "This one contains a script or starts a program: print it to a new PDF and upload that.",
            ),
            Self::Encrypted => Some(
                "This one is protected by a password or restrictions: save it without them and upload it again.",
            ),
        }
    }
}
