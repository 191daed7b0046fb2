//! What texts refer to, and where it is in the new site.

use std::collections::HashMap;

use diagnostic::folder_of;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use render::{bare_url, joined};

use crate::model::{Page, url_prefix};

/// What texts refer to.
#[derive(Debug, Default)]
pub struct Targets {
    /// New files by the old one.
    pub by_source: HashMap<String, String>,
    /// URLs of pages by the old file.
    pub by_file: HashMap<String, String>,
    /// URLs of pages, with the prefix of their language, by their form without an ending.
    pub by_url: HashMap<String, String>,
    /// URLs to which old ones are redirected, by their form without an ending.
    pub redirected: HashMap<String, String>,
    /// Folders whose URLs are redirected to those below another folder, both without a slash at the end.
    pub moved: Vec<(String, String)>,
    /// Path of the old home page without a slash at its end: `/tabi`, or nothing.
    pub base_path: String,
    /// Scheme and host of the site.
    pub origin: String,
    /// The main language, whose URLs have no prefix.
    pub language: String,
}

/// Returns whether a URL is that of an HTML file, such as `/a.html`, and not of a folder.
pub fn is_file(url: &str) -> bool {
    url.ends_with(".html") && !url.ends_with("/index.html")
}

impl Targets {
    /// Returns the URL at which the page of an old URL is now; `None` for one that is unknown.
    pub fn page_at(&self, url: &str) -> Option<&String> {
        let bare = bare_url(url);
        let moved = || {
            let mut folders = self.moved.iter();
            folders.find_map(|(from, to)| {
                let rest = bare.strip_prefix(from.as_str())?;
                self.by_url
                    .get(&format!("{to}{rest}"))
                    .filter(|_| rest.starts_with('/'))
            })
        };
        let own = self.by_url.get(bare);
        own.or_else(|| self.redirected.get(bare)).or_else(moved)
    }

    /// Returns the URL of the page that an old URL also leads to. Hosts that know no redirects need a file for `/a.html`, even beside the
    /// page `/a/`.
    pub fn taken_by(&self, old: &str) -> Option<&String> {
        let taken = self.by_url.get(bare_url(old));
        taken.filter(|url| !is_file(old) || !url.ends_with('/'))
    }

    /// Returns the URL of a page with the prefix of its language.
    pub fn url(&self, page: &Page) -> String {
        self.url_in(&page.lang, &page.url)
    }

    /// Returns a URL with the prefix of a language.
    pub fn url_in(&self, lang: &str, url: &str) -> String {
        format!("{}{url}", url_prefix(lang, &self.language))
    }
}

/// Returns an address without the site's own host and folder; `None` for an address of another site.
pub fn local(address: &str, targets: &Targets) -> Option<String> {
    // Whether links to the site are encrypted makes no difference.
    let host = targets
        .origin
        .find("//")
        .map_or("", |at| &targets.origin[at..]);
    let mut schemes = ["https:", "http:"].iter();
    let own = schemes.find_map(|scheme| address.strip_prefix(scheme));
    let own = own
        .unwrap_or(address)
        .strip_prefix(host)
        .filter(|rest| !host.is_empty() && (rest.is_empty() || rest.starts_with(['/', '#', '?'])));
    let address = match own {
        Some("") => "/",
        Some(rest) => rest,
        None => address,
    };
    let scheme = address.split(['/', '?', '#']).next().unwrap_or_default();
    if address.starts_with("//") || scheme.contains(':') || address.contains("{{") {
        return None;
    }
    let base = targets.base_path.as_str();
    let inner = address
        .strip_prefix(base)
        .filter(|rest| !base.is_empty() && (rest.is_empty() || rest.starts_with(['/', '#', '?'])));
    match inner {
        Some("") => Some("/".to_owned()),
        Some(rest) => Some(rest.to_owned()),
        // Another site of the same host.
        None if own.is_some() && !base.is_empty() => None,
        None => Some(address.to_owned()),
    }
}

/// Returns the new form of an address for which the new site has neither a page nor a file; `None` if it stays. `local` is the address
/// without the site's own host and folder.
pub fn elsewhere(address: &str, local: &str, targets: &Targets) -> Option<String> {
    let is_of_host = !targets.base_path.is_empty() && address.starts_with('/') && local == address;
    if is_of_host {
        Some(format!("{}{address}", targets.origin))
    } else {
        (local != address).then(|| local.to_owned())
    }
}

/// Resolves a path against the URL of a page.
pub fn absolute_path(path: &str, page: &Page, targets: &Targets) -> String {
    let own = targets.url(page);
    let folder = folder_of(&own);
    let absolute = match path.strip_prefix('/') {
        Some(path) => joined("", path),
        None => joined(folder, path),
    };
    let end = if path.ends_with('/') && !absolute.is_empty() {
        "/"
    } else {
        ""
    };
    format!("/{absolute}{end}")
}

/// Characters that feeds escape in the ids of their entries.
const ESCAPED: &AsciiSet = &CONTROLS.add(b' ').add(b'#').add(b'"').add(b'<').add(b'>');

/// Returns a URL as generators write it into feeds: with percent-encoding.
pub fn encoded(url: &str) -> String {
    utf8_percent_encode(url, ESCAPED).to_string()
}

/// Splits an address before its query or anchor.
pub fn split_rest(address: &str) -> (&str, &str) {
    address.split_at(address.find(['?', '#']).unwrap_or(address.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_old_urls() {
        let pages = ["/posts/a", "/en/posts/a", "/fresh"];
        let pages = pages.map(|url| (url.to_owned(), format!("{url}/")));
        let targets = Targets {
            by_url: pages.into(),
            redirected: [("/old".to_owned(), "/posts/a/".to_owned())].into(),
            moved: vec![("/fr".to_owned(), String::new())],
            ..Targets::default()
        };
        for (url, expected) in [
            ("/posts/a/", Some("/posts/a/")),
            ("/fr/posts/a/", Some("/posts/a/")),
            ("/en/posts/a/", Some("/en/posts/a/")),
            ("/fresh/", Some("/fresh/")),
            ("/old/", Some("/posts/a/")),
            ("/fr/none/", None),
            ("/fr", None),
        ] {
            assert_eq!(targets.page_at(url).map(String::as_str), expected, "{url}");
        }
    }

    #[test]
    fn addresses_of_this_site() {
        let targets = Targets {
            origin: "https://a.example".to_owned(),
            base_path: "/b".to_owned(),
            ..Targets::default()
        };
        for (address, expected) in [
            ("https://a.example/b/c", Some("/c")),
            ("https://a.example/b", Some("/")),
            ("https://a.example/b?c#d", Some("?c#d")),
            ("https://a.example", None),
            ("https://a.example/c", None),
            ("https://a.example.org/b", None),
            ("/b/c/#d", Some("/c/#d")),
            ("/bc", Some("/bc")),
            ("c.md#d:e", Some("c.md#d:e")),
            ("mailto:a@b.example", None),
            ("//c.example", None),
            ("", Some("")),
        ] {
            assert_eq!(local(address, &targets).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn addresses_without_a_page() {
        for (base, address, expected) in [
            ("/b", "/c/#d", Some("https://a.example/c/#d")),
            ("/b", "/b/c", Some("/c")),
            ("/b", "https://a.example/b/c", Some("/c")),
            ("/b", "c/d", None),
            ("", "/c", None),
            ("", "https://a.example/c", Some("/c")),
        ] {
            let targets = Targets {
                origin: "https://a.example".to_owned(),
                base_path: base.to_owned(),
                ..Targets::default()
            };
            let local = local(address, &targets).unwrap();
            let found = elsewhere(address, &local, &targets);
            assert_eq!(found.as_deref(), expected, "{base} {address}");
        }
    }
}
