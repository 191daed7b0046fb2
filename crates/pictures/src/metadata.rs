//! Splits picture files into their chunks, and finds the orientation in them.

use std::ops::Range;

use crate::format::Format;
use crate::tiff::{Tiff, VALUE};

/// A chunk of a PNG or WebP file, or a segment of a JPEG file.
pub(crate) struct Chunk<'a> {
    /// Name of the chunk, or marker of the JPEG segment.
    pub name: &'a [u8],
    /// Content of the chunk.
    pub data: &'a [u8],
    /// Byte range of the whole chunk in the file.
    pub span: Range<usize>,
}

/// Returns the segments of a JPEG file up to the first scan (T.81, section B.1.1).
pub(crate) fn jpeg_segments(bytes: &[u8]) -> impl Iterator<Item = Chunk<'_>> {
    let mut at = 2;
    std::iter::from_fn(move || {
        // Markers may be preceded by fill bytes.
        while bytes.get(at..at + 2) == Some(&[0xFF, 0xFF]) {
            at += 1;
        }
        let [0xFF, marker, high, low] = *bytes.get(at..)?.first_chunk()? else {
            return None;
        };
        let length = usize::from(u16::from_be_bytes([high, low]));
        let span = at..at + 2 + length;
        let data = bytes.get(at + 4..span.end)?;
        if marker == 0xDA {
            return None;
        }
        at = span.end;
        let name = &bytes[span.start + 1..span.start + 2];
        Some(Chunk { name, data, span })
    })
}

/// Returns the chunks of a PNG file (PNG, section 5.3).
pub(crate) fn png_chunks(bytes: &[u8]) -> impl Iterator<Item = Chunk<'_>> {
    let mut at = 8;
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let length = u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?) as usize;
        let name = bytes.get(at + 4..at + 8)?;
        let end = (at + 8).checked_add(length)?;
        let data = bytes.get(at + 8..end)?;
        let span = at..(end + 4).min(bytes.len());
        at = span.end;
        is_over = name == b"IEND";
        Some(Chunk { name, data, span })
    })
}

/// Returns the chunks of a WebP file (RFC 9649, section 2.3).
pub(crate) fn webp_chunks(bytes: &[u8]) -> impl Iterator<Item = Chunk<'_>> {
    let mut at = 12;
    let bytes = &bytes[..webp_end(bytes).min(bytes.len())];
    std::iter::from_fn(move || {
        let name = bytes.get(at..at + 4)?;
        let length = u32::from_le_bytes(*bytes.get(at + 4..)?.first_chunk()?) as usize;
        let end = (at + 8).checked_add(length)?;
        let data = bytes.get(at + 8..end)?;
        let span = at..end + length % 2;
        at = span.end;
        Some(Chunk { name, data, span })
    })
}

/// Returns the length of a WebP file according to its header.
pub(crate) fn webp_end(bytes: &[u8]) -> usize {
    let length = bytes.get(4..).and_then(|rest| rest.first_chunk().copied());
    (u32::from_le_bytes(length.unwrap_or_default()) as usize).saturating_add(8)
}

/// Returns the Exif data of a picture, which is a TIFF file.
pub(crate) fn exif(format: Format, bytes: &[u8]) -> Option<&[u8]> {
    match format {
        Format::Jpeg => jpeg_segments(bytes)
            .filter(|segment| segment.name == [0xE1])
            .find_map(|segment| segment.data.strip_prefix(b"Exif\0\0")),
        Format::Png => png_chunks(bytes)
            .find(|chunk| chunk.name == b"eXIf")
            .map(|chunk| chunk.data),
        Format::Webp => webp_chunks(bytes)
            .find(|chunk| chunk.name == b"EXIF")
            .map(|chunk| chunk.data.strip_prefix(b"Exif\0\0").unwrap_or(chunk.data)),
        // Browsers orient an AVIF picture according to its boxes and ignore its Exif data.
        Format::Gif | Format::Avif => None,
    }
}

/// Returns the value of the tag `Orientation` in the first directory of Exif data, or 1, which means upright.
pub(crate) fn orientation(exif: &[u8]) -> u8 {
    const ORIENTATION: u16 = 0x0112;
    let tiff = Tiff::new(exif);
    let value = || {
        let entry = tiff.entry(tiff.first_directory()?, ORIENTATION)?;
        u8::try_from(tiff.short(entry + VALUE)?).ok()
    };
    value().filter(|value| (1..=8).contains(value)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orientations() {
        let little = |value: u8| {
            let mut tiff = b"II*\0\x08\0\0\0\x02\0".to_vec();
            tiff.extend([0x0F, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            tiff.extend([0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0]);
            tiff
        };
        let mut big = b"MM\0*\0\0\0\x08\0\x01".to_vec();
        big.extend([1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
        for (tiff, expected) in [
            (little(8), 8),
            (little(9), 1),
            (little(0), 1),
            (big.clone(), 6),
            (Vec::new(), 1),
            (b"II*\0\xFF\xFF\xFF\xFF".to_vec(), 1),
            (b"II*\0\x08\0\0\0\xFF\xFF".to_vec(), 1),
        ] {
            assert_eq!(orientation(&tiff), expected, "{tiff:?}");
        }
        for length in 0..big.len() - 2 {
            assert_eq!(orientation(&big[..length]), 1, "{length} bytes");
        }
    }
}
