//! Metadata of AVIF files: items of a HEIF file (ISO/IEC 23008-12), which are erased in place, so that everything else stays where
//! the file says it is.

use std::ops::Range;

/// The smallest Exif data: four bytes that say where it begins, and a TIFF file with an empty directory.
const EMPTY_EXIF: [u8; 18] = *b"\0\0\0\0II*\0\x08\0\0\0\0\0\0\0\0\0";

/// Returns an AVIF file without its Exif data and XMP, or `None` if the bytes are not an AVIF file or are damaged.
pub(crate) fn without_items(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.get(4..8)? != b"ftyp" {
        return None;
    }
    let meta = child(bytes, 0..bytes.len(), *b"meta")?;
    // A version and flags precede the boxes.
    let meta = meta.start + 4..meta.end;
    let items = child(bytes, meta.clone(), *b"iinf")?;
    let metadata = metadata_items(Reader::new(bytes, items))?;
    if metadata.is_empty() {
        return Some(bytes.to_vec());
    }
    let data = child(bytes, meta.clone(), *b"idat");
    let locations = Reader::new(bytes, child(bytes, meta, *b"iloc")?);
    let mut kept = bytes.to_vec();
    // In a valid file, no two parts overlap.
    let mut most = bytes.len();
    for (id, extent) in extents(locations, data.as_ref())? {
        let Some((_, is_exif)) = metadata.iter().find(|(item, _)| *item == id) else {
            continue;
        };
        let part = kept.get_mut(extent)?;
        most = most.checked_sub(part.len())?;
        // XML may consist of spaces.
        part.fill(if *is_exif { 0 } else { b' ' });
        if let Some(start) = part.first_chunk_mut().filter(|_| *is_exif) {
            *start = EMPTY_EXIF;
        }
    }
    Some(kept)
}

/// Returns the numbers of the items that are metadata, and whether each is Exif data.
fn metadata_items(mut items: Reader<'_>) -> Option<Vec<(u64, bool)>> {
    let version = items.number(4)? >> 24;
    items.number(if version == 0 { 2 } else { 4 })?;
    let mut found = Vec::new();
    while let Some((name, mut item)) = items.next_box() {
        let version = item.number(4)? >> 24;
        if name != *b"infe" || version < 2 {
            continue;
        }
        let id = item.number(if version == 2 { 2 } else { 4 })?;
        item.number(2)?;
        match item.take(4)? {
            b"Exif" => found.push((id, true)),
            b"mime" => found.push((id, false)),
            _ => {}
        }
    }
    Some(found)
}

/// Returns the parts of the file that items are in, with the items' numbers. `data` is the content of the box `idat`.
fn extents(mut items: Reader<'_>, data: Option<&Range<usize>>) -> Option<Vec<(u64, Range<usize>)>> {
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
                1 => data?.start.checked_add(usize::try_from(offset).ok()?)?,
                _ => continue,
            };
            let end = start.checked_add(usize::try_from(length).ok()?)?;
            found.push((id, start..end));
        }
    }
    Some(found)
}

/// Returns the content of the first box of a name in a part of a file.
fn child(bytes: &[u8], part: Range<usize>, name: [u8; 4]) -> Option<Range<usize>> {
    let mut boxes = Reader::new(bytes, part);
    std::iter::from_fn(|| boxes.next_box())
        .find_map(|(found, content)| (found == name).then_some(content.at..content.end))
}

/// Reads numbers and boxes of a part of a file.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], part: Range<usize>) -> Self {
        Self {
            bytes,
            at: part.start,
            end: part.end.min(bytes.len()),
        }
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.end)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    /// Reads a number of at most eight bytes.
    fn number(&mut self, size: usize) -> Option<u64> {
        let bytes = self.take(size)?;
        (size <= 8).then(|| {
            bytes
                .iter()
                .fold(0, |all, byte| all << 8 | u64::from(*byte))
        })
    }

    /// Reads a box: its name and its content.
    fn next_box(&mut self) -> Option<([u8; 4], Reader<'a>)> {
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
        let content = Self::new(self.bytes, self.at..end);
        self.at = end;
        Some((name, content))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(name: &str, content: &[u8]) -> Vec<u8> {
        let size = u32::try_from(content.len() + 8).unwrap().to_be_bytes();
        [&size, name.as_bytes(), content].concat()
    }

    /// Returns an AVIF file without a picture, with Exif data in `mdat` and XMP in `idat`.
    fn avif() -> Vec<u8> {
        let exif = [
            b"\0\0\0\0MM\0*\0\0\0\x08".as_slice(),
            b"23.0225 N, 72.5714 E",
        ]
        .concat();
        let xmp = b"<x:xmpmeta exif:GPSLatitude='23,1.35N'/>";
        let item = |id: u8, kind: &[u8]| {
            boxed("infe", &[&[2, 0, 0, 0, 0, id, 0, 0], kind, b"\0"].concat())
        };
        let items = [item(1, b"av01"), item(2, b"Exif"), item(3, b"mime")].concat();
        let file = |at: u32| {
            let location = |id: u8, method: u8, offset: u32, length: usize| {
                let length = u32::try_from(length).unwrap().to_be_bytes();
                [
                    &[0, id, 0, method, 0, 0, 0, 1],
                    &offset.to_be_bytes()[..],
                    &length,
                ]
                .concat()
            };
            let locations = [
                &[1, 0, 0, 0, 0x44, 0, 0, 3],
                location(1, 0, at + 32, 7).as_slice(),
                &location(2, 0, at, 32),
                &location(3, 1, 0, xmp.len()),
            ]
            .concat();
            let meta = [
                &[0; 4],
                boxed("iinf", &[&[0, 0, 0, 0, 0, 3], items.as_slice()].concat()).as_slice(),
                &boxed("iloc", &locations),
                &boxed("idat", xmp),
            ]
            .concat();
            let before = [boxed("ftyp", b"avif\0\0\0\0"), boxed("meta", &meta)].concat();
            (
                before.len(),
                [
                    before,
                    boxed("mdat", &[&exif, b"picture".as_slice()].concat()),
                ]
                .concat(),
            )
        };
        let (length, _) = file(0);
        file(u32::try_from(length + 8).unwrap()).1
    }

    #[test]
    fn metadata_is_erased() {
        let bytes = avif();
        let kept = without_items(&bytes).unwrap();
        assert_eq!(kept.len(), bytes.len());
        let has = |bytes: &[u8], text: &[u8]| memchr::memmem::find(bytes, text).is_some();
        for text in [b"23.0225 N".as_slice(), b"GPSLatitude"] {
            assert!(has(&bytes, text) && !has(&kept, text));
        }
        assert!(has(&kept, b"picture") && has(&kept, &EMPTY_EXIF));
    }

    #[test]
    fn damaged_files_never_panic() {
        let bytes = avif();
        for length in 0..bytes.len() {
            let _ = without_items(&bytes[..length]);
        }
        for at in 0..bytes.len() {
            for value in [0, 1, 0x7F, 0xFF] {
                let mut bytes = bytes.clone();
                bytes[at] = value;
                let _ = without_items(&bytes);
            }
        }
    }
}
