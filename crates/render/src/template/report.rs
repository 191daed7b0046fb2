//! Reads the message, place, and calls of each problem from Tera's errors.
//!
//! Tera has accessors for the message and place of a single error. The chain of calls that led there, and the list of problems
//! found when all templates are put together, exist only in the text of its reports: `error: MESSAGE`, `--> FILE:LINE:COLUMN`,
//! a marker, `note: called from FILE:LINE:COLUMN`.

use diagnostic::Place;
use tera::ErrorKind;

use super::graph::Templates;

/// One problem that Tera reports.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Tera's message.
    pub message: String,
    /// Place in a template.
    pub place: Option<Place>,
    /// Places of the includes and component calls that led there, the nearest first.
    pub calls: Vec<Place>,
}

/// Returns every problem that an error of Tera reports.
pub fn reports(error: &tera::Error, templates: &Templates) -> Vec<Report> {
    let (ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report)) = error.kind() else {
        return batch(&error.to_string(), templates);
    };
    let text = error.to_string();
    let calls = text.lines().filter_map(|line| line.strip_prefix(CALL));
    vec![Report {
        message: report.message().to_owned(),
        place: templates.get(report.filename()).map(|source| {
            let (start, end) = (report.span().range.start, report.span().range.end);
            // The text outside of the blocks, without the spaces before it.
            let is_text = report
                .message()
                .starts_with("This content would be ignored");
            let rest = source
                .text
                .get(start..)
                .filter(|_| is_text)
                .unwrap_or_default();
            let start = start + rest.len() - rest.trim_start().len();
            Place::new(source, start..end.max(start + 1))
        }),
        calls: calls.filter_map(|call| place(call, 1, templates)).collect(),
    }]
}

/// Beginning of a line about a call.
const CALL: &str = "note: called from ";

/// Parses the text of several reports. Text without any report becomes the message of a single one.
fn batch(text: &str, templates: &Templates) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    let mut at = "";
    for line in text.lines() {
        if let Some(message) = line.strip_prefix("error: ") {
            let message = message.to_owned();
            reports.push(Report {
                message,
                ..Report::default()
            });
        } else if let Some(report) = reports.last_mut() {
            if let Some(location) = line.trim_start().strip_prefix("--> ") {
                at = location;
            } else if line.trim_start().starts_with('|') && line.contains('^') {
                report.place = place(at, line.matches('^').count(), templates);
            }
        }
    }
    if reports.is_empty() {
        let message = text.to_owned();
        reports.push(Report {
            message,
            ..Report::default()
        });
    }
    reports
}

/// Parses `FILE:LINE:COLUMN` as a place that is `width` characters wide.
fn place(location: &str, width: usize, templates: &Templates) -> Option<Place> {
    let mut parts = location.trim().rsplitn(3, ':');
    let column: usize = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let source = templates.get(parts.next()?)?;
    let (start, end) = (
        source.offset(line, column),
        source.offset(line, column + width),
    );
    Some(Place::new(source, start..end))
}

#[cfg(test)]
mod tests {
    use diagnostic::Source;

    use super::*;

    #[test]
    fn reports_of_a_batch() {
        let source = Source::new("b.html", "1\n2\nx {{ y }}\n");
        let templates = Templates::from([("b.html".to_owned(), source.clone())]);
        let text = "error: Boom\n --> b.html:3:6\n  |\n3 | x {{ y }}\n  |      ^\n\nerror: Bang\n --> b.html:1:1\n  |\n1 | 1\n  | ^";
        let report = |message: &str, span| Report {
            message: message.to_owned(),
            place: Some(Place::new(&source, span)),
            calls: vec![],
        };
        assert_eq!(
            batch(text, &templates),
            [report("Boom", 9..10), report("Bang", 0..1)]
        );
    }
}
