//! Encodes pictures for the web.

use jpeg_encoder::{
    ChromaSubsamplingMethod, ColorType, Encoder, QuantizationTableType, SamplingFactor,
};

use crate::avif;
use crate::fault::Fault;
use crate::format::Format;
use crate::phone::{PHONE_BYTES, is_for_phones};
use crate::picture::Picture;
use crate::resize::Pixels;

/// Format in which a picture is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EncodedFormat {
    /// JPEG, progressive.
    Jpeg,
    /// PNG.
    Png,
    /// AVIF, if this program was compiled with the feature `avif`.
    Avif,
    /// WebP: lossy, or lossless if that is smaller, as it often is for drawings.
    Webp,
}

/// Effort of the WebP encoder, from 0 (fast) to 6 (small files).
const WEBP_EFFORT: i32 = 4;

/// Encodes `pixels`, which are a part of `picture`, with a quality from 1 to 100. If they are the whole picture in its original
/// size and format, returns the original file without its metadata, unless the encoded file is smaller. Fails with a fault if the size is
/// zero or too large for the format.
pub fn encode(
    picture: &Picture,
    pixels: &Pixels,
    target: EncodedFormat,
    quality: u8,
) -> Result<Vec<u8>, Fault> {
    let encoded = match target {
        EncodedFormat::Jpeg => jpeg(pixels, quality),
        EncodedFormat::Png => png(pixels, picture.has_alpha),
        EncodedFormat::Webp => webp(pixels, picture, quality),
        EncodedFormat::Avif => avif::encoded(pixels, picture.has_alpha, quality),
    }?;
    let is_whole = (pixels.width, pixels.height) == (picture.header.width, picture.header.height);
    let is_same_format = matches!(
        (target, picture.header.format),
        (EncodedFormat::Jpeg, Format::Jpeg)
            | (EncodedFormat::Png, Format::Png)
            | (EncodedFormat::Webp, Format::Webp)
            | (EncodedFormat::Avif, Format::Avif)
    );
    let original = picture.stripped_original.as_ref();
    let original =
        original.filter(|original| is_whole && is_same_format && original.len() <= encoded.len());
    Ok(original.cloned().unwrap_or(encoded))
}

fn webp(pixels: &Pixels, picture: &Picture, quality: u8) -> Result<Vec<u8>, Fault> {
    let encoder = webp::Encoder::from_rgba(&pixels.rgba, pixels.width, pixels.height);
    let encode = |change: fn(&mut webp::WebPConfig)| {
        let mut config = webp::WebPConfig::new().map_err(|()| Fault::damaged("libwebp fails"))?;
        config.method = WEBP_EFFORT;
        config.quality = f32::from(quality);
        // These two settings preserve the most detail per byte, as measured by SSIMULACRA2.
        config.filter_strength = 0;
        config.sns_strength = 65;
        change(&mut config);
        let encoded = encoder.encode_advanced(&config);
        let encoded = encoded.map(|encoded| encoded.to_vec());
        encoded.map_err(|error| Fault::damaged(format!("libwebp fails: {error:?}")))
    };
    let mut lossy = encode(|_| {})?;
    if is_for_phones(pixels) && lossy.len() > PHONE_BYTES {
        lossy = encode(|config| {
            // The encoder comes close to the size, but may exceed it a little.
            config.target_size = 57_000;
            config.pass = 6;
        })?;
    }
    if !matches!(picture.header.format, Format::Png | Format::Gif) {
        return Ok(lossy);
    }
    let lossless = encode(|config| {
        config.lossless = 1;
        config.method = 2;
    })?;
    Ok(if lossless.len() <= lossy.len() {
        lossless
    } else {
        lossy
    })
}

fn jpeg(pixels: &Pixels, quality: u8) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, quality);
    encoder.set_progressive(true);
    encoder.set_optimized_huffman_tables(true);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
    // Of the available tables, these preserve the most detail per byte, as measured by SSIMULACRA2.
    encoder.set_quantization_tables(
        QuantizationTableType::CustomMsSsim,
        QuantizationTableType::CustomMsSsim,
    );
    let width = u16::try_from(pixels.width).map_err(Fault::damaged)?;
    let height = u16::try_from(pixels.height).map_err(Fault::damaged)?;
    let encoded = encoder.encode(&pixels.rgba, width, height, ColorType::Rgba);
    encoded.map_err(Fault::damaged)?;
    Ok(bytes)
}

fn png(pixels: &Pixels, has_alpha: bool) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_color(if has_alpha {
        png::ColorType::Rgba
    } else {
        png::ColorType::Rgb
    });
    let mut writer = encoder.write_header().map_err(Fault::damaged)?;
    if has_alpha {
        writer
            .write_image_data(&pixels.rgba)
            .map_err(Fault::damaged)?;
    } else {
        let (pixels, _) = pixels.rgba.as_chunks::<4>();
        let rgb: Vec<u8> = pixels
            .iter()
            .flat_map(|[r, g, b, _]| [*r, *g, *b])
            .collect();
        writer.write_image_data(&rgb).map_err(Fault::damaged)?;
    }
    writer.finish().map_err(Fault::damaged)?;
    Ok(bytes)
}
