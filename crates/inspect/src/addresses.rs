//! What answers a URL: a page, a file, a redirect, a rewrite, or nothing. The links, the ledger of published URLs, the forms,
//! and the development server ask here; `deploy/routes.js` answers alike on the CDN.

use content::{Redirect, Rewrite};
use render::Plan;

use crate::files::Files;

/// Everything of a site that has a URL.
#[derive(Debug, Clone, Copy)]
pub struct Addresses<'a> {
    /// The pages.
    pub plan: &'a Plan,
    /// All other files, by path in the output.
    pub files: &'a Files,
    /// URLs that have moved.
    pub redirects: &'a [Redirect],
    /// URLs answered by another page.
    pub rewrites: &'a [Rewrite],
}

/// What answers a URL.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// A file of the output, by its path.
    File(String),
    /// A redirect that the site declares: HTTP status and target.
    Redirect(u16, String),
    /// Another form of a URL (`/about/`, `/about.html`): a 301 to the canonical one.
    OtherForm(String),
    /// Nothing.
    NotFound,
}

impl Addresses<'_> {
    /// Returns what answers a path (percent-decoded, without query).
    pub fn answer(self, path: &str) -> Answer {
        if let Some(rule) = self.redirects.iter().find(|rule| rule.from == path) {
            return Answer::Redirect(rule.status, rule.to.clone());
        }
        if let Some(route) = self.plan.routes.get(path) {
            return Answer::File(route.output.clone());
        }
        // A page has one URL: without a trailing slash, without the file's extension.
        let page = path
            .strip_suffix(".html")
            .map(|page| page.strip_suffix("/index").unwrap_or(page));
        for shorter in [path.strip_suffix('/'), page].into_iter().flatten() {
            let shorter = if shorter.is_empty() { "/" } else { shorter };
            if self.plan.routes.contains(shorter) && !shorter.starts_with("//") {
                return Answer::OtherForm(encoded(shorter));
            }
            // A moved URL with a trailing slash leads to its target at once.
            if let Some(rule) = self.redirects.iter().find(|rule| rule.from == shorter) {
                return Answer::Redirect(rule.status, rule.to.clone());
            }
        }
        let file = path.trim_start_matches('/');
        if self.files.contains_key(file) {
            return Answer::File(file.to_owned());
        }
        if let Some(rule) = self.rewrites.iter().find(|rule| rule.matches(path)) {
            return match self.plan.routes.get(&rule.to) {
                Some(route) => Answer::File(route.output.clone()),
                None => Answer::File(rule.to.trim_start_matches('/').to_owned()),
            };
        }
        Answer::NotFound
    }

    /// Whether a link may lead to a path (percent-decoded, without query): it is answered in this form, or will be once the
    /// errors of its page are fixed.
    pub fn is_linkable(self, path: &str) -> bool {
        let is_answered = matches!(self.answer(path), Answer::File(_) | Answer::Redirect(..));
        is_answered || self.plan.unusable.contains(path)
    }
}

/// A path as it stands in an address (RFC 3986, section 3.3).
pub fn encoded(path: &str) -> String {
    path.bytes()
        .map(|byte| match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'@'
            | b'!'
            | b'$'
            | b'('
            | b')'
            | b','
            | b'=' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// An address as the value of a `Location` header, in which only characters of a URI stand (RFC 3986, section 2). So it also
/// is one word of every host's configuration: it has no spaces, quotes, braces, backslashes, or dollar signs.
pub fn location(address: &str) -> String {
    let mut location = String::with_capacity(address.len());
    for byte in address.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!&()*+,;=%".contains(&byte) {
            location.push(char::from(byte));
        } else {
            location.push_str(&format!("%{byte:02X}"));
        }
    }
    location
}

/// The media type of a file by its ending (IANA registry).
pub fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "xml" => "application/xml; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "ics" => "text/calendar; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "pdf" => "application/pdf",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// A path with its percent-encoding resolved (RFC 3986, section 2.1); `None` where it is not UTF-8.
pub fn decoded(path: &str) -> Option<String> {
    let bytes = path.as_bytes();
    let mut result = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let encoded = (bytes[at] == b'%')
            .then(|| path.get(at + 1..at + 3))
            .flatten()
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        result.push(encoded.unwrap_or(bytes[at]));
        at += if encoded.is_some() { 3 } else { 1 };
    }
    String::from_utf8(result).ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_location_is_one_word_of_any_configuration() {
        for (address, expected) in [
            ("/services#cs", "/services#cs"),
            ("https://e.org/a?b=c&d=%20", "https://e.org/a?b=c&d=%20"),
            ("/über uns", "/%C3%BCber%20uns"),
            ("/a;return 200 \"x\";", "/a;return%20200%20%22x%22;"),
            ("/$host{$HOME}'`\\\n", "/%24host%7B%24HOME%7D%27%60%5C%0A"),
        ] {
            assert_eq!(super::location(address), expected);
        }
    }

    #[test]
    fn paths_are_decoded() {
        assert_eq!(super::decoded("/a%20b%E0%A4%95").as_deref(), Some("/a bक"));
        assert_eq!(super::decoded("/100%").as_deref(), Some("/100%"));
        assert_eq!(super::decoded("/%ff"), None);
    }
}
