//! robots-mismatch, wrong-canonical: a page tells search engines something wrong.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Help, Place, Severity, Source, did_you_mean};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    ROBOTS_MISMATCH {
        name: "robots-mismatch",
        summary: "the robots tag, the sitemap, and `noindex` of a page disagree",
        why: "A page is missing from search results, or shows there although it should not.",
        example: "noindex = true, and a template that does not extend the base",
        fix: "Write <meta name=\"robots\" content=\"noindex\"> in the base template, if `page.noindex` is true.",
        source: "robots meta tag; sitemaps.org",
    }
    WRONG_CANONICAL {
        name: "wrong-canonical",
        summary: "a page has no canonical URL, or a wrong one",
        why: "Search engines choose one of the URLs with the same content, or take two pages for one.",
        example: "<link rel=\"canonical\" href=\"https://www.example.org/about/\">",
        fix: "Write <link rel=\"canonical\" href=\"{{ page.permalink }}\"> in the base template.",
        source: "RFC 6596",
    }
}

/// Returns the span of the line with which a robots.txt keeps every search engine from every page (RFC 9309), or `None`.
fn everything_forbidden(robots: &str) -> Option<Range<usize>> {
    let (mut start, mut is_for_all, mut was_agent) = (0, false, false);
    let mut forbidden = None;
    for line in robots.split_inclusive('\n') {
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
        start += line.len();
    }
    forbidden
}

/// Reports sitemaps that a robots.txt names and search engines do not find: addresses without a host (sitemaps.org, "Specifying the
/// Sitemap location"), those of another site that this site has as well, and those that this site does not have.
fn faulty_sitemaps(site: &Inspection<'_>, robots: &Arc<Source>, diagnostics: &mut Vec<Diagnostic>) {
    let base_url = site.output.content.config.base_url.trim_end_matches('/');
    // The sitemap of another site may stand beside the own one (sitemaps.org, "Sitemaps & Cross Submits").
    if robots.text.contains(&format!("{base_url}/sitemap.xml")) {
        return;
    }
    for line in robots.text.lines() {
        let (key, value) = line.split_once(':').unwrap_or_default();
        let value = value.trim();
        if !key.trim().eq_ignore_ascii_case("sitemap") || value.is_empty() {
            continue;
        }
        let is_own = |path: &str| site.output.files.contains_key(path.trim_start_matches('/'));
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
        let at = value.as_ptr().addr() - robots.text.as_ptr().addr();
        let place = Place::new(robots, at..at + value.len());
        let path = if is_own(path) { path } else { "/sitemap.xml" };
        let mut diagnostic = Diagnostic::new(&ROBOTS_MISMATCH, message)
            .at(place, "")
            .help(Help::replace(
                format!("write {base_url}{path}"),
                value,
                &format!("{base_url}{path}"),
            ));
        diagnostic.severity = Severity::Warning;
        diagnostics.push(diagnostic);
    }
}

/// Names of the lines of a robots.txt: those of RFC 9309, and those that search engines have added.
const ROBOTS_KEYS: [&str; 10] = [
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

/// Reports the first line of a robots.txt that search engines ignore: one without a name that they know, or a rule before any `User-agent`
/// (RFC 9309, 2.2).
fn ignored_line(robots: &Arc<Source>) -> Option<Diagnostic> {
    let mut has_agent = false;
    let mut start = 0;
    for written in robots.text.split_inclusive('\n') {
        let line = written
            .split('#')
            .next()
            .unwrap_or_default()
            .trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        let at = start + written.find(line).unwrap_or(0);
        start += written.len();
        if line.is_empty() {
            continue;
        }
        let key = line
            .split(':')
            .next()
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        has_agent |= key == "user-agent";
        let is_rule = matches!(&*key, "allow" | "disallow");
        let (message, help) = if !line.contains(':') || !ROBOTS_KEYS.contains(&&*key) {
            let near = did_you_mean(&key, ROBOTS_KEYS);
            let help = near
                .unwrap_or_else(|| "write a name and a value, such as Disallow: /drafts".into());
            ("search engines ignore this line", help)
        } else if is_rule && !has_agent {
            (
                "search engines ignore this line: no `User-agent` is above it",
                "write `User-agent: *` above it".into(),
            )
        } else {
            continue;
        };
        let place = Place::new(robots, at..at + line.len());
        let mut diagnostic = Diagnostic::new(&ROBOTS_MISMATCH, message)
            .at(place, "")
            .help(help);
        diagnostic.severity = Severity::Warning;
        return Some(diagnostic);
    }
    None
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let robots = site.output.files.get("robots.txt");
    let robots = robots.map(|bytes| {
        Source::new(
            "public/robots.txt",
            String::from_utf8_lossy(bytes).into_owned(),
        )
    });
    if let Some(robots) = &robots {
        faulty_sitemaps(site, robots, diagnostics);
        diagnostics.extend(ignored_line(robots));
    }
    if let Some(source) = robots
        && let Some(span) = everything_forbidden(&source.text)
    {
        let message = "this line keeps the whole site out of search engines";
        let mut diagnostic = Diagnostic::new(&ROBOTS_MISMATCH, message)
            .at(Place::new(&source, span), "")
            .help("remove it, or set `noindex = true` in the pages that search engines should not list");
        diagnostic.severity = Severity::Warning;
        diagnostics.push(diagnostic);
    }
    let files = site.output.files.iter();
    let sitemaps = files.filter(|(path, _)| render::is_sitemap(path));
    let sitemaps: Vec<_> = sitemaps
        .map(|(_, bytes)| String::from_utf8_lossy(bytes))
        .collect();
    let urls = sitemaps
        .iter()
        .flat_map(|sitemap| sitemap.split("<loc>").skip(1));
    let urls: HashSet<&str> = urls
        .filter_map(|rest| rest.split("</loc>").next())
        .collect();
    for (url, page) in site.markup() {
        let Some(route) = site.output.plan.routes.get(url) else {
            continue;
        };
        let permalink = render::permalink(site.output.content, url);
        let robots = page
            .named(&["meta"])
            .filter(|meta| page.attribute(*meta, "name") == Some("robots"))
            .filter_map(|meta| page.attribute(meta, "content"));
        let html_has_noindex = robots
            .flat_map(|content| content.split([',', ' ']))
            .any(|word| matches!(word, "noindex" | "none"));
        let is_in_sitemap = urls.contains(permalink.as_str());
        let message = match (
            route.is_noindex(site.output.content),
            html_has_noindex,
            is_in_sitemap,
        ) {
            (true, false, _) => Some((
                format!("{url} is marked `noindex`, but its HTML has no noindex tag"),
                "write <meta name=\"robots\" content=\"noindex\"> in the template if `page.noindex` is true",
            )),
            (false, true, _) => Some((
                format!(
                    "the HTML of {url} has a noindex tag, but the page is not marked `noindex`"
                ),
                "set `noindex = true`, or remove the tag from the template",
            )),
            (true, true, true) => Some((
                format!("{url} is marked `noindex`, but the sitemap lists it"),
                "remove the URL from the sitemap",
            )),
            _ => None,
        };
        if let Some((message, help)) = message {
            let diagnostic = Diagnostic::new(&ROBOTS_MISMATCH, message).help(help);
            diagnostics.push(site.at_key(diagnostic, url, "noindex"));
        }
        let mut links = page.named(&["link"]);
        let canonical = links.find(|link| page.attribute(*link, "rel") == Some("canonical"));
        let canonical = canonical.and_then(|link| page.attribute(link, "href"));
        let message = match canonical {
            Some(written) if written == permalink => continue,
            Some(other) => format!("the canonical URL of {url} is {other} instead of {permalink}"),
            None => format!("page {url} has no canonical URL"),
        };
        let diagnostic = Diagnostic::new(&WRONG_CANONICAL, message)
            .help("write <link rel=\"canonical\" href=\"{{ page.permalink }}\"> in the template");
        let texts = ["rel=\"canonical\"", "</head>"];
        diagnostics.push(site.at_text(diagnostic, url, &texts));
    }
}

#[cfg(test)]
mod tests {
    use super::everything_forbidden;
    use crate::fixture::site;

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

    #[test]
    fn disagreements() {
        let template = "<html lang=\"en\"><head><title>{{ page.title }}</title>\n<link rel=\"canonical\" href=\"https://firm.example{{ page.url }}/\">\n</head></html>";
        site()
                .file("themes/t/templates/page.html", template)
                .page_with("a", "noindex = true\n", "")
                .assert_findings(&["robots-mismatch", "wrong-canonical"], &[
                "content/pages/a.md:4:11: error: robots-mismatch: /a is marked `noindex`, but its HTML has no noindex tag",
                "themes/t/templates/page.html:2:7: error: wrong-canonical: the canonical URL of / is https://firm.example// instead of https://firm.example/",
            ]);
    }
}
