//! Help for text in a place where a date is expected.

use jiff::civil::Date;

/// Help for text that does not look like a date.
const DATE_HELP: &str = "write dates as year-month-day, without quotes: 2026-04-30";

/// Returns help for text in a place where a date is expected.
pub fn date_help(written: &str) -> String {
    specific_date_help(written).unwrap_or_else(|| DATE_HELP.to_owned())
}

/// Returns help for text that looks like a date in any common notation, or `None` for other text.
pub fn specific_date_help(written: &str) -> Option<String> {
    let text = plain(written);
    let text = text.as_str();
    if let Some(day) = text.get(..10).filter(|_| text.len() > 10)
        && day.parse::<Date>().is_ok()
    {
        if let Some(moment) = with_colon_in_offset(text) {
            return Some(format!("write the offset with a colon: {moment}"));
        }
        let is_time = |c: char| c.is_ascii_alphanumeric() || ":.+-− ".contains(c);
        return text[10..]
            .chars()
            .all(is_time)
            .then(|| format!("remove the time: {day}"));
    }
    let numbers = text.split(['-', '.', '/', ' ']).map(|number| {
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        number.parse::<i16>().ok().filter(|_| is_number)
    });
    let numbers: Vec<Option<i16>> = numbers.collect();
    // A telephone number, such as `020 912 3456`, has longer parts than a date.
    let lengths = text.split(['-', '.', '/', ' ']).map(str::len);
    let is_short = lengths.filter(|length| *length > 2).count() < 2;
    match numbers.as_slice() {
        _ if !is_short && !text.contains(char::is_alphabetic) => None,
        [Some(year), _, _] | [_, _, Some(year)] if *year > 9999 => None,
        [Some(year), Some(month), Some(day)] if *year > 31 => Some(corrected(*year, *month, *day)),
        [Some(day), Some(month), Some(year)] if *year > 31 => Some(corrected(*year, *month, *day)),
        [_] if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Date::strptime("%Y%m%d", text).ok().map(write_as)
        }
        _ => in_words(text).map(write_as),
    }
}

/// Names of months and of days of the week, which may be abbreviated.
const MONTHS: &str =
    "january february march april may june july august september october november december";
const DAYS: &str = "monday tuesday wednesday thursday friday saturday sunday";

/// Returns the date in a text with the name of its month, in any order, such as `Sept. 3, 2025`. A day of the week may be before it.
fn in_words(text: &str) -> Option<Date> {
    let position = |names: &str, word: &str| {
        let word = word.to_lowercase();
        let is_name = |name: &str| word.len() >= 3 && name.starts_with(&word);
        names.split(' ').position(is_name)
    };
    let (mut day, mut month, mut year) = (None, None, None);
    let words = text
        .split([' ', ',', '.', '-', '/'])
        .filter(|word| !word.is_empty());
    for (index, word) in words.enumerate() {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let is_number = digits.len() == word.len()
            || matches!(&word[digits.len()..], "st" | "nd" | "rd" | "th");
        let is_taken = if let Some(at) = position(MONTHS, word) {
            month.replace(i8::try_from(at + 1).ok()?).is_some()
        } else if let Ok(number) = digits.parse::<i16>() {
            let place = if digits.len() == 4 {
                &mut year
            } else {
                &mut day
            };
            !is_number || place.replace(number).is_some()
        } else {
            index > 0 || position(DAYS, word).is_none()
        };
        if is_taken {
            return None;
        }
    }
    Date::new(year?, month?, i8::try_from(day?).ok()?).ok()
}

/// Returns the only day that text can mean, or `None` if it may mean another one or none. `2/3/2026` is the second of March or the
/// third of February.
pub fn correct_date(written: &str) -> Option<Date> {
    let help = specific_date_help(written)?;
    // A moment may be on another day where the site is.
    let day: Date = help.rsplit(' ').next()?.parse().ok()?;
    let text = plain(written);
    let is_year_first = text.len() > 4 && text.as_bytes()[..4].iter().all(u8::is_ascii_digit);
    let has_month_name = text.contains(|c: char| c.is_alphabetic());
    // Where dots separate the numbers, the day is first.
    let is_clear = is_year_first
        || has_month_name
        || text.contains('.')
        || day.day() > 12
        || i16::from(day.day()) == i16::from(day.month());
    is_clear.then_some(day)
}

/// Returns text without quotes, with hyphens for dashes, without spaces around hyphens, and without the endings of ordinal numbers.
fn plain(written: &str) -> String {
    let text = written.trim().trim_matches(['"', '\'', '“', '”']).trim();
    let text = text
        .replace(['–', '—', '‑'], "-")
        .replace(" -", "-")
        .replace("- ", "-");
    let (day, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let endings = ["st", "nd", "rd", "th"];
    let number = endings.iter().find_map(|ending| day.strip_suffix(ending));
    match number.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(number) => format!("{number} {rest}"),
        None => text,
    }
}

/// Returns a moment such as `2026-01-02T23:30:00-0500` with a colon in its offset, or `None` for any other text.
fn with_colon_in_offset(text: &str) -> Option<String> {
    let (before, minutes) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let moment = format!("{before}:{minutes}");
    let hours = before.get(before.len().checked_sub(3)?..)?;
    let is_offset = hours.starts_with(['+', '-']) && before.len() > "2026-01-02T10:00+05".len() - 1;
    (is_offset && moment.parse::<jiff::Timestamp>().is_ok()).then_some(moment)
}

fn write_as(day: Date) -> String {
    format!("write dates as year-month-day, without quotes: {day}")
}

/// Returns help that shows the date in the right notation, or explains why the day does not exist.
fn corrected(year: i16, month: i16, day: i16) -> String {
    let date = |month: i16, day: i16| {
        let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
        Date::new(year, month, day).ok()
    };
    if let Some(day) = date(month, day) {
        return write_as(day);
    }
    // Month and day may be swapped.
    if let Some(day) = date(day, month) {
        return write_as(day);
    }
    match date(month, 1) {
        Some(first) => format!(
            "{} has {} days",
            first.strftime("%B %Y"),
            first.days_in_month()
        ),
        None => format!("month {month} does not exist: months are 01 to 12"),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// Tests with whole sites cover more notations.
    #[test]
    fn help() {
        for (written, help) in [
            ("2025-02-31T10:00:00", DATE_HELP),
            (
                "2026-01-02T23:30:00-0500",
                "write the offset with a colon: 2026-01-02T23:30:00-05:00",
            ),
            ("2026-01-02T23:30:00", "remove the time: 2026-01-02"),
            ("2026-01-02 10:30 am", "remove the time: 2026-01-02"),
            ("2026-01-02; topic = \"Shop\"", DATE_HELP),
            ("\"22.09.2025\"", &write_as(date(2025, 9, 22))),
            ("09/22/2025", &write_as(date(2025, 9, 22))),
            ("September 22, 2025", &write_as(date(2025, 9, 22))),
            ("Sept. 22, 2025", &write_as(date(2025, 9, 22))),
            ("22-Sep-2025", &write_as(date(2025, 9, 22))),
            ("22. September 2025", &write_as(date(2025, 9, 22))),
            (
                "\"Monday, 22nd September 2025\"",
                &write_as(date(2025, 9, 22)),
            ),
            ("20250922", &write_as(date(2025, 9, 22))),
            ("20259922", DATE_HELP),
            ("22 September 2025 market", DATE_HELP),
            ("22 23 September 2025", DATE_HELP),
            ("September 2025", DATE_HELP),
            ("2025-14-15", "month 14 does not exist: months are 01 to 12"),
            ("99999-99999-99999", DATE_HELP),
        ] {
            assert_eq!(date_help(written), help, "{written}");
        }
    }
}
