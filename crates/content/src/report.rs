//! The only printer of diagnostics: for people, and as JSON for tools.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Place;

/// How diagnostics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// With the source line and a marker, coloured.
    Colour,
    /// With the source line and a marker, plain.
    Plain,
    /// One JSON object a line.
    Json,
}

/// The text of one diagnostic, ending in a line break.
pub fn render(diagnostic: &Diagnostic, style: Style) -> String {
    match style {
        Style::Json => render_json(diagnostic),
        Style::Colour => render_text(diagnostic, &Renderer::styled()),
        Style::Plain => render_text(diagnostic, &Renderer::plain()),
    }
}

fn render_text(diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(
        level
            .primary_title(diagnostic.message.as_str())
            .id(diagnostic.code),
    );
    if let Some((place, label)) = &diagnostic.place {
        group = group.element(snippet(place, label));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let mut report = vec![group];
    for (place, label) in &diagnostic.related {
        report.push(
            Group::with_title(Level::NOTE.secondary_title(label.as_str()))
                .element(snippet(place, "")),
        );
    }
    let mut text = renderer.render(&report);
    text.push('\n');
    text
}

fn snippet<'a>(place: &'a Place, label: &'a str) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let text = &place.source.text;
    let span = clamp(text, place.span.clone());
    let annotation = AnnotationKind::Primary.span(span);
    Snippet::source(text.as_str())
        .path(place.source.path.as_str())
        .annotation(if label.is_empty() {
            annotation
        } else {
            annotation.label(label)
        })
}

/// A marker covers characters of one line: it ends with its first line and never splits a character.
fn clamp(text: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let mut start = span.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let mut end = span.end.clamp(start, line_end.max(start));
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

fn render_json(diagnostic: &Diagnostic) -> String {
    let position = |place: &Place| {
        let from = place.line_column();
        let to = place.source.line_column(place.span.end);
        serde_json::json!({
            "file": place.source.path,
            "line": from.line,
            "column": from.column,
            "end_line": to.line,
            "end_column": to.column,
        })
    };
    let mut object = serde_json::json!({
        "severity": match diagnostic.severity { Severity::Error => "error", Severity::Warning => "warning" },
        "code": diagnostic.code,
        "message": diagnostic.message,
    });
    if let (Some(object), Some((place, label))) = (object.as_object_mut(), &diagnostic.place) {
        if let Some(fields) = position(place).as_object() {
            object.extend(fields.clone());
        }
        if !label.is_empty() {
            object.insert("label".into(), label.clone().into());
        }
    }
    object["help"] = diagnostic.help.clone().into();
    object["related"] = diagnostic
        .related
        .iter()
        .map(|(place, label)| {
            let mut one = position(place);
            one["message"] = label.clone().into();
            one
        })
        .collect();
    format!("{object}\n")
}
