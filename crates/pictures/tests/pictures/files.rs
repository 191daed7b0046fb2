//! Creates files for the tests, and describes decoded pictures.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use pictures::{Cut, EncodedFormat, Pixels, decode, encode, header};

/// The colors of the four quarters of a test picture: top left, top right, bottom left, bottom right.
pub const COLORS: [[u8; 4]; 4] = [
    [220, 40, 40, 255],
    [40, 200, 60, 255],
    [40, 60, 210, 255],
    [235, 225, 60, 255],
];

/// Returns the pixels of a picture with a color in each quarter.
pub fn quarters(width: usize, height: usize) -> Vec<u8> {
    let color = |at: usize| {
        let (x, y) = (at % width, at / width);
        COLORS[usize::from(x * 2 >= width) + 2 * usize::from(y * 2 >= height)]
    };
    (0..width * height).flat_map(color).collect()
}

/// Returns the pixels of [`quarters`] in 16 × 12 pixels, without their opacity.
pub fn rgb() -> Vec<u8> {
    opaque(&quarters(16, 12))
}

fn palette() -> Vec<u8> {
    opaque(COLORS.as_flattened())
}

/// Returns pixels without their opacity.
fn opaque(rgba: &[u8]) -> Vec<u8> {
    let colors = rgba.chunks(4).flat_map(|pixel| &pixel[..3]);
    colors.copied().collect()
}

/// A segment of a JPEG file: the number of its marker (`APPn`), and its content.
pub type Segment = (u8, Vec<u8>);

pub fn jpeg(width: u16, height: u16, segments: &[Segment]) -> Vec<u8> {
    let pixels = quarters(width.into(), height.into());
    jpeg_of(&pixels, (width, height), ColorType::Rgba, segments)
}

/// Returns a JPEG file with these pixels.
pub fn jpeg_of(
    pixels: &[u8],
    (width, height): (u16, u16),
    color: ColorType,
    segments: &[Segment],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 95);
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    for (number, data) in segments {
        encoder.add_app_segment(*number, data.clone()).unwrap();
    }
    encoder.encode(pixels, width, height, color).unwrap();
    bytes
}

/// Returns a segment with a color profile.
pub fn with_profile(profile: &[u8]) -> Segment {
    (2, [b"ICC_PROFILE\0\x01\x01".as_slice(), profile].concat())
}

/// Returns an Exif segment with an orientation, and with a text in place of GPS coordinates.
pub fn exif(orientation: u8) -> Segment {
    let mut data = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    data.extend([orientation, 0, 0, 0, 0, 0, 0]);
    data.extend(b"23.0225 N, 72.5714 E");
    (1, data)
}

pub fn png(color: png::ColorType, depth: png::BitDepth, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 16, 12);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == png::ColorType::Indexed {
        encoder.set_palette(palette());
    }
    encoder
        .add_text_chunk("Author".to_owned(), "23.0225 N".to_owned())
        .unwrap();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

pub fn rgb_png() -> Vec<u8> {
    png(png::ColorType::Rgb, png::BitDepth::Eight, &rgb())
}

pub fn rgba_png(pixels: &[u8]) -> Vec<u8> {
    png(png::ColorType::Rgba, png::BitDepth::Eight, pixels)
}

/// Returns a PNG file with a palette.
pub fn indexed_png() -> Vec<u8> {
    png(png::ColorType::Indexed, png::BitDepth::Eight, &indexes())
}

/// Returns the pixels of [`quarters`] as indexes into [`COLORS`].
fn indexes() -> Vec<u8> {
    let pixels = quarters(16, 12);
    let (pixels, _) = pixels.as_chunks::<4>();
    let index = |pixel: &[u8; 4]| COLORS.iter().position(|color| color == pixel).unwrap() as u8;
    pixels.iter().map(index).collect()
}

pub fn gif(frames: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, 16, 12, &palette()).unwrap();
    for _ in 0..frames {
        let frame = gif::Frame::from_indexed_pixels(16, 12, indexes(), None);
        encoder.write_frame(&frame).unwrap();
    }
    drop(encoder);
    bytes
}

pub fn webp(lossless: bool) -> Vec<u8> {
    let pixels = quarters(16, 12);
    let encoder = webp::Encoder::from_rgba(&pixels, 16, 12);
    encoder.encode_simple(lossless, 95.0).unwrap().to_vec()
}

pub fn cut_from(bytes: &[u8], cut: Cut) -> Pixels {
    decode(bytes, &[cut]).unwrap().cut(cut).unwrap()
}

/// Returns the first pixel of a picture.
pub fn first_pixel(bytes: &[u8], cut: Cut) -> [u8; 4] {
    *cut_from(bytes, cut).rgba.first_chunk().unwrap()
}

/// Returns a letter for the middle of each quarter of a picture: `a` to `d`, for the closest color in [`COLORS`].
pub fn shown(bytes: &[u8], cut: Cut) -> String {
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

/// Decodes a picture, cuts it, and encodes it with quality 75.
pub fn encoded(bytes: &[u8], cut: Cut, target: EncodedFormat) -> Vec<u8> {
    let picture = decode(bytes, &[cut]).unwrap();
    encode(&picture, &picture.cut(cut).unwrap(), target, 75).unwrap()
}

/// Damages a file in many ways. Each damaged file must yield a picture, which can be cut and encoded, or a fault, but no panic.
pub fn assert_damage_is_safe(file: &[u8]) {
    let check = |bytes: &[u8]| {
        // The header of a changed file may claim a large size, which is slow to decode.
        if header(bytes).is_some_and(|read| read.width.max(read.height) >= 500) {
            return;
        }
        if let Ok(picture) = decode(bytes, &[whole(5, 4)]) {
            let _ = picture.color();
            let pixels = picture.cut(whole(5, 4));
            let _ = pixels.map(|pixels| encode(&picture, &pixels, EncodedFormat::Webp, 75));
        }
    };
    for at in 0..file.len() {
        check(&file[..at]);
        for bits in [0x01, 0x80, 0xFF] {
            let mut bytes = file.to_vec();
            bytes[at] ^= bits;
            check(&bytes);
        }
    }
}

pub const fn whole(width: u32, height: u32) -> Cut {
    cut(width, height, (50, 50))
}

pub const fn cut(width: u32, height: u32, focus: (u8, u8)) -> Cut {
    Cut {
        width,
        height,
        focus,
    }
}

/// Returns the index at which `part` begins.
pub fn place_of(part: &[u8], bytes: &[u8]) -> usize {
    let mut windows = bytes.windows(part.len());
    windows.position(|window| window == part).unwrap()
}

/// Returns a color profile that swaps red and green.
pub fn exchanged_profile() -> Vec<u8> {
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

/// Returns a chunk of a PNG file; decoders ignore the checksums of these chunks.
pub fn png_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u32).to_be_bytes();
    [&length, name.as_slice(), data, &[0; 4]].concat()
}

/// Returns a box of a HEIF file.
pub fn boxed(name: &str, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let size = (content.len() as u32 + 8).to_be_bytes();
    [&size, name.as_bytes(), &content].concat()
}

/// Returns an AVIF file with these items, each with its type and its data, and with more boxes beside theirs. The data of XMP
/// (`mime`) is in the box `idat`, and that of all other items in `mdat`.
pub fn heif(items: &[(&str, &[u8])], boxes: &[u8]) -> Vec<u8> {
    let (inside, outside): (Vec<_>, Vec<_>) = items.iter().partition(|(kind, _)| *kind == "mime");
    let content = |items: &[&(&str, &[u8])]| -> Vec<u8> {
        let bytes = items.iter().flat_map(|(_, data)| data.iter());
        bytes.copied().collect()
    };
    let count = [0, items.len() as u8];
    let build = |start: usize| {
        let (mut infos, mut locations) = (Vec::new(), Vec::new());
        let mut offsets = [start, 0];
        for (id, (kind, data)) in (1..).zip(items) {
            let method = usize::from(*kind == "mime");
            infos.extend(boxed(
                "infe",
                &[&[2, 0, 0, 0, 0, id, 0, 0], kind.as_bytes(), b"\0"],
            ));
            locations.extend([0, id, 0, method as u8, 0, 0, 0, 1]);
            locations.extend((offsets[method] as u32).to_be_bytes());
            locations.extend((data.len() as u32).to_be_bytes());
            offsets[method] += data.len();
        }
        let meta = [
            boxed("iinf", &[&[0; 4], &count, &infos]),
            boxed("iloc", &[&[1, 0, 0, 0, 0x44, 0], &count, &locations]),
            boxed("idat", &[&content(&inside)]),
        ];
        let kind = boxed("ftyp", &[b"avif\0\0\0\0mif1avif"]);
        [kind, boxed("meta", &[&[0; 4], boxes, &meta.concat()])].concat()
    };
    let start = build(0).len() + 8;
    [build(start), boxed("mdat", &[&content(&outside)])].concat()
}

pub fn webp_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u32).to_le_bytes();
    let padding = vec![0; data.len() % 2];
    [name.as_slice(), &length, data, &padding].concat()
}
