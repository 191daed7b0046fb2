//! broken-link, broken-anchor: a page leads to an address, a file or an anchor that this site does not have.
//!
//! Links to other sites are not followed here. An address that redirects or is rewritten is good.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use diagnostic::{Code, Diagnostic, Fingerprint, Fingerprinter, Severity, did_you_mean, nearest};

use crate::addresses::decoded;
use crate::inspection::Inspection;
use crate::page::GoodLinks;
use crate::page_reader::PageFacts;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Build,
    codes: &[&render::codes::BROKEN_LINK, &BROKEN_ANCHOR],
    check,
};

/// `broken-anchor`
pub static BROKEN_ANCHOR: Code = Code {
    name: "broken-anchor",
    severity: Severity::Error,
    summary: "a link leads to a part of a page that the page does not have",
    why: "The browser opens the page at its top, and the reader looks for what was promised.",
    example: "[Fees](/services/bpo#fees), where /services/bpo has no heading Fees",
    fix: "Write the id of a heading or element of that page.",
    source: "HTML standard, 7.4.6.4",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let base_url = &site.output.content.config.base_url;
    let targets = Targets {
        site,
        host: base_url.trim_end_matches('/'),
    };
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
        let resources = facts.resources.iter().map(String::as_str);
        for href in links.chain(resources.filter(|address| !address.is_empty())) {
            if targets.is_elsewhere(href)
                || (href.starts_with('/') && !href.contains('#') && known.contains(href))
            {
                continue;
            }
            match targets.problem(url, href) {
                None => drop(known.insert(href)),
                Some(diagnostic) => {
                    let time = times.entry(href).or_default();
                    // A place that the page shows twice is one mistake.
                    for one in site.blamed_links(diagnostic, url, href, *time, "leads nowhere") {
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
    let redirects = site.output.content.structure.redirects.iter().enumerate();
    for (index, rule) in redirects {
        let anchor = rule.to.starts_with('/').then_some(rule.to.as_str());
        let Some((path, anchor)) = anchor.and_then(|to| to.split_once('#')) else {
            continue;
        };
        let path = path.split('?').next().unwrap_or(path);
        if let Some(diagnostic) = targets.missing_anchor(path, anchor) {
            found.push(
                match site.output.blame.rule(&format!("/redirect/{index}/to")) {
                    Some(place) => diagnostic.at(place, "leads nowhere"),
                    None => diagnostic,
                },
            );
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
    /// Scheme and host of this site.
    host: &'a str,
}

impl Targets<'_, '_> {
    /// An address of this site that is written with its host, without it.
    fn without_host<'c>(&self, href: &'c str) -> Option<&'c str> {
        match href.strip_prefix(self.host)? {
            "" => Some("/"),
            path => path.starts_with(['/', '?', '#']).then_some(path),
        }
    }

    /// Other schemes and other hosts.
    fn is_elsewhere(&self, href: &str) -> bool {
        is_elsewhere(href) && self.without_host(href).is_none()
    }

    /// Of every address there is.
    fn fingerprint(&self) -> Fingerprint {
        let output = self.site.output;
        let structure = &output.content.structure;
        // A page that becomes usable is another matter: it has anchors then.
        let usable = Fingerprinter::default()
            .part(output.plan.addresses)
            .text(self.host);
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
            .filter(|link| !self.is_elsewhere(&link.href))
            .filter_map(|link| {
                let href = self.without_host(&link.href).unwrap_or(&link.href);
                let (address, anchor) = href.split_once('#')?;
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
        if href.is_empty() {
            return Some(
                Diagnostic::new(&render::codes::BROKEN_LINK, "this link has no address")
                    .help("write where it leads to: /about"),
            );
        }
        let of_this_site = self.without_host(href);
        let written = of_this_site.unwrap_or(href);
        let (address, anchor) = written
            .split_once('#')
            .map_or((written, None), |(address, anchor)| (address, Some(anchor)));
        let path = target(page, address);
        if let Some(diagnostic) = self.missing(&path, written) {
            return Some(match of_this_site {
                Some(_) => {
                    diagnostic.help("this is an address of this site: write it without the host")
                }
                None => diagnostic,
            });
        }
        self.missing_anchor(&path, anchor?)
    }

    fn missing_anchor(&self, path: &str, anchor: &str) -> Option<Diagnostic> {
        if is_top(anchor) {
            return None;
        }
        let anchor = &decoded(anchor).unwrap_or_else(|| anchor.to_owned());
        // A page that is not there to be read (it has errors, or is a file) is taken to have its anchors.
        let ids = &self.site.facts(path)?.ids;
        if ids.iter().any(|id| id == anchor) {
            return None;
        }
        Some(
            Diagnostic::new(
                &BROKEN_ANCHOR,
                format!("the page {path} has no `#{anchor}`"),
            )
            .maybe_help(
                nearest(anchor, ids.iter().map(String::as_str))
                    .map(|id| format!("did you mean `#{id}`?")),
            ),
        )
    }

    /// An address that does not begin with a slash leads somewhere else from each page. What is said of it names no page,
    /// so that it is said once.
    fn relative(&self, href: &str) -> Diagnostic {
        let diagnostic = Diagnostic::new(
            &render::codes::BROKEN_LINK,
            format!("`{href}` is no address of this site"),
        );
        let (path, rest) = href.split_at(href.find(['#', '?']).unwrap_or(href.len()));
        let path = path.trim_start_matches(['.', '/']);
        let is_email = path.contains('@') && !path.contains('/');
        let host = path.split('/').next().unwrap_or_default();
        let is_host = [".com", ".org", ".net", ".in", ".io"]
            .iter()
            .any(|ending| host.ends_with(ending));
        let whole = format!("/{}", path.trim_end_matches(".html").trim_end_matches('/'));
        let plan = self.site.output.plan;
        let meant = if self.missing(&whole, &whole).is_none() {
            Some(whole.as_str())
        } else {
            nearest(&whole, plan.routes.urls())
        };
        diagnostic.help(match meant {
            _ if is_email => format!("an email address is written mailto:{path}"),
            _ if is_host => format!("the address of another site is written https://{href}"),
            Some(meant) => {
                format!("addresses of this site begin with `/`: did you mean `{meant}{rest}`?")
            }
            None => "addresses of this site begin with `/`: `site list` names them all".to_owned(),
        })
    }

    fn missing(&self, path: &str, href: &str) -> Option<Diagnostic> {
        let output = self.site.output;
        let plan = output.plan;
        let exists = output.addresses().is_linkable(path);
        // That there is no home page is said once, not at every link to it.
        if exists || path == "/" {
            return None;
        }
        if !href.starts_with(['/', '#', '?']) {
            return Some(self.relative(href));
        }
        let without_slash = path.trim_end_matches('/');
        if path.len() > 1 && path.ends_with('/') && plan.routes.contains(without_slash) {
            return Some(
                Diagnostic::new(
                    &render::codes::BROKEN_LINK,
                    format!("{href} has a slash at the end"),
                )
                .help(format!(
                    "addresses of this site end without one: {without_slash}"
                )),
            );
        }
        let diagnostic = Diagnostic::new(
            &render::codes::BROKEN_LINK,
            format!("there is no page or file {path}"),
        );
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
pub(crate) fn resolve(page: &str, path: &str) -> String {
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
        let found = crate::fixture::site()
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

    #[test]
    fn addresses_without_a_slash_and_without_anything() {
        let text = "About means [us](about), [rate](rate), [e](me@firm.example), [n](), `[c](about)`, [o](example.org/x), \
                    [h](https://firm.example/abuot#x), [t](https://firm.example/about#team).\n\n<p><a href=\"\">v</a></p>";
        let found = crate::fixture::site()
            .file("content/pages/about.md", "+++\ntitle = \"About\"\n+++\n")
            .file(
                "content/menus.toml",
                "[[main]]\nlabel = \"about\"\nurl = \"about\"\n",
            )
            .file(
                "content/pages/in/a.md",
                &format!("+++\ntitle = \"a\"\ntitle_of = \"rate\"\n+++\n{text}\n"),
            );
        let drawn = found.drawn(&["broken-link", "broken-anchor"]);
        expect_test::expect![[r#"
            error[broken-link]: `about` is no address of this site
             --> content/pages/in/a.md:5:18
              |
            5 | About means [us](about), [rate](rate), [e](me@firm.example), [n](), `[c](about)`, [o](example.org/x), [h](https://firm.example/abuot#...
              |                  ^^^^^ leads nowhere
              |
              = help: addresses of this site begin with `/`: did you mean `/about`?
            error[broken-link]: `rate` is no address of this site
             --> content/pages/in/a.md:5:33
              |
            5 | About means [us](about), [rate](rate), [e](me@firm.example), [n](), `[c](about)`, [o](example.org/x), [h](https://firm.example/abuot#...
              |                                 ^^^^ leads nowhere
              |
              = help: addresses of this site begin with `/`: `site list` names them all
            error[broken-link]: `me@firm.example` is no address of this site
             --> content/pages/in/a.md:5:44
              |
            5 | About means [us](about), [rate](rate), [e](me@firm.example), [n](), `[c](about)`, [o](example.org/x), [h](https://firm.example/abuot#...
              |                                            ^^^^^^^^^^^^^^^ leads nowhere
              |
              = help: an email address is written mailto:me@firm.example
            error[broken-link]: this link has no address
             --> content/pages/in/a.md:5:62
              |
            5 | About means [us](about), [rate](rate), [e](me@firm.example), [n](), `[c](about)`, [o](example.org/x), [h](https://firm.example/abuot#...
              |                                                              ^^^^^ leads nowhere
              |
              = help: write where it leads to: /about
            error[broken-link]: `example.org/x` is no address of this site
             --> content/pages/in/a.md:5:87
              |
            5 | About means [us](about), [rate](rate), [e](me@firm.example), [n](), `[c](about)`, [o](example.org/x), [h](https://firm.example/abuot#...
              |                                                                                       ^^^^^^^^^^^^^ leads nowhere
              |
              = help: the address of another site is written https://example.org/x
            error[broken-link]: there is no page or file /abuot
             --> content/pages/in/a.md:5:107
              |
            5 | ...n](), `[c](about)`, [o](example.org/x), [h](https://firm.example/abuot#x), [t](https://firm.example/about#team).
              |                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ leads nowhere
              |
              = help: did you mean `/about`?
              = help: this is an address of this site: write it without the host
            error[broken-anchor]: the page /about has no `#team`
             --> content/pages/in/a.md:5:142
              |
            5 | ...), [h](https://firm.example/abuot#x), [t](https://firm.example/about#team).
              |                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ leads nowhere
            error[broken-link]: this link has no address
             --> content/pages/in/a.md:7:13
              |
            7 | <p><a href="">v</a></p>
              |             ^ leads nowhere
              |
              = help: write where it leads to: /about
        "#]].assert_eq(&drawn);
    }
}
