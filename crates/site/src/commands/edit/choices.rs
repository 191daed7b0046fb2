//! Finds the values that a form offers: titles of entries of another collection, such as the partner who signs an article, names of
//! templates, and values that other entries have.

use std::collections::{BTreeMap, BTreeSet};

use content::CollectionRule;
use serde_json::{Map, Value, json};

use super::view::View;
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
    let fields: Vec<_> = documents(view, own)
        .filter_map(|path| view.values(view.project.text(path)?))
        .collect();
    let entries: Vec<&Map<String, Value>> = if own.file.is_some() {
        let items = fields
            .iter()
            .filter_map(|fields| fields.get("item")?.as_array());
        items.flatten().filter_map(Value::as_object).collect()
    } else {
        fields.iter().map(AsRef::as_ref).collect()
    };
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
        let used = entries
            .iter()
            .filter_map(|fields| fields.get(key)?.as_str());
        let used: Vec<&str> = used.collect();
        let distinct: BTreeSet<&str> = used.iter().copied().collect();
        let has_all =
            |names: &BTreeMap<&str, &str>| distinct.iter().all(|name| names.contains_key(name));
        let named = others
            .iter()
            .find(|(names, _)| distinct.len() >= FEWEST && has_all(names));
        if let Some((names, rule)) = named {
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

/// Returns whether entries repeat few short values.
fn is_repeated(used: &[&str], distinct: &BTreeSet<&str>) -> bool {
    let (fewest, repeated) = FEW_VALUES;
    let is_short = |value: &&str| !value.trim().is_empty() && value.len() <= LONGEST;
    used.len() >= fewest && used.len() >= repeated * distinct.len() && distinct.iter().all(is_short)
}

/// Returns the paths of the entries of all other collections, by name.
fn named<'v>(
    view: &'v View<'_>,
    own: &CollectionRule,
) -> Vec<(BTreeMap<&'v str, &'v str>, &'v CollectionRule)> {
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
