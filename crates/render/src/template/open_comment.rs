//! Comments of a template that are not closed, and therefore end where the next one does.

use std::sync::Arc;

use diagnostic::{Diagnostic, Fix, Place, Source, first_line};

use super::tags::component_definitions;
use super::written_tags::between;
use crate::codes;

/// Reports comments that contain the beginning of another one.
pub fn open_comments(source: &Arc<Source>) -> Vec<Diagnostic> {
    let text = source.text.as_str();
    let comments = between(text, "{#", "#}").into_iter();
    let found = comments.filter_map(|span| {
        let inside = &text[span.start + 2..span.end];
        let swallowed = &inside[..inside.find("{#")?];
        let line = span.start + 2 + first_line(inside).len();
        let end = Place::new(source, line..line);
        let message =
            "this comment is not closed: it hides everything up to the end of the next one";
        // The page may be complete without what it hides.
        let mut diagnostic = Diagnostic::new(&codes::TEMPLATE_SYNTAX, message)
            .warning()
            .at(Place::new(source, span.start..line), "")
            .help("close it with `#}`");
        if swallowed.contains('\n') {
            let fix = Fix::replace("add `#}` at the end of the line", end, " #}");
            diagnostic = diagnostic.fix(fix.to_confirm());
        }
        for (name, _) in component_definitions(swallowed) {
            diagnostic = diagnostic.part("component", name);
        }
        Some(diagnostic)
    });
    found.collect()
}
