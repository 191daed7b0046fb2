//! review-due, review-overdue, review-without-owner: law and rates change; somebody has to read a page again by its date.

use content::Part;
use diagnostic::{Code, Diagnostic, Severity};
use jiff::civil::Date;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&REVIEW_DUE, &REVIEW_OVERDUE, &REVIEW_WITHOUT_OWNER],
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

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let today = site.output.date;
    let grace = site.settings.review.grace_days;
    for document in site
        .output
        .content
        .collections
        .iter()
        .flat_map(|collection| &collection.documents)
    {
        let Some(date) = document
            .text("review_by")
            .and_then(|text| text.get(..10)?.parse::<Date>().ok())
        else {
            continue;
        };
        let place = document.place("/review_by", Part::Value);
        let Some(owner) = document.text("owner").filter(|owner| !owner.is_empty()) else {
            let diagnostic = Diagnostic::new(
                &REVIEW_WITHOUT_OWNER,
                "this page is to be reviewed, and has no owner",
            );
            found.push(diagnostic.at(place, "by whom?").help("add `owner = \"…\"`"));
            continue;
        };
        let late = (today - date).get_days();
        if late <= 0 {
            continue;
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
}
