//! implausible-date: a date that is probably mistyped, because it is decades ahead, says that something was checked in the future, is in no
//! calendar, or is on another day of the week.

use content::{Document, Part};
use diagnostic::{Diagnostic, Severity::Warning};
use jiff::civil::Date;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::scope::When;
use crate::text_findings::TextFindings;

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

/// Pattern for a date in words, with or without the day of the week.
const IN_WORDS: &str = r"(?:\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?\b[0-9]{1,2}(?:st|nd|rd|th)? (?:january|february|march|april|may|june|july|august|september|october|november|december),? [0-9]{4}\b";

/// Pattern for a date in digits, the day or the month first.
const IN_DIGITS: &str = r"\b[0-9]{1,2}[./][0-9]{1,2}[./](?:19|20)[0-9]{2}\b";

/// Reports dates in texts that are in no calendar, or on another day of the week.
fn texts(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut findings = TextFindings::new(site, diagnostics);
    for pattern in [IN_WORDS, IN_DIGITS]
        .iter()
        .filter_map(|one| prose::pattern(one, false).ok())
    {
        for (text, span) in site.matches(&pattern) {
            let words = text.words(&span);
            if let Some((message, help)) = mistake(&words) {
                let diagnostic = Diagnostic::new(&IMPLAUSIBLE_DATE, message).help(help);
                findings.report(diagnostic, IMPLAUSIBLE_DATE.name, text, &span);
            }
        }
    }
    findings.report_unused_waivers(&[IMPLAUSIBLE_DATE.name]);
}

/// Returns what is wrong with a date in a text, and what to do.
fn mistake(words: &str) -> Option<(String, &'static str)> {
    let unknown = || {
        let message = format!("`{words}` is in no calendar");
        Some((message, "correct the day or the month"))
    };
    let parts: Vec<&str> = words.split_whitespace().collect();
    let [before @ .., day, month, year] = parts.as_slice() else {
        let mut parts = words.split(['.', '/']);
        let (one, two) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let year = parts.next()?.parse().ok()?;
        let either = Date::new(year, two, one).or_else(|_| Date::new(year, one, two));
        return if either.is_ok() { None } else { unknown() };
    };
    let day = day.trim_end_matches(char::is_alphabetic);
    let month = month.trim_end_matches(',');
    let Ok(date) = Date::strptime("%d %B %Y", format!("{day} {month} {year}")) else {
        return unknown();
    };
    let right = date.strftime("%A").to_string();
    let written = before.first()?.trim_end_matches(',');
    (!written.eq_ignore_ascii_case(&right)).then(|| {
        let message = format!("`{words}` is a {right}");
        (message, "correct the date or the day of the week")
    })
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
            if date.year() > today.year() + YEARS && !is_reported {
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
        for (words, expected) in [
            ("31st June 2026", "`31st June 2026` is in no calendar"),
            ("29 February 2028", ""),
            (
                "Sunday, 1 December 2026",
                "`Sunday, 1 December 2026` is a Tuesday",
            ),
            ("Tuesday 1 December, 2026", ""),
            ("30.02.2026", "`30.02.2026` is in no calendar"),
            ("12/31/2026", ""),
            ("31/12/2026", ""),
        ] {
            let found = super::mistake(words).map_or_else(String::new, |(message, _)| message);
            assert_eq!(found, expected, "{words}");
        }
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
