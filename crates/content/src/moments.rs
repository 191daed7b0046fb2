//! Moments with an offset from UTC, which belong to the day that they have in the site's time zone.

use jiff::Timestamp;
use jiff::tz::Offset;
use serde_json::Value;

/// Converts all moments in a value to the site's time zone: with the offset `+05:30`, `2026-03-31T20:00:00Z` becomes
/// `2026-04-01T01:30:00+05:30`. Everything that reads a date then gets the same day. Text that is more than a moment stays.
pub fn to_site_time(value: &mut Value, offset: Offset) {
    match value {
        Value::String(text) if has_offset(text) => {
            if let Ok(moment) = text.parse::<Timestamp>() {
                *text = moment.display_with_offset(offset).to_string();
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|one| to_site_time(one, offset)),
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|one| to_site_time(one, offset)),
        _ => {}
    }
}

/// Returns whether text has the form of an RFC 3339 date and time with an offset.
fn has_offset(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_date = bytes.len() >= 20
        && bytes[4] == b'-'
        && bytes[7] == b'-'
        && matches!(bytes[10], b'T' | b't' | b' ')
        && bytes[13] == b':';
    let offset = || {
        bytes
            .iter()
            .rposition(|byte| matches!(byte, b'Z' | b'z' | b'+' | b'-'))
    };
    is_date && offset().is_some_and(|at| at >= 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site_config::offset;

    #[test]
    fn moments_near_midnight() {
        for (text, utc_offset, expected) in [
            (
                "2026-03-31T20:00:00Z",
                "+05:30",
                "2026-04-01T01:30:00+05:30",
            ),
            (
                "2026-03-31t20:00:00z",
                "+05:30",
                "2026-04-01T01:30:00+05:30",
            ),
            (
                "2026-03-31 18:29:59Z",
                "+05:30",
                "2026-03-31T23:59:59+05:30",
            ),
            (
                "2026-04-01T02:00:00+05:30",
                "-08:00",
                "2026-03-31T12:30:00-08:00",
            ),
            (
                "2026-04-01T02:00:00.5+05:30",
                "+05:30",
                "2026-04-01T02:00:00.5+05:30",
            ),
            (
                "2025-12-31T23:30:00-01:00",
                "+00:00",
                "2026-01-01T00:30:00+00:00",
            ),
            // A time without an offset is the site's.
            ("2026-03-31T20:00:00", "+05:30", "2026-03-31T20:00:00"),
            ("2026-03-31", "+05:30", "2026-03-31"),
            (
                "at 2026-03-31T20:00:00Z",
                "+05:30",
                "at 2026-03-31T20:00:00Z",
            ),
            ("2026-13-31T20:00:00Z", "+05:30", "2026-13-31T20:00:00Z"),
        ] {
            let mut value = serde_json::json!({ "dates": [{ "date": text }] });
            to_site_time(&mut value, offset(utc_offset));
            assert_eq!(value["dates"][0]["date"], expected);
        }
    }
}
