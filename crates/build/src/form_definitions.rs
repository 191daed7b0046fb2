//! Form definitions with their defaults, and the contradictions in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Part, TomlText, Tree};
use diagnostic::{Diagnostic, Place, Source};
use forms::{DefinitionError, Form};
use serde_json::Value;

use crate::codes;

/// Returns the form definitions with their defaults filled in; null for those that cannot be used. `found` are the findings so
/// far, some of which are about the definitions. Adds those that no schema makes to `diagnostics`.
pub fn resolved(
    content: &Content,
    tree: &Tree,
    found: &[Diagnostic],
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Value> {
    let mut forms = BTreeMap::new();
    for (name, written) in &content.forms {
        if written.is_null() {
            forms.insert(name.clone(), Value::Null);
            continue;
        }
        let source = tree.texts.get(&format!("content/forms/{name}.toml"));
        let places = found.iter().filter_map(|one| Some(&one.place.as_ref()?.0));
        let places = places.filter(|place| source.is_some_and(|source| place.source == *source));
        let places: Vec<&Place> = places.collect();
        let form = resolve(name, written, source, &places).unwrap_or_else(|problems| {
            diagnostics.extend(problems);
            Value::Null
        });
        forms.insert(name.clone(), form);
    }
    forms
}

/// Returns a form with its defaults. `faulty` are the places in its definition that have findings.
///
/// # Errors
/// Every contradiction in the definition, each at its place, except at faulty places.
fn resolve(
    name: &str,
    written: &Value,
    source: Option<&Arc<Source>>,
    faulty: &[&Place],
) -> Result<Value, Vec<Diagnostic>> {
    let bad = |message: String, place: Option<Place>| {
        Diagnostic::new(&codes::BAD_FORM, message).maybe_at(place, "")
    };
    let problems = match Form::resolve(name, written) {
        Ok(form) => {
            return serde_json::to_value(form).map_err(|error| vec![bad(error.to_string(), None)]);
        }
        Err(problems) => problems,
    };
    let problems = problems.into_iter().filter_map(|problem| {
        let (place, is_reported) = match &problem {
            DefinitionError::Value { pointer, .. } => {
                let toml = source.map(TomlText::whole);
                let place = toml.map(|toml| toml.locate(pointer, Part::Value));
                let is_reported = place.as_ref().is_some_and(|place| faulty.contains(&place));
                (place, is_reported)
            }
            // If it is not reported, the schema is less strict than the type.
            DefinitionError::Shape(_) => (source.map(Place::start_of), !faulty.is_empty()),
        };
        (!is_reported).then(|| bad(problem.to_string(), place))
    });
    Err(problems.collect())
}
