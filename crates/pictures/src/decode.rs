//! Decodes pictures.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use qcms::{DataType, Intent, Profile, Transform};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::fault::Fault;
use crate::format::Format;
use crate::header::{Header, header};
use crate::metadata::webp_profile;
use crate::stripped::stripped;

/// Largest number of pixels that are decoded; each takes four bytes of memory. A file of a few kilobytes can claim any number.
const LARGEST: u64 = 64_000_000;

/// Largest width and height that a JPEG file can have.
const LARGEST_SIDE: usize = 65_535;

/// A decoded picture.
pub struct Picture {
    /// Its header.
    pub header: Header,
    /// Width of the pixels as they are stored.
    pub(crate) width: u32,
    /// Height of the pixels as they are stored.
    pub(crate) height: u32,
    /// Pixels of four bytes: red, green, blue, and alpha, or cyan, magenta, yellow, and black.
    pub(crate) pixels: Vec<u8>,
    /// Whether the bytes of a pixel are cyan, magenta, yellow, and black.
    pub(crate) inks: bool,
    /// Whether some pixels are not opaque.
    pub has_alpha: bool,
    /// Converts the colors to sRGB. `None` if they are sRGB, or if the color profile cannot be used.
    pub(crate) to_srgb: Option<Transform>,
    /// The file without metadata, if it shows the same picture.
    pub(crate) plain: Option<Vec<u8>>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Picture")
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}

/// Pixels as a decoder returns them.
struct Decoded {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    inks: bool,
    profile: Option<Vec<u8>>,
}

/// Decodes a picture, or the first frame of an animated one.
///
/// # Errors
/// The bytes are not a picture, are damaged, or claim to be too large.
pub fn decode(bytes: &[u8]) -> Result<Picture, Fault> {
    let header = header(bytes).ok_or_else(|| Fault::damaged("its header cannot be read"))?;
    let count = u64::from(header.width) * u64::from(header.height);
    if count == 0 {
        return Err(Fault::damaged("it has no pixels"));
    }
    if count > LARGEST {
        let (width, height) = (header.width, header.height);
        return Err(Fault {
            message: format!(
                "this image has {width} × {height} pixels, more than the {} million that can be resized",
                LARGEST / 1_000_000
            ),
            help: "save it again, at most 8000 pixels wide",
        });
    }
    let decoded = catch_unwind(AssertUnwindSafe(|| match header.format {
        Format::Jpeg => jpeg(bytes),
        Format::Png => png(bytes),
        Format::Gif => gif(bytes),
        Format::Webp => webp(bytes),
    }));
    // A file that makes its decoder panic is damaged.
    let decoded = decoded.unwrap_or_else(|_| Err(Fault::damaged("its decoder failed")))?;
    let profile = decoded.profile.as_deref();
    let to_srgb = profile.and_then(|profile| {
        // The library panics at profiles for other kinds of colors than those of the picture.
        let read = catch_unwind(|| to_srgb(profile, decoded.inks));
        read.ok().flatten()
    });
    let has_alpha = !decoded.inks && decoded.pixels.chunks_exact(4).any(|pixel| pixel[3] != 255);
    let is_as_shown = header.orientation == 1 && to_srgb.is_none() && !header.is_animated;
    Ok(Picture {
        header,
        width: decoded.width,
        height: decoded.height,
        has_alpha,
        plain: (is_as_shown && !decoded.inks)
            .then(|| stripped(header.format, bytes))
            .flatten(),
        inks: decoded.inks,
        to_srgb,
        pixels: decoded.pixels,
    })
}

/// Returns what converts the colors or inks of a profile to sRGB, or `None` if they are sRGB or the profile cannot be used.
fn to_srgb(profile: &[u8], inks: bool) -> Option<Transform> {
    let profile = Profile::new_from_slice(profile, false)?;
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

fn jpeg(bytes: &[u8]) -> Result<Decoded, Fault> {
    let options = |space| {
        DecoderOptions::default()
            .jpeg_set_out_colorspace(space)
            .set_max_width(LARGEST_SIDE)
            .set_max_height(LARGEST_SIDE)
    };
    let mut decoder = JpegDecoder::new_with_options(Cursor::new(bytes), options(ColorSpace::RGBA));
    decoder.decode_headers().map_err(Fault::damaged)?;
    let profile = decoder.icc_profile();
    // The decoder converts inks that are stored as brightness and two color differences (YCCK).
    let inks = decoder.input_colorspace() == Some(ColorSpace::CMYK);
    if inks {
        decoder.set_options(options(ColorSpace::CMYK));
    }
    let (width, height) = decoder.dimensions().unwrap_or_default();
    let mut pixels = decoder.decode().map_err(Fault::damaged)?;
    if inks {
        // JPEG files store how much of the paper stays white, as Adobe's programs do.
        for ink in &mut pixels {
            *ink = 255 - *ink;
        }
    }
    Ok(Decoded {
        width: u32::try_from(width).map_err(Fault::damaged)?,
        height: u32::try_from(height).map_err(Fault::damaged)?,
        pixels,
        inks,
        profile,
    })
}

fn png(bytes: &[u8]) -> Result<Decoded, Fault> {
    // For rows and the color profile, which is compressed; not for the pixels.
    let limits = png::Limits { bytes: 64 << 20 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    // With an alpha channel, most pictures need no second copy of their pixels.
    let transformations = png::Transformations::normalize_to_color8() | png::Transformations::ALPHA;
    decoder.set_transformations(transformations);
    decoder.set_ignore_text_chunk(true);
    let mut reader = decoder.read_info().map_err(Fault::damaged)?;
    let size = reader
        .output_buffer_size()
        .ok_or_else(|| Fault::damaged("it is too large"))?;
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(Fault::damaged)?;
    pixels.truncate(frame.buffer_size());
    let pixels = match frame.color_type {
        png::ColorType::Grayscale => expanded::<1>(&pixels, |[gray]| [gray, gray, gray, 255]),
        png::ColorType::GrayscaleAlpha => expanded::<2>(&pixels, |[gray, a]| [gray, gray, gray, a]),
        png::ColorType::Rgb => expanded::<3>(&pixels, |[r, g, b]| [r, g, b, 255]),
        png::ColorType::Rgba => pixels,
        png::ColorType::Indexed => return Err(Fault::damaged("its palette is missing")),
    };
    Ok(Decoded {
        width: frame.width,
        height: frame.height,
        pixels,
        inks: false,
        profile: reader.info().icc_profile.as_ref().map(|one| one.to_vec()),
    })
}

fn gif(bytes: &[u8]) -> Result<Decoded, Fault> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.check_frame_consistency(true);
    let mut decoder = options.read_info(bytes).map_err(Fault::damaged)?;
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut pixels = vec![0; width * height * 4];
    let frame = decoder.read_next_frame().map_err(Fault::damaged)?;
    let frame = frame.ok_or_else(|| Fault::damaged("it has no frame"))?;
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    let row = usize::from(frame.width) * 4;
    for (y, line) in frame.buffer.chunks_exact(row.max(1)).enumerate() {
        let start = ((top + y) * width + left) * 4;
        if let Some(target) = pixels.get_mut(start..start + row) {
            target.copy_from_slice(line);
        }
    }
    Ok(Decoded {
        width: u32::from(decoder.width()),
        height: u32::from(decoder.height()),
        pixels,
        inks: false,
        profile: None,
    })
}

fn webp(bytes: &[u8]) -> Result<Decoded, Fault> {
    let image = webp::Decoder::new(bytes).decode();
    let image = image.ok_or_else(|| Fault::damaged("it cannot be decoded"))?;
    let pixels = if image.is_alpha() {
        image.to_vec()
    } else {
        expanded::<3>(&image, |[r, g, b]| [r, g, b, 255])
    };
    Ok(Decoded {
        width: image.width(),
        height: image.height(),
        pixels,
        inks: false,
        profile: webp_profile(bytes).map(<[u8]>::to_vec),
    })
}

/// Returns pixels of four bytes from pixels of `N` bytes.
fn expanded<const N: usize>(pixels: &[u8], expand: impl Fn([u8; N]) -> [u8; 4]) -> Vec<u8> {
    let (pixels, _) = pixels.as_chunks::<N>();
    // Without the exact capacity, a large picture would need twice the memory while the list grows.
    let mut expanded = Vec::with_capacity(pixels.len() * 4);
    for pixel in pixels {
        expanded.extend(expand(*pixel));
    }
    expanded
}
