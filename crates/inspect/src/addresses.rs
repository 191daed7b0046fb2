//! Finds what answers a URL: a page, a file, a redirect, a rewrite, or nothing. The link rules, the ledger of published URLs, the
//! forms, and the development server use it; `deploy/routes.js` implements the same rules on the CDN.

use content::Rewrite;
use diagnostic::folder_of;
use percent_encoding::percent_decode_str;
use render::{Plan, bare_url};

use crate::files::Files;

/// Everything on a site that has a URL.
#[derive(Debug, Clone, Copy)]
pub struct Addresses<'a> {
    /// Routes of the pages, and redirects.
    pub plan: &'a Plan,
    /// All other files, by path in the output.
    pub files: &'a Files,
    /// Rewrites: URLs that are answered with another page or a file.
    pub rewrites: &'a [Rewrite],
}

/// Response of a site to the request of a URL.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// A file of the output, by its path.
    File(String),
    /// A redirect that the site declares: HTTP status and target.
    Redirect(u16, String),
    /// Another form of a page's URL, such as `/about/` or `/about.html` for `/about`: a redirect with status 301 to this URL.
    OtherForm(String),
    /// Nothing answers the URL: status 404.
    NotFound,
}

impl Addresses<'_> {
    /// Returns what answers a path (percent-decoded, without query).
    pub fn answer(self, path: &str) -> Answer {
        // A redirect that would hide a page is an error, so the preview shows the page.
        if let Some(route) = self.plan.routes.get(path) {
            return Answer::File(route.output.clone());
        }
        if let Some(redirect) = self.plan.redirects.get(path) {
            return Answer::Redirect(redirect.status, location(&redirect.to));
        }
        // A page has one URL, with one ending.
        if let Some(route) = self.plan.routes.any_form(path) {
            return Answer::OtherForm(encoded(&route.url));
        }
        // A moved URL with another ending is redirected to its target in one step.
        if let Some(redirect) = self.plan.redirects.get(bare_url(path)) {
            return Answer::Redirect(redirect.status, location(&redirect.to));
        }
        let file = path.trim_start_matches('/');
        if self.files.contains_key(file) {
            return Answer::File(file.to_owned());
        }
        if let Some(rule) = self.rewrites.iter().find(|rule| rule.matches(path)) {
            if let Some(status) = rule.status {
                let rest = &path[rule.prefix().len()..];
                return Answer::Redirect(status, location(&rule.target(&encoded(rest))));
            }
            return match self.plan.routes.get(&rule.to) {
                Some(route) => Answer::File(route.output.clone()),
                None => Answer::File(rule.to.trim_start_matches('/').to_owned()),
            };
        }
        Answer::NotFound
    }

    /// Returns whether a link to a path (percent-decoded, without query) works: a page, a file, or a declared redirect answers
    /// it, or a page will once its errors are fixed.
    pub fn is_linkable(self, path: &str) -> bool {
        let is_answered = matches!(self.answer(path), Answer::File(_) | Answer::Redirect(..));
        is_answered || self.plan.unusable.contains(path)
    }
}

/// Percent-encodes a path, except for characters that are allowed in one (RFC 3986, section 3.3).
pub fn encoded(path: &str) -> String {
    percent_encoded(path, b"/-._~@!$(),=")
}

/// Encodes an address as the value of a `Location` header, with only the characters of a URI (RFC 3986, section 2). The result
/// has no spaces, quotes, braces, backslashes, or dollar signs, so it is a single word in the configuration of every host.
pub fn location(address: &str) -> String {
    percent_encoded(address, b"-._~:/?#[]@!&()*+,;=%")
}

/// Percent-encodes all bytes except for ASCII letters, digits, and those in `kept`.
fn percent_encoded(text: &str, kept: &[u8]) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || kept.contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Decodes a percent-encoded path; `None` if the result is not UTF-8.
pub fn decoded(path: &str) -> Option<String> {
    let path = percent_decode_str(path).decode_utf8().ok()?;
    Some(path.into_owned())
}

/// Returns the path that a link on a page points to. `address` has neither a host nor a fragment.
pub(crate) fn target(page: &str, address: &str) -> String {
    let path = address.split('?').next().unwrap_or(address);
    if path.is_empty() {
        page.to_owned()
    } else {
        resolved(page, &decoded(path).unwrap_or_else(|| path.to_owned()))
    }
}

/// Returns the absolute path of `path`, which may be relative to the page or file `from`.
pub(crate) fn resolved(from: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let folder = folder_of(from);
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/").trim_start_matches('/'))
}

/// Returns whether a file is a picture that browsers show, by its extension.
pub fn is_picture(path: &str) -> bool {
    let extension = path.rsplit('.').next().unwrap_or_default();
    let kinds = [
        "svg", "png", "jpg", "jpeg", "webp", "avif", "gif", "bmp", "ico",
    ];
    kinds
        .iter()
        .any(|kind| kind.eq_ignore_ascii_case(extension))
}

/// Returns the media type of a file by its extension (IANA registry). Text is in UTF-8.
pub fn media_type(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "xml" => "application/xml; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "vtt" => "text/vtt; charset=utf-8",
        "ics" => "text/calendar; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "gif" => "image/gif",
        "bmp" => "image/bmp",
        "ico" => "image/x-icon",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "pdf" => "application/pdf",
        "webmanifest" => "application/manifest+json",
        other => mime_guess::from_ext(other)
            .first_raw()
            .unwrap_or("application/octet-stream"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_one_word_of_any_configuration() {
        for (address, expected) in [
            ("/services#cs", "/services#cs"),
            ("https://e.org/a?b=c&d=%20", "https://e.org/a?b=c&d=%20"),
            ("/über uns", "/%C3%BCber%20uns"),
            ("/a;return 200 \"x\";", "/a;return%20200%20%22x%22;"),
            ("/$host{$HOME}'`\\\n", "/%24host%7B%24HOME%7D%27%60%5C%0A"),
        ] {
            assert_eq!(location(address), expected);
        }
    }

    #[test]
    fn media_types() {
        for (path, expected) in [
            ("a/b.html", "text/html; charset=utf-8"),
            ("a.b/c.JPG", "image/jpeg"),
            ("a", "application/octet-stream"),
            ("mp4", "application/octet-stream"),
            ("a.unknown", "application/octet-stream"),
            ("a.mp4", "video/mp4"),
            ("a.webm", "video/webm"),
            ("a.mp3", "audio/mpeg"),
            ("a.m4a", "audio/m4a"),
            ("a.ogg", "audio/ogg"),
            ("a.mov", "video/quicktime"),
            ("a.vtt", "text/vtt; charset=utf-8"),
            ("a.csv", "text/csv; charset=utf-8"),
            ("a.md", "text/markdown; charset=utf-8"),
            (
                "a.docx",
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            ),
            (
                "a.xlsx",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            ),
            ("a.zip", "application/zip"),
            ("a.wasm", "application/wasm"),
            ("a.ttf", "font/ttf"),
            ("a.woff", "font/woff"),
            ("a.epub", "application/epub+zip"),
            ("a.tiff", "image/tiff"),
        ] {
            assert_eq!(media_type(path), expected);
        }
    }

    #[test]
    fn paths() {
        assert_eq!(encoded("/a b/\u{915}-1.html"), "/a%20b/%E0%A4%95-1.html");
        for (from, path, expected) in [
            ("/blogs/a", "b", "/blogs/b"),
            ("/about", "contact", "/contact"),
            ("/blogs/a", "../about", "/about"),
            ("assets/a.css", "./f.woff2", "/assets/f.woff2"),
            ("assets/a.css", "../f.woff2", "/f.woff2"),
        ] {
            assert_eq!(resolved(from, path), expected, "{path} from {from}");
        }
        assert_eq!(decoded("/a%20b%E0%A4%95").as_deref(), Some("/a bक"));
        assert_eq!(decoded("/100%").as_deref(), Some("/100%"));
        assert_eq!(decoded("/%ff"), None);
    }
}
