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

/// A color model: what the bytes of a pixel mean, apart from its opacity.
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
            #[cfg(feature = "avif")]
            Self::DisplayP3 => wide([(0.68, 0.32), (0.265, 0.69), (0.15, 0.06)])?,
            #[cfg(feature = "avif")]
            Self::Bt2020 => wide([(0.708, 0.292), (0.17, 0.797), (0.131, 0.046)])?,
        };
        if profile.is_sRGB() {
            return None;
        }
        let mut srgb = Profile::new_sRGB();
        srgb.precache_output_transform();
        Transform::new_to(&profile, &srgb, from, to, Intent::Perceptual)
    }
}

/// Returns a profile with the given chromaticities of red, green, and blue, and with sRGB's white point and transfer curve.
#[cfg(feature = "avif")]
fn wide(primaries: [(f64, f64); 3]) -> Option<Box<Profile>> {
    use qcms::{CIE_xyY, CIE_xyYTRIPLE};

    let [red, green, blue] = primaries.map(|(x, y)| CIE_xyY { x, y, Y: 1.0 });
    let white = CIE_xyY {
        x: 0.3127,
        y: 0.329,
        Y: 1.0,
    };
    let curve = (0..1024u16).map(|step| {
        let value = f64::from(step) / 1023.0;
        let light = if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 1"
        )]
        let light = (light * 65535.0).round() as u16;
        light
    });
    let curve: Vec<u16> = curve.collect();
    Profile::new_rgb_with_table(white, CIE_xyYTRIPLE { red, green, blue }, &curve)
}
