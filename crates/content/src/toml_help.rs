//! Help for TOML with syntax errors, from what the author has typed.

use std::ops::Range;

use diagnostic::first_line;

use crate::date_help::specific_date_help;
use crate::invisible_character::INVISIBLE_CHARACTER_HELP;
use crate::slug::is_mark;
use crate::toml_lines::{has_second_entry, is_key, is_yaml_entry, value_at};
use crate::type_help::{DIGIT_NOT_LETTER, number_in, with_letters_for_digits};

/// Returns help for a value, `words`, that is text without quotes.
pub fn unquoted_help(words: &str, line: &str) -> String {
    let key = line.split('=').next().unwrap_or_default().trim();
    let number = words
        .trim_start_matches(['₹', '$', '€', ' '])
        .trim_end_matches(['%', ' ']);
    let digits: String = number
        .chars()
        .filter(|c| !matches!(c, ',' | ' ' | '_'))
        .collect();
    let has_zero = digits.starts_with('0') && digits.len() > 1 && !digits.starts_with("0.");
    let is_number =
        !number.starts_with('+') && !has_zero && digits.parse::<f64>().is_ok_and(f64::is_finite);
    if let Some(number) = with_letters_for_digits(words) {
        return format!("{DIGIT_NOT_LETTER}{key} = {number}");
    }
    match words.to_lowercase().as_str() {
        "yes" | "no" | "on" | "off" => {
            format!("write true or false, or put text in quotes: {key} = \"{words}\"")
        }
        _ if words.contains(" //") => "start a comment with `#`".to_owned(),
        _ if line.contains(['“', '”', '„', '«']) => CURLY_QUOTES_HELP.to_owned(),
        _ if words.starts_with(OTHER_QUOTES) => {
            let words = words.trim_matches(OTHER_QUOTES);
            format!("write {key} = \"{words}\", with straight quotes")
        }
        _ if line.contains("=>") => "write `=` instead of `=>`".to_owned(),
        _ if words.starts_with('(') => {
            "write a list in square brackets: [\"one\", \"two\"]".to_owned()
        }
        _ if is_number && !digits.is_empty() => format!(
            "write a number without spaces, commas or signs, {key} = {digits}, or put text in quotes: {key} = \"{words}\""
        ),
        _ if line.contains("[ ") && words.contains(" = ")
            || line.trim_start().starts_with('[') && words.contains(" = ") =>
        {
            "write an entry with keys in curly brackets: { title = \"…\", date = 2026-04-30 }"
                .to_owned()
        }
        // An entry of a list that has several lines.
        _ if !line.contains('=') => format!("write \"{words}\""),
        _ if line.contains(['[', '{']) => {
            "put each text in double quotes: [\"one\", \"two\"]".to_owned()
        }
        _ if words.contains('"') => "put text in double quotes: key = \"text\"".to_owned(),
        _ => format!("write {key} = \"{words}\""),
    }
}

/// Quotes that are neither straight nor curly double ones.
const OTHER_QUOTES: [char; 6] = ['‘', '’', '‚', '＂', '＇', '`'];

/// Explains a line that is neither a key with a value nor a table, or whose key is wrong. Returns the message and help.
pub fn wrong_line(line: &str) -> Option<(&'static str, String)> {
    let written = line.trim();
    if ["//", "<!--", ";", "/*", "--"]
        .iter()
        .any(|sign| written.starts_with(sign))
    {
        return Some((
            "this is not a comment",
            "start a comment with `#`".to_owned(),
        ));
    }
    if is_yaml_entry(line) {
        let help = "write the entries of a list in brackets: key = [\"one\", \"two\"]";
        return Some(("a list is not written line by line", help.to_owned()));
    }
    let inside = written.strip_prefix('{').map(str::trim_start);
    if inside.is_some_and(|inside| inside.starts_with('"')) && written.contains(':') {
        let help = "write each key on a line of its own, without braces: title = \"text\"";
        return Some(("this is JSON, not TOML", help.to_owned()));
    }
    if let Some(sign) = ['＝', '：']
        .into_iter()
        .find(|sign| written.contains(*sign))
        && !written.contains('=')
    {
        let help = format!("write {}", written.replacen(sign, "=", 1));
        return Some(("the sign between key and value is not `=`", help));
    }
    let joined: String = written.split_whitespace().collect();
    let name = joined
        .strip_prefix("[[")
        .and_then(|name| name.strip_suffix("]]"));
    if name.is_some_and(is_key) && joined != written {
        let help = format!("write {joined}");
        return Some(("the brackets of a header belong together", help));
    }
    let Some((key, value)) = written.split_once('=') else {
        if let Some(entry) = without_equals_sign(written) {
            let message = "expected a line of the form `key = value`";
            return Some((message, format!("write {entry}")));
        }
        let is_sentence =
            written.split_whitespace().count() > 2 && !written.starts_with(['[', '{', '"', '\'']);
        let message = "expected a line of the form `key = value`";
        if !written.is_ascii() && written.starts_with('[') {
            let message =
                "the name of a table has only the letters a to z, digits, hyphens, and underscores";
            let help =
                "write it as the schema and the original file spell it, such as [field.name]";
            return Some((message, help.to_owned()));
        }
        return is_sentence.then(|| (message, TEXT_OF_PAGE.to_owned()));
    };
    let key = key.trim();
    let is_words = |key: &str| {
        key.split_whitespace().all(|word| {
            word.chars()
                .all(|c| c.is_alphanumeric() || "_-".contains(c) || is_mark(c))
        })
    };
    match key {
        "" => Some((
            "there is no key before `=`",
            "write a key: key = \"text\"".to_owned(),
        )),
        _ if is_formula(value) => Some((
            "a formula of a spreadsheet is not calculated here",
            "write its result, such as 2026-04-30 or 1200".to_owned(),
        )),
        _ if value.starts_with('=') => Some(("there are two `=`", format!("write `{key} =`"))),
        _ if key.starts_with(['*', '“', '”', '«', '‘', '`']) => {
            let bare = key.trim_matches(|c: char| !c.is_alphanumeric());
            let message = "a key is written without quotes and stars";
            Some((message, format!("write `{bare} =`")))
        }
        _ if !key.is_ascii() && !key.starts_with(['"', '\'']) => Some((
            "a key has only the letters a to z, digits, hyphens, and underscores",
            "write the key as the schema and the other entries spell it; the value may be in any language"
                .to_owned(),
        )),
        _ if key.contains(' ') && is_words(key) => {
            let joined = key.split_whitespace().collect::<Vec<_>>().join("_");
            Some((
                "a key cannot contain spaces",
                format!("write it in one word: {joined}"),
            ))
        }
        _ if value.trim().is_empty() => Some((
            "this key has no value",
            format!("write a value after `=`, or delete the line if `{key}` can be left out"),
        )),
        _ => None,
    }
}

/// Returns an entry such as `title "Text"` with its equals sign.
pub fn without_equals_sign(line: &str) -> Option<String> {
    let (key, value) = line.split_once(' ')?;
    let entry = format!("{key} = {}", value.trim());
    let is_value =
        value.trim().starts_with(['"', '\'', '[']) && entry.parse::<toml::Table>().is_ok();
    (is_key(key) && is_value).then_some(entry)
}

/// Help for a sentence among the keys of a page.
pub const TEXT_OF_PAGE: &str =
    "write the text of a page below the second `+++`, and values as key = \"text\"";

/// Returns whether a value is a formula of a spreadsheet, such as `=SUM(A1:A3)`.
pub fn is_formula(value: &str) -> bool {
    let name = value.trim_start().strip_prefix('=').unwrap_or_default();
    let rest = name.trim_start_matches(|c: char| c.is_ascii_uppercase());
    rest.len() < name.len() && rest.starts_with('(')
}

/// Help for curly quotes around a value.
pub const CURLY_QUOTES_HELP: &str = "replace the curly quotes with straight ones: key = \"text\"";

/// Beginning of the help for a number with a comma.
pub const NUMBER_WITH_COMMA: &str = "a number has no commas";

/// Returns help for an error of the parser with this message and span, in a line.
pub fn help(text: &str, message: &str, span: &Range<usize>, line: &str) -> Option<String> {
    let word = text.get(span.clone()).unwrap_or_default();
    if has_curly_quotes(line) {
        return Some(CURLY_QUOTES_HELP.to_owned());
    }
    if let Some(help) = specific_date_help(&text[value_at(text, span.start)]) {
        return Some(help);
    }
    if let Some(digits) = with_letters_for_digits(&text[value_at(text, span.start)]) {
        return Some(format!("{DIGIT_NOT_LETTER}{digits}"));
    }
    let value = line.split_once('=').map_or("", |(_, value)| value.trim());
    if value.starts_with("{{") {
        return Some("put text with a fact in quotes: key = \"{{ site.name }} …\"".to_owned());
    }
    if message.contains("must be quoted") && word.starts_with("- ") {
        let help =
            "delete the hyphens: within brackets, a comma follows each entry: [\"one\", \"two\"]";
        return Some(help.to_owned());
    }
    if value.starts_with('(') {
        return Some("write a list in square brackets: [\"one\", \"two\"]".to_owned());
    }
    let behind = text.get(span.start..).unwrap_or_default();
    let behind = first_line(behind).trim();
    let header = line.trim().trim_matches(['[', ']']).trim();
    let help = if behind.starts_with("...") || word.starts_with("...") {
        "delete the `...`, and the comma before it"
    } else if behind.starts_with(']')
        && ["line should end here", "unexpected key or value"]
            .iter()
            .any(|what| message.contains(what))
    {
        "delete the `]`: the list is closed before it"
    } else if let Some(number) = value
        .trim()
        .strip_suffix('.')
        .filter(|number| number.parse::<i64>().is_ok())
    {
        return Some(format!("write {number}, without the point"));
    } else if message.contains("must be quoted") && word.contains(" //") {
        "start a comment with `#`"
    } else if message.contains("must be quoted") && has_second_entry(line) {
        "write one key and its value per line"
    } else if message.contains("must be quoted") {
        "put text in double quotes: key = \"text\""
    } else if message.contains("invalid boolean") {
        return Some(format!("write it in lower case: {}", word.to_lowercase()));
    } else if (message.contains("escape") || message.contains("unicode")) && is_on_a_computer(line)
    {
        ON_YOUR_COMPUTER
    } else if message.contains("escape") || message.contains("unicode") {
        "separate folders with `/`; write a backslash in text as \\\\"
    } else if message.contains("control character") {
        INVISIBLE_CHARACTER_HELP
    } else if message.contains("leading zero") {
        "remove the leading zeros, or put a telephone or registration number in quotes"
    } else if message.contains("unclosed array table") {
        return Some(format!("close it with two brackets: [[{header}]]"));
    } else if message.contains("unclosed table") {
        return Some(format!("close it with a bracket: [{header}]"));
    } else if message.contains("cannot extend value") {
        let (name, rest) = header.split_once('.').unwrap_or((header, "…"));
        return Some(if name == "language" {
            format!("`language` is the main language: write another one as [languages.{rest}]")
        } else {
            format!(
                "choose another name than `{name}` for the table, or delete the line `{name} = …`"
            )
        });
    } else if message.contains("unclosed array") {
        "close the list with a bracket: [\"one\", \"two\"]"
    } else if message.contains("extra comma in inline table") && !is_list_in_braces(line) {
        "write each value with its key: { title = \"…\", date = 2026-04-30 }"
    } else if message.contains("extra comma in array") {
        "delete one of the two commas"
    } else if message.contains("missing comma")
        && let Some(length) = conjunction(behind)
    {
        return Some(format!(
            "write a comma in place of `{}`",
            behind[..length].trim_end()
        ));
    } else if message.contains("missing comma") {
        "separate the entries with commas: [\"one\", \"two\"]"
    } else if message.contains("invalid basic string") || message.contains("invalid literal string")
    {
        "close the string with the quote it starts with; write a double quote inside it as \\\""
    } else if message.contains("unexpected key or value") && matches!(behind, "," | ";" | ".") {
        return Some(format!("delete the `{behind}`"));
    } else if message.contains("unexpected key or value")
        && behind.starts_with(['/', '-'])
        && behind.contains(' ')
    {
        "start a comment with `#`"
    } else if message.contains("unexpected key or value") && ENDS_OF_PRICES.contains(&behind) {
        return Some(format!("delete `{behind}`: a number has only digits"));
    } else if message.contains("extra assignment") && is_formula(behind) {
        "write the result of the formula, such as 2026-04-30 or 1200"
    } else if message.contains("unexpected key or value") && is_fraction(behind) {
        let value = value.split('#').next().unwrap_or_default().trim();
        let number = number_in(value).unwrap_or_else(|| "1200.5".to_owned());
        return Some(format!(
            "{NUMBER_WITH_COMMA}, and a point before its decimals: write {number}; write a list in brackets: [{value}]"
        ));
    } else if message.contains("unexpected key or value")
        && behind.starts_with(',')
        && behind.contains('"')
        || message.contains("inline table") && is_list_in_braces(line)
    {
        "write a list in square brackets: [\"one\", \"two\"]"
    } else if message.contains("invalid unquoted key") && behind.starts_with(':') {
        "write `=` instead of `:`"
    } else if message.contains("invalid float") || message.contains("mantissa") {
        "write a number with digits before and after one decimal point: 0.5"
    } else if message.contains("unexpected key or value")
        && let Some(inner) = value
            .strip_prefix("\"\"")
            .and_then(|rest| rest.strip_suffix("\"\""))
        && !inner.contains('"')
    {
        let key = line.split('=').next().unwrap_or_default().trim();
        return Some(format!("write one quote on each side: {key} = \"{inner}\""));
    } else if message.contains("unexpected key or value")
        && let Some(all) = with_remark(line)
    {
        return Some(format!(
            "this is behind the closing quote: write {all}, or a `#` before it"
        ));
    } else if message.contains("unexpected key or value") && starts_with_apostrophe(line) {
        "put text with an apostrophe in double quotes: \"the baker's\""
    } else if message.contains("unexpected key or value") {
        "write one key and its value per line; write a double quote inside text as \\\""
    } else if message.contains("date") && value.contains(':') && !value.contains('-') {
        return Some(format!("put it in quotes: \"{value}\""));
    } else if message.contains("date") {
        "write dates as year-month-day, without quotes: 2026-04-30"
    } else if message.contains("key with no value")
        && has_header_above(text, span.start, line.trim())
    {
        return Some(format!(
            "write [[{}]], the header of another entry",
            line.trim()
        ));
    } else if message.contains("key with no value") {
        "write `=` and a value after the key: key = \"text\""
    } else {
        return None;
    };
    Some(help.to_owned())
}

/// Number of bytes above a line in which the header of another entry is searched.
const REACH: usize = 4_000;

/// Returns whether the header `[[name]]` is not far above an offset.
fn has_header_above(text: &str, at: usize, name: &str) -> bool {
    let start = text.floor_char_boundary(at.saturating_sub(REACH));
    text.get(start..at)
        .is_some_and(|above| above.contains(&format!("[[{name}]]")))
}

/// Signs that end a price on paper.
const ENDS_OF_PRICES: [&str; 6] = [",-", "/-", ".-", ",–", "/–", "/="];

/// Help for the path of a file on the author's own computer.
pub const ON_YOUR_COMPUTER: &str =
    "this file is on your computer: copy it to content/images/, and write \"images/name.jpg\"";

/// Returns whether text contains the path of a file on the author's own computer, such as `C:\\Users` or `file:///home`.
pub fn is_on_a_computer(text: &str) -> bool {
    let drive = text
        .find([':'])
        .filter(|at| text[at + 1..].starts_with(['\\', '/']));
    let has_drive = drive.is_some_and(|at| {
        let before = &text[..at];
        let letter = before
            .chars()
            .next_back()
            .is_some_and(|c| c.is_ascii_alphabetic());
        let is_alone =
            !before[..before.len().saturating_sub(1)].ends_with(|c: char| c.is_ascii_alphabetic());
        letter && is_alone
    });
    let folders = [
        "file:/",
        "\\\\",
        "/Users/",
        "/home/",
        "~/",
        "Desktop/",
        "Downloads/",
        "Desktop\\",
        "Downloads\\",
    ];
    has_drive || folders.iter().any(|folder| text.contains(folder))
}

/// Returns whether the value of a line starts with a curly quote, or ends with one after a straight quote.
fn has_curly_quotes(line: &str) -> bool {
    line.split_once('=').is_some_and(|(_, value)| {
        let value = value.split(" #").next().unwrap_or_default().trim();
        let starts = value.starts_with(['“', '”', '„', '‘', '’', '«']);
        let ends = value.ends_with(['“', '”', '’']);
        starts || value.starts_with('"') && value.matches('"').count() == 1 && ends
    })
}

/// Returns whether the text that the parser rejects is the rest of a number with a decimal comma, such as `,5`.
fn is_fraction(behind: &str) -> bool {
    let digits = behind.strip_prefix(',');
    digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns whether the value of a line is a list of texts in braces.
fn is_list_in_braces(line: &str) -> bool {
    let value = line.split_once('=').map(|(_, value)| value.trim());
    let inside = value.and_then(|value| value.strip_prefix('{'));
    inside.is_some_and(|inside| inside.trim_start().starts_with('"') && !inside.contains('='))
}

/// Returns the length of a word such as `and` before the next text of a list, with the spaces behind it.
pub fn conjunction(text: &str) -> Option<usize> {
    let mut words = ["and", "or", "und", "oder", "&", "+", "/", "|"].into_iter();
    let rest = words.find_map(|word| text.strip_prefix(word))?;
    let next = rest.trim_start();
    (next.len() < rest.len() && next.starts_with(['"', '\''])).then(|| text.len() - next.len())
}

/// Returns an entry with the words behind its closing quote within the quotes: `title = "A stand" (new)`.
fn with_remark(line: &str) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    let (text, remark) = value.trim().strip_prefix('"')?.split_once('"')?;
    let remark = remark.trim();
    let is_words = remark.contains(char::is_alphanumeric)
        && !remark.contains(['"', '=', '\\'])
        && !remark.starts_with(',');
    (is_words && !text.is_empty()).then(|| format!("{} = \"{text} {remark}\"", key.trim()))
}

fn starts_with_apostrophe(line: &str) -> bool {
    let value = line.split_once('=').map(|(_, value)| value.trim());
    value.is_some_and(|value| value.starts_with('\''))
}
