//! Reads the directory of a ZIP archive (APPNOTE.TXT 6.3.10).
//!
//! The crate `zip` is not used, because it tries every signature of an end record that the file contains, and reads the
//! directory that each one points to, so the time for a file that consists of signatures is quadratic.

use std::io::Read;

use memchr::memmem;

use super::budget::{Budget, NotInspected};
use super::inflate::Inflate;

/// First bytes of an archive that contains a file.
pub const SIGNATURE: &[u8] = b"PK\x03\x04";
/// Maximum number of files in an archive.
const MOST_ENTRIES: usize = 4_000;
/// Cost of reading an entry of the directory, and of comparing its name, for each of its bytes.
const PER_BYTE: usize = 8;
/// Maximum size of the end-of-directory record with its comment, in bytes.
const LONGEST_END: usize = 22 + 65_535;

/// A file in an archive.
pub struct ArchivedFile<'a> {
    /// Path, with slashes and in lower case.
    pub name: String,
    /// Whether the file is encrypted.
    pub is_encrypted: bool,
    method: usize,
    size: usize,
    /// The archive from the file's local header.
    local: &'a [u8],
}

/// Returns the files of the archive `bytes`, in the order of its directory (section 4.3.12). Fails if the directory is damaged or too long,
/// or in the format for archives of more than 4 GB.
pub fn entries<'a>(
    bytes: &'a [u8],
    budget: &Budget,
) -> Result<Vec<ArchivedFile<'a>>, NotInspected> {
    let (mut directory, archive) = directory(bytes).ok_or(NotInspected)?;
    let mut entries = Vec::new();
    while directory.starts_with(b"PK\x01\x02") {
        let (entry, rest) = entry(archive, directory).ok_or(NotInspected)?;
        budget.spend(PER_BYTE * (directory.len() - rest.len()))?;
        if entries.len() == MOST_ENTRIES {
            return Err(NotInspected);
        }
        entries.push(entry);
        directory = rest;
    }
    Ok(entries)
}

/// Returns the directory, and the archive without the bytes before it that do not belong to it.
fn directory(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let tail = bytes.len().saturating_sub(LONGEST_END);
    let end = tail + memmem::rfind(&bytes[tail..], b"PK\x05\x06")?;
    let (size, start) = (number(bytes, end + 12, 4)?, number(bytes, end + 16, 4)?);
    let real = end.checked_sub(size)?;
    Some((&bytes[real..end], &bytes[real.checked_sub(start)?..]))
}

/// Parses the entry at the start of `directory`, and returns it with the rest of the directory.
fn entry<'a>(archive: &'a [u8], directory: &'a [u8]) -> Option<(ArchivedFile<'a>, &'a [u8])> {
    let length = number(directory, 28, 2)?;
    let more = number(directory, 30, 2)? + number(directory, 32, 2)?;
    let name = String::from_utf8_lossy(directory.get(46..46 + length)?);
    let entry = ArchivedFile {
        name: name.to_lowercase().replace('\\', "/"),
        is_encrypted: number(directory, 8, 2)? & 1 != 0,
        method: number(directory, 10, 2)?,
        size: number(directory, 20, 4)?,
        local: archive.get(number(directory, 42, 4)?..).unwrap_or_default(),
    };
    Some((entry, directory.get(46 + length + more..)?))
}

impl<'a> ArchivedFile<'a> {
    /// Returns a reader of the file's content. Fails if the local header (section 4.3.7) is damaged, if the compression method is unknown,
    /// or if the budget is exhausted.
    pub fn read(&self, budget: &'a Budget) -> Result<Box<dyn Read + 'a>, NotInspected> {
        let is_header = self.size == 0 || self.local.starts_with(SIGNATURE);
        let lengths = number(self.local, 26, 2).zip(number(self.local, 28, 2));
        let start = lengths.map_or(0, |(name, more)| 30 + name + more);
        let data = self.local.get(start..).filter(|_| is_header);
        let data = data.ok_or(NotInspected)?;
        let data = &data[..data.len().min(self.size)];
        match self.method {
            method if method == 0 || self.size == 0 => {
                budget.spend(data.len())?;
                Ok(Box::new(data))
            }
            8 => Ok(Box::new(Inflate::new(data, false, budget)?)),
            _ => Err(NotInspected),
        }
    }
}

/// Returns the number in `size` bytes of `bytes` from the offset `at`.
fn number(bytes: &[u8], at: usize, size: usize) -> Option<usize> {
    let digits = bytes.get(at..at.checked_add(size)?)?.iter().rev();
    Some(digits.fold(0, |number, byte| number << 8 | usize::from(*byte)))
}
