//! implausible-date: a date that is probably mistyped, because it is decades ahead, says that something was checked in the future, is in no
//! calendar, is on another day of the week, or ends a period before it begins.

use content::{Document, Part};
use diagnostic::{Diagnostic, Severity::Warning};
use jiff::civil::Date;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::scope::When;
use crate::text_findings::TextFindings;
use crate::written_date;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    IMPLAUSIBLE_DATE {
        name: "implausible-date",
        severity: Warning,
        summary: "a date is probably mistyped",
        why: "A due date decades ahead is shown to nobody, a check in the future has not taken place, and nobody can keep a date that does not exist.",
        example: "date = 2072-01-20, or checked = 2026-12-01 on 2026-11-21; 31 June 2026, or Sunday, 1 December 2026, in a text",
        fix: "Correct the year, the month, or the day.",
    }
}

/// Number of years ahead up to which a date is plausible.
const YEARS: i16 = 20;

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let today = site.output.date;
    let collections = site.output.content.collections.iter();
    let hidden = collections.flat_map(|one| one.hidden.iter().map(|(document, _)| &**document));
    for document in site.documents().chain(hidden) {
        for (key, value) in &document.fields {
            let pointer = format!("/{}", key.replace('~', "~0").replace('/', "~1"));
            find(document, value, &pointer, today, diagnostics);
        }
        if let Some(checked) = document.date("checked").filter(|day| *day > today) {
            let message = format!("the day of the last check, {checked}, is in the future");
            let place = document.place("/checked", Part::Value);
            let diagnostic = Diagnostic::new(&IMPLAUSIBLE_DATE, message).at(place, "");
            let help = "set `checked` to the day on which somebody last compared the entry with its source";
            diagnostics.push(diagnostic.help(help));
        }
    }
    texts(site, diagnostics);
}

/// Reports dates in texts that are in no calendar or on another day of the week, and periods that end before they begin.
fn texts(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut findings = TextFindings::new(site, diagnostics);
    for (pattern, mistake) in written_date::patterns() {
        let Ok(pattern) = prose::pattern(&pattern, false) else {
            continue;
        };
        for (text, span) in site.matches(&pattern) {
            // A day after a point or a colon is the end of a time or an amount: `9.30 Feb`.
            let before = text.source.text.get(..span.start).unwrap_or_default();
            if before.ends_with(['.', ':', ',']) {
                continue;
            }
            if let Some((message, help)) = mistake(&text.words(&span)) {
                let diagnostic = Diagnostic::new(&IMPLAUSIBLE_DATE, message).help(help);
                // The words around a time say that it is one.
                let quoted = diagnostic.message.split('`').nth(1).unwrap_or_default();
                let source = text.source.text.get(span.clone()).unwrap_or_default();
                let at = source.find(quoted).map(|at| span.start + at);
                let span = at.map_or(span, |at| at..at + quoted.len());
                findings.report(diagnostic, IMPLAUSIBLE_DATE.name, text, &span);
            }
        }
    }
    findings.report_unused_waivers(&[IMPLAUSIBLE_DATE.name]);
}

/// Reports the dates in a value that are too far ahead. `pointer` is the JSON pointer of the value.
fn find(
    document: &Document,
    value: &Value,
    pointer: &str,
    today: Date,
    diagnostics: &mut Vec<Diagnostic>,
) {
    match value {
        Value::String(text) => {
            let Some(date) = whole_date(text) else { return };
            // A faulty date of the document itself was reported when it was read.
            let is_reported =
                !document.valid && ["/date", "/updated", "/publish", "/expire"].contains(&pointer);
            if date > today && pointer.ends_with("/accessed") {
                let message = format!("`accessed` is in the future: {date}");
                let place = document.place(pointer, Part::Value);
                let diagnostic = Diagnostic::new(&IMPLAUSIBLE_DATE, message).at(place, "");
                diagnostics.push(diagnostic.help("write the day on which somebody last read it"));
            } else if date.year() > today.year() + YEARS && !is_reported {
                let message = format!("{date} is {} years ahead", date.year() - today.year());
                let place = document.place(pointer, Part::Value);
                let diagnostic = Diagnostic::new(&IMPLAUSIBLE_DATE, message).at(place, "");
                diagnostics.push(diagnostic.help("correct the year if it is a typo"));
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                find(
                    document,
                    item,
                    &format!("{pointer}/{index}"),
                    today,
                    diagnostics,
                );
            }
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                let key = key.replace('~', "~0").replace('/', "~1");
                find(
                    document,
                    item,
                    &format!("{pointer}/{key}"),
                    today,
                    diagnostics,
                );
            }
        }
        _ => {}
    }
}

/// Returns the date that a text consists of, apart from a time of day.
fn whole_date(text: &str) -> Option<Date> {
    let (date, time) = text.split_at_checked("2026-01-01".len())?;
    let time_of_day = time.strip_prefix(['T', ' ']);
    let is_date = time.is_empty()
        || time_of_day.is_some_and(|time| time.starts_with(|c: char| c.is_ascii_digit()));
    date.parse().ok().filter(|_| is_date)
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn dates_in_texts() {
        let text = "Due on 31 June 2026, or on `31 June 2026`.";
        let found = site().page("a", text).findings(&["implausible-date"]);
        assert_eq!(
            found,
            ["content/pages/a.md:5:8: warning: implausible-date: `31 June 2026` is in no calendar"]
        );
    }

    /// The date of the fixture is 2026-11-21.
    #[test]
    fn years_and_checks() {
        for (key, expected) in [
            ("date = 2046-12-31", None),
            ("date = 2072-01-20", Some("2072-01-20 is 46 years ahead")),
            (
                "dates = [{ date = 2062-01-20T10:00:00 }]",
                Some("2062-01-20 is 36 years ahead"),
            ),
            ("note = \"2072-01-20 and more\"", None),
            ("checked = 2026-11-21", None),
            (
                "checked = 2026-11-22",
                Some("the day of the last check, 2026-11-22, is in the future"),
            ),
        ] {
            let findings = site()
                .page_with("a", &format!("{key}\n"), "")
                .findings(&["implausible-date"]);
            let messages = findings
                .iter()
                .map(|one| one.rsplit(": ").next().unwrap_or_default());
            assert_eq!(
                messages.collect::<Vec<_>>(),
                Vec::from_iter(expected),
                "{key}"
            );
        }
    }
}
