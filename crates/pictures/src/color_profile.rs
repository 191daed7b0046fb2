//! The color spaces of pictures, and their conversion to sRGB.

use std::panic::catch_unwind;

use qcms::{DataType, Intent, Profile, Transform};

/// A color space other than sRGB.
pub(crate) enum ColorProfile {
    /// The color space that an ICC profile in the file defines.
    Icc(Vec<u8>),
    /// Display P3, with sRGB's transfer curve.
    #[cfg(feature = "avif")]
    DisplayP3,
    /// BT.2020, with sRGB's transfer curve.
    #[cfg(feature = "avif")]
    Bt2020,
}

/// A color model: the meaning of a pixel's bytes, apart from its opacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Model {
    /// Gray.
    Gray,
    /// Red, green, and blue.
    Rgb,
    /// Cyan, magenta, yellow, and black.
    Cmyk,
}

impl ColorProfile {
    /// Returns the conversion to sRGB, or `None` if the colors are sRGB already or the profile cannot be used.
    pub(crate) fn to_srgb(&self, model: Model) -> Option<Transform> {
        // The library panics for some damaged profiles.
        catch_unwind(|| self.transform(model)).ok().flatten()
    }

    fn transform(&self, model: Model) -> Option<Transform> {
        let (space, from, to) = match model {
            Model::Gray => (b"GRAY", DataType::GrayA8, DataType::RGBA8),
            Model::Rgb => (b"RGB ", DataType::RGBA8, DataType::RGBA8),
            Model::Cmyk => (b"CMYK", DataType::CMYK, DataType::RGB8),
        };
        let profile = match self {
            // If the profile is for another color model, the library panics when it converts pixels, or misreads them.
            Self::Icc(bytes) if bytes.get(16..20) != Some(space) => return None,
            Self::Icc(bytes) => Profile::new_from_slice(bytes, false)?,
            // The code points of their primaries and of sRGB's curve (ITU-T H.273, tables 2 and 3).
            #[cfg(feature = "avif")]
            Self::DisplayP3 => Profile::new_cicp(12.into(), 13.into())?,
            #[cfg(feature = "avif")]
            Self::Bt2020 => Profile::new_cicp(9.into(), 13.into())?,
        };
        if profile.is_sRGB() {
            return None;
        }
        let mut srgb = Profile::new_sRGB();
        srgb.precache_output_transform();
        Transform::new_to(&profile, &srgb, from, to, Intent::Perceptual)
    }
}
