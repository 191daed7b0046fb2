//! The wanted size of a picture, and the part of it to keep.

use crate::header::Header;

/// Wanted size of a picture, and the part of it to keep if its aspect ratio differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cut {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The point that stays as close to the middle as possible, in percent from the left and the top.
    pub focus: (u8, u8),
}

impl Cut {
    /// Returns the factor by which the picture is scaled down.
    pub(crate) fn scale(&self, header: &Header) -> f64 {
        let across = f64::from(header.width) / f64::from(self.width);
        let down = f64::from(header.height) / f64::from(self.height);
        across.min(down)
    }

    /// Returns whether this is the whole picture in its original size.
    pub(crate) fn is_whole(&self, header: &Header) -> bool {
        (self.width, self.height) == (header.width, header.height)
    }
}
