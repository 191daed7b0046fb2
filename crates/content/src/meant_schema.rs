//! Finds the schema that a value was probably meant to match, if it matches none of several.

use diagnostic::Diagnostic;
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use crate::codes;

/// Returns the violations of the schema that a value was probably meant to match: the one for values of this type that it is
/// closest to. Returns `None` if there is none.
pub(crate) fn meant_branch<'e, 'a>(
    branches: &'e [Vec<ValidationError<'a>>],
    value: &Value,
) -> Option<&'e [ValidationError<'a>]> {
    let is_other_kind = |error: &ValidationError<'_>| {
        matches!(
            error.kind(),
            ValidationErrorKind::Constant { .. } | ValidationErrorKind::Enum { .. }
        )
    };
    let is_other_type = |error: &ValidationError<'_>| {
        matches!(error.kind(), ValidationErrorKind::Type { .. })
            && error.instance().as_ref() == value
    };
    let branches = branches.iter();
    let fitting = branches.filter(|errors| !errors.is_empty() && !errors.iter().any(is_other_type));
    // A value that says which kind it is matches the schema of that kind best.
    let best = fitting.min_by_key(|errors| (errors.iter().any(is_other_kind), errors.len()));
    best.map(Vec::as_slice)
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
