//! Converts dates in front matter (RFC 3339) to the formats of pages and feeds.

use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::Pieces;

use crate::local_formats;

/// Returns the date of an RFC 3339 date or date-time, or `None` if the text is neither.
pub fn parse(text: &str) -> Option<Date> {
    text.get(..10)?.parse().ok()
}

/// Formats a date with a `strftime` pattern, in which months and weekdays have their names in the language: `%b %-d, %Y` produces
/// `Sep 22, 2025`. The pattern may also be `full`, `long`, `medium`, or `short`, for the usual format of the language. Fails with a message
/// if the text is not a date, or if the pattern is invalid.
pub fn format(text: &str, pattern: &str, lang: &str) -> Result<String, String> {
    let date =
        parse(text).ok_or_else(|| format!("`{text}` is not a date; write dates as 2026-04-30"))?;
    if let Some(length) = local_formats::length(pattern) {
        return Ok(local_formats::whole_date(date, length, lang));
    }
    jiff::fmt::strtime::format(local_formats::with_names(pattern, date, lang), date)
        .map_err(|error| format!("bad date format `{pattern}`: {error}"))
}

/// Converts a date or date-time to an RFC 3339 timestamp. A date without a time gets midnight, and a time without an offset
/// gets `utc_offset`. Returns `None` if the text is neither.
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

/// Converts an RFC 3339 timestamp to the format of RFC 2822, which RSS uses. Returns `None` if it has no time or offset.
pub fn rfc_2822(timestamp: &str) -> Option<String> {
    let parts = Pieces::parse(timestamp).ok()?;
    let offset = parts.to_numeric_offset()?;
    let time = parts.date().to_datetime(parts.time()?);
    let moment = offset.to_timestamp(time).ok()?;
    jiff::fmt::rfc2822::to_string(&moment.to_zoned(offset.to_time_zone())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn formats() {
        for (text, pattern, expected) in [
            ("2025-09-22", "%b %-d, %Y", Some("Sep 22, 2025")),
            ("2026-11-21", "%-d %B %Y", Some("21 November 2026")),
            ("soon", "%Y", None),
        ] {
            assert_eq!(format(text, pattern, "en").ok().as_deref(), expected);
        }
        for (text, expected, in_rss) in [
            ("2025-09-02", "2025-09-02T00:00:00+05:30", "Tue, 2 Sep 2025 00:00:00 +0530"),
            ("2025-09-22T10:00:00Z", "2025-09-22T10:00:00Z", "Mon, 22 Sep 2025 10:00:00 +0000"),
            ("2025-09-22T10:00:00", "2025-09-22T10:00:00+05:30", "Mon, 22 Sep 2025 10:00:00 +0530"),
        ] {
            let timestamp = timestamp(text, "+05:30").unwrap();
            assert_eq!(timestamp, expected);
            assert_eq!(rfc_2822(&timestamp).as_deref(), Some(in_rss));
        }
        assert_eq!(rfc_2822("2025-09-22"), None);
    }
}
