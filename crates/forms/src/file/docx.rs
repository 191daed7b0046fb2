//! Word since 2007: a ZIP archive (APPNOTE.TXT 6.3.10) with the parts of ECMA-376, part 2.
//!
//! Only the central directory is read. Nothing is inflated, so a decompression bomb costs nothing here;
//! it is refused by what it declares.

/// Most files in the archive.
const MOST_ENTRIES: usize = 1_000;
/// Most bytes all files together may declare to inflate to.
const MOST_INFLATED: u64 = 50 * 1024 * 1024;
/// Most times a file may declare to grow when inflated.
const MOST_RATIO: u64 = 200;
/// Size of the end record without its comment, and most bytes the comment can have.
const END: usize = 22;
const LONGEST_COMMENT: usize = 65_535;

/// Whether `bytes` are a document without macros, without anything hidden and of honest size.
pub fn is_docx(bytes: &[u8]) -> bool {
    if !bytes.starts_with(b"PK\x03\x04") {
        return false;
    }
    let Some(entries) = central_directory(bytes) else {
        return false;
    };
    let declared: u64 = entries.iter().map(|entry| entry.inflated).sum();
    let has = |name: &str| entries.iter().any(|entry| entry.name == name);
    has("[Content_Types].xml")
        && has("word/document.xml")
        && declared <= MOST_INFLATED
        && entries.iter().all(Entry::is_harmless)
}

/// What the central directory says about one file.
struct Entry<'a> {
    name: &'a str,
    encrypted: bool,
    symlink: bool,
    deflated: u64,
    inflated: u64,
}

impl Entry<'_> {
    fn is_harmless(&self) -> bool {
        let lower = self.name.to_ascii_lowercase();
        !self.encrypted
            && !self.symlink
            && self.inflated <= self.deflated.saturating_mul(MOST_RATIO)
            && !self.name.starts_with('/')
            && !self.name.contains(['\\', ':', '\0'])
            && !self.name.split('/').any(|part| part == "..")
            && !lower.ends_with("vbaproject.bin")
    }
}

/// The entries of the central directory (section 4.3.12), or none when any of it does not fit together.
fn central_directory(bytes: &[u8]) -> Option<Vec<Entry<'_>>> {
    let end = end_record(bytes)?;
    let count = usize::from(u16_at(bytes, end + 10)?);
    let (size, start) = (u32_at(bytes, end + 12)?, u32_at(bytes, end + 16)?);
    // One disk only, and the directory ends where the end record begins: nothing stands between.
    let whole = u32_at(bytes, end + 4)? == 0 && u16_at(bytes, end + 8)? == u16_at(bytes, end + 10)?;
    if !whole || count > MOST_ENTRIES || start.checked_add(size)? != end {
        return None;
    }
    let mut entries = Vec::with_capacity(count);
    let mut at = start;
    for _ in 0..count {
        let (entry, next) = entry(bytes, at, start)?;
        entries.push(entry);
        at = next;
    }
    (at == end).then_some(entries)
}

/// The entry at `at`, and where the next one begins. `directory` is where the files' own part ends.
fn entry(bytes: &[u8], at: usize, directory: usize) -> Option<(Entry<'_>, usize)> {
    if bytes.get(at..at + 4)? != b"PK\x01\x02" {
        return None;
    }
    let name_length = usize::from(u16_at(bytes, at + 28)?);
    let extra = usize::from(u16_at(bytes, at + 30)?) + usize::from(u16_at(bytes, at + 32)?);
    let name = bytes.get(at + 46..at + 46 + name_length)?;
    let local = u32_at(bytes, at + 42)?;
    // A reader may trust either header: they must name the same file.
    let local_name_length = usize::from(u16_at(bytes, local + 26)?);
    let agrees = local < directory
        && bytes.get(local..local + 4)? == b"PK\x03\x04"
        && bytes.get(local + 30..local + 30 + local_name_length)? == name;
    if !agrees {
        return None;
    }
    let flags = u16_at(bytes, at + 8)?;
    let by_unix = u16_at(bytes, at + 4)? >> 8 == 3;
    // Upper half of the external attributes: the Unix mode, whose type 0xA000 is a symbolic link.
    let mode = u16_at(bytes, at + 40)?;
    let entry = Entry {
        name: std::str::from_utf8(name).ok()?,
        // Bit 0: encrypted; bit 13: names masked as well (section 4.4.4).
        encrypted: flags & 0x2001 != 0,
        symlink: by_unix && mode & 0xF000 == 0xA000,
        deflated: u64::try_from(u32_at(bytes, at + 20)?).ok()?,
        inflated: u64::try_from(u32_at(bytes, at + 24)?).ok()?,
    };
    Some((entry, at + 46 + name_length + extra))
}

/// Where the end record (section 4.3.16) begins: it and its comment must end the file.
fn end_record(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END)?;
    let first = last.saturating_sub(LONGEST_COMMENT);
    (first..=last).rev().find(|at| {
        bytes.get(*at..at + 4) == Some(b"PK\x05\x06")
            && u16_at(bytes, at + 20)
                .is_some_and(|comment| at + END + usize::from(comment) == bytes.len())
    })
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?)).ok()
}
