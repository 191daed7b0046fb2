//! Finds the files of the output that a browser loads with a page.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use regex::Regex;

use crate::addresses::resolved;
use crate::files::Files;
use crate::font_faces::{FontFace, font_faces};
use crate::markup::Markup;

/// Kind of a file, as named in `checks.toml`: `html`, `css`, `js`, `fonts`, or `images`.
pub type FileKind = &'static str;

/// Paths of the files that a page loads, by kind.
pub type LoadedFiles<'a> = BTreeMap<FileKind, BTreeSet<&'a str>>;

/// Size in bytes of each file that a page loads, by kind and path.
pub type Sizes<'a> = BTreeMap<FileKind, BTreeMap<&'a str, usize>>;

/// Parts of a style sheet that decide which fonts a page loads.
#[derive(Debug, Default)]
pub struct StyleSheet<'a> {
    /// `@font-face` rules, each with the path of its font file.
    pub faces: Vec<(FontFace, &'a str)>,
    /// Classes in the selectors of rules that set text in italics.
    italic_classes: BTreeSet<String>,
    /// Typefaces of the classes whose rules set a list of typefaces, by class.
    class_families: BTreeMap<String, Vec<String>>,
}

/// The style sheets and scripts of the output, each read once for all pages.
pub struct PageWeight<'a> {
    files: &'a Files,
    /// Style sheets by path.
    pub style_sheets: HashMap<&'a str, StyleSheet<'a>>,
    /// Scripts that each script imports when it is loaded, by the path of the importing script.
    imports: HashMap<&'a str, Vec<&'a str>>,
}

impl<'a> PageWeight<'a> {
    /// Reads the style sheets and scripts of the output.
    ///
    /// # Errors
    /// Only if a regular expression is invalid, which cannot happen because they are constants.
    pub fn read(files: &'a Files) -> Result<Self, regex::Error> {
        // `import("…")` is not loaded with the page.
        let import = Regex::new(r#"(?:from|import)\s*["']([^"']+\.m?js)["']"#)?;
        let italic = Regex::new(r"([^{}]+)\{[^{}]*font-style:\s*(?:italic|oblique)[^{}]*\}")?;
        let class = Regex::new(r"\.([A-Za-z_][\w-]*)")?;
        let one_class =
            Regex::new(r"(?:^|[};,])\s*\.([A-Za-z_][\w-]*)\s*\{[^{}]*font-family:\s*([^;}]+)")?;
        let mut weight = Self {
            files,
            style_sheets: HashMap::new(),
            imports: HashMap::new(),
        };
        for (path, bytes) in files {
            let text = || String::from_utf8_lossy(bytes);
            if path.ends_with(".css") {
                let text = assets::css::without_comments(&text());
                let selectors = italic.captures_iter(&text).map(|rule| rule[1].to_owned());
                let selectors: String = selectors
                    .filter(|one| !one.contains("@font-face"))
                    .collect();
                let classes = class.captures_iter(&selectors);
                let families = one_class.captures_iter(&text).map(|rule| {
                    let names = rule[2].split(',');
                    let names = names.map(|name| name.trim().trim_matches(['"', '\'']).to_owned());
                    (rule[1].to_owned(), names.collect::<Vec<String>>())
                });
                // A custom property may name any typeface.
                let is_known = |names: &[String]| !names.iter().any(|one| one.starts_with("var("));
                let families = families.filter(|(_, names)| is_known(names));
                let class_families = families.collect();
                let face = |face: FontFace| {
                    let mut addresses = face.addresses.iter();
                    let font = addresses.find(|address| address.ends_with(".woff2"))?;
                    let font = weight.file(&resolved(path, font))?;
                    Some((face, font))
                };
                let sheet = StyleSheet {
                    faces: font_faces(&text).into_iter().filter_map(face).collect(),
                    italic_classes: classes.map(|one| one[1].to_owned()).collect(),
                    class_families,
                };
                weight.style_sheets.insert(path, sheet);
            } else if path.ends_with(".js") || path.ends_with(".mjs") {
                let text = text();
                let imports = import.captures_iter(&text);
                let imports = imports.filter_map(|one| weight.file(&resolved(path, &one[1])));
                let imports = imports.collect();
                weight.imports.insert(path, imports);
            }
        }
        Ok(weight)
    }

    /// Returns the path of the file at an address of the site, or `None` if the output has no such file.
    fn file(&self, address: &str) -> Option<&'a str> {
        let path = address.split(['?', '#']).next().unwrap_or(address);
        let (path, _) = self.files.get_key_value(path.strip_prefix('/')?)?;
        Some(path)
    }

    /// Returns the files that a page loads.
    pub fn loaded_files(&self, page: &Markup) -> LoadedFiles<'a> {
        let (mut css, mut js) = (BTreeSet::new(), BTreeSet::new());
        let (mut images, mut fonts) = (BTreeSet::new(), BTreeSet::new());
        let mut offered = None;
        for element in page.elements() {
            let attribute = |name: &str| page.attribute(element, name);
            let file = |name: &str| attribute(name).and_then(|address| self.file(address));
            match page.name(element) {
                "link" if attribute("rel") == Some("stylesheet") => css.extend(file("href")),
                "link" if attribute("rel") == Some("modulepreload") => js.extend(file("href")),
                "link" if attribute("as") == Some("font") => fonts.extend(file("href")),
                "script" => js.extend(file("src")),
                "source" => offered = offered.or(attribute("srcset")),
                "img" => {
                    let sizes = offered.take().or(attribute("srcset"));
                    let size = sizes.and_then(on_a_phone).and_then(|url| self.file(url));
                    images.extend(size.or_else(|| file("src")));
                }
                _ => {}
            }
            // An island that waits for the visitor loads nothing with the page.
            if !matches!(attribute("data-when"), Some("interaction" | "address")) {
                js.extend(file("data-module"));
            }
        }
        let mut waiting: Vec<&str> = js.iter().copied().collect();
        while let Some(script) = waiting.pop() {
            let imports = self.imports.get(script).into_iter().flatten().copied();
            waiting.extend(imports.filter(|import| js.insert(*import)));
        }
        let sheets = || css.iter().filter_map(|path| self.style_sheets.get(path));
        let class_families: BTreeMap<&str, &[String]> = sheets()
            .flat_map(|sheet| &sheet.class_families)
            .map(|(class, families)| (class.as_str(), families.as_slice()))
            .collect();
        // The characters of each list of typefaces; `None` is text that may be in any of them.
        let mut characters: BTreeMap<Option<&[String]>, BTreeSet<u32>> = BTreeMap::new();
        let has_faces = sheets().any(|sheet| !sheet.faces.is_empty());
        for node in page.within(0).filter(|_| has_faces) {
            let Some(text) = page.as_text(node) else {
                continue;
            };
            if page.is_within(node, &["script", "style", "template"]) {
                continue;
            }
            let families = (!class_families.is_empty()).then(|| {
                let mut classes = page.ancestors(node).flat_map(|element| {
                    let classes = page.attribute(element, "class").unwrap_or_default();
                    classes.split_ascii_whitespace()
                });
                classes.find_map(|class| class_families.get(class).copied())
            });
            let characters = characters.entry(families.flatten()).or_default();
            characters.extend(text.chars().map(u32::from));
        }
        let is_needed = |face: &FontFace| {
            let mut characters = characters.iter();
            characters.any(|(families, characters)| {
                let is_listed = |families: &&[String]| {
                    let family = face.family.as_ref();
                    family.is_some_and(|family| families.contains(family))
                };
                families.as_ref().is_none_or(is_listed) && covers(face, characters)
            })
        };
        for sheet in sheets() {
            let has_italics = has_italics(page, &sheet.italic_classes);
            let faces = sheet.faces.iter();
            let needed =
                faces.filter(|(face, _)| is_needed(face) && (has_italics || !face.is_italic));
            fonts.extend(needed.map(|(_, font)| *font));
        }
        BTreeMap::from([
            ("css", css),
            ("js", js),
            ("images", images),
            ("fonts", fonts),
        ])
    }
}

/// Screen width, in device pixels, of the phone that budgets assume: 375 CSS pixels of two device pixels each.
const PHONE: u32 = 750;

/// Returns the URL that a phone chooses from a `srcset` with widths, for a picture as wide as the screen.
fn on_a_phone(srcset: &str) -> Option<&str> {
    let sizes = srcset.split(", ").filter_map(|size| {
        let (url, width) = size.trim().rsplit_once(' ')?;
        Some((url, width.strip_suffix('w')?.parse::<u32>().ok()?))
    });
    let sizes: Vec<(&str, u32)> = sizes.collect();
    let enough = sizes.iter().filter(|(_, width)| *width >= PHONE);
    let size = enough.min_by_key(|(_, width)| *width);
    let size = size.or(sizes.iter().max_by_key(|(_, width)| *width));
    size.map(|(url, _)| *url)
}

/// Returns whether a font face covers any of the characters, so that browsers load it.
pub fn covers(face: &FontFace, characters: &BTreeSet<u32>) -> bool {
    face.code_points().is_none_or(|ranges| {
        let mut ranges = ranges.into_iter();
        ranges.any(|range| characters.range(range).next().is_some())
    })
}

/// Returns whether any text of a page is in italics: by its element (HTML standard, 15.3, without `<address>`, which most
/// themes set upright), or by a class.
fn has_italics(page: &Markup, italic_classes: &BTreeSet<String>) -> bool {
    let mut italic_elements = page.named(&["em", "i", "cite", "dfn", "var"]);
    let mut classes = page
        .elements()
        .filter_map(|element| page.attribute(element, "class"))
        .flat_map(str::split_ascii_whitespace);
    italic_elements.next().is_some() || classes.any(|class| italic_classes.contains(class))
}

/// Returns whether servers compress the file at this path, judged by its extension.
pub fn is_compressed(path: &str) -> bool {
    let mut endings = [".css", ".js", ".mjs", ".svg", ".json"].iter();
    endings.any(|ending| path.ends_with(ending))
}

/// Returns the size of a file after compression by Brotli. Quality 5 is common among CDNs that compress on the fly.
pub fn compressed_size(bytes: &[u8]) -> usize {
    // The encoder fills its window before it starts, so the window is no larger than the file needs. Below 2^17 bytes, the encoder
    // compresses in another way.
    let window = (bytes.len() + 16).ilog2() + 1;
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 5,
        lgwin: window.clamp(17, 22).cast_signed(),
        ..Default::default()
    };
    let mut output = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut output, &parameters).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_that_a_phone_loads() {
        for (srcset, expected) in [
            ("/a.webp 375w, /b.webp 750w, /c.webp 1600w", Some("/b.webp")),
            ("/c.webp 1600w, /b.webp 1125w", Some("/b.webp")),
            ("/a.webp 200w, /b.webp 400w", Some("/b.webp")),
            ("/a.png, /b.png 2x", None),
            ("", None),
        ] {
            assert_eq!(on_a_phone(srcset), expected, "{srcset}");
        }
    }
}
