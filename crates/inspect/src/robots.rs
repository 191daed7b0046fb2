//! Finds the lines of a robots.txt that search engines ignore, or that keep them from the site or its sitemap.

use std::ops::Range;

use diagnostic::{Help, did_you_mean, lines};

use crate::inspection::Inspection;

/// Byte range of a part of a robots.txt, what is wrong with it, and help.
type Mistake = (Range<usize>, &'static str, Help);

/// Names of the lines of a robots.txt: those of RFC 9309, and those that search engines have added.
const KEYS: [&str; 10] = [
    "user-agent",
    "allow",
    "disallow",
    "sitemap",
    "crawl-delay",
    "host",
    "clean-param",
    "request-rate",
    "visit-time",
    "content-signal",
];

/// Returns what is wrong with the robots.txt of a site.
pub fn mistakes(site: &Inspection<'_>, robots: &str) -> Vec<Mistake> {
    let mut mistakes = faulty_sitemaps(site, robots);
    mistakes.extend(ignored_line(robots));
    mistakes.extend(everything_forbidden(robots).map(|span| {
        let help =
            "remove it, or set `noindex = true` in the pages that search engines should not list";
        (
            span,
            "this line keeps the whole site out of search engines",
            help.into(),
        )
    }));
    mistakes
}

/// Returns the span of the line with which a robots.txt keeps every search engine from every page (RFC 9309), or `None`.
fn everything_forbidden(robots: &str) -> Option<Range<usize>> {
    let (mut is_for_all, mut was_agent) = (false, false);
    let mut forbidden = None;
    for (start, line) in lines(robots) {
        let rule = line.split('#').next().unwrap_or_default();
        let (key, value) = rule.split_once(':').unwrap_or_default();
        let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
        let is_agent = key == "user-agent";
        if is_agent {
            is_for_all = is_for_all && was_agent || value == "*";
        } else if is_for_all && key == "allow" {
            return None;
        } else if is_for_all && key == "disallow" && matches!(value, "/" | "/*") {
            forbidden = forbidden.or(Some(start..start + line.trim_end().len()));
        }
        was_agent = is_agent || key.is_empty() && was_agent;
    }
    forbidden
}

/// Finds sitemaps that search engines do not find: addresses without a host (sitemaps.org, "Specifying the Sitemap location"), those of
/// another site that this site has as well, and those that this site does not have.
fn faulty_sitemaps(site: &Inspection<'_>, robots: &str) -> Vec<Mistake> {
    let base_url = site.output.content.config.base_url.trim_end_matches('/');
    // The sitemap of another site may stand beside the own one (sitemaps.org, "Sitemaps & Cross Submits").
    if robots.contains(&format!("{base_url}/sitemap.xml")) {
        return Vec::new();
    }
    let is_own = |path: &str| site.output.files.contains_key(path.trim_start_matches('/'));
    let mut mistakes = Vec::new();
    for (start, line) in lines(robots) {
        let (key, value) = line.split_once(':').unwrap_or_default();
        let at = start + line.len() - value.trim_start().len();
        let value = value.trim();
        if !key.trim().eq_ignore_ascii_case("sitemap") || value.is_empty() {
            continue;
        }
        let path = value.split_once("//").map_or(value, |(_, rest)| {
            rest.find('/').map_or("", |at| &rest[at..])
        });
        let message = if !value.contains("://") {
            "the address of a sitemap begins with https:// and the host"
        } else if site.own_path(value).is_none() && is_own(path) {
            "this sitemap is that of another site"
        } else if site.own_path(value).is_some_and(|path| !is_own(path)) {
            "this site has no such sitemap"
        } else {
            continue;
        };
        let path = if is_own(path) { path } else { "/sitemap.xml" };
        let meant = format!("{base_url}{path}");
        let help = Help::replace(format!("write {meant}"), value, &meant);
        mistakes.push((at..at + value.len(), message, help));
    }
    mistakes
}

/// Returns the first line that search engines ignore: one without a name that they know, or a rule before any `User-agent` (RFC 9309,
/// 2.2).
fn ignored_line(robots: &str) -> Option<Mistake> {
    let mut has_agent = false;
    let mut start = 0;
    for written in robots.split_inclusive('\n') {
        let line = written.split('#').next().unwrap_or_default();
        let line = line.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        let at = start + written.find(line).unwrap_or(0);
        start += written.len();
        if line.is_empty() {
            continue;
        }
        let key = line.split(':').next().unwrap_or_default();
        let key = key.trim().to_ascii_lowercase();
        has_agent |= key == "user-agent";
        let span = at..at + line.len();
        if !line.contains(':') || !KEYS.contains(&&*key) {
            let help = did_you_mean(&key, KEYS);
            let help = help
                .unwrap_or_else(|| "write a name and a value, such as Disallow: /drafts".into());
            return Some((span, "search engines ignore this line", help));
        }
        if matches!(&*key, "allow" | "disallow") && !has_agent {
            let message = "search engines ignore this line: no `User-agent` is above it";
            return Some((span, message, "write `User-agent: *` above it".into()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::everything_forbidden;

    #[test]
    fn robots_that_forbid_everything() {
        for (robots, line) in [
            ("User-agent: *\nDisallow: /\n", "Disallow: /"),
            (
                "user-agent: a\nUser-Agent: * # all\n\ndisallow:/* # no\n",
                "disallow:/* # no",
            ),
            ("User-agent: *\nDisallow:\n", ""),
            ("User-agent: *\nDisallow: /drafts\n", ""),
            ("User-agent: *\nDisallow: /\nAllow: /$\n", ""),
            (
                "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /a\n",
                "",
            ),
            ("", ""),
        ] {
            let span = everything_forbidden(robots).unwrap_or_default();
            assert_eq!(&robots[span], line, "{robots}");
        }
    }
}
