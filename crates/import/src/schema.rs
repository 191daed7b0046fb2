//! Guesses the schema of a collection from the keys that its documents use.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};
use toml::{Table, Value};

use crate::model::{Site, title_of};

/// Descriptions of the keys that the program itself uses, by key.
const KNOWN: [(&str, &str); 17] = [
    (
        "title",
        "The title of the page, in lists and in search results.",
    ),
    ("description", "What search results show."),
    ("date", "The day of publication."),
    ("updated", "The day of the last change."),
    ("draft", "true keeps the page out of the site."),
    ("aliases", "Old URLs that redirect to this page."),
    (
        "template",
        "A template of the theme, instead of the collection's.",
    ),
    ("noindex", "true keeps the page out of search engines."),
    ("summary", "What lists show of the text."),
    ("guid", "The id of the entry in feeds, as in the old site."),
    ("author", "The author."),
    (
        "weight",
        "The place in lists: the smallest number comes first.",
    ),
    (
        "publish",
        "The first day on which the page is part of the site.",
    ),
    (
        "expire",
        "The first day on which the page is no longer part of the site.",
    ),
    ("lists", "The collections that the page lists."),
    (
        "part",
        "true leaves out of the list what is not below the URL of the page.",
    ),
    ("taxonomy", "The taxonomy whose terms the page lists."),
];

/// Keys that documents may use even if none does yet.
const ALWAYS: [&str; 6] = [
    "title",
    "description",
    "draft",
    "aliases",
    "template",
    "noindex",
];

/// Returns a JSON Schema that allows exactly the keys and types in use, and the keys that every document may have.
pub fn guess(site: &Site, collection: &str, documents: &[Table]) -> String {
    let keys: BTreeSet<&str> = documents
        .iter()
        .flat_map(|one| one.keys().map(String::as_str))
        .collect();
    let others = keys.into_iter().filter(|key| !ALWAYS.contains(key));
    let mut properties = Map::new();
    for key in ALWAYS.into_iter().chain(others) {
        let values: Vec<&Value> = documents.iter().filter_map(|one| one.get(key)).collect();
        let mut property = match (key, values.is_empty()) {
            (_, false) => property(&values),
            ("draft" | "noindex", true) => json!({ "type": "boolean" }),
            ("aliases", true) => json!({ "type": "array", "items": { "type": "string" } }),
            (_, true) => json!({ "type": "string" }),
        };
        let known = KNOWN
            .iter()
            .find(|(name, _)| *name == key)
            .map(|(_, text)| (*text).to_owned());
        property["description"] = known
            .unwrap_or_else(|| format!("{}, as in the old site.", title_of(key)))
            .into();
        properties.insert(key.to_owned(), property);
    }
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title_of(collection),
        "description": format!("Front matter of {}, guessed from the keys that the site of {} used.", collection.replace('_', " "), site.generator),
        "type": "object",
        "additionalProperties": false,
        "required": ["title"],
        "properties": properties,
    });
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}

/// Returns a schema that accepts these values.
fn property(values: &[&Value]) -> Json {
    let is = |check: fn(&Value) -> bool| values.iter().all(|one| check(one));
    let has_time = |value: &Value| value.as_datetime().is_some_and(|one| one.time.is_some());
    if is(Value::is_bool) {
        json!({ "type": "boolean" })
    } else if is(Value::is_integer) {
        json!({ "type": "integer" })
    } else if is(|one| one.is_integer() || one.is_float()) {
        json!({ "type": "number" })
    } else if is(Value::is_datetime) && !values.iter().any(|one| has_time(one)) {
        json!({ "type": "string", "format": "date" })
    } else if is(Value::is_datetime) && values.iter().all(|one| has_time(one)) {
        json!({ "type": "string", "format": "date-time" })
    } else if is(|one| one.is_str() || one.is_datetime()) {
        json!({ "type": "string" })
    } else if is(Value::is_array) {
        let items = values.iter().filter_map(|one| one.as_array()).flatten();
        let items: Vec<&Value> = items.collect();
        json!({ "type": "array", "items": if items.is_empty() { json!({}) } else { property(&items) } })
    } else if is(Value::is_table) {
        let tables: Vec<&Table> = values.iter().filter_map(|one| one.as_table()).collect();
        let keys: BTreeSet<&String> = tables.iter().flat_map(|one| one.keys()).collect();
        let properties: Map<String, Json> = keys
            .into_iter()
            .map(|key| {
                let values: Vec<&Value> = tables.iter().filter_map(|one| one.get(key)).collect();
                (key.clone(), property(&values))
            })
            .collect();
        json!({ "type": "object", "additionalProperties": false, "properties": properties })
    } else {
        json!({})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_values() {
        for (text, expected) in [
            ("v = [true, false]", r#"{"type":"boolean"}"#),
            ("v = [1, 2]", r#"{"type":"integer"}"#),
            ("v = [1, 2.5]", r#"{"type":"number"}"#),
            ("v = ['a', 2020-01-02]", r#"{"type":"string"}"#),
            ("v = [2020-01-02]", r#"{"type":"string","format":"date"}"#),
            (
                "v = [2020-01-02T00:00:00Z]",
                r#"{"type":"string","format":"date-time"}"#,
            ),
            (
                "v = [2020-01-02T00:00:00Z, 2020-01-02]",
                r#"{"type":"string"}"#,
            ),
            (
                "v = [['a'], []]",
                r#"{"type":"array","items":{"type":"string"}}"#,
            ),
            (
                "v = [{ a = 1 }, { b = 'x' }]",
                r#"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"integer"},"b":{"type":"string"}}}"#,
            ),
            ("v = ['a', 1, []]", "{}"),
        ] {
            let table: Table = toml::from_str(text).unwrap();
            let values: Vec<&Value> = table["v"].as_array().unwrap().iter().collect();
            let expected: Json = serde_json::from_str(expected).unwrap();
            assert_eq!(property(&values), expected, "{text}");
        }
    }
}
