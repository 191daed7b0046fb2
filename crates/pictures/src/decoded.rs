//! Pixels in the form in which the decoder of a format returns them.

use std::ops::Deref;

use webp::WebPImage;

use crate::color_profile::{ColorProfile, Model};

/// The bytes of pixels, where their decoder stores them: a copy of a large picture takes much memory.
pub(crate) enum Stored {
    /// Memory of this program.
    List(Vec<u8>),
    /// Memory that libwebp has allocated.
    Webp(WebPImage),
}

impl Deref for Stored {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::List(bytes) => bytes,
            Self::Webp(image) => image,
        }
    }
}

impl Stored {
    /// Returns the bytes as a list.
    pub(crate) fn into_list(self) -> Vec<u8> {
        match self {
            Self::List(bytes) => bytes,
            Self::Webp(image) => image.to_vec(),
        }
    }
}

/// Pixels as a decoder returns them.
pub(crate) struct Decoded {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The bytes: row by row, from the top.
    pub pixels: Stored,
    /// Number of bytes of a pixel: gray, gray and alpha, red, green, and blue, or four.
    pub channels: usize,
    /// Color model of the pixels.
    pub model: Model,
    /// Colors other than those of sRGB.
    pub profile: Option<ColorProfile>,
}
