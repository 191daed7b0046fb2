//! Dates and numbers as readers of a language write them (Unicode CLDR).

use icu_calendar::{Date as IcuDate, Gregorian};
use icu_datetime::fieldsets::enums::DateFieldSet;
use icu_datetime::fieldsets::{YMD, YMDE};
use icu_datetime::pattern::{DateTimePattern, FixedCalendarDateTimeNames};
use icu_datetime::{DateTimeFormatterPreferences, FixedCalendarDateTimeFormatter};
use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_decimal::options::DecimalFormatterOptions;
use icu_locale::Locale;
use jiff::civil::Date;
use writeable::TryWriteable;

/// Returns the parts of a whole date in one of the lengths `full`, `long`, `medium`, and `short`, or `None` for any other format.
pub fn length(format: &str) -> Option<DateFieldSet> {
    Some(match format {
        "full" => DateFieldSet::YMDE(YMDE::long()),
        "long" => DateFieldSet::YMD(YMD::long()),
        "medium" => DateFieldSet::YMD(YMD::medium()),
        "short" => DateFieldSet::YMD(YMD::short()),
        _ => return None,
    })
}

/// Returns a whole date as readers of a language write it, such as `30 April 2026` and `2026年4月30日`. If nothing is known about the
/// language, it is `2026-04-30`.
pub fn whole_date(date: Date, length: DateFieldSet, lang: &str) -> String {
    let text = || {
        let formatter = FixedCalendarDateTimeFormatter::try_new(preferences(lang)?, length).ok()?;
        Some(formatter.format(&gregorian(date)?).to_string())
    };
    text().unwrap_or_else(|| date.to_string())
}

/// Replaces the names in a `strftime` pattern (`%B`, `%b`, `%A`, `%a`) by those of a language. English and unknown languages keep
/// the pattern unchanged.
pub fn with_names(pattern: &str, date: Date, lang: &str) -> String {
    // Some languages decline the name of a month after a day: апрель, 30 апреля.
    let has_day = ["%d", "%-d", "%e", "%_d"]
        .iter()
        .any(|day| pattern.contains(day));
    let mut result = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('%') {
        result.push_str(before);
        let letter = after.chars().next();
        let symbols = match letter {
            Some('B') if has_day => "MMMM",
            Some('B') => "LLLL",
            Some('b' | 'h') if has_day => "MMM",
            Some('b' | 'h') => "LLL",
            Some('A') => "EEEE",
            Some('a') => "E",
            _ => "",
        };
        let length = letter.map_or(0, char::len_utf8);
        match name(date, symbols, lang) {
            Some(name) => result.push_str(&name.replace('%', "%%")),
            None => result.extend(["%", &after[..length]]),
        }
        rest = &after[length..];
    }
    result + rest
}

/// Returns a part of a date by the symbols of Unicode TR 35, or `None` if the language is English or nothing is known about it.
fn name(date: Date, symbols: &str, lang: &str) -> Option<String> {
    if symbols.is_empty() || lang == "en" || lang.starts_with("en-") {
        return None;
    }
    formatted(gregorian(date)?, symbols, preferences(lang)?)
}

fn formatted(
    date: IcuDate<Gregorian>,
    symbols: &str,
    preferences: DateTimeFormatterPreferences,
) -> Option<String> {
    let pattern: DateTimePattern = symbols.parse().ok()?;
    let names = FixedCalendarDateTimeNames::<Gregorian, DateFieldSet>::try_new(preferences);
    let mut names = names.ok()?;
    let formatter = names.include_for_pattern(&pattern).ok()?;
    let text = formatter.format(&date);
    Some(text.try_write_to_string().ok()?.into_owned())
}

/// Returns the preferences of a language, or `None` if CLDR has no names of months for it.
fn preferences(lang: &str) -> Option<DateTimeFormatterPreferences> {
    let preferences = DateTimeFormatterPreferences::from(&Locale::try_from_str(lang).ok()?);
    let january = IcuDate::try_new_gregorian(2026, 1, 1).ok()?;
    let is_known = formatted(january, "LLLL", preferences)? != "M01";
    is_known.then_some(preferences)
}

fn gregorian(date: Date) -> Option<IcuDate<Gregorian>> {
    let (month, day) = (date.month().cast_unsigned(), date.day().cast_unsigned());
    IcuDate::try_new_gregorian(date.year().into(), month, day).ok()
}

/// Returns a number with the separators of a language: `1,234,567.5`, `12,34,567.5`, or `1.234.567,5`. Returns `None` if the text is
/// not a number.
pub fn number(number: &str, lang: &str) -> Option<String> {
    let number: Decimal = number.parse().ok()?;
    let locale = Locale::try_from_str(lang).unwrap_or(Locale::UNKNOWN);
    let formatter =
        DecimalFormatter::try_new((&locale).into(), DecimalFormatterOptions::default()).ok()?;
    Some(formatter.format(&number).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let day = jiff::civil::date(2026, 4, 30);
        for (lang, pattern, expected) in [
            ("en", "%A, %-d %B %Y", "%A, %-d %B %Y"),
            ("hi", "%A, %-d %B %Y", "गुरुवार, %-d अप्रैल %Y"),
            ("gu-IN", "%a %b 100%%", "ગુરુ એપ્રિલ 100%%"),
            ("ru", "%-d %B", "%-d апреля"),
            ("ru", "%B %Y", "апрель %Y"),
            ("tlh", "%B", "%B"),
            ("", "%B%", "%B%"),
        ] {
            assert_eq!(with_names(pattern, day, lang), expected, "{lang} {pattern}");
        }
        for (lang, format, expected) in [
            ("en", "long", "April 30, 2026"),
            ("en-IN", "full", "Thursday, 30 April 2026"),
            ("ja", "long", "2026年4月30日"),
            ("de", "short", "30.04.26"),
            ("hi", "medium", "30 अप्रैल 2026"),
            ("tlh", "long", "2026-04-30"),
        ] {
            let length = length(format).unwrap();
            assert_eq!(whole_date(day, length, lang), expected, "{lang} {format}");
        }
        assert!(length("%Y").is_none());
    }

    #[test]
    fn numbers() {
        for (lang, text, expected) in [
            ("en", "1234567.50", Some("1,234,567.50")),
            ("en-IN", "1234567", Some("12,34,567")),
            ("hi", "-100000", Some("-1,00,000")),
            ("de", "1234.5", Some("1.234,5")),
            ("tlh", "1234", Some("1,234")),
            ("en", "many", None),
        ] {
            assert_eq!(number(text, lang).as_deref(), expected, "{lang} {text}");
        }
    }
}
