//! Reads the boxes of an AVIF file that identify the items of its picture, and say how to show them (ISO/IEC 23008-12 and AVIF
//! 1.1).

use std::ops::Range;

use crate::boxes::{Reader, extents, items, meta};

/// An AVIF file with a still picture that can be decoded.
pub(crate) struct AvifFile {
    /// Width in pixels, before the picture is turned upright.
    pub width: u32,
    /// Height in pixels, before the picture is turned upright.
    pub height: u32,
    /// Orientation of the picture, as a value of the Exif tag `Orientation`.
    pub orientation: u8,
    /// AV1 data of the colors.
    pub colors: Vec<u8>,
    /// AV1 data of the opacity; `None` if the picture is opaque.
    pub opacity: Option<Vec<u8>>,
    /// Whether the colors are multiplied by the opacity.
    pub is_premultiplied: bool,
    /// Color profile (ICC); `None` if the file has none.
    pub profile: Option<Vec<u8>>,
    /// Meaning of the samples; `None` if only the AV1 data declares it.
    pub code_points: Option<CodePoints>,
}

/// Meaning of color samples, as code points of ITU-T H.273.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CodePoints {
    /// Color primaries: which red, green, and blue are mixed.
    pub primaries: u16,
    /// Transfer characteristics: the curve that converts samples to light.
    pub transfer: u16,
    /// Matrix coefficients: how luma and chroma become red, green, and blue.
    pub matrix: u16,
    /// Whether samples use the full range of their bits.
    pub is_full_range: bool,
}

/// A property of an item, from the box `ipco`.
struct Property<'a> {
    name: [u8; 4],
    content: Reader<'a>,
    /// Whether a reader that does not know the property must not show the item.
    is_essential: bool,
}

impl AvifFile {
    /// Reads a file. Returns `None` if it is not an AVIF file, is damaged, or is of a kind that is not supported: an animation,
    /// a picture that is cropped or made of tiles, or HDR.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let brands = Reader::new(bytes).child(*b"ftyp")?.rest();
        let (brands, _) = brands.as_chunks::<4>();
        if brands.first()? == b"avis" || !brands.contains(b"avif") {
            return None;
        }
        let meta = meta(bytes)?;
        let primary = primary_item(meta.child(*b"pitm")?)?;
        if !items(&meta)?.contains(&(primary, *b"av01")) {
            return None;
        }
        let all = properties(&meta.child(*b"iprp")?)?;
        let own = |item: u64| all.iter().filter(move |(id, _)| *id == item);
        let mut file = Self {
            width: 0,
            height: 0,
            orientation: 1,
            colors: Vec::new(),
            opacity: None,
            is_premultiplied: false,
            profile: None,
            code_points: None,
        };
        let (mut quarters, mut mirror) = (0, None);
        for (_, property) in own(primary) {
            let mut content = property.content.clone();
            match &property.name {
                b"ispe" => {
                    content.number(4)?;
                    file.width = u32::try_from(content.number(4)?).ok()?;
                    file.height = u32::try_from(content.number(4)?).ok()?;
                }
                b"irot" => quarters = usize::try_from(content.number(1)? & 3).ok()?,
                b"imir" => mirror = Some(content.number(1)? & 1),
                b"colr" => match content.take(4)? {
                    b"nclx" => file.code_points = Some(code_points(content)?),
                    _ => file.profile = Some(content.rest().to_vec()),
                },
                b"clap" => return None,
                b"av1C" | b"pixi" => {}
                _ if property.is_essential => return None,
                _ => {}
            }
        }
        // The picture is first turned counterclockwise, then mirrored: 0 exchanges top and bottom, 1 left and right.
        file.orientation = match mirror {
            None => [1, 8, 3, 6],
            Some(0) => [4, 5, 2, 7],
            Some(_) => [2, 7, 4, 5],
        }[quarters];
        let is_shown = |points: CodePoints| points.is_supported(file.profile.is_some());
        if file.width == 0 || file.height == 0 || !file.code_points.is_none_or(is_shown) {
            return None;
        }
        let locations = extents(&meta)?;
        file.colors = content_of(bytes, &locations, primary)?;
        let references = meta.child(*b"iref").map(references).unwrap_or_default();
        let opacity = references.iter().find(|(name, from, to)| {
            let is_opacity = |property: &Property| {
                let text = property.content.clone().rest();
                // The identifier that MPEG defines, or that of HEVC pictures, which older encoders write.
                property.name == *b"auxC"
                    && (text.starts_with(b"\0\0\0\0urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")
                        || text.starts_with(b"\0\0\0\0urn:mpeg:hevc:2015:auxid:1\0"))
            };
            *name == *b"auxl" && *to == primary && own(*from).any(|(_, one)| is_opacity(one))
        });
        if let Some((_, item, _)) = opacity {
            file.opacity = Some(content_of(bytes, &locations, *item)?);
            file.is_premultiplied = references.contains(&(*b"prem", primary, *item));
        }
        Some(file)
    }
}

impl CodePoints {
    /// Returns whether colors with these code points can be converted to sRGB. A profile replaces primaries and curve.
    pub(crate) fn is_supported(self, has_profile: bool) -> bool {
        // Primaries: sRGB, unspecified, BT.2020, and Display P3. Curves: sRGB, and those of video, which browsers treat alike.
        let is_screen = matches!(self.primaries, 1 | 2 | 9 | 12)
            && matches!(self.transfer, 1 | 2 | 6 | 13 | 14 | 15);
        matches!(self.matrix, 0 | 1 | 2 | 5 | 6 | 9) && (has_profile || is_screen)
    }
}

fn primary_item(mut content: Reader<'_>) -> Option<u64> {
    let version = content.number(4)? >> 24;
    content.number(if version == 0 { 2 } else { 4 })
}

/// Returns the properties of all items, each with the item's number. `all` is the content of the box `iprp`.
fn properties<'a>(all: &Reader<'a>) -> Option<Vec<(u64, Property<'a>)>> {
    let mut boxes = all.child(*b"ipco")?;
    let known: Vec<_> = std::iter::from_fn(|| boxes.next_box()).collect();
    let mut items = all.child(*b"ipma")?;
    let version_and_flags = items.number(4)?;
    let of_id = if version_and_flags >> 24 == 0 { 2 } else { 4 };
    let of_index = if version_and_flags & 1 == 0 { 1 } else { 2 };
    let essential = 1 << (8 * of_index - 1);
    let mut found = Vec::new();
    for _ in 0..items.number(4)? {
        let id = items.number(of_id)?;
        for _ in 0..items.number(1)? {
            let index = items.number(of_index)?;
            let at = usize::try_from(index & (essential - 1)).ok()?;
            // Properties are counted from 1; 0 means that there is none.
            let Some((name, content)) = at.checked_sub(1).and_then(|at| known.get(at)) else {
                continue;
            };
            let property = Property {
                name: *name,
                content: content.clone(),
                is_essential: index & essential != 0,
            };
            found.push((id, property));
        }
    }
    Some(found)
}

/// Returns the references between items: the kind of each, the item that refers, and the item that it refers to. `boxes` is the
/// content of the box `iref`.
fn references(mut boxes: Reader<'_>) -> Vec<([u8; 4], u64, u64)> {
    let of_id = match boxes.number(4).map(|version| version >> 24) {
        Some(0) => 2,
        _ => 4,
    };
    let mut found = Vec::new();
    while let Some((name, mut content)) = boxes.next_box() {
        let (Some(from), Some(count)) = (content.number(of_id), content.number(2)) else {
            continue;
        };
        let to = std::iter::from_fn(|| content.number(of_id));
        let count = usize::try_from(count).unwrap_or_default();
        found.extend(to.take(count).map(|to| (name, from, to)));
    }
    found
}

fn code_points(mut content: Reader<'_>) -> Option<CodePoints> {
    let mut number = |size: usize| u16::try_from(content.number(size)?).ok();
    Some(CodePoints {
        primaries: number(2)?,
        transfer: number(2)?,
        matrix: number(2)?,
        is_full_range: number(1)? & 0x80 != 0,
    })
}

/// Returns the bytes of an item, which may be in several parts of the file.
fn content_of(bytes: &[u8], locations: &[(u64, Range<usize>)], item: u64) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    for (id, part) in locations {
        if *id == item {
            content.extend(bytes.get(part.clone())?);
        }
        // The parts of a valid file do not overlap, so they are not longer than the file.
        if content.len() > bytes.len() {
            return None;
        }
    }
    (!content.is_empty()).then_some(content)
}
