//! Pictures of all formats, and hostile ones. The files are made here.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation)]

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use pictures::{
    Cut, ENCODES_AVIF, Format, Pixels, Target, decode, encode, header, without_metadata,
};

/// Four colors: top left, top right, bottom left, bottom right.
const COLORS: [[u8; 4]; 4] = [
    [220, 40, 40, 255],
    [40, 200, 60, 255],
    [40, 60, 210, 255],
    [235, 225, 60, 255],
];

/// Returns the pixels of a picture with a color in each quarter.
fn quarters(width: usize, height: usize) -> Vec<u8> {
    let color = |at: usize| {
        let (x, y) = (at % width, at / width);
        COLORS[usize::from(x * 2 >= width) + 2 * usize::from(y * 2 >= height)]
    };
    (0..width * height).flat_map(color).collect()
}

fn jpeg(width: u16, height: u16, segments: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 95);
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    for (number, data) in segments {
        encoder.add_app_segment(*number, data.clone()).unwrap();
    }
    let pixels = quarters(width.into(), height.into());
    encoder
        .encode(&pixels, width, height, ColorType::Rgba)
        .unwrap();
    bytes
}

/// Returns an Exif segment with an orientation, and with a text that stands for a position.
fn exif(orientation: u8) -> (u8, Vec<u8>) {
    let mut data = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    data.extend([orientation, 0, 0, 0, 0, 0, 0]);
    data.extend(b"23.0225 N, 72.5714 E");
    (1, data)
}

fn png(color: png::ColorType, depth: png::BitDepth, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 16, 12);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == png::ColorType::Indexed {
        let palette: Vec<u8> = COLORS
            .iter()
            .flat_map(|color| color[..3].to_vec())
            .collect();
        encoder.set_palette(palette);
    }
    encoder
        .add_text_chunk("Author".to_owned(), "23.0225 N".to_owned())
        .unwrap();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

/// Returns the indexes of the colors of [`quarters`].
fn indexes() -> Vec<u8> {
    let pixels = quarters(16, 12);
    let (pixels, _) = pixels.as_chunks::<4>();
    let index = |pixel: &[u8; 4]| COLORS.iter().position(|color| color == pixel).unwrap() as u8;
    pixels.iter().map(index).collect()
}

fn gif(frames: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let palette: Vec<u8> = COLORS
        .iter()
        .flat_map(|color| color[..3].to_vec())
        .collect();
    let mut encoder = gif::Encoder::new(&mut bytes, 16, 12, &palette).unwrap();
    for _ in 0..frames {
        let frame = gif::Frame::from_indexed_pixels(16, 12, indexes(), None);
        encoder.write_frame(&frame).unwrap();
    }
    drop(encoder);
    bytes
}

fn webp(lossless: bool) -> Vec<u8> {
    let pixels = quarters(16, 12);
    let encoder = webp::Encoder::from_rgba(&pixels, 16, 12);
    encoder.encode_simple(lossless, 95.0).unwrap().to_vec()
}

fn cut_from(bytes: &[u8], cut: Cut) -> Pixels {
    decode(bytes, &[cut]).unwrap().cut(cut).unwrap()
}

/// Returns the color of the middle of each quarter of a picture, as letters: the index in [`COLORS`] of the closest one.
fn shown(bytes: &[u8], cut: Cut) -> String {
    let pixels = cut_from(bytes, cut);
    let (rgba, _) = pixels.rgba.as_chunks::<4>();
    let (width, height) = (pixels.width as usize, pixels.height as usize);
    let at = |x: usize, y: usize| {
        let pixel = rgba[height * y / 4 * width + width * x / 4];
        let distance = |color: &[u8; 4]| -> i32 {
            let channels = color.iter().zip(pixel);
            channels
                .map(|(a, b)| (i32::from(*a) - i32::from(b)).abs())
                .sum()
        };
        let closest = (0..4)
            .min_by_key(|index| distance(&COLORS[*index]))
            .unwrap();
        assert!(distance(&COLORS[closest]) < 60, "{pixel:?}");
        char::from(b'a' + closest as u8)
    };
    [at(1, 1), at(3, 1), at(1, 3), at(3, 3)].iter().collect()
}

/// Returns a picture cut and encoded with the usual quality.
fn encoded(bytes: &[u8], cut: Cut, target: Target) -> Vec<u8> {
    let picture = decode(bytes, &[cut]).unwrap();
    encode(&picture, &picture.cut(cut).unwrap(), target, 75).unwrap()
}

const fn whole(width: u32, height: u32) -> Cut {
    Cut {
        width,
        height,
        focus: (50, 50),
    }
}

#[test]
fn every_format_is_decoded() {
    let rgba = quarters(16, 12);
    let rgb: Vec<u8> = rgba
        .chunks(4)
        .flat_map(|pixel| pixel[..3].to_vec())
        .collect();
    let deep: Vec<u8> = rgb
        .iter()
        .flat_map(|channel| [*channel, *channel])
        .collect();
    for (name, bytes, format) in [
        ("jpeg", jpeg(16, 12, &[]), Format::Jpeg),
        (
            "rgb",
            png(png::ColorType::Rgb, png::BitDepth::Eight, &rgb),
            Format::Png,
        ),
        (
            "rgba",
            png(png::ColorType::Rgba, png::BitDepth::Eight, &rgba),
            Format::Png,
        ),
        (
            "16 bits",
            png(png::ColorType::Rgb, png::BitDepth::Sixteen, &deep),
            Format::Png,
        ),
        (
            "palette",
            png(png::ColorType::Indexed, png::BitDepth::Eight, &indexes()),
            Format::Png,
        ),
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
        for target in [Target::Jpeg, Target::Png, Target::Webp] {
            let encoded = encoded(&bytes, whole(16, 12), target);
            assert_eq!(
                shown(&encoded, whole(16, 12)),
                "abcd",
                "{name} as {target:?}"
            );
        }
    }
}

/// Without the feature `avif`, there is none.
#[test]
fn avif_files() {
    let opaque = jpeg(16, 12, &[]);
    let clear = png(
        png::ColorType::Rgba,
        png::BitDepth::Eight,
        &quarters(16, 12)
            .chunks(4)
            .flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 128])
            .collect::<Vec<u8>>(),
    );
    for bytes in [opaque, clear] {
        let cut = whole(8, 6);
        let picture = decode(&bytes, &[cut]).unwrap();
        let encoded = encode(&picture, &picture.cut(cut).unwrap(), Target::Avif, 75);
        let size = encoded.map(|avif| {
            assert_eq!(&avif[4..12], b"ftypavif");
            let size = imagesize::blob_size(&avif).unwrap();
            (size.width, size.height)
        });
        let expected = if ENCODES_AVIF {
            Ok((8, 6))
        } else {
            Err("this program cannot write AVIF files".to_owned())
        };
        assert_eq!(size.map_err(|fault| fault.message), expected);
    }
}

#[test]
fn inks_become_colors() {
    let mut bytes = Vec::new();
    // No cyan and full magenta and yellow are red.
    let inks = [0u8, 255, 255, 0].repeat(64);
    Encoder::new(&mut bytes, 95)
        .encode(&inks, 8, 8, ColorType::Cmyk)
        .unwrap();
    // Profiles that are damaged, or not of inks, are ignored.
    let with_profile = |profile: &[u8]| {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, 95);
        let segment = [b"ICC_PROFILE\0\x01\x01".as_slice(), profile].concat();
        encoder.add_app_segment(2, segment).unwrap();
        encoder.encode(&inks, 8, 8, ColorType::Cmyk).unwrap();
        bytes
    };
    for bytes in [
        bytes,
        with_profile(b"damaged"),
        with_profile(&exchanged_profile()),
    ] {
        let pixels = cut_from(&bytes, whole(8, 8));
        let [r, g, b, a] = *pixels.rgba.first_chunk::<4>().unwrap();
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
        // A crop is taken from the picture as it is shown: here the upper left quarter.
        let corner = Cut {
            width: 8,
            height: 8,
            focus: (0, 0),
        };
        let pixels = cut_from(&bytes, corner);
        let first = usize::from(expected.as_bytes()[0] - b'a');
        let near = |a: u8, b: u8| (i32::from(a) - i32::from(b)).abs() < 20;
        let channels = pixels.rgba.iter().zip(&COLORS[first]).take(3);
        assert!(
            channels.into_iter().all(|(a, b)| near(*a, *b)),
            "{orientation}"
        );
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
        let cut = Cut {
            width: 80,
            height: 107,
            focus,
        };
        assert_eq!(shown(&bytes, cut), expected, "{focus:?}");
    }
}

#[test]
fn crops_keep_their_focus() {
    let bytes = png(png::ColorType::Indexed, png::BitDepth::Eight, &indexes());
    // Half as wide as the picture, which is 16 × 12.
    for (focus, expected) in [((0, 50), "aacc"), ((100, 50), "bbdd"), ((50, 50), "abcd")] {
        let cut = Cut {
            width: 8,
            height: 12,
            focus,
        };
        assert_eq!(shown(&bytes, cut), expected, "{focus:?}");
    }
    let low = Cut {
        width: 16,
        height: 6,
        focus: (50, 100),
    };
    assert_eq!(shown(&bytes, low), "cdcd");
}

/// Returns a color profile in which red and green are exchanged.
fn exchanged_profile() -> Vec<u8> {
    let xyz = |x: u32, y: u32, z: u32| {
        let numbers = [x, y, z].into_iter().flat_map(u32::to_be_bytes);
        [b"XYZ \0\0\0\0".as_slice(), &numbers.collect::<Vec<u8>>()].concat()
    };
    let curve = b"curv\0\0\0\0\0\0\0\x01\x02\x33\0\0".to_vec();
    let tags: [(&[u8; 4], Vec<u8>); 7] = [
        (b"wtpt", xyz(0xF6D6, 0x10000, 0xD32D)),
        (b"gXYZ", xyz(0x6FA2, 0x38F5, 0x0390)),
        (b"rXYZ", xyz(0x6299, 0xB785, 0x18DA)),
        (b"bXYZ", xyz(0x24A0, 0x0F84, 0xB6CF)),
        (b"rTRC", curve.clone()),
        (b"gTRC", curve.clone()),
        (b"bTRC", curve),
    ];
    let mut profile = vec![0; 128];
    profile[8] = 2;
    profile[12..24].copy_from_slice(b"mntrRGB XYZ ");
    profile[36..40].copy_from_slice(b"acsp");
    profile.extend((tags.len() as u32).to_be_bytes());
    let mut at = 132 + tags.len() * 12;
    for (name, data) in &tags {
        profile.extend(*name);
        profile.extend((at as u32).to_be_bytes());
        profile.extend((data.len() as u32).to_be_bytes());
        at += data.len();
    }
    for (_, data) in &tags {
        profile.extend(data);
    }
    let length = (profile.len() as u32).to_be_bytes();
    profile[..4].copy_from_slice(&length);
    profile
}

#[test]
fn colors_are_converted_to_srgb() {
    let profile = [b"ICC_PROFILE\0\x01\x01".as_slice(), &exchanged_profile()].concat();
    let bytes = jpeg(16, 12, &[(2, profile)]);
    let pixels = cut_from(&bytes, whole(16, 12));
    let [r, g, b, _] = *pixels.rgba.first_chunk::<4>().unwrap();
    assert!(g > 150 && r < 120 && b < 120, "red is shown as {r} {g} {b}");
    let encoded = encoded(&bytes, whole(16, 12), Target::Jpeg);
    assert!(!encoded.windows(11).any(|part| part == b"ICC_PROFILE"));
}

/// A profile for inks or for grays, in a picture of colors, is ignored.
#[test]
fn profiles_of_other_colors_are_ignored() {
    for kind in [b"CMYK", b"GRAY", b"Lab "] {
        let mut profile = exchanged_profile();
        profile[16..20].copy_from_slice(kind);
        let profile = [b"ICC_PROFILE\0\x01\x01".as_slice(), &profile].concat();
        let bytes = jpeg(16, 12, &[(2, profile)]);
        assert_eq!(shown(&bytes, whole(16, 12)), "abcd", "{kind:?}");
    }
}

#[test]
fn metadata_is_left_out() {
    let is_in = |bytes: &[u8]| bytes.windows(9).any(|part| part == b"23.0225 N");
    let rgb: Vec<u8> = quarters(16, 12)
        .chunks(4)
        .flat_map(|pixel| pixel[..3].to_vec())
        .collect();
    for bytes in [
        jpeg(16, 12, &[exif(1)]),
        jpeg(16, 12, &[exif(6)]),
        png(png::ColorType::Rgb, png::BitDepth::Eight, &rgb),
    ] {
        assert!(is_in(&bytes));
        let header = header(&bytes).unwrap();
        for target in [Target::Jpeg, Target::Png, Target::Webp] {
            let cut = whole(header.width, header.height);
            assert!(!is_in(&encoded(&bytes, cut, target)));
        }
    }
}

/// Returns a chunk of a PNG file; decoders ignore the checksums of these chunks.
fn png_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u32).to_be_bytes();
    [&length, name.as_slice(), data, &[0; 4]].concat()
}

fn webp_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u32).to_le_bytes();
    let padding = vec![0; data.len() % 2];
    [name.as_slice(), &length, data, &padding].concat()
}

/// Pictures that are published in their own format lose their metadata, and nothing else.
#[test]
fn files_without_metadata() {
    let place = b"23.0225 N";
    let is_in = |bytes: &[u8]| bytes.windows(9).any(|part| part == place);
    let rgb: Vec<u8> = quarters(16, 12)
        .chunks(4)
        .flat_map(|pixel| pixel[..3].to_vec())
        .collect();
    // An animation of one frame, with metadata before the frame.
    let still = png(png::ColorType::Rgb, png::BitDepth::Eight, &rgb);
    let animated_png = [
        &still[..33],
        &png_chunk(*b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]),
        &png_chunk(*b"eXIf", place),
        &still[33..],
        place,
    ]
    .concat();
    let animated_gif = {
        let mut bytes = gif(2);
        let end = bytes.len() - 1;
        bytes.splice(
            end..,
            [
                b"\x21\xFE\x09",
                place.as_slice(),
                b"\0\x21\xFF\x0BXMP DataXMP\x09",
                place,
                b"\0;",
            ]
            .concat(),
        );
        bytes.extend(place);
        bytes
    };
    let frame = &webp(false)[12..];
    let chunks = [
        webp_chunk(*b"VP8X", &[0b0000_1110, 0, 0, 0, 15, 0, 0, 11, 0, 0]),
        webp_chunk(*b"ANIM", &[0; 6]),
        webp_chunk(
            *b"ANMF",
            &[&[0, 0, 0, 0, 0, 0, 15, 0, 0, 11, 0, 0, 1, 0, 0, 0], frame].concat(),
        ),
        webp_chunk(*b"EXIF", place),
        webp_chunk(*b"XMP ", place),
    ]
    .concat();
    let length = (chunks.len() as u32 + 4).to_le_bytes();
    let animated_webp = [b"RIFF", length.as_slice(), b"WEBP", &chunks, place].concat();
    let photograph = [jpeg(16, 12, &[exif(1)]), place.to_vec()].concat();
    for (name, bytes, is_animated) in [
        ("png", animated_png, true),
        ("gif", animated_gif, true),
        ("webp", animated_webp, true),
        ("jpeg", photograph, false),
    ] {
        assert!(is_in(&bytes), "{name}");
        let plain = without_metadata(&bytes).unwrap();
        assert!(!is_in(&plain), "{name}");
        let read = header(&plain).unwrap();
        assert_eq!((read.width, read.height), (16, 12), "{name}");
        assert_eq!(read.is_animated, is_animated, "{name}");
        assert_eq!(without_metadata(&plain), Some(plain.clone()), "{name}");
        if name != "webp" {
            assert_eq!(shown(&plain, whole(16, 12)), "abcd", "{name}");
        }
        for length in 0..bytes.len() {
            let _ = without_metadata(&bytes[..length]);
        }
    }
    // It would be shown turned.
    assert_eq!(without_metadata(&jpeg(16, 12, &[exif(6)])), None);
    assert_eq!(without_metadata(b"<svg/>"), None);
}

#[test]
fn a_detailed_picture_is_small_on_phones() {
    let (width, height) = (1500, 1000);
    let mut state = 1u32;
    // Gray noise, the most detailed picture there is, on a gradient.
    let noise = (0..width * height).flat_map(|at: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let gray = (state >> 26) as u8 + (at % width / 10) as u8;
        [gray, gray, gray, 255]
    });
    let pixels: Vec<u8> = noise.collect();
    let mut bytes = Vec::new();
    let size = (width as u16, height as u16);
    Encoder::new(&mut bytes, 95)
        .encode(&pixels, size.0, size.1, ColorType::Rgba)
        .unwrap();
    for cut in [whole(750, 500), whole(750, 1000)] {
        let length = encoded(&bytes, cut, Target::Webp).len();
        assert!((30_000..=60_000).contains(&length), "{length} bytes");
    }
}

#[test]
fn a_small_file_is_kept() {
    // An indexed PNG is smaller than any that this crate writes.
    let bytes = png(png::ColorType::Indexed, png::BitDepth::Eight, &indexes());
    let kept = encoded(&bytes, whole(16, 12), Target::Png);
    assert!(kept.len() < bytes.len(), "without its text");
    assert!(kept.windows(4).any(|part| part == b"PLTE"));
    let smaller = encoded(&bytes, whole(8, 6), Target::Png);
    assert!(!smaller.windows(4).any(|part| part == b"PLTE"));
}

#[test]
fn colors_of_pictures() {
    let plain = |rgba: [u8; 4]| {
        png(
            png::ColorType::Rgba,
            png::BitDepth::Eight,
            &rgba.repeat(16 * 12),
        )
    };
    for (bytes, expected) in [
        (plain([200, 120, 40, 255]), Some([200, 120, 40])),
        (plain([200, 120, 40, 0]), None),
        (plain([200, 120, 40, 254]), None),
    ] {
        assert_eq!(decode(&bytes, &[]).unwrap().color(), expected);
    }
}

#[test]
fn hostile_files_are_refused() {
    let huge = |width: u32, height: u32| {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend(b"\x08\x02\0\0\0\0\0\0\0\0\0\0\0IDAT");
        bytes
    };
    for (bytes, expected) in [
        (
            Vec::new(),
            "this image is damaged: its header cannot be read",
        ),
        (
            b"<html>".to_vec(),
            "this image is damaged: its header cannot be read",
        ),
        (
            b"\xFF\xD8\xFF".to_vec(),
            "this image is damaged: its header cannot be read",
        ),
        (huge(0, 5), "this image is damaged: it has no pixels"),
        (
            huge(60_000, 60_000),
            "this image has 60000 × 60000 pixels, more than the 64 million that can be resized",
        ),
        (
            huge(u32::MAX, u32::MAX),
            "this image has 4294967295 × 4294967295 pixels, more than the 64 million that can be resized",
        ),
    ] {
        assert_eq!(decode(&bytes, &[]).unwrap_err().message, expected);
    }
}

/// A progressive file of 48 million pixels is refused before it is decoded, if its coefficients take too much memory.
#[test]
fn large_progressive_files() {
    let progressive = |across: u8| {
        let mut bytes = b"\xFF\xD8\xFF\xC2\0\x11\x08\x17\x70\x1F\x40\x03".to_vec();
        bytes.extend([1, across << 4 | across, 0, 2, 0x11, 0, 3, 0x11, 0]);
        bytes.extend(b"\xFF\xDA\0\x08\x01\x01\0\0\0\0");
        decode(&bytes, &[]).unwrap_err().message
    };
    let expected = "this image takes too much memory, because it is a large progressive JPEG file";
    assert_eq!(progressive(1), expected);
    assert_ne!(progressive(2), expected);
}

/// A panorama may be wider than most decoders allow by default.
#[test]
fn wide_photographs_are_decoded() {
    let picture = decode(&jpeg(20_000, 16, &[]), &[]).unwrap();
    assert_eq!((picture.header.width, picture.header.height), (20_000, 16));
}

/// A damaged file is a picture or a fault, but never a panic, and its sizes can be made.
#[test]
fn damaged_files_never_panic() {
    let rgb: Vec<u8> = quarters(16, 12)
        .chunks(4)
        .flat_map(|pixel| pixel[..3].to_vec())
        .collect();
    let profile = [b"ICC_PROFILE\0\x01\x01".as_slice(), &exchanged_profile()].concat();
    for whole_file in [
        jpeg(16, 12, &[exif(6), (2, profile)]),
        png(png::ColorType::Rgb, png::BitDepth::Eight, &rgb),
        gif(2),
        webp(false),
        webp(true),
    ] {
        let check = |bytes: &[u8]| {
            if let Ok(picture) = decode(bytes, &[whole(5, 4)]) {
                let _ = picture.color();
                let pixels = picture.cut(whole(5, 4));
                let _ = pixels.map(|pixels| encode(&picture, &pixels, Target::Webp, 75));
            }
        };
        for length in 0..whole_file.len() {
            check(&whole_file[..length]);
        }
        for at in 0..whole_file.len() {
            for bits in [0x01, 0x80, 0xFF] {
                let mut bytes = whole_file.clone();
                bytes[at] ^= bits;
                // The header of a mutated file may claim a large size, which is slow to decode.
                if header(&bytes).is_some_and(|read| read.width.max(read.height) < 500) {
                    check(&bytes);
                }
            }
        }
    }
}
