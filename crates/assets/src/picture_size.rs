//! Reads the width and height of images, so that a page can reserve the space for an image while it loads.

use std::path::Path;

/// Returns the width and height of an image in CSS pixels, or `None` if the file is not an image or has no intrinsic size.
pub fn picture_size(path: &str, bytes: &[u8]) -> Option<(u32, u32)> {
    if is_drawing(path) {
        return svg_size(std::str::from_utf8(bytes).ok()?);
    }
    let size = imagesize::blob_size(bytes).ok()?;
    Some((
        u32::try_from(size.width).ok()?,
        u32::try_from(size.height).ok()?,
    ))
}

/// Returns whether the name of a file is that of an SVG drawing.
pub fn is_drawing(path: &str) -> bool {
    let ending = Path::new(path).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("svg"))
}

/// Returns a length in CSS pixels, or `None` if it is relative, such as a percentage (CSS Values and Units Level 4, section 6.2).
fn pixels(length: &str) -> Option<f64> {
    let length = length.trim();
    let number = length.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &length[number.len()..] {
        "" | "px" => 1.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        _ => return None,
    };
    Some(number.parse::<f64>().ok()? * unit)
}

/// Returns `width` and `height` of the `<svg>` element, or else the last two numbers of its `viewBox` (SVG 2, section 8.2).
fn svg_size(text: &str) -> Option<(u32, u32)> {
    let start = text.find("<svg")?;
    let tag = &text[start..start + text[start..].find('>')?];
    let attribute = |name: &str| {
        let at = tag.find(&format!(" {name}="))? + name.len() + 2;
        let quote = tag[at..]
            .chars()
            .next()
            .filter(|quote| matches!(quote, '"' | '\''))?;
        tag[at + 1..].split(quote).next()
    };
    let declared = attribute("width")
        .and_then(pixels)
        .zip(attribute("height").and_then(pixels));
    let (width, height) = declared.or_else(|| {
        let mut numbers = attribute("viewBox")?
            .split([' ', ','])
            .filter(|one| !one.is_empty())
            .skip(2);
        Some((pixels(numbers.next()?)?, pixels(numbers.next()?)?))
    })?;
    if !(width >= 1.0 && height >= 1.0 && width <= 1e6 && height <= 1e6) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "bounded above"
    )]
    Some((width.round() as u32, height.round() as u32))
}

#[cfg(test)]
mod tests {
    use super::picture_size;

    #[test]
    fn sizes_of_drawings() {
        for (svg, expected) in [
            (
                "<svg width=\"800\" height=\"500\" viewBox=\"0 0 8 5\"/>",
                Some((800, 500)),
            ),
            (
                "<?xml version='1.0'?><svg viewBox='0 0 24 16'></svg>",
                Some((24, 16)),
            ),
            ("<svg viewBox=\"0,0,24.4,16.6\">", Some((24, 17))),
            ("<svg width=\"100%\" viewBox=\"0 0 10 20\">", Some((10, 20))),
            ("<svg width='10mm' height='5cm'>", Some((38, 189))),
            ("<svg width=\"1in\" height=\"72pt\">", Some((96, 96))),
            (
                "<svg width='2em' height='1em' viewBox='0 0 3 4'>",
                Some((3, 4)),
            ),
            ("<svg width='2e1' height='10'>", Some((20, 10))),
            ("<svg>", None),
            ("<svg", None),
            ("<svg width=\"-1\" height=\"2\">", None),
        ] {
            assert_eq!(picture_size("a.svg", svg.as_bytes()), expected, "{svg}");
        }
        let svg = b"<svg width=\"3\" height=\"4\">";
        assert_eq!(picture_size("LOGO.SVG", svg), Some((3, 4)));
        assert_eq!(picture_size("a.txt", b"text"), None);
    }
}
