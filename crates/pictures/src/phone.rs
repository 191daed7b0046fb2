//! Pictures for phones, whose files may have only a limited number of bytes.

use crate::resize::Pixels;

/// Maximum width and height of a picture for phones: an upright photograph (3 to 4) on a screen of 375 CSS pixels, with two
/// device pixels for each.
const PHONE: (u32, u32) = (750, 1000);
/// Maximum number of bytes of a picture for phones. A very detailed picture is encoded with a lower quality.
pub(crate) const PHONE_BYTES: usize = 60_000;

/// Returns whether a picture is for phones.
pub(crate) fn is_for_phones(pixels: &Pixels) -> bool {
    pixels.width <= PHONE.0 && pixels.height <= PHONE.1
}
