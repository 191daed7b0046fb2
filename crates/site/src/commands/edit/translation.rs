//! The form of a file of settings in another language: the texts of the main language, each beside its translation.

use serde_json::{Map, Value, json};

use super::view::View;
use crate::shape::Shape;

/// Longest text that has a field with one line, in bytes.
const ONE_LINE: usize = 90;

/// Maximum length of a longer text, in characters.
const LONGEST: usize = 5_000;

/// Returns the file of settings in the main language that a file translates, or `None` if it is no translation.
pub fn main_of(view: &View<'_>, path: &str) -> Option<String> {
    let (stem, ending) = path.rsplit_once('.')?;
    let (main, language) = stem.rsplit_once('.')?;
    let languages = view.project.site.get("languages")?.as_object()?;
    let is_declared = languages
        .keys()
        .any(|one| one.eq_ignore_ascii_case(language));
    (is_declared && ending == "toml").then(|| format!("{main}.toml"))
}

/// Returns the schema of a translation's values. No value is required, because untranslated texts are shown in the main language. If
/// `adds` is set, texts of the main file that are not translated yet are offered as well.
pub fn form(
    main: &Map<String, Value>,
    own: &Map<String, Value>,
    shape: Shape<'_>,
    adds: bool,
) -> Value {
    let child = |key: &str| shape.child(key);
    table(Some(main), own, child, adds)
}

fn table<'s>(
    main: Option<&Map<String, Value>>,
    own: &Map<String, Value>,
    child: impl Fn(&str) -> Option<Shape<'s>>,
    adds: bool,
) -> Value {
    let more = main
        .into_iter()
        .flatten()
        .filter(|(key, _)| adds && !own.contains_key(*key));
    let more =
        more.filter(|(key, value)| is_text(value) && !content::is_same_in_every_language(key));
    let properties = own.iter().chain(more).map(|(key, value)| {
        let main = main.and_then(|main| main.get(key));
        let shape = child(key).unwrap_or_else(Shape::unknown);
        let mut part = part(main, value, shape, adds);
        for (word, text) in [
            ("title", shape.title()),
            ("description", shape.description()),
        ] {
            if let Some(text) = text {
                part[word] = json!(text);
            }
        }
        (key.clone(), part)
    });
    json!({ "type": "object", "properties": properties.collect::<Map<_, _>>() })
}

fn part(main: Option<&Value>, own: &Value, shape: Shape<'_>, adds: bool) -> Value {
    match own {
        Value::String(text) => {
            let main = main.and_then(Value::as_str);
            let is_long = main.unwrap_or_default().len().max(text.len()) > ONE_LINE;
            json!({ "type": "string", "main": main, "maxLength": is_long.then_some(LONGEST) })
        }
        Value::Object(own) => {
            // A translation names the entries of a list by their names.
            let named = main
                .and_then(Value::as_array)
                .map(|entries| by_name(entries));
            let main = named.as_ref().or_else(|| main?.as_object());
            let child = |key: &str| {
                if named.is_some() {
                    shape.items()
                } else {
                    shape.child(key)
                }
            };
            table(main, own, child, adds)
        }
        Value::Array(own) => {
            let first = own.first().unwrap_or(&Value::Null);
            let items = shape.items().unwrap_or_else(Shape::unknown);
            json!({ "type": "array", "items": part(None, first, items, false) })
        }
        Value::Null => json!({}),
        other => json!({ "type": if other.is_boolean() { "boolean" } else { "number" } }),
    }
}

/// Returns the entries of a list by their names.
fn by_name(entries: &[Value]) -> Map<String, Value> {
    let named = entries
        .iter()
        .filter_map(|entry| Some((entry.get("name")?.as_str()?.to_owned(), entry.clone())));
    named.collect()
}

/// Returns whether a value is a text, or has texts.
fn is_text(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.is_empty() && !text.starts_with("http"),
        Value::Object(table) => table.values().any(is_text),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_their_translations() {
        let main = json!({
            "name": "Firm", "base_url": "https://a.example", "years": 3,
            "contact": { "city": "Pune", "tel": "+91" },
            "field": [{ "name": "mail", "label": "Mail", "type": "email" }],
        });
        let own = json!({ "contact": { "city": "पुणे" }, "field": { "mail": { "label": "ईमेल" } } });
        let schema = json!({ "properties": {
            "name": { "type": "string", "description": "Name." },
            "field": { "type": "array", "items": { "properties": { "label": { "title": "Words" } } } },
        } });
        let (main, own) = (main.as_object().unwrap(), own.as_object().unwrap());
        let text = |main: &str| json!({ "type": "string", "main": main, "maxLength": null });
        let mut name = text("Firm");
        name["description"] = json!("Name.");
        let mut label = text("Mail");
        label["title"] = json!("Words");
        let table = |properties: Value| json!({ "type": "object", "properties": properties });
        let mail = table(json!({ "label": label, "name": text("mail"), "type": text("email") }));
        assert_eq!(
            form(main, own, Shape::new(&schema), true),
            table(json!({
                "contact": table(json!({ "city": text("Pune"), "tel": text("+91") })),
                "field": table(json!({ "mail": mail })),
                "name": name,
            }))
        );
        let only = form(main, own, Shape::new(&schema), false);
        assert_eq!(only["properties"].as_object().unwrap().len(), 2);
    }
}
