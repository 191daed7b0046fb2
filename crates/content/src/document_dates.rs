//! Checks of a document's dates.

use diagnostic::{Diagnostic, Place};
use jiff::civil::Date;
use serde_json::{Map, Value};

use crate::codes::BAD_DATE;
use crate::selection::{date_of, is_never_shown};

/// Earliest plausible year; an earlier date is reported as a typo.
const EARLIEST_YEAR: i16 = 1000;
/// Number of years that a date may be in the future; a later date is reported as a typo.
const YEARS_AHEAD: i16 = 50;

/// Reports implausible dates: too far in the past or the future, `updated` or `expire` before `date`, or `expire` not after `publish`.
/// `place_of` returns the place of a key's value.
pub fn check_dates(
    fields: &Map<String, Value>,
    today: Date,
    place_of: impl Fn(&str) -> Place,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for key in ["date", "updated", "publish", "expire"] {
        let Some(year) = date_of(fields, key).map(Date::year) else {
            continue;
        };
        if year < EARLIEST_YEAR || year - today.year() > YEARS_AHEAD {
            let message = format!("`{key}` is in the year {year:04}");
            diagnostics.push(
                Diagnostic::new(&BAD_DATE, message)
                    .at(place_of(key), "")
                    .help(format!("check the year; today is {today}")),
            );
        }
    }
    if let (Some(date), Some(updated)) = (date_of(fields, "date"), date_of(fields, "updated"))
        && updated < date
        && diagnostics.is_empty()
    {
        let diagnostic = Diagnostic::new(&BAD_DATE, "`updated` is before `date`");
        diagnostics.push(if date > today && updated <= today {
            diagnostic
                .at(place_of("date"), "")
                .related(place_of("updated"), "`updated` is here")
                .help(format!(
                    "check the year of `date`, which is in the future; today is {today}"
                ))
        } else {
            diagnostic
                .at(place_of("updated"), "")
                .related(place_of("date"), "`date` is here")
                .help("write the date of the last change in `updated`")
        });
    }
    if let (Some(date), Some(expire)) = (date_of(fields, "date"), date_of(fields, "expire"))
        && expire < date
        && !fields.contains_key("publish")
    {
        diagnostics.push(
            Diagnostic::new(&BAD_DATE, "`expire` is before `date`")
                .warning()
                .at(place_of("expire"), "")
                .related(place_of("date"), "`date` is here")
                .help("set `expire` to the first day on which the document is no longer shown"),
        );
    }
    if is_never_shown(fields) {
        let message = "`expire` is not after `publish`: the document is never shown";
        diagnostics.push(
            Diagnostic::new(&BAD_DATE, message)
                .at(place_of("expire"), "")
                .related(place_of("publish"), "`publish` is here")
                .help("set `expire` to the first day on which the document is no longer shown"),
        );
    }
    diagnostics
}
