//! A TOML file with a schema of the program's own, such as `checks.toml`.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::schema::Schema;
use crate::source::{Place, Source};
use crate::tables::TomlText;

/// Reads `source`, checks it against `schema` (JSON Schema, draft 2020-12) and gives it its type.
///
/// # Errors
/// Every mistake of the file, each at its place.
pub fn settings<T: DeserializeOwned>(
    source: &Arc<Source>,
    schema: &str,
) -> Result<(T, TomlText), Vec<Diagnostic>> {
    let toml = TomlText::whole(source);
    let value = Value::Object(toml.parse()?);
    let schema = Schema::compile(&Source::new("schema", schema), &Arc::default())
        .map_err(|one| vec![one])?;
    let found = schema.check(&value, &toml, "", &[]);
    if !found.is_empty() {
        return Err(found);
    }
    match serde_json::from_value(value) {
        Ok(settings) => Ok((settings, toml)),
        Err(error) => Err(vec![
            Diagnostic::error("invalid-value", error.to_string()).at(Place::start_of(source), ""),
        ]),
    }
}
