//! Inspects PDF documents (ISO 32000-1) without interpreting them: the names that matter are found wherever they are in the file,
//! also where a program would not look.
//!
//! The crate `lopdf` inflates and keeps every object before it can be asked for anything, so a small file could take any amount of
//! time and memory.

mod encryption;
mod names;

use std::io::Read as _;

use memchr::memmem;

use super::budget::{Budget, NotInspected};
use super::contents::{Contents, Item};
use super::fault::FileFault;
use super::inflate::Inflate;
use crate::definition::FileKind;
use names::{Name, is_space, names, text};

/// Maximum number of bytes before the header.
const MOST_BEFORE: usize = 1024;
/// Maximum number of bytes that are searched for the start of a stream's dictionary.
const LONGEST_DICTIONARY: usize = 512;
/// Maximum inflated size of an object stream, in bytes. Real ones have some hundred objects.
const MOST_PACKED: u64 = 256 * 1024;

/// Inspects a document. What cannot be read is accepted, but reported as not inspected. Fails with a fault if `bytes` do not begin with the
/// header of a PDF, or if it opens only with a password.
pub fn inspect(bytes: &[u8], budget: &Budget) -> Result<Contents, FileFault> {
    let start = header(bytes).ok_or(FileFault::Misnamed(None))?;
    let mut contents = Contents::default();
    let mut is_encrypted = false;
    let read = names(&bytes[start..], budget, |name, key| {
        // A heading of a page printed by Chromium may have this name, too; an array follows then.
        is_encrypted |= name.is("Encrypt") && (name.refers() || name.next.starts_with(b"<<"));
        if name.is("ObjStm") && key.is("Type") {
            let before = &bytes[..bytes.len() - name.next.len()];
            add_objects(before, name.next, budget, &mut contents)?;
        }
        add(name, key, budget, &mut contents)
    });
    if read.is_err() {
        contents.set_partial();
    }
    if is_encrypted {
        if encryption::opens_without_password(bytes, budget) == Some(false) {
            return Err(FileFault::Encrypted(FileKind::Pdf));
        }
        // The strings and the object streams are encrypted.
        contents.set_partial();
    }
    Ok(contents)
}

/// Returns the offset of the header. Only white space or a byte order mark may come before the header.
fn header(bytes: &[u8]) -> Option<usize> {
    let start = &bytes[..bytes.len().min(MOST_BEFORE)];
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let spaces = text.iter().take_while(|byte| is_space(**byte)).count();
    let at = start.len() - text.len() + spaces;
    (at < MOST_BEFORE && bytes[at..].starts_with(b"%PDF-")).then_some(at)
}

/// Adds the contents of the objects in an object stream (section 7.5.7). `before` ends in its dictionary, and `after` begins there.
fn add_objects(
    before: &[u8],
    after: &[u8],
    budget: &Budget,
    contents: &mut Contents,
) -> Result<(), NotInspected> {
    let start = memmem::find(after, b"stream").ok_or(NotInspected)?;
    budget.spend(start)?;
    // The names in a stream that is not deflated are found like all others in the file.
    if has_no_filter(before, &after[..start], budget)? {
        return Ok(());
    }
    // The keyword is followed by a line break (section 7.3.8). What follows the deflated data is not read.
    let stream = after[start..].strip_prefix(b"stream").unwrap_or_default();
    let stream = stream.strip_prefix(b"\r").unwrap_or(stream);
    let stream = stream.strip_prefix(b"\n").unwrap_or(stream);
    let mut objects = Vec::new();
    let mut inflated = Inflate::new(stream, true, budget)?.take(MOST_PACKED);
    let result = inflated.read_to_end(&mut objects);
    names(&objects, budget, |name, key| {
        add(name, key, budget, contents)
    })?;
    // The limit was reached if nothing is left of it.
    if result.is_err() || inflated.limit() == 0 {
        contents.set_partial();
    }
    Ok(())
}

/// Returns whether a stream has no filter. `before` ends in its dictionary, and `after` is the rest of it. The start of the dictionary is
/// not looked up, because a comment or a text could contain another one, so there must be no filter directly before it, either.
fn has_no_filter(before: &[u8], after: &[u8], budget: &Budget) -> Result<bool, NotInspected> {
    let before = &before[before.len().saturating_sub(LONGEST_DICTIONARY)..];
    budget.spend(before.len() + after.len())?;
    let mut has_filter = memmem::find(before, b"obj").is_none();
    names(&[before, after].concat(), budget, |name, _| {
        has_filter |= name.is("Filter");
        Ok(())
    })?;
    Ok(!has_filter)
}

/// Adds what a name stands for after the name `key`.
fn add(
    name: &Name,
    key: &Name,
    budget: &Budget,
    contents: &mut Contents,
) -> Result<(), NotInspected> {
    let has_dictionary = name.refers() || name.next.starts_with(b"<<");
    match (&*key.text, &*name.text) {
        // Actions (section 12.6.4). A rendition is a film or a sound, which a player opens.
        (b"S", b"Launch" | b"Rendition") => contents.add(Item::Program),
        (b"S", b"SubmitForm" | b"ImportData") => contents.add(Item::Link),
        (b"S", b"JavaScript" | b"RichMediaExecute") => contents.add(Item::Script),
        // The name of an action that is an object of its own is not looked up.
        (_, b"S") if name.is_reference() => contents.set_partial(),
        // Films with scripts (Adobe Supplement to ISO 32000, section 9.6.2).
        (_, b"RichMediaContent") if has_dictionary => contents.add(Item::Program),
        // Scripts of forms (section 12.7.8), of 3D models (section 13.6.3), and those that run when the document is opened (12.6.4.16).
        (_, b"XFA") if name.refers() || name.next.starts_with(b"[") => contents.add(Item::Script),
        (_, b"OnInstantiate" | b"JavaScript") if has_dictionary => contents.add(Item::Script),
        // Embedded files (section 7.11.4).
        (_, b"EF") if has_dictionary => contents.add(Item::File),
        // Streams whose content is in another file (section 7.3.8.2).
        (_, b"FFilter") if matches!(name.next, [b'/' | b'[', ..]) => contents.add(Item::Loaded),
        // The address of a link (section 12.6.4.7), and the name of a file, which may be written twice (7.11.2). A file that was
        // changed by appending to it has several versions of an object (7.5.6).
        (_, b"URI") => contents.add_link_once(&text(name.next, budget)?),
        (_, b"F" | b"UF") => contents.add_loaded_once(&text(name.next, budget)?),
        _ => {}
    }
    Ok(())
}
