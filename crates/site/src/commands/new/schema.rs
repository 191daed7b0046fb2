//! What a collection's JSON Schema asks of an entry: its keys, which of them are required, and what a text typed for one
//! of them means.

use serde_json::{Map, Value};

/// A JSON Schema, with the root that its references lead into.
#[derive(Debug, Clone, Copy)]
pub struct Shape<'a> {
    root: &'a Value,
    schema: &'a Value,
}

/// What kind of value a schema takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text, one of several options included.
    Text,
    /// A day, or a day with a time.
    Date,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// A list.
    List,
    /// Keys with values.
    Table,
    /// Anything: the schema does not say, or says several.
    Any,
}

/// References that lead in a circle end here.
const DEEPEST: usize = 16;

impl<'a> Shape<'a> {
    /// The whole schema.
    pub fn new(root: &'a Value) -> Self {
        Self { root, schema: root }.resolved()
    }

    /// A schema that says nothing.
    pub fn unknown() -> Self {
        static NOTHING: Value = Value::Null;
        Self::new(&NOTHING)
    }

    fn at(self, schema: &'a Value) -> Self {
        Self { schema, ..self }.resolved()
    }

    /// What a local `$ref` leads to.
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

    /// The schema itself and those that have to hold beside it.
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

    fn says(self, keyword: &str) -> Option<&'a Value> {
        self.parts()
            .into_iter()
            .find_map(|part| part.schema.get(keyword))
    }

    /// Its keys, in the order of the schema.
    pub fn keys(self) -> Vec<(&'a str, Self)> {
        self.parts()
            .into_iter()
            .filter_map(|part| part.schema.get("properties")?.as_object())
            .flatten()
            .filter(|(key, _)| *key != "$schema")
            .map(|(key, schema)| (key.as_str(), self.at(schema)))
            .collect()
    }

    /// One of its keys.
    pub fn key(self, name: &str) -> Option<Self> {
        self.keys()
            .into_iter()
            .find(|(key, _)| *key == name)
            .map(|(_, shape)| shape)
    }

    /// Whether keys that it does not name are allowed.
    pub fn is_open(self) -> bool {
        self.parts().into_iter().all(|part| {
            let closed = |keyword| part.schema.get(keyword) == Some(&Value::Bool(false));
            !closed("additionalProperties") && !closed("unevaluatedProperties")
        })
    }

    /// Keys that have to be there.
    pub fn required(self) -> Vec<&'a str> {
        self.parts()
            .into_iter()
            .filter_map(|part| part.schema.get("required")?.as_array())
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }

    /// The key that says what an entry is called: `title`, `name`, or the first text that has to be there.
    pub fn naming_key(self) -> Option<&'a str> {
        let keys = self.keys();
        let is_text = |shape: Self| {
            shape.kind() == Kind::Text && shape.options().is_empty() && !shape.is_image()
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

    /// The entries of a list.
    pub fn items(self) -> Option<Self> {
        self.says("items")
            .filter(|items| items.is_object())
            .map(|items| self.at(items))
    }

    /// How many entries a list has at least, and at most.
    pub fn count(self) -> (usize, Option<usize>) {
        let bound = |keyword| {
            let bound = self.says(keyword)?.as_u64()?;
            usize::try_from(bound).ok()
        };
        (bound("minItems").unwrap_or(0), bound("maxItems"))
    }

    /// What the schema says of it in words.
    pub fn description(self) -> Option<&'a str> {
        self.says("description")?.as_str()
    }

    /// The only values allowed, as they are typed; empty where there are others.
    pub fn options(self) -> Vec<String> {
        self.says("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .map(plain)
            .collect()
    }

    /// The value a schema gives itself: its default, its constant, or its only option.
    pub fn own_value(self) -> Option<Value> {
        if let Some(value) = self.says("const").or_else(|| self.says("default")) {
            return Some(value.clone());
        }
        match self.says("enum")?.as_array()?.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// Whether its text names a picture below `content/`.
    pub fn is_image(self) -> bool {
        self.says("format").and_then(Value::as_str) == Some("image")
    }

    /// What kind of value it takes.
    pub fn kind(self) -> Kind {
        let kind = match self.says("type") {
            Some(Value::String(kind)) => kind.as_str(),
            Some(_) => return Kind::Any,
            None if self.says("properties").is_some() => "object",
            None => {
                let texts = self
                    .says("enum")
                    .and_then(Value::as_array)
                    .is_some_and(|options| options.iter().all(Value::is_string));
                return if texts { Kind::Text } else { Kind::Any };
            }
        };
        match kind {
            "string" => match self.says("format").and_then(Value::as_str) {
                Some("date" | "date-time") => Kind::Date,
                _ => Kind::Text,
            },
            "integer" => Kind::Integer,
            "number" => Kind::Number,
            "boolean" => Kind::Boolean,
            "array" => Kind::List,
            "object" => Kind::Table,
            _ => Kind::Any,
        }
    }

    /// What may be typed for it, in a few words; empty where there is nothing to add to its description.
    pub fn hint(self) -> String {
        let number = |keyword| self.says(keyword).filter(|one| one.is_number()).map(plain);
        match self.kind() {
            Kind::Date => "a date: year-month-day".to_owned(),
            Kind::Integer => "a whole number".to_owned(),
            Kind::Number => "a number".to_owned(),
            Kind::Boolean => "true or false".to_owned(),
            Kind::Text if self.is_image() => "a picture below content/: images/…".to_owned(),
            Kind::Text if self.options().is_empty() => {
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
            Kind::Text | Kind::List | Kind::Table | Kind::Any => String::new(),
        }
    }

    /// What a text means here.
    ///
    /// # Errors
    /// What it would have to be instead.
    pub fn read(self, text: &str) -> Result<Value, String> {
        let wrong = |what: &str| Err(format!("must be {what}, not `{text}`"));
        match self.kind() {
            Kind::Text | Kind::Date => Ok(Value::from(text)),
            Kind::Integer => text
                .trim()
                .parse::<i64>()
                .map(Value::from)
                .or_else(|_| wrong("a whole number")),
            Kind::Number => match toml_value(text) {
                Some(number @ Value::Number(_)) => Ok(number),
                _ => wrong("a number"),
            },
            Kind::Boolean => match text.trim() {
                "true" | "yes" | "y" => Ok(Value::Bool(true)),
                "false" | "no" | "n" => Ok(Value::Bool(false)),
                _ => wrong("`true` or `false`"),
            },
            Kind::List if text.trim_start().starts_with('[') => match toml_value(text) {
                Some(list @ Value::Array(_)) => Ok(list),
                _ => wrong("a list as TOML has it, [\"one\", \"two\"]"),
            },
            Kind::List => {
                let one = self
                    .items()
                    .map_or_else(|| Ok(any(text)), |items| items.read(text))?;
                Ok(Value::Array(vec![one]))
            }
            Kind::Table => match toml_value(text) {
                Some(table @ Value::Object(_)) => Ok(table),
                _ => wrong("a table as TOML has it, { key = \"text\" }, or given key by key"),
            },
            Kind::Any => Ok(any(text)),
        }
    }
}

/// TOML where it is TOML, and text otherwise.
fn any(text: &str) -> Value {
    toml_value(text).unwrap_or_else(|| Value::from(text))
}

/// A value written as in a TOML file.
fn toml_value(text: &str) -> Option<Value> {
    let source = diagnostic::Source::new("", format!("value = {text}\n"));
    let mut table: Map<String, Value> = content::TomlText::whole(&source).parse().ok()?;
    if table.len() == 1 {
        table.shift_remove("value")
    } else {
        None
    }
}

/// A value as it is typed.
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
    fn what_a_text_means() {
        for (schema, text, expected) in [
            (json!({"type": "string"}), "7", json!("7")),
            (
                json!({"type": "string", "format": "date"}),
                "2026-01-02",
                json!("2026-01-02"),
            ),
            (json!({"type": "integer"}), "7", json!(7)),
            (
                json!({"type": "integer"}),
                "7.5",
                json!("must be a whole number, not `7.5`"),
            ),
            (json!({"type": "number"}), "7.5", json!(7.5)),
            (
                json!({"type": "number"}),
                "x",
                json!("must be a number, not `x`"),
            ),
            (json!({"type": "boolean"}), "yes", json!(true)),
            (
                json!({"type": "boolean"}),
                "1",
                json!("must be `true` or `false`, not `1`"),
            ),
            (
                json!({"type": "array", "items": {"type": "string"}}),
                "a, b",
                json!(["a, b"]),
            ),
            (json!({"type": "array"}), "[1, 2]", json!([1, 2])),
            (
                json!({"type": "array"}),
                "[1, 2",
                json!("must be a list as TOML has it, [\"one\", \"two\"], not `[1, 2`"),
            ),
            (json!({"type": "object"}), "{ a = 1 }", json!({"a": 1})),
            (json!({}), "7", json!(7)),
            (json!({}), "seven", json!("seven")),
            (json!({}), "1\nb = 2", json!("1\nb = 2")),
            (json!({"enum": ["a", "b"]}), "a", json!("a")),
            (
                json!({"$ref": "#/$defs/n", "$defs": {"n": {"type": "integer"}}}),
                "7",
                json!(7),
            ),
        ] {
            let read = Shape::new(&schema).read(text);
            assert_eq!(
                read.unwrap_or_else(Value::from),
                expected,
                "{schema} {text}"
            );
        }
    }

    #[test]
    fn keys_of_parts_count() {
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
        assert!(shape.is_open());
    }

    /// A schema that refers to itself ends all the same.
    #[test]
    fn circles_end() {
        let schema = json!({ "$ref": "#", "allOf": [{ "$ref": "#" }] });
        assert_eq!(Shape::new(&schema).kind(), Kind::Any);
        assert!(Shape::new(&schema).keys().is_empty());
    }
}
