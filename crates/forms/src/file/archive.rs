//! Reads the directory of a ZIP archive (APPNOTE.TXT 6.3.10).
//!
//! The crate `zip` is not used, because it tries every signature of an end record that the file contains, and reads the
//! directory that each one points to, so the time for a file that consists of signatures is quadratic.

use std::io::{Read, empty};

use memchr::memmem;

use super::budget::{Budget, NotInspected};
use super::inflate::{Format, Inflate};

/// First bytes of an archive that contains a file.
pub const SIGNATURE: &[u8] = b"PK\x03\x04";
/// Maximum number of files in an archive.
const MOST_ENTRIES: usize = 4_000;
/// Cost of reading an entry of the directory, and of comparing its name, for each of its bytes.
const PER_BYTE: usize = 8;

/// Size of the end-of-directory record without its comment, in bytes.
const END: usize = 22;
/// Maximum size of the comment in the end-of-directory record, in bytes.
const LONGEST_COMMENT: usize = 65_535;

/// A file in an archive.
pub struct Entry<'a> {
    name: &'a [u8],
    /// Whether the file is encrypted.
    pub is_encrypted: bool,
    method: u16,
    /// The archive from the file's local header.
    local: &'a [u8],
    size: usize,
}

/// Returns the files of the archive `bytes`, in the order of its directory (section 4.3.12).
///
/// # Errors
/// Returns an error if the directory is damaged or too long, or in the format for archives of more than 4 GB.
pub fn entries<'a>(bytes: &'a [u8], budget: &Budget) -> Result<Vec<Entry<'a>>, NotInspected> {
    let (mut directory, before) = directory(bytes).ok_or(NotInspected)?;
    let mut entries = Vec::new();
    while directory.starts_with(b"PK\x01\x02") {
        let (entry, rest) = entry(&bytes[before..], directory).ok_or(NotInspected)?;
        budget.spend(PER_BYTE * (directory.len() - rest.len()))?;
        if entries.len() == MOST_ENTRIES {
            return Err(NotInspected);
        }
        entries.push(entry);
        directory = rest;
    }
    Ok(entries)
}

/// Returns the directory, and the number of bytes before the archive that do not belong to it.
fn directory(bytes: &[u8]) -> Option<(&[u8], usize)> {
    let tail = bytes.len().saturating_sub(END + LONGEST_COMMENT);
    let end = tail + memmem::rfind(&bytes[tail..], b"PK\x05\x06")?;
    let (size, start) = (u32_at(bytes, end + 12)?, u32_at(bytes, end + 16)?);
    let real = end.checked_sub(size)?;
    Some((&bytes[real..end], real.checked_sub(start)?))
}

/// Parses the entry at the start of `directory`, and returns it with the rest of the directory.
fn entry<'a>(archive: &'a [u8], directory: &'a [u8]) -> Option<(Entry<'a>, &'a [u8])> {
    let length = usize::from(u16_at(directory, 28)?);
    let more = usize::from(u16_at(directory, 30)?) + usize::from(u16_at(directory, 32)?);
    let name = directory.get(46..46 + length)?;
    let entry = Entry {
        name,
        is_encrypted: u16_at(directory, 8)? & 1 != 0,
        method: u16_at(directory, 10)?,
        size: u32_at(directory, 20)?,
        local: archive.get(u32_at(directory, 42)?..).unwrap_or_default(),
    };
    Some((entry, directory.get(46 + length + more..)?))
}

impl<'a> Entry<'a> {
    /// Returns the path of the file, with slashes and in lower case.
    pub fn name(&self) -> String {
        let name = String::from_utf8_lossy(self.name).to_lowercase();
        name.replace('\\', "/")
    }

    /// Returns a reader of the file's content.
    ///
    /// # Errors
    /// Returns an error if the local header is damaged, if the compression method is unknown, or if the budget is exhausted.
    pub fn read(&self, budget: &'a Budget) -> Result<Box<dyn Read + 'a>, NotInspected> {
        if self.size == 0 {
            return Ok(Box::new(empty()));
        }
        let data = self.data().ok_or(NotInspected)?;
        match self.method {
            0 => {
                budget.spend(data.len())?;
                Ok(Box::new(data))
            }
            8 => Ok(Box::new(Inflate::new(data, Format::Raw, budget)?)),
            _ => Err(NotInspected),
        }
    }

    /// Returns the data after the local header (section 4.3.7).
    fn data(&self) -> Option<&'a [u8]> {
        let lengths = usize::from(u16_at(self.local, 26)?) + usize::from(u16_at(self.local, 28)?);
        let data = self.local.get(30 + lengths..)?;
        self.local
            .starts_with(SIGNATURE)
            .then(|| &data[..data.len().min(self.size)])
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?)).ok()
}
