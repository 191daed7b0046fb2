//! Turns brightness and color differences (`YCbCr`, ITU-T H.273, section 8.3) into red, green, and blue.

/// Numbers of one kind: brightness, opacity, or a color difference.
pub(super) struct Plane<'a> {
    /// The bytes: row by row, from the top.
    pub bytes: &'a [u8],
    /// Number of bytes from one row to the next.
    pub stride: usize,
    /// Width in numbers.
    pub width: usize,
    /// Height in numbers.
    pub height: usize,
    /// Whether each number has two bytes.
    pub is_deep: bool,
}

/// The planes of a picture.
pub(super) struct Frame<'a> {
    /// Brightness, or opacity.
    pub luma: Plane<'a>,
    /// Blue and red minus brightness, for each pixel or for two or four. `None` if the picture is gray.
    pub differences: Option<[Plane<'a>; 2]>,
    /// Number of bits of a number.
    pub bits: usize,
    /// Whether the numbers use the whole range of their bits.
    pub is_full_range: bool,
}

impl Plane<'_> {
    /// Reads a row of numbers.
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

    /// Reads a row of a picture that may be larger than the plane. What is between two numbers is interpolated.
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

/// The rule by which numbers become colors.
pub(super) enum Rgb {
    /// They are green, blue, and red.
    Plain { is_full_range: bool },
    /// They are brightness and color differences, to which red and blue contribute these parts.
    Mixed {
        red: f32,
        blue: f32,
        is_full_range: bool,
    },
}

impl Rgb {
    /// Returns the rule for a code point of matrix coefficients, or `None` if it is unknown.
    pub(super) fn new(matrix: u16, is_full_range: bool) -> Option<Self> {
        let (red, blue) = match matrix {
            0 => return Some(Self::Plain { is_full_range }),
            1 => (0.2126, 0.0722),
            // Unspecified ones are usually these, of BT.601.
            2 | 5 | 6 => (0.299, 0.114),
            9 => (0.2627, 0.0593),
            _ => return None,
        };
        Some(Self::Mixed {
            red,
            blue,
            is_full_range,
        })
    }

    /// Writes the pixels of a picture. Returns `None` if its planes do not fit.
    pub(super) fn write(
        &self,
        frame: &Frame<'_>,
        opacity: Option<&Frame<'_>>,
        channels: usize,
        pixels: &mut Vec<u8>,
    ) -> Option<()> {
        let (Self::Plain { is_full_range } | Self::Mixed { is_full_range, .. }) = self;
        let luma = Range::of_luma(frame.bits, *is_full_range);
        let difference = Range::of_differences(frame.bits, *is_full_range);
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
            let Some([u, v]) = &frame.differences else {
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
                let [r, g, b] = match *self {
                    Self::Plain { .. } => [luma.apply(*v), luma.apply(*y), luma.apply(*u)],
                    Self::Mixed { red, blue, .. } => {
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

/// The range of numbers that is spread over that of bytes.
struct Range {
    start: f32,
    scale: f32,
}

impl Range {
    /// From black to white. Video keeps some numbers below and above.
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

    /// Around no difference.
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

/// Returns how many numbers of these bits there are for one of eight bits.
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
        reason = "limited to those of bytes"
    )]
    let byte = (number + 0.5).clamp(0.0, 255.0) as u8;
    byte
}
