//! What a form of the site is, defaults and all, and what its definition contradicts itself in.

use crate::codes;
use std::collections::BTreeMap;

use content::{Content, Tree};
use diagnostic::{Diagnostic, Place};

/// Form definitions with everything filled in that they leave to defaults; null for those that cannot be used.
pub fn resolved(
    content: &Content,
    tree: &Tree,
    found: &mut Vec<Diagnostic>,
) -> BTreeMap<String, serde_json::Value> {
    let mut forms = BTreeMap::new();
    for (name, written) in &content.forms {
        if written.is_null() {
            forms.insert(name.clone(), serde_json::Value::Null);
            continue;
        }
        match resolve(name, written, tree) {
            Ok(form) => drop(forms.insert(name.clone(), form)),
            Err(problems) => {
                // The schema has said most of it already, at the right line.
                let path = format!("content/forms/{name}.toml");
                let is_of_it = |one: &Diagnostic| {
                    let place = one.place.as_ref();
                    place.is_some_and(|(place, _)| place.source.path == path)
                };
                if !found.iter().any(is_of_it) {
                    found.extend(problems);
                }
                forms.insert(name.clone(), serde_json::Value::Null);
            }
        }
    }
    forms
}

/// A form with its defaults.
///
/// # Errors
/// Everything that its definition contradicts itself in, each at its place.
fn resolve(
    name: &str,
    written: &serde_json::Value,
    tree: &Tree,
) -> Result<serde_json::Value, Vec<Diagnostic>> {
    let source = tree.texts.get(&format!("content/forms/{name}.toml"));
    let bad = |message: String, place: Option<Place>| {
        let diagnostic = Diagnostic::new(&codes::BAD_FORM, message);
        match place {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        }
    };
    let definition: forms::definition::FormDefinition = serde_json::from_value(written.clone())
        .map_err(|error| {
            // The same mistake of the text, which has places.
            let in_text = source.and_then(|source| {
                let error =
                    toml::from_str::<forms::definition::FormDefinition>(&source.text).err()?;
                let span = error.span().unwrap_or_default();
                Some((error.message().to_owned(), Place::new(source, span)))
            });
            let (message, place) = in_text.unzip();
            vec![bad(message.unwrap_or_else(|| error.to_string()), place)]
        })?;
    let (form, problems) = forms::Form::resolve_all(name, definition);
    let found: Vec<Diagnostic> = problems
        .into_iter()
        .map(|problem| match problem {
            forms::DefinitionError::Value {
                key,
                pointer,
                problem,
            } => {
                let place = source.map(|source| {
                    content::TomlText::whole(source).locate(&pointer, content::Part::Value)
                });
                bad(format!("{key}: {problem}"), place)
            }
            other => bad(other.to_string(), None),
        })
        .collect();
    if !found.is_empty() {
        return Err(found);
    }
    serde_json::to_value(form).map_err(|error| vec![bad(error.to_string(), None)])
}
