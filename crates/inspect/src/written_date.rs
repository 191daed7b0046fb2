//! Finds dates in texts that are in no calendar or on another day of the week, and periods that end before they begin.

use content::ascii_digit;
use jiff::civil::Date;

/// Pattern for a month in words, in full or abbreviated.
const MONTH: &str = r"(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)";

/// Months with which no sentence goes on after a number, as with `44 may`.
const SURE_MONTH: &str = r"(?:january|february|april|june|july|august|september|october|november|december|(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)";

/// Pattern for a day of the week, in full or abbreviated.
const WEEKDAY: &str =
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tues?|wed|thurs?|fri|sat|sun)\b\.?)";

/// Pattern for a day with its ordinal sign.
const DAY: &str = r"[0-9]{1,2}(?:st|nd|rd|th)?";

/// A mistake and what to do about it.
pub type Mistake = (String, &'static str);

/// Finds the mistake in the words of a date.
pub type FindMistake = fn(&str) -> Option<Mistake>;

/// Returns the patterns for dates, each with what finds the mistake in the words that it matches: dates in words, those without a year
/// whose day is late in the month, periods, and dates in digits of any script of India.
pub fn patterns() -> [(String, FindMistake); 5] {
    let date = format!(r"(?:\b{DAY}(?: |[/-]){MONTH},?(?: |[/-])|\b{MONTH} {DAY},? )[0-9]{{4}}\b");
    let numbers = r"\b(?:[0-9]{1,2}[./][0-9]{1,2}[./]|[0-3]?[0-9]-[01]?[0-9]-)(?:19|20)[0-9]{2}\b";
    let short = r"\b(?:29|30|31)/[01]?[0-9]/[0-9]{2}\b";
    let sorted = r"\b(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]\b";
    let indian = "[०-९૦-૯]{1,2}[./-][०-९૦-૯]{1,2}[./-][०-९૦-૯]{4}";
    let time = "[0-9]{1,2}:[6-9][0-9]";
    let around = r"(?:open|opens|opening|close|closes|closing)";
    let behind = r"(?:[ap]\.?m\b|o[’']clock|hrs\b|hours\b|Uhr\b)";
    let with_weekday = |date: &str| format!(r"(?:\b{WEEKDAY},? )?{date}(?: \({WEEKDAY}\))?");
    [
        (with_weekday(&date), in_words),
        (
            format!(r"\b3[0-9](?:st|nd|rd|th)? {SURE_MONTH}(?:,? [0-9]{{4}})?"),
            without_year,
        ),
        (
            format!(r"{date}(?: to | until | till | ?[–-] ?){date}"),
            period,
        ),
        (
            format!("{}|{short}|{sorted}|{indian}", with_weekday(numbers)),
            in_digits,
        ),
        (
            format!(
                r"\b{around}(?: at| from| until| on [A-Za-z]+ at)? {time}\b|\b{time} ?{behind}"
            ),
            no_time,
        ),
    ]
}

fn unknown(words: &str) -> Mistake {
    let message = format!("`{words}` is in no calendar");
    (message, "correct the day or the month")
}

/// Returns the error that a date is on none of the days of the week that are written beside it.
fn other_weekday(words: &str, weekdays: &[&str], date: Date) -> Option<Mistake> {
    let right = date.strftime("%A").to_string();
    let is_right = |written: &&str| {
        let written = written.to_ascii_lowercase();
        right.to_ascii_lowercase().starts_with(&written)
    };
    (!weekdays.iter().all(is_right)).then(|| {
        let message = format!("`{words}` is a {right}");
        (message, "correct the date or the day of the week")
    })
}

/// Splits a text with dates in words. Returns the days of the week, and the other words.
fn words_of(text: &str) -> (Vec<&str>, Vec<&str>) {
    let words = text.split(|c: char| c.is_whitespace() || ",()-–/".contains(c));
    let words = words.map(|word| word.trim_end_matches('.'));
    let is_weekday = |word: &&str| {
        let word = word.to_ascii_lowercase();
        let starts = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
        starts.iter().any(|start| word.starts_with(start))
    };
    words.filter(|word| !word.is_empty()).partition(is_weekday)
}

/// Returns the date of a day and a month, in any order, and a year. Returns `None` if it is in no calendar.
fn date_of(one: &str, other: &str, year: &str) -> Option<Date> {
    let is_month = one.starts_with(|c: char| c.is_alphabetic());
    let (day, month) = if is_month { (other, one) } else { (one, other) };
    let day = day.trim_end_matches(char::is_alphabetic);
    let month = month.get(..3)?;
    Date::strptime("%d %b %Y", format!("{day} {month} {year}")).ok()
}

/// Reports a time whose minutes do not exist, unless it is a length in minutes, a score, or a ratio.
fn no_time(words: &str) -> Option<Mistake> {
    let mut times = words.split(|c: char| !c.is_ascii_digit() && c != ':');
    let time = times.find(|one| {
        let minutes = one
            .split_once(':')
            .and_then(|(_, minutes)| minutes.parse::<u8>().ok());
        minutes.is_some_and(|minutes| minutes > 59)
    })?;
    let hours = time.split(':').next()?.parse::<u8>().ok()?;
    let message = format!("`{time}` is not a time: an hour has minutes up to 59");
    // `from 1:72` is a scale.
    let is_scale = hours == 1 && words.ends_with(|c: char| c.is_ascii_digit());
    (hours < 25 && !is_scale).then_some((message, "correct the minutes"))
}

fn in_words(words: &str) -> Option<Mistake> {
    let (weekdays, date) = words_of(words);
    let [one, other, year] = *date.as_slice() else {
        return None;
    };
    match date_of(one, other, year) {
        Some(date) => other_weekday(words, &weekdays, date),
        None => Some(unknown(words)),
    }
}

fn without_year(words: &str) -> Option<Mistake> {
    const LEAP_YEAR: &str = "2028";
    let (_, date) = words_of(words);
    let [day, month] = *date.as_slice() else {
        return None;
    };
    let is_known = date_of(day, month, LEAP_YEAR).is_some();
    (!is_known).then(|| unknown(words))
}

fn period(words: &str) -> Option<Mistake> {
    let (_, mut dates) = words_of(words);
    dates.retain(|word| !["to", "until", "till"].contains(&&*word.to_ascii_lowercase()));
    let [first, second, start, third, fourth, end] = *dates.as_slice() else {
        return None;
    };
    let start = date_of(first, second, start)?;
    (date_of(third, fourth, end)? < start).then(|| {
        let message = format!("`{words}` ends before it begins");
        (message, "correct one of the two dates")
    })
}

fn in_digits(words: &str) -> Option<Mistake> {
    let digits: String = words
        .chars()
        .map(|sign| ascii_digit(sign).unwrap_or(sign))
        .collect();
    let is_number = |c: char| c.is_ascii_digit() || "./-".contains(c);
    let mut numbers = digits.split(|c| !is_number(c));
    let number = numbers.find(|one| one.starts_with(|c: char| c.is_ascii_digit()))?;
    let mut parts = number.split(['.', '/', '-']);
    let mut next = || parts.next()?.parse::<i16>().ok();
    let (one, two, three) = (next()?, next()?, next()?);
    let date = |year, month: i16, day: i16| {
        Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()
    };
    let (first, second) = match (one, three) {
        (100.., _) => (date(one, two, three), None),
        // A larger number is part of another, such as that of a circular: 45/19/2018-GST.
        (_, 1900..2100) if one.max(two) <= 31 => (date(three, two, one), date(three, one, two)),
        // Other years with two digits may be a fraction or the number of a notification.
        (_, 0..100) if (1..=12).contains(&two) => (date(2000 + three, two, one), None),
        _ => return None,
    };
    let (weekdays, _) = words_of(words);
    let mut dates = [first, second].into_iter().flatten().peekable();
    if dates.peek().is_none() {
        return Some(unknown(words));
    }
    let mistakes: Option<Vec<Mistake>> = dates
        .map(|date| other_weekday(words, &weekdays, date))
        .collect();
    mistakes?.into_iter().next()
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates() {
        for (words, expected) in [
            ("31st June 2026", "`31st June 2026` is in no calendar"),
            ("29 February 2028", ""),
            (
                "Sunday, 1 December 2026",
                "`Sunday, 1 December 2026` is a Tuesday",
            ),
            ("Tuesday 1 December, 2026", ""),
            ("30.02.2026", "`30.02.2026` is in no calendar"),
            ("12/31/2026", ""),
            ("31/12/2026", ""),
            ("Wednesday 1 April 2026", ""),
            (
                "28 November 2026 (Friday)",
                "`28 November 2026 (Friday)` is a Saturday",
            ),
            ("30-02-2027", "`30-02-2027` is in no calendar"),
            ("30th Feb. 2026", "`30th Feb. 2026` is in no calendar"),
            ("Sept 31, 2026", "`Sept 31, 2026` is in no calendar"),
            ("30-Feb-2026", "`30-Feb-2026` is in no calendar"),
            ("31/Nov/2026", "`31/Nov/2026` is in no calendar"),
            ("31/6/26", "`31/6/26` is in no calendar"),
            ("31 Nov", "`31 Nov` is in no calendar"),
            ("Wed, 1 Dec 2026", "`Wed, 1 Dec 2026` is a Tuesday"),
            ("Tues. 1 Dec 2026", ""),
            ("Wednesday 1/12/2026", "`Wednesday 1/12/2026` is a Tuesday"),
            ("01.12.2026 (Wed)", "`01.12.2026 (Wed)` is a Tuesday"),
            ("Tuesday 12/1/2026", ""),
            ("Circular 45/19/22", ""),
            ("Circular No. 45/19/2018-GST", ""),
            ("Clause 31.6.12", ""),
            (
                "April 1, 2026 to March 31, 2026",
                "`April 1, 2026 to March 31, 2026` ends before it begins",
            ),
            ("2027-02-30", "`2027-02-30` is in no calendar"),
            ("2027-02-28", ""),
            ("३१/०२/२०२७", "`३१/०२/२०२७` is in no calendar"),
            ("30/30/1234", ""),
            ("31 June", "`31 June` is in no calendar"),
            (
                "open at 8:60 on",
                "`8:60` is not a time: an hour has minutes up to 59",
            ),
            (
                "closes on Sundays at 17:75",
                "`17:75` is not a time: an hour has minutes up to 59",
            ),
            (
                "8:60 am",
                "`8:60` is not a time: an hour has minutes up to 59",
            ),
            (
                "open until 12:99",
                "`12:99` is not a time: an hour has minutes up to 59",
            ),
            (
                "8:90 Uhr",
                "`8:90` is not a time: an hour has minutes up to 59",
            ),
            (
                "1:75 model, from 1:72 on; won 8:60 on points; Luke 1:68–1:80; at 25:10; open at 8:59",
                "",
            ),
            ("30th April", ""),
            ("Rule 44 may apply", ""),
            (
                "1 April 2026 to 31 March 2026",
                "`1 April 2026 to 31 March 2026` ends before it begins",
            ),
            ("1 April 2026 – 31 March 2027", ""),
        ] {
            let patterns = super::patterns();
            let found = patterns.iter().filter_map(|(pattern, mistake)| {
                let pattern = crate::prose::pattern(pattern, false).ok()?;
                mistake(pattern.find(words)?.as_str())
            });
            let found: String = found.map(|(message, _)| message).collect();
            assert_eq!(found, expected, "{words}");
        }
    }
}
