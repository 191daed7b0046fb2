//! Moments in other time zones.

use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, Zoned};
use toml::value::{Datetime, Offset as TomlOffset};

/// Returns a moment with the date and time that it has in a time zone; `None` for a date without time, and for an unknown zone.
pub fn in_zone(moment: &Datetime, zone: &str) -> Option<Datetime> {
    at(moment, TimeZone::get(zone).ok()?)
}

/// Returns the moment at which a day begins in a time zone; `None` for a date with a time, and for an unknown zone.
pub fn start_of_day(day: &Datetime, zone: &str) -> Option<Datetime> {
    let date: Date = day
        .to_string()
        .parse()
        .ok()
        .filter(|_| day.time.is_none())?;
    written(&date.to_zoned(TimeZone::get(zone).ok()?).ok()?)
}

/// Returns whether the offset of a time zone is known.
pub fn is_known(zone: &str) -> bool {
    TimeZone::get(zone).is_ok()
}

/// Returns a moment with the date and time that it has at an offset in minutes; `None` for a date without time.
pub fn at_offset(moment: &Datetime, minutes: i16) -> Option<Datetime> {
    let offset = Offset::from_seconds(i32::from(minutes) * 60).ok()?;
    at(moment, offset.to_time_zone())
}

fn at(moment: &Datetime, zone: TimeZone) -> Option<Datetime> {
    let utc = Datetime {
        offset: moment.offset.or(Some(TomlOffset::Z)),
        ..*moment
    };
    let moment: Timestamp = utc.to_string().parse().ok()?;
    written(&moment.to_zoned(zone))
}

/// Returns a moment as TOML writes it.
fn written(moment: &Zoned) -> Option<Datetime> {
    let local = moment.strftime("%Y-%m-%dT%H:%M:%S%.f%:z").to_string();
    let local = local
        .strip_suffix("+00:00")
        .map(|local| format!("{local}Z"))
        .unwrap_or(local);
    local.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_in_zones() {
        for (moment, zone, expected) in [
            (
                "2024-01-01T20:00:00Z",
                "Asia/Tokyo",
                "2024-01-02T05:00:00+09:00",
            ),
            (
                "2024-01-01T20:00:00Z",
                "Europe/Berlin",
                "2024-01-01T21:00:00+01:00",
            ),
            (
                "2024-03-31T00:59:00Z",
                "Europe/Berlin",
                "2024-03-31T01:59:00+01:00",
            ),
            (
                "2024-03-31T01:00:00Z",
                "Europe/Berlin",
                "2024-03-31T03:00:00+02:00",
            ),
            (
                "2024-10-27T01:00:00Z",
                "Europe/Berlin",
                "2024-10-27T02:00:00+01:00",
            ),
            (
                "2024-03-10T06:59:00Z",
                "America/New_York",
                "2024-03-10T01:59:00-05:00",
            ),
            (
                "2024-03-10T07:00:00Z",
                "America/New_York",
                "2024-03-10T03:00:00-04:00",
            ),
            (
                "2024-11-03T06:00:00Z",
                "America/New_York",
                "2024-11-03T01:00:00-05:00",
            ),
            (
                "2024-12-31T20:00:00Z",
                "Australia/Sydney",
                "2025-01-01T07:00:00+11:00",
            ),
            (
                "2024-07-01T00:00:00Z",
                "Pacific/Auckland",
                "2024-07-01T12:00:00+12:00",
            ),
            ("2024-01-01T20:00:00Z", "Mars/Base", ""),
            ("2024-01-01", "Asia/Tokyo", ""),
        ] {
            let moment: Datetime = moment.parse().unwrap();
            let found = in_zone(&moment, zone).map(|one| one.to_string());
            assert_eq!(found.unwrap_or_default(), expected, "{moment} in {zone}");
        }
    }

    #[test]
    fn days() {
        for (day, zone, expected) in [
            ("2024-01-05", "Europe/Berlin", "2024-01-05T00:00:00+01:00"),
            ("2024-07-05", "Europe/Berlin", "2024-07-05T00:00:00+02:00"),
            (
                "2024-01-05",
                "America/New_York",
                "2024-01-05T00:00:00-05:00",
            ),
            ("2024-01-05T00:00:00Z", "Europe/Berlin", ""),
            ("2024-01-05", "Mars/Base", ""),
        ] {
            let found = start_of_day(&day.parse().unwrap(), zone).map(|one| one.to_string());
            assert_eq!(found.unwrap_or_default(), expected, "{day} in {zone}");
        }
    }

    #[test]
    fn offsets() {
        for (moment, offset, expected) in [
            (
                "2024-01-01T20:00:00Z",
                540,
                Some("2024-01-02T05:00:00+09:00"),
            ),
            (
                "2024-03-01T01:30:05+02:00",
                -300,
                Some("2024-02-29T18:30:05-05:00"),
            ),
            ("2024-01-01T00:00:00+01:00", 0, Some("2023-12-31T23:00:00Z")),
            ("2024-01-01", 60, None),
        ] {
            let moment: Datetime = moment.parse().unwrap();
            let found = at_offset(&moment, offset).map(|one| one.to_string());
            assert_eq!(found.as_deref(), expected, "{moment}");
        }
    }
}
