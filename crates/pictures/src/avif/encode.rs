//! Encodes AVIF files.

use crate::fault::Fault;
use crate::phone::{PHONE_BYTES, is_for_phones};
use crate::resize::Pixels;

/// Speed of the AVIF encoder, from 1 (small files) to 10 (fast).
const SPEED: u8 = 8;

/// Encodes pixels as an AVIF file.
pub(crate) fn encoded(pixels: &Pixels, has_alpha: bool, mut quality: u8) -> Result<Vec<u8>, Fault> {
    let (width, height) = (pixels.width as usize, pixels.height as usize);
    let (rgba, _) = pixels.rgba.as_chunks::<4>();
    let encode = |quality: u8| {
        // The sizes of a picture are encoded in parallel.
        let encoder = ravif::Encoder::new()
            .with_quality(quality.into())
            .with_speed(SPEED)
            .with_num_threads(Some(1));
        let encoded = if has_alpha {
            let pixels: Vec<_> = rgba
                .iter()
                .map(|[r, g, b, a]| ravif::RGBA8::new(*r, *g, *b, *a))
                .collect();
            encoder.encode_rgba(ravif::Img::new(&pixels, width, height))
        } else {
            let pixels: Vec<_> = rgba
                .iter()
                .map(|[r, g, b, _]| ravif::RGB8::new(*r, *g, *b))
                .collect();
            encoder.encode_rgb(ravif::Img::new(&pixels, width, height))
        };
        let encoded = encoded.map(|encoded| encoded.avif_file);
        encoded.map_err(|error| Fault::damaged(format!("rav1e fails: {error}")))
    };
    loop {
        let encoded = encode(quality)?;
        if !is_for_phones(pixels) || encoded.len() <= PHONE_BYTES || quality <= 10 {
            return Ok(encoded);
        }
        quality -= 10;
    }
}
