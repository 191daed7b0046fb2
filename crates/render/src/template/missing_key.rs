//! Finds the table in a document's front matter that lacks a key its template needs, such as `culture` in
//! `page.blocks.culture`.

use content::{Document, Part};
use diagnostic::{Diagnostic, Fix, Place, did_you_mean};
use serde_json::Value;

use super::problem::Problem;
use super::tags::{Outline, name_at};

/// Adds the place in the document to a template's error about a key that does not exist. `is_known` is set if other documents have it.
pub fn with_place(
    problem: &Problem<'_>,
    diagnostic: Diagnostic,
    document: &Document,
    is_known: bool,
) -> Diagnostic {
    let Some((Place { source, span }, _)) = diagnostic.place.clone() else {
        return diagnostic;
    };
    let (text, at) = (source.text.as_str(), span.start);
    match problem {
        Problem::ArgumentType {
            name,
            found: "undefined",
            ..
        } => {
            let Some(path) = argument(name, &text[at..]) else {
                return diagnostic;
            };
            let component = name_at(text[at..].trim_start_matches('<'));
            let message =
                format!("`{path}` is undefined, but the component `{component}` needs it");
            let diagnostic = diagnostic.reworded(message);
            let key = path.trim_start_matches("page.");
            let near = did_you_mean(key, document.fields.keys().map(String::as_str));
            noted(
                diagnostic.maybe_help(near.map(|near| near.text)),
                document,
                path,
            )
        }
        Problem::UndefinedField { name, .. }
            if text[..at].ends_with("page.") && !document.fields.contains_key(*name) =>
        {
            if is_known {
                in_own_template(diagnostic, name, document)
            } else {
                diagnostic
            }
        }
        Problem::UndefinedField { .. } => {
            let key = name_at(&text[at..]);
            let before = text[..at].trim_end_matches(['.', '?']);
            let owner = before.rsplit(|c| !is_of_path(c)).next().unwrap_or(before);
            let owners: Vec<&str> = if owner.starts_with("page.") {
                vec![owner]
            } else {
                Outline::new(text)
                    .loops_at(at)
                    .filter(|(names, _)| names.split(',').any(|name| name.trim() == owner))
                    .flat_map(|(_, list)| list.split(|c| !is_of_path(c)))
                    .filter(|part| part.starts_with("page."))
                    .collect()
            };
            owners.iter().fold(diagnostic, |diagnostic, owner| {
                noted(diagnostic, document, &format!("{owner}.{key}"))
            })
        }
        _ => diagnostic,
    }
}

/// Adds the document to the error about a key that it lacks, if the document itself names its template, which other documents with this
/// key use as well.
pub fn in_own_template(diagnostic: Diagnostic, key: &str, document: &Document) -> Diagnostic {
    let Some(template) = document.text("template") else {
        return diagnostic;
    };
    let (path, place) = (
        &document.source().path,
        document.place("/template", Part::Value),
    );
    let help = format!("add `{key}` to {path}, or write another template there");
    diagnostic.only_help(help).related(
        place,
        format!("this document has the template `{template}`, but no `{key}`"),
    )
}

/// Returns the path that a component's call passes as an argument, such as `page.blocks.culture`, or `None` if it passes
/// another expression.
fn argument<'a>(name: &str, call: &'a str) -> Option<&'a str> {
    let given = call.split_once(&format!("{name}={{"))?.1;
    let path = given.split('}').next()?.trim();
    (path.starts_with("page.") && path.chars().all(is_of_path)).then_some(path)
}

fn is_of_path(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

/// Adds the place of the document's table that lacks the last key of a path, if the document has that table.
fn noted(diagnostic: Diagnostic, document: &Document, path: &str) -> Diagnostic {
    let Some((tables, key)) = path.trim_start_matches("page.").rsplit_once('.') else {
        return diagnostic;
    };
    let pointer = format!("/{}", tables.replace('.', "/"));
    let mut tables = tables.split('.');
    let first = tables.next().and_then(|first| document.fields.get(first));
    let Some(Value::Object(table)) =
        first.and_then(|first| tables.try_fold(first, |value, key| value.get(key)))
    else {
        return diagnostic;
    };
    if table.contains_key(key) {
        return diagnostic;
    }
    let name = format!("[{}]", pointer[1..].replace('/', "."));
    let mut diagnostic = diagnostic;
    // The key of this one document is misspelled, rather than that of the template, which other documents use as well.
    diagnostic.replacements.clear();
    if let Some(help) = did_you_mean(key, table.keys().map(String::as_str)) {
        let similar = help.replacement.map(|one| one.with).unwrap_or_default();
        let place = document.place(&format!("{pointer}/{similar}"), Part::Key);
        let label = format!("replace `{similar}` with `{key}`");
        let is_key = place.source.text[place.span.clone()] == similar;
        let fix = is_key.then(|| Fix::replace(label, place, key).to_confirm());
        diagnostic = diagnostic.maybe_fix(fix);
        if !diagnostic.help.contains(&help.text) {
            diagnostic = diagnostic.help(help.text);
        }
    }
    diagnostic.related(
        document.place(&pointer, Part::Key),
        format!("{name} of this document has no `{key}`"),
    )
}
