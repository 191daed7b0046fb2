//! Tera's errors as diagnostics: the place in the template, the chain of includes, help.
//!
//! Tera keeps the chain of calls and the batch of mistakes it finds when templates are put together in the text of its
//! reports only, so that text is read back here: `error: MESSAGE`, `--> FILE:LINE:COLUMN`, a marker, and `note: called
//! from FILE:LINE:COLUMN`.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Code, Diagnostic, Place, Severity, Source, did_you_mean};

use crate::codes;
use crate::template_syntax::{Reading, names_given, reading, unclosed};
use crate::template_words::{Words, reworded};
use crate::value_markdown;

/// Separates code, message and help in errors of our own functions, which Tera carries as plain text.
const SEPARATOR: char = '\u{1f}';

/// Templates by name, as Tera knows them.
pub type Templates = BTreeMap<String, Arc<Source>>;

/// Codes that functions give their errors.
static CODES: [&Code; 10] = [
    &codes::UNKNOWN_ARGUMENT,
    &content::codes::MISSING_IMAGE,
    &codes::MISSING_ASSET,
    &content::codes::UNKNOWN_COLLECTION,
    &codes::UNKNOWN_ISLAND,
    &codes::ISLAND_PROPS,
    &codes::UNKNOWN_FORM,
    &codes::UNKNOWN_ENTRY,
    &codes::BAD_MARKDOWN,
    &UNUSABLE,
];

/// How the message begins that says what is undefined.
pub const UNDEFINED: &str = "there is no value ";

/// The code of an error that only follows from one already reported.
pub static UNUSABLE: Code = Code {
    name: "unusable-document",
    severity: Severity::Error,
    summary: "",
    why: "",
    example: "",
    fix: "",
    source: "",
};

/// An error of a template function, to be shown where the template calls it.
pub fn function_error(
    code: &'static Code,
    message: impl AsRef<str>,
    help: Option<String>,
) -> tera::Error {
    tera::Error::message(format!(
        "{}{SEPARATOR}{}{SEPARATOR}{}",
        code.name,
        message.as_ref(),
        help.unwrap_or_default()
    ))
}

/// One mistake of a report.
#[derive(Debug, Default, PartialEq, Eq)]
struct Report {
    message: String,
    at: Option<(String, usize, usize)>,
    marker: usize,
    calls: Vec<(String, usize, usize)>,
}

/// Why a component failed that is used at a place known already.
pub struct Failure {
    /// What is wrong.
    pub message: String,
    /// Template, line and column.
    pub place: Option<String>,
}

/// What Tera says of a component that failed.
pub fn failure(error: &tera::Error) -> Failure {
    let text = error.to_string();
    let report = read(&text).into_iter().next();
    let place = report.as_ref().and_then(|report| report.at.as_ref());
    let place = place.map(|(name, line, column)| format!("{name}:{line}:{column}"));
    let message = report.map_or_else(
        || text.lines().next().unwrap_or_default().to_owned(),
        |one| one.message,
    );
    let (code, message, _) = unpack(&message);
    let message = if code == &codes::TEMPLATE_ERROR {
        reworded(&message, &Templates::new()).message
    } else if code == &codes::BAD_MARKDOWN {
        value_markdown::first_message(&message).unwrap_or(message)
    } else {
        message
    };
    Failure { message, place }
}

/// Diagnostics for everything in an error. None come back for an error that only follows from a reported one.
pub fn diagnostics(error: &tera::Error, templates: &Templates) -> Vec<Diagnostic> {
    match error.kind() {
        tera::ErrorKind::MissingParent { current, parent } => {
            return vec![missing_template(current, parent, templates)];
        }
        tera::ErrorKind::CircularExtend {
            tpl,
            inheritance_chain,
        } => {
            return vec![circle("extends itself", tpl, inheritance_chain, templates)];
        }
        tera::ErrorKind::CircularInclude { tpl, include_chain } => {
            return vec![circle("includes itself", tpl, include_chain, templates)];
        }
        _ => {}
    }
    let text = error.to_string();
    let reports = read(&text);
    if reports.is_empty() {
        if let Some(diagnostic) = component_twice(&text, templates) {
            return vec![diagnostic];
        }
        let (code, message, help) = unpack(&text);
        if code == &UNUSABLE {
            return Vec::new();
        }
        return vec![Diagnostic::new(code, message).maybe_help(help)];
    }
    reports
        .iter()
        .filter_map(|report| diagnostic(report, templates))
        .collect()
}

fn diagnostic(report: &Report, templates: &Templates) -> Option<Diagnostic> {
    let (code, message, help) = unpack(&report.message);
    if code == &UNUSABLE {
        return None;
    }
    let words = if code == &codes::TEMPLATE_ERROR {
        reworded(&message, templates)
    } else {
        Words {
            code,
            message,
            help,
        }
    };
    let mut diagnostic = Diagnostic::new(words.code, words.message).maybe_help(words.help);
    if let Some((name, line, column)) = &report.at
        && let Some(place) = place(templates, name, *line, *column, report.marker)
    {
        diagnostic = diagnostic.at(place, "");
    }
    if diagnostic.message.contains("but got `undefined`") {
        diagnostic = with_undefined_name(diagnostic);
    }
    if diagnostic.message == "unexpected end of input" {
        diagnostic = with_unclosed_tag(diagnostic);
    } else if diagnostic.code == &codes::TEMPLATE_ERROR && report.calls.is_empty() {
        diagnostic = with_reading(diagnostic);
    }
    if diagnostic.message.starts_with("variable `") {
        diagnostic = with_given_name(diagnostic);
    }
    for (name, line, column) in &report.calls {
        if let Some(place) = place(templates, name, *line, *column, 1) {
            let line_start = place.source.text[..place.span.start]
                .rfind('\n')
                .map_or(0, |at| at + 1);
            let includes = place.source.text[line_start..place.span.start].contains("include");
            let label = if includes {
                "included from here"
            } else {
                "used from here"
            };
            diagnostic = diagnostic.related(place, label);
        }
    }
    Some(diagnostic)
}

/// Names what is undefined, of which Tera marks the first word only.
fn with_undefined_name(diagnostic: Diagnostic) -> Diagnostic {
    let Some((place, _)) = &diagnostic.place else {
        return diagnostic;
    };
    let source = Arc::clone(&place.source);
    let start = place.span.start;
    let name: String = source.text[start..]
        .chars()
        .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '?'))
        .collect();
    if name.is_empty() {
        return diagnostic;
    }
    let end = start + name.len();
    Diagnostic {
        message: format!("{UNDEFINED}`{name}`"),
        ..diagnostic
    }
    .at(Place::new(&source, start..end), "")
}

/// Says what is meant where Tera names the word it stumbled over.
fn with_reading(diagnostic: Diagnostic) -> Diagnostic {
    let Some((place, _)) = &diagnostic.place else {
        return diagnostic;
    };
    let source = Arc::clone(&place.source);
    let Some(Reading {
        message,
        help,
        at,
        opened,
    }) = reading(&diagnostic.message, &source.text, place.span.start)
    else {
        return diagnostic;
    };
    let mut diagnostic = Diagnostic {
        message: message.unwrap_or_else(|| diagnostic.message.clone()),
        help: help.map_or_else(|| diagnostic.help.clone(), |help| vec![help]),
        ..diagnostic
    };
    if let Some(span) = at {
        diagnostic = diagnostic.at(Place::new(&source, span), "");
    }
    match opened {
        Some(span) => diagnostic.related(Place::new(&source, span), "opened here"),
        None => diagnostic,
    }
}

/// Suggests a name that the template itself gives, of which Tera does not tell.
fn with_given_name(diagnostic: Diagnostic) -> Diagnostic {
    let Some((place, _)) = &diagnostic.place else {
        return diagnostic;
    };
    let names = names_given(&place.source.text, place.span.start);
    let name = diagnostic.message.split('`').nth(1).unwrap_or_default();
    match did_you_mean(name, names) {
        Some(help) => Diagnostic {
            help: vec![help],
            ..diagnostic
        },
        None => diagnostic,
    }
}

/// Points at the tag that is not closed, which says more than the end of the file.
fn with_unclosed_tag(diagnostic: Diagnostic) -> Diagnostic {
    let Some((place, _)) = &diagnostic.place else {
        return diagnostic;
    };
    let source = Arc::clone(&place.source);
    let Some((tag, end, span)) = unclosed(&source.text) else {
        return diagnostic;
    };
    Diagnostic {
        message: format!("{tag} is not closed"),
        ..diagnostic
    }
    .at(Place::new(&source, span), "opened here")
    .help(format!("close it with {end}"))
}

fn place(
    templates: &Templates,
    name: &str,
    line: usize,
    column: usize,
    width: usize,
) -> Option<Place> {
    let source = templates.get(name)?;
    let start = source.offset(line, column);
    let end = source.offset(line, column + width.max(1));
    Some(Place::new(source, start..end))
}

/// Takes apart what [`function_error`] packed; anything else is a plain template error.
fn unpack(message: &str) -> (&'static Code, String, Option<String>) {
    for code in CODES {
        if let Some(at) = message.find(&format!("{}{SEPARATOR}", code.name)) {
            let mut parts = message[at..].splitn(3, SEPARATOR).skip(1);
            let text = parts.next().unwrap_or_default().to_owned();
            let help = parts
                .next()
                .filter(|help| !help.is_empty())
                .map(str::to_owned);
            return (code, text, help);
        }
    }
    (&codes::TEMPLATE_ERROR, message.to_owned(), None)
}

/// Reads Tera's reports back.
fn read(text: &str) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    for line in text.lines() {
        if let Some(message) = line.strip_prefix("error: ") {
            reports.push(Report {
                message: message.to_owned(),
                ..Report::default()
            });
            continue;
        }
        let Some(report) = reports.last_mut() else {
            continue;
        };
        if let Some(at) = line.trim_start().strip_prefix("--> ") {
            report.at = location(at);
        } else if let Some(call) = line.strip_prefix("note: called from ") {
            report.calls.extend(location(call));
        } else if report.at.is_none() {
            // A message of several lines.
            report.message.push('\n');
            report.message.push_str(line);
        } else if report.marker == 0 && line.trim_start().starts_with('|') && line.contains('^') {
            report.marker = line.matches('^').count();
        }
    }
    reports
}

fn location(text: &str) -> Option<(String, usize, usize)> {
    let mut parts = text.trim().rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    Some((parts.next()?.to_owned(), line, column))
}

/// Where a template names another one.
fn mention(templates: &Templates, current: &str, other: &str) -> Option<Place> {
    let source = templates.get(current)?;
    let at = source
        .text
        .find(&format!("\"{other}\""))
        .or_else(|| source.text.find(&format!("'{other}'")))?;
    Some(Place::new(source, at..at + other.len() + 2))
}

/// Tera names the component and the two files, but no line.
fn component_twice(text: &str, templates: &Templates) -> Option<Diagnostic> {
    let parts: Vec<&str> = text.split('`').collect();
    let [
        "Component ",
        name,
        " is defined in both ",
        first,
        " and ",
        second,
        ..,
    ] = parts.as_slice()
    else {
        return None;
    };
    let place = |template: &str| {
        let source = templates.get(template)?;
        let at = source.text.find(&format!("component {name}"))? + "component ".len();
        Some(Place::new(source, at..at + name.len()))
    };
    let mut diagnostic = Diagnostic::new(
        &codes::DUPLICATE_COMPONENT,
        format!("two components are named `{name}`"),
    )
    .help("rename one of the two");
    if let Some(place) = place(second) {
        diagnostic = diagnostic.at(place, "the second");
    }
    if let Some(place) = place(first) {
        diagnostic = diagnostic.related(place, "the first is here");
    }
    Some(diagnostic)
}

fn missing_template(current: &str, missing: &str, templates: &Templates) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(
        &codes::MISSING_TEMPLATE,
        format!("there is no template `{missing}`"),
    )
    .maybe_help(did_you_mean(missing, templates.keys().map(String::as_str)));
    if let Some(place) = mention(templates, current, missing) {
        diagnostic = diagnostic.at(place, "not in the theme's templates/");
    }
    diagnostic
}

fn circle(what: &str, name: &str, chain: &[String], templates: &Templates) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(
        &codes::TEMPLATE_LOOP,
        format!("the template `{name}` {what}: {}", chain.join(" → ")),
    );
    let closes = |from: &str| {
        let mut others = chain.iter().rev();
        others.find_map(|to| mention(templates, from, to))
    };
    // A chain of includes ends with the template that it comes back to, one of parents before it.
    let comes_back = chain
        .split_last()
        .filter(|(last, before)| before.contains(last));
    let place = match comes_back {
        Some((_, [.., from])) => mention(templates, from, name),
        _ => chain.last().and_then(|last| closes(last)),
    };
    match (place, templates.get(name)) {
        (Some(place), _) => diagnostic = diagnostic.at(place, "the circle is closed here"),
        (None, Some(source)) => diagnostic = diagnostic.at(Place::start_of(source), ""),
        (None, None) => {}
    }
    diagnostic
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_back() {
        let text = "error: Boom\n --> b.html:3:7\n  |\n3 | x {{ y }}\n  |      ^^^\n\nnote: called from a.html:1:4\n  |\n1 | z\n  | ^";
        assert_eq!(
            read(text),
            [Report {
                message: "Boom".into(),
                at: Some(("b.html".into(), 3, 7)),
                marker: 3,
                calls: vec![("a.html".into(), 1, 4)],
            }]
        );
    }
}
