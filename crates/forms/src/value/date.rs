//! Dates as people in India write them.

use jiff::civil::Date;

/// Names of the months. Their first letters are enough, three at least.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Parses a text as `DD/MM/YYYY`. Returns `None` if the text has another format, or if the day does not exist or is before 1900.
pub fn parse(text: &str) -> Option<Date> {
    let date = read(text)?;
    (written_as(date) == text).then_some(date)
}

/// Returns a date as `DD/MM/YYYY` that is written with one or two digits for day and month, with dots or hyphens, with the name of its
/// month, or beginning with the year, as browsers fill it in. Programs add midnight. Returns `None` for anything else.
pub fn written(text: &str) -> Option<String> {
    let text = without_midnight(text);
    let date = read_named(text).or_else(|| read(&text.replace(' ', "")));
    date.map(written_as)
}

fn written_as(date: Date) -> String {
    format!("{:02}/{:02}/{}", date.day(), date.month(), date.year())
}

/// Returns a text without a time at its end, if that is midnight: `1990-02-01T00:00:00.000Z`. At any other time, it may be another
/// day in India.
fn without_midnight(text: &str) -> &str {
    match text.rsplit_once(['T', ' ']) {
        Some((date, time))
            if time.contains(':') && time.trim_matches(['0', ':', '.', 'Z']).is_empty() =>
        {
            date
        }
        _ => text,
    }
}

/// Reads a date with the name of a month: `15 Aug 1990`, `15th August 1990`, `August 15, 1990`.
fn read_named(text: &str) -> Option<Date> {
    let text = text.to_ascii_lowercase();
    let words = text.split([' ', ',', '.', '/', '-']);
    // An ordinal is a number and a word.
    let words = words.flat_map(|word| {
        let end = word.find(|c: char| !c.is_ascii_digit());
        <[&str; 2]>::from(word.split_at(end.unwrap_or(word.len())))
    });
    let words = words.filter(|word| !["", "st", "nd", "rd", "th"].contains(word));
    let words: Vec<&str> = words.take(4).collect();
    let [first, second, year] = words[..] else {
        return None;
    };
    let (day, name) = if first.len() > 2 {
        (second, first)
    } else {
        (first, second)
    };
    let month = MONTHS
        .iter()
        .zip(1..)
        .find(|(month, _)| name.len() > 2 && month.starts_with(name))?;
    date(day, month.1, year)
}

fn read(text: &str) -> Option<Date> {
    let separator = text.chars().find(|c| !c.is_ascii_digit())?;
    let parts: Vec<&str> = text.split(separator).collect();
    let (day, month, year) = match parts.as_slice() {
        [year, month, day] if year.len() == 4 => (*day, *month, *year),
        [day, month, year] if year.len() == 4 => (*day, *month, *year),
        _ => return None,
    };
    if !['/', '-', '.'].contains(&separator) || !is_number(month) || month.len() > 2 {
        return None;
    }
    date(day, month.parse().ok()?, year)
}

/// Returns the date with a day of one or two digits and a year of four, since 1900.
fn date(day: &str, month: i8, year: &str) -> Option<Date> {
    if !is_number(day) || !is_number(year) || day.len() > 2 || year.len() != 4 {
        return None;
    }
    let year = year.parse().ok().filter(|year| *year >= 1900)?;
    Date::new(year, month, day.parse().ok()?).ok()
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
