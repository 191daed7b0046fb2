//! Slips in a JSON Schema that its language takes as they are, or words that only its authors understand.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::codes;
use crate::json_places::value_at;
use crate::tables::escape;
use diagnostic::Diagnostic;
use diagnostic::{Place, Source};
use diagnostic::{all_of, did_you_mean, nearest, one_of};

const TYPES: [&str; 7] = [
    "string", "integer", "number", "boolean", "array", "object", "null",
];

/// Formats of draft 2020-12 (validation, section 7.3), and the engine's own two.
const FORMATS: [&str; 21] = [
    "image",
    "link",
    "date",
    "time",
    "date-time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Keywords with one schema below them, with a list of schemas, and with schemas by name.
const ONE: [&str; 12] = [
    "items",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "propertyNames",
    "contentSchema",
    "additionalItems",
];
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
const NAMED: [&str; 5] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
];

/// All others of draft 2020-12.
const OTHERS: [&str; 38] = [
    "$schema",
    "$id",
    "$ref",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
    "$vocabulary",
    "$comment",
    "type",
    "enum",
    "const",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "uniqueItems",
    "maxContains",
    "minContains",
    "maxProperties",
    "minProperties",
    "required",
    "dependentRequired",
    "format",
    "contentEncoding",
    "contentMediaType",
    "title",
    "description",
    "default",
    "deprecated",
    "readOnly",
    "writeOnly",
    "examples",
];

/// Everything of that kind in a schema.
pub fn mistakes(source: &Arc<Source>, schema: &Value) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let look = Look {
        source,
        root: schema,
    };
    look.schema(schema, "", &mut found);
    found
}

/// The place of a value of a schema.
pub fn place(source: &Arc<Source>, pointer: &str) -> Place {
    match value_at(&source.text, pointer) {
        Some(span) => Place::new(source, span),
        None => Place::start_of(source),
    }
}

struct Look<'a> {
    source: &'a Arc<Source>,
    root: &'a Value,
}

impl Look<'_> {
    fn bad(&self, pointer: &str, message: String, help: Option<String>) -> Diagnostic {
        Diagnostic::new(&codes::BAD_SCHEMA, message)
            .at(place(self.source, pointer), "")
            .maybe_help(help)
    }

    fn schema(&self, schema: &Value, pointer: &str, found: &mut Vec<Diagnostic>) {
        let Value::Object(table) = schema else { return };
        self.own(table, pointer, found);
        for (key, value) in table {
            let pointer = format!("{pointer}/{}", escape(key));
            match (key.as_str(), value) {
                (key, _) if ONE.contains(&key) => self.schema(value, &pointer, found),
                (key, Value::Array(all)) if LIST.contains(&key) => {
                    for (index, one) in all.iter().enumerate() {
                        self.schema(one, &format!("{pointer}/{index}"), found);
                    }
                }
                (key, Value::Object(all)) if NAMED.contains(&key) => {
                    for (name, one) in all {
                        self.schema(one, &format!("{pointer}/{}", escape(name)), found);
                    }
                }
                _ => {}
            }
        }
    }

    /// The slips of one schema, without those below it.
    fn own(&self, table: &Map<String, Value>, pointer: &str, found: &mut Vec<Diagnostic>) {
        let types = match table.get("type") {
            Some(Value::Array(types)) => types.iter().enumerate().collect(),
            Some(one) => vec![(usize::MAX, one)],
            None => Vec::new(),
        };
        for (index, kind) in types {
            let Value::String(kind) = kind else { continue };
            if TYPES.contains(&kind.as_str()) {
                continue;
            }
            let at = match index {
                usize::MAX => format!("{pointer}/type"),
                _ => format!("{pointer}/type/{index}"),
            };
            let help = did_you_mean(kind, TYPES);
            let help = help.unwrap_or_else(|| format!("the types are {}", all_of(TYPES)));
            found.push(self.bad(&at, format!("`{kind}` is no type"), Some(help)));
        }
        if let Some(Value::String(format)) = table.get("format")
            && !FORMATS.contains(&format.as_str())
        {
            let help = did_you_mean(format, FORMATS);
            let help = help.unwrap_or_else(|| format!("the formats are {}", all_of(FORMATS)));
            let message = format!("`{format}` is no format: nothing would be checked");
            found.push(self.bad(&format!("{pointer}/format"), message, Some(help)));
        }
        if let Some(Value::String(reference)) = table.get("$ref")
            && let Some(inside) = reference.strip_prefix('#')
            && (inside.is_empty() || inside.starts_with('/'))
            && self.root.pointer(inside).is_none()
        {
            let folder = reference.rsplit_once('/').map_or("", |(folder, _)| folder);
            let beside = self.root.pointer(folder.trim_start_matches('#'));
            let names = beside.and_then(Value::as_object);
            let names: Vec<String> = names
                .into_iter()
                .flat_map(Map::keys)
                .map(|name| format!("{folder}/{name}"))
                .collect();
            let names = || names.iter().map(String::as_str);
            let help = did_you_mean(reference, names()).or_else(|| {
                names()
                    .next()
                    .map(|_| format!("there is {}", one_of(names())))
            });
            let message = format!("there is no `{reference}` in this schema");
            found.push(self.bad(&format!("{pointer}/$ref"), message, help));
        }
        self.required(table, pointer, found);
        let keywords = || ONE.into_iter().chain(LIST).chain(NAMED).chain(OTHERS);
        for key in table.keys() {
            if keywords().any(|known| known == key) {
                continue;
            }
            // A word of the author's own may stand here; one like a keyword does not.
            if let Some(meant) = nearest(key, keywords()) {
                let mut place = place(self.source, &format!("{pointer}/{}", escape(key)));
                let written = Value::from(key.as_str()).to_string();
                if let Some(at) = self.source.text[..place.span.start].rfind(&written) {
                    place.span = at..at + written.len();
                }
                let message = format!("`{key}` is no keyword: nothing would be checked");
                found.push(
                    Diagnostic::new(&codes::BAD_SCHEMA, message)
                        .at(place, "")
                        .help(format!("did you mean `{meant}`?")),
                );
            }
        }
    }

    /// Keys that are required and not allowed.
    fn required(&self, table: &Map<String, Value>, pointer: &str, found: &mut Vec<Diagnostic>) {
        let (Some(Value::Array(required)), Some(Value::Object(properties))) =
            (table.get("required"), table.get("properties"))
        else {
            return;
        };
        let is_closed = table.get("additionalProperties") == Some(&Value::Bool(false));
        for (index, key) in required.iter().enumerate() {
            let Value::String(key) = key else { continue };
            let names = || properties.keys().map(String::as_str);
            let meant = did_you_mean(key, names());
            if properties.contains_key(key) || !is_closed && meant.is_none() {
                continue;
            }
            let help = meant.unwrap_or_else(|| "add it there, or take it out here".to_owned());
            let message = format!("`{key}` is required and is not among the `properties`");
            found.push(self.bad(&format!("{pointer}/required/{index}"), message, Some(help)));
        }
    }
}
