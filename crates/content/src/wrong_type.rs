//! Describes a value of a type that its schema does not expect.

use std::ops::Range;

use diagnostic::{Diagnostic, Fix, Place};
use jsonschema::error::TypeKind;
use serde_json::Value;

use crate::codes;
use crate::data_format::DataFormat;
use crate::expected_value::fix_of_type;
use crate::pattern_help::{like_example, similar_value};
use crate::toml_lines::is_key;
use crate::toml_text::Part;
use crate::type_help::{list_of_options, type_help, type_name, type_of, without_separator};
use crate::violation::{TableKind, Violation, header, unquoted};

impl Violation<'_> {
    /// Returns the finding about a value that has none of the `expected` types.
    pub(crate) fn wrong_type(&self, expected: &TypeKind, value: &Value) -> Diagnostic {
        let expected: Vec<String> = match expected {
            TypeKind::Single(kind) => vec![kind.to_string()],
            TypeKind::Multiple(kinds) => kinds.iter().map(|kind| kind.to_string()).collect(),
        };
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        let schema = self.schema.parent_of(self.error);
        let is_date = schema.and_then(|schema| schema.get("format")) == Some(&Value::from("date"));
        if is_date {
            return self.bad_format("date", &unquoted(value));
        }
        let names: Vec<&str> = expected.iter().map(|kind| type_name(kind)).collect();
        let is_entry = self
            .pointer
            .rsplit('/')
            .next()
            .is_some_and(|step| step.parse::<usize>().is_ok());
        let each = if is_entry { "each entry of " } else { "" };
        let message = format!("{each}`{}` must be {}", self.name, names.join(" or "));
        let place = self.toml.locate(&self.pointer, Part::Value);
        let written = &place.source.text[place.span.clone()];
        let format = self.toml.format();
        // A list that needs more entries is not complete with this one.
        let least = schema.and_then(|schema| schema.get("minItems")?.as_u64());
        let least = least.unwrap_or_default();
        if expected == ["array"] && value.is_string() && is_entry && least > 1 && format.is_none() {
            return self.flat_list(message, place, least);
        }
        if expected == ["string"]
            && is_entry
            && format.is_none()
            && let Some((whole, help, fix)) = self.nested_list(value)
        {
            let diagnostic = Diagnostic::new(&codes::WRONG_TYPE, message);
            return diagnostic
                .at(whole, "this is a list of lists")
                .help(help)
                .fix(fix);
        }
        let help = match expected.as_slice() {
            // A number in quotes must also have the form that the schema asks for.
            ["string"] if value.is_number() => {
                let pattern = schema.and_then(|schema| schema.get("pattern")?.as_str());
                let meant = pattern.and_then(|pattern| {
                    similar_value(pattern, written)
                        .or_else(|| like_example(pattern, written, &self.first_example()?))
                });
                Some(format!(
                    "put it in quotes: \"{}\"",
                    meant.as_deref().unwrap_or(written)
                ))
            }
            ["object" | "array"] if format == Some(DataFormat::Csv) => {
                Some("a cell has one value: write the list as JSON or YAML instead".to_owned())
            }
            ["object" | "array"] if format.is_some() => None,
            ["array"]
                if let Some(text) = value.as_str()
                    && let Some(options) = self.options_of_items() =>
            {
                Some(list_of_options(text, &options))
            }
            ["array"]
                if let Some(text) = value.as_str()
                    && let Some(numbers) = self.numbers_of_items(text) =>
            {
                Some(format!("put it in square brackets: [{numbers}]"))
            }
            ["string"]
                if let [Value::String(first), _, ..] =
                    value.as_array().map_or(&[][..], Vec::as_slice)
                    && self.pointer.starts_with("/redirect/") =>
            {
                Some(format!(
                    "write a [[redirect]] for each of them: {} = \"{first}\"",
                    self.name
                ))
            }
            ["integer"] if let Some(number) = without_separator(written) => {
                Some(format!("write {number}: decimals begin at a dot"))
            }
            [only @ ("array" | "object")]
                if !has_keys(value)
                    && let Some(help) =
                        schema.and_then(|schema| self.table_help(schema, value, is_entry)) =>
            {
                Some(help)
            }
            ["string"] if let Some(table) = value.as_object() => {
                let texts = table.iter();
                let mut texts = texts.filter_map(|(key, value)| Some((key, value.as_str()?)));
                texts.next().map(|(key, text)| {
                    let around = if written.starts_with('{') {
                        "the braces".to_owned()
                    } else {
                        format!("this header and of `{key}`")
                    };
                    format!("write {} = \"{text}\" in place of {around}", self.name)
                })
            }
            [only] => type_help(only, value, &header(&self.pointer)),
            _ => None,
        };
        let label = match format {
            Some(DataFormat::Csv) => "this is text".to_owned(),
            _ => format!("this is {}", type_name(type_of(value))),
        };
        let fix = help.as_ref().filter(|_| least < 2);
        let fix = fix.and_then(|help| {
            let kind = expected.first().copied().unwrap_or_default();
            fix_of_type(help, &place, kind, schema?)
        });
        Diagnostic::new(&codes::WRONG_TYPE, message)
            .at(place, label)
            .maybe_help(help)
            .maybe_fix(fix)
    }

    /// Returns the place of a list of lists where texts are expected, help, and a fix. It is the same for each entry, so that the list is
    /// reported once.
    fn nested_list(&self, value: &Value) -> Option<(Place, String, Fix)> {
        value.as_array()?;
        let (list, _) = self.pointer.rsplit_once('/')?;
        let whole = self.toml.locate(list, Part::Value);
        let written = &whole.source.text[whole.span.clone()];
        let table: toml::Table = format!("list = {written}").parse().ok()?;
        let entries = table.get("list")?.as_array()?;
        let mut texts = Vec::new();
        for entry in entries {
            match entry {
                toml::Value::Array(inner) => texts.extend(inner.iter()),
                other => texts.push(other),
            }
        }
        let texts: Option<Vec<String>> = texts
            .into_iter()
            .map(|text| Some(serde_json::to_string(text.as_str()?).unwrap_or_default()))
            .collect();
        let meant = format!("[{}]", texts?.join(", "));
        let help = format!("write {meant}");
        let is_sure = entries
            .iter()
            .all(|one| one.as_array().is_none_or(|inner| inner.len() == 1));
        let fix = Fix::replace(&help, whole.clone(), meant);
        Some((whole, help, if is_sure { fix } else { fix.to_confirm() }))
    }

    /// Returns the finding about texts in the place of lists of at least `least` texts: one for all that follow each other.
    fn flat_list(&self, message: String, place: Place, least: u64) -> Diagnostic {
        let (list, first) = self.pointer.rsplit_once('/').unwrap_or_default();
        let text = |index: usize| {
            let pointer = format!("{list}/{index}");
            let place = self
                .toml
                .has(&pointer)
                .then(|| self.toml.locate(&pointer, Part::Value))?;
            place.source.text[place.span.clone()]
                .starts_with(['"', '\''])
                .then_some(place.span)
        };
        let texts: Vec<Range<usize>> = (first.parse().unwrap_or_default()..)
            .map_while(text)
            .collect();
        let end = texts.last().map_or(place.span.end, |last| last.end);
        let all = Place::new(&place.source, place.span.start..end);
        let written = texts.iter().map(|span| &place.source.text[span.clone()]);
        let written = written.collect::<Vec<_>>().join(", ");
        let is_enough = texts.len() as u64 >= least;
        let help = if is_enough {
            format!("put the texts that belong together into a list of their own: [{written}]")
        } else {
            format!(
                "put it into a list with the texts that belong to it, at least {least}: [{written}, …]"
            )
        };
        let fix = is_enough.then(|| {
            let list = format!("[{}]", &all.source.text[all.span.clone()]);
            Fix::replace(help.clone(), all, list).to_confirm()
        });
        Diagnostic::new(&codes::WRONG_TYPE, message)
            .at(place, "this is text in quotes")
            .help(help)
            .maybe_fix(fix)
    }

    /// Returns how to write a table or a list of tables that has this schema: its header, and its first keys. Returns `None` for any other
    /// schema.
    fn table_help(&self, schema: &Value, value: &Value, is_entry: bool) -> Option<String> {
        let header = header(&self.pointer);
        // Each table of some has a name of its own, such as the code of a language.
        let named = schema
            .get("additionalProperties")
            .filter(|one| one.is_object() && schema.get("properties").is_none());
        let (header, table) = match self.table_kind(schema)? {
            TableKind::One if !is_entry && let Some(table) = named => {
                let text = value.as_str().or_else(|| value.get(0)?.as_str());
                let word = text
                    .unwrap_or_default()
                    .split([',', ';'])
                    .next()
                    .unwrap_or_default()
                    .trim();
                let name = if is_key(word) { word } else { "…" };
                (format!("{}.{name}]", header.trim_end_matches(']')), table)
            }
            TableKind::One if !is_entry => (header, schema),
            TableKind::One => (format!("[{header}]"), schema),
            TableKind::List => (format!("[{header}]"), schema.get("items")?),
        };
        let table = self.schema.resolved(table)?;
        let properties = table.get("properties").and_then(Value::as_object);
        let required = table.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        let mut names: Vec<&str> = required.collect();
        if names.is_empty() {
            let all = properties.into_iter().flat_map(serde_json::Map::keys);
            names.extend(all.take(SHOWN).map(String::as_str));
        }
        let keys = names.iter().map(|name| {
            let property = properties.and_then(|all| self.schema.resolved(all.get(*name)?));
            format!("{name} = {}", sample(property))
        });
        let keys: Vec<String> = keys.collect();
        Some(match keys.split_last() {
            None => format!("write {header} on a line of its own, and the keys below it"),
            Some((last, [])) => format!("write {header} on a line of its own, and {last} below it"),
            Some((last, keys)) => {
                let keys = keys.join(", ");
                format!("write {header} on a line of its own, and below it {keys} and {last}")
            }
        })
    }

    /// Returns the numbers in a text as the entries of a list, or `None` if its entries are no numbers.
    fn numbers_of_items(&self, text: &str) -> Option<String> {
        let items = self.schema.parent_of(self.error)?.get("items")?;
        let kind = self.schema.resolved(items)?.get("type")?.as_str()?;
        if !matches!(kind, "integer" | "number") {
            return None;
        }
        let numbers = text
            .split([',', ';', ' '])
            .filter(|number| !number.is_empty());
        let numbers: Option<Vec<&str>> = numbers
            .map(|number| number.parse::<f64>().ok().map(|_| number))
            .collect();
        Some(numbers?.join(", "))
    }

    /// Returns the options of the entries of a list.
    fn options_of_items(&self) -> Option<Vec<&str>> {
        let items = self.schema.parent_of(self.error)?.get("items")?;
        let options = self.schema.resolved(items)?.get("enum")?.as_array()?;
        options.iter().map(Value::as_str).collect()
    }
}

/// Returns whether a value is a table or a list of tables, whose header is to be changed only.
fn has_keys(value: &Value) -> bool {
    value.is_object() || value.get(0).is_some_and(Value::is_object)
}

/// Maximum number of keys that help shows of a table without required ones.
const SHOWN: usize = 3;

/// Returns a value that a key with this schema may have, as TOML: its first example or option, or one of its type.
fn sample(property: Option<&Value>) -> String {
    let get = |key: &str| property.and_then(|property| property.get(key));
    let first = |key: &str| get(key)?.get(0);
    let is_date = get("format").is_some_and(|format| format == "date");
    match first("examples").or_else(|| first("enum")) {
        Some(Value::String(day)) if is_date => return day.clone(),
        Some(value @ (Value::String(_) | Value::Number(_) | Value::Bool(_))) => {
            return value.to_string();
        }
        _ => {}
    }
    let sample = match get("type").and_then(Value::as_str) {
        Some("integer" | "number") => "1",
        Some("boolean") => "true",
        Some("array") => "[…]",
        Some("object") => "{ … }",
        _ if is_date => "2026-04-30",
        _ => "\"…\"",
    };
    sample.to_owned()
}
