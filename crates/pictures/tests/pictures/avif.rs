//! Tests of AVIF files: encoded ones, ones assembled from boxes, and damaged ones.

use pictures::{SUPPORTS_AVIF, Target, decode, encode, header};

use crate::files::*;

/// Without the feature `avif`, encoding returns a fault.
#[test]
fn files_are_encoded() {
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
        let expected = if SUPPORTS_AVIF {
            Ok((8, 6))
        } else {
            Err("this program cannot write AVIF files".to_owned())
        };
        assert_eq!(size.map_err(|fault| fault.message), expected);
    }
}

fn boxed(name: &str, content: &[u8]) -> Vec<u8> {
    let size = (content.len() as u32 + 8).to_be_bytes();
    [&size, name.as_bytes(), content].concat()
}

/// Returns the AV1 data of an encoded picture.
fn av1(pixels: &[u8]) -> Vec<u8> {
    let bytes = png(png::ColorType::Rgba, png::BitDepth::Eight, pixels);
    let avif = encoded(&bytes, whole(16, 12), Target::Avif);
    let at = avif.windows(4).rposition(|part| part == b"mdat").unwrap();
    avif[at + 4..].to_vec()
}

/// Returns a file of 16 × 12 pixels. `data` has the AV1 data of the picture and of its opacity, and `properties` the picture's
/// own properties. `colors` are code points for primaries, transfer, and matrix (`nclx`).
fn file(data: [&[u8]; 2], properties: &[Vec<u8>], colors: Option<[u16; 3]>) -> Vec<u8> {
    let size = [
        &[0; 4],
        16u32.to_be_bytes().as_slice(),
        &12u32.to_be_bytes(),
    ]
    .concat();
    let opacity = b"\0\0\0\0urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0";
    let colors = colors.map(|points| {
        let points: Vec<u8> = points.into_iter().flat_map(u16::to_be_bytes).collect();
        boxed("colr", &[b"nclx", points.as_slice(), &[0x80]].concat())
    });
    let own: Vec<Vec<u8>> = properties.iter().cloned().chain(colors).collect();
    let known = [boxed("ispe", &size), boxed("auxC", opacity), own.concat()].concat();
    // The properties after the first two are those of the picture, which needs them.
    let indexes: Vec<u8> = (0..own.len() as u8).map(|at| 0x80 | (at + 3)).collect();
    let of_picture = [&[0, 1, 1 + own.len() as u8, 1], indexes.as_slice()].concat();
    let owners = [
        &[0, 0, 0, 0, 0, 0, 0, 2],
        of_picture.as_slice(),
        &[0, 2, 2, 1, 2],
    ]
    .concat();
    let item = |id: u8| {
        boxed(
            "infe",
            &[&[2, 0, 0, 0, 0, id, 0, 0], b"av01\0".as_slice()].concat(),
        )
    };
    let items = [&[0, 0, 0, 0, 0, 2], item(1).as_slice(), &item(2)].concat();
    let build = |start: u32| {
        let location = |id: u8, at: u32, length: usize| {
            let [at, length] = [at, length as u32].map(u32::to_be_bytes);
            [&[0, id, 0, 0, 0, 1], at.as_slice(), &length].concat()
        };
        let second = start + data[0].len() as u32;
        let locations = [
            &[0, 0, 0, 0, 0x44, 0, 0, 2],
            location(1, start, data[0].len()).as_slice(),
            &location(2, second, data[1].len()),
        ]
        .concat();
        let reference = boxed("auxl", &[0, 2, 0, 1, 0, 1]);
        let reference = if data[1].is_empty() {
            Vec::new()
        } else {
            reference
        };
        let meta = [
            vec![0; 4],
            boxed("pitm", &[0, 0, 0, 0, 0, 1]),
            boxed("iinf", &items),
            boxed("iloc", &locations),
            boxed("iref", &[&[0; 4], reference.as_slice()].concat()),
            boxed(
                "iprp",
                &[boxed("ipco", &known), boxed("ipma", &owners)].concat(),
            ),
        ];
        let before = [
            boxed("ftyp", b"avif\0\0\0\0mif1avif"),
            boxed("meta", &meta.concat()),
        ];
        let before = before.concat();
        let start = before.len() as u32 + 8;
        (start, [before, boxed("mdat", &data.concat())].concat())
    };
    build(build(0).0).1
}

#[test]
fn files_are_decoded() {
    if !SUPPORTS_AVIF {
        assert_eq!(header(b"\0\0\0\x10ftypavif\0\0\0\0"), None);
        return;
    }
    let avif = encoded(&jpeg(64, 48, &[]), whole(64, 48), Target::Avif);
    let read = header(&avif).unwrap();
    assert_eq!((read.width, read.height, read.is_animated), (64, 48, false));
    assert_eq!(shown(&avif, whole(64, 48)), "abcd");
    assert_eq!(shown(&avif, whole(32, 24)), "abcd");
    for target in [Target::Jpeg, Target::Png, Target::Webp, Target::Avif] {
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
    let turned = |quarters: u8| boxed("irot", &[quarters]);
    let mirrored = |axis: u8| boxed("imir", &[axis]);
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
        cut_from(&avif, whole(16, 12)).rgba[0]
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
        (vec![boxed("clap", &[0; 32])], None),
        (vec![boxed("lsel", &[0, 0])], None),
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
        let fault = decode(&file([&data, &[]], &[], None), &[]).unwrap_err();
        assert!(fault.message.starts_with("this image is damaged: "));
    }
}

#[test]
fn damaged_files_never_panic() {
    if !SUPPORTS_AVIF {
        return;
    }
    let data = av1(&quarters(16, 12));
    let avif = file([&data, &data], &[boxed("irot", &[1])], Some([12, 13, 6]));
    let check = |bytes: &[u8]| {
        let is_small = |bytes| header(bytes).is_none_or(|read| read.width.max(read.height) < 500);
        if is_small(bytes) {
            let picture = decode(bytes, &[whole(5, 4)]);
            let _ = picture.map(|picture| picture.cut(whole(5, 4)).unwrap());
        }
    };
    for length in 0..avif.len() {
        check(&avif[..length]);
    }
    for at in 0..avif.len() {
        for bits in [0x01, 0x80, 0xFF] {
            let mut bytes = avif.clone();
            bytes[at] ^= bits;
            check(&bytes);
        }
    }
}
