//! Pictures for phones, which are limited in bytes.

use crate::resize::Pixels;

/// Width and height up to which a picture is for phones: 375 CSS pixels with two pixels each, and an upright photograph of 3 :
/// 4.
const PHONE: (u32, u32) = (750, 1000);
/// Maximum number of bytes of a picture for phones. A very detailed one gets a lower quality.
pub(crate) const PHONE_BYTES: usize = 60_000;

/// Returns whether a picture is for phones.
pub(crate) fn is_for_phones(pixels: &Pixels) -> bool {
    pixels.width <= PHONE.0 && pixels.height <= PHONE.1
}
