//! Pixels in the form in which the decoder of a format returns them.

use crate::color_profile::ColorProfile;

/// Pixels as a decoder returns them.
pub(crate) struct Decoded {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The bytes: row by row, from the top.
    pub pixels: Vec<u8>,
    /// Number of bytes of a pixel: gray, gray and alpha, red, green, and blue, or four.
    pub channels: usize,
    /// Whether a pixel is cyan, magenta, yellow, and black.
    pub inks: bool,
    /// Colors other than those of sRGB.
    pub profile: Option<ColorProfile>,
}
