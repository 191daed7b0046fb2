//! Redirects from the old URLs of a term, of its feeds, and of its further pages.

use std::collections::BTreeSet;

use crate::model::{Site, Taxonomy, url_prefix};
use crate::redirects::can_redirect;

/// A term of a taxonomy in the old site and in the new one.
pub struct Moved<'a> {
    /// The taxonomy.
    pub taxonomy: &'a Taxonomy,
    /// Routes of the feeds of its terms.
    pub feeds: &'a [&'a str],
    /// Languages that have the term.
    pub langs: &'a BTreeSet<&'a str>,
    /// Part of the old URL that stands for it.
    pub old: &'a str,
    /// Part of the new URL that stands for it.
    pub new: &'a str,
    /// Whether it has further pages.
    pub is_long: bool,
}

/// Returns the redirects from the old URLs of a term. Adds those that cannot be redirected to `lost`.
pub fn of_term(site: &Site, moved: &Moved<'_>, lost: &mut Vec<String>) -> Vec<(String, String)> {
    let Moved {
        taxonomy, old, new, ..
    } = *moved;
    let mut pairs: Vec<(String, String)> = Vec::new();
    let routes = std::iter::once(taxonomy.route.as_str()).chain(moved.feeds.iter().copied());
    if old != new && !old.is_empty() {
        let at = |route: &str, slug: &str| route.replace("{slug}", slug);
        pairs.extend(routes.map(|route| (at(route, old), at(route, new))));
    }
    let url = taxonomy.route.replace("{slug}", new);
    if moved.is_long && taxonomy.pages != "page" {
        let from = format!("{url}{}/*", taxonomy.pages);
        pairs.push((from, format!("{url}page/*")));
    }
    let mut redirects = Vec::new();
    for lang in moved.langs {
        let prefix = url_prefix(lang, &site.language);
        for (from, to) in &pairs {
            let from = format!("{prefix}{from}");
            if can_redirect(from.strip_suffix('*').unwrap_or(&from)) {
                redirects.push((from, format!("{prefix}{to}")));
            } else {
                lost.push(from);
            }
        }
    }
    redirects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms() {
        for (old, new, pages, is_long, expected) in [
            ("go", "go", "page", true, ""),
            (
                "c++",
                "c-2",
                "page",
                false,
                "/tags/c++/ > /tags/c-2/, /tags/c++/index.xml > /tags/c-2/index.xml, \
                 /de/tags/c++/ > /de/tags/c-2/, /de/tags/c++/index.xml > /de/tags/c-2/index.xml",
            ),
            (
                "c#",
                "c",
                "page",
                false,
                "lost /tags/c#/, lost /tags/c#/index.xml, lost /de/tags/c#/, lost /de/tags/c#/index.xml",
            ),
            (
                "go",
                "go",
                "seite",
                true,
                "/tags/go/seite/* > /tags/go/page/*, /de/tags/go/seite/* > /de/tags/go/page/*",
            ),
            ("go", "go", "seite", false, ""),
        ] {
            let site = Site {
                language: "en".to_owned(),
                ..Site::default()
            };
            let taxonomy = Taxonomy {
                key: "tags".to_owned(),
                route: "/tags/{slug}/".to_owned(),
                url: "/tags/".to_owned(),
                per_page: Some(2),
                pages: pages.to_owned(),
                slug: str::to_owned,
                terms: Vec::new(),
            };
            let moved = Moved {
                taxonomy: &taxonomy,
                feeds: &["/tags/{slug}/index.xml"],
                langs: &BTreeSet::from(["en", "de"]),
                old,
                new,
                is_long,
            };
            let mut lost = Vec::new();
            let redirects = of_term(&site, &moved, &mut lost);
            let mut shown: Vec<String> = redirects
                .into_iter()
                .map(|(from, to)| format!("{from} > {to}"))
                .collect();
            shown.extend(lost.into_iter().map(|from| format!("lost {from}")));
            let mut expected: Vec<&str> =
                expected.split(", ").filter(|one| !one.is_empty()).collect();
            shown.sort();
            expected.sort_unstable();
            assert_eq!(shown, expected, "{old}");
        }
    }
}
