//! Offsets of time zones that settings name, such as `Europe/Berlin`.

use toml::value::Datetime;

use crate::calendar::{at_offset, days, minutes, weekday};

/// When clocks are put forward by an hour.
#[derive(Debug, Clone, Copy)]
enum Summer {
    Never,
    Europe,
    America,
    Australia,
    NewZealand,
}

/// Zones by their offset from UTC in minutes, without summer time.
const ZONES: [(i16, Summer, &[&str]); 34] = [
    (-600, Summer::Never, &["Pacific/Honolulu", "HST"]),
    (-540, Summer::America, &["America/Anchorage"]),
    (
        -480,
        Summer::America,
        &[
            "America/Los_Angeles",
            "America/Vancouver",
            "US/Pacific",
            "PST8PDT",
        ],
    ),
    (-420, Summer::Never, &["America/Phoenix", "MST"]),
    (
        -420,
        Summer::America,
        &[
            "America/Denver",
            "America/Edmonton",
            "America/Boise",
            "US/Mountain",
            "MST7MDT",
        ],
    ),
    (
        -360,
        Summer::America,
        &[
            "America/Chicago",
            "America/Winnipeg",
            "US/Central",
            "CST6CDT",
        ],
    ),
    (
        -360,
        Summer::Never,
        &[
            "America/Costa_Rica",
            "America/Guatemala",
            "America/Mexico_City",
            "America/Regina",
        ],
    ),
    (
        -300,
        Summer::America,
        &[
            "America/New_York",
            "America/Toronto",
            "America/Detroit",
            "US/Eastern",
            "EST5EDT",
        ],
    ),
    (
        -300,
        Summer::Never,
        &["America/Bogota", "America/Lima", "America/Panama", "EST"],
    ),
    (-240, Summer::America, &["America/Halifax"]),
    (
        -240,
        Summer::Never,
        &["America/Caracas", "America/La_Paz", "America/Puerto_Rico"],
    ),
    (
        -180,
        Summer::Never,
        &[
            "America/Sao_Paulo",
            "America/Argentina/Buenos_Aires",
            "America/Montevideo",
        ],
    ),
    (
        0,
        Summer::Never,
        &[
            "UTC",
            "Etc/UTC",
            "GMT",
            "Etc/GMT",
            "Africa/Accra",
            "Atlantic/Reykjavik",
        ],
    ),
    (
        0,
        Summer::Europe,
        &["Europe/London", "Europe/Dublin", "Europe/Lisbon", "WET"],
    ),
    (
        60,
        Summer::Never,
        &["Africa/Lagos", "Africa/Algiers", "Africa/Tunis"],
    ),
    (
        60,
        Summer::Europe,
        &[
            "Europe/Berlin",
            "Europe/Paris",
            "Europe/Madrid",
            "Europe/Rome",
            "Europe/Amsterdam",
            "Europe/Brussels",
            "Europe/Vienna",
            "Europe/Zurich",
            "Europe/Stockholm",
            "Europe/Oslo",
            "Europe/Copenhagen",
            "Europe/Prague",
            "Europe/Warsaw",
            "Europe/Budapest",
            "Europe/Belgrade",
            "Europe/Bratislava",
            "Europe/Ljubljana",
            "Europe/Zagreb",
            "Europe/Luxembourg",
            "CET",
            "MET",
        ],
    ),
    (
        120,
        Summer::Never,
        &["Africa/Johannesburg", "Africa/Maputo", "Europe/Kaliningrad"],
    ),
    (
        120,
        Summer::Europe,
        &[
            "Europe/Helsinki",
            "Europe/Athens",
            "Europe/Bucharest",
            "Europe/Sofia",
            "Europe/Kiev",
            "Europe/Kyiv",
            "Europe/Riga",
            "Europe/Tallinn",
            "Europe/Vilnius",
            "Asia/Nicosia",
            "EET",
        ],
    ),
    (
        180,
        Summer::Never,
        &[
            "Europe/Moscow",
            "Europe/Minsk",
            "Europe/Istanbul",
            "Asia/Istanbul",
            "Turkey",
            "Asia/Riyadh",
            "Asia/Baghdad",
            "Asia/Kuwait",
            "Asia/Qatar",
            "Africa/Nairobi",
        ],
    ),
    (210, Summer::Never, &["Asia/Tehran"]),
    (
        240,
        Summer::Never,
        &["Asia/Dubai", "Asia/Baku", "Asia/Tbilisi", "Asia/Yerevan"],
    ),
    (
        300,
        Summer::Never,
        &["Asia/Karachi", "Asia/Tashkent", "Asia/Yekaterinburg"],
    ),
    (
        330,
        Summer::Never,
        &["Asia/Kolkata", "Asia/Calcutta", "Asia/Colombo"],
    ),
    (345, Summer::Never, &["Asia/Kathmandu", "Asia/Katmandu"]),
    (360, Summer::Never, &["Asia/Dhaka", "Asia/Omsk"]),
    (
        420,
        Summer::Never,
        &[
            "Asia/Bangkok",
            "Asia/Ho_Chi_Minh",
            "Asia/Saigon",
            "Asia/Jakarta",
            "Asia/Novosibirsk",
        ],
    ),
    (
        480,
        Summer::Never,
        &[
            "Asia/Shanghai",
            "Asia/Chongqing",
            "Asia/Beijing",
            "Asia/Hong_Kong",
            "Asia/Taipei",
            "Asia/Singapore",
            "Asia/Manila",
            "Asia/Kuala_Lumpur",
            "Australia/Perth",
            "PRC",
            "Singapore",
        ],
    ),
    (
        540,
        Summer::Never,
        &["Asia/Tokyo", "Asia/Seoul", "Japan", "ROK"],
    ),
    (570, Summer::Never, &["Australia/Darwin"]),
    (570, Summer::Australia, &["Australia/Adelaide"]),
    (
        600,
        Summer::Never,
        &["Australia/Brisbane", "Asia/Vladivostok"],
    ),
    (
        600,
        Summer::Australia,
        &[
            "Australia/Sydney",
            "Australia/Melbourne",
            "Australia/Hobart",
            "Australia/Canberra",
        ],
    ),
    (720, Summer::Never, &["Pacific/Fiji"]),
    (720, Summer::NewZealand, &["Pacific/Auckland", "NZ"]),
];

/// Returns a moment with the date and time that it has in a time zone; `None` for a date without time, and for an unknown zone.
pub fn in_zone(moment: &Datetime, zone: &str) -> Option<Datetime> {
    let (offset, summer) = of(zone)?;
    let at = minutes(moment)?;
    let forward = if is_summer(summer, at, offset.into()) {
        60
    } else {
        0
    };
    at_offset(moment, offset + forward)
}

/// Returns whether the offset of a time zone is known.
pub fn is_known(zone: &str) -> bool {
    of(zone).is_some()
}

fn of(zone: &str) -> Option<(i16, Summer)> {
    let found = ZONES.iter().find(|(_, _, names)| names.contains(&zone));
    found.map(|(offset, summer, _)| (*offset, *summer))
}

/// Returns whether clocks are put forward at a moment, in minutes from 1970-01-01 in UTC, in a zone with the offset `offset`.
fn is_summer(summer: Summer, at: i64, offset: i64) -> bool {
    let year = (at + offset).div_euclid(1440 * 365) + 1970;
    // The estimate is one year late on the last days of December.
    let year = if days((year, 1, 1)) * 1440 > at + offset {
        year - 1
    } else {
        year
    };
    // The first Sunday from a day on.
    let sunday = |month: i64, from: i64| {
        let date = (year, month, from);
        (days(date) + (6 - weekday(date))) * 1440
    };
    let local = at + offset;
    match summer {
        Summer::Never => false,
        Summer::Europe => (sunday(3, 25) + 60..sunday(10, 25) + 60).contains(&at),
        Summer::America if year < 2007 => {
            (sunday(4, 1) + 120..sunday(10, 25) + 60).contains(&local)
        }
        Summer::America => (sunday(3, 8) + 120..sunday(11, 1) + 60).contains(&local),
        Summer::Australia if year < 2008 => {
            !(sunday(3, 25) + 120..sunday(10, 25) + 120).contains(&local)
        }
        Summer::Australia => !(sunday(4, 1) + 120..sunday(10, 1) + 120).contains(&local),
        Summer::NewZealand => !(sunday(4, 1) + 120..sunday(9, 24) + 120).contains(&local),
    }
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
}
