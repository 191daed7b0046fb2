//! Tests of decoding, orientation, cropping, color conversion, and encoding.

use jpeg_encoder::ColorType;
use pictures::{EncodedFormat, Format, decode, header};

use crate::files::*;

#[test]
fn every_format_is_decoded() {
    let deep: Vec<u8> = rgb().iter().flat_map(|channel| [*channel; 2]).collect();
    let deep = png(png::ColorType::Rgb, png::BitDepth::Sixteen, &deep);
    for (name, bytes, format) in [
        ("jpeg", jpeg(16, 12, &[]), Format::Jpeg),
        ("rgb", rgb_png(), Format::Png),
        ("rgba", rgba_png(&quarters(16, 12)), Format::Png),
        ("16 bits", deep, Format::Png),
        ("palette", indexed_png(), Format::Png),
        ("gif", gif(1), Format::Gif),
        ("animated gif", gif(2), Format::Gif),
        ("lossy webp", webp(false), Format::Webp),
        ("lossless webp", webp(true), Format::Webp),
    ] {
        let read = header(&bytes).unwrap();
        assert_eq!(
            (read.format, read.width, read.height),
            (format, 16, 12),
            "{name}"
        );
        assert_eq!(read.is_animated, name.starts_with("animated"), "{name}");
        assert_eq!(shown(&bytes, whole(16, 12)), "abcd", "{name}");
        assert_eq!(shown(&bytes, whole(8, 6)), "abcd", "{name}");
        for target in [EncodedFormat::Jpeg, EncodedFormat::Png, EncodedFormat::Webp] {
            let encoded = encoded(&bytes, whole(16, 12), target);
            assert_eq!(
                shown(&encoded, whole(16, 12)),
                "abcd",
                "{name} as {target:?}"
            );
        }
    }
}

#[test]
fn inks_become_colors() {
    // No cyan and full magenta and yellow are red.
    let inks = [0u8, 255, 255, 0].repeat(64);
    // Profiles that are damaged, or not for inks, are ignored.
    for segments in [
        vec![],
        vec![with_profile(b"damaged")],
        vec![with_profile(&exchanged_profile())],
    ] {
        let bytes = jpeg_of(&inks, (8, 8), ColorType::Cmyk, &segments);
        let [r, g, b, a] = first_pixel(&bytes, whole(8, 8));
        assert!(r > 220 && g < 60 && b < 60 && a == 255, "{r} {g} {b} {a}");
    }
}

#[test]
fn pictures_are_turned_upright() {
    for (orientation, expected) in [
        (1, "abcd"),
        (2, "badc"),
        (3, "dcba"),
        (4, "cdab"),
        (5, "acbd"),
        (6, "cadb"),
        (7, "dbca"),
        (8, "bdac"),
    ] {
        let bytes = jpeg(24, 16, &[exif(orientation)]);
        let (width, height) = if orientation > 4 { (16, 24) } else { (24, 16) };
        let read = header(&bytes).unwrap();
        assert_eq!((read.width, read.height), (width, height), "{orientation}");
        assert_eq!(
            shown(&bytes, whole(width, height)),
            expected,
            "{orientation}"
        );
        // The upper left quarter of the upright picture.
        let corner = cut(8, 8, (0, 0));
        let [pixel, color] = [
            first_pixel(&bytes, corner),
            COLORS[usize::from(expected.as_bytes()[0] - b'a')],
        ];
        let mut channels = pixel.iter().zip(&color);
        assert!(channels.all(|(a, b)| a.abs_diff(*b) < 20), "{orientation}");
    }
}

/// A much smaller picture is made from a half, a quarter, or less of the pixels.
#[test]
fn large_pictures_are_halved_first() {
    let bytes = jpeg(2407, 1601, &[]);
    for width in [2407, 1000, 500, 120, 24] {
        assert_eq!(
            shown(&bytes, whole(width, width * 2 / 3)),
            "abcd",
            "{width}"
        );
    }
    for (focus, expected) in [((0, 50), "aacc"), ((100, 50), "bbdd"), ((50, 50), "abcd")] {
        let shown = shown(&bytes, cut(80, 107, focus));
        assert_eq!(shown, expected, "{focus:?}");
    }
}

#[test]
fn crops_keep_their_focus() {
    let bytes = indexed_png();
    // Half as wide as the picture, which is 16 × 12.
    for (focus, expected) in [((0, 50), "aacc"), ((100, 50), "bbdd"), ((50, 50), "abcd")] {
        let shown = shown(&bytes, cut(8, 12, focus));
        assert_eq!(shown, expected, "{focus:?}");
    }
    assert_eq!(shown(&bytes, cut(16, 6, (50, 100))), "cdcd");
}

#[test]
fn colors_are_converted_to_srgb() {
    let bytes = jpeg(16, 12, &[with_profile(&exchanged_profile())]);
    let [r, g, b, _] = first_pixel(&bytes, whole(16, 12));
    assert!(g > 150 && r < 120 && b < 120, "red is shown as {r} {g} {b}");
    let encoded = encoded(&bytes, whole(16, 12), EncodedFormat::Jpeg);
    assert!(!encoded.windows(11).any(|part| part == b"ICC_PROFILE"));
}

/// The value 55 of a linear gray profile is as bright as the value 128 of sRGB.
#[test]
fn grays_are_converted_to_srgb() {
    let mut profile = exchanged_profile();
    profile[16..20].copy_from_slice(b"GRAY");
    let curve = place_of(b"rTRC", &profile);
    profile[curve..curve + 4].copy_from_slice(b"kTRC");
    let gamma = place_of(&[0x02, 0x33], &profile);
    profile[gamma..gamma + 2].copy_from_slice(&[1, 0]);
    let segment = with_profile(&profile);
    let bytes = jpeg_of(&[55; 64], (8, 8), ColorType::Luma, &[segment]);
    let [r, g, b, a] = first_pixel(&bytes, whole(8, 8));
    assert!(
        (125..132).contains(&r) && r == g && g == b && a == 255,
        "{r} {g} {b} {a}"
    );
}

/// A JPEG file may store red, green, and blue instead of luma and chroma.
#[test]
fn jpeg_files_without_color_differences() {
    let mut bytes = jpeg(16, 12, &[(14, b"Adobe\0\x64\0\0\0\0\0".to_vec())]);
    // The JFIF segment, which is removed, implies luma and chroma. Adobe's segment says that the stored values are colors.
    bytes.drain(2..20);
    let [r, g, b, a] = first_pixel(&bytes, whole(16, 12));
    assert!(
        b > 200 && r < 140 && g < 140 && a == 255,
        "red is stored as {r} {g} {b}"
    );
}

/// A profile for inks, grays, or `Lab` is ignored in a picture with red, green, and blue.
#[test]
fn profiles_of_other_colors_are_ignored() {
    for kind in [b"CMYK", b"GRAY", b"Lab "] {
        let mut profile = exchanged_profile();
        profile[16..20].copy_from_slice(kind);
        let bytes = jpeg(16, 12, &[with_profile(&profile)]);
        assert_eq!(shown(&bytes, whole(16, 12)), "abcd", "{kind:?}");
    }
}

#[test]
fn a_detailed_picture_is_small_on_phones() {
    let (width, height) = (1500, 1000);
    let mut state = 1u32;
    // Gray noise, which no encoder can compress well, on a gradient.
    let noise = (0..width * height).flat_map(|at: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let gray = (state >> 26) as u8 + (at % width / 10) as u8;
        [gray, gray, gray, 255]
    });
    let pixels: Vec<u8> = noise.collect();
    let size = (width as u16, height as u16);
    let bytes = jpeg_of(&pixels, size, ColorType::Rgba, &[]);
    for cut in [whole(750, 500), whole(750, 1000)] {
        let length = encoded(&bytes, cut, EncodedFormat::Webp).len();
        assert!((30_000..=60_000).contains(&length), "{length} bytes");
    }
}

#[test]
fn a_small_file_is_kept() {
    // An indexed PNG is smaller than any that this crate writes.
    let bytes = indexed_png();
    let kept = encoded(&bytes, whole(16, 12), EncodedFormat::Png);
    assert!(kept.len() < bytes.len(), "without its text");
    assert!(kept.windows(4).any(|part| part == b"PLTE"));
    let smaller = encoded(&bytes, whole(8, 6), EncodedFormat::Png);
    assert!(!smaller.windows(4).any(|part| part == b"PLTE"));
}

#[test]
fn colors_of_pictures() {
    let plain = |rgba: [u8; 4]| rgba_png(&rgba.repeat(16 * 12));
    for (bytes, expected) in [
        (plain([200, 120, 40, 255]), Some([200, 120, 40])),
        (plain([200, 120, 40, 0]), None),
        (plain([200, 120, 40, 254]), None),
    ] {
        assert_eq!(decode(&bytes, &[]).unwrap().color(), expected);
    }
}
