//! Errors in what is stored that unsaved changes hide. The preview is built with the changes, so it does not have them.

use std::collections::HashSet;

use diagnostic::Diagnostic;
use serde_json::Value;

use super::reported::{added_help, as_of_build};
use super::view::View;

/// What is to be done about such an error.
const HELP: &str = "This is in the stored version, which would be published. Save your changes if they correct it.";

/// Returns the errors in the stored versions of documents that unsaved changes hide, as JSON.
pub fn findings(view: &View<'_>) -> Vec<Value> {
    let stored = &view.snapshot.stored;
    if stored.is_empty() {
        return Vec::new();
    }
    let known: HashSet<_> = view.findings.iter().map(statement).collect();
    let hidden = stored
        .iter()
        .filter(|error| !known.contains(&statement(error)));
    let findings = as_of_build(view, hidden).into_iter();
    let findings = findings.map(|mut finding| {
        let id = finding["id"].as_str().unwrap_or_default();
        finding["id"] = format!("stored-{id}").into();
        finding["isStored"] = true.into();
        // Its places are not those of the text that is shown, and its fixes would change that.
        for key in ["field", "body"] {
            finding[key] = Value::Null;
        }
        finding["fixes"] = Value::Array(Vec::new());
        added_help(finding, HELP)
    });
    findings.collect()
}

/// Returns what a finding says about which file. Its place differs between two versions of the text.
fn statement(finding: &Diagnostic) -> (&str, &str, Option<&str>) {
    let place = finding.place.as_ref();
    let path = place.map(|(place, _)| place.source.path.as_str());
    (finding.code.name, &finding.message, path)
}
