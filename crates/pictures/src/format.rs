//! The picture formats that can be decoded.

/// Format of a picture that can be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
    /// GIF.
    Gif,
    /// WebP.
    Webp,
    /// AVIF, if this program was compiled with the feature `avif`.
    Avif,
}

/// Whether this program can decode and encode AVIF files.
pub const SUPPORTS_AVIF: bool = cfg!(feature = "avif");
