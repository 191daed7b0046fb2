//! The decoded content of a body.

use bytes::Bytes;

/// The entries of a body, in order and not yet checked against a form.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// Names and their texts; a name may occur more than once.
    pub texts: Vec<(String, String)>,
    /// Names whose value was not a text but a JSON list or object, and that value as JSON.
    pub not_text: Vec<(String, String)>,
    /// Names whose text was cut off because it was longer than any text of the form may be.
    pub cut: Vec<String>,
    /// Uploaded files; each field has at most one.
    pub uploads: Vec<Upload>,
}

impl Decoded {
    /// Returns whether nothing was read.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.not_text.is_empty() && self.uploads.is_empty()
    }

    /// Returns whether the value of `name` was a JSON list or object.
    pub fn is_not_text(&self, name: &str) -> bool {
        self.not_text.iter().any(|(other, _)| other == name)
    }
}

impl DecodeError {
    /// Returns the error for a body of which nothing could be read.
    pub(super) fn malformed(why: &'static str) -> Self {
        Self::Malformed(why, Decoded::default())
    }
}

/// An uploaded file.
#[derive(Debug, PartialEq, Eq)]
pub struct Upload {
    /// Name of the form field.
    pub field: String,
    /// File name on the visitor's machine, unchecked.
    pub name: String,
    /// Content of the file, up to one byte more than the limit: enough to see that the file is too large.
    pub bytes: Bytes,
}

/// Error for a body that cannot be decoded.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The content type is not one of the three supported ones.
    #[error(
        "Send the form as JSON, as application/x-www-form-urlencoded or as multipart/form-data."
    )]
    Unsupported,
    /// The form has a file field, which only a multipart body can contain.
    #[error("Send this form as multipart/form-data.")]
    NeedsMultipart,
    /// The body is not valid for its content type. Says why, and what was read before the fault.
    #[error("{0}")]
    Malformed(&'static str, Decoded),
    /// The body is larger than any valid submission of the form.
    #[error("The form is too large.")]
    TooLarge,
}
