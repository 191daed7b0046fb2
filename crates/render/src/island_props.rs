//! Converts the values that a template passes to an island into the props that the island's `Props` type declares.

use std::collections::HashSet;

use diagnostic::{Diagnostic, Help, did_you_mean};
use serde_json::{Map, Value, json};

use crate::asset_index::AssetIndex;
use crate::codes;
use crate::island::SLOT;
use crate::picture::{Shape, srcset};
use crate::recorder::Recorder;

/// Props of an island.
#[derive(Debug, PartialEq)]
pub struct Props {
    /// The props as JSON. In place of HTML, they have [`SLOT`].
    pub json: Value,
    /// HTML that the template passes to the island.
    pub html: Option<String>,
}

/// Returns the props of an island, checked against its `Props` type. If a type is marked `@asset` in TypeScript, the path of a
/// file is replaced with the picture or drawing itself, so a template can pass values of the content unchanged.
///
/// An unknown prop is an error. Unknown keys of nested values are dropped, because they come from the content and not from the
/// template.
///
/// Fails with one diagnostic, without a place, for each value that does not match the type.
pub fn fit(
    island: &str,
    schema: &Value,
    props: &Value,
    files: &AssetIndex,
    recorder: &Recorder,
) -> Result<Props, Vec<Diagnostic>> {
    let mut fitting = Fitting {
        island,
        files,
        recorder,
        html: None,
        meant: Vec::new(),
        problems: Vec::new(),
    };
    fitting.refuse_unknown(schema, props);
    let json = fitting.value(schema, props, "");
    if fitting.problems.is_empty() {
        Ok(Props {
            json,
            html: fitting.html,
        })
    } else {
        Err(fitting.problems)
    }
}

struct Fitting<'a> {
    island: &'a str,
    files: &'a AssetIndex,
    recorder: &'a Recorder,
    html: Option<String>,
    /// Props whose names are misspelled.
    meant: Vec<String>,
    problems: Vec<Diagnostic>,
}

impl Fitting<'_> {
    fn refuse_unknown(&mut self, schema: &Value, props: &Value) {
        let (Some(known), Some(props)) = (schema["properties"].as_object(), props.as_object())
        else {
            return;
        };
        for prop in props.keys().filter(|prop| !known.contains_key(*prop)) {
            let help = did_you_mean(prop, known.keys().map(String::as_str)).unwrap_or_else(|| {
                let mut names: Vec<String> = known.keys().map(|name| format!("`{name}`")).collect();
                names.sort();
                if names.is_empty() {
                    "it has no props".into()
                } else {
                    format!("its props are {}", names.join(", ")).into()
                }
            });
            let replacement = help.replacement.as_ref();
            self.meant.extend(replacement.map(|one| one.with.clone()));
            let message = format!("the island `{}` has no prop `{prop}`", self.island);
            self.report(message, Some(help));
        }
    }

    fn value(&mut self, schema: &Value, value: &Value, at: &str) -> Value {
        match schema["x-asset"].as_str() {
            Some("html") => return self.html(value, at),
            Some(kind) => return self.asset(schema, kind, value, at),
            None => {}
        }
        if let Some(members) = schema["anyOf"].as_array() {
            return self.any(members, value, at);
        }
        match (schema["type"].as_str(), value) {
            (Some("object"), Value::Object(object)) => self.object(schema, object, at),
            (Some("array"), Value::Array(items)) => self.list(&schema["items"], items, at),
            _ if fits(schema, value) => value.clone(),
            _ => self.mismatch(at, value, &expected(schema)),
        }
    }

    fn object(&mut self, schema: &Value, object: &Map<String, Value>, at: &str) -> Value {
        let none = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&none);
        let required = schema["required"].as_array();
        let is_required = |name: &String| {
            required.is_some_and(|names| names.iter().any(|one| one == name.as_str()))
        };
        let mut fitted = Map::new();
        for (name, schema) in properties {
            let path = if at.is_empty() {
                name.clone()
            } else {
                format!("{at}.{name}")
            };
            match object.get(name) {
                // Templates pass null for a value that the content omits.
                None | Some(Value::Null) if !is_required(name) => {}
                // A misspelled prop is reported itself.
                None if self.meant.contains(&path) => {}
                None => self.wrong(&path, "is missing"),
                Some(value) => drop(fitted.insert(name.clone(), self.value(schema, value, &path))),
            }
        }
        let others = &schema["additionalProperties"];
        if others.is_object() {
            for (name, value) in object {
                if !properties.contains_key(name) {
                    let value = self.value(others, value, &format!("{at}.{name}"));
                    fitted.insert(name.clone(), value);
                }
            }
        }
        Value::Object(fitted)
    }

    /// Fits a value to the first member of a union that it matches.
    fn any(&mut self, members: &[Value], value: &Value, at: &str) -> Value {
        let before = self.problems.len();
        for member in members {
            let fitted = self.value(member, value, at);
            if self.problems.len() == before {
                return fitted;
            }
            self.problems.truncate(before);
        }
        let expected: Vec<String> = members.iter().map(expected).collect();
        self.mismatch(at, value, &expected.join(" or "))
    }

    fn asset(&mut self, schema: &Value, kind: &str, value: &Value, at: &str) -> Value {
        let Some(name) = value.as_str() else {
            return self.mismatch(at, value, &format!("the path of a {kind}"));
        };
        let path = schema["x-path"]
            .as_str()
            .unwrap_or("{}")
            .replace("{}", name);
        let found = match kind {
            "picture" => picture(self.files, &path, self.recorder),
            _ => self
                .files
                .drawings
                .get(&path)
                .map(|drawing| Value::from(drawing.as_str())),
        };
        found.unwrap_or_else(|| {
            if kind == "picture" && self.files.resolve("", &path).is_some() {
                self.report(
                    format!("the picture `{path}` has no width and height"),
                    Some("add a viewBox to its <svg>: viewBox=\"0 0 800 500\"".into()),
                );
                return Value::Null;
            }
            self.wrong(
                at,
                &format!("names the {kind} `{path}`, which does not exist"),
            );
            Value::Null
        })
    }

    /// Sets HTML aside. In its place, the props have what React needs to leave it alone (`Html` in `widgets/src/assets.ts`).
    fn html(&mut self, value: &Value, at: &str) -> Value {
        let Some(html) = value.as_str() else {
            return self.mismatch(at, value, "HTML");
        };
        if self.html.replace(html.to_owned()).is_some() {
            self.wrong(at, "is HTML, which only one prop of an island can be");
        }
        json!({"dangerouslySetInnerHTML": {"__html": SLOT}, "suppressHydrationWarning": true})
    }

    /// Fits the entries of a list. A prop that is wrong in several of them is reported for the first.
    fn list(&mut self, schema: &Value, items: &[Value], at: &str) -> Value {
        let mut found = Vec::new();
        let mut wrong = HashSet::new();
        let mut fitted = Vec::new();
        let before = std::mem::take(&mut self.problems);
        for (index, item) in items.iter().enumerate() {
            let entry = format!("{at}[{index}]");
            fitted.push(self.value(schema, item, &entry));
            let new = self.problems.drain(..);
            let new = new.filter(|one| {
                let prop = one.message.split('`').nth(1).unwrap_or_default();
                wrong.insert(prop.replacen(&entry, at, 1))
            });
            found.extend(new);
        }
        self.problems = before;
        self.problems.extend(found);
        Value::Array(fitted)
    }

    fn mismatch(&mut self, at: &str, value: &Value, expected: &str) -> Value {
        self.wrong(at, &format!("is {}, but must be {expected}", shown(value)));
        Value::Null
    }

    fn wrong(&mut self, at: &str, what: &str) {
        let prop = if at.is_empty() {
            "props".to_owned()
        } else {
            format!("prop `{at}`")
        };
        self.report(
            format!("{prop} of the island `{}` {what}", self.island),
            None,
        );
    }

    fn report(&mut self, message: String, help: Option<Help>) {
        let problem = Diagnostic::new(&codes::ISLAND_PROPS, message).maybe_help(help);
        self.problems.push(problem);
    }
}

/// Returns a picture as `widgets/src/assets.ts` declares it, or `None` if it does not exist or its size is unknown.
fn picture(files: &AssetIndex, path: &str, recorder: &Recorder) -> Option<Value> {
    let name = files.resolve("", path)?;
    let (width, height) = files.sizes.get(name)?;
    let mut picture = json!({"src": files.urls.get(name)?, "width": width, "height": height});
    let offer = files.offer(name, &Shape::default(), recorder);
    if let Some(single) = offer.single() {
        picture["src"] = format!("/{}", single.output).into();
        if !offer.avif.is_empty() {
            picture["avif"] = srcset(&offer.avif).into();
        }
        picture["webp"] = srcset(&offer.webp).into();
        if let Some(color) = &files.pictures.get(name)?.color {
            picture["color"] = color.as_str().into();
        }
    }
    Some(picture)
}

/// Returns whether a value that is neither a list nor a table matches a schema.
fn fits(schema: &Value, value: &Value) -> bool {
    if let Some(constant) = schema.get("const") {
        return constant == value;
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.contains(value);
    }
    match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some(_) => false,
        None => true,
    }
}

fn expected(schema: &Value) -> String {
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values
            .iter()
            .map(Value::to_string)
            .collect::<Vec<_>>()
            .join(" or ");
    }
    match schema["type"].as_str() {
        Some("array") => "a list".to_owned(),
        Some("object") => "a table".to_owned(),
        Some("string") => "a string".to_owned(),
        Some("null") => "null".to_owned(),
        Some(kind) => format!("a {kind}"),
        None => "another value".to_owned(),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a table".to_owned(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorder::recorder;

    fn files() -> AssetIndex {
        AssetIndex {
            urls: [("images/a.svg".to_owned(), "/assets/a-1.svg".to_owned())].into(),
            sizes: [("images/a.svg".to_owned(), (4, 3))].into(),
            drawings: [("icons/a.svg".to_owned(), "<svg/>".to_owned())].into(),
            ..AssetIndex::default()
        }
    }

    fn schema() -> Value {
        json!({"type": "object", "additionalProperties": false, "required": ["slides"], "properties": {
            "slides": {"type": "array", "items": {"type": "object", "required": ["title", "image"], "properties": {
                "title": {"type": "string"},
                "image": {"type": "object", "x-asset": "picture"},
                "icon": {"type": "string", "x-asset": "drawing", "x-path": "icons/{}.svg"},
            }}},
            "size": {"enum": ["small", "large"]},
            "note": {"anyOf": [{"type": "null"}, {"type": "string"}]},
            "body": {"type": "object", "x-asset": "html"},
            "foot": {"type": "object", "x-asset": "html"},
        }})
    }

    #[test]
    fn content_is_cut_to_the_props_and_paths_become_files() {
        let props = json!({"slides": [{"title": "A", "image": "images/a.svg", "icon": "a", "permalink": "x"}], "size": null, "body": "<p>x"});
        let html = json!({"dangerouslySetInnerHTML": {"__html": "<!--slot-->"}, "suppressHydrationWarning": true});
        let slide = json!({"title": "A", "image": {"src": "/assets/a-1.svg", "width": 4, "height": 3}, "icon": "<svg/>"});
        let expected = Props {
            json: json!({"slides": [slide], "body": html}),
            html: Some("<p>x".to_owned()),
        };
        assert_eq!(
            fit("Hero", &schema(), &props, &files(), &recorder().0),
            Ok(expected)
        );
    }

    #[test]
    #[rustfmt::skip]
    fn problems_name_the_path_of_the_prop() {
        for (props, expected) in [
            (json!({"slide": []}), &[
                "the island `Hero` has no prop `slide`; did you mean `slides`?",
            ][..]),
            (json!({"slides": [], "colour": 1}), &[
                "the island `Hero` has no prop `colour`; its props are `body`, `foot`, `note`, `size`, `slides`",
            ]),
            (json!({"slides": [{"title": 5, "image": "no.svg"}]}), &[
                "prop `slides[0].image` of the island `Hero` names the picture `no.svg`, which does not exist",
                "prop `slides[0].title` of the island `Hero` is 5, but must be a string",
            ]),
            (json!({"slides": [], "body": "<p>x", "foot": "<p>y"}), &[
                "prop `foot` of the island `Hero` is HTML, which only one prop of an island can be",
            ]),
            (json!({"slides": {}, "size": "big", "note": 1, "body": 5}), &[
                "prop `body` of the island `Hero` is 5, but must be HTML",
                "prop `note` of the island `Hero` is 1, but must be null or a string",
                "prop `size` of the island `Hero` is \"big\", but must be \"small\" or \"large\"",
                "prop `slides` of the island `Hero` is a table, but must be a list",
            ]),
        ] {
            let problems = fit("Hero", &schema(), &props, &files(), &recorder().0).unwrap_err();
            let lines = problems.into_iter().map(|one| [vec![one.message], one.help].concat().join("; "));
            let mut lines: Vec<String> = lines.collect();
            lines.sort();
            assert_eq!(lines, expected);
        }
    }
}
