//! Converts the values of an entry to TOML, in the order of the schema, with tables last and dates without quotation marks.

use serde_json::{Map, Value};
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table};

use crate::shape::{Shape, ValueKind};

/// Returns an entry as the text of a TOML file.
pub fn entry_text(values: &Map<String, Value>, shape: Shape<'_>) -> String {
    DocumentMut::from(table(values, shape)).to_string()
}

/// Returns an entry as a TOML table.
pub fn table(values: &Map<String, Value>, shape: Shape<'_>) -> Table {
    let mut table = Table::new();
    let (last, first): (Vec<_>, Vec<_>) = in_order(values, shape)
        .into_iter()
        .map(|(key, value)| (key, item(value, shape_of(shape, key))))
        .partition(|(_, item)| item.is_table() || item.is_array_of_tables());
    for (key, item) in first.into_iter().chain(last) {
        table.insert(key, item);
    }
    table
}

/// Returns an entry as an inline table, for a list that is written in brackets.
pub fn inline_table(values: &Map<String, Value>, shape: Shape<'_>) -> InlineTable {
    in_order(values, shape)
        .into_iter()
        .map(|(key, value)| (key, inline(value, shape_of(shape, key))))
        .collect()
}

/// Returns the values in the order of the schema, followed by values with keys that are not in the schema.
fn in_order<'v>(values: &'v Map<String, Value>, shape: Shape<'_>) -> Vec<(&'v str, &'v Value)> {
    let keys = shape.keys();
    let named = keys
        .iter()
        .filter_map(|(key, _)| values.get_key_value(*key));
    let others = values
        .iter()
        .filter(|(key, _)| !keys.iter().any(|(named, _)| named == key));
    named
        .chain(others)
        .map(|(key, value)| (key.as_str(), value))
        .collect()
}

fn shape_of<'a>(shape: Shape<'a>, key: &str) -> Shape<'a> {
    shape.key(key).unwrap_or_else(Shape::unknown)
}

/// Converts a value to TOML. A table of plain values is written on one line; each table in a list gets its own header.
pub fn item(value: &Value, shape: Shape<'_>) -> Item {
    match value {
        Value::Object(fields) if fields.values().any(|one| one.is_object() || one.is_array()) => {
            Item::Table(table(fields, shape))
        }
        Value::Array(entries) if !entries.is_empty() && entries.iter().all(Value::is_object) => {
            let items = shape.items().unwrap_or_else(Shape::unknown);
            let mut tables = ArrayOfTables::new();
            for fields in entries.iter().filter_map(Value::as_object) {
                tables.push(table(fields, items));
            }
            Item::ArrayOfTables(tables)
        }
        value => Item::Value(inline(value, shape)),
    }
}

pub fn inline(value: &Value, shape: Shape<'_>) -> toml_edit::Value {
    match value {
        // TOML has no null, so an entry cannot contain it.
        Value::Null => "".into(),
        Value::Bool(yes) => (*yes).into(),
        Value::Number(number) => number.as_i64().map_or_else(
            || number.as_f64().unwrap_or_default().into(),
            toml_edit::Value::from,
        ),
        Value::String(text) if shape.kind() == ValueKind::Date => text
            .parse::<toml_edit::Datetime>()
            .map_or_else(|_| string(text), toml_edit::Value::from),
        Value::String(text) => string(text),
        Value::Array(entries) => {
            let items = shape.items().unwrap_or_else(Shape::unknown);
            let entries: Array = entries.iter().map(|one| inline(one, items)).collect();
            entries.into()
        }
        Value::Object(fields) => inline_table(fields, shape).into(),
    }
}

/// Returns a string as TOML. One that has a line `+++` is written on one line, because such a line ends the front matter.
fn string(text: &str) -> toml_edit::Value {
    let one_line = || {
        // TOML has all escapes that JSON needs.
        let written = serde_json::to_string(text).ok()?;
        written.parse::<toml_edit::Value>().ok()
    };
    let written = has_fence(text).then(one_line).flatten();
    written.unwrap_or_else(|| text.into())
}

/// Returns whether a text has a line that would end front matter.
pub fn has_fence(text: &str) -> bool {
    text.lines().any(|line| line.trim_end() == "+++")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_entry() {
        let schema = json!({ "properties": {
            "title": { "type": "string" },
            "faq": { "type": "array", "items": { "properties": { "ask": {}, "on": { "type": "string", "format": "date" } } } },
            "date": { "type": "string", "format": "date" },
            "stats": { "type": "object" },
            "block": { "type": "object" },
        }});
        let values = json!({
            "other": [1, 2.5],
            "date": "2026-01-02",
            "stats": { "clients": "30+", "open": true },
            "block": { "link": { "url": "/" } },
            "faq": [{ "ask": "Why?", "on": "2026-01-03" }, { "ask": "Say \"x\"" }],
            "title": "A \"B\"\nC",
            "empty": [],
        });
        let Value::Object(values) = values else {
            return;
        };
        assert_eq!(
            entry_text(&values, Shape::new(&schema)),
            "title = \"\"\"\nA \"B\"\nC\"\"\"\ndate = 2026-01-02\nstats = { clients = \"30+\", open = true }\n\
             other = [1, 2.5]\nempty = []\n\n\
             [[faq]]\nask = \"Why?\"\non = 2026-01-03\n\n[[faq]]\nask = 'Say \"x\"'\n\n\
             [block]\nlink = { url = \"/\" }\n"
        );
    }
}
