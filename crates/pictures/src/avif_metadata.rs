//! Removes metadata from AVIF files. The metadata consists of items of a HEIF file (ISO/IEC 23008-12), which are overwritten in
//! place, so that the offsets of everything else in the file stay correct.

use crate::boxes::{extents, items, meta};

/// The shortest valid Exif data: four bytes with the offset of the TIFF file, and a TIFF file with an empty directory.
const EMPTY_EXIF: [u8; 18] = *b"\0\0\0\0II*\0\x08\0\0\0\0\0\0\0\0\0";

/// Returns an AVIF file without its Exif data and XMP, or `None` if the bytes are not an AVIF file or are damaged.
pub(crate) fn without_items(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.get(4..8)? != b"ftyp" {
        return None;
    }
    let meta = meta(bytes)?;
    let mut metadata = items(&meta)?;
    metadata.retain(|(_, kind)| kind == b"Exif" || kind == b"mime");
    let mut kept = bytes.to_vec();
    if metadata.is_empty() {
        return Some(kept);
    }
    // The parts of a valid file do not overlap, so they are not longer than the file.
    let mut most = bytes.len();
    for (id, extent) in extents(&meta)? {
        let Some((_, kind)) = metadata.iter().find(|(item, _)| *item == id) else {
            continue;
        };
        let is_exif = kind == b"Exif";
        let part = kept.get_mut(extent)?;
        most = most.checked_sub(part.len())?;
        // XMP is overwritten with spaces.
        part.fill(if is_exif { 0 } else { b' ' });
        if let Some(start) = part.first_chunk_mut().filter(|_| is_exif) {
            *start = EMPTY_EXIF;
        }
    }
    Some(kept)
}
