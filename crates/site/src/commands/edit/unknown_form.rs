//! Says why a document has no form: an error in the file that describes it.

use diagnostic::Severity;

use super::view::View;
use crate::commands::language_server::project::rule;
use crate::commands::language_server::schemas::own_schema;

/// File that says which collection a document belongs to.
const STRUCTURE: &str = "content/structure.toml";

/// Returns why the fields of a document are not known, or `None` if they are.
pub fn reason(view: &View<'_>, path: &str) -> Option<String> {
    // The words of the design have fields without a schema.
    if own_schema(path).is_some() || path.starts_with("content/words.") || !view.is_editable(path) {
        return None;
    }
    let rule = rule(&view.project.structure, path);
    let file = rule.map_or_else(
        || STRUCTURE.to_owned(),
        |rule| format!("content/{}", rule.schema),
    );
    let mut errors = view.findings.iter().filter(|one| {
        let place = one.place.as_ref();
        one.severity == Severity::Error && place.is_some_and(|(place, _)| place.source.path == file)
    });
    errors.next()?;
    let what = if file == STRUCTURE {
        format!("“{}”", view.title(STRUCTURE))
    } else {
        "The list of its fields".to_owned()
    };
    Some(format!(
        "{what} has an error, so it is not known which fields this has. It can be edited once that error is corrected."
    ))
}
