//! Converts luma and chroma (`YCbCr`, ITU-T H.273, section 8.3) to red, green, and blue.

/// Samples of one component of a picture: luma, opacity, or one of the two chroma components.
pub(super) struct Plane<'a> {
    /// The bytes: row by row, from the top.
    pub bytes: &'a [u8],
    /// Number of bytes from one row to the next.
    pub stride: usize,
    /// Width in samples.
    pub width: usize,
    /// Height in samples.
    pub height: usize,
    /// Whether each sample has two bytes.
    pub is_deep: bool,
}

/// The planes of a picture.
pub(super) struct Frame<'a> {
    /// Luma, or the opacity if the frame stores that.
    pub luma: Plane<'a>,
    /// The two chroma components, with a sample for one, two, or four pixels. `None` if the picture is gray.
    pub chroma: Option<[Plane<'a>; 2]>,
    /// Number of bits of a sample.
    pub bits: usize,
    /// Whether samples use the full range of their bits instead of the limited range of video.
    pub is_full_range: bool,
}

impl Plane<'_> {
    /// Reads a row of samples into `into`. Returns `None` if the bytes do not contain it.
    fn row(&self, y: usize, into: &mut Vec<f32>) -> Option<()> {
        let start = y
            .min(self.height.checked_sub(1)?)
            .checked_mul(self.stride)?;
        into.clear();
        if self.is_deep {
            let bytes = self.bytes.get(start..start + 2 * self.width)?;
            let (pairs, _) = bytes.as_chunks::<2>();
            into.extend(
                pairs
                    .iter()
                    .map(|pair| f32::from(u16::from_ne_bytes(*pair))),
            );
        } else {
            let bytes = self.bytes.get(start..start + self.width)?;
            into.extend(bytes.iter().map(|byte| f32::from(*byte)));
        }
        Some(())
    }

    /// Reads row `y` of a picture of the given size into `into`. If the plane is half as large, missing samples are
    /// interpolated. `rows` is a buffer.
    fn row_of(
        &self,
        y: usize,
        (width, height): (usize, usize),
        rows: &mut [Vec<f32>; 2],
        into: &mut Vec<f32>,
    ) -> Option<()> {
        let [near, far] = rows;
        if self.height == height {
            self.row(y, near)?;
        } else {
            self.row(y / 2, near)?;
            let neighbor = if y % 2 == 0 {
                (y / 2).saturating_sub(1)
            } else {
                y / 2 + 1
            };
            self.row(neighbor, far)?;
            for (near, far) in near.iter_mut().zip(far.iter()) {
                *near = 0.75 * *near + 0.25 * far;
            }
        }
        into.clear();
        if self.width == width {
            into.extend(near.iter());
            return Some(());
        }
        let (first, last) = (*near.first()?, *near.last()?);
        let before = [first].into_iter().chain(near.iter().copied());
        let after = near.iter().skip(1).copied().chain([last]);
        for ((one, before), after) in near.iter().zip(before).zip(after) {
            into.extend([0.75 * one + 0.25 * before, 0.75 * one + 0.25 * after]);
        }
        into.truncate(width);
        Some(())
    }
}

/// The conversion from samples to red, green, and blue.
pub(super) struct Rgb {
    /// Weights of red and blue in the luma; `None` if the samples are green, blue, and red instead of luma and chroma.
    weights: Option<(f32, f32)>,
    /// Whether samples use the full range of their bits instead of the limited range of video.
    is_full_range: bool,
}

impl Rgb {
    /// Returns the conversion for a code point of matrix coefficients (ITU-T H.273), or `None` if it is not supported.
    pub(super) fn new(matrix: u16, is_full_range: bool) -> Option<Self> {
        let weights = match matrix {
            0 => None,
            1 => Some((0.2126, 0.0722)),
            // The coefficients of BT.601, which most pictures with unspecified coefficients (2) use.
            2 | 5 | 6 => Some((0.299, 0.114)),
            9 => Some((0.2627, 0.0593)),
            _ => return None,
        };
        Some(Self {
            weights,
            is_full_range,
        })
    }

    /// Appends the pixels of a frame to `pixels`. Returns `None` if its planes are smaller than the frame.
    pub(super) fn write(
        &self,
        frame: &Frame<'_>,
        opacity: Option<&Frame<'_>>,
        channels: usize,
        pixels: &mut Vec<u8>,
    ) -> Option<()> {
        let luma = Range::of_luma(frame.bits, self.is_full_range);
        let difference = Range::of_differences(frame.bits, self.is_full_range);
        let size = (frame.luma.width, frame.luma.height);
        let [mut y_row, mut u_row, mut v_row, mut a_row] = [const { Vec::new() }; 4];
        let mut rows = [Vec::new(), Vec::new()];
        for y in 0..size.1 {
            frame.luma.row(y, &mut y_row)?;
            a_row.clear();
            match opacity {
                Some(opacity) => {
                    let range = Range::of_luma(opacity.bits, opacity.is_full_range);
                    opacity.luma.row(y, &mut a_row)?;
                    a_row.iter_mut().for_each(|one| *one = range.apply(*one));
                }
                None => a_row.resize(size.0, 255.0),
            }
            let Some([u, v]) = &frame.chroma else {
                for (luma_of, alpha) in y_row.iter().zip(&a_row) {
                    let pixel = [byte(luma.apply(*luma_of)), byte(*alpha)];
                    pixels.extend(&pixel[..channels.min(2)]);
                }
                continue;
            };
            u.row_of(y, size, &mut rows, &mut u_row)?;
            v.row_of(y, size, &mut rows, &mut v_row)?;
            let numbers = y_row.iter().zip(&u_row).zip(&v_row).zip(&a_row);
            for (((y, u), v), alpha) in numbers {
                let [r, g, b] = match self.weights {
                    None => [luma.apply(*v), luma.apply(*y), luma.apply(*u)],
                    Some((red, blue)) => {
                        let (y, u, v) =
                            (luma.apply(*y), difference.apply(*u), difference.apply(*v));
                        let r = y + 2.0 * (1.0 - red) * v;
                        let b = y + 2.0 * (1.0 - blue) * u;
                        [r, (y - red * r - blue * b) / (1.0 - red - blue), b]
                    }
                };
                let pixel = [byte(r), byte(g), byte(b), byte(*alpha)];
                pixels.extend(&pixel[..channels]);
            }
        }
        Some(())
    }
}

/// A linear conversion from the range of samples to that of bytes.
struct Range {
    start: f32,
    scale: f32,
}

impl Range {
    /// Returns the conversion of luma: black becomes 0 and white 255. In the limited range of video, samples below black and above
    /// white are reserved.
    fn of_luma(bits: usize, is_full: bool) -> Self {
        let one = step(bits);
        if is_full {
            let scale = 255.0 / (256.0 * one - 1.0);
            return Self { start: 0.0, scale };
        }
        let scale = 255.0 / (219.0 * one);
        Self {
            start: 16.0 * one,
            scale,
        }
    }

    /// Returns the conversion of chroma: no difference becomes 0.
    fn of_differences(bits: usize, is_full: bool) -> Self {
        let one = step(bits);
        let scale = if is_full {
            255.0 / (256.0 * one - 1.0)
        } else {
            255.0 / (224.0 * one)
        };
        Self {
            start: 128.0 * one,
            scale,
        }
    }

    fn apply(&self, number: f32) -> f32 {
        (number - self.start) * self.scale
    }
}

/// Returns how many values of a sample with this number of bits correspond to one value of eight bits.
fn step(bits: usize) -> f32 {
    match bits {
        10 => 4.0,
        12 => 16.0,
        _ => 1.0,
    }
}

fn byte(number: f32) -> u8 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the range of a byte"
    )]
    let byte = (number + 0.5).clamp(0.0, 255.0) as u8;
    byte
}
