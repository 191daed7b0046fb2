//! review-due, review-overdue, review-without-owner, source-unchecked, dates-over: a page was not reviewed in time or has no owner,
//! an entry was not compared with its source for a year, or all its dates are past.

use content::{Document, Part};
use diagnostic::{Diagnostic, Severity::Warning};
use jiff::civil::Date;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    REVIEW_DUE {
        name: "review-due",
        severity: Warning,
        summary: "the review date of a page has passed",
        why: "What it says may no longer be true.",
        example: "review_by = 2026-04-30, on 2026-05-03",
        fix: "Review the page, correct it, and set the next `review_by`.",
        source: "checks.toml, [review]",
    }
    REVIEW_OVERDUE {
        name: "review-overdue",
        severity: Warning,
        summary: "a page was not reviewed within the grace period",
        why: "Clients rely on it, but nobody has checked it. This is only a warning, so that other changes can still be published; \
              checks.toml can make it an error.",
        example: "review_by = 2026-04-30, on 2026-07-01",
        fix: "Review the page, correct it, and set the next `review_by`; or take it down with `expire`.",
        source: "checks.toml, [review] grace_days",
    }
    REVIEW_WITHOUT_OWNER {
        name: "review-without-owner",
        severity: Warning,
        summary: "a page has a `review_by` date and no `owner`",
        why: "Nobody knows who has to review it.",
        example: "review_by = 2027-04-30   without owner",
        fix: "Add `owner = \"…\"`: the team that is responsible for the text.",
    }
    SOURCE_UNCHECKED {
        name: "source-unchecked",
        severity: Warning,
        summary: "an entry was last checked against its source more than a year ago",
        why: "Due dates, rates, and limits change, many of them every year.",
        example: "checked = 2025-04-30, on 2026-05-03",
        fix: "Compare it with the source, correct it, and set `checked` to today.",
    }
    DATES_OVER {
        name: "dates-over",
        severity: Warning,
        summary: "all `dates` of an entry are in the past",
        why: "It no longer appears in the calendar, nor in the calendars of clients who subscribed to it.",
        example: "dates = [{ title = \"2025-26\", date = 2026-04-30 }], on 2026-05-03",
        fix: "Add the next dates, or remove the entry.",
    }
}

/// Days after which an entry must be checked against its source again.
const YEAR: i32 = 365;

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let today = site.output.date;
    for document in site.documents() {
        let grace = site.settings.review.grace_days;
        diagnostics.extend(late_review(document, today, grace));
        diagnostics.extend(missing_owner(document));
        diagnostics.extend(unchecked_source(document, today));
        diagnostics.extend(past_dates(document, today));
    }
}

fn owner(document: &Document) -> Option<&str> {
    document.text("owner").filter(|owner| !owner.is_empty())
}

/// Reports a page that has a review date, but no owner.
fn missing_owner(document: &Document) -> Option<Diagnostic> {
    document
        .date("review_by")
        .filter(|_| owner(document).is_none())?;
    let message = "this page has a review date, but no owner";
    let diagnostic = Diagnostic::new(&REVIEW_WITHOUT_OWNER, message)
        .at(document.place("/review_by", Part::Value), "");
    Some(diagnostic.help("add `owner = \"…\"`"))
}

/// Reports a page whose review is due.
fn late_review(document: &Document, today: Date, grace: i32) -> Option<Diagnostic> {
    let late = (today - document.date("review_by")?).get_days();
    if late <= 0 {
        return None;
    }
    let days = if late == 1 { "day" } else { "days" };
    let owner = owner(document).map_or_else(String::new, |owner| format!(" (owner: {owner})"));
    let message = format!("the review of this page was due {late} {days} ago{owner}");
    let diagnostic = if late > grace {
        Diagnostic::new(&REVIEW_OVERDUE, message)
    } else {
        Diagnostic::new(&REVIEW_DUE, message)
    };
    let place = document.place("/review_by", Part::Value);
    let help = "review the page, correct it, and set the next `review_by`";
    Some(diagnostic.at(place, "").help(help))
}

/// Reports an entry that has not been checked against its source for more than a year.
fn unchecked_source(document: &Document, today: Date) -> Option<Diagnostic> {
    let days = (today - document.date("checked")?).get_days();
    let message = format!("this entry was last checked against its source {days} days ago");
    let diagnostic = Diagnostic::new(&SOURCE_UNCHECKED, message)
        .at(document.place("/checked", Part::Value), "")
        .help("compare it with the source, correct it, and set `checked` to today");
    (days > YEAR).then_some(diagnostic)
}

/// Reports an entry whose dates are all past.
fn past_dates(document: &Document, today: Date) -> Option<Diagnostic> {
    let dates = document
        .fields
        .get("dates")
        .and_then(Value::as_array)?
        .iter();
    let dates = dates.filter_map(|entry| entry["date"].as_str()?.get(..10)?.parse::<Date>().ok());
    let last = dates.max()?;
    let diagnostic = Diagnostic::new(
        &DATES_OVER,
        format!("all dates are in the past: the last is {last}"),
    )
    .at(document.place("/dates", Part::Key), "")
    .help("add the next dates, or remove the entry");
    (last < today).then_some(diagnostic)
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    /// The date of the fixture is 2026-11-21.
    #[test]
    fn due_then_overdue() {
        let codes = ["review-due", "review-overdue", "review-without-owner"];
        for (keys, expected) in [
            ("review_by = 2026-11-21\nowner = \"tax desk\"", vec![]),
            (
                "review_by = 2026-11-20\nowner = \"tax desk\"",
                vec![
                    "warning: review-due: the review of this page was due 1 day ago (owner: tax desk)",
                ],
            ),
            (
                "review_by = 2026-10-21\nowner = \"tax desk\"",
                vec![
                    "warning: review-overdue: the review of this page was due 31 days ago (owner: tax desk)",
                ],
            ),
            (
                "review_by = 2027-01-01",
                vec!["warning: review-without-owner: this page has a review date, but no owner"],
            ),
            (
                "review_by = 2026-10-21\nowner = \"\"",
                vec![
                    "warning: review-overdue: the review of this page was due 31 days ago",
                    "warning: review-without-owner: this page has a review date, but no owner",
                ],
            ),
        ] {
            let keys = format!("{keys}\n");
            let findings = site().page_with("a", &keys, "").findings(&codes);
            let place = "content/pages/a.md:4:13: ";
            let findings = findings.iter().map(|line| line.replace(place, ""));
            assert_eq!(findings.collect::<Vec<_>>(), expected, "{keys}");
        }
        let strict = site()
            .file("content/checks.toml", "[review]\ngrace_days = 0\n")
            .page_with("a", "review_by = 2026-11-20\nowner = \"tax desk\"\n", "");
        assert_eq!(strict.findings(&["review-overdue"]).len(), 1);
        let stopped = site()
            .file(
                "content/checks.toml",
                "[rules]\nreview-overdue = \"error\"\n",
            )
            .page_with("a", "review_by = 2026-10-21\nowner = \"tax desk\"\n", "");
        assert!(stopped.findings(&["review-overdue"])[0].contains(" error: "));
    }

    #[test]
    fn a_source_is_checked_once_a_year() {
        let codes = ["source-unchecked", "dates-over"];
        for (keys, expected) in [
            ("checked = 2025-11-21", None),
            (
                "checked = 2025-11-20",
                Some(
                    "source-unchecked: this entry was last checked against its source 366 days ago",
                ),
            ),
            ("dates = []", None),
            (
                "dates = [{ date = 2026-10-20 }, { date = 2026-11-21 }]",
                None,
            ),
            (
                "dates = [{ date = 2026-11-20 }, { date = 2026-10-20 }]",
                Some("dates-over: all dates are in the past: the last is 2026-11-20"),
            ),
        ] {
            let keys = format!("{keys}\n");
            let findings = site().page_with("a", &keys, "").findings(&codes);
            let column = if keys.starts_with("checked") { 11 } else { 1 };
            let expected =
                expected.map(|text| format!("content/pages/a.md:4:{column}: warning: {text}"));
            assert_eq!(findings, Vec::from_iter(expected), "{keys}");
        }
    }
}
