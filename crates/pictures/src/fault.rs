//! Reasons why a file cannot be used as a picture.

/// A fault of a picture, with help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The problem.
    pub message: String,
    /// What to do.
    pub help: &'static str,
}

impl Fault {
    /// Returns the fault of a file that its decoder refuses.
    pub(crate) fn damaged(error: impl std::fmt::Display) -> Self {
        Self {
            message: format!("this image is damaged: {error}"),
            help: "save it again in an image editor",
        }
    }
}
