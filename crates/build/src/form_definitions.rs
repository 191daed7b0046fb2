//! Form definitions with their defaults, and the contradictions in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Part, TomlText, Tree};
use diagnostic::{Diagnostic, Place, Source};
use forms::definition::FormDefinition;
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
        let diagnostic = Diagnostic::new(&codes::BAD_FORM, message);
        match place {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        }
    };
    let definition = FormDefinition::from_value(written).map_err(|error| {
        // Only if the schema is less strict than the type; else it has reported the same.
        let unreported = faulty.is_empty();
        let place = source.map(Place::start_of);
        unreported
            .then(|| bad(error.to_string(), place))
            .into_iter()
            .collect::<Vec<_>>()
    })?;
    let (form, problems) = Form::resolve_all(name, definition);
    if problems.is_empty() {
        return serde_json::to_value(form).map_err(|error| vec![bad(error.to_string(), None)]);
    }
    let problems = problems.into_iter().map(|problem| match problem {
        DefinitionError::Value {
            key,
            pointer,
            problem,
        } => {
            let toml = source.map(TomlText::whole);
            let place = toml.map(|toml| toml.locate(&pointer, Part::Value));
            bad(format!("{key}: {problem}"), place)
        }
        other => bad(other.to_string(), None),
    });
    let is_reported = |problem: &Diagnostic| {
        let place = problem.place.as_ref();
        place.is_some_and(|(place, _)| faulty.contains(&place))
    };
    Err(problems.filter(|one| !is_reported(one)).collect())
}
