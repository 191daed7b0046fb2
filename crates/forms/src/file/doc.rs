//! Inspects Word 97–2003 documents: compound files ([MS-CFB]) with the stream `WordDocument` ([MS-DOC], section 2.1).
//!
//! The crate `cfb` takes quadratic time for folders that are nested thousands deep. Entries of a compound file's directory begin at
//! multiples of their size, so they are found without following the chain of its sectors.

use memchr::memchr_iter;

use super::budget::{Budget, NotInspected};
use super::contents::{Contents, Item};
use super::fault::FileFault;
use super::word_field::{self, MOST_KEPT};
use crate::definition::FileKind;

/// First bytes of a compound file.
const SIGNATURE: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
/// Size of an entry of the directory, in bytes ([MS-CFB], section 2.6.1).
const ENTRY: usize = 128;
/// Cost of reading an entry, for each of its bytes.
const PER_BYTE: usize = 2;
/// Smallest stream that has sectors of its own, in bytes ([MS-CFB], section 2.2).
const SMALLEST: usize = 4096;
/// Size of the sectors of smaller streams, in bytes ([MS-CFB], section 2.2).
const SMALL_SECTOR: usize = 64;
/// First bytes of the stream `WordDocument` ([MS-DOC], section 2.5.2).
const MAGIC: [u8; 2] = [0xEC, 0xA5];
/// Flag at offset 11 of the stream `WordDocument` ([MS-DOC], section 2.5.2): the document is encrypted.
const ENCRYPTED: u8 = 1;
/// Character that begins a field ([MS-DOC], section 2.8.25).
const FIELD: u8 = 0x13;
/// Cost of reading the beginning of a field.
const PER_FIELD: usize = 64;

/// Inspects a document. One without a directory is accepted, but reported as not inspected. Fails with a fault if `bytes` are not a
/// compound file, if it contains something else than a Word document, or if it has macros or is encrypted.
pub fn inspect(bytes: &[u8], budget: &Budget) -> Result<Contents, FileFault> {
    if !bytes.starts_with(&SIGNATURE) {
        return Err(FileFault::Misnamed(None));
    }
    let mut contents = Contents::default();
    if budget.spend(PER_BYTE * bytes.len()).is_err() {
        contents.set_partial();
        return Ok(contents);
    }
    let (mut document, mut root, mut others, mut has_macros) = (None, None, false, false);
    for entry in bytes.chunks_exact(ENTRY) {
        if is_root(entry) {
            root = root.or(Some(entry));
        }
        let Some((name, is_folder)) = name(entry) else {
            continue;
        };
        match name.as_str() {
            "encryptedpackage" => return Err(FileFault::Encrypted(FileKind::Docx)),
            "worddocument" => document = document.or(Some(entry)),
            // Macros are kept in the storage `Macros` ([MS-DOC], section 2.1.9), as an Office VBA project ([MS-OVBA], section 2.2).
            "macros" | "vba" | "_vba_project" => has_macros = true,
            // The storage `ObjectPool` (section 2.1.10) contains a storage with a number as its name for each embedded object.
            name if is_folder && is_object(name) => contents.add(Item::File),
            _ => others = true,
        }
    }
    match document {
        None if others || has_macros => return Err(FileFault::Misnamed(None)),
        None => contents.set_partial(),
        Some(_) if has_macros => return Err(FileFault::Macros),
        Some(entry) if is_encrypted(bytes, entry, root) => {
            return Err(FileFault::Encrypted(FileKind::Doc));
        }
        Some(_) => {}
    }
    if add_fields(bytes, budget, &mut contents).is_err() {
        contents.set_partial();
    }
    Ok(contents)
}

/// Returns the name of an entry, in lower case, and whether the entry is a folder, which the format calls a storage. Returns `None` if
/// these bytes are not the entry of a stream or a storage.
fn name(entry: &[u8]) -> Option<(String, bool)> {
    let length = usize::from(u16::from_le_bytes([entry[64], entry[65]]));
    // Its type, and its color in the tree of entries.
    let is_entry = matches!((entry[66], entry[67]), (1 | 2, 0 | 1));
    if !is_entry || !(4..=64).contains(&length) || length % 2 != 0 {
        return None;
    }
    let letters = entry[..length].chunks_exact(2);
    let mut letters: Vec<u16> = letters
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    let ends = letters.pop() == Some(0) && !letters.contains(&0);
    ends.then(|| {
        (
            String::from_utf16_lossy(&letters).to_lowercase(),
            entry[66] == 1,
        )
    })
}

fn is_object(name: &str) -> bool {
    let number = name.strip_prefix('_');
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether these bytes are the first entry of the directory, which has type 5.
fn is_root(entry: &[u8]) -> bool {
    const NAME: &[u8] = b"R\0o\0o\0t\0 \0E\0n\0t\0r\0y\0";
    entry[66] == 5 && entry.starts_with(NAME)
}

/// Returns the first sector and the size of the stream with this entry.
fn extent(entry: &[u8]) -> Option<(usize, usize)> {
    let number = |at: usize| {
        let bytes = entry.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    Some((number(116)?, number(120)?))
}

/// Returns whether the stream `WordDocument`, whose entry is given, is encrypted. A small one is a part of the stream of the `root`, in
/// sectors of its own size, which are taken to follow each other.
fn is_encrypted(bytes: &[u8], entry: &[u8], root: Option<&[u8]>) -> bool {
    let sector_size = 1_usize << bytes.get(30).map_or(9, |shift| shift & 15);
    // The header takes the place of the sector before the first.
    let offset = |sector: usize| sector.checked_add(1)?.checked_mul(sector_size);
    let at = extent(entry).and_then(|(start, size)| {
        if size >= SMALLEST {
            return offset(start);
        }
        let (stream, _) = extent(root?)?;
        let at = offset(stream)?.checked_add(start.checked_mul(SMALL_SECTOR)?)?;
        (bytes.get(at..at.checked_add(2)?)? == MAGIC).then_some(at)
    });
    let flags = at.and_then(|at| bytes.get(at.checked_add(11)?));
    flags.is_some_and(|flags| flags & ENCRYPTED != 0)
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
        budget.spend(PER_FIELD)?;
        word_field::add(&instruction, budget, contents)?;
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
