//! The only printer of diagnostics: for people, and as JSON for tools.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::Diagnostic;
use crate::severity::Severity;
use crate::source::Place;

/// Output format of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Text with the source line and a marker, in color.
    Colour,
    /// Text with the source line and a marker, without color.
    Plain,
    /// One JSON object on one line.
    Json,
    /// One GitHub Actions workflow command on one line, which annotates a line of a pull request.
    Github,
}

/// Renders one diagnostic as text that ends in a newline.
pub fn render(diagnostic: &Diagnostic, style: Style) -> String {
    match style {
        Style::Json => render_json(diagnostic),
        Style::Github => render_github(diagnostic),
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
            .id(diagnostic.code.name),
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

/// Returns the line of a place with a marker. It is all that the renderer gets: it would read the whole file for each finding.
fn snippet<'a>(place: &'a Place, label: &'a str) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let text = &place.source.text;
    let start = text.floor_char_boundary(place.span.start);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let end = text.ceil_char_boundary(place.span.end.clamp(start, line_end));
    let annotation = AnnotationKind::Primary.span(start - line_start..end - line_start);
    Snippet::source(&text[line_start..line_end])
        .line_start(place.line_column().line)
        .path(place.source.path.as_str())
        .annotation(if label.is_empty() {
            annotation
        } else {
            annotation.label(label)
        })
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
        "code": diagnostic.code.name,
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

/// <https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands>
fn render_github(diagnostic: &Diagnostic) -> String {
    let text = |text: &str| {
        text.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let property = |value: &str| text(value).replace(':', "%3A").replace(',', "%2C");
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let place = diagnostic
        .place
        .as_ref()
        .map_or_else(String::new, |(place, _)| {
            let from = place.line_column();
            let to = place.source.line_column(place.span.end);
            // GitHub accepts columns only if the range is within one line.
            let columns = if from.line == to.line {
                format!(",col={},endColumn={}", from.column, to.column)
            } else {
                String::new()
            };
            format!(
                "file={},line={},endLine={}{columns},",
                property(&place.source.path),
                from.line,
                to.line
            )
        });
    let help: String = diagnostic
        .help
        .iter()
        .map(|help| format!("\nhelp: {help}"))
        .collect();
    let message = text(&format!("{}{help}", diagnostic.message));
    format!(
        "::{level} {place}title={}::{message}\n",
        property(diagnostic.code.name)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use crate::source::Source;

    const fn code(name: &'static str, severity: Severity) -> Code {
        Code {
            name,
            severity,
            summary: "",
            why: "",
            example: "",
            fix: "",
            source: "",
        }
    }

    static WORDING: Code = code("wording", Severity::Error);
    static A: Code = code("a", Severity::Warning);

    #[test]
    fn github_annotations() {
        let source = Source::new("content/a, b.md", "x\n100% sure\n");
        let diagnostic = Diagnostic::new(&WORDING, "100% sure: no")
            .at(Place::new(&source, 2..6), "")
            .help("mend it");
        assert_eq!(
            render(&diagnostic, Style::Github),
            "::error file=content/a%2C b.md,line=2,endLine=2,col=1,endColumn=5,title=wording::100%25 sure: no%0Ahelp: mend it\n"
        );
        assert_eq!(
            render(&Diagnostic::new(&A, "b"), Style::Github),
            "::warning title=a::b\n"
        );
    }
}
