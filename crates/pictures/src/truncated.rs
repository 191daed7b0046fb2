//! Detects files whose end is missing.

use crate::boxes::Reader;
use crate::metadata::{png_chunks, webp_end};
use crate::stripped::jpeg_end;

/// Returns whether the end of a picture is missing, judged without decoding it.
pub fn is_truncated(bytes: &[u8]) -> bool {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => !png_chunks(bytes).any(|chunk| chunk.name == b"IEND"),
        [0xFF, 0xD8, segments @ ..] => jpeg_end(segments).is_none(),
        [b'R', b'I', b'F', b'F', ..] => bytes.len() < webp_end(bytes),
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => {
            let mut boxes = Reader::new(bytes);
            loop {
                let rest = boxes.rest();
                if boxes.next_box().is_none() {
                    // Other boxes may be incomplete: they come after the end of the picture.
                    let name = rest.get(4..8).unwrap_or_default();
                    return [b"ftyp", b"meta", b"moov", b"mdat"]
                        .iter()
                        .any(|one| name == *one);
                }
            }
        }
        _ => false,
    }
}
