//! Damaged, lying, and very large files.

use pictures::{Target, decode, encode, header};

use crate::files::*;

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
