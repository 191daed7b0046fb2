//! Follows the links of a page, as far as that depends on nothing but the page and the URLs of the site.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use diagnostic::TextHasher;
use render::bad_address;

use crate::addresses::{Addresses, decoded, target, without_host};
use crate::page::Page;

/// Links of a page.
#[derive(Debug)]
pub struct PageLinks {
    /// Whether all of them work, apart from anchors of other pages.
    pub work: bool,
    /// URL and anchor of each link to an anchor of another page.
    pub anchors: Box<[(String, String)]>,
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
        let facts = page.facts();
        let links = facts.links().map(|link| link.href);
        let resources = facts.resources().filter(|href| !href.is_empty());
        let mut anchors = Vec::new();
        let mut work = true;
        for href in links.chain(resources) {
            if self.working.contains(href) {
                continue;
            }
            let works = self.works(href, page, &mut anchors);
            if works && href.starts_with('/') && !href.contains('#') {
                self.working.insert(href.to_owned());
            }
            work &= works;
        }
        PageLinks {
            work,
            anchors: anchors.into(),
        }
    }

    /// Returns whether a link on a page works. Adds its anchor on another page to `anchors`.
    fn works(&self, href: &str, page: &Page, anchors: &mut Vec<(String, String)>) -> bool {
        let own = without_host(href, self.base_url);
        if own.is_none() && is_absolute(href) {
            return bad_address(href).is_none();
        }
        let written = own.unwrap_or(href);
        let (address, anchor) = written.split_once('#').unwrap_or((written, ""));
        let path = target(page.url(), address);
        if href.is_empty() || path != "/" && !self.addresses.is_linkable(&path) {
            return false;
        }
        let anchor = id(anchor);
        let anchor = decoded(anchor).unwrap_or_else(|| anchor.to_owned());
        if is_top(&anchor) {
            return true;
        }
        if path == page.url() {
            return page.facts().has_anchor(&anchor);
        }
        if self.addresses.plan.routes.contains(&path) {
            anchors.push((path, anchor));
        }
        true
    }
}

/// Returns whether an address has a scheme or a host, such as `mailto:`, `//example.org`, or `\\office`.
pub fn is_absolute(href: &str) -> bool {
    let first = href.split(['/', '?', '#']).next().unwrap_or_default();
    href.starts_with("//") || href.starts_with("\\\\") || first.contains(':')
}

/// Returns an anchor without its directive, such as the text to scroll to in `#:~:text=salt` (URL Fragment Text Directives, 3.2).
pub fn id(anchor: &str) -> &str {
    anchor.split(":~:").next().unwrap_or_default()
}

/// Returns whether an anchor is the top of the page, which every page has (HTML standard, 7.4.6.4).
pub fn is_top(anchor: &str) -> bool {
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
