//! Decodes AVIF files.

use re_rav1d::pixel::{ColorPrimaries, MatrixCoefficients, TransferCharacteristic, YUVRange};
use re_rav1d::{Decoder, Error, PixelLayout, PlanarImageComponent as Component, Settings};

use super::rgb::{Frame, Plane, Rgb};
use crate::avif_file::{AvifFile, CodePoints};
use crate::color_profile::{ColorProfile, Model};
use crate::decoded::{Decoded, PixelBuffer};
use crate::fault::Fault;

/// Decodes the picture in an AVIF file. If `wide`, a pixel with colors has four bytes even if the picture is opaque.
pub(crate) fn decoded(bytes: &[u8], wide: bool) -> Result<Decoded, Fault> {
    let file = AvifFile::read(bytes);
    let file = file.ok_or_else(|| Fault::damaged("its header cannot be read"))?;
    let size = (file.width, file.height);
    let picture = frame(file.colors, size)?;
    let points = file.code_points.unwrap_or_else(|| code_points(&picture));
    let rgb = Rgb::new(points.matrix, points.is_full_range)
        .filter(|_| points.is_supported(file.profile.is_some()))
        .ok_or_else(|| Fault {
            message: "the colors of this image cannot be converted to sRGB".to_owned(),
            help: "save it again in an image editor, as sRGB and without HDR",
        })?;
    let opacity = file.opacity.map(|data| frame(data, size)).transpose()?;
    let opacity = opacity.as_ref().map(AvifPicture::frame);
    let frame = picture.frame();
    let is_gray = frame.chroma.is_none();
    let channels = match (is_gray, opacity.is_some() || (wide && !is_gray)) {
        (true, false) => 1,
        (true, true) => 2,
        (false, false) => 3,
        (false, true) => 4,
    };
    let mut pixels = Vec::with_capacity(frame.luma.width * frame.luma.height * channels);
    let is_valid = rgb.write(&frame, opacity.as_ref(), channels, &mut pixels);
    is_valid.ok_or_else(|| Fault::damaged("its planes do not fit"))?;
    if file.is_premultiplied && opacity.is_some() {
        for pixel in pixels.chunks_exact_mut(channels) {
            divide_by_opacity(pixel);
        }
    }
    Ok(Decoded {
        width: file.width,
        height: file.height,
        pixels: PixelBuffer::List(pixels),
        channels,
        model: Model::Rgb,
        profile: match (file.profile, points.primaries) {
            (Some(profile), _) => Some(ColorProfile::Icc(profile)),
            (None, 12) => Some(ColorProfile::DisplayP3),
            (None, 9) => Some(ColorProfile::Bt2020),
            _ => None,
        },
    })
}

/// A decoded frame and its planes.
struct AvifPicture {
    frame: re_rav1d::Picture,
    luma: re_rav1d::Plane,
    chroma: Option<[re_rav1d::Plane; 2]>,
}

/// Decodes the first frame of AV1 data. Returns a fault if it does not have this size.
fn frame(data: Vec<u8>, size: (u32, u32)) -> Result<AvifPicture, Fault> {
    let mut settings = Settings::new();
    // Pictures are decoded in parallel.
    settings.set_n_threads(1);
    settings.set_max_frame_delay(1);
    settings.set_all_layers(false);
    settings.set_frame_size_limit(size.0.saturating_mul(size.1));
    let mut decoder = Decoder::with_settings(&settings).map_err(Fault::damaged)?;
    let mut sent = decoder.send_data(data, None, None, None);
    loop {
        match decoder.get_picture() {
            Ok(frame) => {
                if (frame.width(), frame.height()) != size {
                    return Err(Fault::damaged("its size is not the one that it declares"));
                }
                let has_colors = frame.pixel_layout() != PixelLayout::I400;
                return Ok(AvifPicture {
                    luma: frame.plane(Component::Y),
                    chroma: has_colors
                        .then(|| [Component::U, Component::V].map(|one| frame.plane(one))),
                    frame,
                });
            }
            // The decoder needs more of the data.
            Err(Error::Again) if sent == Err(Error::Again) => sent = decoder.send_pending_data(),
            Err(Error::Again) => return Err(Fault::damaged("it has no picture")),
            Err(error) => return Err(Fault::damaged(error)),
        }
    }
}

impl AvifPicture {
    /// Returns the planes of the frame, with their sizes.
    fn frame(&self) -> Frame<'_> {
        let (width, height) = (self.frame.width() as usize, self.frame.height() as usize);
        let bits = self.frame.bits_per_component().map_or(8, |bits| bits.0);
        let plane = |bytes, component, halves: (bool, bool)| Plane {
            bytes,
            stride: self.frame.stride(component) as usize,
            width: if halves.0 { width.div_ceil(2) } else { width },
            height: if halves.1 { height.div_ceil(2) } else { height },
            is_deep: bits > 8,
        };
        let halves = match self.frame.pixel_layout() {
            PixelLayout::I420 => (true, true),
            PixelLayout::I422 => (true, false),
            PixelLayout::I400 | PixelLayout::I444 => (false, false),
        };
        let chroma = self.chroma.as_ref();
        Frame {
            luma: plane(&self.luma, Component::Y, (false, false)),
            chroma: chroma.map(|[u, v]| {
                [
                    plane(u, Component::U, halves),
                    plane(v, Component::V, halves),
                ]
            }),
            bits,
            is_full_range: self.frame.color_range() == YUVRange::Full,
        }
    }
}

/// Returns the code points in the AV1 data, which apply if the file itself has none.
fn code_points(picture: &AvifPicture) -> CodePoints {
    let frame = &picture.frame;
    CodePoints {
        primaries: match frame.color_primaries() {
            ColorPrimaries::BT2020 => 9,
            ColorPrimaries::P3Display => 12,
            _ => 1,
        },
        transfer: match frame.transfer_characteristic() {
            TransferCharacteristic::PerceptualQuantizer => 16,
            TransferCharacteristic::HybridLogGamma => 18,
            _ => 13,
        },
        matrix: match frame.matrix_coefficients() {
            MatrixCoefficients::Identity => 0,
            MatrixCoefficients::BT709 => 1,
            MatrixCoefficients::BT2020NonConstantLuminance => 9,
            MatrixCoefficients::Unspecified
            | MatrixCoefficients::BT470BG
            | MatrixCoefficients::ST170M => 6,
            _ => u16::MAX,
        },
        is_full_range: frame.color_range() == YUVRange::Full,
    }
}

fn divide_by_opacity(pixel: &mut [u8]) {
    let Some((opacity, colors)) = pixel.split_last_mut() else {
        return;
    };
    let opacity = u16::from(*opacity);
    for color in colors {
        let whole = (u16::from(*color) * 255 + opacity / 2) / opacity.max(1);
        *color = u8::try_from(whole).unwrap_or(255);
    }
}
