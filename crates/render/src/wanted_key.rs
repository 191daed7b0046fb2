//! Where in a document a key belongs that its template wants: `page.blocks.culture`.

use content::{Document, Part};
use diagnostic::{Diagnostic, Place, did_you_mean};
use serde_json::Value;

use crate::template_syntax::loops_around;

/// Adds the place in the document to a template's error about a key that is not there.
pub fn with_place(diagnostic: Diagnostic, document: &Document) -> Diagnostic {
    let Some((place, _)) = &diagnostic.place else {
        return diagnostic;
    };
    let (text, at) = (place.source.text.as_str(), place.span.start);
    if let Some(path) = argument(&diagnostic.message, text, at) {
        let component = word(&text[at..]).to_owned();
        let message = format!("`{path}` is not there, and the component `{component}` needs it");
        let path = path.to_owned();
        return noted(
            Diagnostic {
                message,
                ..diagnostic
            },
            document,
            &path,
        );
    }
    if !diagnostic.message.starts_with("field `") {
        return diagnostic;
    }
    let key = word(&text[at..]);
    let before = text[..at].trim_end_matches(['.', '?']);
    let start = before
        .rfind(|c: char| !is_of_path(c))
        .map_or(0, |found| found + 1);
    let owner = &before[start..];
    let owners = if owner.starts_with("page.") {
        vec![owner]
    } else {
        loops_around(text, at)
            .filter(|(names, _)| names.split(',').any(|name| name.trim() == owner))
            .flat_map(|(_, list)| list.split(|c| !is_of_path(c)))
            .filter(|part| part.starts_with("page."))
            .collect()
    };
    let paths: Vec<String> = owners
        .iter()
        .map(|owner| format!("{owner}.{key}"))
        .collect();
    paths.iter().fold(diagnostic, |diagnostic, path| {
        noted(diagnostic, document, path)
    })
}

/// The value that a template gives to an argument of a component, where it is not there.
fn argument<'a>(message: &str, text: &'a str, at: usize) -> Option<&'a str> {
    let (name, _) = message
        .strip_prefix("component argument `")?
        .split_once("` (type: `undefined`)")?;
    let given = text[at..].split_once(&format!("{name}={{"))?.1;
    let path = given.split('}').next()?.trim();
    (path.starts_with("page.") && path.chars().all(is_of_path)).then_some(path)
}

fn is_of_path(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

fn word(text: &str) -> &str {
    let text = text.trim_start_matches('<');
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// Notes the table of the document that lacks the last key of a path, if it is one of its own tables.
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
    let place: Place = document.place(&pointer, Part::Key);
    let diagnostic = match did_you_mean(key, table.keys().map(String::as_str)) {
        Some(help) if !diagnostic.help.contains(&help) => diagnostic.help(help),
        _ => diagnostic,
    };
    diagnostic.related(place, format!("{name} of this document has no `{key}`"))
}
