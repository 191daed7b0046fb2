//! Findings as the drawer shows them: in words, at the field or the text that they are about.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use content::TomlText;
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter, Place, Severity, Source};
use serde_json::{Value, json};
use serve::edit::is_applicable;

use super::document_text::body_span;
use super::office_words::{office_words, words_of_fix};
use super::view::View;
use crate::commands::language_server::parts::toml_part;

/// A place in a document as the drawer names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Focus {
    /// A value, by its JSON pointer.
    Field(String),
    /// A range of the Markdown, in UTF-16 code units.
    Body(usize, usize),
}

impl Focus {
    /// Returns the focus for a place in a file, or `None` if it is in neither part.
    pub fn of(place: &Place) -> Option<Self> {
        let (path, text) = (&place.source.path, place.source.text.as_str());
        Self::in_file(place, &TomlText::new(&place.source, toml_part(path, text)))
    }

    /// Returns the focus for a place in a file whose TOML is at hand.
    fn in_file(place: &Place, toml: &TomlText) -> Option<Self> {
        let (path, text) = (&place.source.path, place.source.text.as_str());
        let body = body_span(path, text);
        if path.ends_with(".md") && place.span.start >= body.start && !body.is_empty() {
            let units = |range: Range<usize>| text[range].encode_utf16().count();
            let start = units(body.start..place.span.start.min(body.end));
            let end = start + units(place.span.start.min(body.end)..place.span.end.min(body.end));
            return Some(Self::Body(start, end));
        }
        let (pointer, _) = toml.entry_at(place.span.start)?;
        Some(Self::Field(pointer.to_owned()))
    }

    /// Returns the focus as JSON.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Field(field) => json!({ "field": field }),
            Self::Body(start, end) => json!({ "body": [start, end] }),
        }
    }
}

/// Returns the id of a finding: the same as long as the finding is the same.
pub fn id_of(finding: &Diagnostic) -> String {
    let place = finding.place.as_ref();
    let fingerprint = Fingerprinter::default()
        .text(finding.code.name)
        .text(&finding.message)
        .text(place.map_or("", |(place, _)| &place.source.path))
        .number(place.map_or(0, |(place, _)| place.span.start))
        .finish();
    format!("{:032x}", fingerprint.0)
}

/// What all findings of one file need, found once.
struct ReportedFile {
    toml: TomlText,
    /// Title of the document; `None` if the drawer cannot edit it.
    title: Option<String>,
}

impl ReportedFile {
    fn of(view: &View<'_>, source: &Arc<Source>) -> Self {
        let path = &source.path;
        let is_editable = view.is_editable(path);
        Self {
            toml: TomlText::new(source, toml_part(path, &source.text)),
            title: is_editable.then(|| view.title(path)),
        }
    }
}

/// Returns the findings that `is_wanted` accepts as JSON.
pub fn findings(view: &View<'_>, is_wanted: impl Fn(&Diagnostic) -> bool) -> Vec<Value> {
    // Those of `site check` follow.
    let of_build = view.snapshot.findings.len();
    let findings = view.findings.iter().enumerate();
    let findings = findings.map(|(index, one)| (one, index < of_build));
    as_json(view, findings.filter(|(one, _)| is_wanted(one)))
}

/// Returns findings of another build as JSON.
pub fn as_of_build<'f>(
    view: &View<'_>,
    findings: impl Iterator<Item = &'f Diagnostic>,
) -> Vec<Value> {
    as_json(view, findings.map(|one| (one, true)))
}

/// Returns a finding with another sentence in its help.
pub fn added_help(mut finding: Value, sentence: &str) -> Value {
    let help = finding["help"].as_str().map(str::to_owned);
    let help = help.map_or_else(|| sentence.to_owned(), |help| format!("{help} {sentence}"));
    finding["help"] = help.into();
    finding
}

/// Returns findings as JSON, each with whether it is one of a build, which it stops then if it is an error.
fn as_json<'f>(
    view: &View<'_>,
    findings: impl Iterator<Item = (&'f Diagnostic, bool)>,
) -> Vec<Value> {
    let mut files: BTreeMap<Fingerprint, ReportedFile> = BTreeMap::new();
    let findings = findings.map(|(one, is_of_build)| {
        let source = one.place.as_ref().map(|(place, _)| &place.source);
        let file = source.map(|source| {
            let file = files.entry(source.fingerprint);
            &*file.or_insert_with(|| ReportedFile::of(view, source))
        });
        finding(view, one, file, is_of_build)
    });
    findings.collect()
}

/// Returns the label of a fix in the words of an office.
pub fn office_label(view: &View<'_>, finding: &Diagnostic, label: &str) -> String {
    with_titles(view, words_of_fix(finding).unwrap_or(label))
}

/// Returns a text with the titles of documents in place of the paths of their files.
fn with_titles(view: &View<'_>, text: &str) -> String {
    if !text.contains(".md") && !text.contains(".toml") {
        return text.to_owned();
    }
    let words = text.split(' ').map(|word| {
        let sign = |sign: char| {
            matches!(
                sign,
                '`' | '“' | '”' | '(' | ')' | ',' | '.' | ':' | ';' | '?'
            )
        };
        let path = word.trim_matches(sign);
        let inside = format!("content/{path}");
        let paths = [path, inside.as_str()];
        let path_of = paths.iter().find(|path| view.is_editable(path));
        match path_of {
            Some(found) => {
                let title = format!("“{}”", view.title(found));
                let plain = word.replace('`', "");
                plain.replacen(path, &title, 1)
            }
            None => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn finding(
    view: &View<'_>,
    finding: &Diagnostic,
    file: Option<&ReportedFile>,
    is_of_build: bool,
) -> Value {
    let place = finding.place.as_ref().map(|(place, _)| place);
    let path = place.map(|place| place.source.path.as_str());
    let title = file.and_then(|file| file.title.as_ref());
    let document = path.filter(|_| title.is_some());
    let focus = place.zip(file).filter(|_| title.is_some());
    let focus = focus.and_then(|(place, file)| Focus::in_file(place, &file.toml));
    let id = id_of(finding);
    let fixes = finding.fixes();
    let fixes = fixes
        .iter()
        .enumerate()
        .filter(|(_, fix)| is_applicable(fix))
        .map(|(index, fix)| json!({ "id": format!("{id}-{index}"), "label": office_label(view, finding, &fix.label) }));
    let url = path.and_then(|path| view.plan().by_source.get(path));
    let url = url.or_else(|| finding.pages.first());
    let (field, body) = match focus {
        Some(Focus::Field(field)) => (Some(field), None),
        Some(Focus::Body(start, end)) => (None, Some([start, end])),
        None => (None, None),
    };
    let (message, help) = office_words(finding);
    let message = with_titles(view, &message);
    let help = help.map(|help| with_titles(view, &help));
    let mut parts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, value) in &finding.parts {
        parts.entry(name).or_default().push(value);
    }
    json!({
        "id": id,
        "code": finding.code.name,
        "parts": parts,
        "message": message,
        "help": help,
        "isError": finding.severity == Severity::Error,
        "stopsBuild": finding.severity == Severity::Error && is_of_build,
        "document": document,
        "title": title,
        "url": url,
        "field": field,
        "body": body,
        "fixes": fixes.collect::<Vec<_>>(),
    })
}

/// Returns the findings about a document as JSON.
pub fn findings_of(view: &View<'_>, path: &str) -> Vec<Value> {
    findings(view, |one| {
        let place = one.place.as_ref();
        place.is_some_and(|(place, _)| place.source.path == path)
    })
}
