//! Tests of files that are damaged, have false headers, or are very large.

use pictures::decode;

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
    let unreadable = "this image is damaged: its header cannot be read";
    let most = "more than the 64 million that can be resized";
    for (bytes, expected) in [
        (Vec::new(), unreadable),
        (b"<html>".to_vec(), unreadable),
        (b"\xFF\xD8\xFF".to_vec(), unreadable),
        (huge(0, 5), "this image is damaged: it has no pixels"),
        (
            huge(60_000, 60_000),
            &format!("this image has 60000 × 60000 pixels, {most}"),
        ),
        (
            huge(u32::MAX, u32::MAX),
            &format!("this image has 4294967295 × 4294967295 pixels, {most}"),
        ),
    ] {
        let message = decode(&bytes, &[]).unwrap_err().message;
        assert_eq!(message, expected, "{}", bytes.escape_ascii());
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
        let at = place_of(&[0xFF, 0xC0], &bytes);
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
    let at = place_of(&[b',', 0, 0, 0, 0, 16], &bytes);
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

#[test]
fn damaged_files_never_panic() {
    for whole_file in [
        jpeg(16, 12, &[exif(6), with_profile(&exchanged_profile())]),
        rgb_png(),
        gif(2),
        webp(false),
        webp(true),
    ] {
        assert_damage_is_safe(&whole_file);
    }
}
