//! Merges findings that repeat the same mistake: very often in one file, or on each page that shows a part of a form or menu.

use std::collections::{HashMap, HashSet};

use diagnostic::Diagnostic;
use inspect::UNTRACED;
use render::FAILS_HERE;

use crate::consequences::drop_consequences;
use crate::reported_values::drop_repeated;

/// Maximum number of equal findings about a file, each of which is reported at its place. Nobody reads more.
const MOST: usize = 20;

/// Equal findings about a file.
struct Equal {
    count: usize,
    /// Index of the one that comes first in the file.
    first: usize,
}

/// Returns the code, the message, and the file of a finding, or `None` if it is not about a file.
fn identity(finding: &Diagnostic) -> Option<(&str, &str, &str)> {
    let (place, _) = finding.place.as_ref()?;
    let path = place.source.path.as_str();
    Some((finding.code.name, &finding.message, path))
}

/// Returns a message without the page that it names, as in `the link on /about has no text`, or `None` if it names none.
fn without_page(message: &str) -> Option<String> {
    let (before, rest) = ["on /", "page /", "URL /"]
        .iter()
        .find_map(|sign| message.split_once(sign))?;
    let is_word = before.is_empty() || before.ends_with(' ');
    let end = rest.find([' ', ':']).unwrap_or(rest.len());
    is_word.then(|| [before, &rest[end..]].concat())
}

/// Removes mere consequences of other findings, and merges equal ones.
pub fn condense(findings: &mut Vec<Diagnostic>) {
    drop_repeated(findings);
    drop_consequences(findings);
    merge_failures(findings);
    merge_pages(findings);
    merge_equal(findings);
}

/// Separates the name of a component from the reason why it fails, in a message.
const FAILED: &str = "` failed: ";

/// Replaces findings about components that fail at the same place of a template with one at that place.
fn merge_failures(findings: &mut Vec<Diagnostic>) {
    let key = |one: &Diagnostic| {
        let (place, label) = one.related.first()?;
        let key = (
            one.message.clone(),
            place.source.path.clone(),
            place.span.start,
        );
        (label == FAILS_HERE).then_some(key)
    };
    let mut counts: HashMap<_, usize> = HashMap::new();
    for key in findings.iter().filter_map(key) {
        *counts.entry(key).or_default() += 1;
    }
    counts.retain(|_, count| *count > 1);
    let causes: HashSet<_> = counts
        .keys()
        .filter_map(|(message, path, at)| Some((message.split_once(FAILED)?.1, path, at)))
        .collect();
    // The same mistake on a page whose template calls the component.
    let is_cause = |one: &Diagnostic| {
        one.place.as_ref().is_some_and(|(place, _)| {
            causes.contains(&(&*one.message, &place.source.path, &place.span.start))
        })
    };
    let is_repeated: Vec<bool> = findings.iter().map(is_cause).collect();
    let mut repeated = is_repeated.into_iter();
    findings.retain(|_| !repeated.next().unwrap_or_default());
    findings.retain_mut(|one| {
        let Some(count) = key(one).and_then(|key| counts.get_mut(&key)) else {
            return true;
        };
        let more = std::mem::take(count).saturating_sub(1);
        if more == 0 {
            return false;
        }
        if let Some((_, cause)) = one.message.split_once(FAILED) {
            one.message = cause.to_owned();
        }
        // The use and the place of the mistake change their roles.
        if let (Some(used), Some(fails)) = (one.place.as_mut(), one.related.first_mut()) {
            std::mem::swap(used, fails);
            used.1.clear();
        }
        let uses = if more == 1 { "use" } else { "uses" };
        one.help.push(format!("the same at {more} more {uses}"));
        true
    });
}

/// Replaces findings that differ only in the page with the first of them, which then says how many there are: those at one place, and
/// those that templates have caused at an unknown place.
fn merge_pages(findings: &mut Vec<Diagnostic>) {
    let key = |one: &Diagnostic| {
        let (place, _) = one.place.as_ref()?;
        let message = without_page(&one.message);
        if let Some(template) = one.help.iter().find(|help| help.starts_with(UNTRACED)) {
            let message = match one.code.name {
                // What has lost its id is the template's mistake, whatever the ids are.
                "broken-anchor" => String::new(),
                _ => message.unwrap_or_else(|| one.message.clone()),
            };
            return Some((one.code.name, message, (template.clone(), 0, 0)));
        }
        let place = (place.source.path.clone(), place.span.start, place.span.end);
        Some((one.code.name, message?, place))
    };
    let mut counts: HashMap<_, usize> = HashMap::new();
    for key in findings.iter().filter_map(key) {
        *counts.entry(key).or_default() += 1;
    }
    findings.retain_mut(|one| {
        let Some(key) = key(one) else { return true };
        match counts.insert(key, 0) {
            Some(0) | None => false,
            Some(1) => true,
            Some(count) => {
                let pages = if count == 2 { "page" } else { "pages" };
                one.help
                    .push(format!("the same on {} more {pages}", count - 1));
                true
            }
        }
    });
}

/// Replaces more than [`MOST`] findings with the same code and message in one file with the first of them, which then says how many
/// there are.
fn merge_equal(findings: &mut Vec<Diagnostic>) {
    if findings.len() <= MOST {
        return;
    }
    let mut all: HashMap<_, Equal> = HashMap::new();
    let start = |index: usize| {
        let place = findings.get(index).and_then(|one| one.place.as_ref());
        place.map_or(0, |(place, _)| place.span.start)
    };
    for (index, one) in findings.iter().enumerate() {
        let Some(key) = identity(one) else { continue };
        let equal = all.entry(key).or_insert(Equal {
            count: 0,
            first: index,
        });
        equal.count += 1;
        if start(index) < start(equal.first) {
            equal.first = index;
        }
    }
    if all.values().all(|equal| equal.count <= MOST) {
        return;
    }
    let kept = findings.iter().enumerate().filter_map(|(index, one)| {
        let equal = identity(one).and_then(|key| all.get(&key));
        match equal.filter(|equal| equal.count > MOST) {
            None => Some(one.clone()),
            Some(equal) if equal.first != index => None,
            Some(equal) => {
                let more = equal.count - 1;
                let help = format!("the same at {more} more places in this file");
                Some(one.clone().help(help))
            }
        }
    });
    *findings = kept.collect();
}

#[cfg(test)]
mod tests {
    use diagnostic::{Place, Source};

    use super::*;
    use crate::codes::CANNOT_WRITE;

    #[test]
    fn findings_of_several_pages_are_one() {
        let source = Source::new("a.toml", "x".repeat(9));
        let finding = |at: usize, message: &str| {
            Diagnostic::new(&CANNOT_WRITE, message).at(Place::new(&source, at..at + 1), "")
        };
        let mut findings = vec![
            finding(1, "bad x on /"),
            finding(1, "bad x on /about"),
            finding(2, "bad x on /"),
            finding(1, "bad y on /"),
            finding(1, "bad x on /about is"),
            finding(1, "bad x on /c is"),
            finding(1, "bad x on /c"),
            finding(1, "nothing is upon /c"),
            finding(1, "nothing is upon /d"),
            finding(3, "no URL").help(format!("{UNTRACED} `a.html`")),
            finding(4, "no URL").help(format!("{UNTRACED} `b.html`")),
            finding(5, "no URL").help(format!("{UNTRACED} `a.html`")),
        ];
        merge_pages(&mut findings);
        let shown = findings
            .iter()
            .map(|one| format!("{} {}", one.message, one.help.concat()));
        let shown: Vec<String> = shown.collect();
        let expected = [
            "bad x on / the same on 2 more pages",
            "bad x on / ",
            "bad y on / ",
            "bad x on /about is the same on 1 more page",
            "nothing is upon /c ",
            "nothing is upon /d ",
            "no URL it comes from the template `a.html`the same on 1 more page",
            "no URL it comes from the template `b.html`",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn many_equal_findings_are_one() {
        let sources = ["a.md", "b.md"].map(|path| Source::new(path, "x".repeat(100)));
        let findings = |count: usize| {
            let finding = |at: usize, source, message: &str| {
                Diagnostic::new(&CANNOT_WRITE, message).at(Place::new(source, at..at + 1), "")
            };
            let mut findings = vec![
                finding(50, &sources[1], "one"),
                finding(60, &sources[0], "other"),
            ];
            let places = (0..count).rev();
            findings.extend(places.map(|at| finding(at, &sources[0], "one")));
            merge_equal(&mut findings);
            findings
        };
        assert_eq!(findings(MOST).len(), MOST + 2);
        let merged = findings(MOST + 1);
        assert_eq!(merged.len(), 3);
        assert_eq!(
            merged[2].help.concat(),
            "the same at 20 more places in this file"
        );
        assert_eq!(
            merged[2].place.as_ref().map(|(place, _)| place.span.start),
            Some(0)
        );
    }
}
