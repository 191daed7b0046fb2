//! broken-link, broken-anchor: a page leads to an address, a file or an anchor that this site does not have.
//!
//! Links to other sites are not followed here. An address that redirects or is rewritten is good.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use content::{Diagnostic, Fingerprint, Fingerprinter, Severity, did_you_mean, nearest};

use super::{Inspection, Manual, Rule, When};
use crate::answer::decoded;
use crate::page::GoodLinks;
use crate::page_reader::PageFacts;

pub const RULE: Rule = Rule {
    when: When::Build,
    manuals: &[
        Manual {
            code: "broken-link",
            severity: Severity::Error,
            summary: "a link, picture or script leads to an address this site does not have",
            why: "Visitors meet the page for what is not there, and search engines count it against the site.",
            example: "See [our team](/teem).",
            fix: "Write the address of a page that exists: `site list` names them all. A page that has moved gets a [[redirect]] in structure.toml.",
            source: "",
        },
        Manual {
            code: "broken-anchor",
            severity: Severity::Error,
            summary: "a link leads to a part of a page that the page does not have",
            why: "The browser opens the page at its top, and the reader looks for what was promised.",
            example: "[Fees](/services/bpo#fees), where /services/bpo has no heading Fees",
            fix: "Write the id of a heading or element of that page.",
            source: "HTML standard, 7.4.6.4",
        },
    ],
    check,
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let targets = Targets { site };
    let addresses = targets.fingerprint();
    let mut known: HashSet<&str> = HashSet::new();
    for page in site.output.pages {
        if page.good_links().is_some_and(|good| {
            good.addresses == addresses
                && good
                    .anchors
                    .iter()
                    .all(|(path, anchor)| targets.has_anchor(path, anchor))
        }) {
            continue;
        }
        let (url, facts) = (page.url(), page.facts());
        let before = found.len();
        let links = facts.links.iter().map(|link| link.href.as_str());
        let mut times: HashMap<&str, usize> = HashMap::new();
        for href in links.chain(facts.resources.iter().map(String::as_str)) {
            if is_elsewhere(href)
                || (href.starts_with('/') && !href.contains('#') && known.contains(href))
            {
                continue;
            }
            match targets.problem(url, href) {
                None => drop(known.insert(href)),
                Some(diagnostic) => {
                    let time = times.entry(href).or_default();
                    // A place that the page shows twice is one mistake.
                    for one in site.blamed_each(diagnostic, url, href, *time, "leads nowhere") {
                        if !found[before..].contains(&one) {
                            found.push(one);
                        }
                    }
                    *time += 1;
                }
            }
        }
        if found.len() == before {
            page.set_good_links(GoodLinks {
                addresses,
                anchors: targets.anchors(url, facts),
            });
        }
    }
}

/// Other schemes and other hosts.
fn is_elsewhere(href: &str) -> bool {
    href.starts_with("//")
        || href
            .split(['/', '?', '#'])
            .next()
            .is_some_and(|head| head.contains(':'))
}

struct Targets<'a, 'b> {
    site: &'a Inspection<'b>,
}

impl Targets<'_, '_> {
    /// Of every address there is.
    fn fingerprint(&self) -> Fingerprint {
        let output = self.site.output;
        let structure = &output.content.structure;
        // A page that becomes usable is another matter: it has anchors then.
        let usable = Fingerprinter::default().part(output.plan.addresses);
        (output.plan.unusable.iter())
            .chain(output.files.keys())
            .chain(structure.redirects.iter().map(|rule| &rule.from))
            .chain(structure.rewrites.iter().map(|rule| &rule.from))
            .fold(usable, |all, address| all.text(address))
            .finish()
    }

    /// The parts of other pages that a page's links lead to.
    fn anchors(&self, page: &str, facts: &PageFacts) -> Arc<[(String, String)]> {
        facts
            .links
            .iter()
            .filter(|link| !is_elsewhere(&link.href))
            .filter_map(|link| {
                let (address, anchor) = link.href.split_once('#')?;
                let (path, anchor) = (target(page, address), decoded(anchor)?);
                // Also of a page that cannot be read now: it may come back without the anchor.
                (path != page && self.site.output.plan.routes.contains(&path))
                    .then_some((path, anchor))
            })
            .filter(|(_, anchor)| !is_top(anchor))
            .collect()
    }

    fn has_anchor(&self, path: &str, anchor: &str) -> bool {
        let facts = self.site.facts(path);
        facts.is_some_and(|facts| facts.ids.iter().any(|id| id == anchor))
    }

    /// What is wrong with a link from `page` to `href`.
    fn problem(&self, page: &str, href: &str) -> Option<Diagnostic> {
        let (address, anchor) = href
            .split_once('#')
            .map_or((href, None), |(address, anchor)| (address, Some(anchor)));
        let path = target(page, address);
        if let Some(diagnostic) = self.missing(&path, href) {
            return Some(diagnostic);
        }
        let anchor = anchor.filter(|anchor| !is_top(anchor))?;
        let anchor = &decoded(anchor).unwrap_or_else(|| anchor.to_owned());
        // A page that is not there to be read (it has errors, or is a file) is taken to have its anchors.
        let ids = &self.site.facts(&path)?.ids;
        if ids.iter().any(|id| id == anchor) {
            return None;
        }
        Some(
            Diagnostic::error(
                "broken-anchor",
                format!("the page {path} has no `#{anchor}`"),
            )
            .maybe_help(
                nearest(anchor, ids.iter().map(String::as_str))
                    .map(|id| format!("did you mean `#{id}`?")),
            ),
        )
    }

    fn missing(&self, path: &str, href: &str) -> Option<Diagnostic> {
        let output = self.site.output;
        let plan = output.plan;
        let structure = &output.content.structure;
        let exists = plan.routes.contains(path)
            || plan.unusable.contains(path)
            || output.files.contains_key(path.trim_start_matches('/'))
            || structure.redirects.iter().any(|rule| rule.from == path)
            || structure.rewrites.iter().any(|rule| rule.matches(path));
        if exists {
            return None;
        }
        let without_slash = path.trim_end_matches('/');
        if path.len() > 1 && path.ends_with('/') && plan.routes.contains(without_slash) {
            return Some(
                Diagnostic::error("broken-link", format!("{href} has a slash at the end")).help(
                    format!("addresses of this site end without one: {without_slash}"),
                ),
            );
        }
        let diagnostic =
            Diagnostic::error("broken-link", format!("there is no page or file {path}"));
        if let Some((file, reason)) = plan.hidden.get(path) {
            return Some(diagnostic.help(format!("{file} has this address, but {reason}")));
        }
        let page = path
            .strip_suffix(".html")
            .filter(|page| plan.routes.contains(page));
        if let Some(page) = page {
            return Some(diagnostic.help(format!("addresses of pages have no ending: {page}")));
        }
        let files: Vec<String> = output.files.keys().map(|file| format!("/{file}")).collect();
        let candidates = plan.routes.urls();
        let candidates = candidates.chain(files.iter().map(String::as_str));
        Some(diagnostic.maybe_help(did_you_mean(path, candidates)))
    }
}

/// The path that an address leads to from a page.
fn target(page: &str, address: &str) -> String {
    let path = address.split('?').next().unwrap_or(address);
    if path.is_empty() {
        page.to_owned()
    } else {
        resolve(page, &decoded(path).unwrap_or_else(|| path.to_owned()))
    }
}

/// Anchors that every page has (HTML standard, 7.4.6.4).
fn is_top(anchor: &str) -> bool {
    anchor.is_empty() || anchor == "top"
}

/// A relative path as seen from a page.
pub(super) fn resolve(page: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = page
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder)
        .split('/')
        .collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/").trim_start_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        assert_eq!(resolve("/blogs/a", "b"), "/blogs/b");
        assert_eq!(resolve("/about", "contact"), "/contact");
        assert_eq!(resolve("/blogs/a", "../about"), "/about");
        assert!(
            is_elsewhere("mailto:a@b.in")
                && is_elsewhere("https://e.org/#x")
                && !is_elsewhere("/a#b:c")
        );
    }

    #[test]
    fn links_of_pages() {
        let text =
            "[a](/abuot) [b](/about/) [c](/about#teem) [d](/about#team) [e](#top) [f](/file.pdf)";
        let found = crate::inspect::fixture::site()
            .page("about", "## Team")
            .page("a", text)
            .output("file.pdf", b"")
            .drawn(&["broken-link", "broken-anchor"]);
        assert_eq!(
            found,
            "error[broken-link]: there is no page or file /abuot
 --> content/pages/a.md:5:5
  |
5 | [a](/abuot) [b](/about/) [c](/about#teem) [d](/about#team) [e](#top) [f](/file.pdf)
  |     ^^^^^^ leads nowhere
  |
  = help: did you mean `/about`?
error[broken-link]: /about/ has a slash at the end
 --> content/pages/a.md:5:17
  |
5 | [a](/abuot) [b](/about/) [c](/about#teem) [d](/about#team) [e](#top) [f](/file.pdf)
  |                 ^^^^^^^ leads nowhere
  |
  = help: addresses of this site end without one: /about
error[broken-anchor]: the page /about has no `#teem`
 --> content/pages/a.md:5:30
  |
5 | [a](/abuot) [b](/about/) [c](/about#teem) [d](/about#team) [e](#top) [f](/file.pdf)
  |                              ^^^^^^^^^^^ leads nowhere
  |
  = help: did you mean `#team`?
"
        );
    }
}
