//! Tests that decoding a picture takes little more memory than four bytes for each pixel.
#![allow(clippy::unwrap_used)]

use jpeg_encoder::{ColorType, Encoder};
use peak_alloc::PeakAlloc;
use pictures::{Cut, decode};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const SIDE: u16 = 1000;

fn jpeg(color: ColorType, channels: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels = vec![80; channels * usize::from(SIDE) * usize::from(SIDE)];
    let encoder = Encoder::new(&mut bytes, 90);
    encoder.encode(&pixels, SIDE, SIDE, color).unwrap();
    bytes
}

fn png(color: png::ColorType) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIDE.into(), SIDE.into());
    encoder.set_color(color);
    let mut writer = encoder.write_header().unwrap();
    let pixels = vec![80; color.samples() * usize::from(SIDE) * usize::from(SIDE)];
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn decoding_takes_little_more_than_the_pixels() {
    for (name, bytes, limit) in [
        ("jpeg", jpeg(ColorType::Rgb, 3), 6),
        ("cmyk jpeg", jpeg(ColorType::Cmyk, 4), 6),
        ("rgb png", png(png::ColorType::Rgb), 6),
        // The colors of transparent pixels count less when the picture is resized, which takes a copy.
        ("rgba png", png(png::ColorType::Rgba), 9),
    ] {
        ALLOCATOR.reset_peak_usage();
        let before = ALLOCATOR.current_usage();
        let part = Cut {
            width: 100,
            height: 100,
            focus: (50, 50),
        };
        let picture = decode(&bytes, &[part]).unwrap();
        picture.cut(part).unwrap();
        let taken = ALLOCATOR.peak_usage() - before;
        assert!(
            taken < limit * 1_000_000,
            "{name}: {taken} bytes for a million pixels"
        );
    }
}
