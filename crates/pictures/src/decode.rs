//! Decodes pictures of all formats.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::avif;
use crate::color_profile::{ColorProfile, Model};
use crate::cut::Cut;
use crate::decoded::{Decoded, PixelBuffer};
use crate::fault::Fault;
use crate::format::Format;
use crate::header::header;
use crate::level::levels;
use crate::metadata::{Chunk, jpeg_segments, webp_chunks};
use crate::picture::Picture;
use crate::stripped::stripped;

/// Maximum number of pixels of a picture that is decoded. Each takes three or four bytes of memory, and a file of a few
/// kilobytes can claim any number.
const MAX_PIXELS: u64 = 64_000_000;

/// Maximum ratio of height to width. A WebP file cannot be higher than 16,383 pixels.
const MAX_ASPECT: u32 = 16_000;

/// Maximum number of pixels of an opaque picture that is decoded to the four bytes per pixel that the resizer needs. A larger
/// one is decoded to three bytes per pixel, because the coefficients of a progressive JPEG file take memory at the same time.
const LARGEST_WIDE: u64 = 16_000_000;

/// Maximum width and height of a JPEG file.
const LARGEST_SIDE: usize = 65_535;

/// Decodes a picture, or the first frame of an animated one, with as much detail as `cuts` need. Without cuts, there is enough
/// detail for [`Picture::color`]. Fails with a fault if the bytes are not a picture, are damaged, or claim too large a size.
pub fn decode(bytes: &[u8], cuts: &[Cut]) -> Result<Picture, Fault> {
    let header = header(bytes).ok_or_else(|| Fault::damaged("its header cannot be read"))?;
    let count = u64::from(header.width) * u64::from(header.height);
    if count == 0 {
        return Err(Fault::damaged("it has no pixels"));
    }
    if count > MAX_PIXELS {
        let (width, height) = (header.width, header.height);
        return Err(Fault {
            message: format!(
                "this image has {width} × {height} pixels, more than the {} million that can be resized",
                MAX_PIXELS / 1_000_000
            ),
            help: "save it again, at most 8000 pixels wide",
        });
    }
    if header.width.saturating_mul(MAX_ASPECT) < header.height {
        let (width, height) = (header.width, header.height);
        return Err(Fault {
            message: format!("this image of {width} × {height} pixels is too narrow"),
            help: "cut it into several images",
        });
    }
    let scales = cuts.iter().map(|cut| cut.scale(&header));
    let scale = scales.fold(f64::INFINITY, f64::min);
    let wide = count <= LARGEST_WIDE;
    let decoded = catch_unwind(AssertUnwindSafe(|| match header.format {
        Format::Jpeg => jpeg(bytes, wide),
        Format::Png => png(bytes, wide),
        Format::Gif => gif(bytes),
        Format::Webp => webp(bytes),
        Format::Avif => avif::decoded(bytes, wide),
    }));
    // A panic of the decoder means that the file is damaged.
    let decoded = decoded.unwrap_or_else(|_| Err(Fault::damaged("its decoder failed")))?;
    let profile = decoded.profile.as_ref();
    let to_srgb = profile.and_then(|profile| profile.to_srgb(decoded.model));
    let model = decoded.model;
    let inks = model == Model::Cmyk;
    let mut pixels = decoded.pixels.chunks_exact(decoded.channels);
    let has_alpha =
        !inks && decoded.channels % 2 == 0 && pixels.any(|pixel| pixel.last() != Some(&255));
    let is_as_shown = header.orientation == 1 && to_srgb.is_none() && !header.is_animated && !inks;
    let is_wanted = cuts.iter().any(|cut| cut.is_whole(&header));
    Ok(Picture {
        header,
        has_alpha,
        stripped_original: (is_as_shown && is_wanted)
            .then(|| stripped(header.format, bytes))
            .flatten(),
        model,
        to_srgb,
        levels: levels(decoded, has_alpha, scale),
    })
}

/// Maximum number of bytes that the pixels and coefficients of a progressive JPEG file may take in memory.
const PROGRESSIVE_BYTES: u64 = 330_000_000;

fn jpeg(bytes: &[u8], wide: bool) -> Result<Decoded, Fault> {
    if jpeg_segments(bytes).any(|segment| is_unusual_frame(&segment)) {
        return Err(Fault {
            message: "browsers do not support this kind of JPEG file".to_owned(),
            help: "save it again in an image editor, as a plain JPEG file with 8 bits per channel",
        });
    }
    if progressive_bytes(bytes).is_some_and(|needed| needed > PROGRESSIVE_BYTES) {
        return Err(Fault {
            message:
                "this image takes too much memory, because it is a large progressive JPEG file"
                    .to_owned(),
            help: "save it again without the option \"progressive\", or smaller",
        });
    }
    let options = |space| {
        DecoderOptions::default()
            .jpeg_set_out_colorspace(space)
            .set_max_width(LARGEST_SIDE)
            .set_max_height(LARGEST_SIDE)
    };
    let mut decoder = JpegDecoder::new_with_options(Cursor::new(bytes), options(ColorSpace::RGB));
    decoder.decode_headers().map_err(Fault::damaged)?;
    let profile = decoder.icc_profile().map(ColorProfile::Icc);
    // The decoder writes four bytes per pixel only for `YCbCr`. It converts inks that are stored in this way (YCCK) to colors.
    let components = decoder.info().map(|info| info.components);
    let (model, space) = match decoder.input_colorspace() {
        // Before decoding, the decoder reports any colors that an Adobe program stored without conversion as inks.
        Some(ColorSpace::CMYK) if components == Some(3) => (Model::Rgb, ColorSpace::RGB),
        Some(ColorSpace::CMYK) => (Model::Cmyk, ColorSpace::CMYK),
        Some(ColorSpace::Luma) => (Model::Gray, ColorSpace::Luma),
        Some(ColorSpace::YCbCr) if wide => (Model::Rgb, ColorSpace::RGBA),
        _ => (Model::Rgb, ColorSpace::RGB),
    };
    let (width, height) = decoder.dimensions().unwrap_or_default();
    decoder = JpegDecoder::new_with_options(Cursor::new(bytes), options(space));
    let channels = space.num_components();
    // The pixels are expanded to four bytes in place. Reserved memory that is never used costs nothing.
    let mut pixels = Vec::with_capacity(width * height * 4);
    pixels.resize(width * height * channels, 0);
    decoder.decode_into(&mut pixels).map_err(Fault::damaged)?;
    if model == Model::Cmyk {
        // CMYK values in JPEG files are inverted, as Adobe's programs write them.
        for ink in &mut pixels {
            *ink = 255 - *ink;
        }
    }
    Ok(Decoded {
        width: u32::try_from(width).map_err(Fault::damaged)?,
        height: u32::try_from(height).map_err(Fault::damaged)?,
        pixels: PixelBuffer::List(pixels),
        channels,
        model,
        profile,
    })
}

/// Returns whether a segment begins a frame of a kind that browsers do not support: with arithmetic coding, lossless,
/// hierarchical, or with 12 bits per channel (T.81, table B.1).
fn is_unusual_frame(segment: &Chunk<'_>) -> bool {
    match segment.name {
        [0xC0..=0xC2] => segment.data.first() != Some(&8),
        [0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF] => true,
        _ => false,
    }
}

/// Returns the number of bytes that decoding a progressive JPEG file takes, or `None` if the file is not progressive. Its
/// coefficients are in memory together with its pixels, because the first pixel is known only after the last scan.
fn progressive_bytes(bytes: &[u8]) -> Option<u64> {
    const PROGRESSIVE: u8 = 0xC2;
    let frame = jpeg_segments(bytes).find(|segment| segment.name == [PROGRESSIVE])?;
    let [_, h1, h2, w1, w2, _, components @ ..] = frame.data else {
        return None;
    };
    let (components, _) = components.as_chunks::<3>();
    // The sampling factors of each component, across and down. The largest ones are those of the whole picture.
    let samples = components
        .iter()
        .map(|[_, both, _]| (u64::from(both >> 4), u64::from(both & 15)));
    let across = samples.clone().map(|(across, _)| across).max()?;
    let down = samples.clone().map(|(_, down)| down).max()?;
    let coefficients = samples.map(|(across, down)| across * down).sum::<u64>() * 2;
    let pixels =
        u64::from(u16::from_be_bytes([*h1, *h2])) * u64::from(u16::from_be_bytes([*w1, *w2]));
    Some(pixels * components.len() as u64 + pixels * coefficients / (across * down).max(1))
}

fn png(bytes: &[u8], wide: bool) -> Result<Decoded, Fault> {
    // The limit is for rows and the compressed color profile, not for the pixels.
    let limits = png::Limits { bytes: 64 << 20 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    let alpha = if wide {
        png::Transformations::ALPHA
    } else {
        png::Transformations::IDENTITY
    };
    decoder.set_transformations(png::Transformations::normalize_to_color8() | alpha);
    decoder.set_ignore_text_chunk(true);
    let mut reader = decoder.read_info().map_err(Fault::damaged)?;
    let size = reader
        .output_buffer_size()
        .ok_or_else(|| Fault::damaged("it is too large"))?;
    let (width, height) = reader.info().size();
    // The pixels are expanded to four bytes in place.
    let mut pixels = Vec::with_capacity(size.max(width as usize * height as usize * 4));
    pixels.resize(size, 0);
    let frame = reader.next_frame(&mut pixels).map_err(Fault::damaged)?;
    pixels.truncate(frame.buffer_size());
    if frame.color_type == png::ColorType::Indexed {
        return Err(Fault::damaged("its palette is missing"));
    }
    Ok(Decoded {
        width: frame.width,
        height: frame.height,
        pixels: PixelBuffer::List(pixels),
        channels: frame.color_type.samples(),
        model: if frame.color_type.samples() < 3 {
            Model::Gray
        } else {
            Model::Rgb
        },
        profile: reader
            .info()
            .icc_profile
            .as_ref()
            .map(|one| ColorProfile::Icc(one.to_vec())),
    })
}

fn gif(bytes: &[u8]) -> Result<Decoded, Fault> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    options.check_frame_consistency(true);
    // Memory is bounded anyway, because no frame may be larger than the picture.
    options.set_memory_limit(gif::MemoryLimit::Unlimited);
    let mut decoder = options.read_info(bytes).map_err(Fault::damaged)?;
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let colors = decoder.global_palette().map(<[u8]>::to_vec);
    let frame = decoder.read_next_frame().map_err(Fault::damaged)?;
    let frame = frame.ok_or_else(|| Fault::damaged("it has no frame"))?;
    let colors = frame.palette.as_ref().or(colors.as_ref());
    let (colors, _) = colors.map_or(&[][..], |colors| colors).as_chunks::<3>();
    let color = |index: u8| match colors.get(usize::from(index)) {
        Some([r, g, b]) if frame.transparent != Some(index) => [*r, *g, *b, 255],
        _ => [0; 4],
    };
    let mut pixels = vec![0; width * height * 4];
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    let row = usize::from(frame.width);
    for (y, line) in frame.buffer.chunks_exact(row.max(1)).enumerate() {
        let start = ((top + y) * width + left) * 4;
        if let Some(target) = pixels.get_mut(start..start + row * 4) {
            let (target, _) = target.as_chunks_mut::<4>();
            for (pixel, index) in target.iter_mut().zip(line) {
                *pixel = color(*index);
            }
        }
    }
    Ok(Decoded {
        width: u32::from(decoder.width()),
        height: u32::from(decoder.height()),
        pixels: PixelBuffer::List(pixels),
        channels: 4,
        model: Model::Rgb,
        profile: None,
    })
}

fn webp(bytes: &[u8]) -> Result<Decoded, Fault> {
    let image = webp::Decoder::new(bytes).decode();
    let image = image.ok_or_else(|| Fault::damaged("it cannot be decoded"))?;
    Ok(Decoded {
        width: image.width(),
        height: image.height(),
        channels: if image.is_alpha() { 4 } else { 3 },
        pixels: PixelBuffer::Webp(image),
        model: Model::Rgb,
        profile: webp_chunks(bytes)
            .find(|chunk| chunk.name == b"ICCP")
            .map(|chunk| ColorProfile::Icc(chunk.data.to_vec())),
    })
}
