//! A JSON Schema in the form that the drawer's form needs: without references, and with all parts of a value in one place.

use serde_json::{Map, Value};

use super::office_words::office_description;

/// Maximum depth, because references can form a cycle.
const DEEPEST: usize = 12;

/// Returns a schema in which references are replaced by what they refer to, and the schemas of `allOf` are merged.
pub fn resolved(schema: &Value) -> Value {
    let mut resolved = part(schema, schema, 0);
    if let Some(object) = resolved.as_object_mut() {
        object.shift_remove("$defs");
        object.shift_remove("$schema");
    }
    resolved
}

fn part(schema: &Value, root: &Value, depth: usize) -> Value {
    let Value::Object(schema) = schema else {
        return schema.clone();
    };
    if depth > DEEPEST {
        return Value::Object(Map::new());
    }
    let mut merged = Map::new();
    let referred = schema.get("$ref").and_then(Value::as_str);
    let referred = referred.and_then(|to| root.pointer(to.strip_prefix('#')?));
    if let Some(referred) = referred {
        merge(&mut merged, part(referred, root, depth + 1));
    }
    for one in schema
        .get("allOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        merge(&mut merged, part(one, root, depth + 1));
    }
    let mut own = Map::new();
    for (key, value) in schema {
        let value = match (key.as_str(), value) {
            ("$ref" | "allOf" | "$defs", _) => continue,
            ("properties" | "patternProperties", Value::Object(properties)) => {
                let properties = properties.iter();
                let properties =
                    properties.map(|(name, one)| (name.clone(), part(one, root, depth + 1)));
                Value::Object(properties.collect())
            }
            ("items" | "additionalProperties", value) => part(value, root, depth + 1),
            ("anyOf" | "oneOf", Value::Array(all)) => {
                all.iter().map(|one| part(one, root, depth + 1)).collect()
            }
            ("description", Value::String(text)) => match office_description(text) {
                Some(text) => Value::String(text),
                None => continue,
            },
            (_, value) => value.clone(),
        };
        own.insert(key.clone(), value);
    }
    merge(&mut merged, Value::Object(own));
    Value::Object(merged)
}

/// Adds a schema to another one, whose values apply as well.
fn merge(into: &mut Map<String, Value>, other: Value) {
    let Value::Object(other) = other else {
        return;
    };
    for (key, value) in other {
        match (into.get_mut(&key), value) {
            (Some(Value::Object(known)), Value::Object(more)) if key == "properties" => {
                for (name, property) in more {
                    match known.get_mut(&name) {
                        Some(Value::Object(before)) => merge(before, property),
                        _ => drop(known.insert(name, property)),
                    }
                }
            }
            (Some(Value::Array(known)), Value::Array(more)) if key == "required" => {
                let new = more.into_iter().filter(|one| !known.contains(one));
                let new: Vec<Value> = new.collect();
                known.extend(new);
            }
            (_, value) => drop(into.insert(key, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn references_and_parts() {
        let schema = json!({
            "allOf": [
                { "properties": { "a": { "$ref": "#/$defs/a" }, "b": { "type": "object", "properties": { "c": {} } } }, "required": ["a"] },
                { "properties": { "b": { "description": "B", "properties": { "d": {} } }, "self": { "$ref": "#" } }, "required": ["a", "b"] },
            ],
            "$defs": { "a": { "type": "string" } },
        });
        let resolved = resolved(&schema);
        assert_eq!(resolved["properties"]["a"], json!({ "type": "string" }));
        assert_eq!(
            resolved["properties"]["b"],
            json!({ "type": "object", "properties": { "c": {}, "d": {} }, "description": "B" })
        );
        assert_eq!(resolved["required"], json!(["a", "b"]));
        assert!(resolved.to_string().len() < 100_000);
    }
}
