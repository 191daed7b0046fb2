//! Tests of AVIF files: encoded ones, ones assembled from boxes, and damaged ones.

use pictures::{EncodedFormat, SUPPORTS_AVIF, decode, encode, header};

use crate::files::*;

/// Without the feature `avif`, encoding returns a fault.
#[test]
fn files_are_encoded() {
    let opaque = jpeg(16, 12, &[]);
    let mut clear = quarters(16, 12);
    for pixel in clear.as_chunks_mut::<4>().0 {
        pixel[3] = 128;
    }
    let clear = rgba_png(&clear);
    for bytes in [opaque, clear] {
        let cut = whole(8, 6);
        let picture = decode(&bytes, &[cut]).unwrap();
        let encoded = encode(
            &picture,
            &picture.cut(cut).unwrap(),
            EncodedFormat::Avif,
            75,
        );
        let size = encoded.map(|avif| {
            assert_eq!(&avif[4..12], b"ftypavif");
            let size = imagesize::blob_size(&avif).unwrap();
            (size.width, size.height)
        });
        let expected = if SUPPORTS_AVIF {
            Ok((8, 6))
        } else {
            Err("this program cannot write AVIF files".to_owned())
        };
        assert_eq!(size.map_err(|fault| fault.message), expected);
    }
}

/// Returns the AV1 data of an encoded picture.
fn av1(pixels: &[u8]) -> Vec<u8> {
    let avif = encoded(&rgba_png(pixels), whole(16, 12), EncodedFormat::Avif);
    let at = avif.windows(4).rposition(|part| part == b"mdat").unwrap();
    avif[at + 4..].to_vec()
}

/// Returns a file of 16 × 12 pixels. `data` has the AV1 data of the picture and of its opacity, and `properties` the picture's
/// own properties. `colors` are code points for primaries, transfer, and matrix (`nclx`).
fn file(data: [&[u8]; 2], properties: &[Vec<u8>], colors: Option<[u16; 3]>) -> Vec<u8> {
    let size = boxed("ispe", &[&[0; 4], [0, 0, 0, 16, 0, 0, 0, 12].as_slice()]);
    let opacity = b"\0\0\0\0urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0";
    let colors = colors.map(|points| {
        let points: Vec<u8> = points.into_iter().flat_map(u16::to_be_bytes).collect();
        boxed("colr", &[b"nclx", &points, &[0x80]])
    });
    let own: Vec<Vec<u8>> = properties.iter().cloned().chain(colors).collect();
    let known = boxed("ipco", &[&size, &boxed("auxC", &[opacity]), &own.concat()]);
    // The properties after the first two belong to the picture, and are marked as essential.
    let indexes: Vec<u8> = (0..own.len() as u8).map(|at| 0x80 | (at + 3)).collect();
    let of_picture = [&[0, 1, 1 + own.len() as u8, 1], indexes.as_slice()].concat();
    let count = [0, 0, 0, 0, 0, 0, 0, 2];
    let owners = boxed("ipma", &[&count, &of_picture, &[0, 2, 2, 1, 2]]);
    let reference = if data[1].is_empty() {
        Vec::new()
    } else {
        boxed("auxl", &[&[0, 2, 0, 1, 0, 1]])
    };
    let boxes = [
        boxed("pitm", &[&[0, 0, 0, 0, 0, 1]]),
        boxed("iref", &[&[0; 4], &reference]),
        boxed("iprp", &[&known, &owners]),
    ];
    heif(&[("av01", data[0]), ("av01", data[1])], &boxes.concat())
}

#[test]
fn files_are_decoded() {
    if !SUPPORTS_AVIF {
        assert_eq!(header(b"\0\0\0\x10ftypavif\0\0\0\0"), None);
        return;
    }
    let avif = encoded(&jpeg(64, 48, &[]), whole(64, 48), EncodedFormat::Avif);
    let read = header(&avif).unwrap();
    assert_eq!((read.width, read.height, read.is_animated), (64, 48, false));
    assert_eq!(shown(&avif, whole(64, 48)), "abcd");
    assert_eq!(shown(&avif, whole(32, 24)), "abcd");
    for target in [
        EncodedFormat::Jpeg,
        EncodedFormat::Png,
        EncodedFormat::Webp,
        EncodedFormat::Avif,
    ] {
        let again = encoded(&avif, whole(64, 48), target);
        assert_eq!(shown(&again, whole(64, 48)), "abcd", "{target:?}");
    }
}

#[test]
fn pictures_are_shown_as_their_properties_say() {
    if !SUPPORTS_AVIF {
        return;
    }
    let data = av1(&quarters(16, 12));
    let turned = |quarters: u8| boxed("irot", &[&[quarters]]);
    let mirrored = |axis: u8| boxed("imir", &[&[axis]]);
    for (properties, expected) in [
        (vec![], "abcd"),
        (vec![turned(1)], "bdac"),
        (vec![turned(2)], "dcba"),
        (vec![turned(3)], "cadb"),
        (vec![mirrored(0)], "cdab"),
        (vec![mirrored(1)], "badc"),
        (vec![turned(1), mirrored(0)], "acbd"),
        (vec![turned(1), mirrored(1)], "dbca"),
        (vec![turned(2), mirrored(0)], "badc"),
        (vec![turned(2), mirrored(1)], "cdab"),
        (vec![turned(3), mirrored(0)], "dbca"),
        (vec![turned(3), mirrored(1)], "acbd"),
    ] {
        let avif = file([&data, &[]], &properties, None);
        let read = header(&avif).unwrap();
        assert_eq!(shown(&avif, whole(read.width, read.height)), expected);
    }
    // The same values are more saturated colors in Display P3 than in sRGB.
    let first = |points: [u16; 3]| {
        let avif = file([&data, &[]], &[], Some(points));
        first_pixel(&avif, whole(16, 12))[0]
    };
    assert!(first([12, 13, 6]) > first([1, 13, 6]) + 5);
    let avif = file([&data, &data], &[], None);
    let pixels = cut_from(&avif, whole(16, 12));
    // The opacity is the luma of the same picture.
    let alpha = |at: usize| pixels.rgba[at * 4 + 3];
    assert!((80..110).contains(&alpha(0)) && alpha(191) > 190);
}

/// A picture of a kind that is not supported has no header, so it is published in its original size.
#[test]
fn some_pictures_are_not_decoded() {
    let data = [9; 40];
    for (properties, colors) in [
        (vec![boxed("clap", &[&[0; 32]])], None),
        (vec![boxed("lsel", &[&[0, 0]])], None),
        // A curve for HDR screens (PQ), and an unknown matrix.
        (vec![], Some([9, 16, 9])),
        (vec![], Some([1, 13, 8])),
    ] {
        assert_eq!(header(&file([&data, &[]], &properties, colors)), None);
    }
    let mut animated = file([&data, &[]], &[], None);
    animated[8..12].copy_from_slice(b"avis");
    assert_eq!(header(&animated), None);
    if SUPPORTS_AVIF {
        let message = |data: &[u8]| {
            let fault = decode(&file([data, &[]], &[], None), &[]).unwrap_err();
            fault.message
        };
        assert!(message(&data).starts_with("this image is damaged: "));
        // HDR (PQ and HLG) that only the AV1 data declares.
        for points in [[9, 16, 9], [9, 18, 9]] {
            let expected = "the colors of this image cannot be converted to sRGB";
            assert_eq!(message(&with_code_points(points)), expected);
        }
    }
}

/// Returns AV1 data whose header has these code points instead of those that the encoder writes.
fn with_code_points(points: [u8; 3]) -> Vec<u8> {
    let mut data = av1(&quarters(16, 12));
    let bits = |numbers: &[u8]| {
        numbers
            .iter()
            .map(|byte| format!("{byte:08b}"))
            .collect::<String>()
    };
    let header = bits(&data[..32]);
    let written = bits(&[1, 13, 6]);
    assert_eq!(header.matches(&written).count(), 1, "{header}");
    let header = header.replace(&written, &bits(&points));
    for (byte, bits) in data.iter_mut().zip(header.as_bytes().chunks(8)) {
        *byte = u8::from_str_radix(std::str::from_utf8(bits).unwrap(), 2).unwrap();
    }
    data
}

#[test]
fn damaged_files_never_panic() {
    if !SUPPORTS_AVIF {
        return;
    }
    let data = av1(&quarters(16, 12));
    let avif = file([&data, &data], &[boxed("irot", &[&[1]])], Some([12, 13, 6]));
    assert_damage_is_safe(&avif);
}
