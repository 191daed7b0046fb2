//! What is answered to a path: a file, a redirect, or the page for what is not there. The CDN is to answer alike.

use content::{Redirect, Rewrite};
use render::Plan;

use crate::files::Files;

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// A file of the output, by its path.
    File(String),
    /// Another address, with an HTTP status.
    Redirect(u16, String),
    /// Nothing has this address.
    NotFound,
}

/// Everything that has an address.
#[derive(Debug, Clone, Copy)]
pub struct Addresses<'a> {
    /// The pages.
    pub plan: &'a Plan,
    /// All other files, by path in the output.
    pub files: &'a Files,
    /// Addresses that have moved.
    pub redirects: &'a [Redirect],
    /// Addresses answered by another page.
    pub rewrites: &'a [Rewrite],
}

/// The answer to a path (percent-encoding resolved, without query).
pub fn answer(site: Addresses<'_>, path: &str) -> Answer {
    if let Some(rule) = site.redirects.iter().find(|rule| rule.from == path) {
        return Answer::Redirect(rule.status, rule.to.clone());
    }
    if let Some(route) = site.plan.routes.get(path) {
        return Answer::File(route.output.clone());
    }
    let file = path.trim_start_matches('/');
    // One address for a page: without a slash, without the file's ending.
    let page = path
        .strip_suffix(".html")
        .map(|page| page.strip_suffix("/index").unwrap_or(page));
    for shorter in [path.strip_suffix('/'), page].into_iter().flatten() {
        let shorter = if shorter.is_empty() { "/" } else { shorter };
        if site.plan.routes.contains(shorter) && !shorter.starts_with("//") {
            return Answer::Redirect(301, encoded(shorter));
        }
        // A moved address with a slash at the end goes where it has moved, at once.
        if let Some(rule) = site.redirects.iter().find(|rule| rule.from == shorter) {
            return Answer::Redirect(rule.status, rule.to.clone());
        }
    }
    if site.files.contains_key(file) {
        return Answer::File(file.to_owned());
    }
    if let Some(rule) = site.rewrites.iter().find(|rule| rule.matches(path)) {
        return match site.plan.routes.get(&rule.to) {
            Some(route) => Answer::File(route.output.clone()),
            None => Answer::File(rule.to.trim_start_matches('/').to_owned()),
        };
    }
    Answer::NotFound
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

/// The media type of a file by its ending (IANA registry).
pub fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "xml" => "application/xml; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
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
    fn paths_are_decoded() {
        assert_eq!(super::decoded("/a%20b%E0%A4%95").as_deref(), Some("/a bक"));
        assert_eq!(super::decoded("/100%").as_deref(), Some("/100%"));
        assert_eq!(super::decoded("/%ff"), None);
    }
}
