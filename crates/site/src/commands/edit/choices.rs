//! Finds values that name entries of another collection, such as the partner who signs an article, so that the form offers their titles.

use std::collections::{BTreeMap, BTreeSet};

use content::CollectionRule;
use serde_json::{Value, json};

use super::document_text::values;
use super::view::View;
use crate::commands::language_server::project::rule;
use crate::shape::Shape;

/// Minimum number of different values that show what a key means: a single one can be a coincidence.
const FEWEST: usize = 2;

/// Adds `choices` to those properties of a schema of which all entries of the document's collection name an entry of one other
/// collection.
pub fn add(view: &View<'_>, path: &str, schema: &mut Value) {
    let rules = &view.project.structure.collections;
    let Some(own) = rule(&view.project.structure, path).filter(|own| own.dir.is_some()) else {
        return;
    };
    let siblings: Vec<_> = documents(view, own).collect();
    let fields: Vec<_> = siblings
        .iter()
        .filter_map(|path| values(path, &view.project.text(path)?.text))
        .collect();
    let others = rules
        .iter()
        .filter(|rule| rule.dir.is_some() && rule.name != own.name);
    let others: Vec<(BTreeMap<&str, &str>, &CollectionRule)> = others
        .map(|rule| {
            let paths = documents(view, rule);
            (paths.map(|path| (name(path), path)).collect(), rule)
        })
        .collect();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (key, property) in properties.into_iter().flatten() {
        let is_text = property["type"] == "string"
            && property.get("enum").is_none()
            && property.get("format").is_none();
        let used: BTreeSet<&str> = fields
            .iter()
            .filter_map(|fields| fields.get(key)?.as_str())
            .collect();
        if !is_text || used.len() < FEWEST {
            continue;
        }
        let has_all =
            |names: &BTreeMap<&str, &str>| used.iter().all(|name| names.contains_key(name));
        if let Some((names, rule)) = others.iter().find(|(names, _)| has_all(names)) {
            property["choices"] = choices(view, rule, names);
        }
    }
}

/// Returns the paths of the documents of a collection, without their translations.
fn documents<'v>(view: &'v View<'_>, rule: &'v CollectionRule) -> impl Iterator<Item = &'v str> {
    let folder = format!("content/{}/", rule.dir.as_deref().unwrap_or_default());
    let paths = view.project.files.content.texts.keys();
    let is_own = move |path: &&str| {
        let file = path.rsplit('/').next().unwrap_or(path);
        let ending = file.split_once('.').map(|(_, ending)| ending);
        path.starts_with(&folder) && matches!(ending, Some("md" | "toml"))
    };
    paths.map(String::as_str).filter(is_own)
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
        let values = source.and_then(|source| values(path, &source.text));
        let title = values.and_then(|values| view.entry_title(&values, Shape::new(&schema)));
        json!({ "value": name, "title": title.unwrap_or_else(|| (*name).to_owned()) })
    });
    choices.collect()
}
