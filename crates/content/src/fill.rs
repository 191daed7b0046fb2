//! Facts in TOML: fills every text of a table, and finds the place of references that lead nowhere.

use serde_json::{Map, Value};

use crate::codes;
use crate::facts;
use crate::tables::{Part, TomlText, escape};
use diagnostic::Diagnostic;

/// Fills facts into every text of a table.
pub fn fill_facts(
    fields: &mut Map<String, Value>,
    site: &Value,
    toml: &TomlText,
    pointer: &str,
    found: &mut Vec<Diagnostic>,
) {
    for (key, value) in fields.iter_mut() {
        fill_value(
            value,
            site,
            toml,
            &format!("{pointer}/{}", escape(key)),
            found,
        );
    }
}

fn fill_value(
    value: &mut Value,
    site: &Value,
    toml: &TomlText,
    pointer: &str,
    found: &mut Vec<Diagnostic>,
) {
    match value {
        Value::String(text) => {
            let mut unknown = Vec::new();
            if let std::borrow::Cow::Owned(filled) = facts::expand(text, site, &mut unknown) {
                for fact in unknown {
                    let mut place = toml.locate(pointer, Part::Value);
                    // The value as written has quotes and escapes: point at the reference itself where it can be found.
                    if let Some(at) =
                        place.source.text[place.span.clone()].find(&text[fact.span.clone()])
                    {
                        place.span = place.span.start + at..place.span.start + at + fact.span.len();
                    }
                    found.push(
                        Diagnostic::new(&codes::UNKNOWN_FACT, fact.message)
                            .at(place, "")
                            .maybe_help(fact.help),
                    );
                }
                *text = filled;
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                fill_value(item, site, toml, &format!("{pointer}/{index}"), found);
            }
        }
        Value::Object(fields) => fill_facts(fields, site, toml, pointer, found),
        _ => {}
    }
}
