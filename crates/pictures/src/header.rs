//! Reads the format, size, and orientation of a picture without decoding it.

use crate::avif_file::AvifFile;
use crate::format::{Format, SUPPORTS_AVIF};
use crate::metadata::{self, exif, orientation};

/// The properties of a picture in the header of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Format, judged by the first bytes.
    pub format: Format,
    /// Width in pixels, after the picture is turned upright.
    pub width: u32,
    /// Height in pixels, after the picture is turned upright.
    pub height: u32,
    /// Orientation of the stored pixels: a value of the Exif tag `Orientation`, from 1 (upright) to 8.
    pub(crate) orientation: u8,
    /// Whether the picture is animated.
    pub is_animated: bool,
}

/// Reads the header of a picture. Returns `None` if the bytes are not a picture in a format that can be decoded.
pub fn header(bytes: &[u8]) -> Option<Header> {
    let format = match bytes {
        [0xFF, 0xD8, 0xFF, ..] => Format::Jpeg,
        [0x89, b'P', b'N', b'G', ..] => Format::Png,
        [b'G', b'I', b'F', b'8', ..] => Format::Gif,
        [b'R', b'I', b'F', b'F', rest @ ..] if rest.get(4..8) == Some(b"WEBP".as_slice()) => {
            Format::Webp
        }
        _ if SUPPORTS_AVIF => Format::Avif,
        _ => return None,
    };
    let (width, height, orientation) = if format == Format::Avif {
        let file = AvifFile::read(bytes)?;
        (file.width, file.height, file.orientation)
    } else {
        let size = imagesize::blob_size(bytes).ok()?;
        (
            u32::try_from(size.width).ok()?,
            u32::try_from(size.height).ok()?,
            exif(format, bytes).map_or(1, orientation),
        )
    };
    let (width, height) = swap_sides((width, height), orientation);
    Some(Header {
        format,
        width,
        height,
        orientation,
        is_animated: is_animated(format, bytes),
    })
}

/// Returns a horizontal and a vertical value, swapped if turning a picture of this orientation upright swaps its width and height.
pub(crate) fn swap_sides<T>((across, down): (T, T), orientation: u8) -> (T, T) {
    if is_on_its_side(orientation) {
        (down, across)
    } else {
        (across, down)
    }
}

/// Returns whether turning a picture of this orientation upright swaps its width and height.
pub(crate) fn is_on_its_side(orientation: u8) -> bool {
    orientation >= 5
}

fn is_animated(format: Format, bytes: &[u8]) -> bool {
    match format {
        Format::Jpeg | Format::Avif => false,
        Format::Png => metadata::png_chunks(bytes).any(|chunk| chunk.name == b"acTL"),
        Format::Webp => metadata::webp_chunks(bytes).any(|chunk| chunk.name == b"ANIM"),
        Format::Gif => {
            let mut options = gif::DecodeOptions::new();
            options.skip_frame_decoding(true);
            let decoder = options.read_info(bytes);
            decoder.is_ok_and(|mut decoder| {
                let mut next = || decoder.next_frame_info().is_ok_and(|frame| frame.is_some());
                next() && next()
            })
        }
    }
}
