//! Help for a value that does not have the type that its schema asks for.

use diagnostic::all_of;
use jiff::civil::Date;
use serde_json::Value;

use crate::joined_entries::{each_in_quotes, entries_in_one};
use crate::pattern_help::ascii_digit;

/// Returns help for a value that is not of the type `expected`, or `None` if there is none. `header` is the value's header if it is
/// a table.
pub fn type_help(expected: &str, value: &Value, header: &str) -> Option<String> {
    let is_one = |text: &str| match expected {
        "integer" => text.parse::<i64>().is_ok(),
        "number" => text.parse::<f64>().is_ok_and(f64::is_finite),
        _ => matches!(text, "true" | "false"),
    };
    match (expected, value) {
        ("string", Value::Number(_) | Value::Bool(_)) => {
            Some(format!("put it in quotes: \"{value}\""))
        }
        ("integer" | "number" | "boolean", Value::String(text)) if is_one(text) => {
            Some(format!("write it without quotes: {text}"))
        }
        ("integer" | "number", Value::String(text))
            if let Some(number) = with_letters_for_digits(text)
                && is_one(&number) =>
        {
            Some(format!("{DIGIT_NOT_LETTER}{number}"))
        }
        ("integer" | "number", Value::String(text)) => Some(match number_in(text) {
            Some(number) if is_one(&number) => {
                format!("{WITHOUT_SIGNS}{number}")
            }
            _ => {
                let digits =
                    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let example = if digits == 0 { "12" } else { &text[..digits] };
                format!("write a number in digits, such as {example}")
            }
        }),
        ("array", Value::String(text)) => {
            let entries = entries_in_one(text).unwrap_or_else(|| vec![text.trim()]);
            let entries = each_in_quotes(&entries);
            Some(format!("put it in square brackets: [{entries}]"))
        }
        ("array", Value::Number(_) | Value::Bool(_)) => {
            Some(format!("put it in square brackets: [{value}]"))
        }
        ("string", Value::Array(entries)) if let [Value::String(only)] = entries.as_slice() => {
            Some(format!("write it without brackets: \"{only}\""))
        }
        ("string", Value::Array(entries)) => {
            let first = entries.iter().find_map(Value::as_str)?;
            Some(format!("write one of them, without brackets: \"{first}\""))
        }
        ("boolean", Value::String(text)) if boolean(text).is_some() => {
            let value = boolean(text).unwrap_or_default();
            Some(format!("write {value}{WITHOUT_QUOTES}"))
        }
        ("boolean", _) => Some("write true or false, without quotes".to_owned()),
        ("array", Value::Object(_)) => Some(format!(
            "write each entry of the list with two brackets: [{header}]"
        )),
        ("object", Value::Array(entries)) if let Some((key, name)) = named_entry(entries) => {
            let table = header.trim_matches(['[', ']']);
            Some(format!(
                "write each entry as a table of its own, without `{key}`: [{table}.{name}]"
            ))
        }
        ("object", Value::Array(_)) => Some(format!(
            "write its header with one bracket on each side: {header}"
        )),
        ("object", Value::String(_)) => Some(format!(
            "write {header} on a line of its own, and the keys below it"
        )),
        _ => None,
    }
}

/// Returns the key and the name of the first entry of a list that was meant as tables with names: `code` and `ga`.
fn named_entry(entries: &[Value]) -> Option<(&'static str, &str)> {
    let first = entries.first()?;
    let mut keys = ["code", "id", "key", "lang", "slug"].into_iter();
    let (key, name) = keys.find_map(|key| Some((key, first.get(key)?.as_str()?)))?;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (!name.is_empty() && name.bytes().all(is_part)).then_some((key, name))
}

const WITHOUT_QUOTES: &str = ", without quotes";
const WITHOUT_SIGNS: &str = "write a number, without other signs: ";

/// Beginning of the help for a number with a letter.
pub const DIGIT_NOT_LETTER: &str = "write the digit, not the letter: ";

/// Returns a number whose thousands begin at a dot, such as `1.200`, without the dot.
pub fn without_separator(number: &str) -> Option<String> {
    let (thousands, rest) = number.split_once('.')?;
    let are_digits = rest.len() == 3 && rest.bytes().all(|byte| byte.is_ascii_digit());
    (are_digits && thousands.len() <= 3 && thousands != "0").then(|| format!("{thousands}{rest}"))
}

/// Returns a number or a date in which the letters O, l, and I stand for digits with these digits, or `None` for any other word.
pub fn with_letters_for_digits(word: &str) -> Option<String> {
    let digits: String = word
        .chars()
        .map(|sign| match sign {
            'O' | 'o' => '0',
            'l' | 'I' => '1',
            sign => sign,
        })
        .collect();
    let is_number = |text: &str| text.parse::<i64>().is_ok() || text.parse::<Date>().is_ok();
    // An `l` at the end is a unit.
    let is_digits = word.starts_with(|c: char| c.is_ascii_digit())
        && word.ends_with(|c: char| c.is_ascii_digit() || matches!(c, 'O' | 'o'));
    (is_digits && digits != word && is_number(&digits)).then_some(digits)
}

/// Returns whether a word means yes or no; `None` for any other word.
pub fn boolean(word: &str) -> Option<bool> {
    match word.trim().to_lowercase().as_str() {
        "yes" | "on" | "y" | "true" => Some(true),
        "no" | "off" | "n" | "false" => Some(false),
        _ => None,
    }
}

/// Returns help for a text in the place of a list whose entries have these options: the options that it names, or those from the first to
/// the last that it names.
pub fn list_of_options(text: &str, options: &[&str]) -> String {
    let position = |word: &str| {
        let word = word.trim();
        options
            .iter()
            .position(|option| option.eq_ignore_ascii_case(word))
    };
    let ends = [" to ", " - ", "-", " – ", "–"].iter().find_map(|sign| {
        let (first, last) = text.split_once(sign)?;
        Some((position(first)?, position(last)?))
    });
    let named = || {
        let words = text
            .split([',', ';', '&'])
            .flat_map(|part| part.split(" and "));
        let words = words.filter(|word| !word.trim().is_empty());
        words.map(position).collect::<Option<Vec<usize>>>()
    };
    let chosen = match ends {
        Some((first, last)) if first <= last => Some((first..=last).collect()),
        _ => named(),
    };
    let Some(chosen) = chosen else {
        let first = options.first().unwrap_or(&"");
        let all = all_of(options.iter().copied());
        return format!("write a list of the options, such as [{first:?}]; they are {all}");
    };
    let entries = chosen.into_iter().map(|at| format!("{:?}", options[at]));
    let entries: Vec<String> = entries.collect();
    format!("put it in square brackets: [{}]", entries.join(", "))
}

/// Returns the only number in a text, in the notation of TOML: without thousands separators, with a point for a decimal comma, and with
/// the digits of ASCII. Returns `None` if there is none or more than one.
pub fn number_in(typed: &str) -> Option<String> {
    let plain = |sign: char| match sign {
        '−' => '-',
        sign => ascii_digit(sign).unwrap_or(sign),
    };
    let typed: String = typed.chars().map(plain).collect();
    let typed = without_groups(&typed).unwrap_or(typed);
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let has_digit = |part: &&str| part.contains(|c: char| c.is_ascii_digit());
    let mut parts = typed.split(|c| !is_part(c)).filter(has_digit);
    let number = parts.next().filter(|_| parts.next().is_none())?;
    let number = number.trim_matches(['.', ',']);
    let number = match number.split_once(',') {
        Some((whole, decimals)) if decimals.len() < 3 => format!("{whole}.{decimals}"),
        _ => number.replace(',', ""),
    };
    // Sizes are in bytes.
    let factor = match typed.trim().to_lowercase() {
        text if text.ends_with("kb") || text.ends_with("kib") => 1_000,
        text if text.ends_with("mb") || text.ends_with("mib") => 1_000_000,
        _ => 1,
    };
    let number = match number.parse::<i64>() {
        Ok(count) if factor > 1 => count.checked_mul(factor)?.to_string(),
        _ => number,
    };
    let sign = if typed.trim_start().starts_with('-') {
        "-"
    } else {
        ""
    };
    let number = format!("{sign}{number}");
    number.parse::<f64>().is_ok().then_some(number)
}

/// Returns a text without the spaces, apostrophes, and underscores between the groups of digits of its only number: `20 000` or
/// `1 00 000`. Returns `None` if there are none, or if the groups may be several numbers, or those of a telephone number.
fn without_groups(typed: &str) -> Option<String> {
    let start = typed.find(|c: char| c.is_ascii_digit())?;
    let end = typed.rfind(|c: char| c.is_ascii_digit())? + 1;
    let is_separator = |c: char| c.is_whitespace() || matches!(c, '\'' | '’' | '_');
    let groups: Vec<&str> = typed[start..end].split(is_separator).collect();
    let [first, middle @ .., last] = groups.as_slice() else {
        return None;
    };
    let lengths = |length: usize| middle.iter().all(|group| group.len() == length);
    let is_grouped = matches!(first.len(), 1..=3) && last.len() == 3;
    let is_grouped = is_grouped && (lengths(3) || lengths(2) && first.len() < 3);
    let is_digits = groups
        .iter()
        .all(|group| group.bytes().all(|byte| byte.is_ascii_digit()));
    let is_number = is_grouped && is_digits && !typed.trim_start().starts_with('+');
    is_number.then(|| format!("{}{}{}", &typed[..start], groups.concat(), &typed[end..]))
}

/// Returns whether a text can only mean the number in it. Letters may be a unit, or digits that were mistyped, and a comma may be a
/// decimal point.
pub fn is_certain(typed: &str) -> bool {
    !typed.contains(|c: char| c.is_alphabetic() || c == ',')
}

/// Returns the value that [`type_help`] says to write in place of `written`, or `None` if it names none.
pub fn value_of_type(help: &str, written: &str) -> Option<String> {
    // A number such as `0x10` or a text of several lines is written in another way than the help shows.
    let is_simple = !written.contains(['\n', '\\', 'x', '_']) || written.starts_with('"');
    if let Some(number) = help.strip_prefix(WITHOUT_SIGNS) {
        return is_simple.then(|| number.to_owned());
    }
    if let Some(text) = help.strip_prefix("write it without quotes: ") {
        return (written.trim_matches(['"', '\'']) == text).then(|| text.to_owned());
    }
    let word = help.strip_prefix("write ");
    if let Some(word) = word.and_then(|word| word.strip_suffix(WITHOUT_QUOTES)) {
        return boolean(word).map(|_| word.to_owned());
    }
    if let Some(text) = help.strip_prefix("put it in quotes: ") {
        return is_simple.then(|| text.to_owned());
    }
    if let Some(header) = help.strip_prefix("write each entry of the list with two brackets: ") {
        return (header == format!("[{}]", written.trim())).then(|| header.to_owned());
    }
    let list = help.strip_prefix("put it in square brackets: ")?;
    let is_one = !written.contains([',', ';', '\n', '\\']) && !written.contains("\"\"");
    is_one.then(|| list.to_owned())
}

/// Returns the JSON type of a value.
pub fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Returns the name of a JSON type in words that authors of TOML use.
pub fn type_name(kind: &str) -> &str {
    match kind {
        "string" => "text in quotes",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "`true` or `false`",
        "array" => "a list",
        "object" => "a table",
        other => other,
    }
}
