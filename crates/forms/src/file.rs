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

pub use fault::FileFault;
pub use name::sanitized;

/// A file that was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// Kind of the document, by its name and its content.
    pub kind: FileKind,
    /// Sanitized file name with the extension of the kind.
    pub name: String,
    /// What the staff should know before they open it, as a predicate: "contains 1 script; open it only after the scan".
    pub warning: Option<String>,
}

/// Checks an uploaded file, and inspects its content. If the name has no extension, as on phones, the content alone decides.
///
/// # Errors
/// Returns the first fault. The name is checked first, then the size, then the content.
pub fn check(field: &Field, name: &str, bytes: &[u8]) -> Result<Accepted, FileFault> {
    let kinds = FileKind::ALL.into_iter();
    let kinds = kinds.filter(|kind| is_accepted(field, *kind));
    let mut name = sanitized(name);
    let extension = extension(&name);
    let named = match &extension {
        Some(extension) => {
            let kind = kinds.clone().find(|kind| extension == kind.extension());
            Some(kind.ok_or(FileFault::WrongKind)?)
        }
        None => None,
    };
    if bytes.is_empty() {
        return Err(FileFault::Empty);
    }
    if u64::try_from(bytes.len()).map_or(true, |size| size > field.max_bytes) {
        return Err(FileFault::TooLarge);
    }
    let budget = Budget::new(bytes.len());
    let inspected = named.into_iter().chain(kinds).map(|kind| {
        let contents = match kind {
            FileKind::Pdf => pdf::inspect(bytes, &budget),
            FileKind::Doc => doc::inspect(bytes, &budget),
            FileKind::Docx => docx::inspect(bytes, &budget),
        };
        (kind, contents)
    });
    let mut possible =
        inspected.filter(|(_, contents)| !matches!(contents, Err(FileFault::Misnamed(_))));
    let (kind, contents) = match (possible.next(), named) {
        (Some((kind, contents)), None) => (kind, contents?),
        (Some((kind, contents)), Some(named)) if kind == named => (kind, contents?),
        (None, None) => return Err(FileFault::WrongKind),
        (other, Some(_)) => return Err(FileFault::Misnamed(other.map(|(kind, _)| kind))),
    };
    if extension.is_none() {
        let stem = if name.is_empty() { &field.name } else { &name };
        name = sanitized(&format!("{stem}.{}", kind.extension()));
    }
    Ok(Accepted {
        kind,
        name,
        warning: contents.warning(),
    })
}

/// Returns the extension of a sanitized file name, in lower case: one to four letters or digits, of which one is a letter. Phones
/// and browsers give names such as `document1000012345`, `blob`, and `cv.pdf (1)`, which have none.
fn extension(name: &str) -> Option<String> {
    let (stem, extension) = name.rsplit_once('.')?;
    let is_extension = !stem.is_empty()
        && (1..=4).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !extension.bytes().all(|byte| byte.is_ascii_digit());
    is_extension.then(|| extension.to_ascii_lowercase())
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
