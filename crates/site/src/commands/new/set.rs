//! Sets a value of an entry from text: from `--set KEY=VALUE` or an answer at the terminal.

use diagnostic::{all_of, did_you_mean};
use serde_json::{Map, Value};

use crate::shape::{Shape, ValueKind};

/// Maximum nesting depth of values. It is limited because a schema can refer to itself.
pub const DEEPEST: usize = 8;

/// Error message about a value, with optional help.
pub type Problem = (String, Option<String>);

/// Sets the value of a key, which can be in a table or a list, such as `date`, `stats.clients`, or `faq.0.question`. Appends to
/// a list that already has entries. Fails if the schema does not allow the key or the value.
pub fn set(
    values: &mut Map<String, Value>,
    shape: Shape<'_>,
    key: &str,
    text: &str,
) -> Result<(), Problem> {
    let steps: Vec<&str> = key.split('.').collect();
    if steps.len() > DEEPEST {
        return Err((
            format!("`{key}` is nested more than {DEEPEST} levels deep"),
            None,
        ));
    }
    set_in_table(values, shape, &steps, 0, text)
}

/// Sets the value at the path `steps`. `table` is the value at the first `at` steps of this path.
fn set_in_table(
    table: &mut Map<String, Value>,
    shape: Shape<'_>,
    steps: &[&str],
    at: usize,
    text: &str,
) -> Result<(), Problem> {
    let key = steps[at];
    let known = shape.key(key);
    if known.is_none() && !shape.allows_unknown_keys() {
        let keys: Vec<&str> = shape.keys().into_iter().map(|(key, _)| key).collect();
        let place = match at {
            0 => String::new(),
            _ => format!(" in `{}`", steps[..at].join(".")),
        };
        let help = did_you_mean(key, keys.iter().copied())
            .unwrap_or_else(|| format!("the keys are {}", all_of(keys)).into());
        return Err((format!("there is no key `{key}`{place}"), Some(help.text)));
    }
    let value = table.entry(key).or_insert(Value::Null);
    set_value(
        value,
        known.unwrap_or_else(Shape::unknown),
        steps,
        at + 1,
        text,
    )
}

/// Sets the value at the path `steps`. `value` is the value at the first `at` steps of this path.
fn set_value(
    value: &mut Value,
    shape: Shape<'_>,
    steps: &[&str],
    at: usize,
    text: &str,
) -> Result<(), Problem> {
    let name = || steps[..at].join(".");
    if at == steps.len() {
        let read = shape.parse(text);
        match (
            value,
            read.map_err(|what| (format!("`{}` {what}", name()), None))?,
        ) {
            (Value::Array(list), Value::Array(more)) => list.extend(more),
            (value, read) => *value = read,
        }
        return Ok(());
    }
    if shape.kind() == ValueKind::List && !value.is_array() {
        *value = Value::Array(Vec::new());
    } else if matches!(shape.kind(), ValueKind::Table | ValueKind::Any) && value.is_null() {
        *value = Value::Object(Map::new());
    }
    match value {
        Value::Array(list) => {
            let index = steps[at].parse::<usize>().ok();
            let Some(index) = index.filter(|index| *index <= list.len()) else {
                let (name, step, next) = (name(), steps[at], list.len());
                let help = format!("entries are numbered from 0; the next one is `{name}.{next}`");
                return Err((format!("`{name}` has no entry `{step}`"), Some(help)));
            };
            if index == list.len() {
                list.push(Value::Null);
            }
            let items = shape.items().unwrap_or_else(Shape::unknown);
            set_value(&mut list[index], items, steps, at + 1, text)
        }
        Value::Object(table) => set_in_table(table, shape, steps, at, text),
        _ => Err((format!("`{}` has no keys of its own", name()), None)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::commands::new::missing::missing;

    #[test]
    #[rustfmt::skip]
    fn settings() {
        let schema = json!({
            "additionalProperties": false,
            "properties": {
                "title": { "type": "string" },
                "weight": { "type": "integer" },
                "stats": { "type": "object", "additionalProperties": false, "properties": { "clients": { "type": "string" } } },
                "faq": { "type": "array", "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": { "ask": { "type": "string" }, "answer": { "type": "string" } },
                } },
                "tags": { "type": "array", "items": { "enum": ["x", "y"] } },
            },
        });
        for (settings, expected) in [
            (&["title=A"][..], json!({"title": "A"})),
            (&["stats.clients=30+"], json!({"stats": {"clients": "30+"}})),
            (&["stats={ clients = \"3\" }"], json!({"stats": {"clients": "3"}})),
            (&["tags=x", "tags=y"], json!({"tags": ["x", "y"]})),
            (&["tags.0=x", "tags.1=y", "tags.0=y"], json!({"tags": ["y", "y"]})),
            (
                &["faq.0.ask=Why?", "faq.0.answer=So.", "faq.1.ask=How?"],
                json!({"faq": [{"ask": "Why?", "answer": "So."}, {"ask": "How?"}]}),
            ),
            (&["titel=A"], json!("there is no key `titel`; did you mean `title`?")),
            (&["stats.x.y=A"], json!("there is no key `x` in `stats`; the keys are `clients`")),
            (&["faq.1.ask=A"], json!("`faq` has no entry `1`; entries are numbered from 0; the next one is `faq.0`")),
            (&["faq.x=A"], json!("`faq` has no entry `x`; entries are numbered from 0; the next one is `faq.0`")),
            (&["title.x=A"], json!("`title` has no keys of its own")),
            (&["tags.0=x", "tags.0.y=1"], json!("`tags.0` has no keys of its own")),
            (&["weight=heavy"], json!("`weight` must be a whole number, not `heavy`")),
            (&[".=heavy"], json!("there is no key ``; the keys are `title`, `weight`, `stats`, `faq` and `tags`")),
        ] {
            let mut values = Map::new();
            let result = settings.iter().try_for_each(|setting| {
                let (key, text) = setting.split_once('=').unwrap();
                set(&mut values, Shape::new(&schema), key, text)
            });
            let actual = match result {
                Ok(()) => Value::Object(values),
                Err((message, help)) => Value::from([vec![message], help.into_iter().collect()].concat().join("; ")),
            };
            assert_eq!(actual, expected, "{settings:?}");
        }
    }

    #[test]
    fn schema_that_refers_to_itself() {
        let schema = json!({
            "type": "object",
            "required": ["child", "list"],
            "properties": {
                "child": { "$ref": "#" },
                "list": { "type": "array", "items": { "$ref": "#" }, "minItems": 1 },
            },
        });
        let shape = Shape::new(&schema);
        assert!(!missing(&Map::new(), shape, &[]).is_empty());
        let path = vec!["child"; 50_000].join(".");
        assert!(set(&mut Map::new(), shape, &path, "x").is_err());
    }
}
