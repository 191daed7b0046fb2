//! Checks of settings against schemas that belong to this program, not to the site.

use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::codes::INVALID_VALUE;
use crate::schema::Schema;
use crate::toml_text::TomlText;

/// Checks a value against a schema of this program, which has no mistakes itself; `name` is the schema's file name.
pub fn check(name: &str, schema: &str, value: &Value, toml: &TomlText) -> Vec<Diagnostic> {
    match Schema::valid(&Source::new(name, schema), &Arc::default()) {
        Ok(schema) => schema.check(value, toml, "", &[]),
        Err(diagnostics) => diagnostics,
    }
}

/// Converts a checked value into its type. `diagnostics` are the findings about the file so far.
pub fn deserialize<T: DeserializeOwned>(
    value: &Value,
    toml: &TomlText,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<T> {
    match serde_json::from_value(value.clone()) {
        Ok(typed) => Some(typed),
        Err(error) => {
            // Only if the schema is less strict than the type; else it has reported the same, at the right line.
            if diagnostics.is_empty() {
                let place = Place::start_of(&toml.source);
                diagnostics.push(Diagnostic::new(&INVALID_VALUE, error.to_string()).at(place, ""));
            }
            None
        }
    }
}

impl TomlText {
    /// Parses a file of settings and checks it against a schema of this program.
    ///
    /// # Errors
    /// Every mistake of the text, each with its place.
    pub fn checked<T: DeserializeOwned>(&self, schema: &str) -> Result<T, Vec<Diagnostic>> {
        let value = Value::Object(self.parse()?);
        let mut diagnostics = check("schema", schema, &value, self);
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        deserialize(&value, self, &mut diagnostics).ok_or(diagnostics)
    }

    /// Parses a file of settings without checking it. Returns `None` if it is invalid.
    pub fn unchecked<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_value(Value::Object(self.parse().ok()?)).ok()
    }
}
