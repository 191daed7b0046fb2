//! Follows the links of a page, as far as that depends on nothing but the page and the URLs of the site.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use diagnostic::TextHasher;
use render::{bad_address, without_host};

use crate::addresses::{Addresses, decoded, target};
use crate::page::Page;

/// Links of a page.
#[derive(Debug)]
pub struct PageLinks {
    /// Whether all of them work, apart from anchors of other pages.
    pub work: bool,
    /// URL and anchor of each link to an anchor of another page.
    pub anchors: Box<[(String, String)]>,
}

/// Destination of a link.
pub enum LinkTarget {
    /// Something that exists on this site.
    Existing,
    /// An anchor of a page of this site: the URL of the page, and the anchor.
    Anchor(String, String),
    /// Another site, or an address with another scheme, such as `mailto:`.
    OtherSite,
    /// A path of this site that nothing answers.
    Missing(String),
}

impl LinkTarget {
    /// Returns the target of a link to `href` on a page of the site at `base_url`.
    pub fn of(href: &str, page: &str, addresses: Addresses<'_>, base_url: &str) -> Self {
        let Some((path, anchor)) = resolve(href, page, base_url) else {
            return Self::OtherSite;
        };
        // A missing home page is reported once, not for every link to it.
        if href.is_empty() || path != "/" && !addresses.is_linkable(&path) {
            return if names_faulty_file(href, addresses) {
                Self::Existing
            } else {
                Self::Missing(path)
            };
        }
        let anchor = decoded(anchor).unwrap_or_else(|| anchor.to_owned());
        // Browsers keep the anchor when they follow a redirect (RFC 9110, 10.2.2).
        let is_page = addresses.plan.routes.contains(&path);
        let redirect = addresses.plan.redirects.get(&path).filter(|_| !is_page);
        let path = redirect.map_or(path, |redirect| redirect.to.clone());
        // A file is assumed to have the anchor.
        if is_top(&anchor) || !addresses.plan.routes.contains(&path) {
            return Self::Existing;
        }
        Self::Anchor(path, anchor)
    }
}

/// Follows links of the pages of a site.
pub struct LinkFollower<'a> {
    addresses: Addresses<'a>,
    base_url: &'a str,
    /// Addresses that work on every page.
    working: HashSet<String, BuildHasherDefault<TextHasher>>,
}

impl<'a> LinkFollower<'a> {
    /// Creates a follower for the site at `base_url` with these addresses.
    pub fn new(addresses: Addresses<'a>, base_url: &'a str) -> Self {
        Self {
            addresses,
            base_url,
            working: HashSet::default(),
        }
    }

    /// Follows the links of a page.
    pub fn follow(&mut self, page: &Page) -> PageLinks {
        let mut anchors = Vec::new();
        let mut work = true;
        for href in page.facts().addresses() {
            if self.working.contains(href) {
                continue;
            }
            work &= match LinkTarget::of(href, page.url(), self.addresses, self.base_url) {
                LinkTarget::Existing => {
                    if href.starts_with('/') {
                        self.working.insert(href.to_owned());
                    }
                    true
                }
                LinkTarget::Anchor(path, anchor) if path == page.url() => {
                    page.facts().has_anchor(&anchor)
                }
                LinkTarget::Anchor(path, anchor) => {
                    anchors.push((path, anchor));
                    true
                }
                LinkTarget::OtherSite => bad_address(href).is_none(),
                LinkTarget::Missing(_) => false,
            };
        }
        PageLinks {
            work,
            anchors: anchors.into(),
        }
    }
}

/// Returns the path and the anchor that a link on a page of the site at `base_url` points to, or `None` if it leaves the site. The path
/// is decoded, and the anchor has no text directive.
pub fn resolve<'a>(href: &'a str, page: &str, base_url: &str) -> Option<(String, &'a str)> {
    let own = without_host(href, base_url);
    if own.is_none() && is_absolute(href) {
        return None;
    }
    // Browsers ignore spaces around an address (URL standard, 4.4).
    let written = own.unwrap_or(href).trim();
    let (address, anchor) = written.split_once('#').unwrap_or((written, ""));
    Some((target(page, address), id(anchor)))
}

/// Returns whether a link is to a document whose name has a `#` or `?`, which a URL cannot have. The name is reported itself.
fn names_faulty_file(href: &str, addresses: Addresses<'_>) -> bool {
    let is_faulty = |url: &&String| url.contains(['#', '?']);
    let mut faulty = addresses.plan.unusable.iter().filter(is_faulty);
    faulty.any(|url| {
        let written = decoded(href).unwrap_or_else(|| href.to_owned());
        let written = written.trim_end_matches(".md").rsplit('/').next();
        let name = url.rsplit('/').next().unwrap_or_default();
        let start = name.split(['#', '?']).next().unwrap_or_default();
        written.is_some_and(|written| written == name || written == start)
    })
}

/// Returns whether an address has a scheme or a host, such as `mailto:`, `//example.org`, or `\\office`.
fn is_absolute(href: &str) -> bool {
    let href = href.trim_start();
    let first = href.split(['/', '?', '#']).next().unwrap_or_default();
    href.starts_with("//") || href.starts_with("\\\\") || first.contains(':')
}

/// Returns an anchor without its directive, such as the text to scroll to in `#:~:text=salt` (URL Fragment Text Directives, 3.2).
fn id(anchor: &str) -> &str {
    anchor.split(":~:").next().unwrap_or_default()
}

/// Returns whether an anchor is the top of the page, which every page has (HTML standard, 7.4.6.4).
fn is_top(anchor: &str) -> bool {
    anchor.is_empty() || anchor.eq_ignore_ascii_case("top")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_other_sites() {
        assert!(is_absolute("mailto:a@b.in") && is_absolute("https://e.org/#x"));
        assert!(!is_absolute("/a#b:c"));
    }
}
