//! Drops findings caused by another finding, so that each mistake is reported once, where it can be fixed.

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
    lists_places: bool,
}

/// Number of places that a cause names.
const MOST_LISTED: usize = 5;

const RULES: [Rule; 40] = [
    // The page will change once more.
    Rule {
        causes: &[],
        cause: everything,
        consequences: &["stale-print"],
        consequence: everything,
        lists_places: false,
    },
    // The page may have a budget of its own.
    Rule {
        causes: &["unused-budget"],
        cause: meant,
        consequences: &["over-budget"],
        consequence: |finding| part(finding, "page"),
        lists_places: false,
    },
    // The key is there, but misspelled.
    Rule {
        causes: &["unknown-key"],
        cause: file,
        consequences: &["review-without-owner"],
        consequence: file,
        lists_places: false,
    },
    // The characters will be replaced, and with them the fonts that they need.
    Rule {
        causes: &["left-over", "unfinished-text"],
        cause: line,
        consequences: &["missing-character", "over-budget"],
        consequence: line,
        lists_places: false,
    },
    Rule {
        causes: &["left-over", "unfinished-text", "missing-character"],
        cause: file,
        consequences: &["over-budget"],
        consequence: document_with_fonts,
        lists_places: false,
    },
    // Only elements and components can be closed.
    Rule {
        causes: &["unknown-element", "bad-component", "unknown-component"],
        cause: start,
        consequences: &["html-nesting"],
        consequence: start,
        lists_places: false,
    },
    Rule {
        causes: &["unclosed-component"],
        cause: line,
        consequences: &["html-nesting"],
        consequence: line,
        lists_places: false,
    },
    // The calendars and the pages of terms that a misspelled key would have made.
    Rule {
        causes: &["unknown-key"],
        cause: |finding| part(finding, "urls"),
        consequences: &["broken-link", "vanished-address"],
        consequence: urls_like_it,
        lists_places: false,
    },
    Rule {
        causes: &["vanished-address"],
        cause: path,
        consequences: &["broken-link"],
        consequence: path,
        lists_places: true,
    },
    // The word, or its translation, has a placeholder that no template knows.
    Rule {
        causes: &["word-mismatch"],
        cause: unknown_placeholder,
        consequences: &["unknown-word"],
        consequence: quoted_name,
        lists_places: false,
    },
    // The main language lacks a word that its translations still have.
    Rule {
        causes: &["unknown-word"],
        cause: quoted_name,
        consequences: &["word-mismatch"],
        consequence: quoted_name,
        lists_places: false,
    },
    Rule {
        causes: &["unknown-word"],
        cause: meant,
        consequences: &["unused-word"],
        consequence: quoted_name,
        lists_places: false,
    },
    Rule {
        causes: &["unknown-color"],
        cause: quoted_name,
        consequences: &["unset-property"],
        consequence: quoted_name,
        lists_places: false,
    },
    Rule {
        causes: &["bad-component"],
        cause: start,
        consequences: &["unknown-element"],
        consequence: start,
        lists_places: false,
    },
    Rule {
        causes: &["unknown-placeholder"],
        cause: line,
        consequences: &["wrong-form"],
        consequence: line,
        lists_places: false,
    },
    Rule {
        causes: &["empty-heading"],
        cause: line,
        consequences: &["heading-order"],
        consequence: line,
        lists_places: false,
    },
    Rule {
        causes: &["shown-as-typed"],
        cause: line,
        consequences: &["list-number"],
        consequence: line,
        lists_places: false,
    },
    // The template may be one that shows the menu.
    Rule {
        causes: &["template-error", "template-syntax"],
        cause: |finding| finding.message.contains("`menu").then(String::new),
        consequences: &["missing-menu"],
        consequence: everything,
        lists_places: false,
    },
    // The types of the props are read from the widget.
    Rule {
        causes: &["widgets-error"],
        cause: everything,
        consequences: &["island-props"],
        consequence: everything,
        lists_places: false,
    },
    // The collection or its route is there, below a misspelled key.
    Rule {
        causes: &["unknown-key"],
        cause: lost_collection,
        consequences: &["unknown-collection", "invalid-value"],
        consequence: in_structure_toml,
        lists_places: false,
    },
    Rule {
        causes: &["unknown-key"],
        cause: table,
        consequences: &["missing-key"],
        consequence: alternatives,
        lists_places: false,
    },
    Rule {
        causes: &["broken-reference"],
        cause: line,
        consequences: &["control-without-label"],
        consequence: line,
        lists_places: false,
    },
    Rule {
        causes: &["not-an-option"],
        cause: line,
        consequences: &["attribute-value"],
        consequence: line,
        lists_places: false,
    },
    Rule {
        causes: &["out-of-range"],
        cause: table,
        consequences: &["bad-form"],
        consequence: table,
        lists_places: false,
    },
    // What a condition takes as false is missing below it.
    Rule {
        causes: &["template-error"],
        cause: set_by_condition,
        consequences: &["template-error"],
        consequence: owner,
        lists_places: false,
    },
    Rule {
        causes: &["bad-toml"],
        cause: in_words_toml,
        consequences: &["unknown-word"],
        consequence: everything,
        lists_places: false,
    },
    // The translation is there, but in a file with a wrong name.
    Rule {
        causes: &["undeclared-language"],
        cause: path_without_language,
        consequences: &["missing-translation"],
        consequence: path_without_language,
        lists_places: false,
    },
    // A form in another folder than that of forms.
    Rule {
        causes: &["unread-file"],
        cause: |finding| Some(path_without_language(finding)?.replace("/form/", "/forms/")),
        consequences: &["stale-translation"],
        consequence: path_without_language,
        lists_places: false,
    },
    Rule {
        causes: &["bad-component"],
        cause: line,
        consequences: &["unfinished-text"],
        consequence: line,
        lists_places: false,
    },
    // Translations are compared with a file once that is right.
    Rule {
        causes: &[],
        cause: main_language,
        consequences: &["stale-translation", "missing-translation"],
        consequence: path_without_language,
        lists_places: false,
    },
    Rule {
        causes: &["bad-toml"],
        cause: file,
        consequences: &["missing-translation"],
        consequence: file_to_create,
        lists_places: false,
    },
    // The word is there, under a misspelled key.
    Rule {
        causes: &["word-mismatch"],
        cause: meant_in_file,
        consequences: &["missing-translation"],
        consequence: only_missing_word,
        lists_places: false,
    },
    // The tags have to go, and with them the HTML around the Markdown.
    Rule {
        causes: &["obsolete-element"],
        cause: |finding| line(finding).filter(|_| finding.message.starts_with('<')),
        consequences: &["markdown-in-html"],
        consequence: line,
        lists_places: false,
    },
    // A fact in other brackets is neither a link nor HTML.
    Rule {
        causes: &["left-over"],
        cause: word,
        consequences: &["shown-as-typed", "html-syntax"],
        consequence: word,
        lists_places: false,
    },
    // The template shows the name of the text instead of the text.
    Rule {
        causes: &["left-over"],
        cause: |finding| {
            part(finding, "meant")
                .filter(|meant| meant == "{{ page.content }}")
                .map(|_| String::new())
        },
        consequences: &["unshown-text"],
        consequence: everything,
        lists_places: false,
    },
    // The name is there, in a misspelled attribute.
    Rule {
        causes: &["attribute-value"],
        cause: |finding| {
            start(finding)
                .filter(|_| meant(finding).is_some_and(|one| one.starts_with("aria-label")))
        },
        consequences: &["unnamed-navigation"],
        consequence: start,
        lists_places: false,
    },
    // The page is there, in a file with a wrong name.
    Rule {
        causes: &["bad-slug"],
        cause: |finding| part(finding, "slug"),
        consequences: &["broken-link"],
        consequence: last_part,
        lists_places: false,
    },
    // The component is within a comment.
    Rule {
        causes: &["template-syntax"],
        cause: |finding| part(finding, "component"),
        consequences: &["unknown-component"],
        consequence: quoted_name,
        lists_places: false,
    },
    // The copy will be changed.
    Rule {
        causes: &["repeated-entry"],
        cause: everything,
        consequences: &["stale-print"],
        consequence: everything,
        lists_places: false,
    },
    // The bundle has the pictures.
    Rule {
        causes: &["widgets-error"],
        cause: everything,
        consequences: &["image-without-size"],
        consequence: everything,
        lists_places: false,
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

/// Returns where the word begins that a finding is about: after the last space before it.
fn word(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let before = place.source.text.get(..place.span.start)?;
    let start = before.trim_end_matches(|c: char| !c.is_whitespace()).len();
    Some(format!("{}:{start}", place.source.path))
}

/// Returns a value if a finding is about `structure.toml`.
fn in_structure_toml(finding: &Diagnostic) -> Option<String> {
    let file = file(finding)?;
    (file == "content/structure.toml").then(String::new)
}

/// Returns the table of a finding: its file, and where its header begins.
fn table(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let text = place.source.text.get(..place.span.start)?;
    let line = text.rfind('\n').map_or(0, |at| at + 1);
    let is_header = place.source.text[line..].starts_with('[');
    let header = if is_header {
        Some(line)
    } else {
        text.rfind("\n[").map(|at| at + 1)
    };
    Some(format!(
        "{}:{}",
        place.source.path,
        header.unwrap_or_default()
    ))
}

/// Returns the table of a finding if it needs one of two keys.
fn alternatives(finding: &Diagnostic) -> Option<String> {
    table(finding).filter(|_| finding.message.contains(" needs `"))
}

/// Returns a value if a key of `structure.toml` is unknown that was meant to declare a collection or its route.
fn lost_collection(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let before = place.source.text.get(..place.span.start)?;
    let is_header = before.ends_with('[');
    let is_route = meant(finding).is_some_and(|meant| meant == "route");
    in_structure_toml(finding).filter(|_| is_header || is_route)
}

/// Returns the file and the variable that a condition sets which is always false.
fn set_by_condition(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding
        .place
        .as_ref()
        .filter(|_| finding.message.ends_with("takes it as false"))?;
    let before = place.source.text.get(..place.span.start)?;
    let (_, tag) = before.rsplit_once("{%")?;
    let (name, _) = tag.split_once("set ")?.1.split_once('=')?;
    Some(format!("{}:{}", place.source.path, name.trim()))
}

/// Returns the file of a finding about a field, and the variable that lacks it.
fn owner(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let before = place
        .source
        .text
        .get(..place.span.start)?
        .strip_suffix('.')?;
    let name = before
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    Some(format!("{}:{name}", place.source.path))
}

/// Returns the file that the help tells to create.
fn file_to_create(finding: &Diagnostic) -> Option<String> {
    let help = finding
        .help
        .iter()
        .find_map(|help| help.strip_prefix("create "))?;
    help.split(" with").next().map(str::to_owned)
}

/// Returns a value if a finding is about the words of the theme.
fn in_words_toml(finding: &Diagnostic) -> Option<String> {
    let file = file(finding)?;
    (file == "content/words.toml").then(String::new)
}

/// Returns the word that has a placeholder for which no template gives a value.
fn unknown_placeholder(finding: &Diagnostic) -> Option<String> {
    let is_in_translation = finding.message.contains("has no placeholder");
    let is_unknown = is_in_translation || in_words_toml(finding).is_some();
    quoted_name(finding).filter(|_| is_unknown)
}

/// Returns a part of the message.
fn part(finding: &Diagnostic, name: &str) -> Option<String> {
    finding.named_part(name).map(str::to_owned)
}

/// Returns the document of a page that loads too large fonts.
fn document_with_fonts(finding: &Diagnostic) -> Option<String> {
    part(finding, "fonts")
}

/// Returns the path of a URL that nothing answers, unless a document that is left out has it, or it is clear which one was meant.
fn path(finding: &Diagnostic) -> Option<String> {
    let is_clear = finding.replacements.iter().any(|one| one.is_certain);
    part(finding, "path").filter(|_| part(finding, "hidden").is_none() && !is_clear)
}

/// Returns the path of a URL that nothing answers with `*` in place of its last part: `/due-dates/*.ics`.
fn urls_like_it(finding: &Diagnostic) -> Option<String> {
    let path = path(finding)?;
    let (folder, name) = path
        .rsplit_once('/')
        .filter(|(folder, _)| !folder.is_empty())?;
    let ending = name.rfind('.').map_or("", |at| &name[at..]);
    Some(format!("{folder}/*{ending}"))
}

/// Returns the name that a message quotes.
fn quoted_name(finding: &Diagnostic) -> Option<String> {
    finding.message.split('`').nth(1).map(str::to_owned)
}

/// Returns the name that was probably meant.
fn meant(finding: &Diagnostic) -> Option<String> {
    let replacement = finding.replacements.first()?;
    Some(replacement.with.clone())
}

/// Returns the file and the name that was probably meant.
fn meant_in_file(finding: &Diagnostic) -> Option<String> {
    Some(format!("{}:{}", file(finding)?, meant(finding)?))
}

/// Returns the file and the word that it lacks, if it lacks only one.
fn only_missing_word(finding: &Diagnostic) -> Option<String> {
    let [help] = finding.help.as_slice() else {
        return None;
    };
    let word = help.strip_prefix("translate `")?.split('`').next()?;
    Some(format!("{}:{word}", file(finding)?))
}

/// Returns the last segment of a broken link's path.
fn last_part(finding: &Diagnostic) -> Option<String> {
    Some(path(finding)?.rsplit('/').next()?.to_owned())
}

/// Returns the file without its ending, and without its language if it is a translation: `content/forms/contact`.
fn path_without_language(finding: &Diagnostic) -> Option<String> {
    let path = file(finding)?;
    let (folder, name) = path.rsplit_once('/')?;
    let stem = name.split('.').next()?;
    Some(format!("{folder}/{stem}"))
}

/// The findings that were dropped for one subject: the highest severity among them, and their places.
struct Dropped {
    severity: Severity,
    places: Vec<Place>,
}

/// Returns [`path_without_language`] if a finding is about the file in the main language.
fn main_language(finding: &Diagnostic) -> Option<String> {
    let name = file(finding)?.rsplit('/').next()?.to_owned();
    path_without_language(finding).filter(|_| name.matches('.').count() == 1)
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
            let place = one.place.clone().filter(|_| rule.lists_places);
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
