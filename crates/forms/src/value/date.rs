//! Dates as people in India write them.

use jiff::civil::Date;

/// Parses a text as `DD/MM/YYYY`. Returns `None` if the text has another format, or if the day does not exist or is before 1900.
pub fn parse(text: &str) -> Option<Date> {
    let bytes = text.as_bytes();
    let shape = bytes.len() == 10
        && bytes.iter().enumerate().all(|(i, b)| {
            if matches!(i, 2 | 5) {
                *b == b'/'
            } else {
                b.is_ascii_digit()
            }
        });
    if !shape {
        return None;
    }
    let year: i16 = text.get(6..)?.parse().ok().filter(|year| *year >= 1900)?;
    Date::new(
        year,
        text.get(3..5)?.parse().ok()?,
        text.get(..2)?.parse().ok()?,
    )
    .ok()
}
