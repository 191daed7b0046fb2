//! Days of the Gregorian calendar, and moments in other time zones.

use toml::value::{Date, Datetime, Offset, Time};

/// Names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Names of the days of the week, from Monday.
pub const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// Returns the number of days from 1970-01-01 to a date.
pub fn days((year, month, day): (i64, i64, i64)) -> i64 {
    // Years start in March, so that the leap day is the last one.
    let year = if month > 2 { year } else { year - 1 };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let leap = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap + of_year - 719_468
}

/// Returns the date that is a number of days after 1970-01-01.
fn date_after(count: i64) -> (i64, i64, i64) {
    let count = count + 719_468;
    let era = count.div_euclid(146_097);
    let of_era = count.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// Returns the number of days from Monday to the day of the week of a date.
pub fn weekday(date: (i64, i64, i64)) -> i64 {
    (days(date) + 3).rem_euclid(7)
}

/// Returns the number of a day in its year, from 1.
pub fn day_of_year(date: (i64, i64, i64)) -> i64 {
    days(date) - days((date.0, 1, 1)) + 1
}

/// Returns the year and the number of the week of a date, by ISO 8601.
pub fn week(date: (i64, i64, i64)) -> (i64, i64) {
    let thursday = date_after(days(date) - weekday(date) + 3);
    (thursday.0, (day_of_year(thursday) - 1) / 7 + 1)
}

/// Returns the minutes from 1970-01-01 to a moment in UTC; `None` for a date without time.
pub fn minutes(moment: &Datetime) -> Option<i64> {
    let (date, time) = (moment.date?, moment.time?);
    let day = days((date.year.into(), date.month.into(), date.day.into()));
    let offset = match moment.offset {
        Some(Offset::Custom { minutes }) => i64::from(minutes),
        _ => 0,
    };
    Some(day * 1440 + i64::from(time.hour) * 60 + i64::from(time.minute) - offset)
}

/// Returns a moment with the date and time that it has at an offset in minutes; `None` for a date without time.
pub fn at_offset(moment: &Datetime, offset: i16) -> Option<Datetime> {
    let local = minutes(moment)? + i64::from(offset);
    let (year, month, day) = date_after(local.div_euclid(1440));
    let of_day = local.rem_euclid(1440);
    Some(Datetime {
        date: Some(Date {
            year: u16::try_from(year).ok()?,
            month: u8::try_from(month).ok()?,
            day: u8::try_from(day).ok()?,
        }),
        time: Some(Time {
            hour: u8::try_from(of_day / 60).ok()?,
            minute: u8::try_from(of_day % 60).ok()?,
            ..moment.time?
        }),
        offset: Some(match offset {
            0 => Offset::Z,
            minutes => Offset::Custom { minutes },
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_years() {
        for (date, expected) in [
            ((1970, 1, 1), (0, 3, 1, (1970, 1))),
            ((2024, 1, 5), (19_727, 4, 5, (2024, 1))),
            ((2024, 3, 1), (19_783, 4, 61, (2024, 9))),
            ((2021, 1, 3), (18_630, 6, 3, (2020, 53))),
            ((2000, 12, 31), (11_322, 6, 366, (2000, 52))),
        ] {
            let found = (days(date), weekday(date), day_of_year(date), week(date));
            assert_eq!(found, expected, "{date:?}");
            assert_eq!(date_after(days(date)), date);
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
