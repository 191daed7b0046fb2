//! Findings as the drawer shows them: in words, at the field or the text that they are about.

use std::ops::Range;

use content::TomlText;
use diagnostic::{Diagnostic, Fingerprinter, Place, Severity};
use serde_json::{Value, json};
use serve::edit::is_applicable;

use super::document_text::body_span;
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
        let body = body_span(path, text);
        if path.ends_with(".md") && place.span.start >= body.start && !body.is_empty() {
            let units = |range: Range<usize>| text[range].encode_utf16().count();
            let start = units(body.start..place.span.start.min(body.end));
            let end = start + units(place.span.start.min(body.end)..place.span.end.min(body.end));
            return Some(Self::Body(start, end));
        }
        let toml = TomlText::new(&place.source, toml_part(path, text));
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

/// Returns a finding as JSON.
pub fn finding(view: &View<'_>, finding: &Diagnostic) -> Value {
    let place = finding.place.as_ref().map(|(place, _)| place);
    let path = place.map(|place| place.source.path.as_str());
    let document = path.filter(|path| view.is_editable(path));
    let focus = place.filter(|_| document.is_some()).and_then(Focus::of);
    let id = id_of(finding);
    let fixes = finding.fixes();
    let fixes = fixes
        .iter()
        .enumerate()
        .filter(|(_, fix)| is_applicable(fix))
        .map(|(index, fix)| json!({ "id": format!("{id}-{index}"), "label": fix.label }));
    let url = path.and_then(|path| view.plan().by_source.get(path));
    let url = url.or_else(|| finding.pages.first());
    let (field, body) = match focus {
        Some(Focus::Field(field)) => (Some(field), None),
        Some(Focus::Body(start, end)) => (None, Some([start, end])),
        None => (None, None),
    };
    json!({
        "id": id,
        "code": finding.code.name,
        "message": finding.message,
        "help": (!finding.help.is_empty()).then(|| finding.help.join("; ")),
        "stopsBuild": finding.severity == Severity::Error && view.snapshot.findings.contains(finding),
        "document": document,
        "title": document.map(|path| view.title(path)),
        "url": url,
        "field": field,
        "body": body,
        "fixes": fixes.collect::<Vec<_>>(),
    })
}

/// Returns the findings about a document as JSON.
pub fn findings_of(view: &View<'_>, path: &str) -> Vec<Value> {
    let is_about = |one: &&Diagnostic| {
        let place = one.place.as_ref();
        place.is_some_and(|(place, _)| place.source.path == path)
    };
    let findings = view.findings.iter().filter(is_about);
    findings.map(|one| finding(view, one)).collect()
}
