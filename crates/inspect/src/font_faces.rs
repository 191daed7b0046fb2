//! The `@font-face` rules of a style sheet.

use std::ops::RangeInclusive;

/// An `@font-face` rule.
#[derive(Debug, PartialEq, Eq)]
pub struct FontFace {
    /// Name of the typeface.
    pub family: Option<String>,
    /// URLs of the font files, as written.
    pub addresses: Vec<String>,
    /// Value of `unicode-range`; `None` if the font is used for every character.
    pub unicode_range: Option<String>,
    /// Whether it is an italic or oblique face.
    pub is_italic: bool,
}

impl FontFace {
    /// Returns the code points that the font is used for; `None` if it is used for every character. Skips malformed ranges (CSS
    /// Fonts 4, section 4.5).
    pub fn code_points(&self) -> Option<Vec<RangeInclusive<u32>>> {
        let read = |range: &str| {
            let range = range.trim();
            let range = range
                .strip_prefix("U+")
                .or_else(|| range.strip_prefix("u+"))?;
            let (from, to) = range.split_once('-').unwrap_or((range, range));
            let number = |digits: &str, wildcard: &str| {
                u32::from_str_radix(&digits.replace('?', wildcard), 16).ok()
            };
            let (from, to) = (number(from, "0")?, number(to, "F")?);
            (from <= to).then_some(from..=to)
        };
        let ranges = self.unicode_range.as_ref()?;
        Some(ranges.split(',').filter_map(read).collect())
    }
}

/// Returns the `@font-face` rules of a style sheet.
pub fn font_faces(css: &str) -> Vec<FontFace> {
    let css = assets::css::without_comments(css);
    let face = |rule: &str| {
        let (_, block) = rule.split_once('{')?;
        let (block, _) = block.split_once('}')?;
        let range = block.split_once("unicode-range:");
        let range = range.map(|(_, rest)| rest.split(';').next().unwrap_or(rest));
        let family = block.split_once("font-family:");
        let family = family.and_then(|(_, rest)| rest.split([';', '}']).next());
        let family = family.map(|name| name.trim().trim_matches(['"', '\'']).to_owned());
        let addresses = assets::css::addresses(block).into_iter();
        Some(FontFace {
            family,
            addresses: addresses.map(|at| block[at].to_owned()).collect(),
            unicode_range: range.map(str::to_owned),
            is_italic: block.contains("italic") || block.contains("oblique"),
        })
    };
    css.split("@font-face").skip(1).filter_map(face).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_of_a_style_sheet() {
        for (text, expected) in [
            ("U+0000-00FF, U+0131", vec![0..=0xFF, 0x131..=0x131]),
            ("U+00??,u+61", vec![0..=0xFF, 0x61..=0x61]),
            ("U+9-1, 61, U+x", vec![]),
        ] {
            let css = format!(
                "/* @font-face {{ src: url(a.woff2) }} */@font-face {{ src: url('f.woff2') format('woff2'); unicode-range: {text}; font-style: italic }}"
            );
            let faces = font_faces(&css);
            assert_eq!(faces[0].code_points(), Some(expected), "{text}");
            assert_eq!(faces[0].addresses, ["f.woff2"]);
            assert!(faces[0].is_italic);
        }
        let faces = font_faces("@font-face{src:url(a.woff2)}");
        assert_eq!(faces[0].code_points(), None);
    }
}
