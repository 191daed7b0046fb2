//! Leaves out what another finding says already: that a value is wrong whose form its schema rejects, and that a file is not used which
//! a page uses in the wrong way.

use std::collections::{HashMap, HashSet};

use content::codes::{FOREIGN_NOTATION, UNREAD_FILE, WRONG_FORM};
use diagnostic::{Diagnostic, Severity};

/// Place of a finding: path, start, and end.
fn place(finding: &Diagnostic) -> Option<(&str, usize, usize)> {
    let (place, _) = finding.place.as_ref()?;
    Some((&place.source.path, place.span.start, place.span.end))
}

/// File of the values that texts refer to.
const SETTINGS: &str = "content/site.toml";

/// Returns the key of a value in `content/site.toml` that a finding is about.
fn key_of_fact(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let place = Some(place).filter(|place| place.source.path == SETTINGS)?;
    let line = place.source.text[..place.span.start].rsplit('\n').next()?;
    let (key, _) = line.split_once('=')?;
    Some(key.trim().to_owned())
}

/// Returns whether a text refers to a fact with this key, such as `{{ site.contact.tel }}`.
fn names(text: &str, key: &str) -> bool {
    text.match_indices("}}").any(|(end, _)| {
        let path = text[..end].trim_end();
        path.strip_suffix(key)
            .is_some_and(|above| above.ends_with('.'))
    })
}

/// Removes other findings in texts that use the notation of another generator, from which most of them follow.
pub fn drop_in_foreign_texts(findings: &mut Vec<Diagnostic>) {
    let foreign = findings
        .iter()
        .filter(|one| one.severity == Severity::Error && one.code == &FOREIGN_NOTATION);
    let starts: HashMap<String, usize> = foreign
        .filter_map(|one| {
            let (place, _) = one.place.as_ref()?;
            let start = place.source.text.find("\n+++\n")?;
            Some((place.source.path.clone(), start))
        })
        .collect();
    findings.retain(|one| {
        let place = place(one).filter(|_| one.code != &FOREIGN_NOTATION);
        place.is_none_or(|(path, at, _)| starts.get(path).is_none_or(|start| at < *start))
    });
}

/// Removes other findings about a value that has the wrong form, and about a file that another finding names: what is wrong with it is
/// reported once.
pub fn drop_repeated(findings: &mut Vec<Diagnostic>) {
    let parts = findings.iter().flat_map(|one| &one.parts);
    let files = parts.filter(|(part, _)| *part == "file");
    let files: HashSet<String> = files.map(|(_, file)| format!("content/{file}")).collect();
    if !files.is_empty() {
        findings.retain(|one| {
            one.code != &UNREAD_FILE || place(one).is_none_or(|(path, ..)| !files.contains(path))
        });
    }
    let is_of_form = |one: &Diagnostic| one.code == &WRONG_FORM;
    let errors = findings
        .iter()
        .filter(|one| one.severity == Severity::Error && is_of_form(one));
    let values = errors.filter_map(place);
    let values: HashSet<(String, usize, usize)> = values
        .map(|(path, start, end)| (path.to_owned(), start, end))
        .collect();
    if values.is_empty() {
        return;
    }
    let errors = findings.iter().filter(|one| is_of_form(one));
    let facts: Vec<String> = errors.filter_map(key_of_fact).collect();
    findings.retain(|one| {
        let is_of_fact = place(one).is_some_and(|(path, start, end)| {
            let text = one
                .place
                .as_ref()
                .map_or("", |(place, _)| &place.source.text[start..end]);
            path != SETTINGS && text.contains("{{") && facts.iter().any(|key| names(text, key))
        });
        !is_of_fact
    });
    findings.retain(|one| {
        let Some((path, start, end)) = place(one).filter(|_| !is_of_form(one)) else {
            return true;
        };
        // The value with its quotes, or without them.
        let has = |start, end| values.contains(&(path.to_owned(), start, end));
        !has(start, end) && !has(start.saturating_sub(1), end + 1)
    });
}
