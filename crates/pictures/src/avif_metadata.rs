//! Removes metadata from AVIF files. It consists of items of a HEIF file (ISO/IEC 23008-12), which are overwritten in place, so
//! that the offsets of everything else in the file stay correct.

use crate::boxes::{Reader, child, extents};

/// The shortest valid Exif data: four bytes with the offset of the TIFF file, and a TIFF file with an empty directory.
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
    // The parts of a valid file do not overlap, so they are not longer than the file.
    let mut most = bytes.len();
    for (id, extent) in extents(locations, data.as_ref())? {
        let Some((_, is_exif)) = metadata.iter().find(|(item, _)| *item == id) else {
            continue;
        };
        let part = kept.get_mut(extent)?;
        most = most.checked_sub(part.len())?;
        // XMP is overwritten with spaces.
        part.fill(if *is_exif { 0 } else { b' ' });
        if let Some(start) = part.first_chunk_mut().filter(|_| *is_exif) {
            *start = EMPTY_EXIF;
        }
    }
    Some(kept)
}

/// Returns the numbers of the items that are metadata, and whether each is Exif data (otherwise XMP). `items` is the content of
/// the box `iinf`.
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
