//! Reads source files and published files. The line endings of text files are normalized, so that a checkout with other line
//! endings has the same keys in the cache and results in the same site.

use std::path::Path;
use std::{fs, io};

/// Extensions of text files in which a line ending means the same however it is written. Others, such as calendars (`.ics`),
/// address cards (`.vcf`), tables (`.csv`) and PDFs, are published byte for byte.
const TEXT: [&str; 16] = [
    "css",
    "htm",
    "html",
    "js",
    "json",
    "jsx",
    "md",
    "mjs",
    "mts",
    "svg",
    "toml",
    "ts",
    "tsx",
    "txt",
    "webmanifest",
    "xml",
];

/// Returns the content of a file. If it is a text file, its line endings are line feeds.
pub(crate) fn read(file: &Path) -> io::Result<Vec<u8>> {
    let bytes = fs::read(file)?;
    let extension = file.extension().unwrap_or_default();
    let is_text = TEXT.iter().any(|one| extension.eq_ignore_ascii_case(one));
    Ok(if is_text {
        with_line_feeds(bytes)
    } else {
        bytes
    })
}

/// Returns text with each `\r\n` replaced by `\n`. Text that is not UTF-8 remains as it is: in UTF-16, a line ending has four
/// bytes.
fn with_line_feeds(bytes: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(bytes) {
        Ok(text) if text.contains("\r\n") => text.replace("\r\n", "\n").into_bytes(),
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_endings() {
        let folder = tempfile::tempdir().unwrap();
        for (name, content, expected) in [
            ("a.css", &b"a {\r\n}\r\n"[..], &b"a {\n}\n"[..]),
            ("a.SVG", b"<svg>\r\n</svg>", b"<svg>\n</svg>"),
            ("a.txt", b"a\rb\n", b"a\rb\n"),
            ("a.txt", b"\xff\xfea\0\r\0\n\0", b"\xff\xfea\0\r\0\n\0"),
            ("a.txt", b"caf\xe9\r\n", b"caf\xe9\r\n"),
            ("office.vcf", b"BEGIN:VCARD\r\n", b"BEGIN:VCARD\r\n"),
            ("report.pdf", b"%PDF-1.7\r\n", b"%PDF-1.7\r\n"),
            ("LICENSE", b"a\r\n", b"a\r\n"),
        ] {
            let file = folder.path().join(name);
            fs::write(&file, content).unwrap();
            assert_eq!(read(&file).unwrap(), expected, "{name}");
        }
    }
}
