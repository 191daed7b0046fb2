//! Drops findings caused by another finding, so that each mistake is reported once, where it can be fixed.

use std::collections::{HashMap, HashSet};

use diagnostic::{Diagnostic, Place, Severity};

use crate::consequence_rules::RULES;

/// Number of places that a cause names.
const MOST_LISTED: usize = 5;

/// The findings that were dropped for one subject: the highest severity among them, and their places.
struct Dropped {
    severity: Severity,
    places: Vec<Place>,
}

/// Removes findings that follow from others. A cause gets the severity of what follows from it.
pub fn drop_consequences(findings: &mut Vec<Diagnostic>) {
    for rule in RULES {
        let follows = |one: &Diagnostic| rule.consequences.contains(&one.code.name);
        if !findings.iter().any(follows) {
            continue;
        }
        let cause = |one: &Diagnostic| {
            let is_cause = match rule.causes {
                [] => one.severity == Severity::Error,
                codes => codes.contains(&one.code.name),
            };
            is_cause.then(|| (rule.cause)(one)).flatten()
        };
        let causes: Vec<String> = findings.iter().filter_map(cause).collect();
        let causes: HashSet<&str> = causes.iter().flat_map(|one| one.split('\n')).collect();
        let mut dropped: HashMap<String, Dropped> = HashMap::new();
        findings.retain(|one| {
            let subject = Some(one).filter(|one| follows(one) && cause(one).is_none());
            let subject = subject.and_then(rule.consequence);
            let is_caused = |subject: &String| subject.split('\n').all(|one| causes.contains(one));
            let Some(subject) = subject.filter(is_caused) else {
                return true;
            };
            let subject = subject.split('\n').next().unwrap_or_default().to_owned();
            let severity = one.severity;
            let dropped = dropped.entry(subject).or_insert(Dropped {
                severity,
                places: Vec::new(),
            });
            dropped.severity = severity.min(dropped.severity);
            let place = one.place.clone().filter(|_| rule.lists_places);
            dropped.places.extend(place.map(|(place, _)| place));
            false
        });
        if dropped.is_empty() {
            continue;
        }
        for one in findings.iter_mut() {
            let subjects = cause(one).unwrap_or_default();
            let Some(dropped) = subjects.split('\n').find_map(|one| dropped.get(one)) else {
                continue;
            };
            one.severity = one.severity.min(dropped.severity);
            let places = dropped.places.iter().take(MOST_LISTED);
            let related = places.map(|place| (place.clone(), "a link to it".to_owned()));
            one.related.extend(related);
            if let Some(more @ 1..) = dropped.places.len().checked_sub(MOST_LISTED) {
                let links = if more == 1 { "link" } else { "links" };
                one.help.push(format!("{more} more {links} to it"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use diagnostic::{Code, Source};

    use super::*;
    use crate::codes::CANNOT_WRITE;
    use crate::consequence_subjects::word;

    /// In a longer word, a finding is no consequence of one further away.
    #[test]
    fn words_of_limited_length() {
        for (length, is_same) in [(900, true), (1_100, false)] {
            let source = Source::new("a.md", format!("é {}", "é".repeat(length / 2)));
            let found = [3..5, 3 + length - 2..3 + length].map(|span| {
                let place = Place::new(&source, span);
                word(&Diagnostic::new(&CANNOT_WRITE, "x").at(place, ""))
            });
            assert_eq!(found[0] == found[1], is_same, "{length}");
        }
    }

    #[test]
    fn consequences_of_other_pages_and_words() {
        let text = "A wo\u{7}rd and [a link](/nope) [b](/a\u{7}b)";
        let nesting = "on /a: <script> is not closed";
        for (cause, consequence, is_dropped) in [
            (
                ("html-nesting", nesting, ""),
                ("heading-order", "heading `x /b` on /a skips", ""),
                true,
            ),
            (
                ("html-nesting", nesting, ""),
                ("heading-order", "heading `x` on /b skips", ""),
                false,
            ),
            (
                ("html-nesting", nesting, ""),
                ("broken-anchor", "page /a has no anchor `#b`", ""),
                true,
            ),
            (
                ("html-nesting", nesting, ""),
                ("broken-anchor", "page /b has no anchor `#b`", ""),
                false,
            ),
            (
                ("html-nesting", nesting, ""),
                ("orphan-page", "/b cannot be reached", ""),
                true,
            ),
            (
                ("html-nesting", "on /a: <b> is not closed", ""),
                ("orphan-page", "/b cannot", ""),
                false,
            ),
            (
                ("html-nesting", nesting, "A"),
                ("empty-page", "this page has no text", "rd"),
                true,
            ),
            (
                ("control-character", "x", "\u{7}"),
                ("broken-link", "x", "/nope"),
                false,
            ),
            (
                ("control-character", "x", "\u{7}"),
                ("broken-link", "x", "rd"),
                true,
            ),
            (
                ("control-character", "x", "\u{7}b"),
                ("broken-link", "x", "/a\u{7}b"),
                true,
            ),
        ] {
            let source = Source::new("a.md", text);
            let finding = |(name, message, at): (&'static str, &str, &str)| {
                let code: &'static Code = Box::leak(Box::new(Code {
                    name,
                    ..CANNOT_WRITE
                }));
                let start = text.find(at).unwrap_or_default();
                let place = (!at.is_empty()).then(|| Place::new(&source, start..start + at.len()));
                Diagnostic::new(code, message).maybe_at(place, "")
            };
            let mut findings = vec![finding(cause), finding(consequence)];
            drop_consequences(&mut findings);
            assert_eq!(findings.len() == 1, is_dropped, "{cause:?} {consequence:?}");
            // A finding about a template names only the first of its pages in its message.
            let mut findings = vec![finding(cause).part("page", "/b"), finding(consequence)];
            drop_consequences(&mut findings);
            let is_dropped = is_dropped || cause.1 == nesting;
            assert_eq!(findings.len() == 1, is_dropped, "{cause:?} {consequence:?}");
        }
    }
}
