//! Values of front matter and settings, from YAML, TOML, or JSON.

use std::str::FromStr;

use serde_json::Value as Json;
use serde_saphyr::DuplicateKeyPolicy;
use toml::value::{Datetime, Offset};
use toml::{Table, Value};

/// Parses YAML whose top is a table, as Ruby reads it. Empty text is an empty table. Fails with a message for invalid YAML.
pub fn from_yaml(text: &str) -> Result<Table, String> {
    yaml(text, false)
}

/// Parses YAML as [`from_yaml`] does, but with `true` and `false` as the only truth values: `yes` and `on` are texts. Fails with a message
/// for invalid YAML.
pub fn from_yaml_1_2(text: &str) -> Result<Table, String> {
    yaml(text, true)
}

fn yaml(text: &str, strict_booleans: bool) -> Result<Table, String> {
    if text
        .lines()
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
    {
        return Ok(Table::new());
    }
    let options = serde_saphyr::options! {
        duplicate_keys: DuplicateKeyPolicy::LastWins,
        strict_booleans: strict_booleans,
    };
    match serde_saphyr::from_str_with_options::<Json>(text, options) {
        Ok(Json::Object(fields)) => Ok(table(fields)),
        Ok(_) => Err("it is not a table".to_owned()),
        // Other readers take the first of several documents.
        Err(_) if first_document(text).is_some() => {
            yaml(first_document(text).unwrap_or_default(), strict_booleans)
        }
        // Some readers of YAML accept tabs before keys and within brackets.
        Err(_) if text.contains('\t') => yaml(&text.replace('\t', "  "), strict_booleans),
        Err(error) => match with_spaced_comments(text) {
            spaced if spaced != text => yaml(&spaced, strict_booleans),
            _ => Err(first_line(&error.to_string())),
        },
    }
}

/// Parses YAML or JSON whose top may also be a list. Returns `None` for invalid YAML.
pub fn from_yaml_value(text: &str) -> Option<Value> {
    let options = serde_saphyr::options! {
        duplicate_keys: DuplicateKeyPolicy::LastWins,
    };
    from_json_value(serde_saphyr::from_str_with_options(text, options).ok()?)
}

/// Returns the first of several documents of YAML, or `None` if there is only one.
fn first_document(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let text = text.strip_prefix("---\n").unwrap_or(text);
    let end = text.find("\n---\n").or_else(|| {
        text.find("\n---")
            .filter(|at| at + 4 == text.trim_end().len())
    });
    end.map(|end| &text[..=end])
}

/// Adds a space between a closing quotation mark and a comment, which Ruby does not need.
fn with_spaced_comments(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    let (mut before, mut last) = ('\n', '\n');
    for sign in text.chars() {
        let is_opening = before.is_whitespace() || "[{,(".contains(before);
        if sign == '#' && "\"'".contains(last) && !is_opening {
            spaced.push(' ');
        }
        spaced.push(sign);
        (before, last) = (last, sign);
    }
    spaced
}

/// Parses TOML. Fails with a message for invalid TOML.
pub fn from_toml(text: &str) -> Result<Table, String> {
    let table: Table = toml::from_str(text).map_err(|error| error.message().to_owned())?;
    let pairs = table.into_iter().map(|(key, value)| (key, dated(value)));
    Ok(pairs.collect())
}

/// Parses JSON whose top is an object. Fails with a message for invalid JSON.
pub fn from_json(text: &str) -> Result<Table, String> {
    match serde_json::from_str(text) {
        Ok(Json::Object(fields)) => Ok(table(fields)),
        Ok(_) => Err("it is not an object".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

fn table(fields: serde_json::Map<String, Json>) -> Table {
    let fields = fields.into_iter();
    fields
        .filter_map(|(key, value)| Some((key, from_json_value(value)?)))
        .collect()
}

/// Converts a value; `None` for null, which TOML does not have.
fn from_json_value(value: Json) -> Option<Value> {
    Some(match value {
        Json::Null => return None,
        Json::Bool(value) => Value::Boolean(value),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Value::Integer(number),
            None => Value::Float(number.as_f64()?),
        },
        Json::String(text) => dated(Value::String(text)),
        Json::Array(values) => {
            Value::Array(values.into_iter().filter_map(from_json_value).collect())
        }
        Json::Object(fields) => Value::Table(table(fields)),
    })
}

/// Converts texts that are dates to dates.
fn dated(value: Value) -> Value {
    match value {
        Value::String(text) => match date(&text) {
            Some(date) => Value::Datetime(date),
            None => Value::String(text),
        },
        // A moment without an offset is in the zone of the site, which is UTC unless dates say otherwise.
        Value::Datetime(moment) if moment.time.is_some() && moment.date.is_some() => {
            let offset = moment.offset.or(Some(Offset::Z));
            Value::Datetime(Datetime { offset, ..moment })
        }
        Value::Array(values) => Value::Array(values.into_iter().map(dated).collect()),
        Value::Table(inner) => {
            let pairs = inner.into_iter().map(|(key, value)| (key, dated(value)));
            Value::Table(pairs.collect())
        }
        value => value,
    }
}

/// Returns the date or moment that a text in one of the notations of YAML, Hugo, and Jekyll consists of.
pub fn date(text: &str) -> Option<Datetime> {
    let text = text.trim();
    let is_date = text.len() >= 10
        && text.is_ascii()
        && text
            .bytes()
            .take(10)
            .enumerate()
            .all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
    if !is_date {
        return None;
    }
    let (day, rest) = text.split_at(10);
    let rest = rest.trim_start_matches(['T', 't', ' ']).trim_start();
    if rest.is_empty() {
        return Datetime::from_str(day).ok();
    }
    let zone = rest.find([' ', '+', '-', 'Z', 'z']).unwrap_or(rest.len());
    let (time, zone) = rest.split_at(zone);
    let time = match time.matches(':').count() {
        0 => return None,
        1 => format!("{time}:00"),
        _ => time.to_owned(),
    };
    let time = if time.find(':') == Some(1) {
        format!("0{time}")
    } else {
        time
    };
    let zone = match zone.trim().replace(':', "").as_str() {
        "" | "Z" | "z" | "UTC" | "GMT" => "Z".to_owned(),
        zone if zone.len() == 3 => format!("{zone}:00"),
        zone if zone.len() == 5 => format!("{}:{}", &zone[..3], &zone[3..]),
        _ => return None,
    };
    Datetime::from_str(&format!("{day}T{time}{zone}")).ok()
}

/// Returns the date that JavaScript reads in a text: `Jul 08 2022`, `8 July, 2022`, `2022/07/08`, `Fri, 08 Jul 2022 10:00:00 GMT`.
pub fn date_in_words(text: &str) -> Option<Datetime> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let begins = |word: &str, all: &[&str]| {
        let start = word.get(..3).map(str::to_lowercase);
        start.is_some_and(|start| all.contains(&start.as_str()))
    };
    let mut rest = text.trim();
    let slashed = rest.get(..10).filter(|day| day.matches('/').count() == 2);
    if let Some(day) = slashed {
        return date(&format!("{}{}", day.replace('/', "-"), &rest[10..]));
    }
    let mut word = || {
        const SEPARATORS: [char; 4] = [' ', ',', '.', '-'];
        rest = rest.trim_start_matches(SEPARATORS);
        let (word, after) = rest.split_at(rest.find(SEPARATORS).unwrap_or(rest.len()));
        rest = after;
        (!word.is_empty()).then_some(word)
    };
    let first = word()?;
    let first = if begins(first, &DAYS) { word()? } else { first };
    let (second, year) = (word()?, word()?);
    let time = rest.trim_start_matches([' ', ',']);
    let month = |word: &str| {
        let start = word.get(..3)?.to_lowercase();
        MONTHS.iter().position(|one| *one == start)
    };
    let (day, month) = match (month(first), month(second)) {
        (Some(month), _) => (second, month),
        (None, Some(month)) => (first, month),
        (None, None) => return None,
    };
    let digits = day.trim_end_matches(|one: char| one.is_ascii_alphabetic());
    let day: u8 = digits.parse().ok()?;
    let day = format!("{year}-{:02}-{day:02}", month + 1);
    date(&format!("{day} {time}")).or_else(|| date(&day))
}

/// Returns year, month, and day of a date as it is written.
pub fn day(date: &Datetime) -> Option<(u16, u8, u8)> {
    let date = date.date?;
    Some((date.year, date.month, date.day))
}

/// Returns the offset of a moment in minutes.
pub fn offset(date: &Datetime) -> Option<i16> {
    match date.offset? {
        Offset::Z => Some(0),
        Offset::Custom { minutes } => Some(minutes),
    }
}

/// Removes a text from a table; an empty one counts as missing.
pub fn take_text(table: &mut Table, key: &str) -> Option<String> {
    match table.remove(key)? {
        Value::String(text) => Some(text).filter(|text| !text.trim().is_empty()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Datetime(date) => Some(date.to_string()),
        _ => None,
    }
}

/// Returns a text of a table.
pub fn text<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table
        .get(key)?
        .as_str()
        .filter(|text| !text.trim().is_empty())
}

/// Returns a table in a table.
pub fn inner<'t>(table: &'t Table, key: &str) -> Option<&'t Table> {
    table.get(key)?.as_table()
}

/// Returns the texts of a value: those of a list, or a single one, at whose spaces a generator may split it.
pub fn texts(value: Option<&Value>) -> Vec<String> {
    let one = |value: &Value| match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(format!("{number:?}")),
        Value::Boolean(value) => Some(value.to_string()),
        Value::Datetime(date) => Some(date.to_string()),
        _ => None,
    };
    match value {
        Some(Value::Array(values)) => values.iter().filter_map(one).collect(),
        Some(value) => one(value).into_iter().collect(),
        None => Vec::new(),
    }
}

/// Returns a text in the quotes of TOML.
pub fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

/// Removes empty texts, empty lists and empty tables, which say nothing.
pub fn without_empty(table: Table) -> Table {
    let kept = table.into_iter().filter_map(|(key, value)| {
        let value = match value {
            Value::Table(inner) => Value::Table(without_empty(inner)),
            value => value,
        };
        let is_empty = match &value {
            Value::String(text) => text.trim().is_empty(),
            Value::Array(values) => values.is_empty(),
            Value::Table(inner) => inner.is_empty(),
            _ => false,
        };
        (!is_empty).then_some((key, value))
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (text, expected) in [
            ("2020-01-02", Some("2020-01-02")),
            ("2020-01-02T03:04:05Z", Some("2020-01-02T03:04:05Z")),
            ("2020-01-02 03:04", Some("2020-01-02T03:04:00Z")),
            (
                "2020-01-02 3:04:05 -0730",
                Some("2020-01-02T03:04:05-07:30"),
            ),
            (
                "2020-01-02T03:04:05.25+02:00",
                Some("2020-01-02T03:04:05.25+02:00"),
            ),
            ("2020-01-02 03:04:05 +02", Some("2020-01-02T03:04:05+02:00")),
            ("2020-13-02", None),
            ("2020-01-02-title", None),
            ("2020-01-02 and more", None),
            ("２０２０-01-02", None),
            ("", None),
        ] {
            let found = date(text).map(|date| date.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn dates_in_words() {
        for (text, expected) in [
            ("Jul 08 2022", "2022-07-08"),
            ("8 July, 2022", "2022-07-08"),
            ("September 1st, 2023", "2023-09-01"),
            ("Sun, 29 Jan 2023 02:52:41 GMT", "2023-01-29T02:52:41Z"),
            ("Sun Jan 29 2023 02:52 -0530", "2023-01-29T02:52:00-05:30"),
            ("2026/01/26 09:00:00+0900", "2026-01-26T09:00:00+09:00"),
            ("2026/01/26", "2026-01-26"),
            ("1/2/2026", ""),
            ("8 July 2022 (draft)", "2022-07-08"),
            ("July 2022", ""),
            ("Maybe 1 2022", "2022-05-01"),
            ("x", ""),
        ] {
            let found = date_in_words(text).map(|date| date.to_string());
            assert_eq!(found.unwrap_or_default(), expected, "{text}");
        }
    }

    #[test]
    fn dates_in_toml() {
        let table =
            from_toml("a = \"2020-01-02\"\n[extra]\nb = [\"2020-01-03\", \"c\"]\n").unwrap();
        let expected = "a = 2020-01-02\n\n[extra]\nb = [2020-01-03, \"c\"]\n";
        assert_eq!(toml::to_string(&table).unwrap(), expected);
    }

    #[test]
    fn truth_values() {
        let text = "a: yes\nb: N\nc: true\nd: [on, off]\n";
        let table = from_yaml_1_2(text).unwrap();
        let expected = "a = \"yes\"\nb = \"N\"\nc = true\nd = [\"on\", \"off\"]\n";
        assert_eq!(toml::to_string(&table).unwrap(), expected);
        assert_eq!(from_yaml(text).unwrap()["a"].as_bool(), Some(true));
    }

    #[test]
    fn tables_in_yaml() {
        let table = from_yaml("title: A\ndate: 2020-01-02\nnone: ~\ntags: [a, b]\nn: 1\n").unwrap();
        let expected = "title = \"A\"\ndate = 2020-01-02\ntags = [\"a\", \"b\"]\nn = 1\n";
        assert_eq!(toml::to_string(&table).unwrap(), expected);
        assert!(from_yaml("# nothing\n").unwrap().is_empty());
        let table = from_yaml("a: {\n\tb: 1,\n\t}\n").unwrap();
        assert_eq!(toml::to_string(&table).unwrap(), "[a]\nb = 1\n");
        let table = from_yaml("a: 1\na: \"2\"# twice\n").unwrap();
        assert_eq!(toml::to_string(&table).unwrap(), "a = \"2\"\n");
        assert!(from_yaml("- a\n").is_err());
        assert!(from_yaml("a: [\n").is_err());
    }
}
