//! Assets that pages may refer to: files with fingerprinted URLs, SVG files to inline, and islands.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use diagnostic::{Fingerprint, Fingerprinter};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::picture::{Offer, Picture, PictureSize, Shape};
use crate::recorder::Recorder;

/// Assets by the name that templates and Markdown use.
#[derive(Debug, Default, Clone)]
pub struct AssetIndex {
    /// URLs (`/assets/…`) by name (`images/covers/gst.svg`, `styles/main.css`).
    pub urls: BTreeMap<String, String>,
    /// Width and height of each picture in CSS pixels.
    pub sizes: BTreeMap<String, (u32, u32)>,
    /// Photographs and other raster pictures that can be offered in smaller sizes.
    pub pictures: BTreeMap<String, Picture>,
    /// Text of SVG files by name, which templates can inline.
    pub drawings: BTreeMap<String, String>,
    /// JSON Schemas of the props of islands, by the name of the island.
    pub islands: BTreeMap<String, Value>,
    /// Digest of the code and the fonts that turn a share card's SVG into a PNG.
    pub card_renderer: String,
    /// Whether styles and scripts are missing because of an error in one of them. Templates then get [`UNAVAILABLE_ASSET_URL`] as their
    /// URL.
    pub incomplete: bool,
    /// Names with letters outside of ASCII by their composed form, collected on first use.
    pub by_letters: OnceLock<HashMap<String, String>>,
}

/// Placeholder URL of styles and scripts that could not be bundled.
pub const UNAVAILABLE_ASSET_URL: &str = "/assets/not-made";

impl AssetIndex {
    /// Returns the fingerprint of everything in the index that pages can read.
    pub fn fingerprint(&self) -> Fingerprint {
        let counts = [
            usize::from(self.incomplete),
            self.urls.len(),
            self.sizes.len(),
            self.pictures.len(),
        ];
        let mut all = counts
            .into_iter()
            .fold(Fingerprinter::default(), Fingerprinter::number);
        all = all.text(&self.card_renderer);
        for (name, text) in self.urls.iter().chain(&self.drawings) {
            all = all.text(name).text(text);
        }
        for (name, (width, height)) in &self.sizes {
            all = all.text(name).text(&format!("{width}x{height}"));
        }
        for (name, picture) in &self.pictures {
            let encoded = picture.encoded.iter().flatten();
            all = encoded.fold(all.text(name).text(&picture.mark), |all, file| {
                all.text(file)
            });
            all = all.optional(picture.color.as_deref());
            let widths = picture.widths.iter().map(|width| *width as usize);
            all = widths.fold(all, Fingerprinter::number);
            all = all.number(usize::from(picture.avif));
        }
        for (name, schema) in &self.islands {
            all = all.text(name).part(Fingerprint::of_value(schema));
        }
        all.finish()
    }

    /// Returns the sizes of a photograph that a page offers. Returns an empty offer if the page shows the original file.
    pub fn offer(&self, name: &str, shape: &Shape, recorder: &Recorder) -> Offer {
        let Some(picture) = self.pictures.get(name) else {
            return Offer::default();
        };
        let offer = picture.offer(name, shape);
        recorder.pictures(offer.all());
        if offer.is_encoded(picture) {
            offer
        } else {
            Offer::default()
        }
    }

    /// Returns the size of a photograph for a place that accepts only one URL. Returns `None` if the page shows the original file.
    pub fn single(&self, name: &str, shape: &Shape, recorder: &Recorder) -> Option<PictureSize> {
        let picture = self.pictures.get(name)?;
        let single = picture.offer(name, shape).single()?.clone();
        let offer = Offer {
            fallback: vec![single.clone()],
            ..Offer::default()
        };
        recorder.pictures(offer.all());
        offer.is_encoded(picture).then_some(single)
    }

    /// Returns the URL of an asset: for a photograph, the URL of a single size; for any other file, its own. Returns `None` if the
    /// asset does not exist.
    pub fn url(&self, name: &str, recorder: &Recorder) -> Option<String> {
        let single = self.single(name, &Shape::default(), recorder);
        let single = single.map(|size| format!("/{}", size.output));
        single.or_else(|| self.urls.get(name).cloned())
    }

    /// Returns the name of the asset that a document in `folder` (relative to `content/`) refers to as `path`. The path is resolved
    /// against that folder first, and then against the root of the content or the theme. It may be percent-encoded, and its accents may
    /// be encoded in another way than those of the file's name. Returns `None` if there is no such asset.
    pub fn resolve(&self, folder: &str, path: &str) -> Option<&str> {
        let folder = if path.starts_with('/') { "" } else { folder };
        let decoded = percent_decode_str(path).decode_utf8_lossy();
        let paths = [folder, ""].map(|folder| [joined(folder, path), joined(folder, &decoded)]);
        let known = paths
            .iter()
            .flatten()
            .find_map(|path| self.urls.get_key_value(path));
        if known.is_none() && !decoded.is_ascii() {
            let mut decoded = paths.iter().map(|[_, decoded]| decoded);
            return decoded.find_map(|path| self.same_letters(path));
        }
        known.map(|(name, _)| name.as_str())
    }

    /// Returns the name whose letters are those of a path, whatever their accents are encoded as.
    fn same_letters(&self, path: &str) -> Option<&str> {
        let by_letters = self.by_letters.get_or_init(|| {
            let names = self.urls.keys().filter(|name| !name.is_ascii());
            let composed = |name: &String| content::slug::composed(name).into_owned();
            names.map(|name| (composed(name), name.clone())).collect()
        });
        let name = by_letters.get(&*content::slug::composed(path))?;
        Some(name)
    }
}

/// Joins a folder and a relative path, and resolves `.` and `..`.
pub fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let index = AssetIndex {
            urls: [
                "images/a.png",
                "posts/b.png",
                "images/c d.png",
                "images/e\u{301}.png",
                "images/f%20.png",
            ]
            .map(|name| (name.to_owned(), String::new()))
            .into(),
            ..AssetIndex::default()
        };
        for (folder, path, name) in [
            ("posts", "../images/a.png", Some("images/a.png")),
            ("posts/deep", "../../images/a.png", Some("images/a.png")),
            ("posts", "./b.png", Some("posts/b.png")),
            ("posts", "images/a.png", Some("images/a.png")),
            ("posts", "/images/a.png", Some("images/a.png")),
            ("pages", "b.png", None),
            ("posts", "../images/c%20d.png", Some("images/c d.png")),
            ("posts", "../images/c d.png", Some("images/c d.png")),
            ("posts", "../images/f%20.png", Some("images/f%20.png")),
            ("posts", "../images/%C3%A9.png", Some("images/e\u{301}.png")),
            ("posts", "../images/\u{e9}.png", Some("images/e\u{301}.png")),
            ("posts", "../images/\u{e8}.png", None),
        ] {
            assert_eq!(index.resolve(folder, path), name, "{path} in {folder}");
        }
    }
}
