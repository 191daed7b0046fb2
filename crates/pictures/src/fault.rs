//! Reasons why a file cannot be used as a picture.

/// A fault of a picture, with help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Description of the fault.
    pub message: String,
    /// Advice on how to fix it.
    pub help: &'static str,
}

impl Fault {
    /// Creates the fault of a file that cannot be decoded because of `error`.
    pub(crate) fn damaged(error: impl std::fmt::Display) -> Self {
        Self {
            message: format!("this image is damaged: {error}"),
            help: "save it again in an image editor",
        }
    }
}
