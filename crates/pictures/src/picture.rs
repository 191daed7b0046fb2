//! A decoded picture.

use qcms::Transform;

use crate::color_profile::Model;
use crate::header::Header;
use crate::level::Level;

/// A decoded picture.
pub struct Picture {
    /// Its header.
    pub header: Header,
    /// The stored pixels, in several sizes, each half of the one before.
    pub(crate) levels: Vec<Level>,
    /// The color model of the file. Grays are stored as red, green, and blue, and inks take the place of all four bytes.
    pub(crate) model: Model,
    /// Whether some pixels are not opaque.
    pub has_alpha: bool,
    /// Converts the colors to sRGB. `None` if they are sRGB, or if the color profile cannot be used.
    pub(crate) to_srgb: Option<Transform>,
    /// The file without metadata, if it shows the same picture.
    pub(crate) plain: Option<Vec<u8>>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Picture")
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}
