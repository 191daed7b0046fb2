//! Drops findings caused by another finding, so that each mistake is reported once, where it can be fixed.

use std::collections::{HashMap, HashSet};

use diagnostic::{Diagnostic, Place, Severity, line_start};

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

const fn rule(
    causes: &'static [&'static str],
    cause: Subject,
    consequences: &'static [&'static str],
    consequence: Subject,
) -> Rule {
    Rule {
        causes,
        cause,
        consequences,
        consequence,
        lists_places: false,
    }
}

const RULES: [Rule; 52] = [
    // What another template language would replace is shown, or is no HTML.
    rule(
        &["template-syntax"],
        line,
        &[
            "left-over",
            "html-syntax",
            "html-nesting",
            "html-placement",
            "unknown-element",
        ],
        line,
    ),
    // The page will change once more.
    rule(&[], everything, &["stale-print"], everything),
    // The page may have a budget of its own.
    rule(&["unused-budget"], meant, &["over-budget"], |finding| {
        part(finding, "page")
    }),
    // The key is there, but misspelled.
    rule(&["unknown-key"], file, &["review-without-owner"], file),
    // The characters will be replaced, and with them the fonts that they need.
    rule(
        &["left-over", "unfinished-text"],
        line,
        &["missing-character", "over-budget"],
        line,
    ),
    rule(
        &["left-over", "unfinished-text", "missing-character"],
        file,
        &["over-budget"],
        document_with_fonts,
    ),
    // Only elements and components can be closed.
    rule(
        &["unknown-element", "bad-component", "unknown-component"],
        start,
        &["html-nesting"],
        start,
    ),
    rule(&["unclosed-component"], line, &["html-nesting"], line),
    // The calendars and the pages of terms that a misspelled key would have made.
    rule(
        &["unknown-key"],
        |finding| part(finding, "urls"),
        &["broken-link", "vanished-address"],
        urls_like_it,
    ),
    Rule {
        lists_places: true,
        ..rule(&["vanished-address"], path, &["broken-link"], path)
    },
    // The word, or its translation, has a placeholder that no template knows.
    rule(
        &["word-mismatch"],
        unknown_placeholder,
        &["unknown-word"],
        quoted_name,
    ),
    // The main language lacks a word that its translations still have.
    rule(
        &["unknown-word"],
        quoted_name,
        &["word-mismatch"],
        quoted_name,
    ),
    rule(&["unknown-word"], meant, &["unused-word"], quoted_name),
    rule(
        &["unknown-color"],
        quoted_name,
        &["unset-property"],
        quoted_name,
    ),
    rule(&["bad-component"], start, &["unknown-element"], start),
    rule(
        &["unknown-placeholder"],
        line,
        &["wrong-form", "duplicate-title"],
        line,
    ),
    rule(&["empty-heading"], line, &["heading-order"], line),
    rule(&["shown-as-typed"], line, &["list-number"], line),
    // The template may be one that shows the menu.
    rule(
        &["template-error", "template-syntax"],
        |finding| finding.message.contains("`menu").then(String::new),
        &["missing-menu"],
        everything,
    ),
    // The types of the props are read from the widget.
    rule(
        &["widgets-error"],
        everything,
        &["island-props"],
        everything,
    ),
    // The collection or its route is there, below a misspelled key.
    rule(
        &["unknown-key"],
        lost_collection,
        &["unknown-collection", "invalid-value"],
        in_structure_toml,
    ),
    rule(&["unknown-key"], table, &["missing-key"], alternatives),
    rule(
        &["broken-reference"],
        line,
        &["control-without-label"],
        line,
    ),
    rule(&["not-an-option"], line, &["attribute-value"], line),
    rule(&["out-of-range"], table, &["bad-form"], table),
    // What a condition takes as false is missing below it.
    rule(
        &["template-error"],
        set_by_condition,
        &["template-error"],
        owner,
    ),
    rule(&["bad-toml"], in_words_toml, &["unknown-word"], everything),
    // The translation is there, but in a file with a wrong name.
    rule(
        &["undeclared-language"],
        path_without_language,
        &["missing-translation"],
        path_without_language,
    ),
    // A form in another folder than that of forms.
    rule(
        &["unread-file"],
        |finding| Some(path_without_language(finding)?.replace("/form/", "/forms/")),
        &["stale-translation"],
        path_without_language,
    ),
    rule(&["bad-component"], line, &["unfinished-text"], line),
    // Translations are compared with a file once that is right.
    rule(
        &[],
        main_language,
        &["stale-translation", "missing-translation"],
        path_without_language,
    ),
    rule(
        &["bad-toml"],
        file,
        &["missing-translation"],
        file_to_create,
    ),
    // The word is there, under a misspelled key.
    rule(
        &["word-mismatch"],
        meant_in_file,
        &["missing-translation"],
        only_missing_word,
    ),
    // The tags have to go, and with them the HTML around the Markdown.
    rule(
        &["obsolete-element"],
        |finding| line(finding).filter(|_| finding.message.starts_with('<')),
        &["markdown-in-html"],
        line,
    ),
    // A fact in other brackets is neither a link nor HTML.
    rule(
        &["left-over"],
        word,
        &["shown-as-typed", "html-syntax"],
        word,
    ),
    // The name is there, in a misspelled attribute.
    rule(
        &["attribute-value"],
        |finding| {
            start(finding)
                .filter(|_| meant(finding).is_some_and(|one| one.starts_with("aria-label")))
        },
        &["unnamed-navigation"],
        start,
    ),
    // The page is there, in a file with a wrong name.
    rule(
        &["bad-slug"],
        |finding| part(finding, "url"),
        &["broken-link"],
        path,
    ),
    // The whole embedded page has to go.
    rule(
        &["outside-resource"],
        line,
        &["obsolete-element"],
        |finding| line(finding).filter(|_| finding.message.contains("of <iframe>")),
    ),
    // The component is within a comment.
    rule(
        &["template-syntax"],
        |finding| part(finding, "component"),
        &["unknown-component"],
        quoted_name,
    ),
    // The sentence of a chat program goes with everything above the front matter.
    rule(
        &["missing-front-matter"],
        file,
        &["unfinished-text"],
        above_front_matter,
    ),
    // The slot was meant to be this block.
    rule(
        &["bad-component"],
        |finding| part(finding, "block"),
        &["unknown-block"],
        quoted_name,
    ),
    // The help says what to write in the place of one of them.
    rule(&["landmarks"], start, &["html-placement"], start),
    // The comment hides the rest of the page.
    rule(
        &["html-syntax"],
        |finding| part(finding, "page"),
        &["landmarks", "heading-order", "main-heading"],
        url_in_message,
    ),
    // The page is there, in a file whose name has a sign too many.
    rule(
        &["broken-link"],
        |finding| part(finding, "url"),
        &["vanished-address", "broken-link"],
        path_of_page,
    ),
    rule(
        &["broken-link"],
        |finding| file(finding).filter(|_| part(finding, "url").is_some()),
        &["bad-slug"],
        file,
    ),
    // The number is compared with the facts once telephones can read it.
    rule(&["bad-address"], word, &["contradicted-fact"], word),
    // A template of another language has more than one construct of it.
    rule(
        &["template-syntax"],
        |finding| file(finding).filter(|_| finding.message.ends_with("which templates do not run")),
        &["left-over"],
        file,
    ),
    // What another program would replace is no HTML.
    rule(
        &["foreign-notation"],
        line,
        &["left-over", "html-nesting", "html-syntax"],
        line,
    ),
    // The label names its field, in an attribute of React.
    rule(
        &["bad-component"],
        |finding| file(finding).filter(|_| finding.message.contains("`htmlFor`")),
        &["control-without-label"],
        file,
    ),
    // The marks of comments link to the comments.
    rule(&["foreign-notation"], line, &["broken-anchor"], |finding| {
        line(finding).filter(|_| finding.message.contains("#cmnt"))
    }),
    // The translation is there, with a hyphen in its name.
    rule(
        &["undeclared-language"],
        |finding| part(finding, "path"),
        &["broken-link", "unused-host", "vanished-address"],
        path_of_page,
    ),
    // The copy will be changed.
    rule(
        &["repeated-entry"],
        everything,
        &["stale-print"],
        everything,
    ),
];

#[expect(clippy::unnecessary_wraps, reason = "a `Subject`")]
fn everything(_: &Diagnostic) -> Option<String> {
    Some(String::new())
}

fn file(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    Some(place.source.path.clone())
}

/// Returns the file of a finding that is above the first `+++`.
fn above_front_matter(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let before = place.source.text.get(..place.span.end)?;
    let is_above = !before.lines().any(|line| line.trim_end() == "+++");
    file(finding).filter(|_| is_above)
}

fn start(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    Some(format!("{}:{}", place.source.path, place.span.start))
}

fn line(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let before = place.source.text.get(..place.span.start)?;
    let start = line_start(before);
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
    let line = line_start(text);
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

/// Returns the first URL that a message names.
fn url_in_message(finding: &Diagnostic) -> Option<String> {
    let mut words = finding.message.split(' ');
    words.find(|word| word.starts_with('/')).map(str::to_owned)
}

/// Returns the path of a page that does not exist.
fn path_of_page(finding: &Diagnostic) -> Option<String> {
    let named = || finding.message.strip_prefix("there is no page ");
    part(finding, "path").or_else(|| named()?.split_whitespace().next().map(str::to_owned))
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
