//! Redirects of a whole site: those of the host, and of the generator.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::Source;
use percent_encoding::percent_decode_str;
use render::bare_url;
use toml::Value;

use crate::model::Site;
use crate::project::Project;
use crate::targets::{Targets, local, split_rest};
use crate::values::{from_toml, text};

/// Signs that URLs of redirects cannot have here.
const UNUSABLE: &str = "\"#%*<>?\\`{}";

/// Returns whether a redirect can lead from a URL of this site.
pub fn can_redirect(url: &str) -> bool {
    let is_plain = |one: char| !one.is_control() && !UNUSABLE.contains(one);
    url.starts_with('/')
        && url.chars().all(is_plain)
        && !url.split('/').any(|part| matches!(part, "." | ".."))
}

/// Returns the URL of the folder of an `index.html`, at which hosts publish that file, and any other URL unchanged.
pub fn folder_url(url: &str) -> &str {
    let above = url.strip_suffix("index.html");
    above.filter(|above| above.ends_with('/')).unwrap_or(url)
}

/// A redirect in the settings of a host.
#[derive(Debug, PartialEq, Eq)]
struct Rule {
    from: String,
    to: String,
    status: i64,
    /// Whether it applies to some visitors only.
    is_conditional: bool,
}

/// Adds the redirects of the host to those of the site, and keeps those that lead somewhere.
pub fn keep(site: &mut Site, project: &Project<'_>, targets: &Targets) {
    let mut unusable: Vec<(Arc<Source>, String)> = Vec::new();
    for (source, rule) in of_host(site, project) {
        match as_redirect(&rule, targets) {
            Some(redirect) => site.redirects.push(redirect),
            None => unusable.push((source, rule.from)),
        }
    }
    for (source, from) in &unusable {
        let message = format!("the redirect of the host from {from} was left out");
        let help = "here, a redirect leads from one URL, or from all below it, to another one: write those that you need as [[redirect]] in content/structure.toml";
        let at = source.text.find(from.as_str());
        let span = at.map_or(0..0, |at| at..at + from.len());
        site.report(source, span, message, help);
    }
    if !unusable.is_empty() {
        // The findings above say what to do.
        site.public.remove("_redirects");
    }
    let mut all: BTreeMap<String, (String, String)> = BTreeMap::new();
    let mut taken: Vec<(String, String)> = Vec::new();
    let feeds: BTreeSet<&str> = site.feeds.iter().map(|feed| feed.route.as_str()).collect();
    for (from, to) in std::mem::take(&mut site.redirects) {
        let from = folder_url(&from).to_owned();
        let bare = bare_url(&from).to_owned();
        if feeds.contains(from.as_str()) || targets.taken_by(&from).is_some() {
            taken.push((bare, to));
        } else if targets.by_url.contains_key(&bare) {
            all.entry(from.clone()).or_insert((from, to));
        } else {
            all.entry(bare).or_insert((from, to));
        }
    }
    // URLs of pages by their old ones.
    let mut aliases: BTreeMap<&str, String> = BTreeMap::new();
    for page in &site.pages {
        let old = page.fields.get("aliases").and_then(Value::as_array);
        let old = old.into_iter().flatten().filter_map(Value::as_str);
        let url = targets.url_in(&page.lang, &page.url);
        aliases.extend(old.map(|old| (bare_url(old), url.clone())));
    }
    let mut dead: Vec<(String, String)> = Vec::new();
    let mut kept: Vec<(String, String)> = Vec::new();
    for (bare, (from, to)) in &all {
        if aliases.contains_key(bare.as_str()) {
            continue;
        }
        let to = last(to, &all);
        let to = aliases.get(bare_url(&to)).cloned().unwrap_or(to);
        match target(&to, site, targets) {
            Some(to) if bare_url(&to) == bare => {}
            Some(to) => kept.push((from.clone(), to)),
            None => dead.push((from.clone(), to)),
        }
    }
    site.redirects = kept;
    for (from, to) in dead {
        let message = format!("{from} redirects to {to}, which does not exist");
        site.note(
            message,
            "it was left out; write it as [[redirect]] in content/structure.toml if you need it",
        );
    }
    // A redirect within such a URL, as to the main language, is kept by the page.
    taken.retain(|(bare, to)| bare_url(split_rest(&last(to, &all)).0) != bare);
    let taken = taken.len();
    if taken > 0 {
        let message = format!("redirects of {taken} URLs that pages have were left out");
        site.note(message, "remove the pages if visitors are to be redirected");
    }
}

/// Returns the end of a chain of redirects.
fn last(to: &str, all: &BTreeMap<String, (String, String)>) -> String {
    let mut to = to;
    for _ in 0..8 {
        match all.get(bare_url(to)) {
            Some((_, next)) => to = next,
            None => break,
        }
    }
    to.to_owned()
}

/// Returns the URL to which a redirect leads in the new site; `None` if that does not exist.
fn target(to: &str, site: &Site, targets: &Targets) -> Option<String> {
    let Some(to) = local(to, targets) else {
        return Some(to.to_owned());
    };
    let (path, rest) = split_rest(&to);
    if let Some(url) = targets.by_url.get(bare_url(path)) {
        return Some(format!("{url}{rest}"));
    }
    let file = path.trim_matches('/');
    let is_file = ["sitemap.xml", "robots.txt"].contains(&file)
        || site.public.contains_key(file)
        || site
            .public
            .contains_key(format!("{file}/index.html").trim_start_matches('/'));
    let mut langs = site.languages.keys();
    let without_lang = langs.find_map(|lang| path.strip_prefix('/')?.strip_prefix(lang.as_str()));
    let without_lang = without_lang
        .filter(|rest| rest.starts_with('/'))
        .unwrap_or(path);
    let is_list = || {
        let mut lists = site.taxonomies.iter().map(|one| one.url.as_str());
        lists.any(|url| path.starts_with(url))
            || site.feeds.iter().any(|one| one.route == without_lang)
            || path.ends_with("/*")
    };
    (is_file || is_list()).then_some(to)
}

/// Returns the redirect of a host's rule; `None` if this program has no such redirect.
fn as_redirect(rule: &Rule, targets: &Targets) -> Option<(String, String)> {
    let decoded = percent_decode_str(&rule.from).decode_utf8().ok()?;
    let from = local(&decoded, targets)?;
    let (from, to) = match (from.strip_suffix("/*"), rule.to.strip_suffix("/:splat")) {
        (Some(above), Some(to)) => (format!("{above}/*"), format!("{to}/*")),
        (Some(above), None) => (format!("{above}/*"), rule.to.clone()),
        (None, _) => (from, rule.to.clone()),
    };
    let is_plain = |url: &str| {
        let url = url.strip_suffix("/*").unwrap_or(url);
        !url.contains("/:") && !url.contains(|one: char| one.is_control() || UNUSABLE.contains(one))
    };
    let is_usable = from.starts_with('/')
        && from != "/*"
        && is_plain(&from)
        && is_plain(split_rest(&to).0)
        && (to.starts_with('/') || to.starts_with("https://"))
        && [301, 302, 307, 308].contains(&rule.status);
    (is_usable && !rule.is_conditional).then_some((from, to))
}

/// Returns the rules in `_redirects` and `netlify.toml`, each with its file.
fn of_host(site: &Site, project: &Project<'_>) -> Vec<(Arc<Source>, Rule)> {
    let mut rules = Vec::new();
    let published = site
        .public
        .get("_redirects")
        .map_or("_redirects", String::as_str);
    if let Some(source) = project.text(published) {
        let lines = source.text.lines().filter_map(of_line);
        rules.extend(lines.map(|rule| (Arc::clone(&source), rule)));
    }
    if let Some(source) = project.text("netlify.toml") {
        let config = from_toml(&source.text).unwrap_or_default();
        let tables = config.get("redirects").and_then(Value::as_array);
        for table in tables.into_iter().flatten().filter_map(Value::as_table) {
            if let (Some(from), Some(to)) = (text(table, "from"), text(table, "to")) {
                let rule = Rule {
                    from: from.to_owned(),
                    to: to.to_owned(),
                    status: table
                        .get("status")
                        .and_then(Value::as_integer)
                        .unwrap_or(301),
                    is_conditional: ["conditions", "query"]
                        .iter()
                        .any(|key| table.contains_key(*key)),
                };
                rules.push((Arc::clone(&source), rule));
            }
        }
    }
    rules
}

/// Reads a line of `_redirects`: `/from /to 301`.
fn of_line(line: &str) -> Option<Rule> {
    let line = line.split(" #").next().unwrap_or_default();
    let mut words = line.split_whitespace();
    let from = words.next().filter(|one| !one.starts_with('#'))?;
    let rest: Vec<&str> = words.collect();
    let at = rest
        .iter()
        .position(|one| one.starts_with('/') || one.contains("://"))?;
    let status = rest.get(at + 1).map(|one| one.trim_end_matches('!'));
    Some(Rule {
        from: from.to_owned(),
        to: rest[at].to_owned(),
        status: status
            .map_or(Some(301), |one| one.parse().ok())
            .unwrap_or(0),
        is_conditional: at > 0 || rest.len() > at + 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn folders_of_indexes() {
        for (url, expected) in [
            ("/docs/front/index.html", "/docs/front/"),
            ("/index.html", "/"),
            ("/a/myindex.html", "/a/myindex.html"),
            ("/a.html", "/a.html"),
            ("index.html", "index.html"),
        ] {
            assert_eq!(folder_url(url), expected, "{url}");
        }
    }

    #[test]
    fn rules_of_netlify() {
        let text = "[[redirects]]\nfrom = '/a'\nto = '/b'\n\n[[redirects]]\nfrom = '/c'\nto = '/d'\nstatus = 200\n\n[[redirects]]\nfrom = '/e'\n";
        let files = Files::of(&[("netlify.toml", text)]);
        let rules = of_host(&Site::default(), &files.project());
        let shown = rules
            .iter()
            .map(|(_, one)| format!("{} {} {}", one.from, one.to, one.status));
        assert_eq!(shown.collect::<Vec<_>>(), ["/a /b 301", "/c /d 200"]);
    }

    #[test]
    fn rules_of_hosts() {
        let targets = Targets {
            origin: "https://a.example".to_owned(),
            ..Targets::default()
        };
        for (line, expected) in [
            ("/old /new", "/old -> /new"),
            ("/old  /new/  301! # moved", "/old -> /new/"),
            (
                "https://a.example/old https://b.example/ 302",
                "/old -> https://b.example/",
            ),
            ("/q/* /r/:splat", "/q/* -> /r/*"),
            ("/q/* /r", "/q/* -> /r"),
            ("/%E6%A8%A1/Let's%20a /r", "/模/Let's a -> /r"),
            ("/50%25/ /r", "no"),
            ("# /old /new", ""),
            ("", ""),
            ("/old", ""),
            ("/* /index.html 200", "no"),
            ("/old /new 404", "no"),
            ("/old/:id /new/:id", "no"),
            ("/old id=:id /new", "no"),
            ("/old /new 301 Language=de", "no"),
            ("https://b.example/* https://a.example/:splat", "no"),
        ] {
            let shown = of_line(line).map(|rule| match as_redirect(&rule, &targets) {
                Some((from, to)) => format!("{from} -> {to}"),
                None => "no".to_owned(),
            });
            assert_eq!(shown.unwrap_or_default(), expected, "{line}");
        }
    }
}
