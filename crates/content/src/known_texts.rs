//! What a process leaves for the next one about the text files that it has read.

use std::collections::BTreeMap;

use diagnostic::Fingerprint;
use serde::{Deserialize, Serialize};
use walk::Stamp;

/// Text files that an earlier process has read, by path relative to the project's root. Those that have not changed since are read only if
/// their text is used.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownTexts(pub(crate) BTreeMap<String, KnownText>);

/// A text file as it was when it was read.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KnownText {
    /// Stamp of the file. It is so old that any later change must change the stamp.
    pub stamp: Stamp,
    /// Length of the normalized text in bytes.
    pub length: usize,
    /// Fingerprint of the [`diagnostic::Source`].
    pub fingerprint: Fingerprint,
}
