//! Compares the findings of builds.

use std::collections::{HashMap, HashSet};

use diagnostic::{Diagnostic, Severity};

/// Returns the findings in `now` that `before` does not have, and the number of those that only `before` has. A finding that has only
/// moved to another line is the same.
pub fn compared(before: &[Diagnostic], now: &[Diagnostic]) -> (Vec<Diagnostic>, usize) {
    fn moved(one: &Diagnostic) -> (&str, &str, Option<(&str, &str)>) {
        let place = one.place.as_ref().map(|(place, _)| {
            let text = place.source.text.get(place.span.clone());
            (place.source.path.as_str(), text.unwrap_or_default())
        });
        (one.code.name, &one.message, place)
    }
    let mut known: HashMap<_, usize> = HashMap::new();
    for one in before {
        *known.entry(moved(one)).or_default() += 1;
    }
    let mut new = Vec::new();
    for one in now {
        match known.get_mut(&moved(one)).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => new.push(one.clone()),
        }
    }
    (new, known.into_values().sum())
}

/// Returns what distinguishes a finding from others: its kind, its message, and its place.
pub fn identity(one: &Diagnostic) -> (&str, &str, Option<(&str, usize, usize)>) {
    let place = one.place.as_ref().map(|(place, _)| {
        let (path, span) = (place.source.path.as_str(), &place.span);
        (path, span.start, span.end)
    });
    (one.code.name, &one.message, place)
}

/// Returns the paths of the files that have errors.
pub fn faulty_files(findings: &[Diagnostic]) -> HashSet<&str> {
    let errors = findings
        .iter()
        .filter(|one| one.severity == Severity::Error);
    let places = errors.filter_map(|one| one.place.as_ref());
    places
        .map(|(place, _)| place.source.path.as_str())
        .collect()
}
