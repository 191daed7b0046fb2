//! Describes the differences between two versions of the site.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use build::{Audience, Destination, Encoding, Inputs, Memo, Site, TypeCheck, build};
use content::Tree;
use diagnostic::{Diagnostic, Severity};
use inspect::Scope;
use serde_json::{Value, json};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::super::view::View;
use crate::{cache, project};

/// Builds the public site from some content, and runs the rules of every build and those of `scope`. Returns also the errors.
pub fn site_of(root: &Path, tree: Tree, scope: Scope) -> (Option<Site>, Vec<Diagnostic>) {
    let Ok(project) = project::find(Some(root)) else {
        return (None, Vec::new());
    };
    let (project, _temporary) = cache::writable(project);
    let inputs = Inputs {
        audience: Audience::Public,
        scope,
        encoding: Encoding::Later,
        types: TypeCheck::Later,
        ..project::inputs_of_today()
    };
    let mut memo = Memo::read(&project).with_content(tree);
    let (site, findings, _) = build(
        &project,
        &inputs,
        &mut memo,
        &[],
        Destination::Nowhere,
        &mut |_| {},
    );
    let errors = findings.into_iter();
    let errors = errors.filter(|finding| finding.severity == Severity::Error);
    (site, errors.collect())
}

/// Returns why a site with errors cannot be published.
pub fn errors_first(errors: usize) -> Option<String> {
    let verb = if errors == 1 {
        "error has"
    } else {
        "errors have"
    };
    (errors > 0).then(|| format!("{errors} {verb} to be corrected first."))
}

/// Maximum number of changes that are described for each page.
const MOST_CHANGES: usize = 6;

/// Maximum number of pages whose changes are described.
pub const MOST_PAGES: usize = 50;

/// Describes the pages that are new, changed, or removed.
pub fn pages(before: &Site, after: &Site) -> Vec<Value> {
    let by_url = |site: &Site| -> BTreeMap<String, (String, diagnostic::Fingerprint)> {
        let pages = site.pages.iter();
        let pages = pages.map(|page| {
            (
                page.url().to_owned(),
                (page.output().to_owned(), page.fingerprint()),
            )
        });
        pages.collect()
    };
    let (old, new) = (by_url(before), by_url(after));
    let urls: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut pages = Vec::new();
    for url in urls {
        let title = |site: &Site| {
            let route = site.plan.routes.get(url);
            route.map(|route| route.title(&site.content).into_owned())
        };
        let (changes, title) = match (old.get(url), new.get(url)) {
            (None, Some(_)) => (vec!["The page is new.".to_owned()], title(after)),
            (Some(_), None) => (vec!["The page is removed.".to_owned()], title(before)),
            (Some((old_output, old)), Some((output, new))) if old != new => (
                differences(&texts(before, old_output), &texts(after, output)),
                title(after),
            ),
            _ => continue,
        };
        pages.push(json!({ "url": url, "title": title, "changes": changes }));
    }
    pages
}

/// Returns the texts of a page between its tags.
fn texts(site: &Site, output: &str) -> Vec<String> {
    let html = site.file(output).unwrap_or_default();
    let html = String::from_utf8_lossy(&html);
    let body = html.find("<body").map_or(&*html, |at| &html[at..]);
    let mut texts = Vec::new();
    let mut skipped = None;
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        match skipped {
            Some(end) if name == end => skipped = None,
            Some(_) => continue,
            None if name == "script" => skipped = Some("/script"),
            None if name == "style" => skipped = Some("/style"),
            None => {}
        }
        if skipped.is_some() {
            continue;
        }
        let text = text
            .replace("&amp;", "&")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            texts.push(text);
        }
    }
    texts
}

/// A difference between the texts of two versions of a page: texts that are removed, and those that are in their place.
struct Difference<'t> {
    old: &'t [String],
    new: &'t [String],
    /// The texts of the new version before them, which say where they are.
    before: &'t [String],
}

impl Difference<'_> {
    fn is_only_removed(&self) -> bool {
        self.new.is_empty()
    }

    fn is_only_added(&self) -> bool {
        self.old.is_empty()
    }

    /// Returns whether at least half of the texts that one difference removes are those that another one adds.
    fn is_moved_to(&self, other: &Self) -> bool {
        if !self.is_only_removed() || !other.is_only_added() {
            return false;
        }
        let common = self.old.iter().filter(|text| other.new.contains(text));
        common.count() * 2 >= self.old.len().max(other.new.len())
    }
}

/// Describes the differences between the texts of a page.
fn differences(old: &[String], new: &[String]) -> Vec<String> {
    let operations = capture_diff_slices(Algorithm::Myers, old, new);
    let differences = operations.iter();
    let differences = differences.filter(|one| !matches!(one, DiffOp::Equal { .. }));
    let all: Vec<Difference<'_>> = differences
        .map(|one| Difference {
            old: &old[one.old_range()],
            new: &new[one.new_range()],
            before: &new[one.new_range().start.saturating_sub(CONTEXT)..one.new_range().start],
        })
        .collect();
    let mut is_described = vec![false; all.len()];
    let mut changes = Vec::new();
    for (index, one) in all.iter().enumerate() {
        if is_described[index] {
            continue;
        }
        let mut others = all.iter().enumerate();
        let moved = others.find(|(other, two)| {
            !is_described[*other] && (one.is_moved_to(two) || two.is_moved_to(one))
        });
        if let Some((other, two)) = moved {
            is_described[other] = true;
            let (from, to) = if one.is_only_removed() {
                (one, two)
            } else {
                (two, one)
            };
            changes.extend(moved_texts(from.old, to.new, to.before));
            continue;
        }
        let (before, after) = (short(&one.old.join(" ")), short(&one.new.join(" ")));
        changes.push(if one.is_only_added() {
            format!("New: “{after}”")
        } else if one.is_only_removed() {
            format!("Removed: “{before}”")
        } else {
            format!("“{before}” becomes “{after}”")
        });
    }
    if changes.is_empty() {
        return vec![
            "A picture, an address, or something that only search engines read changes.".to_owned(),
        ];
    }
    let more = changes.len().saturating_sub(MOST_CHANGES);
    changes.truncate(MOST_CHANGES);
    if more > 0 {
        changes.push(format!("… and {more} more"));
    }
    changes
}

/// Describes an entry of a list that has another place, such as a due date on another day: what has changed in it, and which one it is.
/// `before` are the texts before its new place.
fn moved_texts(old: &[String], new: &[String], before: &[String]) -> Vec<String> {
    let same = old.iter().rev().filter(|text| new.contains(text));
    // The last one of equals is the first one of the entry.
    let name = same.max_by_key(|text| text.chars().count().min(LONGEST_NAME));
    let name = name.map(|name| short(name)).unwrap_or_default();
    let operations = capture_diff_slices(Algorithm::Myers, old, new);
    let changed = operations
        .iter()
        .filter(|one| !matches!(one, DiffOp::Equal { .. }));
    let changes: Vec<String> = changed
        .map(|one| {
            let texts = [&old[one.old_range()], &new[one.new_range()]];
            match texts.map(|texts| short(&texts.join(" "))) {
                [before, after] if before.is_empty() => format!("“{name}”: new: “{after}”"),
                [before, after] if after.is_empty() => format!("“{name}”: removed: “{before}”"),
                [before, after] => format!("“{name}”: “{before}” becomes “{after}”"),
            }
        })
        .collect();
    if changes.is_empty() {
        let before = short(&before.join(" "));
        return vec![if before.is_empty() {
            format!("“{name}” is at the beginning now.")
        } else {
            format!("“{name}” has another place: after “{before}”")
        }];
    }
    changes
}

/// Length from which a text says which entry it belongs to as well as a longer one, in characters.
const LONGEST_NAME: usize = 30;

/// Number of texts that say where something is: a day, for example, is often three.
const CONTEXT: usize = 3;

/// Returns the beginning of a text.
fn short(text: &str) -> String {
    const LONGEST: usize = 120;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{}…", start.trim_end())
}

/// Describes all changes except those of `pages`.
pub fn other_changes(view: &View<'_>, changed: &BTreeSet<String>, pages: &[Value]) -> Vec<String> {
    let files = changed.iter().filter(|path| !content::is_text(path));
    let files = files.map(|path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        if view.desk.root.join(path).exists() {
            format!("The picture or file {name} is new, or has changed.")
        } else {
            format!("The picture or file {name} is removed.")
        }
    });
    let texts = changed.iter().filter(|path| content::is_text(path));
    let shown: BTreeSet<&str> = pages
        .iter()
        .filter_map(|page| page["url"].as_str())
        .collect();
    let hidden = texts.filter_map(|path| {
        let title = view.title(path);
        let Some(url) = view.plan().by_source.get(path.as_str()) else {
            // Any of the pages can show it.
            let is_hidden = shown.is_empty();
            return is_hidden.then(|| format!("“{title}” has changed; no public page shows it."));
        };
        match view.snapshot.status(url) {
            Some(status) => Some(format!("“{title}” has changed. {status}.")),
            None if shown.contains(url.as_str()) => None,
            None => Some(format!("“{title}” has changed; no public page shows it.")),
        }
    });
    let more = match pages.len().saturating_sub(MOST_PAGES) {
        0 => None,
        1 => Some("Another page changes.".to_owned()),
        more => Some(format!("{more} more pages change.")),
    };
    more.into_iter().chain(hidden).chain(files).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &str) -> Vec<String> {
        texts.split('|').map(str::to_owned).collect()
    }

    #[test]
    fn changes_in_words() {
        for (old, new, expected) in [
            ("A|B|C", "A|X|C", &["“B” becomes “X”"][..]),
            ("A|B", "A|B|C", &["New: “C”"]),
            ("A|B|C", "A|C", &["Removed: “B”"]),
            // A due date that comes later in the list now.
            (
                "10 December|GSTR-7, monthly|Deductors|11 December|GSTR-1, monthly|Taxpayers|20 December|GSTR-3B",
                "11 December|GSTR-1, monthly|Taxpayers|12 December|GSTR-7, monthly|Deductors|20 December|GSTR-3B",
                &["“GSTR-7, monthly”: “10 December” becomes “12 December”"],
            ),
            // One that comes earlier.
            (
                "11 December|GSTR-1, monthly|Taxpayers|12 December|GSTR-7, monthly|Deductors|20 December|GSTR-3B",
                "10 December|GSTR-7, monthly|Deductors|11 December|GSTR-1, monthly|Taxpayers|20 December|GSTR-3B",
                &["“GSTR-7, monthly”: “12 December” becomes “10 December”"],
            ),
            (
                "One long name|a|Two long names|b|c|d",
                "Two long names|b|c|d|One long name|a",
                &["“One long name” has another place: after “b c d”"],
            ),
        ] {
            assert_eq!(differences(&of(old), &of(new)), expected, "{old} -> {new}");
        }
    }
}
