//! Targets of links, compared with those of earlier builds: a link that worked still works if URLs were only added since.

use std::collections::HashSet;
use std::sync::Arc;

use content::Rewrite;
use diagnostic::{Fingerprint, Fingerprinter};
use render::{Plan, bare_url};

use crate::addresses::Addresses;
use crate::files::Files;

/// Everything on the site that a link can point to. Starting with an empty value is always safe.
#[derive(Debug, Default)]
pub struct LinkTargets {
    /// Fingerprint of all targets of the last build.
    fingerprint: Fingerprint,
    /// Fingerprints of the targets of earlier builds. Every link that worked in these builds works now.
    earlier: HashSet<Fingerprint>,
    last: Option<Targets>,
}

/// The targets of a build.
#[derive(Debug)]
struct Targets {
    plan: Arc<Plan>,
    files: Files,
    rewrites: Vec<Rewrite>,
    base_url: String,
}

impl LinkTargets {
    /// Replaces the targets with those of the next build.
    pub fn update(
        &mut self,
        plan: &Arc<Plan>,
        files: &Files,
        rewrites: &[Rewrite],
        base_url: &str,
    ) {
        let now = Targets {
            plan: Arc::clone(plan),
            files: files.clone(),
            rewrites: rewrites.to_vec(),
            base_url: base_url.to_owned(),
        };
        let fingerprint = now.fingerprint();
        if fingerprint == self.fingerprint && self.last.is_some() {
            return;
        }
        let last = self.last.as_ref();
        if last.is_some_and(|last| now.only_adds_to(last)) {
            self.earlier.insert(self.fingerprint);
        } else {
            self.earlier.clear();
        }
        self.fingerprint = fingerprint;
        self.last = Some(now);
    }

    /// Returns the fingerprint of all targets of the last build.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Returns whether every link that worked with the targets of the fingerprint `earlier` works now.
    pub fn links_still_work_since(&self, earlier: Fingerprint) -> bool {
        earlier == self.fingerprint || self.earlier.contains(&earlier)
    }
}

impl Targets {
    fn fingerprint(&self) -> Fingerprint {
        // Unusable pages count separately: once such a page is usable, its anchors are checked.
        let usable = Fingerprinter::default()
            .part(self.plan.addresses)
            .text(&self.base_url);
        (self.plan.unusable.iter())
            .chain(self.files.keys())
            .chain(self.rewrites.iter().map(|rule| &rule.from))
            .fold(usable, |all, address| all.text(address))
            .finish()
    }

    /// Returns whether these targets include all of `last`, and no URL that was added led to something else before.
    fn only_adds_to(&self, last: &Self) -> bool {
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
        let answered = Addresses {
            plan: before,
            files: &last.files,
            rewrites: &last.rewrites,
        };
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

    /// Replaces the targets, and returns their fingerprint. Targets are pages, files (`file:`) and pages with errors
    /// (`unusable:`).
    fn update(targets: &mut LinkTargets, all: &[&str]) -> Fingerprint {
        let with = |kind: &'static str| all.iter().filter_map(move |one| one.strip_prefix(kind));
        let pages = all.iter().filter(|one| one.starts_with('/'));
        let pages: Vec<&str> = pages.copied().collect();
        let urls = pages
            .iter()
            .fold(Fingerprinter::default(), |all, url| all.text(url));
        let plan = Plan {
            routes: routes(&pages),
            unusable: with("unusable:").map(str::to_owned).collect(),
            addresses: urls.finish(),
            ..Plan::default()
        };
        let files = with("file:").map(|path| (path.to_owned(), "".into()));
        targets.update(&Arc::new(plan), &files.collect(), &[], "");
        targets.fingerprint()
    }

    #[test]
    fn links_are_checked_again_unless_urls_were_only_added() {
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
            let mut targets = LinkTargets::default();
            let then = update(&mut targets, before);
            update(&mut targets, now);
            assert_eq!(
                targets.links_still_work_since(then),
                expected,
                "{before:?} {now:?}"
            );
        }
    }

    #[test]
    fn links_are_checked_again_after_a_removal() {
        let mut targets = LinkTargets::default();
        let few = update(&mut targets, &["/a"]);
        let more = update(&mut targets, &["/a", "/b"]);
        assert_eq!(update(&mut targets, &["/a"]), few);
        assert!(targets.links_still_work_since(few));
        assert!(!targets.links_still_work_since(more));
    }
}
