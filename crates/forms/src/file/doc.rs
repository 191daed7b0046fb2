//! Inspects Word 97–2003 documents: compound files with the stream `WordDocument` ([MS-DOC], section 2.1).

use memchr::memchr_iter;

use super::budget::{Budget, NotInspected};
use super::compound::{Entry, SIGNATURE, entries};
use super::contents::{Contents, Item};
use super::fault::FileFault;
use super::word_field::{self, MOST_KEPT};
use crate::definition::FileKind;

/// Flag at offset 11 of the stream `WordDocument` (section 2.5.2): the document is encrypted.
const ENCRYPTED: u8 = 1;
/// Character that begins a field (section 2.8.25).
const FIELD: u8 = 0x13;
/// Cost of reading the beginning of a field.
const PER_FIELD: usize = 64;

/// Inspects a document. One whose directory cannot be read is accepted, but reported as not inspected.
///
/// # Errors
/// Returns a fault if `bytes` are not a compound file, if it contains something else than a Word document, or if it has macros
/// or is encrypted.
pub fn inspect(bytes: &[u8], budget: &Budget) -> Result<Contents, FileFault> {
    if !bytes.starts_with(&SIGNATURE) {
        return Err(FileFault::Misnamed(None));
    }
    let mut contents = Contents::default();
    match entries(bytes, budget) {
        Ok(entries) => check_entries(&entries, &mut contents)?,
        Err(NotInspected) => contents.set_partial(),
    }
    if add_fields(bytes, budget, &mut contents).is_err() {
        contents.set_partial();
    }
    Ok(contents)
}

fn check_entries(entries: &[Entry], contents: &mut Contents) -> Result<(), FileFault> {
    let is_named = |names: &[&str]| entries.iter().any(|entry| names.contains(&&*entry.name));
    let document = entries.iter().find(|entry| entry.name == "worddocument");
    if is_named(&["encryptedpackage"]) {
        return Err(FileFault::Encrypted(FileKind::Docx));
    }
    if document.is_none() && !entries.is_empty() {
        return Err(FileFault::Misnamed(None));
    }
    // Macros are kept in the storage `Macros` (section 2.1.9), as an Office VBA project ([MS-OVBA], section 2.2).
    if is_named(&["macros", "vba", "_vba_project"]) {
        return Err(FileFault::Macros);
    }
    let flags = document.and_then(|document| document.start.get(11));
    if flags.is_some_and(|flags| flags & ENCRYPTED != 0) {
        return Err(FileFault::Encrypted(FileKind::Doc));
    }
    // The storage `ObjectPool` (section 2.1.10) contains a storage with a number as its name for each embedded object.
    let objects = entries.iter().filter(|entry| entry.is_folder);
    let objects = objects.filter_map(|entry| entry.name.strip_prefix('_'));
    for _ in objects.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())) {
        contents.add(Item::File);
    }
    Ok(())
}

/// Finds the fields in the document's text, whose characters have one or two bytes. The text is not read in order, so a field
/// that was edited in pieces may not be found.
fn add_fields(bytes: &[u8], budget: &Budget, contents: &mut Contents) -> Result<(), NotInspected> {
    budget.spend(bytes.len())?;
    for at in memchr_iter(FIELD, bytes) {
        let after = &bytes[at + 1..];
        // Each step reads a part of the file that no other field contains, because an instruction ends where a field begins.
        let instruction = match after.strip_prefix(&[0]) {
            Some(wide) => text(wide, 2),
            None => text(after, 1),
        };
        budget.spend(PER_FIELD + 2 * instruction.len())?;
        word_field::add(&instruction, contents);
    }
    Ok(())
}

/// Returns the ASCII text at the start of `bytes`, whose characters have `width` bytes.
fn text(bytes: &[u8], width: usize) -> String {
    bytes
        .chunks_exact(width)
        .take(MOST_KEPT)
        .take_while(|character| character[1..].iter().all(|byte| *byte == 0))
        .map(|character| character[0])
        .take_while(|byte| *byte == b' ' || byte.is_ascii_graphic())
        .map(char::from)
        .collect()
}
