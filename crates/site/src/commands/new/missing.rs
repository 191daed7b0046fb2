//! Finds the required values that an entry still lacks.

use serde_json::{Map, Value};

use super::set::DEEPEST;
use crate::shape::{Shape, ValueKind};

/// A required value that is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Key of the value, in the notation of `--set`, such as `faq.0.question`.
    pub key: String,
    /// Options, description, or hint from the schema; empty if it has none of them.
    pub what: String,
}

/// Returns the values that the schema or `extra_required_keys` requires and `values` lacks, in the order of the schema.
pub fn missing(
    values: &Map<String, Value>,
    shape: Shape<'_>,
    extra_required_keys: &[&str],
) -> Vec<Missing> {
    let mut missing = Vec::new();
    in_table(values, shape, extra_required_keys, "", &mut missing);
    missing
}

/// Returns the required values of a new entry of a list. `key` is the key of the entry, such as `faq.1`.
pub fn missing_entry(key: &str, shape: Shape<'_>) -> Vec<Missing> {
    let mut missing = Vec::new();
    in_value(None, shape, key, &mut missing);
    missing
}

/// Returns the required keys and the keys in `extra_required_keys`, in the order of the schema.
pub fn required_in_order<'a>(shape: Shape<'a>, extra_required_keys: &[&str]) -> Vec<&'a str> {
    let required = shape.required();
    let mut keys = keys_in_order(shape);
    keys.retain(|key| required.contains(key) || extra_required_keys.contains(key));
    keys
}

/// Returns the keys that the schema describes, followed by required keys that it does not describe.
fn keys_in_order(shape: Shape<'_>) -> Vec<&str> {
    let mut keys: Vec<&str> = shape.keys().into_iter().map(|(key, _)| key).collect();
    for key in shape.required() {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// Collects the missing values of a table. `prefix` is the table's own key followed by a dot, or empty for the whole entry.
fn in_table(
    table: &Map<String, Value>,
    shape: Shape<'_>,
    extra_required_keys: &[&str],
    prefix: &str,
    missing: &mut Vec<Missing>,
) {
    let required = required_in_order(shape, extra_required_keys);
    for key in keys_in_order(shape) {
        let value = table.get(key);
        if value.is_some() || required.contains(&key) {
            let shape = shape.key(key).unwrap_or_else(Shape::unknown);
            in_value(value, shape, &format!("{prefix}{key}"), missing);
        }
    }
}

/// Collects the missing values inside a value. If `value` is `None`, collects all values that are required there.
fn in_value(value: Option<&Value>, shape: Shape<'_>, key: &str, missing: &mut Vec<Missing>) {
    let can_go_deeper = key.matches('.').count() < DEEPEST - 2;
    let nothing = Map::new();
    let table = match (value, shape.kind()) {
        (Some(Value::Object(table)), _) => Some(table),
        (None, ValueKind::Table) if can_go_deeper && !shape.required().is_empty() => Some(&nothing),
        _ => None,
    };
    if let Some(table) = table {
        return in_table(table, shape, &[], &format!("{key}."), missing);
    }
    let (least, _) = shape.length_bounds();
    let (list, length) = match (value, shape.kind()) {
        (Some(Value::Array(list)), _) => (list.as_slice(), least.max(list.len())),
        (None, ValueKind::List) if can_go_deeper => (&[][..], least.max(1)),
        (Some(_), _) => return,
        (None, _) => {
            let options = shape.options();
            let what = match shape.description() {
                _ if !options.is_empty() => diagnostic::one_of(options.iter().map(String::as_str)),
                Some(description) => description.to_owned(),
                None => shape.hint(),
            };
            let key = key.to_owned();
            return missing.push(Missing { key, what });
        }
    };
    let items = shape.items().unwrap_or_else(Shape::unknown);
    for index in 0..length {
        in_value(list.get(index), items, &format!("{key}.{index}"), missing);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn required_values() {
        let faq = json!({
            "type": "object",
            "required": ["ask", "answer"],
            "properties": { "ask": { "type": "string" }, "answer": { "type": "string" } },
        });
        let schema = json!({
            "required": ["title", "faq", "stats", "tags"],
            "properties": {
                "title": { "type": "string" },
                "kind": { "enum": ["a", "b"] },
                "weight": { "type": "integer" },
                "stats": { "type": "object", "required": ["clients"], "properties": { "clients": { "type": "string" } } },
                "faq": { "type": "array", "minItems": 2, "items": faq },
                "tags": { "type": "array", "items": { "enum": ["x", "y"] } },
            },
        });
        let values = json!({ "title": "A", "faq": [{ "ask": "Why?" }] });
        let missing = missing(values.as_object().unwrap(), Shape::new(&schema), &["kind"]);
        let lines = missing
            .iter()
            .map(|one| format!("{}: {}", one.key, one.what));
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [
                "kind: `a` or `b`",
                "stats.clients: ",
                "faq.0.answer: ",
                "faq.1.ask: ",
                "faq.1.answer: ",
                "tags.0: `x` or `y`",
            ]
        );
    }
}
