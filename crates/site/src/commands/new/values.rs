//! The values of an entry as they come together: from the command line, from what can be told by itself, and from the
//! person at the terminal.

use diagnostic::{all_of, did_you_mean};
use serde_json::{Map, Value};

use super::schema::{Kind, Shape};

/// How far values within values are followed. A schema may lead back to itself.
const DEEPEST: usize = 8;

/// Puts the text of one `--set` in its place: `date`, `stats.clients`, `faq.0.question`.
///
/// # Errors
/// What is wrong with it, and what would be right.
pub fn set(
    values: &mut Map<String, Value>,
    shape: Shape<'_>,
    path: &str,
    text: &str,
) -> Result<(), (String, Option<String>)> {
    let steps: Vec<&str> = path.split('.').collect();
    if steps.len() > DEEPEST {
        return Err((format!("`{path}` leads deeper than {DEEPEST} steps"), None));
    }
    set_key(values, shape, &steps, &mut Vec::new(), text)
}

fn set_key<'p>(
    values: &mut Map<String, Value>,
    shape: Shape<'_>,
    steps: &[&'p str],
    above: &mut Vec<&'p str>,
    text: &str,
) -> Result<(), (String, Option<String>)> {
    let Some((step, rest)) = steps.split_first() else {
        return Ok(());
    };
    let known = shape.key(step);
    if known.is_none() && !shape.is_open() {
        let keys: Vec<&str> = shape.keys().into_iter().map(|(key, _)| key).collect();
        let inside = match above.as_slice() {
            [] => String::new(),
            above => format!(" in `{}`", above.join(".")),
        };
        let help = did_you_mean(step, keys.iter().copied())
            .unwrap_or_else(|| format!("the keys are {}", all_of(keys.iter().copied())));
        return Err((format!("there is no key `{step}`{inside}"), Some(help)));
    }
    let shape = known.unwrap_or_else(Shape::unknown);
    above.push(step);
    if rest.is_empty() {
        let read = read(shape, above, text)?;
        match (values.get_mut(*step), read) {
            // Given again, a list goes on.
            (Some(Value::Array(list)), Value::Array(more)) => list.extend(more),
            (_, value) => drop(values.insert((*step).to_owned(), value)),
        }
        return Ok(());
    }
    if shape.kind() == Kind::List {
        let list = values
            .entry(*step)
            .or_insert_with(|| Value::Array(Vec::new()));
        return set_entry(list, shape, rest, above, text);
    }
    if !matches!(shape.kind(), Kind::Table | Kind::Any) {
        return Err((
            format!("`{}` has no keys of its own", above.join(".")),
            None,
        ));
    }
    let inner = values
        .entry(*step)
        .or_insert_with(|| Value::Object(Map::new()));
    match inner {
        Value::Object(inner) => set_key(inner, shape, rest, above, text),
        _ => Err((
            format!("`{}` has no keys of its own", above.join(".")),
            None,
        )),
    }
}

/// Puts a text in the entry of a list that the first step names by its number, counted from 0.
fn set_entry<'p>(
    list: &mut Value,
    shape: Shape<'_>,
    steps: &[&'p str],
    above: &mut Vec<&'p str>,
    text: &str,
) -> Result<(), (String, Option<String>)> {
    let (Some((step, rest)), Value::Array(list)) = (steps.split_first(), list) else {
        return Ok(());
    };
    let name = above.join(".");
    let Some(index) = step.parse::<usize>().ok().filter(|at| *at <= list.len()) else {
        let next = list.len();
        let help = format!("entries are numbered from 0; the next one here is `{name}.{next}`");
        return Err((format!("`{name}` has no entry `{step}`"), Some(help)));
    };
    let items = shape.items().unwrap_or_else(Shape::unknown);
    above.push(step);
    if rest.is_empty() {
        let value = read(items, above, text)?;
        if index == list.len() {
            list.push(value);
        } else {
            list[index] = value;
        }
        return Ok(());
    }
    if index == list.len() {
        list.push(Value::Object(Map::new()));
    }
    match &mut list[index] {
        Value::Object(inner) => set_key(inner, items, rest, above, text),
        _ => Err((
            format!("`{}` has no keys of its own", above.join(".")),
            None,
        )),
    }
}

fn read(shape: Shape<'_>, path: &[&str], text: &str) -> Result<Value, (String, Option<String>)> {
    shape
        .read(text)
        .map_err(|what| (format!("`{}` {what}", path.join(".")), None))
}

/// A value that has to be there and is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Its key, as `--set` takes it: `faq.0.question`.
    pub key: String,
    /// What it is for, or what may be typed.
    pub what: String,
}

/// What the schema says of the value that `path` leads to (`faq.0.question`).
pub fn shape_at<'a>(shape: Shape<'a>, path: &str) -> Shape<'a> {
    path.split('.').fold(shape, |shape, step| {
        let next = match shape.kind() {
            Kind::List => shape.items(),
            _ => shape.key(step),
        };
        next.unwrap_or_else(Shape::unknown)
    })
}

/// Everything that the schema asks for and `values` lack, in the order of the schema, with `also` as further keys that have to be there.
pub fn missing(values: &Map<String, Value>, shape: Shape<'_>, also: &[&str]) -> Vec<Missing> {
    let mut found = Vec::new();
    missing_keys(values, shape, also, "", &mut found);
    found
}

fn missing_keys(
    values: &Map<String, Value>,
    shape: Shape<'_>,
    also: &[&str],
    above: &str,
    found: &mut Vec<Missing>,
) {
    let wanted = required_in_order(shape, also);
    let described = shape.keys();
    let names = described.iter().map(|(key, _)| *key);
    let others = wanted
        .iter()
        .copied()
        .filter(|key| !described.iter().any(|(name, _)| name == key));
    for key in names.chain(others) {
        let path = format!("{above}{key}");
        let inner = shape.key(key).unwrap_or_else(Shape::unknown);
        match values.get(key) {
            Some(value) => missing_below(value, inner, &path, found),
            None if wanted.contains(&key) => missing_value(&path, inner, found),
            None => {}
        }
    }
}

/// Required keys and `also`, in the order in which the schema describes them; then those that it does not describe.
pub fn required_in_order<'a>(shape: Shape<'a>, also: &[&'a str]) -> Vec<&'a str> {
    let required = shape.required();
    let mut all: Vec<&str> = shape
        .keys()
        .into_iter()
        .map(|(key, _)| key)
        .filter(|key| required.contains(key) || also.contains(key))
        .collect();
    for key in required {
        if !all.contains(&key) {
            all.push(key);
        }
    }
    all
}

/// What is missing within a value that is there.
fn missing_below(value: &Value, shape: Shape<'_>, path: &str, found: &mut Vec<Missing>) {
    match value {
        Value::Object(fields) => missing_keys(fields, shape, &[], &format!("{path}."), found),
        Value::Array(entries) => {
            let items = shape.items().unwrap_or_else(Shape::unknown);
            for (index, entry) in entries.iter().enumerate() {
                missing_below(entry, items, &format!("{path}.{index}"), found);
            }
            for index in entries.len()..shape.count().0 {
                missing_value(&format!("{path}.{index}"), items, found);
            }
        }
        _ => {}
    }
}

/// The keys by which an entry of a list would be given.
pub fn missing_entry(path: &str, shape: Shape<'_>) -> Vec<Missing> {
    let mut found = Vec::new();
    missing_value(path, shape, &mut found);
    found
}

/// The keys by which a value that is not there would be given.
fn missing_value(path: &str, shape: Shape<'_>, found: &mut Vec<Missing>) {
    let inner = required_in_order(shape, &[]);
    let goes_on = path.matches('.').count() < DEEPEST - 2;
    match shape.kind() {
        Kind::Table if !inner.is_empty() && goes_on => {
            for key in inner {
                let shape = shape.key(key).unwrap_or_else(Shape::unknown);
                missing_value(&format!("{path}.{key}"), shape, found);
            }
        }
        Kind::List if goes_on => {
            let items = shape.items().unwrap_or_else(Shape::unknown);
            for index in 0..shape.count().0.max(1) {
                missing_value(&format!("{path}.{index}"), items, found);
            }
        }
        _ => {
            let options = shape.options();
            let what = match (shape.description(), options.as_slice()) {
                (_, [_, ..]) => diagnostic::one_of(options.iter().map(String::as_str)),
                (Some(what), []) => what.to_owned(),
                (None, []) => shape.hint(),
            };
            found.push(Missing {
                key: path.to_owned(),
                what,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({
            "additionalProperties": false,
            "required": ["title", "faq", "stats", "tags"],
            "properties": {
                "title": { "type": "string", "description": "the name" },
                "kind": { "enum": ["a", "b"] },
                "weight": { "type": "integer" },
                "stats": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["clients"],
                    "properties": { "clients": { "type": "string" } },
                },
                "faq": {
                    "type": "array",
                    "minItems": 2,
                    "items": {
                        "type": "object",
                        "additionalProperties": false,
                        "required": ["ask", "answer"],
                        "properties": { "ask": { "type": "string" }, "answer": { "type": "string" } },
                    },
                },
                "tags": { "type": "array", "items": { "enum": ["x", "y"] } },
            },
        })
    }

    #[test]
    fn settings() {
        let schema = schema();
        let shape = Shape::new(&schema);
        for (settings, expected) in [
            (&["title=A"][..], json!({"title": "A"})),
            (&["stats.clients=30+"], json!({"stats": {"clients": "30+"}})),
            (
                &["stats={ clients = \"3\" }"],
                json!({"stats": {"clients": "3"}}),
            ),
            (&["tags=x", "tags=y"], json!({"tags": ["x", "y"]})),
            (
                &["tags.0=x", "tags.1=y", "tags.0=y"],
                json!({"tags": ["y", "y"]}),
            ),
            (
                &["faq.0.ask=Why?", "faq.0.answer=So.", "faq.1.ask=How?"],
                json!({"faq": [{"ask": "Why?", "answer": "So."}, {"ask": "How?"}]}),
            ),
            (
                &["titel=A"],
                json!("there is no key `titel`; did you mean `title`?"),
            ),
            (
                &["stats.x.y=A"],
                json!("there is no key `x` in `stats`; the keys are `clients`"),
            ),
            (
                &["faq.1.ask=A"],
                json!(
                    "`faq` has no entry `1`; entries are numbered from 0; the next one here is `faq.0`"
                ),
            ),
            (
                &["faq.x=A"],
                json!(
                    "`faq` has no entry `x`; entries are numbered from 0; the next one here is `faq.0`"
                ),
            ),
            (&["title.x=A"], json!("`title` has no keys of its own")),
            (
                &["tags.0=x", "tags.0.y=1"],
                json!("`tags.0` has no keys of its own"),
            ),
            (
                &["weight=heavy"],
                json!("`weight` must be a whole number, not `heavy`"),
            ),
            (
                &[".=heavy"],
                json!(
                    "there is no key ``; the keys are `title`, `kind`, `weight`, `stats`, `faq` and `tags`"
                ),
            ),
        ] {
            let mut values = Map::new();
            let mut said = None;
            for setting in settings {
                let (key, text) = setting.split_once('=').unwrap();
                if let Err((message, help)) = set(&mut values, shape, key, text) {
                    let help = help.map_or_else(String::new, |help| format!("; {help}"));
                    said = Some(Value::from(message + &help));
                }
            }
            assert_eq!(
                said.unwrap_or(Value::Object(values)),
                expected,
                "{settings:?}"
            );
        }
    }

    /// A schema that asks for itself within itself, and a path that goes on for ever.
    #[test]
    fn circles_end() {
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

    #[test]
    fn what_is_missing() {
        let schema = schema();
        let values = json!({ "title": "A", "faq": [{ "ask": "Why?" }] });
        let found = missing(values.as_object().unwrap(), Shape::new(&schema), &["kind"]);
        let found: Vec<String> = found
            .into_iter()
            .map(|one| format!("{}: {}", one.key, one.what))
            .collect();
        assert_eq!(
            found,
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
