//! Fills in the defaults of form definitions, and reports contradictions in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Part, TomlText, Tree};
use diagnostic::{Diagnostic, Place, Source};
use forms::{DefinitionError, Form};
use serde_json::Value;

use crate::codes;

/// Returns the form definitions with their defaults filled in, by name, and the contradictions in them. A definition that cannot be
/// used is null.
pub fn resolved(content: &Content, tree: &Tree) -> (BTreeMap<String, Value>, Vec<Diagnostic>) {
    let mut forms = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for (name, written) in &content.forms {
        let source = tree.texts.get(&format!("content/forms/{name}.toml"));
        let form = if written.is_null() {
            Value::Null
        } else {
            resolve(name, written, source).unwrap_or_else(|problems| {
                diagnostics.extend(problems);
                Value::Null
            })
        };
        forms.insert(name.clone(), form);
    }
    (forms, diagnostics)
}

/// Returns a form definition with its defaults filled in. Fails with a finding for each contradiction in the definition. The schema reports
/// a wrong shape, unless it is less strict than the type, so that finding is about the file as a whole.
fn resolve(
    name: &str,
    written: &Value,
    source: Option<&Arc<Source>>,
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
    let problems = problems.into_iter().map(|problem| {
        let place = source.map(|source| match &problem {
            DefinitionError::Value { pointer, .. } => {
                TomlText::whole(source).locate(pointer, Part::Value)
            }
            DefinitionError::Shape(_) => Place::start_of(source),
        });
        bad(problem.to_string(), place)
    });
    Err(problems.collect())
}
