//! Turns settings files into types.

use diagnostic::{Diagnostic, Place};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::codes::INVALID_VALUE;
use crate::expected_value::explain_values;
use crate::schema::Schema;
use crate::toml_text::TomlText;

/// Deserializes a value that was checked against its schema. `diagnostics` are the findings about the file so far. Returns
/// `None` if the value does not fit the type.
pub fn deserialize<T: DeserializeOwned>(
    value: &Value,
    toml: &TomlText,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<T> {
    match serde_json::from_value(value.clone()) {
        Ok(typed) => Some(typed),
        Err(error) => {
            // If the schema is as strict as the type, it has already reported the mistake, and with a better place.
            if diagnostics.is_empty() {
                let place = Place::start_of(&toml.source);
                diagnostics.push(Diagnostic::new(&INVALID_VALUE, error.to_string()).at(place, ""));
            }
            None
        }
    }
}

impl TomlText {
    /// Parses a settings file and checks it against one of this program's schemas. Fails with a finding with its place for each mistake in
    /// the text.
    pub fn checked<T: DeserializeOwned>(&self, schema: &str) -> Result<T, Vec<Diagnostic>> {
        let schema = Schema::of_program("schema", schema);
        let value = self.parse().map_err(|mut findings| {
            explain_values(&mut findings, &schema, false);
            findings
        });
        let value = Value::Object(value?);
        let mut diagnostics = schema.check(&value, self, &[]);
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        deserialize(&value, self, &mut diagnostics).ok_or(diagnostics)
    }

    /// Parses a settings file without checking it. Returns `None` if it is invalid.
    pub fn unchecked<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_value(Value::Object(self.parse().ok()?)).ok()
    }
}
