//! `site.toml` and `structure.toml`: read, checked, and made into what the program uses.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::codes;
use crate::document::Document;
use crate::load::Collection;
use crate::schema::Schema;
use crate::site_config::Limits;
use crate::structure::{CollectionRule, Structure};
use crate::tables::{Part, TomlText, escape};
use crate::tree::Tree;
use diagnostic::Diagnostic;
use diagnostic::{Place, Source};
use diagnostic::{all_of, did_you_mean, one_of};

const SITE_SCHEMA: &str = include_str!("../schemas/site.json");

/// Reads one of the files every site has.
pub fn settings(tree: &Tree, path: &str, found: &mut Vec<Diagnostic>) -> Option<(TomlText, Value)> {
    if tree.unreadable.contains_key(path) {
        return None;
    }
    let Some(source) = tree.texts.get(path) else {
        found.push(
            Diagnostic::new(&codes::MISSING_FILE, format!("there is no {path}"))
                .help("a site has content/site.toml and content/structure.toml; run the command in the project's folder, or name it with --root"),
        );
        return None;
    };
    let toml = TomlText::whole(source);
    match toml.parse() {
        Ok(table) => Some((toml, Value::Object(table))),
        Err(diagnostics) => {
            found.extend(diagnostics);
            None
        }
    }
}

pub fn typed<T: DeserializeOwned>(
    value: &Value,
    toml: &TomlText,
    found: &mut Vec<Diagnostic>,
) -> Option<T> {
    match serde_json::from_value(value.clone()) {
        Ok(typed) => Some(typed),
        Err(error) => {
            // The schema says the same at the right line; this is for a site whose own schema lacks a rule.
            if !found.iter().any(|one| {
                one.place
                    .as_ref()
                    .is_some_and(|(place, _)| place.source == toml.source)
            }) {
                found.push(
                    Diagnostic::new(&codes::INVALID_VALUE, error.to_string())
                        .at(Place::start_of(&toml.source), ""),
                );
            }
            None
        }
    }
}

/// Checks against one of the engine's own schemas.
pub fn built_in(name: &str, schema: &str, value: &Value, toml: &TomlText) -> Vec<Diagnostic> {
    match Schema::compile(&Source::new(name, schema), &Arc::default()) {
        Ok(schema) => schema.check(value, toml, "", &[]),
        Err(mistakes) => mistakes,
    }
}

/// Checks what the engine reads of `site.toml`, beside what the site's own schema has found.
pub fn check_site(value: &Value, toml: &TomlText, found: &mut Vec<Diagnostic>) {
    for diagnostic in built_in("site.json", SITE_SCHEMA, value, toml) {
        let same = |one: &Diagnostic| {
            one.place.as_ref().map(|(place, _)| place)
                == diagnostic.place.as_ref().map(|(place, _)| place)
                && (one.code != &codes::MISSING_KEY || one.message == diagnostic.message)
        };
        // A table of the site's own may hold anything.
        if diagnostic.code != &codes::UNKNOWN_KEY && !found.iter().any(same) {
            found.push(diagnostic);
        }
    }
}

/// Collections and taxonomies with the name of another one.
pub fn duplicate_names(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let collections = structure.collections.iter().map(|rule| &rule.name);
    let taxonomies = structure.taxonomies.iter().map(|rule| &rule.name);
    let collections = collections
        .enumerate()
        .map(|(index, name)| ("collection", index, name));
    let taxonomies = taxonomies
        .enumerate()
        .map(|(index, name)| ("taxonomy", index, name));
    let mut first: HashMap<(&str, &str), usize> = HashMap::new();
    let mut found = Vec::new();
    for (table, index, name) in collections.chain(taxonomies) {
        let place = |index: usize| toml.locate(&format!("/{table}/{index}/name"), Part::Value);
        match first.get(&(table, name.as_str())) {
            Some(other) => found.push(
                Diagnostic::new(
                    &codes::DUPLICATE_NAME,
                    format!("two {} are named `{name}`", plural(table)),
                )
                .at(place(index), "the second")
                .related(place(*other), "the first is here")
                .help("give one of them another name"),
            ),
            None => drop(first.insert((table, name), index)),
        }
    }
    found
}

/// Collections, by their numbers, that read what an earlier one reads, with that one: for the same pages, or as something
/// else.
pub fn shared_sources(structure: &Structure) -> Vec<(usize, usize)> {
    let rules = &structure.collections;
    let source = |rule: &CollectionRule| rule.dir.clone().or_else(|| rule.file.clone());
    let is_again = |one: &CollectionRule, other: &CollectionRule| {
        source(one).is_some()
            && source(one) == source(other)
            && one.name != other.name
            && (one.schema != other.schema || one.route.is_some() && one.route == other.route)
    };
    let pairs = rules.iter().enumerate().filter_map(|(at, rule)| {
        let first = rules[..at].iter().position(|other| is_again(rule, other))?;
        Some((at, first))
    });
    pairs.collect()
}

/// The same as findings.
pub fn read_twice(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let place = |index: usize| {
        let key = structure.collections[index]
            .dir
            .as_ref()
            .map_or("file", |_| "dir");
        toml.locate(&format!("/collection/{index}/{key}"), Part::Value)
    };
    let pairs = shared_sources(structure).into_iter();
    pairs
        .map(|(second, first)| {
            let name = |index: usize| structure.collections[index].name.as_str();
            let message = format!(
                "the collections `{}` and `{}` read the same documents",
                name(first),
                name(second)
            );
            Diagnostic::new(&codes::DUPLICATE_ROUTE, message)
                .at(place(second), "the second")
                .related(place(first), "the first is here")
                .help("name another folder or file here, or remove one of the two")
        })
        .collect()
}

/// Routes that would give all documents of a collection one address.
pub fn routes_without_name(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (index, rule) in structure.collections.iter().enumerate() {
        let Some(route) = &rule.route else { continue };
        let place = toml.locate(&format!("/collection/{index}/route"), Part::Value);
        let open = route.rfind('{').filter(|at| !route[*at..].contains('}'));
        if let Some(at) = open {
            let written = &route[at..];
            found.push(
                Diagnostic::new(
                    &codes::UNKNOWN_PLACEHOLDER,
                    format!("`{written}` is not closed"),
                )
                .at(place, "")
                .help(format!("close it with a brace: `{route}}}`")),
            );
        } else if !route.contains('{') {
            let folder = route.trim_end_matches('/');
            let message = format!(
                "every document of `{}` would have the address {route}",
                rule.name
            );
            found.push(
                Diagnostic::new(&codes::WRONG_FORM, message)
                    .at(place, "")
                    .help(format!(
                        "add what is each document's own: `{folder}/{{slug}}`"
                    )),
            );
        }
    }
    found
}

/// Bounds that nothing is between.
pub fn crossed_limits(limits: &Limits, toml: &TomlText) -> Option<Diagnostic> {
    let (min, max) = (limits.description_min, limits.description_max);
    (min > max).then(|| {
        let message = format!("no description has {min} characters or more, and {max} at most");
        Diagnostic::new(&codes::OUT_OF_RANGE, message)
            .at(toml.locate("/limits/description_min", Part::Value), "")
            .help("`description_min` is the smaller of the two")
    })
}

/// Links of menus that name a collection there is none of.
pub fn unknown_collections_of_menus(
    menus: &Value,
    structure: &Structure,
    toml: &TomlText,
) -> Vec<Diagnostic> {
    let names = || structure.collections.iter().map(|rule| rule.name.as_str());
    let mut found = Vec::new();
    let mut open: Vec<(String, &Value)> = vec![(String::new(), menus)];
    while let Some((pointer, value)) = open.pop() {
        match value {
            Value::Object(fields) => {
                let below = fields.iter();
                open.extend(below.map(|(key, one)| (format!("{pointer}/{}", escape(key)), one)));
            }
            Value::Array(all) => {
                let below = all.iter().enumerate();
                open.extend(below.map(|(index, one)| (format!("{pointer}/{index}"), one)));
            }
            Value::String(name)
                if pointer.ends_with("/collection") && !names().any(|known| known == name) =>
            {
                let message = format!("there is no collection `{name}`");
                let help = did_you_mean(name, names())
                    .unwrap_or_else(|| format!("the collections are {}", all_of(names())));
                found.push(
                    Diagnostic::new(&codes::UNKNOWN_COLLECTION, message)
                        .at(toml.locate(&pointer, Part::Value), "not in structure.toml")
                        .help(help),
                );
            }
            _ => {}
        }
    }
    found
}

/// Words between braces that nothing is put in the place of.
pub fn unknown_placeholders(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut look = |table: &str, index: usize, key: &str, text: &str, known: &[&str]| {
        for word in placeholders(text).filter(|word| !known.contains(word)) {
            let mut place = toml.locate(&format!("/{table}/{index}/{key}"), Part::Value);
            let written = format!("{{{word}}}");
            if let Some(at) = place.source.text[place.span.clone()].find(&written) {
                place.span = place.span.start + at..place.span.start + at + written.len();
            }
            let shown: Vec<String> = known.iter().map(|name| format!("{{{name}}}")).collect();
            let shown = || shown.iter().map(String::as_str);
            found.push(
                Diagnostic::new(
                    &codes::UNKNOWN_PLACEHOLDER,
                    format!("nothing is put in the place of `{written}`"),
                )
                .at(place, "")
                .help(
                    did_you_mean(&written, shown())
                        .unwrap_or_else(|| format!("what can stand here is {}", one_of(shown()))),
                ),
            );
        }
    };
    for (index, rule) in structure.collections.iter().enumerate() {
        if let Some(route) = &rule.route {
            look("collection", index, "route", route, &["slug", "path"]);
        }
    }
    for (index, rule) in structure.taxonomies.iter().enumerate() {
        look("taxonomy", index, "route", &rule.route, &["slug"]);
        look("taxonomy", index, "title", &rule.title, &["term"]);
        look(
            "taxonomy",
            index,
            "description",
            &rule.description,
            &["term"],
        );
    }
    for (index, rule) in structure.paginations.iter().enumerate() {
        look("pagination", index, "route", &rule.route, &["number"]);
        look(
            "pagination",
            index,
            "title",
            &rule.title,
            &["title", "number"],
        );
        let known = ["description", "number"];
        look(
            "pagination",
            index,
            "description",
            &rule.description,
            &known,
        );
    }
    found
}

/// Single words between single braces.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('{').filter_map(|(at, _)| {
        let word = text[at + 1..].split('}').next()?;
        let is_closed = text[at + 1 + word.len()..].starts_with('}');
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_fact = text[..at].ends_with('{');
        (is_closed && is_word && !is_fact).then_some(word)
    })
}

/// Keys to order and to group by that no document of the collection has, and its schema does not know.
pub fn unknown_keys<'a>(
    collections: &[Collection],
    schemas: impl Iterator<Item = Option<&'a Schema>>,
    structure: &Structure,
    toml: &TomlText,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let schemas: Vec<Option<&Schema>> = schemas.collect();
    for (index, collection) in collections.iter().enumerate() {
        let hidden = collection.hidden.iter().map(|(document, _)| document);
        let documents: Vec<_> = collection.documents.iter().chain(hidden).collect();
        let Some(schema) = schemas.get(index).copied().flatten() else {
            continue;
        };
        // What a document with mistakes has is not known.
        if documents.is_empty() || documents.iter().any(|document| !document.valid) {
            continue;
        }
        let rule = &collection.rule;
        let sort = rule.sort.as_deref().map(|key| key.trim_start_matches('-'));
        let sort = sort.map(|key| (format!("/collection/{index}/sort"), key));
        let taxonomies = structure.taxonomies.iter().enumerate();
        let fields = taxonomies.filter(|(_, one)| one.collection == rule.name);
        let fields = fields.map(|(at, one)| (format!("/taxonomy/{at}/field"), one.field.as_str()));
        for (pointer, key) in sort.into_iter().chain(fields) {
            let has = |document: &&Arc<Document>| document.fields.contains_key(key);
            if schema.keys().any(|known| known == key) || documents.iter().any(has) {
                continue;
            }
            let written = documents.iter().flat_map(|one| one.fields.keys());
            let known: BTreeSet<&str> = schema.keys().chain(written.map(String::as_str)).collect();
            let message = format!("no document of `{}` has the key `{key}`", rule.name);
            found.push(
                Diagnostic::new(&codes::UNKNOWN_KEY, message)
                    .at(toml.locate(&pointer, Part::Value), "")
                    .help(did_you_mean(key, known.iter().copied()).unwrap_or_else(|| {
                        format!("their keys are {}", all_of(known.iter().copied()))
                    })),
            );
        }
    }
    found
}

fn plural(table: &str) -> &str {
    if table == "taxonomy" {
        "taxonomies"
    } else {
        "collections"
    }
}

/// Rules of `structure.toml` that name a collection there is none of.
pub fn unknown_collections(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let names: Vec<&str> = structure
        .collections
        .iter()
        .map(|rule| rule.name.as_str())
        .collect();
    let taxonomies = structure
        .taxonomies
        .iter()
        .map(|rule| &rule.collection)
        .enumerate()
        .map(|one| ("taxonomy", one));
    let paginations = structure
        .paginations
        .iter()
        .map(|rule| &rule.collection)
        .enumerate()
        .map(|one| ("pagination", one));
    let feeds = structure
        .feeds
        .iter()
        .map(|rule| &rule.collection)
        .enumerate()
        .map(|one| ("feed", one));
    taxonomies
        .chain(paginations)
        .chain(feeds)
        .filter(|(_, (_, name))| !names.contains(&name.as_str()))
        .map(|(table, (index, name))| {
            Diagnostic::new(
                &codes::UNKNOWN_COLLECTION,
                format!("there is no collection `{name}`"),
            )
            .at(
                toml.locate(&format!("/{table}/{index}/collection"), Part::Value),
                "not declared in this file",
            )
            .maybe_help(did_you_mean(name, names.iter().copied()))
        })
        .collect()
}
