//! Checks uploaded documents, and says what they contain.
//!
//! A file is refused only if nobody could use it: the wrong kind, too large, empty, with macros, or closed by a password.
//! Everything else that a document contains is not a reason to refuse it, because honest documents contain it as well. The
//! inspection says in words what the staff will meet. It cannot find everything, and protects nobody by itself: the staff open
//! a document only after a malware scan.
//!
//! The readers here see only the few features of each format that are worth a word, and each charges its work to one
//! [`Budget`]. A part that is damaged, or exceeds the budget, is reported as not inspected.

mod archive;
mod budget;
mod contents;
mod doc;
mod docx;
mod fault;
mod inflate;
mod name;
mod pdf;
mod word_field;

use crate::definition::FileKind;
use crate::form::Field;

use budget::Budget;
use contents::Contents;

pub use fault::FileFault;
pub use name::sanitized;

/// A file that was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// Kind of the document, by its name and its content.
    pub kind: FileKind,
    /// What the staff should know before they open it, as a predicate: "contains 1 script; open it only after the scan".
    pub warning: Option<String>,
}

/// Checks an uploaded file, and inspects its content. Fails with the first fault. The name is checked first, then the size, then the
/// content.
pub fn check(field: &Field, name: &str, bytes: &[u8]) -> Result<Accepted, FileFault> {
    let kind = kind_by_name(field, name);
    if kind.is_none() && has_other_extension(name) {
        return Err(FileFault::WrongKind);
    }
    if bytes.is_empty() {
        return Err(FileFault::Empty);
    }
    if u64::try_from(bytes.len()).map_or(true, |size| size > field.max_bytes) {
        return Err(FileFault::TooLarge);
    }
    let budget = Budget::new(bytes.len());
    let Some(kind) = kind else {
        let kind = kind_by_content(field, bytes, &budget);
        return Err(kind.map_or(FileFault::WrongKind, |kind| FileFault::Misnamed(Some(kind))));
    };
    let contents = match kind {
        FileKind::Pdf => pdf::inspect(bytes, &budget),
        FileKind::Doc => doc::inspect(bytes, &budget),
        FileKind::Docx => docx::inspect(bytes, &budget),
    };
    let contents: Contents = contents.map_err(|fault| match fault {
        FileFault::Misnamed(_) => FileFault::Misnamed(kind_by_content(field, bytes, &budget)),
        fault => fault,
    })?;
    Ok(Accepted {
        kind,
        warning: contents.warning(),
    })
}

/// Returns the kind of document that a file name's extension indicates, once the name is sanitized. Returns `None` if `field` does
/// not accept that kind, or if the name consists only of an extension.
fn kind_by_name(field: &Field, name: &str) -> Option<FileKind> {
    let name = sanitized(name);
    let (stem, extension) = name.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    let kind = FileKind::ALL
        .into_iter()
        .find(|kind| extension == *kind.extension())?;
    (!stem.is_empty() && is_accepted(field, kind)).then_some(kind)
}

/// Extensions of pictures, programs, and documents of other kinds. What follows a dot in any other name may be a part of it, as in
/// `Asha.Rao` or `document:1000012345`.
const OTHER_EXTENSIONS: &str = " 7z app apk bat bmp cmd csv docm dot dotm dotx eml exe gif heic heif htm html jar jpeg jpg js key lnk \
    m4a md mht mov mp3 mp4 msg msi numbers odp ods odt one pages png ppt pptm pptx ps1 rar rtf scr svg tif tiff txt vbs wav webp wps \
    xls xlsm xlsx xps zip ";

/// Returns whether a file name has the extension of another kind of file.
fn has_other_extension(name: &str) -> bool {
    let name = sanitized(name);
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        let extension = format!(" {} ", extension.to_ascii_lowercase());
        !stem.is_empty() && OTHER_EXTENSIONS.contains(&extension)
    })
}

/// Returns the kind of document that the content is, whatever its name says, if `field` accepts that kind.
fn kind_by_content(field: &Field, bytes: &[u8], budget: &Budget) -> Option<FileKind> {
    let inspected = [
        (FileKind::Pdf, pdf::inspect(bytes, budget)),
        (FileKind::Doc, doc::inspect(bytes, budget)),
        (FileKind::Docx, docx::inspect(bytes, budget)),
    ];
    inspected
        .into_iter()
        .find(|(kind, result)| result.is_ok() && is_accepted(field, *kind))
        .map(|(kind, _)| kind)
}

fn is_accepted(field: &Field, kind: FileKind) -> bool {
    let extensions = &mut field.accept.iter();
    extensions.any(|extension| extension[1..] == *kind.extension())
}

impl FileKind {
    /// All kinds.
    const ALL: [Self; 3] = [Self::Pdf, Self::Doc, Self::Docx];

    /// Returns the media type of stored documents of this kind.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Doc => "application/msword",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }
}
