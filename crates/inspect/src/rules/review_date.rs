//! review-due, review-overdue, review-without-owner, source-unchecked, dates-over: law and rates change; somebody has to read
//! a page again by its date, and hold a fact against its source once a year.

use content::{Document, Part};
use diagnostic::{Code, Diagnostic, Severity};
use jiff::civil::Date;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[
        &REVIEW_DUE,
        &REVIEW_OVERDUE,
        &REVIEW_WITHOUT_OWNER,
        &SOURCE_UNCHECKED,
        &DATES_OVER,
    ],
    check,
};

/// `review-due`
pub static REVIEW_DUE: Code = Code {
    name: "review-due",
    severity: Severity::Warning,
    summary: "the date by which a page was to be read again is past",
    why: "What it says may no longer be so.",
    example: "review_by = 2026-04-30, on 2026-05-03",
    fix: "Read it, correct it, and set the next `review_by`.",
    source: "checks.toml, [review]",
};

/// `review-overdue`
pub static REVIEW_OVERDUE: Code = Code {
    name: "review-overdue",
    severity: Severity::Error,
    summary: "a page was not read again within the days of grace",
    why: "Clients rely on it, and nobody has looked.",
    example: "review_by = 2026-04-30, on 2026-07-01",
    fix: "Read it, correct it, and set the next `review_by`; or take it down with `expire`.",
    source: "checks.toml, [review] grace_days",
};

/// `review-without-owner`
pub static REVIEW_WITHOUT_OWNER: Code = Code {
    name: "review-without-owner",
    severity: Severity::Warning,
    summary: "a page has a `review_by` date and no `owner`",
    why: "Nobody knows that it is theirs to read.",
    example: "review_by = 2027-04-30   without owner",
    fix: "Add `owner = \"…\"`: the desk that answers for the text.",
    source: "",
};

/// `source-unchecked`
pub static SOURCE_UNCHECKED: Code = Code {
    name: "source-unchecked",
    severity: Severity::Warning,
    summary: "what an entry says was last checked against its source more than a year ago",
    why: "Due dates, rates and limits change with every Finance Act.",
    example: "checked = 2025-04-30, on 2026-05-03",
    fix: "Hold it against the source, correct it, and set `checked` to the day.",
    source: "",
};

/// `dates-over`
pub static DATES_OVER: Code = Code {
    name: "dates-over",
    severity: Severity::Warning,
    summary: "all `dates` of an entry are past",
    why: "It has dropped out of the calendar, and of those that clients have subscribed to.",
    example: "dates = [{ title = \"2025-26\", date = 2026-04-30 }], on 2026-05-03",
    fix: "Add the next dates, or remove the entry.",
    source: "",
};

/// Days after which a source is to be checked again.
const YEAR: i32 = 365;

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let collections = site.output.content.collections.iter();
    for document in collections.flat_map(|collection| &collection.documents) {
        review(site, document, found);
        source(document, site.output.date, found);
    }
}

/// Reports an entry that was not checked for a year, and one whose dates are all past.
fn source(document: &Document, today: Date, found: &mut Vec<Diagnostic>) {
    if let Some(checked) = document.date("checked") {
        let days = (today - checked).get_days();
        if days > YEAR {
            let message = format!("this was last checked against its source {days} days ago");
            let place = document.place("/checked", Part::Value);
            let diagnostic = Diagnostic::new(&SOURCE_UNCHECKED, message).at(place, "");
            found.push(diagnostic.help("check it, correct it, and set `checked` to the day"));
        }
    }
    let entries = document.fields.get("dates").and_then(Value::as_array);
    let dates = entries.into_iter().flatten();
    let last = dates
        .filter_map(|entry| date_of(entry["date"].as_str()?))
        .max();
    if let Some(last) = last.filter(|last| *last < today) {
        let place = document.place("/dates", Part::Key);
        let message = format!("all dates are past: the last is {last}");
        let diagnostic = Diagnostic::new(&DATES_OVER, message).at(place, "");
        found.push(diagnostic.help("add the next dates, or remove the entry"));
    }
}

fn date_of(text: &str) -> Option<Date> {
    text.get(..10)?.parse().ok()
}

/// Reports a page that is to be reviewed.
fn review(site: &Inspection<'_>, document: &Document, found: &mut Vec<Diagnostic>) {
    let today = site.output.date;
    let grace = site.settings.review.grace_days;
    let Some(date) = document.date("review_by") else {
        return;
    };
    let place = document.place("/review_by", Part::Value);
    let Some(owner) = document.text("owner").filter(|owner| !owner.is_empty()) else {
        let diagnostic = Diagnostic::new(
            &REVIEW_WITHOUT_OWNER,
            "this page is to be reviewed, and has no owner",
        );
        found.push(diagnostic.at(place, "by whom?").help("add `owner = \"…\"`"));
        return;
    };
    let late = (today - date).get_days();
    if late <= 0 {
        return;
    }
    let days = if late == 1 { "day" } else { "days" };
    let message =
        format!("this page was to be reviewed by {date}, {late} {days} ago (owner: {owner})");
    let diagnostic = if late > grace {
        Diagnostic::new(&REVIEW_OVERDUE, message).at(place, "overdue")
    } else {
        Diagnostic::new(
            &REVIEW_DUE,
            format!("{message}; from day {} on this is an error", grace + 1),
        )
        .at(place, "due")
    };
    found.push(diagnostic.help("read it, correct it, and set the next review_by"));
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    /// The fixture's day is 2026-11-21.
    #[test]
    fn warned_then_refused() {
        let codes = ["review-due", "review-overdue", "review-without-owner"];
        for (keys, expected) in [
            ("review_by = 2026-11-21\nowner = \"tax desk\"", None),
            (
                "review_by = 2026-11-20\nowner = \"tax desk\"",
                Some(
                    "warning: review-due: this page was to be reviewed by 2026-11-20, 1 day ago (owner: tax desk); from day 31 on this is an error",
                ),
            ),
            (
                "review_by = 2026-10-21\nowner = \"tax desk\"",
                Some(
                    "error: review-overdue: this page was to be reviewed by 2026-10-21, 31 days ago (owner: tax desk)",
                ),
            ),
            (
                "review_by = 2027-01-01",
                Some(
                    "warning: review-without-owner: this page is to be reviewed, and has no owner",
                ),
            ),
        ] {
            let page = format!(
                "+++\ntitle = \"A\"\ndescription = \"A description that is long enough for what search results show.\"\n{keys}\n+++\n"
            );
            let found = site().file("content/pages/a.md", &page).findings(&codes);
            let expected = expected.map(|text| format!("content/pages/a.md:4:13: {text}"));
            assert_eq!(found, Vec::from_iter(expected), "{keys}");
        }
        let page = "+++\ntitle = \"A\"\ndescription = \"A description that is long enough for what search results show.\"\n\
                    review_by = 2026-11-20\nowner = \"tax desk\"\n+++\n";
        let strict = site()
            .file("content/checks.toml", "[review]\ngrace_days = 0\n")
            .file("content/pages/a.md", page);
        assert_eq!(strict.findings(&["review-overdue"]).len(), 1);
    }

    #[test]
    fn a_source_is_checked_once_a_year() {
        let codes = ["source-unchecked", "dates-over"];
        for (keys, expected) in [
            ("checked = 2025-11-21", None),
            (
                "checked = 2025-11-20",
                Some("source-unchecked: this was last checked against its source 366 days ago"),
            ),
            ("dates = []", None),
            (
                "dates = [{ date = 2026-10-20 }, { date = 2026-11-21 }]",
                None,
            ),
            (
                "dates = [{ date = 2026-11-20 }, { date = 2026-10-20 }]",
                Some("dates-over: all dates are past: the last is 2026-11-20"),
            ),
        ] {
            let page = format!(
                "+++\ntitle = \"A\"\ndescription = \"A description that is long enough for what search results show.\"\n{keys}\n+++\n"
            );
            let found = site().file("content/pages/a.md", &page).findings(&codes);
            let column = if keys.starts_with("checked") { 11 } else { 1 };
            let expected =
                expected.map(|text| format!("content/pages/a.md:4:{column}: warning: {text}"));
            assert_eq!(found, Vec::from_iter(expected), "{keys}");
        }
    }
}
