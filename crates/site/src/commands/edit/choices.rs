//! Finds the values that a form offers: titles of entries of another collection, such as the partner who signs an article, names of
//! templates, and values that other entries have.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use content::{CollectionRule, Part, TomlText};
use serde_json::{Map, Value, json};

use super::view::View;
use crate::commands::language_server::parts::toml_part;
use crate::commands::language_server::project::rule;
use crate::shape::Shape;

/// Minimum number of different values that show what a key means: a single one can be a coincidence.
const FEWEST: usize = 2;

/// Minimum number of entries with a value for a key, and minimum average number of entries with the same value, that show that the key
/// has few values, such as the city of an office.
const FEW_VALUES: (usize, usize) = (4, 2);

/// Maximum length of a value that is offered, in bytes.
const LONGEST: usize = 60;

/// Adds `choices` to the properties of a schema whose values are known, given the other entries of the document's collection: names of
/// entries of one other collection, and names of templates. Where entries repeat few values, these are offered, and `isOpen` says that
/// others are allowed.
pub fn add(view: &View<'_>, path: &str, schema: &mut Value) {
    let Some(own) = rule(&view.project.structure, path) else {
        return;
    };
    let entries = entries(view, own);
    let pointer = if own.file.is_some() {
        "/properties/item/items/properties"
    } else {
        "/properties"
    };
    let others = named(view, own);
    let properties = schema.pointer_mut(pointer).and_then(Value::as_object_mut);
    for (key, property) in properties.into_iter().flatten() {
        let is_text = property["type"] == "string"
            && property.get("enum").is_none()
            && property.get("format").is_none();
        if !is_text {
            continue;
        }
        let used = used(&entries, key);
        let distinct: BTreeSet<&str> = used.iter().copied().collect();
        if let Some((names, rule)) = collection_of(&distinct, &others) {
            property["choices"] = choices(view, rule, names);
        } else if key == "template" && own.route.is_some() {
            property["choices"] = templates(view, &distinct);
            property["isOpen"] = Value::Bool(true);
        } else if is_repeated(&used, &distinct) {
            property["choices"] = distinct
                .iter()
                .map(|value| json!({ "value": value, "title": value }))
                .collect();
            property["isOpen"] = Value::Bool(true);
        }
    }
}

/// Returns the places that name an entry of another collection: the file, and the byte range of the value with its quotes.
pub fn places_of(view: &View<'_>, path: &str) -> Vec<(String, Range<usize>)> {
    let structure = &view.project.structure;
    let Some(own) = rule(structure, path).filter(|own| own.dir.is_some()) else {
        return Vec::new();
    };
    let mut places = Vec::new();
    for other in structure
        .collections
        .iter()
        .filter(|one| one.name != own.name)
    {
        let entries = entries(view, other);
        let others = named(view, other);
        let keys: BTreeSet<&String> = entries.iter().flat_map(|one| one.0.keys()).collect();
        let keys: BTreeSet<&str> = keys
            .into_iter()
            .filter(|key| {
                let distinct = used(&entries, key).into_iter().collect();
                collection_of(&distinct, &others).is_some_and(|(_, rule)| rule.name == own.name)
            })
            .map(String::as_str)
            .collect();
        for (fields, document, pointer) in &entries {
            let Some(source) = view.project.text(document) else {
                continue;
            };
            let toml = TomlText::new(source, toml_part(document, &source.text));
            for key in keys
                .iter()
                .filter(|key| fields.get(**key).and_then(Value::as_str) == Some(name(path)))
            {
                let place = toml.locate(&format!("{pointer}/{key}"), Part::Value);
                places.push(((*document).to_owned(), place.span));
            }
        }
    }
    places
}

/// Fields of an entry, the path of its file, and the pointer to the entry in the file.
type Entry<'v> = (Map<String, Value>, &'v str, String);

/// Returns the entries of a collection.
fn entries<'v>(view: &'v View<'_>, rule: &CollectionRule) -> Vec<Entry<'v>> {
    let mut entries = Vec::new();
    for path in documents(view, rule) {
        let source = view.project.text(path);
        let Some(fields) = source.and_then(|source| view.values(source)) else {
            continue;
        };
        let fields: &Map<String, Value> = fields.as_ref();
        if rule.file.is_none() {
            entries.push((fields.clone(), path, String::new()));
            continue;
        }
        let items = fields.get("item").and_then(Value::as_array);
        for (index, item) in items.into_iter().flatten().enumerate() {
            if let Some(item) = item.as_object() {
                entries.push((item.clone(), path, format!("/item/{index}")));
            }
        }
    }
    entries
}

/// Returns the texts that entries have for a key.
fn used<'e>(entries: &'e [Entry<'_>], key: &str) -> Vec<&'e str> {
    let values = entries.iter().filter_map(|one| one.0.get(key)?.as_str());
    values.collect()
}

/// Returns the collection whose entries have all these names.
fn collection_of<'o, 'v>(
    distinct: &BTreeSet<&str>,
    others: &'o [Names<'v>],
) -> Option<&'o Names<'v>> {
    let has_all =
        |names: &BTreeMap<&str, &str>| distinct.iter().all(|name| names.contains_key(name));
    others
        .iter()
        .find(|(names, _)| distinct.len() >= FEWEST && has_all(names))
}

/// Paths of the entries of a collection, by name.
type Names<'v> = (BTreeMap<&'v str, &'v str>, &'v CollectionRule);

/// Returns whether entries repeat few short values.
fn is_repeated(used: &[&str], distinct: &BTreeSet<&str>) -> bool {
    let (fewest, repeated) = FEW_VALUES;
    let is_short = |value: &&str| !value.trim().is_empty() && value.len() <= LONGEST;
    used.len() >= fewest && used.len() >= repeated * distinct.len() && distinct.iter().all(is_short)
}

/// Returns the paths of the entries of all other collections, by name.
fn named<'v>(view: &'v View<'_>, own: &CollectionRule) -> Vec<Names<'v>> {
    let rules = view.project.structure.collections.iter();
    let others = rules.filter(|rule| rule.dir.is_some() && rule.name != own.name);
    let named = others.map(|rule| {
        let paths = documents(view, rule);
        (paths.map(|path| (name(path), path)).collect(), rule)
    });
    named.collect()
}

/// Returns the templates that entries use, and those that render a page of another one, as choices.
fn templates(view: &View<'_>, used: &BTreeSet<&str>) -> Value {
    let rules = view.project.structure.collections.iter();
    let usual = rules.filter_map(|rule| rule.template.as_deref());
    let all: BTreeSet<&str> = used.iter().copied().chain(usual).collect();
    let title = |name: &str| name.trim_end_matches(".html").replace('-', " ");
    all.into_iter()
        .map(|name| json!({ "value": name, "title": title(name) }))
        .collect()
}

/// Returns the paths of the documents of a collection, without their translations.
fn documents<'v>(view: &'v View<'_>, rule: &CollectionRule) -> impl Iterator<Item = &'v str> {
    let place = match (&rule.dir, &rule.file) {
        (Some(dir), _) => format!("content/{dir}/"),
        (None, Some(file)) => format!("content/{file}"),
        (None, None) => String::new(),
    };
    let texts = &view.project.files.content.texts;
    let from = texts.range(place.clone()..);
    let paths = from.map(|(path, _)| path.as_str());
    let is_own = |path: &&str| {
        let file = path.rsplit('/').next().unwrap_or(path);
        let ending = file.split_once('.').map(|(_, ending)| ending);
        matches!(ending, Some("md" | "toml"))
    };
    paths
        .take_while(move |path| !place.is_empty() && path.starts_with(&place))
        .filter(is_own)
}

/// Returns the name of a document's file without its endings.
fn name(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

/// Returns the entries of a collection with their titles, given their paths by name.
fn choices(view: &View<'_>, rule: &CollectionRule, names: &BTreeMap<&str, &str>) -> Value {
    let schema = view.project.text(&format!("content/{}", rule.schema));
    let schema: Value = schema
        .and_then(|source| serde_json::from_str(&source.text).ok())
        .unwrap_or_default();
    let choices = names.iter().map(|(name, path)| {
        let source = view.project.text(path);
        let values = source.and_then(|source| view.values(source));
        let title = values.and_then(|values| view.entry_title(&values, Shape::new(&schema)));
        json!({ "value": name, "title": title.unwrap_or_else(|| (*name).to_owned()) })
    });
    choices.collect()
}
