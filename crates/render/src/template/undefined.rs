//! Findings about values that are undefined.

use std::collections::BTreeSet;

use content::{Content, Document};
use diagnostic::{Diagnostic, Help, Place, did_you_mean};

use super::foreign_names;
use super::loop_settings::set_in_loop;
use super::missing_key;
use super::problem::{OF_PAGES, unknown_variable};
use super::tags::variables;
use crate::manual::values::{PAGE, PAGINATOR, TERM};

/// Names the undefined value in full, such as `page.hours`, because Tera marks only its first word, and adds help.
pub fn undefined_value(
    diagnostic: Diagnostic,
    place: &Place,
    in_loop: bool,
    content: Option<&Content>,
    document: Option<&Document>,
) -> Diagnostic {
    let rest = &place.source.text[place.span.start..];
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '?'));
    let name = &rest[..end.unwrap_or(rest.len())];
    let index = rest[name.len()..].strip_prefix('[');
    let index = index.and_then(|inner| inner.split_once(']'));
    // The key in brackets is what is missing: `page["titel"]`.
    let name = index.map_or(name, |(key, _)| &rest[..name.len() + key.len() + 2]);
    let last = name.rsplit(['.', '[']).next();
    let key = last.map(|key| key.trim_matches(['"', '\'', ']']));
    let Some(key) = key.filter(|key| !key.is_empty()) else {
        return diagnostic;
    };
    let known = [PAGE, PAGINATOR, TERM].into_iter().flatten();
    let mut keys: BTreeSet<&str> = known.map(|field| field.name).collect();
    for document in content.into_iter().flat_map(Content::all_documents) {
        keys_of(&document.fields, &mut keys);
    }
    let default = if in_loop { "[]" } else { "\"\"" };
    let whole = || {
        let start = place.span.start;
        Place::new(&place.source, start..start + name.len())
    };
    let given = variables(&place.source.text, place.span.start);
    let is_field = place.source.text[..place.span.start].ends_with('.');
    let in_loop_before = (name == key && !is_field)
        .then(|| set_in_loop(&place.source.text, place.span.start, name))
        .flatten();
    if name == key && !is_field && (in_loop_before.is_some() || !given.contains(&name)) {
        let collection = content.and_then(|content| content.collection(name));
        let help = match collection {
            _ if in_loop_before.is_some() => in_loop_before.map(Help::from),
            Some(_) => Some(format!("write `collection(name=\"{name}\")`").into()),
            None => unknown_variable(name, given.into_iter().chain(OF_PAGES)),
        };
        let message = format!("variable `{name}` is not defined");
        let diagnostic = diagnostic.reworded(message);
        return diagnostic.at(whole(), "").maybe_help(help);
    }
    let foreign = foreign_names::help("value", name);
    // A key that other documents have is not misspelled: this document leaves it out.
    let is_known = keys.contains(key);
    let help = foreign
        .or_else(|| did_you_mean(key, keys).filter(|_| !is_known))
        .unwrap_or_else(|| {
            let is_new = !is_known && name == format!("page.{key}");
            if is_new {
                format!("no document has `{key}`: correct the name, add the key to the documents, or write `| default(value={default})`")
                .into()
            } else {
                format!(
                    "if documents may leave it out, add a default: `| default(value={default})`"
                )
                .into()
            }
        });
    let diagnostic = diagnostic
        .reworded(format!("`{name}` is undefined"))
        .at(whole(), "");
    let is_own = name == format!("page.{key}");
    match document.filter(|_| is_own && is_known) {
        Some(document) => missing_key::in_own_template(diagnostic, key, document).help(help),
        None => diagnostic.help(help),
    }
}

/// Returns whether a document has a key.
pub fn has_key(content: &Content, key: &str) -> bool {
    content
        .all_documents()
        .any(|document| document.fields.contains_key(key))
}

/// Collects the keys of a table and of all tables within it.
fn keys_of<'a>(
    table: &'a serde_json::Map<String, serde_json::Value>,
    keys: &mut BTreeSet<&'a str>,
) {
    for (key, value) in table {
        keys.insert(key);
        let items = value.as_array().into_iter().flatten();
        let tables = std::iter::once(value).chain(items);
        for inner in tables.filter_map(serde_json::Value::as_object) {
            keys_of(inner, keys);
        }
    }
}
