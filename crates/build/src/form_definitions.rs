//! Form definitions with their defaults, and the contradictions in them.

use std::collections::BTreeMap;

use content::{Content, Part, TomlText, Tree};
use diagnostic::{Diagnostic, Place, all_of, did_you_mean};
use forms::definition::FormDefinition;
use forms::{DefinitionError, Form};
use serde_json::Value;

use crate::codes;

/// Returns the form definitions with their defaults filled in; null for those that cannot be used.
pub fn resolved(
    content: &Content,
    tree: &Tree,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Value> {
    let mut forms = BTreeMap::new();
    for (name, written) in &content.forms {
        if written.is_null() {
            forms.insert(name.clone(), Value::Null);
            continue;
        }
        let form = resolve(name, written, tree).unwrap_or_else(|problems| {
            // The schema reports most of them already, at the right line.
            let path = format!("content/forms/{name}.toml");
            let is_in_form = |one: &Diagnostic| {
                let place = one.place.as_ref();
                place.is_some_and(|(place, _)| place.source.path == path)
            };
            if !diagnostics.iter().any(is_in_form) {
                diagnostics.extend(problems);
            }
            Value::Null
        });
        forms.insert(name.clone(), form);
    }
    forms
}

/// Returns a form with its defaults.
///
/// # Errors
/// Every contradiction in its definition, each at its place.
fn resolve(name: &str, written: &Value, tree: &Tree) -> Result<Value, Vec<Diagnostic>> {
    let source = tree.texts.get(&format!("content/forms/{name}.toml"));
    let bad = |message: String, place: Option<Place>| {
        let diagnostic = Diagnostic::new(&codes::BAD_FORM, message);
        match place {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        }
    };
    let definition = FormDefinition::from_value(written).map_err(|error| {
        // Reading the text gives the same error with its place.
        let in_text = source.and_then(|source| {
            let Err(DefinitionError::Toml(error)) = Form::from_toml(name, &source.text) else {
                return None;
            };
            let span = error.span().unwrap_or_default();
            Some((error.message().to_owned(), Place::new(source, span)))
        });
        let (message, place) = in_text.unzip();
        let (message, help) = in_plain_words(message.unwrap_or_else(|| error.to_string()));
        vec![bad(message, place).maybe_help(help)]
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
    Err(problems.collect())
}

/// Returns serde's message about a key or value as a message and a help in the words of other findings.
fn in_plain_words(message: String) -> (String, Option<String>) {
    let mut names = message.split('`').skip(1).step_by(2);
    let name = names.next().unwrap_or_default();
    let known: Vec<&str> = names.collect();
    let known = || known.iter().copied();
    let help = |list: &str| {
        let meant = did_you_mean(name, known());
        Some(meant.unwrap_or_else(|| format!("{list} {}", all_of(known()))))
    };
    if message.starts_with("unknown variant") {
        (format!("`{name}` is not an option"), help("options are"))
    } else if message.starts_with("unknown field") {
        (format!("unknown key `{name}`"), help("allowed keys are"))
    } else if message.starts_with("missing field") {
        (format!("missing key `{name}`"), None)
    } else {
        (message, None)
    }
}
