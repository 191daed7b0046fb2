//! Metadata of text files from the previous process, so that unchanged files need not be read.

use diagnostic::{ByText, Fingerprint};
use serde::{Deserialize, Serialize};
use walk::Stamp;

/// Text files that an earlier process has read, by path relative to the project's root. Those that have not changed since are read only if
/// their text is used.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextStamps(pub(crate) ByText<String, TextStamp>);

/// A text file as it was when it was read.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TextStamp {
    /// Stamp of the file. It is so old that any later change changes the stamp.
    pub stamp: Stamp,
    /// Length of the normalized text in bytes.
    pub length: usize,
    /// Fingerprint of the [`diagnostic::Source`].
    pub fingerprint: Fingerprint,
}
