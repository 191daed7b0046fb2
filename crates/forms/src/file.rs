//! Checks uploaded documents: their name and their content must agree on an accepted kind.
//!
//! The checks follow the OWASP File Upload Cheat Sheet and ASVS 5.0, sections 5.2 and 5.3: an allow-list of types, a check
//! of the content beyond the first bytes, and no trust in the name or in the declared content type.

mod doc;
mod docx;
mod fault;
mod fields;
mod inflate;
mod name;
mod pdf;
mod target;
mod zip;

use crate::definition::FileKind;
use crate::form::Field;

pub use fault::FileFault;
pub use name::sanitized;

/// Checks an uploaded file, and returns its kind.
///
/// # Errors
/// Returns the first fault. The name is checked first, then the size, then the content.
pub fn check(field: &Field, name: &str, bytes: &[u8]) -> Result<FileKind, FileFault> {
    let kind = kind_by_name(field, name).ok_or(FileFault::WrongKind)?;
    if u64::try_from(bytes.len()).map_or(true, |size| size > field.max_bytes) {
        return Err(FileFault::TooLarge);
    }
    match kind {
        FileKind::Pdf => pdf::check(bytes),
        FileKind::Doc => doc::check(bytes),
        FileKind::Docx => docx::check(bytes),
    }?;
    Ok(kind)
}

/// Returns the kind of document that a file name's extension indicates. Returns `None` if `field` does not accept that kind,
/// or if the name consists only of an extension.
fn kind_by_name(field: &Field, name: &str) -> Option<FileKind> {
    let (stem, extension) = name.rsplit_once('.')?;
    let extension = format!(".{}", extension.to_ascii_lowercase());
    if stem.is_empty() || !field.accept.contains(&extension) {
        return None;
    }
    [FileKind::Pdf, FileKind::Doc, FileKind::Docx]
        .into_iter()
        .find(|kind| extension[1..] == *kind.extension())
}

impl FileKind {
    /// Returns the media type of stored documents of this kind.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Doc => "application/msword",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }
}
