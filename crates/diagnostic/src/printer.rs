//! Renders diagnostics: as text for people, as JSON for tools, and as annotations for GitHub.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::Diagnostic;
use crate::fix::{Change, Fix};
use crate::severity::Severity;
use crate::source::{LineColumn, Place};

/// Output format of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Text with the source line and a marker, in color.
    Color,
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
        Style::Color => render_text(diagnostic, &Renderer::styled()),
        Style::Plain => render_text(diagnostic, &Renderer::plain()),
    }
}

fn render_text(diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
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
        group = group.element(Level::HELP.message(printable(help)));
    }
    let mut report = vec![group];
    for (place, label) in &diagnostic.related {
        report.push(
            Group::with_title(Level::NOTE.secondary_title(printable(label)))
                .element(snippet(place, "")),
        );
    }
    let places = diagnostic.place.iter().chain(&diagnostic.related);
    with_real_columns(&renderer.render(&report), places.map(|(place, _)| place)) + "\n"
}

/// Replaces control characters, which could otherwise manipulate the terminal. The renderer itself replaces them only in messages
/// and source lines.
fn printable(text: &str) -> Cow<'_, str> {
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.contains(is_control) {
        Cow::Owned(text.replace(is_control, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns the part of a line around a place, with a marker below the place.
fn snippet<'a>(place: &'a Place, label: &'a str) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let excerpt = excerpt(place);
    let marker = |offset: usize| offset.clamp(excerpt.start, excerpt.end) - excerpt.start;
    let span = &place.span;
    let annotation = AnnotationKind::Primary.span(marker(span.start)..marker(span.end));
    Snippet::source(&place.source.text[excerpt])
        .line_start(place.line_column().line)
        .path(printable(&place.source.path))
        .annotation(if label.is_empty() {
            annotation
        } else {
            annotation.label(printable(label))
        })
}

/// Maximum number of bytes of an excerpt before the start of a place, and after it; far more than is printed.
const CONTEXT: usize = 2_000;

/// Returns the byte range of a place's first line that is passed to the renderer. It is limited because the renderer would
/// otherwise read the whole file, or a whole long line, for each finding.
fn excerpt(place: &Place) -> Range<usize> {
    let text = &place.source.text;
    let at = place.span.start;
    let first = text.ceil_char_boundary(at.saturating_sub(CONTEXT));
    let last = text.floor_char_boundary(at.saturating_add(CONTEXT));
    let start = text[first..at]
        .rfind('\n')
        .map_or(first, |before| first + before + 1);
    // A byte order mark does not count as a column.
    let start = at - text[start..at].trim_start_matches('\u{feff}').len();
    let end = text[at..last].find('\n').map_or(last, |after| at + after);
    start..end
}

/// Corrects the columns in rendered text: the renderer counts them from the start of each excerpt instead of the start of the line.
/// `places` must be in the order in which they appear in the text.
fn with_real_columns<'a>(text: &str, places: impl Iterator<Item = &'a Place>) -> String {
    let mut corrected = String::with_capacity(text.len());
    let mut rest = text;
    for place in places {
        let start = excerpt(place).start;
        let counted = place.source.text[start..place.span.start].chars().count() + 1;
        let LineColumn { line, column } = place.line_column();
        let path = printable(&place.source.path);
        if let Some((before, after)) = rest.split_once(&format!("{path}:{line}:{counted}")) {
            corrected.push_str(before);
            corrected.push_str(&format!("{path}:{line}:{column}"));
            rest = after;
        }
    }
    corrected + rest
}

fn render_json(diagnostic: &Diagnostic) -> String {
    let mut object = serde_json::json!({
        "severity": diagnostic.severity.name(),
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
    object["fixes"] = diagnostic.fixes().iter().map(json_of_fix).collect();
    format!("{object}\n")
}

fn position(place: &Place) -> serde_json::Value {
    let from = place.line_column();
    let to = place.source.line_column(place.span.end);
    serde_json::json!({
        "file": place.source.path,
        "line": from.line,
        "column": from.column,
        "end_line": to.line,
        "end_column": to.column,
    })
}

fn json_of_fix(fix: &Fix) -> serde_json::Value {
    let changes = fix.changes.iter().map(|change| match change {
        Change::Replace(place, text) => {
            let mut one = position(place);
            one["text"] = text.clone().into();
            one
        }
        Change::Delete(file) => serde_json::json!({ "delete": file }),
        Change::Move { from, to } => serde_json::json!({ "move": from, "to": to }),
    });
    serde_json::json!({
        "label": fix.label,
        "safe": fix.is_safe,
        "changes": changes.collect::<Vec<_>>(),
    })
}

/// Returns a workflow command of GitHub Actions
/// (<https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands>).
fn render_github(diagnostic: &Diagnostic) -> String {
    let text = |text: &str| {
        text.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let property = |value: &str| text(value).replace(':', "%3A").replace(',', "%2C");
    let level = match diagnostic.severity {
        Severity::Note => "notice",
        severity => severity.name(),
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
    let fixes = diagnostic.fixes().into_iter().map(|fix| {
        let how = if fix.is_safe {
            " (`site check --fix` does this)"
        } else {
            ""
        };
        format!("\nfix: {}{how}", fix.label)
    });
    let fixes: String = fixes.collect();
    let message = text(&format!("{}{help}{fixes}", diagnostic.message));
    format!(
        "::{level} {place}title={}::{message}\n",
        property(diagnostic.code.name)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use crate::help::Help;
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

    /// A place in a long line is shown with the surrounding text and with its real column.
    #[test]
    fn long_lines() {
        let word = "wrong ";
        let source = Source::new(
            "a.md",
            format!(
                "first\n{}\nlast",
                "right ".repeat(5_000) + word + &"é ".repeat(5_000)
            ),
        );
        let start = source.text.find(word).unwrap();
        let place = |span| Place::new(&source, span);
        let diagnostic = Diagnostic::new(&WORDING, "a")
            .at(place(start..start + 5), "b")
            .related(place(start + 7..start + 8), "c")
            .related(place(start..source.text.len()), "d")
            .related(place(0..5), "e");
        let text = render(&diagnostic, Style::Plain);
        for position in ["a.md:2:30001", "a.md:2:30007", "a.md:1:1"] {
            assert!(text.contains(position), "{text}");
        }
        assert!(text.contains("right wrong é"), "{text}");
        assert!(text.lines().all(|line| line.len() < 2 * CONTEXT), "{text}");
    }

    #[test]
    fn control_characters() {
        let source = Source::new("a\u{1b}[2J.md", "b\u{1b}[2J\n");
        let place = || Place::new(&source, 0..1);
        let diagnostic = Diagnostic::new(&WORDING, "c\u{1b}[2J")
            .at(place(), "d\u{1b}[2J")
            .related(place(), "e\u{9b}2J")
            .help("f\u{1b}[2J\nsecond line");
        let text = render(&diagnostic, Style::Plain);
        assert!(
            text.chars().all(|c| c == '\n' || !c.is_control()),
            "{text:?}"
        );
        assert!(text.contains("second line\n"), "{text}");
    }

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

    #[test]
    fn fixes() {
        let source = Source::new("content/a.md", "x\ntitel = 1\n");
        let place = Place::new(&source, 2..7);
        let moved = Fix {
            label: "move it".to_owned(),
            is_safe: false,
            changes: vec![Change::Move {
                from: "a.jpg".to_owned(),
                to: "b.jpg".to_owned(),
            }],
        };
        let diagnostic = Diagnostic::new(&WORDING, "a")
            .help(Help::replace("b", "titel", "title").certainly())
            .fix(moved)
            .at(place, "");
        let text = render(&diagnostic, Style::Github);
        assert!(
            text.ends_with(
                "::a%0Ahelp: b%0Afix: move it%0Afix: replace `titel` with `title` (`site check --fix` does this)\n"
            ),
            "{text}"
        );
        let json: serde_json::Value = render(&diagnostic, Style::Json).parse().unwrap();
        let replaced = serde_json::json!({
            "file": "content/a.md", "line": 2, "column": 1, "end_line": 2, "end_column": 6, "text": "title",
        });
        assert_eq!(
            json["fixes"],
            serde_json::json!([
                { "label": "move it", "safe": false, "changes": [{ "move": "a.jpg", "to": "b.jpg" }] },
                { "label": "replace `titel` with `title`", "safe": true, "changes": [replaced] },
            ])
        );
    }
}
