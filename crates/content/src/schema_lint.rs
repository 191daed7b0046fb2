//! Reports mistakes in a JSON Schema that the specification allows, such as an unknown keyword, or that the validator explains
//! badly.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fix, Help, Place, Source, all_of, did_you_mean, one_of};
use serde_json::{Map, Value};

use crate::codes::BAD_SCHEMA;
use crate::joined_entries::{certain_entries, entries_in_one, with_entries};
use crate::json_places::places;
use crate::schema_keywords::{SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS, has};
use crate::schema_shapes::{WrongShape, wrong_shape, wrong_subschema};
use crate::toml_text::escape;

const TYPES: &str = "string integer number boolean array object null";

/// Values of `format`: this program's own three, then those of draft 2020-12 (validation, section 7.3).
const FORMATS: &str = "\
    image focus link date time date-time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri \
    iri-reference uuid uri-template json-pointer relative-json-pointer regex";

/// All other keywords of draft 2020-12.
const OTHER_KEYWORDS: &str = "\
    $schema $id $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment type enum const multipleOf maximum \
    exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains \
    minContains maxProperties minProperties required dependentRequired format contentEncoding contentMediaType \
    title description default deprecated readOnly writeOnly examples";

/// Pairs of keywords of which the first must not be greater than the second.
const LIMITS: [(&str, &str); 5] = [
    ("minLength", "maxLength"),
    ("minimum", "maximum"),
    ("minItems", "maxItems"),
    ("minContains", "maxContains"),
    ("minProperties", "maxProperties"),
];

/// This program's own keywords, which compare values.
pub const RELATION_KEYWORDS: &str = "laterThan sameDigits sortedBy uniqueBy";

/// Returns findings about the mistakes in a schema and in all its subschemas.
pub fn lint(source: &Arc<Source>, schema: &Value) -> Vec<Diagnostic> {
    let mut linter = Linter {
        source,
        places: OnceCell::new(),
        root: schema,
        diagnostics: Vec::new(),
    };
    linter.schema(schema, "");
    linter.diagnostics
}

/// Returns the place of the value at a JSON pointer, or the start of the file if there is no such value.
pub fn place(source: &Arc<Source>, pointer: &str) -> Place {
    place_in(&places(&source.text), source, pointer)
}

fn place_in(places: &HashMap<String, Range<usize>>, source: &Arc<Source>, pointer: &str) -> Place {
    match places.get(pointer) {
        Some(span) => Place::new(source, span.clone()),
        None => Place::start_of(source),
    }
}

struct Linter<'a> {
    source: &'a Arc<Source>,
    /// Places of all values by JSON pointer, computed for the first finding.
    places: OnceCell<HashMap<String, Range<usize>>>,
    root: &'a Value,
    diagnostics: Vec<Diagnostic>,
}

impl Linter<'_> {
    fn place(&self, pointer: &str) -> Place {
        let places = self.places.get_or_init(|| places(&self.source.text));
        place_in(places, self.source, pointer)
    }

    fn report(&mut self, pointer: &str, message: String, help: Option<Help>) {
        let diagnostic = Diagnostic::new(&BAD_SCHEMA, message)
            .at(self.place(pointer), "")
            .maybe_help(help);
        self.diagnostics.push(diagnostic);
    }

    fn schema(&mut self, schema: &Value, pointer: &str) {
        let Value::Object(table) = schema else { return };
        self.types(table, pointer);
        self.format(table, pointer);
        self.reference(table, pointer);
        self.required(table, pointer);
        self.options(table, pointer);
        self.keywords(table, pointer);
        self.limits(table, pointer);
        for (key, value) in table {
            let pointer = format!("{pointer}/{}", escape(key));
            if let Some(wrong) = wrong_shape(key, value) {
                self.wrong_type(&pointer, wrong);
                continue;
            }
            match (key.as_str(), value) {
                (key, _) if has(SCHEMA_KEYWORDS, key) => self.schema(value, &pointer),
                (key, Value::Array(list)) if has(SCHEMA_LIST_KEYWORDS, key) => {
                    for (index, one) in list.iter().enumerate() {
                        self.schema(one, &format!("{pointer}/{index}"));
                    }
                }
                (key, Value::Object(named)) if has(SCHEMA_MAP_KEYWORDS, key) => {
                    for (name, one) in named {
                        if let Some(wrong) = wrong_subschema(name, one) {
                            self.wrong_type(&format!("{pointer}/{}", escape(name)), wrong);
                        }
                        self.schema(one, &format!("{pointer}/{}", escape(name)));
                    }
                }
                _ => {}
            }
        }
    }

    /// Reports a value of a type that its keyword does not have.
    fn wrong_type(&mut self, pointer: &str, wrong: WrongShape) {
        let place = self.place(pointer);
        let fix = wrong
            .meant
            .map(|meant| Fix::replace(&wrong.help, place.clone(), meant.to_string()));
        let diagnostic = Diagnostic::new(&BAD_SCHEMA, wrong.message).at(place, "");
        self.diagnostics
            .push(diagnostic.help(wrong.help).maybe_fix(fix));
    }

    /// Reports limits that no value can keep.
    fn limits(&mut self, table: &Map<String, Value>, pointer: &str) {
        for (least, most) in LIMITS {
            let limit = |key: &str| table.get(key).and_then(Value::as_f64);
            if limit(least)
                .zip(limit(most))
                .is_some_and(|(least, most)| least > most)
            {
                let message = format!("`{least}` is greater than `{most}`, so no value is valid");
                let help = "exchange the two, or correct one of them".into();
                self.report(&format!("{pointer}/{least}"), message, Some(help));
            }
        }
        if table
            .get("enum")
            .and_then(Value::as_array)
            .is_some_and(Vec::is_empty)
        {
            let message = "`enum` is empty, so no value is valid".to_owned();
            let help = "list the values that are valid, or remove it".into();
            self.report(&format!("{pointer}/enum"), message, Some(help));
        }
    }

    fn types(&mut self, table: &Map<String, Value>, pointer: &str) {
        let types: Vec<(String, &Value)> = match table.get("type") {
            Some(Value::Array(types)) => types
                .iter()
                .enumerate()
                .map(|(index, kind)| (format!("{pointer}/type/{index}"), kind))
                .collect(),
            Some(one) => vec![(format!("{pointer}/type"), one)],
            None => Vec::new(),
        };
        let given: Vec<&str> = types.iter().filter_map(|(_, kind)| kind.as_str()).collect();
        for (pointer, kind) in &types {
            let Value::String(kind) = kind else { continue };
            if !has(TYPES, kind) {
                // Each type may be given once.
                let others = TYPES.split(' ').filter(|one| !given.contains(one));
                let help = did_you_mean(kind, others)
                    .unwrap_or_else(|| format!("types are {}", all_of(TYPES.split(' '))).into());
                self.report(pointer, format!("unknown type `{kind}`"), Some(help));
            }
        }
    }

    fn format(&mut self, table: &Map<String, Value>, pointer: &str) {
        if let Some(Value::String(format)) = table.get("format")
            && !has(FORMATS, format)
        {
            let help = did_you_mean(format, FORMATS.split(' '));
            let help = if format == "datetime" {
                // The values may be days.
                Some("write `date` for days, or `date-time` for days with a time".into())
            } else {
                help
            };
            let help = help
                .unwrap_or_else(|| format!("formats are {}", all_of(FORMATS.split(' '))).into());
            let message = format!("unknown format `{format}`: it has no effect");
            self.report(&format!("{pointer}/format"), message, Some(help));
        }
    }

    /// Reports a `$ref` to a part of this schema that does not exist.
    fn reference(&mut self, table: &Map<String, Value>, pointer: &str) {
        let Some(Value::String(reference)) = table.get("$ref") else {
            return;
        };
        let Some(inside) = reference.strip_prefix('#') else {
            return;
        };
        let is_pointer = inside.is_empty() || inside.starts_with('/');
        if !is_pointer || self.root.pointer(inside).is_some() {
            return;
        }
        let folder = reference.rsplit_once('/').map_or("", |(folder, _)| folder);
        let siblings = self.root.pointer(folder.trim_start_matches('#'));
        let names: Vec<String> = siblings
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(Map::keys)
            .map(|name| format!("{folder}/{name}"))
            .collect();
        let names = || names.iter().map(String::as_str);
        let help = did_you_mean(reference, names()).or_else(|| {
            let any = names().next();
            any.map(|_| format!("use {}", one_of(names())).into())
        });
        let message = format!("`{reference}` does not exist in this schema");
        self.report(&format!("{pointer}/$ref"), message, help);
    }

    /// Reports keywords that look like a typo. Any other unknown keyword is the author's own annotation.
    fn keywords(&mut self, table: &Map<String, Value>, pointer: &str) {
        let keywords = || {
            [
                RELATION_KEYWORDS,
                SCHEMA_KEYWORDS,
                SCHEMA_LIST_KEYWORDS,
                SCHEMA_MAP_KEYWORDS,
                OTHER_KEYWORDS,
            ]
            .into_iter()
            .flat_map(|words| words.split(' '))
        };
        for key in table.keys() {
            if keywords().any(|known| known == key) {
                continue;
            }
            if let Some(help) = did_you_mean(key, keywords()) {
                let mut place = self.place(&format!("{pointer}/{}", escape(key)));
                let written = Value::from(key.as_str()).to_string();
                if let Some(at) = self.source.text[..place.span.start].rfind(&written) {
                    place.span = at..at + written.len();
                }
                let message = format!("unknown keyword `{key}`: it has no effect");
                let diagnostic = Diagnostic::new(&BAD_SCHEMA, message)
                    .at(place, "")
                    .help(help);
                self.diagnostics.push(diagnostic);
            }
        }
    }

    /// Reports required keys that the schema does not allow, or that look like a typo.
    fn required(&mut self, table: &Map<String, Value>, pointer: &str) {
        let (Some(Value::Array(required)), Some(Value::Object(properties))) =
            (table.get("required"), table.get("properties"))
        else {
            return;
        };
        let is_closed = table.get("additionalProperties") == Some(&Value::Bool(false));
        for (index, key) in required.iter().enumerate() {
            let Value::String(key) = key else { continue };
            let suggestion = did_you_mean(key, properties.keys().map(String::as_str));
            let pointer = format!("{pointer}/required/{index}");
            let entries = entries_in_one(key);
            if let Some(keys) =
                entries.filter(|all| all.iter().all(|one| properties.contains_key(*one)))
            {
                self.entries_in_one(&pointer, key, &keys, true);
                continue;
            }
            if properties.contains_key(key) || !is_closed && suggestion.is_none() {
                continue;
            }
            let help = suggestion
                .unwrap_or_else(|| "add it to `properties`, or remove it from `required`".into());
            let message = format!("required key `{key}` is not in `properties`");
            self.report(&pointer, message, Some(help));
        }
    }

    /// Reports a list of options that is written within one pair of quotes.
    fn options(&mut self, table: &Map<String, Value>, pointer: &str) {
        if let Some([Value::String(text)]) = table
            .get("enum")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
            && let Some(options) = certain_entries(&[text])
        {
            self.entries_in_one(&format!("{pointer}/enum/0"), text, &options, false);
        }
    }

    /// Reports a text that is several entries of a list. A person confirms the fix unless all entries are known.
    fn entries_in_one(&mut self, pointer: &str, text: &str, entries: &[&str], are_known: bool) {
        let place = self.place(pointer);
        let message = format!("`{text}` is one text, not {}", entries.len());
        let diagnostic = Diagnostic::new(&BAD_SCHEMA, message).at(place.clone(), "");
        self.diagnostics
            .push(with_entries(diagnostic, place, entries, are_known));
    }
}
