//! The colors that a picture's numbers stand for.

use std::panic::catch_unwind;

use qcms::{DataType, Intent, Profile, Transform};

/// Colors other than those of sRGB.
pub(crate) enum ColorProfile {
    /// Those of a profile in the file (ICC).
    Icc(Vec<u8>),
    /// Those of P3 screens, with the curve of sRGB.
    #[cfg(feature = "avif")]
    DisplayP3,
    /// Those of BT.2020, with the curve of sRGB.
    #[cfg(feature = "avif")]
    Bt2020,
}

impl ColorProfile {
    /// Returns what converts the colors or inks to sRGB, or `None` if they are sRGB or the profile cannot be used.
    pub(crate) fn to_srgb(&self, inks: bool) -> Option<Transform> {
        // The library panics at profiles for other kinds of colors than those of the picture.
        catch_unwind(|| self.transform(inks)).ok().flatten()
    }

    fn transform(&self, inks: bool) -> Option<Transform> {
        let profile = match self {
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
        let (from, to) = if inks {
            (DataType::CMYK, DataType::RGB8)
        } else {
            (DataType::RGBA8, DataType::RGBA8)
        };
        Transform::new_to(&profile, &srgb, from, to, Intent::Perceptual)
    }
}

/// Returns a profile with these chromaticities of red, green, and blue, and the white and curve of sRGB.
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
