//! Removes metadata from picture files without decoding them: everything that is not needed to show the pixels.

use crate::avif_metadata::without_items;
use crate::format::Format;
use crate::header::header;
use crate::metadata::{Chunk, jpeg_segments, png_chunks, webp_chunks};

/// Returns a file with the same pixels, without metadata and without data after its end. Returns `None` if the file is not a
/// picture, is damaged, or has an orientation in its metadata, without which it would be shown turned.
pub fn without_metadata(bytes: &[u8]) -> Option<Vec<u8>> {
    let Some(header) = header(bytes).filter(|header| header.format != Format::Avif) else {
        return without_items(bytes);
    };
    (header.orientation == 1)
        .then(|| stripped(header.format, bytes))
        .flatten()
}

/// Returns a file in this format with the same pixels, without metadata. Returns `None` if it is damaged.
pub(crate) fn stripped(format: Format, bytes: &[u8]) -> Option<Vec<u8>> {
    match format {
        Format::Jpeg => stripped_jpeg(bytes),
        Format::Png => Some(stripped_png(bytes)),
        Format::Webp => stripped_webp(bytes),
        Format::Gif => stripped_gif(bytes),
        Format::Avif => without_items(bytes),
    }
}

fn stripped_jpeg(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut kept = bytes[..2].to_vec();
    let mut scan = 2;
    for segment in jpeg_segments(bytes) {
        scan = segment.span.end;
        // The segments of JFIF and Adobe say how colors are stored. All other APPn segments and comments are metadata.
        if !matches!(segment.name, [0xE1..=0xED | 0xEF | 0xFE]) {
            kept.extend(&bytes[segment.span]);
        }
    }
    // Phones append videos and depth maps to photographs.
    kept.extend(bytes.get(scan..scan + jpeg_end(&bytes[scan..])?)?);
    Some(kept)
}

/// Returns the length of the segments and scans of a JPEG file, including the end marker after them. Inside a scan, 0xFF is
/// followed by 0 or a restart marker (T.81, section B.1.1.5).
pub(crate) fn jpeg_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr(0xFF, bytes.get(at..)?)?;
        match *bytes.get(at + 1)? {
            0xD9 => return Some(at + 2),
            0xFF => at += 1,
            0x00 | 0x01 | 0xD0..=0xD8 => at += 2,
            _ => at += 2 + usize::from(u16::from_be_bytes(*bytes.get(at + 2..)?.first_chunk()?)),
        }
    }
}

fn stripped_png(bytes: &[u8]) -> Vec<u8> {
    let is_animated = png_chunks(bytes).any(|chunk| chunk.name == b"acTL");
    let mut kept = bytes[..8].to_vec();
    for chunk in png_chunks(bytes) {
        let is_needed = match chunk.name {
            b"tRNS" | b"gAMA" => true,
            // Only animations need these: a still picture whose colors are not sRGB is encoded again.
            b"acTL" | b"fcTL" | b"fdAT" | b"iCCP" | b"sRGB" | b"cHRM" | b"cICP" => is_animated,
            // The name of a chunk that decoders need begins with a capital letter.
            name => name[0].is_ascii_uppercase(),
        };
        if is_needed {
            kept.extend(&bytes[chunk.span]);
        }
    }
    kept
}

fn stripped_webp(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut kept = bytes.get(..12)?.to_vec();
    for Chunk { name, data, .. } in webp_chunks(bytes) {
        let is_needed = matches!(
            name,
            b"VP8X" | b"VP8 " | b"VP8L" | b"ALPH" | b"ANIM" | b"ANMF" | b"ICCP"
        );
        if !is_needed {
            continue;
        }
        let start = kept.len() + 8;
        kept.extend(name);
        kept.extend(u32::try_from(data.len()).ok()?.to_le_bytes());
        kept.extend(data);
        if let Some(flags) = kept.get_mut(start).filter(|_| name == b"VP8X") {
            // Clears the flags for Exif data and XMP, which are removed.
            *flags &= !0b1100;
        }
        if data.len() % 2 == 1 {
            kept.push(0);
        }
    }
    let length = u32::try_from(kept.len() - 8).ok()?;
    kept[4..8].copy_from_slice(&length.to_le_bytes());
    Some(kept)
}

fn stripped_gif(bytes: &[u8]) -> Option<Vec<u8>> {
    const IMAGE: u8 = 0x2C;
    const EXTENSION: u8 = 0x21;
    const END: u8 = 0x3B;
    let table = |flags: u8| {
        let bits = u32::from(flags & 7) + 1;
        if flags & 0x80 == 0 { 0 } else { 3 << bits }
    };
    let mut at = 13 + table(*bytes.get(10)?);
    let mut kept = bytes.get(..at)?.to_vec();
    loop {
        let start = at;
        let kind = *bytes.get(at)?;
        at += match kind {
            END => {
                kept.push(END);
                return Some(kept);
            }
            // The descriptor is followed by a local color table and the initial size of the codes.
            IMAGE => 11 + table(*bytes.get(at + 9)?),
            EXTENSION => 2,
            _ => return None,
        };
        let data = at;
        // Sub-blocks follow, each with its length before it. The last one is empty.
        loop {
            let length = usize::from(*bytes.get(at)?);
            at += 1 + length;
            if length == 0 {
                break;
            }
        }
        let is_loop = || {
            let name = bytes.get(data + 1..data + 12);
            name.is_some_and(|name| name == b"NETSCAPE2.0" || name == b"ANIMEXTS1.0")
        };
        let is_needed = match (kind, bytes[start + 1]) {
            // A comment.
            (EXTENSION, 0xFE) => false,
            // Data of a program, such as XMP.
            (EXTENSION, 0xFF) => is_loop(),
            _ => true,
        };
        if is_needed {
            kept.extend(bytes.get(start..at)?);
        }
    }
}
