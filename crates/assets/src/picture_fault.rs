//! Checks image files as far as that is possible without decoding them.

use std::path::Path;

use diagnostic::{Diagnostic, Place, Source};
use imagesize::{Compression, ImageType};

use crate::codes::BAD_PICTURE;
use crate::picture_size::picture_size;
use crate::svg_active::active_part;
use crate::svg_document::parse;

/// A fault of an image file.
struct PictureFault {
    /// Byte offset in the file, or 0 if the file is not text.
    at: usize,
    message: String,
    help: String,
}

impl PictureFault {
    /// Creates a fault that concerns the whole file.
    fn of_file(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            at: 0,
            message: message.into(),
            help: help.into(),
        }
    }
}

/// Maximum width and height in pixels. Only PNG can have more, and no photo for a website does.
const LARGEST: u32 = 65_535;

/// Checks a file whose extension is that of an image. Returns a finding if the image is faulty, and `None` if it is fine or the
/// file is not an image. `folder` is relative to the project, and `name` to the folder.
pub fn picture_fault(folder: &str, name: &str, bytes: &[u8]) -> Option<Diagnostic> {
    let PictureFault { at, message, help } = fault(name, bytes)?;
    let text = String::from_utf8(bytes.to_vec()).unwrap_or_default();
    let source = Source::new(format!("{folder}/{name}"), text);
    Some(
        Diagnostic::new(&BAD_PICTURE, message)
            .at(Place::new(&source, at..at + 1), "")
            .help(help),
    )
}

/// Returns what is wrong with an image that is published unchanged, and help. Unlike in a page, it may be in a format or a drawing that
/// browsers do not show.
pub(crate) fn download_fault(name: &str, bytes: &[u8]) -> Option<(String, String)> {
    let ending = Path::new(name).extension()?.to_str()?.to_lowercase();
    if ["svg", "heic", "heif", "tif", "tiff"].contains(&&*ending) {
        return None;
    }
    let PictureFault { message, help, .. } = fault(name, bytes)?;
    Some((message, help))
}

/// Message and help for a file that Git LFS has not downloaded.
pub(crate) const LFS: (&str, &str) = (
    "this is a note of Git LFS about a file, not the file itself",
    "install Git LFS, and run `git lfs pull`",
);

/// Returns whether a file stands for one that Git LFS has not downloaded
/// (<https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md>).
pub(crate) fn is_of_lfs(bytes: &[u8]) -> bool {
    bytes.starts_with(b"version https://git-lfs.github.com/")
}

fn fault(name: &str, bytes: &[u8]) -> Option<PictureFault> {
    let ending = Path::new(name).extension()?.to_str()?.to_lowercase();
    let fault = |message: &str, help: &str| Some(PictureFault::of_file(message, help));
    let named = match ending.as_str() {
        "png" => "PNG",
        "jpg" | "jpeg" => "JPEG",
        "gif" => "GIF",
        "webp" => "WebP",
        "avif" => "AVIF",
        "bmp" => "BMP",
        "svg" => return svg_fault(bytes),
        "heic" | "heif" => {
            return fault(
                "browsers do not support HEIC images",
                "save it as JPEG; on an iPhone choose Settings, Camera, Formats, Most Compatible",
            );
        }
        "tif" | "tiff" => {
            return fault(
                "browsers do not support TIFF images",
                "save it as JPEG or PNG in an image editor",
            );
        }
        _ => return None,
    };
    if bytes.is_empty() {
        return fault("this image is empty", "copy the file again");
    }
    if is_of_lfs(bytes) {
        return fault(LFS.0, LFS.1);
    }
    let Some(actual) = kind(bytes) else {
        let start = bytes.trim_ascii_start();
        let begins = |sign: &[u8]| {
            start
                .get(..sign.len())
                .is_some_and(|one| one.eq_ignore_ascii_case(sign))
        };
        if begins(b"<!doctype html") || begins(b"<html") {
            let help = "open the picture by itself in a browser, and save it again";
            return fault("this is a web page, not an image", help);
        }
        if begins(b"<svg") || begins(b"<?xml") {
            let message = format!("this is a drawing (SVG), but its name says {named}");
            return fault(
                &message,
                "end its name with .svg, here and wherever it is used",
            );
        }
        return fault(
            &format!("this is not {} image", with_article(named)),
            &format!("save it as {named} in an image editor"),
        );
    };
    if actual != named {
        return fault(
            &format!(
                "this is {} image, but its name says {named}",
                with_article(actual)
            ),
            &if matches!(actual, "HEIC" | "TIFF") {
                format!(
                    "save it as {named} in an image editor: browsers do not support {actual} images"
                )
            } else {
                format!("save it as {named}, or rename it here and wherever it is used")
            },
        );
    }
    if pictures::is_truncated(bytes) {
        return fault("this image is truncated", "copy or save the file again");
    }
    match picture_size(name, bytes) {
        Some((1..=LARGEST, 1..=LARGEST)) => None,
        Some((width, height)) => fault(
            &format!("this image has an impossible size of {width} × {height} pixels"),
            "save it again, at most a few thousand pixels wide",
        ),
        None => fault(
            "the size of this image cannot be read",
            "save it again in an image editor",
        ),
    }
}

/// Returns the name of a format with its article: `a PNG`, `an AVIF`.
pub(crate) fn with_article(format: &str) -> String {
    let is_vowel = format.starts_with(['A', 'O']) || format.starts_with("MP");
    let article = if is_vowel { "an" } else { "a" };
    format!("{article} {format}")
}

/// Returns the format of an image, judged by its first bytes, or `None` if it is not a known one.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    Some(match imagesize::image_type(bytes).ok()? {
        ImageType::Png => "PNG",
        ImageType::Jpeg => "JPEG",
        ImageType::Gif => "GIF",
        ImageType::Webp => "WebP",
        ImageType::Heif(Compression::Av1) => "AVIF",
        ImageType::Heif(_) => "HEIC",
        ImageType::Bmp => "BMP",
        ImageType::Tiff => "TIFF",
        _ => return None,
    })
}

fn svg_fault(bytes: &[u8]) -> Option<PictureFault> {
    let fault = |message: &str, help: &str| Some(PictureFault::of_file(message, help));
    if is_of_lfs(bytes) {
        return fault(LFS.0, LFS.1);
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return fault("this image is not UTF-8 text", "save it again as plain SVG");
    };
    if text.trim().is_empty() {
        return fault("this image is empty", "copy the file again");
    }
    if !text.contains("<svg") {
        let message = "this is not an SVG image: it has no <svg> element";
        return fault(message, "copy the file again");
    }
    let document = match parse(text) {
        Ok(document) => document,
        Err((at, problem)) => {
            let message = format!("this SVG image is malformed: {problem}");
            let help = "save it again as plain SVG; browsers do not show malformed SVG".to_owned();
            return Some(PictureFault { at, message, help });
        }
    };
    if document.root_element().tag_name().name() != "svg" {
        let message = "this is not an SVG image: its outermost element is not <svg>";
        return fault(message, "save it again as plain SVG");
    }
    let (at, message) = active_part(text, &document)?;
    let help = "remove it, or embed in the drawing what it loads: a drawing in a page runs no scripts and loads no files";
    Some(PictureFault {
        at,
        message,
        help: help.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a PNG file of this size with `rest` after its header.
    fn png(width: u32, height: u32, rest: &[u8]) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend([8, 2, 0, 0, 0, 1, 2, 3, 4]);
        bytes.extend(rest);
        bytes
    }

    /// Returns an AVIF file of 4 × 3 pixels with `rest` after its properties.
    fn avif(rest: &[u8]) -> Vec<u8> {
        let boxed = |name: &str, content: &[u8]| {
            let length = u32::try_from(content.len() + 8).unwrap().to_be_bytes();
            [&length, name.as_bytes(), content].concat()
        };
        let size = boxed("ispe", &[0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 3]);
        let properties = boxed("iprp", &boxed("ipco", &size));
        let meta = boxed("meta", &[&[0; 4], properties.as_slice()].concat());
        let kind = boxed("ftyp", b"avif\0\0\0\0avifmif1");
        [&kind, &meta, &boxed("free", &[0; 99]), rest].concat()
    }

    /// The tests of whole sites cover more faults.
    #[test]
    #[rustfmt::skip]
    fn faults_of_images() {
        let end = b"\0\0\0\0IEND\xAE\x42\x60\x82";
        let jpeg = |rest: &[u8]| {
            let thumbnail = b"\xFF\xD8\xFF\xE1\0\x0C\xFF\xD8\xFF\xDA\0\x02\x12\x34\xFF\xD9";
            let frame = b"\xFF\xC0\0\x11\x08\0\x10\0\x10\x03\x01\x22\0\x02\x11\x01\x03\x11\x01";
            [thumbnail.as_slice(), frame, rest].concat()
        };
        let scan = b"\xFF\xDA\0\x08\x01\x01\0\0\x3F\0\x12\x34".as_slice();
        let (truncated, impossible) = ("this image is truncated", "this image has an impossible size of");
        for (name, bytes, expected) in [
            ("a.png", png(4, 3, end), ""),
            ("a.txt", Vec::new(), ""),
            ("a.png", Vec::new(), "this image is empty"),
            ("a.png", png(4, 3, b"\0\0\x10\0IDATxx"), truncated),
            ("a.png", png(2_147_483_647, 3, end), &format!("{impossible} 2147483647 × 3 pixels")),
            ("a.png", png(0, 3, end), &format!("{impossible} 0 × 3 pixels")),
            ("a.jpg", jpeg(&[scan, b"\xFF\xD9"].concat()), ""),
            ("a.jpeg", jpeg(&[scan, b"\xFF\xD9trailing"].concat()), ""),
            ("a.jpg", jpeg(scan), truncated),
            // The end of the thumbnail is not that of the picture.
            ("a.jpg", jpeg(b""), truncated),
            ("a.avif", avif(b"\0\0\0\x0Amdatxx"), ""),
            ("a.avif", avif(b"\0\0\0\0mdatxx"), ""),
            ("a.avif", avif(b"<script>alert()</script>"), ""),
            ("a.avif", avif(b"\0\0\0\x0Bmdatxx"), truncated),
            ("a.avif", avif(b"\0\0\0\x01mdat\0\0\0\x01\0\0\0\0"), truncated),
            ("a.webp", avif(b""), "this is an AVIF image, but its name says WebP"),
            ("a.TIF", Vec::new(), "browsers do not support TIFF images"),
        ] {
            let found = fault(name, &bytes).map(|fault| fault.message);
            assert_eq!(found.unwrap_or_default(), expected, "{name} {bytes:?}");
        }
    }

    /// Each row has a drawing with `«` before the part that is reported.
    #[test]
    #[rustfmt::skip]
    fn faults_of_drawings() {
        for (marked, expected) in [
            ("<svg viewBox='0 0 1 1'><!-- > < --><g a='>'><path/></g></svg>\n", ""),
            ("«", "this image is empty"),
            ("«<html><svg/></html>", "this is not an SVG image: its outermost element is not <svg>"),
            ("<svg>\n«<script/></svg>", "this drawing contains a script"),
        ] {
            let found = fault("a.svg", marked.replace('«', "").as_bytes());
            let expected = marked.find('«').map(|at| (at, expected.to_owned()));
            assert_eq!(found.map(|fault| (fault.at, fault.message)), expected, "{marked}");
        }
    }
}
