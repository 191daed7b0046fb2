//! Reads the text of a Word document from before 2007 ([MS-DOC], section 2.4.1). The text consists of pieces anywhere in the
//! stream `WordDocument`; a table in another stream lists them in order. Before Word 97, the text is one contiguous part of
//! the stream.

use std::io::{Read, Seek, SeekFrom};

use cfb::CompoundFile;

use super::super::fault::FileFault;
use super::super::fields::Fields;

/// Number of bytes to read of the file information block (section 2.5.1): up to and including the location of the piece table.
const HEAD: usize = 0x1AA;
/// Maximum size of the piece table, in bytes. If the text is one piece, the table has a few dozen bytes.
const MOST_PIECES: u64 = 256 * 1024;
/// Maximum number of characters in all pieces together. Only in a crafted file do pieces overlap.
const MOST_CHARACTERS: u64 = 4 * 1024 * 1024;
/// Flag in a piece's offset: each of its characters takes one byte instead of two (section 2.9.73).
const ONE_BYTE: u64 = 1 << 30;

/// A part of the text.
struct Piece {
    offset: u64,
    characters: u64,
    /// Bytes per character: 1 or 2.
    width: u64,
}

/// Refuses a document whose text cannot be read, or has a field that starts a program or fetches something. A stream that no
/// version of Word reads as a document is accepted, because it has no fields.
///
/// # Errors
/// Returns the first fault that was found.
pub fn check<F: Read + Seek>(file: &mut CompoundFile<F>) -> Result<(), FileFault> {
    let mut head = Vec::new();
    let document = file.open_stream("/WordDocument");
    let mut document = document.map_err(|_| FileFault::WrongKind)?;
    let read = document.by_ref().take(HEAD as u64).read_to_end(&mut head);
    read.map_err(|_| FileFault::WrongKind)?;
    if !matches!(number(&head, 0, 2), Some(0xA5EC | 0xA5DC)) {
        return Ok(());
    }
    let flags = number(&head, 0x0A, 2).unwrap_or_default();
    if flags & 0x0100 != 0 {
        return Err(FileFault::Encrypted);
    }
    let is_since_1997 = number(&head, 2, 2).is_some_and(|version| version >= 0xC1);
    let pieces = if is_since_1997 {
        let table = ["/0Table", "/1Table"][usize::from(flags & 0x0200 != 0)];
        pieces(file, table, &head)
    } else {
        piece_before_1997(&head, flags).map(|piece| vec![piece])
    };
    let pieces = pieces.ok_or(FileFault::WrongKind)?;
    let characters = pieces.iter().map(|piece| piece.characters);
    if characters.sum::<u64>() > MOST_CHARACTERS {
        return Err(FileFault::WrongKind);
    }
    let mut fields = Fields::default();
    for piece in &pieces {
        read_piece(&mut document, piece, &mut fields).ok_or(FileFault::WrongKind)?;
    }
    fields.verdict()
}

/// Returns the pieces in text order, or `None` if the piece table cannot be read.
fn pieces<F: Read + Seek>(
    file: &mut CompoundFile<F>,
    table: &str,
    head: &[u8],
) -> Option<Vec<Piece>> {
    let (offset, size) = (number(head, 0x1A2, 4)?, number(head, 0x1A6, 4)?);
    if size > MOST_PIECES {
        return None;
    }
    let mut table = file.open_stream(table).ok()?;
    table.seek(SeekFrom::Start(offset)).ok()?;
    let mut clx = Vec::new();
    table.take(size).read_to_end(&mut clx).ok()?;
    // Formatting changes come before the piece table (section 2.9.38).
    let mut at = 0;
    while clx.get(at) == Some(&1) {
        at += 3 + usize::try_from(number(&clx, at + 1, 2)?).ok()?;
    }
    if clx.get(at) != Some(&2) {
        return None;
    }
    let size = usize::try_from(number(&clx, at + 1, 4)?).ok()?;
    let pieces = clx.get(at + 5..)?.get(..size)?;
    let count = size.checked_sub(4)? / 12;
    let piece = |index: usize| {
        let start = number(pieces, 4 * index, 4)?;
        let end = number(pieces, 4 * index + 4, 4)?;
        let offset = number(pieces, 4 * (count + 1) + 8 * index + 2, 4)?;
        let is_narrow = offset & ONE_BYTE != 0;
        let offset = offset & (ONE_BYTE - 1);
        Some(Piece {
            offset: if is_narrow { offset / 2 } else { offset },
            characters: end.checked_sub(start)?,
            width: if is_narrow { 1 } else { 2 },
        })
    };
    (0..count).map(piece).collect()
}

/// Returns the text of a document of Word 6 or 95 as one piece. Returns `None` if a fast save (`fComplex`) has split the text,
/// or if the header is damaged.
fn piece_before_1997(head: &[u8], flags: u64) -> Option<Piece> {
    let (start, end) = (number(head, 0x18, 4)?, number(head, 0x1C, 4)?);
    let characters = end.checked_sub(start)?;
    let is_in_pieces = flags & 0x0004 != 0;
    (!is_in_pieces).then_some(Piece {
        offset: start,
        characters,
        width: 1,
    })
}

/// Passes the characters of a piece to `fields`. Returns `None` if the piece is not within the stream.
fn read_piece(document: &mut (impl Read + Seek), piece: &Piece, fields: &mut Fields) -> Option<()> {
    document.seek(SeekFrom::Start(piece.offset)).ok()?;
    let mut left = piece.characters * piece.width;
    let mut buffer = [0; 4096];
    while left > 0 {
        let most = usize::try_from(left).unwrap_or(usize::MAX);
        let bytes = &mut buffer[..most.min(4096)];
        document.read_exact(bytes).ok()?;
        left -= bytes.len() as u64;
        for character in bytes.chunks_exact(if piece.width == 1 { 1 } else { 2 }) {
            read_character(number(character, 0, character.len())?, fields);
        }
    }
    Some(())
}

/// Passes a character to `fields`. Three special characters mark the parts of a field (section 2.8.25).
fn read_character(character: u64, fields: &mut Fields) {
    match character {
        0x13 => fields.begin(),
        0x14 => fields.separate(),
        0x15 => fields.end(),
        _ if fields.is_in_instruction() => {
            let character = u32::try_from(character).ok().and_then(char::from_u32);
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            fields.instruct(character.encode_utf8(&mut [0; 4]), false);
        }
        _ => {}
    }
}

/// Reads the little-endian number of `size` bytes at offset `at`. Returns `None` if `bytes` is too short.
fn number(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(size)?)?;
    let digits = bytes.iter().rev();
    Some(digits.fold(0, |number, byte| number << 8 | u64::from(*byte)))
}
