//! Finds the schema that a value was probably meant to match, if it matches none of several.

use diagnostic::Diagnostic;
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use crate::codes;

/// Returns the violations of the schema that a value was probably meant to match: the first one for values of this type. Returns `None` if
/// there is none.
pub(crate) fn meant_branch<'e, 'a>(
    branches: &'e [Vec<ValidationError<'a>>],
    value: &Value,
) -> Option<&'e [ValidationError<'a>]> {
    let mut branches = branches.iter();
    let is_other_type = |error: &ValidationError<'_>| {
        matches!(error.kind(), ValidationErrorKind::Type { .. })
            && error.instance().as_ref() == value
    };
    let meant = branches.find(|errors| !errors.is_empty() && !errors.iter().any(is_other_type));
    meant.map(Vec::as_slice)
}

/// Removes the findings about keys that are missing only because they are misspelled.
pub(crate) fn without_misspelled(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let unknown = found.iter().filter(|one| one.code == &codes::UNKNOWN_KEY);
    let help = unknown.flat_map(|one| &one.help);
    let meant = help.filter_map(|help| Some(help.split('`').nth(1)?.to_owned()));
    let meant: Vec<String> = meant.collect();
    found.retain(|one| {
        let mut keys = one.parts.iter().filter(|(part, _)| *part == "key");
        one.code != &codes::MISSING_KEY || !keys.any(|(_, key)| meant.contains(key))
    });
    found
}
