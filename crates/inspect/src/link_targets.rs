//! Targets of links, and whether links still work after a change of them.

use std::sync::Arc;

use content::Rewrite;
use render::{Plan, bare_url};

use crate::addresses::Addresses;
use crate::files::Files;

/// Everything on a site that a link can point to.
#[derive(Debug)]
pub struct LinkTargets {
    /// Routes of the pages, and redirects.
    pub plan: Arc<Plan>,
    /// All other files.
    pub files: Files,
    /// Rewrites.
    pub rewrites: Vec<Rewrite>,
    /// URL of the site.
    pub base_url: String,
}

impl LinkTargets {
    /// Returns the targets as addresses.
    pub fn addresses(&self) -> Addresses<'_> {
        Addresses {
            plan: &self.plan,
            files: &self.files,
            rewrites: &self.rewrites,
        }
    }

    /// Returns whether every link that works with the targets `last` works with these: they include all of `last`, and no URL that
    /// was added leads to something else there.
    pub fn include(&self, last: &Self) -> bool {
        let (before, now) = (&last.plan, &self.plan);
        let mut routes = now.routes.urls();
        let mut added: Vec<&str> = Vec::new();
        for url in before.routes.urls() {
            loop {
                match routes.next() {
                    Some(route) if route == url => break,
                    Some(route) if route < url => added.push(route),
                    _ => return false,
                }
            }
        }
        added.extend(routes);
        let redirects = now.redirects.keys();
        added.extend(redirects.filter_map(|from| {
            let is_new = !before.redirects.contains_key(from);
            is_new.then_some(from.as_str())
        }));
        let answered = last.addresses();
        self.base_url == last.base_url
            && self.rewrites == last.rewrites
            && before.unusable.is_subset(&now.unusable)
            && (before.redirects.keys()).all(|from| now.redirects.contains_key(from))
            && last.files.keys().all(|path| self.files.contains_key(path))
            // Other forms of a page's URL, such as `/about.html`, lead to the page, whatever answered them before.
            && added.iter().all(|url| {
                let forms = ["", "/", ".html", "/index.html"];
                let mut forms = forms.iter().map(|end| format!("{}{end}", bare_url(url)));
                forms.all(|form| !answered.is_linkable(&form))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::routes;

    /// Returns targets, which are pages, files (`file:`) and pages with errors (`unusable:`).
    fn targets(all: &[&str]) -> LinkTargets {
        let with = |kind: &'static str| all.iter().filter_map(move |one| one.strip_prefix(kind));
        let pages = all.iter().filter(|one| one.starts_with('/'));
        let pages: Vec<&str> = pages.copied().collect();
        let plan = Plan {
            routes: routes(&pages),
            unusable: with("unusable:").map(str::to_owned).collect(),
            ..Plan::default()
        };
        let files = with("file:").map(|path| (path.to_owned(), "".into()));
        LinkTargets {
            plan: Arc::new(plan),
            files: files.collect(),
            rewrites: Vec::new(),
            base_url: String::new(),
        }
    }

    #[test]
    fn targets_include_those_to_which_urls_were_only_added() {
        for (before, now, expected) in [
            (&["/a"][..], &["/a"][..], true),
            (
                &["/a", "/c"],
                &["/", "/a", "/b", "/c", "/d", "file:x"],
                true,
            ),
            (&["/a"], &["/a", "unusable:/b"], true),
            (&["/a", "/b"], &["/a"], false),
            (&["/a", "/b"], &["/a", "/c"], false),
            (&["/a", "file:x"], &["/a"], false),
            // A page takes over a URL.
            (&["unusable:/b"], &["/b"], false),
            (&["file:b"], &["/b", "file:b"], false),
            // `/b.html` now redirects to `/b`.
            (&["file:b.html"], &["/b", "file:b.html"], false),
        ] {
            let are_included = targets(now).include(&targets(before));
            assert_eq!(are_included, expected, "from {before:?} to {now:?}");
        }
    }
}
