//! Keywords of a JSON Schema whose value has the wrong type, such as `"enum": "Care"`.

use serde_json::{Map, Value, json};

use crate::schema_keywords::{SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS, has};

const LISTS: &str = "enum required examples";
const TEXTS: &str = "pattern format title description $ref $id $schema $comment";
const COUNTS: &str =
    "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties";
const NUMBERS: &str = "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf";
const SWITCHES: &str = "uniqueItems deprecated readOnly writeOnly";

/// Names of types, in the words of JSON Schema and of programming languages.
const TYPE_NAMES: [(&str, &str); 15] = [
    ("string", "string"),
    ("str", "string"),
    ("text", "string"),
    ("integer", "integer"),
    ("int", "integer"),
    ("number", "number"),
    ("float", "number"),
    ("boolean", "boolean"),
    ("bool", "boolean"),
    ("array", "array"),
    ("list", "array"),
    ("object", "object"),
    ("dict", "object"),
    ("null", "null"),
    ("none", "null"),
];

/// A value of a type that its keyword does not have.
pub struct WrongShape {
    pub message: String,
    pub help: String,
    /// Value that was meant, if it is clear.
    pub meant: Option<Value>,
}

/// Returns what is wrong with the type of a keyword's value. Returns `None` if it is right.
pub fn wrong_shape(key: &str, value: &Value) -> Option<WrongShape> {
    let (is_right, expected) = match key {
        _ if has(LISTS, key) || has(SCHEMA_LIST_KEYWORDS, key) => (value.is_array(), "a list"),
        _ if has(SCHEMA_MAP_KEYWORDS, key) => {
            return in_map(key, value);
        }
        _ if has(SCHEMA_KEYWORDS, key) => (value.is_object() || value.is_boolean(), "a schema"),
        _ if has(TEXTS, key) => (value.is_string(), "text"),
        _ if has(COUNTS, key) => (is_count(value), "a whole number"),
        _ if has(NUMBERS, key) => (value.is_number(), "a number"),
        _ if has(SWITCHES, key) => (value.is_boolean(), "true or false"),
        "type" => (value.is_string() || value.is_array(), "the name of a type"),
        _ => return None,
    };
    if is_right {
        return None;
    }
    let meant = match expected {
        "a list" => as_list(key, value),
        "a schema" => as_schema(value),
        "a whole number" | "a number" => {
            let number = value
                .as_str()
                .and_then(|text| text.trim().parse::<f64>().ok());
            let number = number.filter(|number| number.is_finite());
            let whole = number.filter(|number| number.fract() == 0.0 && number.abs() < 1e15);
            let whole = whole.and_then(|number| number.to_string().parse::<i64>().ok());
            let whole = whole.map(Value::from);
            let whole = whole.filter(|whole| expected == "a number" || is_count(whole));
            whole.or_else(|| number.filter(|_| expected == "a number").map(Value::from))
        }
        "true or false" => match value.as_str().map(str::to_lowercase).as_deref() {
            Some("true" | "yes") => Some(json!(true)),
            Some("false" | "no") => Some(json!(false)),
            _ => None,
        },
        "text" if value.is_number() || value.is_boolean() => Some(json!(value.to_string())),
        _ => None,
    };
    let help = match (&meant, key, value) {
        (Some(meant), ..) => format!("write {meant}"),
        (None, "required", Value::Bool(_)) => {
            "list the names of required keys beside `properties`: \"required\": [\"title\"]"
                .to_owned()
        }
        (None, "enum", _) => {
            "list the values that are valid: \"enum\": [\"one\", \"two\"]".to_owned()
        }
        (None, "type", _) => "write the name of a type, such as \"string\"".to_owned(),
        _ => format!("write {expected}"),
    };
    Some(WrongShape {
        message: format!("`{key}` must be {expected}, not {}", name_of(value)),
        help,
        // The documents may have other values than the one that is written.
        meant: meant.filter(|_| !matches!(key, "enum" | "required")),
    })
}

/// Returns what is wrong with a keyword whose value contains named schemas.
fn in_map(key: &str, value: &Value) -> Option<WrongShape> {
    let names = match value {
        Value::Object(_) => return None,
        Value::Array(names) => names
            .iter()
            .map(Value::as_str)
            .collect::<Option<Vec<&str>>>(),
        _ => None,
    };
    let string = json!({ "type": "string" });
    let meant = names.filter(|names| !names.is_empty()).map(|names| {
        let named = names
            .iter()
            .map(|name| ((*name).to_owned(), string.clone()));
        Value::Object(named.collect::<Map<String, Value>>())
    });
    let shown = meant.clone().unwrap_or_else(|| json!({ "title": string }));
    Some(WrongShape {
        message: format!(
            "`{key}` must be a table of names with their schemas, not {}",
            name_of(value)
        ),
        help: format!("write {shown}"),
        // The types of the values are not known.
        meant: None,
    })
}

/// Returns the finding about the schema of a property that is not a table, such as `"title": "string"`.
pub fn wrong_subschema(name: &str, value: &Value) -> Option<WrongShape> {
    if value.is_object() || value.is_boolean() {
        return None;
    }
    let meant = as_schema(value);
    let shown = meant.clone().unwrap_or_else(|| json!({ "type": "string" }));
    Some(WrongShape {
        message: format!(
            "the schema of `{name}` must be a table, not {}",
            name_of(value)
        ),
        help: format!("write {shown}"),
        meant,
    })
}

fn is_count(value: &Value) -> bool {
    value.as_u64().is_some()
        || value
            .as_f64()
            .is_some_and(|number| number.fract() == 0.0 && number >= 0.0)
}

/// Returns the list that was meant by a text with its entries, by one entry, or by a table with them as keys.
fn as_list(key: &str, value: &Value) -> Option<Value> {
    match value {
        Value::String(text) if key == "examples" => Some(json!([text])),
        Value::String(text) if key != "allOf" && key != "anyOf" && key != "oneOf" => {
            let entries = text.split([',', '|', ';']).map(str::trim);
            let entries: Vec<&str> = entries.filter(|entry| !entry.is_empty()).collect();
            Some(json!(entries)).filter(|_| !entries.is_empty())
        }
        Value::Object(table) if matches!(key, "enum" | "required") && !table.is_empty() => {
            Some(json!(table.keys().collect::<Vec<&String>>()))
        }
        Value::Object(_) => Some(json!([value])),
        Value::Number(_) if key != "required" => Some(json!([value])),
        _ => None,
    }
}

/// Returns the schema that was meant by the name of a type, or by a list with one schema.
fn as_schema(value: &Value) -> Option<Value> {
    match value {
        Value::String(name) => {
            let name = name.trim().to_lowercase();
            let (_, kind) = TYPE_NAMES.iter().find(|(known, _)| *known == name)?;
            Some(json!({ "type": kind }))
        }
        Value::Array(entries) => match entries.as_slice() {
            [only @ Value::Object(_)] => Some(only.clone()),
            [only @ Value::String(_)] => as_schema(only),
            _ => None,
        },
        _ => None,
    }
}

fn name_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(true) => "true",
        Value::Bool(false) => "false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn values_of_the_wrong_type() {
        for (key, value, expected) in [
            ("enum", json!("Care"), r#"write ["Care"]"#),
            ("enum", json!("Care, Riding"), r#"write ["Care","Riding"]"#),
            ("enum", json!({ "care": "Care" }), r#"write ["care"]"#),
            ("enum", json!(["Care"]), ""),
            ("required", json!("title"), r#"write ["title"]"#),
            ("required", json!(true), r#"list the names of required keys beside `properties`: "required": ["title"]"#),
            ("minLength", json!("5"), "write 5"),
            ("minLength", json!(-1), "write a whole number"),
            ("minLength", json!(5.0), ""),
            ("minimum", json!("1.5"), "write 1.5"),
            ("uniqueItems", json!("true"), "write true"),
            ("items", json!("string"), r#"write {"type":"string"}"#),
            ("items", json!(["integer"]), r#"write {"type":"integer"}"#),
            ("properties", json!(["title"]), r#"write {"title":{"type":"string"}}"#),
            ("anyOf", json!({ "type": "string" }), r#"write [{"type":"string"}]"#),
            ("pattern", json!(5), r#"write "5""#),
            ("type", json!(true), r#"write the name of a type, such as "string""#),
            ("additionalProperties", json!(false), ""),
            ("default", json!(null), ""),
        ] {
            let found = wrong_shape(key, &value).map(|one| one.help);
            assert_eq!(found.unwrap_or_default(), expected, "{key}: {value}");
        }
        assert_eq!(wrong_subschema("title", &json!("text")).map(|one| one.help).as_deref(), Some(r#"write {"type":"string"}"#));
    }
}
