//! Dates as people in India write them.

use jiff::civil::Date;

/// Parses a text as `DD/MM/YYYY`. Returns `None` if the text has another format, or if the day does not exist or is before 1900.
pub fn parse(text: &str) -> Option<Date> {
    let date = read(text)?;
    (written_as(date) == text).then_some(date)
}

/// Returns a date as `DD/MM/YYYY` that is written with one or two digits for day and month, with dots or hyphens, or beginning
/// with the year, as browsers fill it in. Returns `None` for anything else.
pub fn written(text: &str) -> Option<String> {
    read(text).map(written_as)
}

fn written_as(date: Date) -> String {
    format!("{:02}/{:02}/{}", date.day(), date.month(), date.year())
}

fn read(text: &str) -> Option<Date> {
    let separator = text.chars().find(|c| !c.is_ascii_digit())?;
    let parts: Vec<&str> = text.split(separator).collect();
    let (day, month, year) = match parts.as_slice() {
        [year, month, day] if year.len() == 4 => (*day, *month, *year),
        [day, month, year] if year.len() == 4 => (*day, *month, *year),
        _ => return None,
    };
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !['/', '-', '.'].contains(&separator)
        || ![day, month, year].iter().all(is_number)
        || day.len() > 2
        || month.len() > 2
    {
        return None;
    }
    let year = year.parse().ok().filter(|year| *year >= 1900)?;
    Date::new(year, month.parse().ok()?, day.parse().ok()?).ok()
}
