//! Days of the Gregorian calendar.

use jiff::civil::Date;

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

/// Returns the number of days from Monday to the day of the week of a date.
pub fn weekday(date: (i64, i64, i64)) -> i64 {
    civil(date).weekday().to_monday_zero_offset().into()
}

/// Returns the number of a day in its year, from 1.
pub fn day_of_year(date: (i64, i64, i64)) -> i64 {
    civil(date).day_of_year().into()
}

/// Returns the year and the number of the week of a date, by ISO 8601.
pub fn week(date: (i64, i64, i64)) -> (i64, i64) {
    let week = civil(date).iso_week_date();
    (week.year().into(), week.week().into())
}

fn civil((year, month, day): (i64, i64, i64)) -> Date {
    let date = || {
        let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
        Date::new(i16::try_from(year).ok()?, month, day).ok()
    };
    date().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_years() {
        for (date, expected) in [
            ((1970, 1, 1), (3, 1, (1970, 1))),
            ((2024, 1, 5), (4, 5, (2024, 1))),
            ((2024, 3, 1), (4, 61, (2024, 9))),
            ((2021, 1, 3), (6, 3, (2020, 53))),
            ((2000, 12, 31), (6, 366, (2000, 52))),
        ] {
            let found = (weekday(date), day_of_year(date), week(date));
            assert_eq!(found, expected, "{date:?}");
        }
    }
}
