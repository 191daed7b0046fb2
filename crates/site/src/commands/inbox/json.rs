//! Results as JSON.

use diagnostic::Diagnostic;

use crate::codes;

/// Serializes a result, with a newline at the end.
pub fn json<T: serde::Serialize>(value: &T) -> Result<String, Diagnostic> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| Diagnostic::new(&codes::INBOX, format!("cannot write JSON: {error}")))
}
