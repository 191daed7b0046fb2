//! Fills in the defaults of form definitions, and reports contradictions in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Part, TomlText, Tree};
use diagnostic::{Diagnostic, Place, Source};
use forms::{DefinitionError, Form};
use serde_json::Value;

use crate::codes;

/// Returns the form definitions with their defaults filled in, by name. A definition that cannot be used is null. Adds mistakes
/// that the schema cannot detect to `diagnostics`, unless one of the earlier findings, `found`, is about the same place.
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

/// Returns a form definition with its defaults filled in. `faulty` are the places in its file that already have findings.
///
/// # Errors
/// Returns a finding for each contradiction in the definition, except at the faulty places.
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
            // The schema reports a wrong shape, unless it is less strict than the type.
            DefinitionError::Shape(_) => (source.map(Place::start_of), !faulty.is_empty()),
        };
        (!is_reported).then(|| bad(problem.to_string(), place))
    });
    Err(problems.collect())
}
