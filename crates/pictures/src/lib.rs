//! Makes smaller pictures for the web from a photograph or another raster picture.
//!
//! - In: the bytes of a JPEG, PNG, GIF, WebP, or AVIF file, and the wanted size and focus ([`Cut`]).
//! - Out: the bytes of an upright picture in sRGB, without metadata.
//! - Never: uses files, the environment, or the clock; panics. Whatever the bytes are, the result is a picture or a [`Fault`].

mod avif;
mod avif_file;
mod avif_metadata;
mod boxes;
mod color_profile;
mod cut;
mod decode;
mod decoded;
mod encode;
mod fault;
mod format;
mod header;
mod level;
mod location;
mod metadata;
mod phone;
mod picture;
mod resize;
mod stripped;
mod tiff;
mod truncated;

pub use cut::Cut;
pub use decode::decode;
pub use encode::{EncodedFormat, encode};
pub use fault::Fault;
pub use format::{Format, SUPPORTS_AVIF};
pub use header::{Header, header};
pub use location::has_location;
pub use picture::Picture;
pub use resize::Pixels;
pub use stripped::without_metadata;
pub use truncated::is_truncated;

/// Version of this crate's output. It is changed whenever the same file and cut produce different bytes, so that caches encode
/// pictures again.
pub const VERSION: &str = "9";
