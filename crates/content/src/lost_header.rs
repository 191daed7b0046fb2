//! A table of `site.toml` whose header is missing, so that its keys belong to the table above it.

use diagnostic::{Diagnostic, Fix};
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;

use crate::codes::MISSING_KEY;
use crate::schema::keys_of;
use crate::toml_text::{Part, TomlText, escape};
use crate::violations::{Violations, missing_key};

/// Finds a table that the `own` schema of a site requires, and whose keys are in another table, which does not allow them. Removes the
/// violations of both schemas that follow from it, and reports the header. Returns `None` if there is no such table.
pub fn lost_header(
    own: &mut Violations<'_>,
    program: &mut Violations<'_>,
    toml: &TomlText,
) -> Option<Diagnostic> {
    let missing = own.errors.iter();
    let missing = missing.filter(|error| error.instance_path().as_str().is_empty());
    let (table, path, keys) = missing.filter_map(missing_key).find_map(|table| {
        let described = own.schema.text()["properties"].get(table);
        let described = described.and_then(|one| own.schema.resolved(one))?;
        let known: Vec<&str> = keys_of(described).collect();
        let unknown = own.errors.iter().chain(&program.errors);
        let (path, keys) = unknown.filter_map(unknown_keys).find(|(path, keys)| {
            !path.is_empty() && keys.iter().all(|key| known.contains(&key.as_str()))
        })?;
        Some((table.to_owned(), path.to_owned(), keys.to_vec()))
    })?;
    let is_caused = |error: &ValidationError<'_>| {
        let is_unknown = unknown_keys(error).is_some_and(|(other, _)| other == path);
        is_unknown || missing_key(error) == Some(&table)
    };
    own.errors.retain(|error| !is_caused(error));
    program.errors.retain(|error| !is_caused(error));
    let places = keys.iter();
    let places = places.map(|key| toml.locate(&format!("{path}/{}", escape(key)), Part::Key));
    let first = places.min_by_key(|place| place.span.start)?;
    let key = &first.source.text[first.span.clone()];
    let message = format!("the header [{table}] is missing above `{key}`");
    let mut line = first.clone();
    line.span = line.span.start..line.span.start;
    let help = format!("add the line [{table}] above it");
    let fix = Fix::replace(&help, line, format!("[{table}]\n")).to_confirm();
    Some(
        Diagnostic::new(&MISSING_KEY, message)
            .at(first, "")
            .help(help)
            .fix(fix),
    )
}

/// Returns the path of the table and its keys, for an error about keys that a table does not allow.
fn unknown_keys<'a>(error: &'a ValidationError<'_>) -> Option<(&'a str, &'a [String])> {
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            Some((error.instance_path().as_str(), unexpected))
        }
        _ => None,
    }
}
