//! Crops and resizes a picture.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use qcms::Transform;

use crate::color_profile::Model;
use crate::cut::Cut;
use crate::fault::Fault;
use crate::header::{is_on_its_side, swap_sides};
use crate::level::{DETAIL, Level};
use crate::picture::Picture;

/// The pixels of an upright picture in sRGB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue, and alpha of each pixel.
    pub rgba: Vec<u8>,
}

/// Maximum width and height of the small copy whose colors are counted to find the dominant one.
const SAMPLE: u32 = 48;

impl Picture {
    /// Crops and resizes the picture, turns it upright, and converts it to sRGB. Fails with a fault if the size is zero.
    pub fn cut(&self, cut: Cut) -> Result<Pixels, Fault> {
        let orientation = self.header.orientation;
        let (left, top, width, height) = self.stored(cut);
        let (stored_width, stored_height) = swap_sides((cut.width, cut.height), orientation);
        let scale = cut.scale(&self.header);
        let fits = |level: &&Level| scale >= level.factor * DETAIL;
        let level = self.levels.iter().rev().find(fits);
        let level = level.or(self.levels.first());
        let level = level.ok_or_else(|| Fault::damaged("it has no pixels"))?;
        let [left, top, width, height] = [left, top, width, height].map(|one| one / level.factor);
        let size = |side: usize| u32::try_from(side).map_err(Fault::damaged);
        let (level_width, level_height) = (size(level.width)?, size(level.height)?);
        let source = ImageRef::new(level_width, level_height, &level.pixels, PixelType::U8x4);
        let source = source.map_err(Fault::damaged)?;
        let mut target = Image::new(stored_width, stored_height, PixelType::U8x4);
        let options = ResizeOptions::new()
            .resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3))
            .crop(left, top, width, height)
            .use_alpha(self.has_alpha);
        let resized = Resizer::new().resize(&source, &mut target, &options);
        resized.map_err(Fault::damaged)?;
        let mut pixels = target.into_vec();
        to_srgb(&mut pixels, self.to_srgb.as_ref(), self.model);
        Ok(Pixels {
            width: cut.width,
            height: cut.height,
            rgba: upright(pixels, stored_width, stored_height, orientation),
        })
    }

    /// Returns left, top, width, and height of the part to crop, in the stored pixels, which are not turned upright yet.
    fn stored(&self, cut: Cut) -> (f64, f64, f64, f64) {
        let (width, height) = (f64::from(self.header.width), f64::from(self.header.height));
        let scale = cut.scale(&self.header);
        // The wanted size is rounded: a part that differs from the whole by at most one pixel is the whole.
        let part = |wanted: u32, all: f64| {
            let part = f64::from(wanted) * scale;
            if (all - part) / scale <= 1.0 {
                all
            } else {
                part
            }
        };
        let part = (part(cut.width, width), part(cut.height, height));
        let start = |percent: u8, all: f64, part: f64| {
            (all * f64::from(percent) / 100.0 - part / 2.0).clamp(0.0, all - part)
        };
        let mut left = start(cut.focus.0, width, part.0);
        let mut top = start(cut.focus.1, height, part.1);
        let (flips_x, flips_y) = flips(self.header.orientation);
        if flips_x {
            left = width - left - part.0;
        }
        if flips_y {
            top = height - top - part.1;
        }
        let (left, top) = swap_sides((left, top), self.header.orientation);
        let (width, height) = swap_sides(part, self.header.orientation);
        (left, top, width, height)
    }

    /// Returns the dominant color of the picture, or `None` if it has transparent parts.
    pub fn color(&self) -> Option<[u8; 3]> {
        if self.has_alpha {
            return None;
        }
        let sample = self.cut(Cut {
            width: SAMPLE.min(self.header.width),
            height: SAMPLE.min(self.header.height),
            focus: (50, 50),
        });
        let sample = sample.ok()?;
        let (pixels, _) = sample.rgba.as_chunks::<4>();
        // Colors are grouped by the first three bits of each channel: for each group, the number of pixels and the sums of
        // their channels.
        let mut groups = vec![(0u32, [0u32; 3]); 512];
        for [r, g, b, _] in pixels {
            let group = [r, g, b]
                .iter()
                .fold(0, |all, one| all << 3 | usize::from(**one >> 5));
            let (count, sums) = &mut groups[group];
            *count += 1;
            for (sum, channel) in sums.iter_mut().zip([r, g, b]) {
                *sum += u32::from(*channel);
            }
        }
        let (count, sums) = groups.into_iter().max_by_key(|(count, _)| *count)?;
        Some(sums.map(|sum| u8::try_from(sum / count.max(1)).unwrap_or(255)))
    }
}

/// Returns whether an orientation mirrors the picture horizontally, and whether vertically. If an orientation swaps width and
/// height, the picture is mirrored after the swap.
fn flips(orientation: u8) -> (bool, bool) {
    (
        matches!(orientation, 2 | 3 | 6 | 7),
        matches!(orientation, 3 | 4 | 7 | 8),
    )
}

/// Turns pixels upright. `width` and `height` are those of the stored pixels.
fn upright(pixels: Vec<u8>, width: u32, height: u32, orientation: u8) -> Vec<u8> {
    if orientation == 1 {
        return pixels;
    }
    let (stored, _) = pixels.as_chunks::<4>();
    let (width, height) = (width as usize, height as usize);
    let (flips_x, flips_y) = flips(orientation);
    let on_its_side = is_on_its_side(orientation);
    let (shown_width, shown_height) = swap_sides((width, height), orientation);
    let mut shown = Vec::with_capacity(pixels.len());
    for y in 0..shown_height {
        let y = if flips_y { shown_height - 1 - y } else { y };
        for x in 0..shown_width {
            let x = if flips_x { shown_width - 1 - x } else { x };
            let at = if on_its_side {
                x * width + y
            } else {
                y * width + x
            };
            shown.extend(stored[at]);
        }
    }
    shown
}

/// Converts pixels to sRGB.
fn to_srgb(pixels: &mut Vec<u8>, transform: Option<&Transform>, model: Model) {
    match (transform, model) {
        (Some(transform), Model::Cmyk) => {
            let mut rgb = vec![0; pixels.len() / 4 * 3];
            transform.convert(pixels, &mut rgb);
            let (rgb, _) = rgb.as_chunks::<3>();
            *pixels = rgb.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect();
        }
        (Some(transform), Model::Gray) => {
            let (stored, _) = pixels.as_chunks::<4>();
            let grays: Vec<u8> = stored.iter().flat_map(|[g, _, _, a]| [*g, *a]).collect();
            transform.convert(&grays, pixels);
        }
        (Some(transform), Model::Rgb) => transform.apply(pixels),
        (None, Model::Cmyk) => {
            let (pixels, _) = pixels.as_chunks_mut::<4>();
            for pixel in pixels {
                *pixel = color_of_inks(*pixel);
            }
        }
        (None, _) => {}
    }
}

/// Converts inks (CMYK) to a color without a profile: each ink lets a part of the light through.
fn color_of_inks([cyan, magenta, yellow, black]: [u8; 4]) -> [u8; 4] {
    let light = |ink: u8| {
        let light = u16::from(255 - ink) * u16::from(255 - black) / 255;
        u8::try_from(light).unwrap_or(255)
    };
    [light(cyan), light(magenta), light(yellow), 255]
}
