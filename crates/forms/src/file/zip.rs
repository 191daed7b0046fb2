//! Reads ZIP archives (APPNOTE.TXT 6.3.10), and accepts only those in which every program sees the same files.
//!
//! Some programs find files through the directory at the end, others through the header in front of each file. Here, both must
//! agree, and there must be no bytes before, between, or after the files and the directory.

use std::collections::HashSet;
use std::ops::Range;

use miniz_oxide::DataFormat;

use super::inflate::inflate;

/// Maximum number of files in an archive.
const MOST_ENTRIES: usize = 1_000;
/// Maximum size of all inflated files together, in bytes.
const MOST_INFLATED: usize = 50 * 1024 * 1024;
/// Maximum ratio of a file's size to its compressed size.
const MOST_RATIO: usize = 200;

/// Size of the end-of-directory record without its comment, in bytes.
const END: usize = 22;
/// Maximum size of the comment in the end-of-directory record, in bytes.
const LONGEST_COMMENT: usize = 65_535;
/// Size of the record that points to a ZIP64 directory, in bytes. It comes right before the end-of-directory record.
const ZIP64_LOCATOR: usize = 20;

/// Flag (section 4.4.4): the sizes follow the data.
const STREAMED: u16 = 1 << 3;
/// Flag: the name is UTF-8.
const UTF8: u16 = 1 << 11;
/// Flags for the compression level, which are ignored.
const LEVEL: u16 = 0b110;

/// A file in an archive.
pub struct Entry<'a> {
    /// Path of the file.
    pub name: &'a str,
    header: Header,
    symlink: bool,
    /// Bytes of the archive from the local header to the end of the data descriptor.
    span: Range<usize>,
    data: &'a [u8],
}

/// The fields about a file that both the directory and the local header contain.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Header {
    flags: u16,
    method: u16,
    crc: usize,
    deflated: usize,
    inflated: usize,
}

/// Returns the files of the archive `bytes`, in the order of their data. Returns `None` if the headers contradict each other,
/// or if a file is encrypted, has a path outside the folder that it is unpacked to, or inflates to too many bytes.
pub fn entries(bytes: &[u8]) -> Option<Vec<Entry<'_>>> {
    let entries = directory(bytes)?;
    let mut names = HashSet::new();
    let total: usize = entries.iter().map(|entry| entry.header.inflated).sum();
    let sound = total <= MOST_INFLATED
        && entries
            .iter()
            .all(|entry| entry.is_sound() && names.insert(entry.name.to_lowercase()));
    sound.then_some(entries)
}

impl Entry<'_> {
    /// Passes the content of the file to `sink` piece by piece. Returns `None` if the file does not have the size that the
    /// archive declares, or if its compression method is not supported.
    pub fn read(&self, mut sink: impl FnMut(&[u8])) -> Option<()> {
        let Header {
            method, inflated, ..
        } = self.header;
        match method {
            0 if self.data.len() == inflated => sink(self.data),
            8 => {
                let whole = inflate(self.data, DataFormat::Raw, inflated, sink)?;
                if whole.size != inflated || whole.consumed != self.data.len() {
                    return None;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns the declared size of the file.
    pub fn size(&self) -> usize {
        self.header.inflated
    }

    /// Returns whether the entry is a folder.
    pub fn is_folder(&self) -> bool {
        self.name.ends_with('/') && self.header.inflated == 0
    }

    fn is_sound(&self) -> bool {
        // All other flags are refused: bit 0 means that the file is encrypted, bit 13 that its header is masked.
        self.header.flags & !(STREAMED | UTF8) == 0
            && !self.symlink
            && self.header.inflated <= self.header.deflated.saturating_mul(MOST_RATIO)
            && !self.name.starts_with('/')
            && !self.name.contains(['\\', ':', '\0'])
            && !self.name.split('/').any(|part| part == "..")
    }
}

/// Returns the entries of the central directory (section 4.3.12), in the order of their data. Returns `None` if the directory
/// is damaged, or if the archive contains bytes that belong to no entry.
fn directory(bytes: &[u8]) -> Option<Vec<Entry<'_>>> {
    let end = end_record(bytes)?;
    let count = usize::from(u16_at(bytes, end + 10)?);
    let (size, start) = (u32_at(bytes, end + 12)?, u32_at(bytes, end + 16)?);
    let one_disk = u32_at(bytes, end + 4)? == 0 && usize::from(u16_at(bytes, end + 8)?) == count;
    if !one_disk || count > MOST_ENTRIES || start.checked_add(size)? != end {
        return None;
    }
    let mut entries = Vec::with_capacity(count);
    let mut at = start;
    for _ in 0..count {
        let (entry, next) = entry(bytes, at)?;
        entries.push(entry);
        at = next;
    }
    entries.sort_by_key(|entry| entry.span.start);
    let mut behind = 0;
    for entry in &entries {
        if entry.span.start != behind {
            return None;
        }
        behind = entry.span.end;
    }
    (at == end && behind == start).then_some(entries)
}

/// Parses the directory entry at offset `at`, and returns it with the offset of the next entry.
fn entry(bytes: &[u8], at: usize) -> Option<(Entry<'_>, usize)> {
    if bytes.get(at..at + 4)? != b"PK\x01\x02" {
        return None;
    }
    let name_length = usize::from(u16_at(bytes, at + 28)?);
    let more = usize::from(u16_at(bytes, at + 30)?) + usize::from(u16_at(bytes, at + 32)?);
    let name = std::str::from_utf8(bytes.get(at + 46..at + 46 + name_length)?).ok()?;
    let by_unix = u16_at(bytes, at + 4)? >> 8 == 3;
    // Upper half of the external attributes: the Unix mode, whose type 0xA000 is a symbolic link.
    let mode = u16_at(bytes, at + 40)?;
    let header = header(bytes, at + 8)?;
    let start = u32_at(bytes, at + 42)?;
    let (data, end) = local(bytes, start, name, header)?;
    let entry = Entry {
        name,
        header,
        symlink: by_unix && mode & 0xF000 == 0xA000,
        span: start..end,
        data,
    };
    Some((entry, at + 46 + name_length + more))
}

/// Returns the data of the file whose local header is at offset `at`, and the offset of the file's end. Returns `None` if the
/// local header (section 4.3.7) or the data descriptor (4.3.9) contradicts the directory.
fn local<'a>(bytes: &'a [u8], at: usize, name: &str, central: Header) -> Option<(&'a [u8], usize)> {
    let name_length = usize::from(u16_at(bytes, at + 26)?);
    let extra = usize::from(u16_at(bytes, at + 28)?);
    let streamed = central.flags & STREAMED != 0;
    let not_known_yet = Header {
        crc: 0,
        deflated: 0,
        inflated: 0,
        ..central
    };
    let local = header(bytes, at + 6)?;
    let agrees = bytes.get(at..at + 4)? == b"PK\x03\x04"
        && bytes.get(at + 30..at + 30 + name_length)? == name.as_bytes()
        && (local == central || streamed && local == not_known_yet);
    if !agrees {
        return None;
    }
    let start = at + 30 + name_length + extra;
    let mut end = start.checked_add(central.deflated)?;
    let data = bytes.get(start..end)?;
    if streamed {
        if bytes.get(end..end + 4)? == b"PK\x07\x08" {
            end += 4;
        }
        let described = [
            u32_at(bytes, end)?,
            u32_at(bytes, end + 4)?,
            u32_at(bytes, end + 8)?,
        ];
        if described != [central.crc, central.deflated, central.inflated] {
            return None;
        }
        end += 12;
    }
    Some((data, end))
}

/// Parses the fields that both kinds of header contain in the same order, beginning with the flags at offset `at`.
fn header(bytes: &[u8], at: usize) -> Option<Header> {
    Some(Header {
        flags: u16_at(bytes, at)? & !LEVEL,
        method: u16_at(bytes, at + 2)?,
        crc: u32_at(bytes, at + 8)?,
        deflated: u32_at(bytes, at + 12)?,
        inflated: u32_at(bytes, at + 16)?,
    })
}

/// Returns the offset of the end-of-directory record (section 4.3.16), which must end the file and have no comment. Returns
/// `None` if a program might find another record, or a ZIP64 directory.
fn end_record(bytes: &[u8]) -> Option<usize> {
    let end = bytes.len().checked_sub(END)?;
    let first = end.saturating_sub(LONGEST_COMMENT);
    let mut records = (first..=end).filter(|at| {
        bytes[*at..].starts_with(b"PK\x05\x06")
            && u16_at(bytes, at + 20)
                .is_some_and(|comment| at + END + usize::from(comment) == bytes.len())
    });
    let only = records.next() == Some(end);
    let locator = end.checked_sub(ZIP64_LOCATOR);
    let zip64 = locator.is_some_and(|at| bytes[at..].starts_with(b"PK\x06\x07"));
    (only && !zip64).then_some(end)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?)).ok()
}
