//! Tests of files that are damaged, have false headers, or are very large.

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

/// Browsers support neither arithmetic coding nor 12 bits per channel.
#[test]
fn unusual_jpeg_files() {
    let frame = |marker: u8, bits: u8| {
        let mut bytes = jpeg(16, 12, &[]);
        let at = bytes
            .windows(2)
            .position(|two| two == [0xFF, 0xC0])
            .unwrap();
        bytes[at + 1] = marker;
        bytes[at + 4] = bits;
        decode(&bytes, &[]).map_err(|fault| fault.message)
    };
    assert!(frame(0xC0, 8).is_ok());
    for (marker, bits) in [(0xC3, 8), (0xC9, 8), (0xC1, 12)] {
        let message = frame(marker, bits).unwrap_err();
        assert_eq!(message, "browsers do not support this kind of JPEG file");
    }
}

/// A WebP file cannot have so many rows.
#[test]
fn narrow_pictures() {
    let message = decode(&jpeg(1, 16_001, &[]), &[]).unwrap_err().message;
    assert_eq!(message, "this image of 1 × 16001 pixels is too narrow");
    assert!(decode(&jpeg(1, 16_000, &[]), &[]).is_ok());
}

/// The frame of a small GIF file claims 65,535 pixels in each direction.
#[test]
fn frames_larger_than_their_picture() {
    let mut bytes = gif(1);
    let place = [b',', 0, 0, 0, 0, 16];
    let at = bytes.windows(6).position(|six| *six == place).unwrap();
    bytes[at + 5..at + 9].copy_from_slice(&[0xFF; 4]);
    let message = decode(&bytes, &[]).unwrap_err().message;
    assert!(message.starts_with("this image is damaged: "), "{message}");
}

/// A panorama may be wider than most decoders allow by default.
#[test]
fn wide_photographs_are_decoded() {
    let picture = decode(&jpeg(20_000, 16, &[]), &[]).unwrap();
    assert_eq!((picture.header.width, picture.header.height), (20_000, 16));
}

/// A damaged file gives a picture or a fault, but never a panic. If it gives a picture, that can be cut and encoded.
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
