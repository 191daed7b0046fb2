//! Explains a value that TOML cannot read, such as text without quotes, by what the schema expects of its key, and corrects it if
//! what was meant is clear.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fix, Place, Source, first_line, one_of};
use jiff::civil::Date;
use serde_json::Value;

use crate::schema::Schema;
use crate::toml_duplicates::TableHeaders;
use crate::toml_help::NUMBER_WITH_COMMA;
use crate::toml_lines::{header, line_at};
use crate::toml_slips::UNQUOTED_TEXT;
use crate::type_help::{DIGIT_NOT_LETTER, boolean, is_certain, number_in, value_of_type};

/// Help for a value.
struct Expected {
    help: String,
    /// Value that was meant, as TOML.
    meant: Option<String>,
    /// Whether nothing else could have been meant.
    is_certain: bool,
}

/// Replaces the help of findings about values of a file that TOML cannot read, if the schema expects another value than text. In a list,
/// `is_list`, the schema is that of an entry.
pub fn explain_values(findings: &mut [Diagnostic], schema: &Schema, is_list: bool) {
    let place = findings.iter().find_map(|one| one.place.as_ref());
    let Some(source) = place.map(|(place, _)| Arc::clone(&place.source)) else {
        return;
    };
    let mut headers = TableHeaders::of(&source.text);
    for finding in findings {
        explain_value(finding, schema, is_list, &mut headers);
    }
}

fn explain_value(
    finding: &mut Diagnostic,
    schema: &Schema,
    is_list: bool,
    headers: &mut TableHeaders<'_>,
) {
    let Some((place, _)) = finding.place.clone() else {
        return;
    };
    let has_help = |start: &str| finding.help.iter().any(|help| help.starts_with(start));
    if has_help("write a list in square brackets") {
        explain_list(finding, &place, schema, is_list, headers);
        return;
    }
    let is_unquoted =
        finding.message == UNQUOTED_TEXT && has_help("write ") && !has_help(DIGIT_NOT_LETTER);
    // TOML reads `18-20` as the beginning of a date.
    let is_range = has_help("write dates as year-month-day");
    let is_number = has_help(NUMBER_WITH_COMMA);
    let text = &place.source.text;
    let line = line_at(text, place.span.start);
    let Some((key, value)) = entry(text, &line).filter(|_| is_unquoted || is_number || is_range)
    else {
        return;
    };
    if is_unquoted && value != place.span {
        return;
    }
    let tables = tables_above(text, headers.before(line.start), is_list);
    let typed = &text[value.clone()];
    let property = schema.property(tables.iter().copied().chain([key]));
    if is_range {
        if let Some((whole, message, help, fix)) =
            property.and_then(|one| not_a_date(one, key, typed, &place.source, value.clone()))
        {
            *finding = finding
                .clone()
                .reworded(message)
                .only_help(help)
                .at(whole, "")
                .maybe_fix(fix);
        }
        return;
    }
    let Some(expected) = property.and_then(|property| expected(property, key, typed)) else {
        return;
    };
    if is_number && expected.meant.is_none() {
        return;
    }
    // The text is right, and only its quotes are not.
    let inner = typed.trim_matches(['‘', '’', '‚', '“', '”', '„']);
    if inner != typed && expected.help.contains(&format!("\"{inner}\"")) {
        return;
    }
    let is_option = expected.help.contains(&format!("\"{typed}\""));
    let in_quotes = std::mem::take(&mut finding.own_fixes);
    let in_quotes = in_quotes.into_iter().filter(|_| is_option);
    *finding = finding.clone().only_help(expected.help.clone());
    let meant = expected.meant.map(|meant| {
        let fix = Fix::replace(&expected.help, Place::new(&place.source, value), meant);
        if expected.is_certain {
            fix
        } else {
            fix.to_confirm()
        }
    });
    finding.own_fixes.extend(in_quotes.chain(meant));
}

/// Returns the place, the message, the help, and the fix for a value that TOML reads as a date although the schema wants a number or a text.
fn not_a_date(
    property: &Value,
    key: &str,
    typed: &str,
    source: &Arc<Source>,
    span: Range<usize>,
) -> Option<(Place, String, String, Option<Fix>)> {
    let kind = property.get("type")?.as_str()?;
    let place = Place::new(source, span);
    let first = typed.split(['-', '–']).next().unwrap_or_default();
    match kind {
        "integer" | "number" => {
            let is_digits = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
            let number = if is_digits { first } else { "12" };
            let help = format!("write one number: {key} = {number}");
            let fix = is_digits.then(|| Fix::replace(&help, place.clone(), number).to_confirm());
            Some((
                place,
                format!("`{key}` is one number, not `{typed}`"),
                help,
                fix,
            ))
        }
        "string" if property.get("format").is_none_or(|format| format != "date") => {
            let meant = format!("\"{typed}\"");
            let help = format!("put it in quotes: {key} = {meant}");
            let fix = (!typed.contains('"')).then(|| Fix::replace(&help, place.clone(), meant));
            Some((
                place,
                format!("`{key}` is a text, and has no quotes"),
                help,
                fix,
            ))
        }
        _ => None,
    }
}

/// Replaces the help of a finding that proposes a list, if the schema wants only one text.
fn explain_list(
    finding: &mut Diagnostic,
    place: &Place,
    schema: &Schema,
    is_list: bool,
    headers: &mut TableHeaders<'_>,
) {
    let text = &place.source.text;
    let line = line_at(text, place.span.start);
    let Some((key, _)) = entry(text, &line) else {
        return;
    };
    let tables = tables_above(text, headers.before(line.start), is_list);
    let property = schema.property(tables.iter().copied().chain([key]));
    let Some(property) = property else {
        return;
    };
    let options = property.get("enum").and_then(Value::as_array);
    let options = options.into_iter().flatten().filter_map(Value::as_str);
    let options: Vec<&str> = options.collect();
    if !options.is_empty() {
        let help = format!("`{key}` takes only one of {}", one_of(options));
        *finding = finding.clone().only_help(help);
    } else if property.get("type").is_some_and(|kind| kind == "string") {
        let help = format!("`{key}` takes only one text: put all of it between two quotes");
        *finding = finding.clone().only_help(help);
    }
}

/// Returns the key of a line, and the byte range of its value without the comment behind it.
fn entry<'t>(text: &'t str, line: &Range<usize>) -> Option<(&'t str, Range<usize>)> {
    let (key, value) = text[line.clone()].split_once('=')?;
    let start = line.start + key.len() + 1;
    let value = value.split(" #").next().unwrap_or_default();
    let start = start + value.len() - value.trim_start().len();
    Some((key.trim(), start..start + value.trim().len()))
}

/// Returns the names in the header of a table, which begins at `at`. The entries of a list are tables themselves.
fn tables_above(text: &str, at: usize, is_list: bool) -> Vec<&str> {
    let name = header(first_line(&text[at..]));
    let names = name.into_iter().flat_map(|name| name.split('.'));
    names.map(str::trim).skip(usize::from(is_list)).collect()
}

/// Returns what a schema expects of the value of a key, given how it was `typed`, or `None` if it is text.
fn expected(property: &Value, key: &str, typed: &str) -> Option<Expected> {
    let only = |help: String| Expected {
        help,
        meant: None,
        is_certain: false,
    };
    if let Some(options) = property.get("enum").and_then(Value::as_array) {
        let options = options
            .iter()
            .filter_map(Value::as_str)
            .map(|one| format!("\"{one}\""));
        let options: Vec<String> = options.collect();
        let options = options.join(", ");
        return Some(only(format!(
            "write one of the options in quotes: {options}"
        )));
    }
    let is_date = property
        .get("format")
        .is_some_and(|format| format == "date");
    if is_date {
        let mut words = typed.split(|c: char| !c.is_ascii_digit() && c != '-');
        let day = words.find_map(|word| word.parse::<Date>().ok());
        return Some(match day {
            Some(day) => Expected {
                help: format!("write only the day: {key} = {day}"),
                meant: Some(day.to_string()),
                is_certain: false,
            },
            None => only(format!(
                "write dates as year-month-day, without quotes: {key} = 2026-04-30"
            )),
        });
    }
    let kind = property.get("type")?.as_str()?;
    Some(match kind {
        "boolean" => match boolean(typed) {
            Some(meant) => Expected {
                help: format!("write {key} = {meant}"),
                meant: Some(meant.to_string()),
                is_certain: true,
            },
            None => only(format!("write {key} = true or {key} = false")),
        },
        "integer" | "number" => match number_in(typed) {
            Some(number) => Expected {
                help: format!("write a number, without other signs: {key} = {number}"),
                is_certain: is_certain(typed),
                meant: Some(number).filter(|number| is_allowed(property, kind, number)),
            },
            None => only(format!("write a number in digits, such as {key} = 12")),
        },
        "array" => only(format!("write a list: {key} = [\"one\", \"two\"]")),
        _ => return None,
    })
}

/// Returns the fix that does what the help about a value of another type says, or `None` if the value cannot be written so.
pub fn fix_of_type(help: &str, place: &Place, kind: &str, property: &Value) -> Option<Fix> {
    let written = &place.source.text[place.span.clone()];
    let meant = value_of_type(help, written)?;
    let is_number = matches!(kind, "integer" | "number");
    if is_number && !is_allowed(property, kind, &meant) {
        return None;
    }
    let fix = Fix::replace(help, place.clone(), meant);
    Some(if is_number && !is_certain(written) {
        fix.to_confirm()
    } else {
        fix
    })
}

/// Returns whether a number can be the value of a property.
fn is_allowed(property: &Value, kind: &str, number: &str) -> bool {
    let is_kind = kind != "integer" || number.parse::<i64>().is_ok();
    let value: Option<Value> = serde_json::from_str(number).ok();
    is_kind && value.is_some_and(|value| jsonschema::is_valid(property, &value))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::expected;

    #[test]
    fn what_was_meant() {
        let number = json!({ "type": "integer", "maximum": 200_000 });
        let switch = json!({ "type": "boolean" });
        for (property, typed, meant) in [
            (&number, "€16", Some(("16", true))),
            (&number, "16 €", Some(("16", true))),
            (&number, "50%", Some(("50", true))),
            (&number, "20 000", Some(("20000", true))),
            (&number, "20\u{202f}000", Some(("20000", true))),
            (&number, "1 00 000", Some(("100000", true))),
            (&number, "20'000", Some(("20000", true))),
            // A comma may be a decimal point, and a letter a digit.
            (&number, "₹1,200", Some(("1200", false))),
            (&number, "500 g", Some(("500", false))),
            (&number, "20 kB", Some(("20000", false))),
            // Not a whole number, too large, several numbers, a telephone number.
            (&number, "1,5", None),
            (&number, "300 000", None),
            (&number, "2 to 3", None),
            (&number, "20 00", None),
            (&number, "+91 98765 43210", None),
            (&switch, "no", Some(("false", true))),
            (&switch, "Yes", Some(("true", true))),
            (&switch, "ja", None),
        ] {
            let found = expected(property, "key", typed).unwrap();
            let meant = meant.map(|(meant, is_certain)| (meant.to_owned(), is_certain));
            let is_certain = found.is_certain;
            assert_eq!(found.meant.map(|one| (one, is_certain)), meant, "{typed}");
        }
    }
}
