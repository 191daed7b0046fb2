//! URIs of files (RFC 8089).

use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Characters of a path that are escaped in a URI.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// Returns the path of a `file:` URI, or `None` for any other URI.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let (_, path) = uri
        .as_str()
        .strip_prefix("file://")
        .map(|rest| rest.split_at(rest.find('/').unwrap_or(rest.len())))?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    // On Windows: /C:/Users/…
    let path = match path.as_bytes() {
        [b'/', _, b':', ..] => &path[1..],
        _ => &path,
    };
    (!path.is_empty()).then(|| PathBuf::from(path))
}

/// Returns the URI of a file, or `None` if its path is not UTF-8.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    let path = utf8_percent_encode(&path, ESCAPED);
    Uri::from_str(&format!("file://{slash}{path}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for (uri, path) in [
            ("file:///a/b%20c/%C3%BC%F0%9F%8E%89.md", "/a/b c/ü🎉.md"),
            ("file:///a/50%25.md", "/a/50%.md"),
            ("file:///a/%5Bslug%5D.md", "/a/[slug].md"),
            ("file:///C%3A/a.md", "C:/a.md"),
        ] {
            let uri = Uri::from_str(uri).unwrap();
            assert_eq!(path_of(&uri), Some(PathBuf::from(path)), "{path}");
            assert_eq!(uri_of(Path::new(path)), Some(uri), "{path}");
        }
        for (uri, path) in [
            ("file://localhost/a.md", Some("/a.md")),
            ("file:///c:/a.md", Some("c:/a.md")),
            ("untitled:Untitled-1", None),
            ("file://", None),
            ("https://example.com/a.md", None),
            ("file:///%FF", None),
        ] {
            let uri = Uri::from_str(uri).unwrap();
            assert_eq!(path_of(&uri), path.map(PathBuf::from), "{uri:?}");
        }
    }
}
