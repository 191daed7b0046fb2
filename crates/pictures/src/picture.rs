//! A decoded picture.

use qcms::Transform;

use crate::color_profile::Model;
use crate::header::Header;
use crate::level::Level;

/// A decoded picture.
pub struct Picture {
    /// The header of the file.
    pub header: Header,
    /// The stored pixels, which are not turned upright yet, in several sizes. Each size is half of the one before.
    pub(crate) levels: Vec<Level>,
    /// Color model of the file. In the levels, a gray pixel has equal red, green, and blue, and the four bytes of a CMYK pixel
    /// are its inks.
    pub(crate) model: Model,
    /// Whether some pixels are not opaque.
    pub has_alpha: bool,
    /// Conversion of the colors to sRGB. `None` if they are sRGB already, or if the color profile cannot be used.
    pub(crate) to_srgb: Option<Transform>,
    /// Original file without metadata, if it shows the same picture and one of the cuts may use it.
    pub(crate) stripped_original: Option<Vec<u8>>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Picture")
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}
