//! Decoded pixels, in the form in which the decoder of a format returns them.

use std::ops::Deref;

use webp::WebPImage;

use crate::color_profile::{ColorProfile, Model};

/// Bytes of pixels, in the memory that the decoder allocated, because a copy of a large picture would take too much memory.
pub(crate) enum PixelBuffer {
    /// Memory that Rust has allocated.
    List(Vec<u8>),
    /// Memory that libwebp has allocated.
    Webp(WebPImage),
}

impl Deref for PixelBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::List(bytes) => bytes,
            Self::Webp(image) => image,
        }
    }
}

impl PixelBuffer {
    /// Converts the bytes to a `Vec`. Copies them only if libwebp has allocated them.
    pub(crate) fn into_list(self) -> Vec<u8> {
        match self {
            Self::List(bytes) => bytes,
            Self::Webp(image) => image.to_vec(),
        }
    }
}

/// A picture as a decoder returns it.
pub(crate) struct Decoded {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The bytes: row by row, from the top.
    pub pixels: PixelBuffer,
    /// Number of bytes per pixel: 1 (gray), 2 (gray and alpha), 3 (red, green, and blue), or 4 (with alpha, or inks).
    pub channels: usize,
    /// Color model of the pixels.
    pub model: Model,
    /// Color space; `None` for sRGB.
    pub profile: Option<ColorProfile>,
}
