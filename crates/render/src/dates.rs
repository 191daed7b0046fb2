//! Dates as front matter has them (RFC 3339) in the forms that pages and feeds need.

use jiff::civil::{Date, DateTime};

/// The civil date at the head of an RFC 3339 date or date-time.
pub fn parse(text: &str) -> Option<Date> {
    text.get(..10)?.parse().ok()
}

/// `text` formatted by strftime's rules: `%b %-d, %Y` gives `Sep 22, 2025`.
///
/// # Errors
/// Text that is no date, or a format that jiff does not know.
pub fn format(text: &str, pattern: &str) -> Result<String, String> {
    let date =
        parse(text).ok_or_else(|| format!("`{text}` is not a date; dates look like 2026-04-30"))?;
    jiff::fmt::strtime::format(pattern, date)
        .map_err(|error| format!("bad date format `{pattern}`: {error}"))
}

/// An RFC 3339 timestamp: `text` itself where it has a time and an offset, else midnight in the site's time zone.
pub fn timestamp(text: &str, utc_offset: &str) -> Option<String> {
    let date = parse(text)?;
    let rest = &text[10..];
    if rest.is_empty() {
        return Some(format!("{date}T00:00:00{utc_offset}"));
    }
    if rest.ends_with('Z') || rest.get(1..).is_some_and(|time| time.contains(['+', '-'])) {
        return Some(text.replacen(' ', "T", 1));
    }
    let moment: DateTime = text.replacen(' ', "T", 1).parse().ok()?;
    Some(format!("{moment}{utc_offset}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn forms() {
        assert_eq!(
            super::format("2025-09-22", "%b %-d, %Y").unwrap(),
            "Sep 22, 2025"
        );
        assert_eq!(
            super::format("2026-11-21", "%-d %B %Y").unwrap(),
            "21 November 2026"
        );
        assert!(super::format("soon", "%Y").is_err());
        assert_eq!(
            super::timestamp("2025-09-22", "+05:30").unwrap(),
            "2025-09-22T00:00:00+05:30"
        );
        assert_eq!(
            super::timestamp("2025-09-22T10:00:00Z", "+05:30").unwrap(),
            "2025-09-22T10:00:00Z"
        );
        assert_eq!(
            super::timestamp("2025-09-22T10:00:00", "+05:30").unwrap(),
            "2025-09-22T10:00:00+05:30"
        );
    }
}
