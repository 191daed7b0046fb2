//! Pictures that a page of the new site cannot show from `content/`, although browsers showed them in the old one.

/// Why a picture stays in `public/`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unfit {
    /// A drawing that runs a script or loads a file, neither of which browsers did in a page.
    Active,
    /// A picture in another format than its name says.
    OtherFormat(&'static str),
    /// A note of Git LFS about a file that was not downloaded.
    OfLfs,
}

/// Parts of drawings that run scripts or load files, in lower case.
const ACTIVE: [&str; 5] = [
    "<script",
    "<!entity",
    "<?xml-stylesheet",
    "javascript:",
    "<iframe",
];

/// Returns why a page cannot show a picture; `None` if it can, or if the file is damaged.
pub fn unfit(path: &str, bytes: &[u8]) -> Option<Unfit> {
    if bytes.starts_with(b"version https://git-lfs.github.com/") {
        return Some(Unfit::OfLfs);
    }
    let (_, extension) = path.rsplit_once('.')?;
    let named = match extension.to_lowercase().as_str() {
        "png" => "PNG",
        "jpg" | "jpeg" => "JPEG",
        "gif" => "GIF",
        "webp" => "WebP",
        "avif" => "AVIF",
        "svg" => return is_active(bytes).then_some(Unfit::Active),
        _ => return None,
    };
    let actual = format(bytes)?;
    (actual != named).then_some(Unfit::OtherFormat(actual))
}

/// Returns the format of a picture by its first bytes.
fn format(bytes: &[u8]) -> Option<&'static str> {
    let is_at = |at: usize, sign: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(sign));
    if is_at(0, b"\x89PNG\r\n") {
        Some("PNG")
    } else if is_at(0, b"\xff\xd8\xff") {
        Some("JPEG")
    } else if is_at(0, b"GIF8") {
        Some("GIF")
    } else if is_at(0, b"RIFF") && is_at(8, b"WEBP") {
        Some("WebP")
    } else if is_at(4, b"ftypavi") {
        Some("AVIF")
    } else if is_at(0, b"BM") && is_at(6, b"\0\0\0\0") {
        Some("BMP")
    } else if is_at(0, b"II*\0") || is_at(0, b"MM\0*") {
        Some("TIFF")
    } else if is_at(4, b"ftyphei") {
        Some("HEIC")
    } else {
        None
    }
}

/// Returns whether a drawing has a part that browsers leave out in a page.
fn is_active(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    ACTIVE.iter().any(|part| text.contains(part)) || has_handler(&text)
}

/// Returns whether an element has an attribute such as `onload="…"`.
fn has_handler(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let name = word.split_once("=\"").map(|(name, _)| name);
        let event = name.and_then(|name| name.strip_prefix("on"));
        event.is_some_and(|event| {
            !event.is_empty() && event.bytes().all(|one| one.is_ascii_lowercase())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures() {
        const SVG: &str = "<svg xmlns='http://www.w3.org/2000/svg'>";
        for (path, bytes, expected) in [
            ("a.png", b"\x89PNG\r\n\x1a\n".as_slice(), None),
            (
                "a.JPG",
                b"\x89PNG\r\n\x1a\n",
                Some(Unfit::OtherFormat("PNG")),
            ),
            (
                "a.png",
                b"\xff\xd8\xff\xe0",
                Some(Unfit::OtherFormat("JPEG")),
            ),
            ("a.jpeg", b"\xff\xd8\xff\xe0", None),
            (
                "a.gif",
                b"RIFF\0\0\0\0WEBP",
                Some(Unfit::OtherFormat("WebP")),
            ),
            ("a.avif", b"\0\0\0\x1cftypavif", None),
            (
                "a.png",
                b"BM\x36\x10\0\0\0\0\0\0",
                Some(Unfit::OtherFormat("BMP")),
            ),
            ("a.jpg", b"II*\0", Some(Unfit::OtherFormat("TIFF"))),
            (
                "a.jpg",
                b"\0\0\0\x1cftypheic",
                Some(Unfit::OtherFormat("HEIC")),
            ),
            ("a.gif", b"GIF89a", None),
            ("a.png", b"damaged", None),
            ("a.png", b"", None),
            (
                "a.png",
                b"version https://git-lfs.github.com/spec/v1\noid",
                Some(Unfit::OfLfs),
            ),
            ("a.svg", SVG.as_bytes(), None),
            ("a", b"GIF89a", None),
        ] {
            assert_eq!(unfit(path, bytes), expected, "{path}");
        }
        for (part, is_unfit) in [
            ("<path d='M1 1'/>", false),
            ("<text>one = \"two\", on = \"on\"</text>", false),
            ("<SCRIPT>a()</SCRIPT>", true),
            ("<g onClick=\"a()\">", true),
            ("<g\nonload = \"a()\">", false),
            ("<!DOCTYPE svg [<!ENTITY a 'b'>]>", true),
        ] {
            let found = unfit("a.svg", format!("{SVG}{part}").as_bytes());
            assert_eq!(found, is_unfit.then_some(Unfit::Active), "{part}");
        }
    }

    /// The time for a drawing does not grow with the square of its length.
    #[test]
    fn long_drawings() {
        for part in ["on", " on", " onload ", " onload =", "<svg "] {
            let text = part.repeat(200_000);
            assert_eq!(unfit("a.svg", text.as_bytes()), None, "{part}");
        }
    }
}
