//! Dates of documents of Jekyll, from their front matter and from the names of their files.

use diagnostic::Diagnostic;
use toml::value::Datetime;
use toml::{Table, Value};

use crate::codes::NOT_IMPORTED;
use crate::model::Site;
use crate::time_zones::{in_zone, is_known};
use crate::values::{date, offset, text};

/// Returns the date at the beginning of the name of a file, such as `2026-4-30-soil`, and the rest of the name.
pub fn date_in_name(name: &str) -> Option<(Datetime, &str)> {
    let mut parts = name.splitn(4, '-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let rest = parts.next().filter(|rest| !rest.is_empty())?;
    Some((from_parts(year, month, day)?, rest))
}

/// Returns the date of numbers with any count of digits that Jekyll accepts. A year of two digits is that of Ruby.
fn from_parts(year: &str, month: &str, day: &str) -> Option<Datetime> {
    let number = |text: &str, lengths: std::ops::RangeInclusive<usize>| -> Option<u16> {
        let is_number = text.bytes().all(|one| one.is_ascii_digit());
        let number = text.parse().ok()?;
        (is_number && lengths.contains(&text.len())).then_some(number)
    };
    let (month, day) = (number(month, 1..=2)?, number(day, 1..=2)?);
    let year = match number(year, 2..=4)? {
        short if short < 69 => 2000 + short,
        short if short < 100 => 1900 + short,
        year => year,
    };
    date(&format!("{year:04}-{month:02}-{day:02}"))
}

/// Returns the date or moment that a text is, also if its month or day has one digit.
fn lenient(text: &str) -> Option<Datetime> {
    let text = text.trim();
    let end = text.find(['T', ' ']).unwrap_or(text.len());
    let (day, time) = text.split_at(end);
    let mut parts = day.split('-');
    let found = from_parts(parts.next()?, parts.next()?, parts.next()?)?;
    date(&format!("{found}{time}")).filter(|_| parts.next().is_none())
}

/// Returns whether the `date` in front matter is in the time zone of the site: Ruby reads a moment without a zone as UTC only if it has
/// seconds and no quotes.
fn is_local(front_matter: &str) -> bool {
    let mut lines = front_matter.lines();
    let Some(value) = lines.find_map(|line| line.strip_prefix("date:")) else {
        return false;
    };
    let value = value.split(" #").next().unwrap_or_default().trim();
    let is_quoted = value.starts_with(['"', '\'']);
    let value = value.trim_matches(['"', '\'']);
    let Some((_, time)) = value.split_once(['T', ' ']) else {
        return false;
    };
    let has_zone = time.contains(|one: char| one.is_ascii_alphabetic() || "+-".contains(one));
    !has_zone && (is_quoted || time.matches(':').count() < 2)
}

/// Completes the dates of a document: `of_name` is that in the name of its file, `zone` the time zone of the site.
pub fn complete(
    fields: &mut Table,
    front_matter: &str,
    of_name: Option<Datetime>,
    zone: Option<&str>,
) {
    if let Some(found) = text(fields, "date").map(lenient) {
        fields.remove("date");
        fields.extend(found.map(|date| ("date".to_owned(), Value::Datetime(date))));
    }
    if let (Some(date), false) = (of_name, fields.contains_key("date")) {
        fields.insert("date".to_owned(), Value::Datetime(date));
    }
    for key in ["date", "last_modified_at", "modified_date"] {
        if let (Some(Value::Datetime(moment)), Some(zone)) = (fields.get_mut(key), zone)
            && let Some(local) = in_zone(moment, zone)
        {
            if key == "date" && is_local(front_matter) {
                moment.offset = local.offset;
            } else {
                *moment = local;
            }
        }
    }
}

/// Reads the time zone of a site.
pub fn read_zone(config: &Table, site: &mut Site) {
    let Some(zone) = text(config, "timezone") else {
        return;
    };
    let winter = date("2026-01-01T00:00:00Z").and_then(|moment| in_zone(&moment, zone));
    site.time_zone = Some(zone.to_owned());
    site.utc_offset = winter.as_ref().and_then(offset);
    if !is_known(zone) {
        let message = format!("the offset of the time zone `{zone}` is not known");
        let diagnostic = Diagnostic::new(&NOT_IMPORTED, message);
        let help = "dates are as in front matter: write `utc_offset` in content/site.toml, and check the URLs of posts that were published near midnight";
        site.diagnostics.push(diagnostic.help(help));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (name, expected) in [
            ("2024-01-02-my-post", "2024-01-02 my-post"),
            ("2024-1-2-short", "2024-01-02 short"),
            ("14-1-2-a", "2014-01-02 a"),
            ("99-12-31-a", "1999-12-31 a"),
            ("2024-01-02", ""),
            ("2024-01-02-", ""),
            ("2024-13-02-a", ""),
            ("nodate", ""),
            ("a-b-c-d", ""),
        ] {
            let found = date_in_name(name).map(|(date, rest)| format!("{date} {rest}"));
            assert_eq!(found.unwrap_or_default(), expected, "{name}");
        }
    }

    #[test]
    fn dates() {
        for (date, zone, expected) in [
            ("2015-06-1 14:06:05", None, "2015-06-01T14:06:05Z"),
            ("2015-6-1", None, "2015-06-01"),
            ("soon", None, "2015-01-02"),
            (
                "2024-01-01 20:00:00 +0000",
                Some("Asia/Tokyo"),
                "2024-01-02T05:00:00+09:00",
            ),
            ("2024-01-01", Some("Asia/Tokyo"), "2024-01-01"),
            (
                "2024-01-01 20:00:00",
                Some("Asia/Tokyo"),
                "2024-01-02T05:00:00+09:00",
            ),
            (
                "2024-01-01 20:00",
                Some("Asia/Tokyo"),
                "2024-01-01T20:00:00+09:00",
            ),
            (
                "'2024-01-01 20:00:00' # evening",
                Some("Asia/Tokyo"),
                "2024-01-01T20:00:00+09:00",
            ),
            (
                "'2024-01-01 20:00:00 UTC'",
                Some("Asia/Tokyo"),
                "2024-01-02T05:00:00+09:00",
            ),
        ] {
            let text = format!("date: {date}");
            let mut fields = crate::values::from_yaml(&text).unwrap();
            complete(&mut fields, &text, crate::values::date("2015-01-02"), zone);
            assert_eq!(
                fields["date"].as_datetime().unwrap().to_string(),
                expected,
                "{date}"
            );
        }
    }
}
