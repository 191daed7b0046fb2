//! Tests that no metadata of pictures is published.

use pictures::{EncodedFormat, header, without_metadata};

use crate::files::*;

const PLACE: &[u8] = b"23.0225 N";

fn has_place(bytes: &[u8]) -> bool {
    bytes.windows(PLACE.len()).any(|part| part == PLACE)
}

#[test]
fn metadata_is_left_out() {
    for bytes in [
        jpeg(16, 12, &[exif(1)]),
        jpeg(16, 12, &[exif(6)]),
        rgb_png(),
    ] {
        assert!(has_place(&bytes));
        let header = header(&bytes).unwrap();
        for target in [EncodedFormat::Jpeg, EncodedFormat::Png, EncodedFormat::Webp] {
            let cut = whole(header.width, header.height);
            assert!(!has_place(&encoded(&bytes, cut, target)));
        }
    }
}

/// Pictures that are published in their own format lose their metadata, and nothing else.
#[test]
fn files_without_metadata() {
    // An animation of one frame, with metadata before the frame.
    let still = rgb_png();
    let animated_png = [
        &still[..33],
        &png_chunk(*b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]),
        &png_chunk(*b"eXIf", PLACE),
        &still[33..],
        PLACE,
    ]
    .concat();
    let (frames, comment) = (gif(2), b"\x21\xFE\x09");
    let animated_gif = [
        &frames[..frames.len() - 1],
        comment,
        PLACE,
        b"\0\x21\xFF\x0BXMP DataXMP\x09",
        PLACE,
        b"\0;",
        PLACE,
    ]
    .concat();
    let frame = &webp(false)[12..];
    let chunks = [
        webp_chunk(*b"VP8X", &[0b0000_1110, 0, 0, 0, 15, 0, 0, 11, 0, 0]),
        webp_chunk(*b"ANIM", &[0; 6]),
        webp_chunk(
            *b"ANMF",
            &[&[0, 0, 0, 0, 0, 0, 15, 0, 0, 11, 0, 0, 1, 0, 0, 0], frame].concat(),
        ),
        webp_chunk(*b"EXIF", PLACE),
        webp_chunk(*b"XMP ", PLACE),
    ]
    .concat();
    let length = (chunks.len() as u32 + 4).to_le_bytes();
    let animated_webp = [b"RIFF", length.as_slice(), b"WEBP", &chunks, PLACE].concat();
    let photograph = [jpeg(16, 12, &[exif(1)]), PLACE.to_vec()].concat();
    for (name, bytes, is_animated) in [
        ("png", animated_png, true),
        ("gif", animated_gif, true),
        ("webp", animated_webp, true),
        ("jpeg", photograph, false),
    ] {
        assert!(has_place(&bytes), "{name}");
        let plain = without_metadata(&bytes).unwrap();
        assert!(!has_place(&plain), "{name}");
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
    // Without its metadata, this picture would be shown turned.
    assert_eq!(without_metadata(&jpeg(16, 12, &[exif(6)])), None);
    assert_eq!(without_metadata(b"<svg/>"), None);
}

/// Metadata is overwritten, so that nothing in the file moves.
#[test]
fn metadata_of_avif_files() {
    let exif = b"\0\0\0\0MM\0*\0\0\0\x0823.0225 N, 72.5714 E";
    let xmp = b"<x:xmpmeta exif:GPSLatitude='23,1.35N'/>";
    let bytes = heif(&[("av01", b"picture"), ("Exif", exif), ("mime", xmp)], &[]);
    let plain = without_metadata(&bytes).unwrap();
    // Valid Exif data without entries.
    let empty = [b"\0\0\0\0II*\0\x08".as_slice(), &[0; 23]].concat();
    let mut expected = bytes.clone();
    for (written, erased) in [(exif.as_slice(), empty), (xmp, vec![b' '; xmp.len()])] {
        let at = place_of(written, &bytes);
        expected[at..at + written.len()].copy_from_slice(&erased);
    }
    assert_eq!(plain, expected);
    for at in 0..bytes.len() {
        let _ = without_metadata(&bytes[..at]);
        for value in [0, 1, 0x7F, 0xFF] {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            let _ = without_metadata(&bytes);
        }
    }
}
