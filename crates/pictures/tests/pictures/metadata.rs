//! Tests that no metadata of pictures is published.

use pictures::{Target, header, without_metadata};

use crate::files::*;

#[test]
fn metadata_is_left_out() {
    let is_in = |bytes: &[u8]| bytes.windows(9).any(|part| part == b"23.0225 N");
    for bytes in [
        jpeg(16, 12, &[exif(1)]),
        jpeg(16, 12, &[exif(6)]),
        png(png::ColorType::Rgb, png::BitDepth::Eight, &rgb()),
    ] {
        assert!(is_in(&bytes));
        let header = header(&bytes).unwrap();
        for target in [Target::Jpeg, Target::Png, Target::Webp] {
            let cut = whole(header.width, header.height);
            assert!(!is_in(&encoded(&bytes, cut, target)));
        }
    }
}

/// Pictures that are published in their own format lose their metadata, and nothing else.
#[test]
fn files_without_metadata() {
    let place = b"23.0225 N";
    let is_in = |bytes: &[u8]| bytes.windows(9).any(|part| part == place);
    // An animation of one frame, with metadata before the frame.
    let still = png(png::ColorType::Rgb, png::BitDepth::Eight, &rgb());
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
        let at = bytes
            .windows(written.len())
            .position(|part| part == written)
            .unwrap();
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
