//! Checks the documents of a collection against each other and against the rules that use them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use diagnostic::{Diagnostic, Help, Severity, all_of, did_you_mean};
use serde_json::Value;

use crate::codes;
use crate::collection::Collection;
use crate::document::Document;
use crate::foreign_keys;
use crate::joined_entries::{entries_in_one, with_entries};
use crate::schema::Schema;
use crate::structure::Structure;
use crate::toml_text::{Part, TomlText};

/// Reports documents with the same path and language, such as a forgotten copy of a file.
pub fn duplicate_slugs(documents: &[Arc<Document>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(&str, &str), &Arc<Document>> = HashMap::new();
    let mut diagnostics = Vec::new();
    let with_slug = documents
        .iter()
        .filter(|one| one.pointer.is_empty() || one.fields.contains_key("slug"));
    for document in with_slug {
        let Some(other) = first.insert((&document.path, &document.lang), document) else {
            continue;
        };
        let mut pair = [other, document];
        pair.sort_by_key(|one| (&one.source().path, one.place("", Part::Key).span.start));
        let message = format!(
            "two documents of `{}` have the slug `{}`",
            document.collection, document.slug
        );
        diagnostics.push(
            Diagnostic::new(&codes::DUPLICATE_SLUG, message)
                .at_duplicate(pair[1].slug_place(), pair[0].slug_place())
                .help(if document.pointer.is_empty() {
                    "rename one of the files, or change its `slug`"
                } else {
                    "change the `slug` of one of them"
                }),
        );
    }
    diagnostics
}

/// Reports entries of a list, or files of a folder without pages, that are the same as one before them: a copy whose values somebody has
/// forgotten to change.
pub fn repeated_entries(documents: &[Arc<Document>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(&str, String), &Arc<Document>> = HashMap::new();
    let mut diagnostics = Vec::new();
    // The same slug was reported.
    let is_entry = |one: &&Arc<Document>| one.valid && !one.fields.contains_key("slug");
    let entries = documents.iter().filter(is_entry);
    for entry in entries {
        let values = format!("{:?}{}", entry.fields, entry.markdown());
        let Some(other) = first.insert((&entry.lang, values), entry) else {
            continue;
        };
        let place = |entry: &Document| entry.place("", Part::Key);
        let mut pair = [place(other), place(entry)];
        pair.sort_by(|one, other| {
            let other = (&other.source.path, other.span.start);
            (&one.source.path, one.span.start).cmp(&other)
        });
        // A file whose name is among its values is the original of one with another name.
        let is_named = |entry: &Document| {
            let mut values = entry.fields.values().filter_map(Value::as_str);
            values.any(|value| value.to_lowercase().contains(&entry.slug))
        };
        let [before, after] = match (is_named(other), is_named(entry)) {
            (true, false) if entry.pointer.is_empty() => [place(other), place(entry)],
            (false, true) if entry.pointer.is_empty() => [place(entry), place(other)],
            _ => pair,
        };
        let message = "this entry is the same as another one of the list";
        diagnostics.push(
            Diagnostic::new(&codes::REPEATED_ENTRY, message)
                .at_duplicate(after, before)
                .help("delete it, or change what is different"),
        );
    }
    diagnostics
}

/// Names that people give to the text of a document, which has no key.
const TEXT: [&str; 5] = ["body", "content", "text", "markdown", "html"];

/// Returns the route of the taxonomy or the calendar whose `field` is at a JSON pointer.
fn route_by_field<'a>(structure: &'a Structure, pointer: &str) -> Option<&'a str> {
    let mut steps = pointer.split('/').skip(1);
    let (table, index) = (steps.next()?, steps.next()?.parse::<usize>().ok()?);
    match table {
        "taxonomy" => Some(&structure.taxonomies.get(index)?.route),
        "calendar" => Some(&structure.calendars.get(index)?.route),
        _ => None,
    }
}

/// Reports `sort` keys and fields of taxonomies and calendars that no document of the collection has and that its schema does not
/// declare. `schemas` contains the schema of each collection, in the same order.
pub fn unknown_keys(
    collections: &[Collection],
    schemas: &[Option<Schema>],
    structure: &Structure,
    toml: &TomlText,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (index, (collection, schema)) in collections.iter().zip(schemas).enumerate() {
        let documents = || collection.with_hidden();
        let Some(schema) = schema else { continue };
        // A document with errors may have any key.
        if documents().next().is_none() || documents().any(|document| !document.valid) {
            continue;
        }
        let rule = &collection.rule;
        let sort = rule.sort.as_deref().map(|key| key.trim_start_matches('-'));
        let sort = sort.map(|key| (format!("/collection/{index}/sort"), key));
        let taxonomies = structure.taxonomies.iter().enumerate();
        let fields = taxonomies.filter(|(_, one)| one.collections.contains(&rule.name));
        let fields = fields.map(|(at, one)| (format!("/taxonomy/{at}/field"), one.field.as_str()));
        let calendars = structure.calendars.iter().enumerate();
        let calendars = calendars.filter(|(_, one)| one.collection == rule.name);
        let calendars =
            calendars.map(|(at, one)| (format!("/calendar/{at}/field"), one.field.as_str()));
        let searched = structure.search.iter().flat_map(|one| &one.collections);
        let searched = searched
            .enumerate()
            .filter(|(_, one)| one.name == rule.name);
        let searched = searched.flat_map(|(at, one)| {
            let fields = one.fields.iter().enumerate();
            fields.map(move |(field, key)| {
                (
                    format!("/search/collection/{at}/fields/{field}"),
                    key.as_str(),
                )
            })
        });
        let keys = sort
            .into_iter()
            .chain(fields)
            .chain(calendars)
            .chain(searched);
        for (pointer, key) in keys {
            let is_known = schema.keys().any(|known| known == key)
                || documents().any(|one| one.fields.contains_key(key));
            if is_known {
                continue;
            }
            let written = documents().flat_map(|one| one.fields.keys());
            let declared = schema.keys().filter(|_| pointer.starts_with("/search/"));
            // A key that no document has would not change the order, and list no document.
            let known: BTreeSet<&str> = declared.chain(written.map(String::as_str)).collect();
            let known = || known.iter().copied();
            let message = format!("no document of `{}` has the key `{key}`", rule.name);
            let bare = key.trim_start_matches(|sign: char| !sign.is_alphanumeric());
            let is_backwards = key.starts_with(['−', '–', '—']);
            let meant = known()
                .find(|known| *known == bare && bare != key)
                .map(|known| {
                    let meant = if is_backwards {
                        format!("-{known}")
                    } else {
                        known.to_owned()
                    };
                    Help::replace(format!("write `{meant}`"), key, &meant)
                });
            let words: Vec<&str> = key.split_whitespace().collect();
            let ordered = || match words.as_slice() {
                [name, order @ ("desc" | "asc")] if known().any(|known| known == *name) => {
                    let sign = if *order == "desc" { "-" } else { "" };
                    let help = format!("write `{sign}{name}`: a hyphen means descending");
                    Some(Help::replace(help, key, &format!("{sign}{name}")))
                }
                _ => None,
            };
            let meant = meant.or_else(ordered).or_else(|| {
                let mut help = did_you_mean(key, known()).or_else(|| {
                    let name = foreign_keys::same_meaning(key, known())?;
                    Some(Help::replace(format!("did you mean `{name}`?"), key, name))
                })?;
                let is_descending = rule.sort.as_ref().is_some_and(|sort| sort.starts_with('-'));
                if let Some(one) = help
                    .replacement
                    .as_mut()
                    .filter(|_| is_descending && pointer.ends_with("/sort"))
                {
                    one.word.insert(0, '-');
                    one.with.insert(0, '-');
                    help.text = format!("did you mean `{}`?", one.with);
                }
                Some(help)
            });
            let is_text = pointer.starts_with("/search/") && TEXT.contains(&key);
            let meant = meant.or_else(|| {
                let help = "remove it: the text of a document is always searched";
                is_text.then(|| help.into())
            });
            let entries = entries_in_one(key).filter(|_| pointer.contains("/fields/"));
            if let Some(keys) =
                entries.filter(|all| all.iter().all(|one| known().any(|known| known == *one)))
            {
                let place = toml.locate(&pointer, Part::Value);
                let diagnostic = Diagnostic::new(&codes::UNKNOWN_KEY, message).warning();
                diagnostics.push(with_entries(
                    diagnostic.at(place.clone(), ""),
                    place,
                    &keys,
                    true,
                ));
                continue;
            }
            // A key that no document has yet is searched as soon as one has it.
            if meant.is_none() && pointer.starts_with("/search/") {
                continue;
            }
            let help =
                meant.unwrap_or_else(|| format!("their keys are {}", all_of(known())).into());
            let mut diagnostic = Diagnostic::new(&codes::UNKNOWN_KEY, message)
                .at(toml.locate(&pointer, Part::Value), "")
                .help(help);
            if let Some(route) = route_by_field(structure, &pointer) {
                diagnostic = diagnostic.part("urls", route.replace("{slug}", "*"));
            }
            if pointer.starts_with("/search/") {
                // The search works without the key.
                diagnostic.severity = Severity::Warning;
            }
            diagnostics.push(diagnostic);
        }
    }
    diagnostics
}
