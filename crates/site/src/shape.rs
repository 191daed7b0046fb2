//! Reads a collection's JSON Schema: the keys of an entry, which of them are required, and the kind of value of each.

use serde_json::{Map, Value};

/// A JSON Schema, or the part of one that describes a single value.
#[derive(Debug, Clone, Copy)]
pub struct Shape<'a> {
    /// The whole schema, in which `$ref` is looked up.
    root: &'a Value,
    schema: &'a Value,
}

/// Kind of value that a schema allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// Text, which may be limited to a list of options.
    Text,
    /// A date, with or without a time.
    Date,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A list.
    List,
    /// A table, which is an object in JSON.
    Table,
    /// Any value, or one of several kinds.
    Any,
}

/// Maximum number of references to follow, because references can form a cycle.
const DEEPEST: usize = 16;

impl<'a> Shape<'a> {
    /// Returns the shape of a whole schema.
    pub fn new(root: &'a Value) -> Self {
        Self { root, schema: root }.resolved()
    }

    /// Returns a shape that allows any value.
    pub fn unknown() -> Self {
        static NOTHING: Value = Value::Null;
        Self::new(&NOTHING)
    }

    fn at(self, schema: &'a Value) -> Self {
        Self { schema, ..self }.resolved()
    }

    /// Follows a local `$ref`.
    fn resolved(mut self) -> Self {
        for _ in 0..DEEPEST {
            let Some(target) = self
                .schema
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|to| self.root.pointer(to.strip_prefix('#')?))
            else {
                break;
            };
            self.schema = target;
        }
        self
    }

    /// Returns this schema and the schemas in its `allOf`, all of which apply to the value.
    fn parts(self) -> Vec<Self> {
        let mut parts = vec![self];
        let mut at = 0;
        while at < parts.len() && parts.len() < DEEPEST {
            let more = parts[at].schema.get("allOf").and_then(Value::as_array);
            parts.extend(more.into_iter().flatten().map(|one| self.at(one)));
            at += 1;
        }
        parts
    }

    /// Returns the value of a JSON Schema keyword, such as `enum`, or `None` if the schema does not use it.
    fn keyword(self, keyword: &str) -> Option<&'a Value> {
        self.parts()
            .into_iter()
            .find_map(|part| part.schema.get(keyword))
    }

    /// Returns the keys that the schema describes with their shapes, in the order of the schema.
    pub fn keys(self) -> Vec<(&'a str, Self)> {
        self.parts()
            .into_iter()
            .filter_map(|part| part.schema.get("properties")?.as_object())
            .flatten()
            .filter(|(key, _)| *key != "$schema")
            .map(|(key, schema)| (key.as_str(), self.at(schema)))
            .collect()
    }

    /// Returns the shape of a key, or `None` if the schema does not name it.
    pub fn key(self, name: &str) -> Option<Self> {
        self.keys()
            .into_iter()
            .find(|(key, _)| *key == name)
            .map(|(_, shape)| shape)
    }

    /// Returns the shape of a key, also if the schema does not name it but describes all others (`additionalProperties`).
    pub fn child(self, name: &str) -> Option<Self> {
        let others = || {
            self.keyword("additionalProperties")
                .filter(|one| one.is_object())
        };
        self.key(name).or_else(|| Some(self.at(others()?)))
    }

    /// Returns whether the schema allows keys that it does not name.
    pub fn allows_unknown_keys(self) -> bool {
        self.parts().into_iter().all(|part| {
            let closed = |keyword| part.schema.get(keyword) == Some(&Value::Bool(false));
            !closed("additionalProperties") && !closed("unevaluatedProperties")
        })
    }

    /// Returns the required keys.
    pub fn required(self) -> Vec<&'a str> {
        self.parts()
            .into_iter()
            .filter_map(|part| part.schema.get("required")?.as_array())
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }

    /// Returns the key that contains the title: `title`, `name`, or the first required text. Returns `None` if there is none.
    pub fn naming_key(self) -> Option<&'a str> {
        let keys = self.keys();
        let is_text = |shape: Self| {
            shape.kind() == ValueKind::Text && shape.options().is_empty() && !shape.is_image()
        };
        let required = self.required();
        let named = |name: &str| keys.iter().find(|(key, _)| *key == name);
        named("title")
            .or_else(|| named("name"))
            .or_else(|| {
                keys.iter()
                    .find(|(key, shape)| required.contains(key) && is_text(*shape))
            })
            .map(|(key, _)| *key)
    }

    /// Returns the shape of the entries of a list.
    pub fn items(self) -> Option<Self> {
        self.keyword("items")
            .filter(|items| items.is_object())
            .map(|items| self.at(items))
    }

    /// Returns the shape of the value at a dotted key, such as `faq.0.question`.
    pub fn at_key(self, key: &str) -> Self {
        key.split('.').fold(self, |shape, step| {
            let next = match shape.kind() {
                ValueKind::List => shape.items(),
                _ => shape.child(step),
            };
            next.unwrap_or_else(Self::unknown)
        })
    }

    /// Returns the minimum number of entries of a list, and the maximum if there is one.
    pub fn length_bounds(self) -> (usize, Option<usize>) {
        let bound = |keyword| {
            let bound = self.keyword(keyword)?.as_u64()?;
            usize::try_from(bound).ok()
        };
        (bound("minItems").unwrap_or(0), bound("maxItems"))
    }

    /// Returns the title of the value.
    pub fn title(self) -> Option<&'a str> {
        self.schema.get("title")?.as_str()
    }

    /// Returns the schema's description of the value.
    pub fn description(self) -> Option<&'a str> {
        self.keyword("description")?.as_str()
    }

    /// Returns the allowed values as a user types them, or an empty list if the schema does not limit the value to a list.
    pub fn options(self) -> Vec<String> {
        self.keyword("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .map(plain)
            .collect()
    }

    /// Returns the value to use if none is given: the schema's constant, its default, or its only option. Returns `None` if the
    /// schema has none of these.
    pub fn default(self) -> Option<Value> {
        if let Some(value) = self.keyword("const").or_else(|| self.keyword("default")) {
            return Some(value.clone());
        }
        match self.keyword("enum")?.as_array()?.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// Returns whether the value is the path of an image in `content/`.
    pub fn is_image(self) -> bool {
        self.keyword("format").and_then(Value::as_str) == Some("image")
    }

    /// Returns whether the value is the URL of a page, or of another site.
    pub fn is_link(self) -> bool {
        self.keyword("format").and_then(Value::as_str) == Some("link")
    }

    /// Returns the kind of value that is allowed.
    pub fn kind(self) -> ValueKind {
        let kind = match self.keyword("type") {
            Some(Value::String(kind)) => kind.as_str(),
            Some(_) => return ValueKind::Any,
            None if self.keyword("properties").is_some() => "object",
            None => {
                let texts = self
                    .keyword("enum")
                    .and_then(Value::as_array)
                    .is_some_and(|options| options.iter().all(Value::is_string));
                return if texts {
                    ValueKind::Text
                } else {
                    ValueKind::Any
                };
            }
        };
        match kind {
            "string" => match self.keyword("format").and_then(Value::as_str) {
                Some("date" | "date-time") => ValueKind::Date,
                _ => ValueKind::Text,
            },
            "integer" => ValueKind::Integer,
            "number" => ValueKind::Number,
            "boolean" => ValueKind::Boolean,
            "array" => ValueKind::List,
            "object" => ValueKind::Table,
            _ => ValueKind::Any,
        }
    }

    /// Returns a short hint about what to type, such as "at most 60 characters", or an empty string.
    pub fn hint(self) -> String {
        let number = |keyword| {
            self.keyword(keyword)
                .filter(|one| one.is_number())
                .map(plain)
        };
        match self.kind() {
            ValueKind::Date => "a date: year-month-day".to_owned(),
            ValueKind::Integer => "a whole number".to_owned(),
            ValueKind::Number => "a number".to_owned(),
            ValueKind::Boolean => "true or false".to_owned(),
            ValueKind::Text if self.is_image() => "an image in content/: images/…".to_owned(),
            ValueKind::Text if self.options().is_empty() => {
                match (
                    number("minLength").filter(|one| one != "1"),
                    number("maxLength"),
                ) {
                    (Some(least), Some(most)) => format!("{least} to {most} characters"),
                    (None, Some(most)) => format!("at most {most} characters"),
                    (Some(least), None) => format!("at least {least} characters"),
                    (None, None) => String::new(),
                }
            }
            ValueKind::Text | ValueKind::List | ValueKind::Table | ValueKind::Any => String::new(),
        }
    }

    /// Parses a text as a value of this kind. Fails if the text is not a value of this kind. The error says what it must be, such as "must
    /// be a number, not `x`".
    pub fn parse(self, text: &str) -> Result<Value, String> {
        let wrong = |what: &str| Err(format!("must be {what}, not `{text}`"));
        match self.kind() {
            ValueKind::Text | ValueKind::Date => Ok(Value::from(text)),
            ValueKind::Integer => text
                .trim()
                .parse::<i64>()
                .map(Value::from)
                .or_else(|_| wrong("a whole number")),
            ValueKind::Number => match toml_value(text) {
                Some(number @ Value::Number(_)) => Ok(number),
                _ => wrong("a number"),
            },
            ValueKind::Boolean => match text.trim() {
                "true" | "yes" | "y" => Ok(Value::Bool(true)),
                "false" | "no" | "n" => Ok(Value::Bool(false)),
                _ => wrong("`true` or `false`"),
            },
            ValueKind::List if text.trim_start().starts_with('[') => match toml_value(text) {
                Some(list @ Value::Array(_)) => Ok(list),
                _ => wrong("a TOML list, [\"one\", \"two\"]"),
            },
            ValueKind::List => {
                let one = self
                    .items()
                    .map_or_else(|| Ok(parse_or_text(text)), |items| items.parse(text))?;
                Ok(Value::Array(vec![one]))
            }
            ValueKind::Table => match toml_value(text) {
                Some(table @ Value::Object(_)) => Ok(table),
                _ => wrong("a TOML table, { key = \"text\" }, or be set key by key"),
            },
            ValueKind::Any => Ok(parse_or_text(text)),
        }
    }
}

/// Parses a text as a TOML value. If that fails, returns the text as a string.
fn parse_or_text(text: &str) -> Value {
    toml_value(text).unwrap_or_else(|| Value::from(text))
}

/// Parses a TOML value. Returns `None` if the text is not exactly one value.
fn toml_value(text: &str) -> Option<Value> {
    let source = diagnostic::Source::new("", format!("value = {text}\n"));
    let mut table: Map<String, Value> = content::TomlText::whole(&source).parse().ok()?;
    if table.len() == 1 {
        table.shift_remove("value")
    } else {
        None
    }
}

/// Formats a value the way a user types it: a string without quotation marks, any other value as JSON.
pub fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    #[rustfmt::skip]
    fn texts_as_values() {
        for (schema, text, expected) in [
            (json!({"type": "string"}), "7", json!("7")),
            (json!({"type": "string", "format": "date"}), "2026-01-02", json!("2026-01-02")),
            (json!({"type": "integer"}), "7", json!(7)),
            (json!({"type": "integer"}), "7.5", json!("must be a whole number, not `7.5`")),
            (json!({"type": "number"}), "7.5", json!(7.5)),
            (json!({"type": "number"}), "x", json!("must be a number, not `x`")),
            (json!({"type": "boolean"}), "yes", json!(true)),
            (json!({"type": "boolean"}), "1", json!("must be `true` or `false`, not `1`")),
            (json!({"type": "array", "items": {"type": "string"}}), "a, b", json!(["a, b"])),
            (json!({"type": "array"}), "[1, 2]", json!([1, 2])),
            (json!({"type": "array"}), "[1, 2", json!("must be a TOML list, [\"one\", \"two\"], not `[1, 2`")),
            (json!({"type": "object"}), "{ a = 1 }", json!({"a": 1})),
            (json!({}), "7", json!(7)),
            (json!({}), "seven", json!("seven")),
            (json!({}), "1\nb = 2", json!("1\nb = 2")),
            (json!({"enum": ["a", "b"]}), "a", json!("a")),
            (json!({"$ref": "#/$defs/n", "$defs": {"n": {"type": "integer"}}}), "7", json!(7)),
        ] {
            let value = Shape::new(&schema).parse(text).unwrap_or_else(Value::from);
            assert_eq!(value, expected, "{schema} {text}");
        }
    }

    #[test]
    fn keys_of_all_of() {
        let schema = json!({
            "allOf": [{ "$ref": "#/$defs/base" }],
            "properties": { "size": { "type": "integer" } },
            "required": ["size"],
            "$defs": { "base": {
                "properties": { "title": { "type": "string" } },
                "required": ["title"],
            } },
        });
        let shape = Shape::new(&schema);
        let keys: Vec<&str> = shape.keys().into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["size", "title"]);
        assert_eq!(shape.required(), ["size", "title"]);
        assert!(shape.allows_unknown_keys());
    }

    #[test]
    fn schema_that_refers_to_itself() {
        let schema = json!({ "$ref": "#", "allOf": [{ "$ref": "#" }] });
        assert_eq!(Shape::new(&schema).kind(), ValueKind::Any);
        assert!(Shape::new(&schema).keys().is_empty());
    }
}
