//! Pictures made of pixels: a photograph becomes smaller ones for the web.
//!
//! - In: the bytes of a JPEG, PNG, GIF, WebP, or AVIF file, and the part and size that are wanted.
//! - Out: bytes without metadata, upright, with sRGB colors.
//! - Never: files, the environment, the clock. Whatever the bytes are, the outcome is a picture or a [`Fault`].

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

pub use cut::Cut;
pub use decode::decode;
pub use encode::{Target, encode};
pub use fault::Fault;
pub use format::{Format, SUPPORTS_AVIF};
pub use header::{Header, header};
pub use location::has_location;
pub use picture::Picture;
pub use resize::Pixels;
pub use stripped::without_metadata;

/// Version of the bytes that are made from a file and a cut. A new one makes caches encode pictures again.
pub const VERSION: &str = "9";
