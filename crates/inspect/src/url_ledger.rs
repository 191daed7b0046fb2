//! `content/urls.toml`: every URL that the site has ever published.
//!
//! `site check --record` adds new URLs, and publishing does the same. The file is committed, so that a deleted or renamed page is
//! found by the next check on any computer.

use std::collections::BTreeSet;

use content::{Structure, TomlText, Tree};
use diagnostic::{Change, Diagnostic, Place};
use render::{Plan, term_page_pattern};
use serde::Deserialize;
use toml_edit::{Array, DocumentMut, Item, RawString, Value};

use crate::settings::read_toml;

/// Path of the file of published URLs.
pub const FILE: &str = "content/urls.toml";
const SCHEMA: &str = include_str!("../schemas/urls.json");

const HEADER: &str = "#:schema ./schemas/urls.json

# Every URL that this site has ever published: links and bookmarks elsewhere still lead there. `site check` reports each that no
# longer works. `site check --record` adds new ones; none is removed. A page that has moved gets a [[redirect]] in
# structure.toml; one that nothing replaces gets a [[gone]] table at the end of this file, with a `url` and a `reason`.

";

/// Content of `content/urls.toml`.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Ledger {
    pub urls: Vec<String>,
    #[serde(default)]
    pub gone: Vec<Gone>,
}

/// A URL that has been given up, so it may stop working.
#[derive(Debug, Deserialize)]
pub(crate) struct Gone {
    pub url: String,
}

/// Reads `content/urls.toml`. Returns `None` if it does not exist. Fails with every mistake in the file.
pub(crate) fn read(tree: &Tree) -> Result<Option<(Ledger, TomlText)>, Vec<Diagnostic>> {
    let source = tree.texts.get(FILE);
    source.map(|source| read_toml(source, SCHEMA)).transpose()
}

/// Returns whether a URL belongs to the second or a later page of a list, such as `/blog/page/2`, which disappears when the
/// list becomes shorter.
pub(crate) fn is_page_of_list(structure: &Structure, url: &str) -> bool {
    let of_pages = structure.paginations.iter().map(|rule| rule.route.clone());
    let of_terms = structure.taxonomies.iter();
    let of_terms = of_terms.map(|rule| term_page_pattern(&rule.route));
    // URLs in other languages have a prefix.
    of_pages.chain(of_terms).any(|pattern| {
        let steps = pattern.matches('/').count();
        let mut starts = url.rmatch_indices('/').map(|(at, _)| &url[at..]);
        starts
            .nth(steps.saturating_sub(1))
            .is_some_and(|path| matches_route(path, &pattern))
    })
}

/// Returns whether a path matches the pattern of a route with equally many segments: `{number}` matches digits, and `{slug}`
/// any text in a segment.
pub(crate) fn matches_route(path: &str, pattern: &str) -> bool {
    let (path, pattern) = (path.split('/'), pattern.split('/'));
    path.zip(pattern).all(|(part, form)| {
        let around = |name: &str| {
            let (before, after) = form.split_once(name)?;
            part.strip_prefix(before)?.strip_suffix(after)
        };
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        match (around("{number}"), around("{slug}")) {
            (Some(number), _) => !number.is_empty() && is_number(number),
            (None, Some(slug)) => !slug.is_empty(),
            (None, None) => part == form,
        }
    })
}

/// Returns the URLs that may stop working: those that the file declares gone, and the later pages of lists.
pub fn retired_urls(tree: &Tree) -> BTreeSet<String> {
    let ledger = read(tree).ok().flatten().map(|(ledger, _)| ledger);
    let ledger = ledger.unwrap_or_default();
    let structure = tree.texts.get("content/structure.toml");
    let structure = structure.and_then(|source| TomlText::whole(source).unchecked::<Structure>());
    let of_lists = ledger.urls.into_iter().filter(|url| {
        let mut structure = structure.iter();
        structure.any(|structure| is_page_of_list(structure, url))
    });
    let gone = ledger.gone.into_iter().map(|one| one.url);
    gone.chain(of_lists).collect()
}

/// Returns whether the file lists a URL, so that it has been published.
pub fn lists(tree: &Tree, url: &str) -> bool {
    let ledger = read(tree).ok().flatten().map(|(ledger, _)| ledger);
    ledger.is_some_and(|ledger| ledger.urls.iter().any(|one| one == url))
}

/// Returns the change that declares those URLs gone that the file lists, or `None` if it lists none of them.
pub fn giving_up(tree: &Tree, urls: &[String], reason: &str) -> Option<Change> {
    let (ledger, _) = read(tree).ok().flatten()?;
    let gone: BTreeSet<&str> = ledger.gone.iter().map(|one| one.url.as_str()).collect();
    let lost = urls
        .iter()
        .filter(|url| ledger.urls.contains(url) && !gone.contains(url.as_str()));
    let tables = lost.map(|url| format!("\n[[gone]]\nurl = \"{url}\"\nreason = \"{reason}\"\n"));
    let tables: String = tables.collect();
    let source = tree.texts.get(FILE).filter(|_| !tables.is_empty())?;
    let end = source.text.len();
    let line_break = if source.text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    let place = Place::new(source, end..end);
    Some(Change::Replace(place, format!("{line_break}{tables}")))
}

/// Returns the text of the file with the URLs of `plan` added; `None` if it lists them all. Fails with a finding if the file is invalid.
pub fn recorded(tree: &Tree, plan: &Plan) -> Result<Option<String>, Diagnostic> {
    let unusable = || {
        Diagnostic::new(
            &content::codes::INVALID_VALUE,
            format!("{FILE} is invalid; nothing was recorded"),
        )
        .help("run `site check` to see what is wrong with it")
    };
    let (ledger, _) = read(tree).map_err(|_| unusable())?.unzip();
    let ledger = ledger.unwrap_or_default();
    let mut urls: BTreeSet<&str> = ledger.urls.iter().map(String::as_str).collect();
    let before = urls.len();
    urls.extend(plan.routes.urls());
    if urls.len() == before {
        return Ok(None);
    }
    let Some(old) = tree.texts.get(FILE).map(|source| source.text.as_str()) else {
        let lines: String = urls.iter().map(|url| format!("  \"{url}\",\n")).collect();
        return Ok(Some(format!("{HEADER}urls = [\n{lines}]\n")));
    };
    let mut file: DocumentMut = old.parse().map_err(|_| unusable())?;
    let list = file.get_mut("urls").and_then(Item::as_array_mut);
    let list = list.ok_or_else(unusable)?;
    let known: BTreeSet<&str> = ledger.urls.iter().map(String::as_str).collect();
    on_lines(list);
    for url in urls.difference(&known) {
        insert(list, url);
    }
    Ok(Some(file.to_string()))
}

/// Puts each URL on a line of its own. Comments stay where they are.
fn on_lines(list: &mut Array) {
    for url in list.iter_mut() {
        if !text_of(url.decor().prefix()).contains('\n') {
            url.decor_mut().set_prefix("\n  ");
        }
    }
    // A comment after the last URL moves behind its new comma.
    let behind = list.iter_mut().last().map_or_else(String::new, |last| {
        let behind = text_of(last.decor().suffix()).trim_end().to_owned();
        last.decor_mut().set_suffix("");
        behind
    });
    let trailing = format!("{behind}{}", text_of(Some(list.trailing())));
    list.set_trailing(if trailing.ends_with('\n') {
        trailing
    } else {
        format!("{}\n", trailing.trim_end())
    });
    list.set_trailing_comma(true);
}

/// Inserts a URL before the first URL that sorts after it.
fn insert(list: &mut Array, url: &str) {
    let is_after = |one: &Value| one.as_str().is_some_and(|one| one > url);
    let at = list.iter().position(is_after).unwrap_or(list.len());
    // A comment at the end of the line before stays with the URL on that line.
    let mut new = Value::from(url);
    let before = if let Some(next) = list.get_mut(at) {
        let prefix = text_of(next.decor().prefix());
        let (comment, own) = prefix.split_at(prefix.find('\n').unwrap_or(0));
        next.decor_mut().set_prefix(own);
        comment.to_owned()
    } else {
        let trailing = text_of(Some(list.trailing()));
        let (comment, rest) = trailing.split_at(trailing.find('\n').unwrap_or(0));
        list.set_trailing(rest);
        comment.to_owned()
    };
    new.decor_mut().set_prefix(format!("{before}\n  "));
    list.insert_formatted(at, new);
}

fn text_of(raw: Option<&RawString>) -> String {
    let text = raw.and_then(RawString::as_str);
    text.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use diagnostic::Source;

    use super::*;

    #[test]
    fn recording_keeps_what_was_written() {
        let mut plan = Plan::default();
        let mut tree = Tree::default();
        assert_eq!(recorded(&tree, &plan).unwrap(), None);
        plan.routes = crate::fixture::routes(&["/b"]);
        let gone = "[[gone]]\nurl = \"/a\"\nreason = \"urls = [] ]\"\n";
        for (before, after) in [
            (
                "# Ours.\nurls = [\"/a\"]\n\n",
                "# Ours.\nurls = [\n  \"/a\",\n  \"/b\",\n]\n\n",
            ),
            (
                "urls=[\"/\", \"/c\"]\n",
                "urls=[\n  \"/\",\n  \"/b\",\n  \"/c\",\n]\n",
            ),
            ("urls = []\n", "urls = [\n  \"/b\",\n]\n"),
            (
                "urls = [\n  # Old ones.\n  \"/a\", # the first ]\n  \"/c\" # the last\n]\n",
                "urls = [\n  # Old ones.\n  \"/a\", # the first ]\n  \"/b\",\n  \"/c\", # the last\n]\n",
            ),
            (
                "urls = [\n  \"/a\" # kept\n]\n",
                "urls = [\n  \"/a\", # kept\n  \"/b\",\n]\n",
            ),
        ] {
            let source = Source::new(FILE, format!("{before}{gone}"));
            tree.texts.insert(FILE.to_owned(), source);
            assert_eq!(
                recorded(&tree, &plan).unwrap().unwrap(),
                format!("{after}{gone}"),
                "{before}"
            );
        }
        tree.texts.clear();
        assert_eq!(
            recorded(&tree, &plan).unwrap().unwrap(),
            format!("{HEADER}urls = [\n  \"/b\",\n]\n")
        );
    }
}
