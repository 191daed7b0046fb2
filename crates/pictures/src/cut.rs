//! The part of a picture that is wanted, and its size.

use crate::header::Header;

/// The wanted size, and the part of the picture that is kept if it has another shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cut {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The point that stays in the middle as far as possible, in percent from the left and the top.
    pub focus: (u8, u8),
}

impl Cut {
    /// Returns how many times smaller the picture becomes.
    pub(crate) fn scale(&self, header: &Header) -> f64 {
        let across = f64::from(header.width) / f64::from(self.width);
        let down = f64::from(header.height) / f64::from(self.height);
        across.min(down)
    }

    /// Returns whether it is the picture in its own size.
    pub(crate) fn is_whole(&self, header: &Header) -> bool {
        (self.width, self.height) == (header.width, header.height)
    }
}
