//! Leaves out findings that follow from another one: what is wrong is reported once, where it can be mended.

use std::collections::{HashMap, HashSet};

use diagnostic::{Diagnostic, Place, Severity};

/// Returns what a finding is about, such as its file. A finding is left out if it is about the same as its cause.
type Subject = fn(&Diagnostic) -> Option<String>;

/// Findings that follow from others. Codes are given by their names.
struct Rule {
    /// Codes of the causes; empty for all errors.
    causes: &'static [&'static str],
    cause: Subject,
    /// Codes of what follows from them.
    consequences: &'static [&'static str],
    consequence: Subject,
    /// Whether the cause names the places of what follows from it.
    is_listed: bool,
}

/// Number of places that a cause names.
const LISTED: usize = 5;

const RULES: [Rule; 29] = [
    // The page will change once more.
    Rule {
        causes: &[],
        cause: everything,
        consequences: &["stale-print"],
        consequence: everything,
        is_listed: false,
    },
    // The page may have a budget of its own.
    Rule {
        causes: &["unused-budget"],
        cause: everything,
        consequences: &["over-budget"],
        consequence: everything,
        is_listed: false,
    },
    // The key is there, but misspelled.
    Rule {
        causes: &["unknown-key"],
        cause: file,
        consequences: &["review-without-owner"],
        consequence: file,
        is_listed: false,
    },
    // The characters will be replaced, and with them the fonts that they need.
    Rule {
        causes: &["left-over", "unfinished-text"],
        cause: line,
        consequences: &["missing-character", "over-budget"],
        consequence: line,
        is_listed: false,
    },
    Rule {
        causes: &["left-over", "unfinished-text", "missing-character"],
        cause: file,
        consequences: &["over-budget"],
        consequence: document_with_fonts,
        is_listed: false,
    },
    // Only elements and components can be closed.
    Rule {
        causes: &["unknown-element", "bad-component", "unknown-component"],
        cause: start,
        consequences: &["html-nesting"],
        consequence: start,
        is_listed: false,
    },
    Rule {
        causes: &["unclosed-component"],
        cause: line,
        consequences: &["html-nesting"],
        consequence: line,
        is_listed: false,
    },
    // The calendars and the pages of terms that a misspelled key would have made.
    Rule {
        causes: &["unknown-key"],
        cause: |finding| part(finding, "urls"),
        consequences: &["broken-link", "vanished-address"],
        consequence: urls_like_it,
        is_listed: false,
    },
    Rule {
        causes: &["vanished-address"],
        cause: path,
        consequences: &["broken-link"],
        consequence: path,
        is_listed: true,
    },
    Rule {
        causes: &["word-mismatch"],
        cause: name,
        consequences: &["unknown-word"],
        consequence: name,
        is_listed: false,
    },
    Rule {
        causes: &["unknown-word"],
        cause: meant,
        consequences: &["unused-word"],
        consequence: name,
        is_listed: false,
    },
    Rule {
        causes: &["unknown-color"],
        cause: name,
        consequences: &["unset-property"],
        consequence: name,
        is_listed: false,
    },
    Rule {
        causes: &["bad-component"],
        cause: start,
        consequences: &["unknown-element"],
        consequence: start,
        is_listed: false,
    },
    Rule {
        causes: &["unknown-placeholder"],
        cause: line,
        consequences: &["wrong-form"],
        consequence: line,
        is_listed: false,
    },
    Rule {
        causes: &["empty-heading"],
        cause: line,
        consequences: &["heading-order"],
        consequence: line,
        is_listed: false,
    },
    Rule {
        causes: &["shown-as-typed"],
        cause: line,
        consequences: &["list-number"],
        consequence: line,
        is_listed: false,
    },
    // The template may be one that shows the menu.
    Rule {
        causes: &["template-error", "template-syntax"],
        cause: everything,
        consequences: &["missing-menu"],
        consequence: everything,
        is_listed: false,
    },
    // The types of the props are read from the widget.
    Rule {
        causes: &["widgets-error"],
        cause: everything,
        consequences: &["island-props"],
        consequence: everything,
        is_listed: false,
    },
    // The collection or its route is there, below a misspelled key.
    Rule {
        causes: &["unknown-key"],
        cause: structure,
        consequences: &["unknown-collection", "invalid-value"],
        consequence: structure,
        is_listed: false,
    },
    Rule {
        causes: &["unknown-key"],
        cause: file,
        consequences: &["missing-key"],
        consequence: alternatives,
        is_listed: false,
    },
    Rule {
        causes: &["broken-reference"],
        cause: line,
        consequences: &["control-without-label"],
        consequence: line,
        is_listed: false,
    },
    Rule {
        causes: &["not-an-option"],
        cause: line,
        consequences: &["attribute-value"],
        consequence: line,
        is_listed: false,
    },
    Rule {
        causes: &["out-of-range"],
        cause: file,
        consequences: &["bad-form"],
        consequence: file,
        is_listed: false,
    },
    // Only one of the two pages is rendered.
    Rule {
        causes: &["duplicate-slug", "duplicate-route"],
        cause: everything,
        consequences: &["vanished-address"],
        consequence: everything,
        is_listed: false,
    },
    // What a condition takes as false is missing below it.
    Rule {
        causes: &["template-error"],
        cause: false_condition,
        consequences: &["template-error"],
        consequence: file,
        is_listed: false,
    },
    Rule {
        causes: &["bad-toml"],
        cause: words,
        consequences: &["unknown-word"],
        consequence: everything,
        is_listed: false,
    },
    // The translation is there, but in a file with a wrong name.
    Rule {
        causes: &["undeclared-language"],
        cause: original,
        consequences: &["missing-translation"],
        consequence: original,
        is_listed: false,
    },
    // A form in another folder than that of forms.
    Rule {
        causes: &["unread-file"],
        cause: |finding| Some(original(finding)?.replace("/form/", "/forms/")),
        consequences: &["stale-translation"],
        consequence: original,
        is_listed: false,
    },
    // Translations are compared with a form once that is right.
    Rule {
        causes: &["bad-form", "bad-toml", "stale-translation"],
        cause: |finding| original(finding).filter(|_| finding.severity == Severity::Error),
        consequences: &["stale-translation", "missing-translation"],
        consequence: original,
        is_listed: false,
    },
];

#[expect(clippy::unnecessary_wraps, reason = "a `Subject`")]
fn everything(_: &Diagnostic) -> Option<String> {
    Some(String::new())
}

fn file(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    Some(place.source.path.clone())
}

fn start(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    Some(format!("{}:{}", place.source.path, place.span.start))
}

fn line(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let before = place.source.text.get(..place.span.start)?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    Some(format!("{}:{start}", place.source.path))
}

/// Returns a value if a finding is about `structure.toml`.
fn structure(finding: &Diagnostic) -> Option<String> {
    let file = file(finding)?;
    (file == "content/structure.toml").then(String::new)
}

/// Returns the file of a finding about a table that needs one of two keys.
fn alternatives(finding: &Diagnostic) -> Option<String> {
    file(finding).filter(|_| finding.message.contains(" needs `"))
}

/// Returns the file of a finding about a condition that is always false.
fn false_condition(finding: &Diagnostic) -> Option<String> {
    file(finding).filter(|_| finding.message.ends_with("takes it as false"))
}

/// Returns a value if a finding is about the words of the theme.
fn words(finding: &Diagnostic) -> Option<String> {
    let file = file(finding)?;
    (file == "content/words.toml").then(String::new)
}

/// Returns a part of the message.
fn part(finding: &Diagnostic, name: &str) -> Option<String> {
    let part = finding.parts.iter().find(|(part, _)| *part == name);
    part.map(|(_, value)| value.clone())
}

/// Returns the document of a page that loads too large fonts.
fn document_with_fonts(finding: &Diagnostic) -> Option<String> {
    part(finding, "fonts")
}

/// Returns the path of a URL that nothing answers, unless a document that is left out has it.
fn path(finding: &Diagnostic) -> Option<String> {
    part(finding, "path").filter(|_| part(finding, "hidden").is_none())
}

/// Returns the path of a URL that nothing answers with `*` in place of its last part: `/due-dates/*.ics`.
fn urls_like_it(finding: &Diagnostic) -> Option<String> {
    let path = path(finding)?;
    let (folder, name) = path.rsplit_once('/')?;
    let ending = name.rfind('.').map_or("", |at| &name[at..]);
    Some(format!("{folder}/*{ending}"))
}

/// Returns the name that a message quotes.
fn name(finding: &Diagnostic) -> Option<String> {
    finding.message.split('`').nth(1).map(str::to_owned)
}

/// Returns the name that was probably meant.
fn meant(finding: &Diagnostic) -> Option<String> {
    let replacement = finding.replacements.first()?;
    Some(replacement.with.clone())
}

/// Returns the file without its ending, and without its language if it is a translation: `content/forms/contact`.
fn original(finding: &Diagnostic) -> Option<String> {
    let path = file(finding)?;
    let (folder, name) = path.rsplit_once('/')?;
    let stem = name.split('.').next()?;
    Some(format!("{folder}/{stem}"))
}

/// What follows from a cause.
struct Dropped {
    severity: Severity,
    places: Vec<Place>,
}

/// Removes findings that follow from others. A cause gets the severity of what follows from it.
pub fn drop_consequences(findings: &mut Vec<Diagnostic>) {
    for rule in &RULES {
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
        let causes: HashSet<String> = findings.iter().filter_map(cause).collect();
        let mut dropped: HashMap<String, Dropped> = HashMap::new();
        findings.retain(|one| {
            let subject = Some(one).filter(|one| follows(one) && cause(one).is_none());
            let subject = subject.and_then(rule.consequence);
            let Some(subject) = subject.filter(|subject| causes.contains(subject)) else {
                return true;
            };
            let severity = one.severity;
            let dropped = dropped.entry(subject).or_insert(Dropped {
                severity,
                places: Vec::new(),
            });
            dropped.severity = severity.min(dropped.severity);
            let place = one.place.clone().filter(|_| rule.is_listed);
            dropped.places.extend(place.map(|(place, _)| place));
            false
        });
        if dropped.is_empty() {
            continue;
        }
        for one in findings.iter_mut() {
            let Some(dropped) = cause(one).and_then(|subject| dropped.get(&subject)) else {
                continue;
            };
            one.severity = one.severity.min(dropped.severity);
            let places = dropped.places.iter().take(LISTED);
            let related = places.map(|place| (place.clone(), "a link to it".to_owned()));
            one.related.extend(related);
        }
    }
}
