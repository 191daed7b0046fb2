//! `content/baseline.toml`: findings that a site had when it moved in. They are not reported until they are corrected, so that an
//! archive with hundreds of dead anchors can be published, and a new one is still an error.
//!
//! `site check --baseline` writes the file. It contains findings of the rules for finished pages, warnings, and, in Markdown, missing
//! links and pictures, notation of other generators, text that shows as typed, and HTML that browsers refuse. Any other error must be
//! corrected, because a page or a part of it would be missing. A finding is recognized by its file, its code, and the text at its
//! place, so edits elsewhere in the file do not matter.

use std::collections::BTreeMap;

use content::Tree;
use diagnostic::{Code, Diagnostic, Place, Severity, first_line};
use serde::Deserialize;
use toml_edit::{Array, DocumentMut, Item, Table};

use crate::codes::KNOWN_FINDINGS;
use crate::rules::RULES;
use crate::scope::Scope;
use crate::settings::read_toml;

/// Path of the file of known findings.
pub const FILE: &str = "content/baseline.toml";
const SCHEMA: &str = include_str!("../schemas/baseline.json");

const HEADER: &str = "\
# Findings that this site had when it moved in: for each file and each code, the texts at their places. They are not reported.
# `site check --baseline` writes this file again, without those that have been corrected.
";

/// Codes of errors about links, pictures, notation, and HTML that browsers refuse in Markdown.
const MARKDOWN_CODES: [&Code; 10] = [
    &crate::codes::FRAME_DOCUMENT,
    &crate::codes::INLINE_HANDLER,
    &crate::codes::INLINE_STYLE,
    &crate::codes::PLUGIN,
    &content::codes::FOREIGN_NOTATION,
    &content::codes::MISSING_IMAGE,
    &render::codes::BROKEN_LINK,
    &render::codes::BAD_ADDRESS,
    &render::codes::OUTSIDE_RESOURCE,
    &render::codes::UNREAD_MARKDOWN,
];

/// Longest text, in characters, that stands for a place.
const MAX_TEXT_CHARS: usize = 100;

/// Content of `content/baseline.toml`: texts by file and code.
#[derive(Debug, Deserialize)]
struct Baseline {
    known: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

/// What a finding is recognized by: its file, its code, and the text at its place.
type Key = (String, String, String);

/// Returns the findings without those that `content/baseline.toml` knows, and with a note about them. `scope` is that of a check
/// of the whole site, which would have found each known finding again; `None` for any other build.
pub fn without_known(
    tree: &Tree,
    findings: Vec<Diagnostic>,
    scope: Option<Scope>,
) -> Vec<Diagnostic> {
    let Some(source) = tree.texts.get(FILE) else {
        return findings;
    };
    let (baseline, _) = match read_toml::<Baseline>(source, SCHEMA) {
        Ok(read) => read,
        Err(mistakes) => return findings.into_iter().chain(mistakes).collect(),
    };
    let mut open: BTreeMap<Key, usize> = BTreeMap::new();
    for (file, codes) in &baseline.known {
        for (code, texts) in codes {
            for text in texts {
                *open
                    .entry((file.clone(), code.clone(), text.clone()))
                    .or_default() += 1;
            }
        }
    }
    let mut known = 0;
    let mut rest: Vec<Diagnostic> = findings
        .into_iter()
        .filter(|finding| {
            let found = key(finding).and_then(|key| open.get_mut(&key));
            let Some(times) = found.filter(|times| **times > 0) else {
                return true;
            };
            *times -= 1;
            known += 1;
            false
        })
        .collect();
    let is_checked = |code: &str| {
        let mut rules = RULES.iter().filter(|rule| {
            let mut codes = rule.codes.iter();
            codes.any(|one| one.name == code)
        });
        match rules.next() {
            Some(rule) => scope.is_some_and(|scope| scope.includes(rule.when)),
            // A finding of another stage, which every check reports.
            None => scope.is_some(),
        }
    };
    let gone = open.iter().filter(|((_, code, _), _)| is_checked(code));
    let gone: usize = gone.map(|(_, times)| times).sum();
    let message = match known {
        0 => format!("no finding in {FILE} occurs any more"),
        1 => format!("1 known finding in {FILE} is not reported"),
        known => format!("{known} known findings in {FILE} are not reported"),
    };
    let note = Diagnostic::new(&KNOWN_FINDINGS, message);
    if gone > 0 {
        let help = match gone {
            1 => "another one no longer occurs: remove it with `site check --baseline`".to_owned(),
            gone => {
                format!("{gone} others no longer occur: remove them with `site check --baseline`")
            }
        };
        rest.push(note.help(help));
    } else if known > 0 {
        rest.push(note);
    }
    rest
}

/// Returns whether a finding can be in `content/baseline.toml`.
pub fn can_be_known(finding: &Diagnostic) -> bool {
    key(finding).is_some()
}

/// Returns the text of `content/baseline.toml` with all findings that can be in it, and their number.
pub fn text(findings: &[Diagnostic]) -> (String, usize) {
    let mut known: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    let mut number = 0;
    for (file, code, text) in findings.iter().filter_map(key) {
        let codes = known.entry(file).or_default();
        codes.entry(code).or_default().push(text);
        number += 1;
    }
    let mut document = DocumentMut::new();
    let mut files = Table::new();
    files.set_implicit(!known.is_empty());
    for (file, codes) in known {
        let mut table = Table::new();
        for (code, mut texts) in codes {
            texts.sort();
            let mut list = Array::from_iter(texts);
            for value in list.iter_mut() {
                value.decor_mut().set_prefix("\n  ");
            }
            list.set_trailing("\n");
            list.set_trailing_comma(true);
            table.insert(&code, Item::Value(list.into()));
        }
        files.insert(&file, Item::Table(table));
    }
    document.insert("known", Item::Table(files));
    (
        format!("{HEADER}\n{}", document.to_string().trim_start()),
        number,
    )
}

/// Returns whether a finding is about a link, picture, or notation in the Markdown of a document, whose page shows everything else.
fn is_in_markdown(finding: &Diagnostic, place: &Place) -> bool {
    let before = place.source.text.get(..place.span.start);
    let is_text =
        place.source.path.ends_with(".md") && before.is_some_and(|text| text.contains("\n+++\n"));
    is_text
        && MARKDOWN_CODES
            .iter()
            .any(|code| code.name == finding.code.name)
}

/// Returns what a finding is recognized by, or `None` if it cannot be in the file.
fn key(finding: &Diagnostic) -> Option<Key> {
    let mut codes = RULES.iter().flat_map(|rule| rule.codes);
    let (place, _) = finding.place.as_ref()?;
    let mut is_rule = || codes.any(|code| code.name == finding.code.name);
    let is_known =
        finding.severity == Severity::Warning || is_rule() || is_in_markdown(finding, place);
    if !is_known {
        return None;
    }
    let written = place.source.text.get(place.span.clone())?;
    let line = first_line(written).trim();
    let text = line.chars().take(MAX_TEXT_CHARS).collect();
    Some((
        place.source.path.clone(),
        finding.code.name.to_owned(),
        text,
    ))
}
