//! Words in another writing system, such as Devanagari, for which a page loads additional fonts.

use std::collections::{BTreeMap, BTreeSet};

use diagnostic::Place;

use crate::inspection::Inspection;
use crate::page_weight::{PageWeight, Sizes, covers};

/// A writing system other than Latin, and the fonts that a page loads only for words in it.
pub struct OtherScript<'a> {
    /// First word of the document in this writing system.
    pub word: String,
    /// Place of that word in the document.
    pub place: Place,
    /// Path and size in bytes of each font.
    pub fonts: Vec<(&'a str, usize)>,
    /// Size in bytes of all these fonts together.
    pub size: usize,
}

/// Returns the writing system whose additional fonts are the largest, or `None` if the document needs no additional fonts.
pub fn other_script<'a>(
    site: &Inspection<'_>,
    url: &str,
    sizes: &Sizes<'_>,
    weight: &PageWeight<'a>,
) -> Option<OtherScript<'a>> {
    let document = site.document(url)?;
    let text = document.markdown();
    let mut scripts: BTreeMap<&str, OtherScript<'a>> = BTreeMap::new();
    let sheets = sizes.get("css")?.keys();
    let faces = sheets.filter_map(|path| weight.style_sheets.get(path));
    for (face, font) in faces.flat_map(|sheet| &sheet.faces) {
        let (Some(range), Some(size)) = (&face.unicode_range, sizes.get("fonts")?.get(font)) else {
            continue;
        };
        let needs = |c: char| covers(face, &BTreeSet::from([u32::from(c)]));
        // A font that Latin text needs as well is not an additional one.
        let Some(at) = text.find(needs).filter(|_| !('a'..='z').any(needs)) else {
            continue;
        };
        let word = text[at..].split_whitespace().next().unwrap_or_default();
        let start = document.body.start + at;
        let script = scripts.entry(range).or_insert_with(|| OtherScript {
            word: word.to_owned(),
            place: Place::new(document.source(), start..start + word.len()),
            fonts: Vec::new(),
            size: 0,
        });
        if !script.fonts.contains(&(font, *size)) {
            script.fonts.push((font, *size));
            script.size += size;
        }
    }
    scripts.into_values().max_by_key(|script| script.size)
}
