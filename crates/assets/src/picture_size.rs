//! Reads the width and height of images, so that a page can reserve the space for an image while it loads.

use std::path::Path;

/// Returns the width and height of an image in CSS pixels, or `None` if the file is not an image or has no intrinsic size.
pub fn picture_size(path: &str, bytes: &[u8]) -> Option<(u32, u32)> {
    if Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "svg")
    {
        return svg_size(std::str::from_utf8(bytes).ok()?);
    }
    let size = imagesize::blob_size(bytes).ok()?;
    Some((
        u32::try_from(size.width).ok()?,
        u32::try_from(size.height).ok()?,
    ))
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
    let pixels = |text: &str| text.trim_end_matches("px").parse::<f64>().ok();
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
            ("<svg>", None),
            ("<svg", None),
            ("<svg width=\"-1\" height=\"2\">", None),
        ] {
            assert_eq!(picture_size("a.svg", svg.as_bytes()), expected, "{svg}");
        }
        assert_eq!(picture_size("a.txt", b"text"), None);
    }
}
