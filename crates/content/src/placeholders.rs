//! Placeholders for required values that a document lacks, with which a preview shows it.

use jiff::civil::Date;
use jsonschema::error::ValidationErrorKind;
use serde_json::{Map, Value, json};

use crate::schema::Schema;
use crate::violations::Violations;

/// A placeholder for a missing value.
pub struct Placeholder {
    /// JSON pointer of the table that lacks the value.
    table: String,
    key: String,
    value: Value,
}

impl Placeholder {
    /// Adds the placeholder to the value that lacks it.
    pub fn add_to(self, value: &mut Value) {
        if let Some(Value::Object(fields)) = value.pointer_mut(&self.table) {
            fields.entry(self.key).or_insert(self.value);
        }
    }
}

impl Violations<'_> {
    /// Returns a placeholder for each required value that is missing.
    pub fn placeholders(&self, today: Date) -> Vec<Placeholder> {
        let missing = self.errors.iter().filter_map(|error| {
            let ValidationErrorKind::Required { property } = error.kind() else {
                return None;
            };
            let key = property.as_str()?;
            let schema = self.schema.parent_of(error)?.get("properties")?.get(key)?;
            Some(Placeholder {
                table: error.instance_path().as_str().to_owned(),
                key: key.to_owned(),
                value: placeholder(self.schema, schema, key, today, DEPTH)?,
            })
        });
        missing.collect()
    }
}

/// Maximum depth of tables and lists within a placeholder, because a schema may refer to itself.
const DEPTH: usize = 4;

/// Returns a value that matches a schema as far as visitors of a preview can tell: the key in brackets for text, today for a date,
/// any picture of the site for a picture.
fn placeholder(
    root: &Schema,
    schema: &Value,
    key: &str,
    today: Date,
    depth: usize,
) -> Option<Value> {
    let schema = root.resolved(schema)?;
    let depth = depth.checked_sub(1)?;
    let first = |name: &str| schema.get(name)?.as_array()?.first().cloned();
    if let Some(value) = first("enum").or_else(|| schema.get("const").cloned()) {
        return Some(value);
    }
    let format = schema.get("format").and_then(Value::as_str);
    let of = |schema: &Value, key: &str| placeholder(root, schema, key, today, depth);
    Some(match schema.get("type")?.as_str()? {
        "string" => match format {
            Some("image") => json!(root.any_picture()?),
            Some("date") => json!(today.to_string()),
            Some("link" | "uri") => json!("/"),
            Some("email") => json!("name@example.org"),
            _ => first("examples").unwrap_or_else(|| json!(format!("[{}]", key.replace('_', " ")))),
        },
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or_else(|| json!(0)),
        "boolean" => json!(false),
        "array" => {
            let count = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
            let item = schema.get("items").and_then(|items| of(items, key));
            let count = usize::try_from(count).ok()?.min(MOST);
            Value::Array(item.into_iter().cycle().take(count).collect())
        }
        "object" => {
            let properties = schema.get("properties").and_then(Value::as_object);
            let keys = schema.get("required").and_then(Value::as_array);
            let keys = keys.into_iter().flatten().filter_map(Value::as_str);
            let fields = keys.filter_map(|key| {
                let value = of(properties?.get(key)?, key)?;
                Some((key.to_owned(), value))
            });
            let fields: Map<String, Value> = fields.collect();
            Value::Object(Some(fields).filter(|fields| !fields.is_empty())?)
        }
        _ => return None,
    })
}

/// Maximum number of entries in a placeholder for a list.
const MOST: usize = 10;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn values_by_schema() {
        let schema = json!({
            "type": "object",
            "required": ["title", "kind", "day", "image", "count", "steps", "author"],
            "properties": {
                "title": { "type": "string" },
                "kind": { "enum": ["GST", "TDS"] },
                "day": { "type": "string", "format": "date" },
                "image": { "type": "string", "format": "image" },
                "count": { "type": "integer", "minimum": 3 },
                "steps": { "type": "array", "minItems": 2, "items": { "$ref": "#/$defs/step" } },
                "author": { "type": "object", "required": ["given_name"], "properties": { "given_name": { "type": "string" } } },
            },
            "$defs": { "step": { "type": "object", "required": ["text", "next"], "properties": {
                "text": { "type": "string", "examples": ["Sign"] },
                "next": { "$ref": "#/$defs/step" },
            } } },
        });
        let source = diagnostic::Source::new("schema.json", schema.to_string());
        let images = ["a.pdf", "faces/a.jpg", "b.svg"].map(str::to_owned);
        let schema = Schema::compile(&source, &Arc::new(images.to_vec())).unwrap();
        let mut value = json!({ "title": "Given" });
        for one in schema
            .violations(&value.clone())
            .placeholders(jiff::civil::date(2026, 6, 1))
        {
            one.add_to(&mut value);
        }
        let step = json!({ "text": "Sign", "next": { "text": "Sign" } });
        assert_eq!(
            value,
            json!({
                "title": "Given", "kind": "GST", "day": "2026-06-01", "image": "b.svg", "count": 3, "steps": [step, step],
                "author": { "given_name": "[given name]" },
            })
        );
    }
}
