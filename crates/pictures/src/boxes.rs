//! Reads the boxes of HEIF files (ISO/IEC 14496-12, section 4.2). AVIF files are HEIF files.

use std::ops::Range;

/// Returns the content of the box `meta` of a file, after its version and flags.
pub(crate) fn meta(bytes: &[u8]) -> Option<Reader<'_>> {
    let mut meta = Reader::new(bytes).child(*b"meta")?;
    meta.number(4)?;
    Some(meta)
}

/// Returns the number and the type of each item, from the content of the box `meta`. Returns `None` if the box `iinf` is
/// missing or malformed.
pub(crate) fn items(meta: &Reader<'_>) -> Option<Vec<(u64, [u8; 4])>> {
    let mut items = meta.child(*b"iinf")?;
    let version = items.number(4)? >> 24;
    items.number(if version == 0 { 2 } else { 4 })?;
    let mut found = Vec::new();
    while let Some((name, mut item)) = items.next_box() {
        let version = item.number(4)? >> 24;
        if name == *b"infe" && version >= 2 {
            let id = item.number(if version == 2 { 2 } else { 4 })?;
            item.number(2)?;
            found.push((id, *item.take(4)?.first_chunk()?));
        }
    }
    Some(found)
}

/// Returns the byte ranges of the file that contain the items, each with the number of its item, from the content of the box
/// `meta`. Returns `None` if the box `iloc` is missing or malformed.
pub(crate) fn extents(meta: &Reader<'_>) -> Option<Vec<(u64, Range<usize>)>> {
    let data = meta.child(*b"idat");
    let mut items = meta.child(*b"iloc")?;
    let version = items.number(4)? >> 24;
    let sizes = items.number(2)?;
    let size = |shift: u32| usize::try_from(sizes >> shift & 15).ok();
    let (of_offset, of_length, of_base) = (size(12)?, size(8)?, size(4)?);
    let of_index = if version == 0 { 0 } else { size(0)? };
    let of_id = if version < 2 { 2 } else { 4 };
    if of_length == 0 {
        return None;
    }
    let count = items.number(of_id)?;
    let mut found = Vec::new();
    for _ in 0..count {
        let id = items.number(of_id)?;
        let method = if version == 0 {
            0
        } else {
            items.number(2)? & 15
        };
        items.number(2)?;
        let base = items.number(of_base)?;
        for _ in 0..items.number(2)? {
            items.number(of_index)?;
            let offset = base.checked_add(items.number(of_offset)?)?;
            let length = items.number(of_length)?;
            let start = match method {
                0 => usize::try_from(offset).ok()?,
                1 => data
                    .as_ref()?
                    .at
                    .checked_add(usize::try_from(offset).ok()?)?,
                _ => continue,
            };
            let end = start.checked_add(usize::try_from(length).ok()?)?;
            found.push((id, start..end));
        }
    }
    Some(found)
}

/// Reader of numbers and boxes in a part of a file. Its methods return `None` at the end of that part.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    /// Creates a reader at the start of a file.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            end: bytes.len(),
        }
    }

    /// Returns the content of the first box with a name, without reading it.
    pub(crate) fn child(&self, name: [u8; 4]) -> Option<Self> {
        let mut boxes = self.clone();
        std::iter::from_fn(|| boxes.next_box())
            .find_map(|(found, content)| (found == name).then_some(content))
    }

    /// Reads `count` bytes.
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.end)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    /// Returns all bytes that have not been read.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..self.end).unwrap_or_default()
    }

    /// Reads a big-endian number of `size` bytes, at most eight.
    pub(crate) fn number(&mut self, size: usize) -> Option<u64> {
        let bytes = self.take(size)?;
        (size <= 8).then(|| {
            bytes
                .iter()
                .fold(0, |all, byte| all << 8 | u64::from(*byte))
        })
    }

    /// Reads a box: its name and its content.
    pub(crate) fn next_box(&mut self) -> Option<([u8; 4], Reader<'a>)> {
        let start = self.at;
        let size = self.number(4)?;
        let name = *self.take(4)?.first_chunk()?;
        let size = match size {
            0 => self.end - start,
            1 => usize::try_from(self.number(8)?).ok()?,
            size => usize::try_from(size).ok()?,
        };
        let end = start.checked_add(size)?;
        if end < self.at || end > self.end {
            return None;
        }
        let content = Self {
            end,
            ..self.clone()
        };
        self.at = end;
        Some((name, content))
    }
}
