//! The pixels of a picture in several sizes, so that a small picture is computed from few pixels.
#![expect(
    clippy::cast_possible_truncation,
    reason = "the mean of bytes fits into a byte"
)]

use crate::decoded::{Decoded, PixelBuffer};

/// The pixels of a picture in one size, four bytes each.
pub(crate) struct Level {
    /// Ratio of the picture's width and height to those of the level.
    pub factor: f64,
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// The bytes: row by row, from the top.
    pub pixels: Vec<u8>,
}

/// Source pixels needed per output pixel, in each direction. With fewer, fine detail is lost.
pub(crate) const DETAIL: f64 = 1.5;

/// Maximum number of pixels of a picture that is kept in its full size. A larger picture would take too much memory, and is halved
/// even if detail is lost.
const LARGEST_IN_DETAIL: usize = 16_000_000;

/// Minimum width and height of a level that is made by halving.
const SMALLEST: usize = 96;

/// Returns the levels from which cuts that are at least `scale` times smaller than the picture can be made, the largest first.
pub(crate) fn levels(decoded: Decoded, has_alpha: bool, scale: f64) -> Vec<Level> {
    let Decoded {
        width,
        height,
        pixels,
        channels,
        ..
    } = decoded;
    let (width, height) = (width as usize, height as usize);
    let can_be_halved = |width: usize, height: usize| width.min(height) >= 2 * SMALLEST;
    let is_wanted = scale >= 2.0 * DETAIL || width * height > LARGEST_IN_DETAIL;
    let is_halved = is_wanted && can_be_halved(width, height);
    let mut level = match channels {
        1 => first::<1>((width, height), pixels, is_halved, |[gray]| {
            [gray, gray, gray, 255]
        }),
        2 => first::<2>((width, height), pixels, is_halved, |[gray, alpha]| {
            [gray, gray, gray, alpha]
        }),
        3 => first::<3>((width, height), pixels, is_halved, |[r, g, b]| {
            [r, g, b, 255]
        }),
        _ if is_halved => halved::<4>((width, height), &pixels, has_alpha, |pixel| pixel),
        _ => Level {
            factor: 1.0,
            width,
            height,
            pixels: pixels.into_list(),
        },
    };
    let mut levels = Vec::new();
    while can_be_halved(level.width, level.height) {
        let mut next = halved::<4>(
            (level.width, level.height),
            &level.pixels,
            has_alpha,
            |pixel| pixel,
        );
        next.factor *= level.factor;
        let is_needed = scale < next.factor * DETAIL;
        let larger = std::mem::replace(&mut level, next);
        if is_needed {
            levels.push(larger);
        }
    }
    levels.push(level);
    levels
}

/// Makes the largest level from decoded pixels of `N` bytes: the picture itself or, if `is_halved`, half of it. `expand`
/// converts a pixel to four bytes.
fn first<const N: usize>(
    (width, height): (usize, usize),
    buffer: PixelBuffer,
    is_halved: bool,
    expand: impl Fn([u8; N]) -> [u8; 4],
) -> Level {
    if is_halved {
        return halved((width, height), &buffer, N == 2, expand);
    }
    let mut pixels = buffer.into_list();
    let count = pixels.len() / N;
    pixels.resize(count * 4, 0);
    for pixel in (0..count).rev() {
        let mut channels = [0; N];
        channels.copy_from_slice(&pixels[pixel * N..][..N]);
        pixels[pixel * 4..][..4].copy_from_slice(&expand(channels));
    }
    Level {
        factor: 1.0,
        width,
        height,
        pixels,
    }
}

/// Returns a level of half the width and height, both rounded up. Each of its pixels is the mean of four pixels. If the width
/// or height is odd, the pixels in the last column or row count twice. With `has_alpha`, transparent pixels count less.
fn halved<const N: usize>(
    (width, height): (usize, usize),
    pixels: &[u8],
    has_alpha: bool,
    expand: impl Fn([u8; N]) -> [u8; 4],
) -> Level {
    let mean = |a, b, c, d| {
        if has_alpha {
            weighted_mean([a, b, c, d])
        } else {
            mean(a, b, c, d)
        }
    };
    let (half_width, half_height) = (width.div_ceil(2), height.div_ceil(2));
    let mut halves = vec![0; half_width * half_height * 4];
    let rows = pixels.chunks(2 * width * N);
    for (row, half) in rows.zip(halves.chunks_exact_mut(half_width * 4)) {
        let (upper, lower) = row.split_at(width * N);
        let (upper, _) = upper.as_chunks::<N>();
        let (lower, _) = lower.as_chunks::<N>();
        let lower = if lower.is_empty() { upper } else { lower };
        let (half, _) = half.as_chunks_mut::<4>();
        let (squares, end) = upper.as_chunks::<2>();
        let squares = squares.iter().zip(lower.as_chunks::<2>().0);
        for (([a, b], [c, d]), half) in squares.zip(half.iter_mut()) {
            *half = mean(expand(*a), expand(*b), expand(*c), expand(*d));
        }
        if let ([a], Some(c), Some(half)) = (end, lower.last(), half.last_mut()) {
            let (a, c) = (expand(*a), expand(*c));
            *half = mean(a, a, c, c);
        }
    }
    Level {
        factor: 2.0,
        width: half_width,
        height: half_height,
        pixels: halves,
    }
}

/// Returns the mean of four pixels.
#[inline]
fn mean(a: [u8; 4], b: [u8; 4], c: [u8; 4], d: [u8; 4]) -> [u8; 4] {
    let of = |at: usize| {
        let sum = u16::from(a[at]) + u16::from(b[at]) + u16::from(c[at]) + u16::from(d[at]);
        ((sum + 2) / 4) as u8
    };
    [of(0), of(1), of(2), of(3)]
}

/// Returns the mean of four pixels, weighted by their opacity.
fn weighted_mean(pixels: [[u8; 4]; 4]) -> [u8; 4] {
    let weight: u32 = pixels.iter().map(|pixel| u32::from(pixel[3])).sum();
    let of = |at: usize| {
        let weighted = pixels
            .iter()
            .map(|pixel| u32::from(pixel[at]) * u32::from(pixel[3]));
        ((weighted.sum::<u32>() + weight / 2) / weight.max(1)) as u8
    };
    [of(0), of(1), of(2), ((weight + 2) / 4) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color_profile::Model;

    #[test]
    fn large_pictures_are_halved() {
        for (width, factor) in [(4_000, 1.0), (5_000, 2.0)] {
            let decoded = Decoded {
                width,
                height: 4_000,
                pixels: PixelBuffer::List(vec![80; width as usize * 4_000]),
                channels: 1,
                model: Model::Gray,
                profile: None,
            };
            let levels = levels(decoded, false, 2.0);
            assert_eq!(levels.first().map(|level| level.factor), Some(factor));
        }
    }

    #[test]
    fn pixels_are_means() {
        let rgb = [
            [0, 0, 0],
            [8, 0, 0],
            [100, 2, 3],
            [4, 0, 0],
            [4, 0, 0],
            [100, 2, 5],
        ]
        .concat();
        let level = halved::<3>((3, 2), &rgb, false, |[r, g, b]| [r, g, b, 255]);
        assert_eq!((level.width, level.height), (2, 1));
        assert_eq!(level.pixels, [4, 0, 0, 255, 100, 2, 4, 255]);
        let level = halved::<3>((3, 1), &rgb[..9], false, |[r, g, b]| [r, g, b, 255]);
        assert_eq!(level.pixels, [4, 0, 0, 255, 100, 2, 3, 255]);
        let rgba = [
            [200, 0, 0, 255],
            [0, 99, 0, 0],
            [0, 99, 0, 0],
            [100, 0, 0, 255],
        ]
        .concat();
        let level = halved::<4>((2, 2), &rgba, true, |pixel| pixel);
        assert_eq!(level.pixels, [150, 0, 0, 128]);
        let rgba = [1, 2, 3, 0].repeat(4);
        let level = halved::<4>((2, 2), &rgba, true, |pixel| pixel);
        assert_eq!(level.pixels, [0; 4]);
    }
}
