//! Errors in the stored version of a document that has unsaved changes. The preview is built with the changes, so it does not have them.

use std::sync::Arc;

use content::Tree;
use diagnostic::{Diagnostic, Fingerprinter, Severity};
use serde_json::Value;
use serve::edit::Draft;

use super::reported::{added_help, as_of_build};
use super::view::View;
use crate::project;

/// What is to be done about such an error.
const HELP: &str = "This is in the stored version, which would be published. Save your changes if they correct it.";

/// Returns the errors in the stored versions of documents with unsaved changes that the changes hide, as JSON.
pub fn findings(view: &View<'_>) -> Vec<Value> {
    let errors = errors(view);
    let is_known = |error: &Diagnostic| {
        let mut own = view.findings.iter();
        own.any(|one| is_same(one, error))
    };
    let hidden: Vec<&Diagnostic> = errors.iter().filter(|error| !is_known(error)).collect();
    let findings = as_of_build(view, hidden.iter().copied()).into_iter();
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

/// Returns whether two findings say the same about a file.
fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    let path = |finding: &Diagnostic| {
        let place = finding.place.as_ref();
        place.map(|(place, _)| place.source.path.clone())
    };
    one.code.name == other.code.name && one.message == other.message && path(one) == path(other)
}

/// Returns the errors that reading the content with the stored versions finds in them. The content is read again only if one of them, or
/// the list of documents with changes, has changed.
fn errors(view: &View<'_>) -> Arc<Vec<Diagnostic>> {
    let stored = |draft: Draft| {
        let file = view.bytes(&draft.path).ok().flatten()?;
        Some((draft.path, file))
    };
    let files: Vec<(String, Vec<u8>)> = view.desk.drafts().into_iter().filter_map(stored).collect();
    if files.is_empty() {
        return Arc::default();
    }
    let versions = Fingerprinter::default();
    let versions = files.iter().fold(versions, |versions, (path, file)| {
        versions.text(path).number(file.len()).bytes(file)
    });
    let versions = versions.finish();
    view.desk.kept.stored_errors(versions, || {
        let mut tree = Tree::clone(&view.snapshot.content);
        for (path, file) in &files {
            tree.replace(path, Some(file.clone()));
        }
        let selection = project::inputs_of_today().selection_of(&tree);
        let (_, findings) = content::load(&tree, &selection);
        let is_wanted = |finding: &Diagnostic| {
            let place = finding.place.as_ref();
            finding.severity == Severity::Error
                && place.is_some_and(|(place, _)| {
                    files.iter().any(|(path, _)| *path == place.source.path)
                })
        };
        findings.into_iter().filter(is_wanted).collect()
    })
}
