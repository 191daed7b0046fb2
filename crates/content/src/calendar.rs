//! Days as people write them, and what to write instead.

use jiff::civil::Date;

/// How a date is written.
const FORM: &str = "dates are written year-month-day, without quotes: 2026-04-30";

/// What to do about a text that stands where a date is wanted and is none.
pub fn date_help(written: &str) -> String {
    own_date_help(written).unwrap_or_else(|| FORM.to_owned())
}

/// The same, where the text looks like a date.
pub fn own_date_help(written: &str) -> Option<String> {
    let text = written.trim().trim_matches(['"', '\'']).trim();
    if let Some(day) = text.get(..10).filter(|_| text.len() > 10)
        && day.parse::<Date>().is_ok()
    {
        return Some(format!("leave out the time of the day: {day}"));
    }
    let numbers = text.split(['-', '.', '/', ' ']).map(|number| {
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        number.parse::<i16>().ok().filter(|_| is_number)
    });
    let numbers: Vec<Option<i16>> = numbers.collect();
    match numbers.as_slice() {
        [Some(year), Some(month), Some(day)] if *year > 31 => Some(mended(*year, *month, *day)),
        [Some(day), Some(month), Some(year)] if *year > 31 => Some(mended(*year, *month, *day)),
        _ => {
            let forms = [
                "%d %b %Y",
                "%d %B %Y",
                "%b %d, %Y",
                "%B %d, %Y",
                "%d %B, %Y",
            ];
            let mut days = forms.iter().map(|form| Date::strptime(form, text));
            days.find_map(Result::ok).map(as_written)
        }
    }
}

fn as_written(day: Date) -> String {
    format!("dates are written year-month-day, without quotes: {day}")
}

/// The day as it is to be written, or why there is none.
fn mended(year: i16, month: i16, day: i16) -> String {
    let date = |month: i16, day: i16| {
        let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
        Date::new(year, month, day).ok()
    };
    if let Some(day) = date(month, day) {
        return as_written(day);
    }
    // The month stands before the day.
    if let Some(day) = date(day, month) {
        return as_written(day);
    }
    match date(month, 1) {
        Some(first) => format!(
            "{} has {} days",
            first.strftime("%B %Y"),
            first.days_in_month()
        ),
        None => format!("there is no month {month}: months are 01 to 12"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_write() {
        for (written, help) in [
            ("2025-02-30", "February 2025 has 28 days"),
            ("2025-02-31T10:00:00", FORM),
            (
                "2025-9-2",
                "dates are written year-month-day, without quotes: 2025-09-02",
            ),
            (
                "\"22.09.2025\"",
                "dates are written year-month-day, without quotes: 2025-09-22",
            ),
            (
                "09/22/2025",
                "dates are written year-month-day, without quotes: 2025-09-22",
            ),
            (
                "2025-09-02T10:00:00Z",
                "leave out the time of the day: 2025-09-02",
            ),
            ("2025-14-15", "there is no month 14: months are 01 to 12"),
            (
                "22 Sep 2025",
                "dates are written year-month-day, without quotes: 2025-09-22",
            ),
            (
                "September 22, 2025",
                "dates are written year-month-day, without quotes: 2025-09-22",
            ),
            ("last spring", FORM),
            ("99999-99999-99999", FORM),
        ] {
            assert_eq!(date_help(written), help, "{written}");
        }
    }
}
