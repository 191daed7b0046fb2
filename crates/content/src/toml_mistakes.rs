//! What a TOML parser complains of, as the mistake that a person made.

use std::ops::Range;

use toml::de::Error;

use crate::calendar::own_date_help;

/// One mistake in a text.
pub struct Mistake {
    /// Where, in bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What stands at the marker.
    pub label: &'static str,
    /// What to do.
    pub help: Option<String>,
    /// Where the key stands that is there twice.
    pub first: Option<Range<usize>>,
}

/// The mistakes of a text, in its order. A parser that has lost its way complains again and again: one a line is told, and
/// of a table that is there twice only its header.
pub fn mistakes(text: &str, errors: &[Error]) -> Vec<Mistake> {
    let mut errors: Vec<&Error> = errors.iter().collect();
    errors.sort_by_key(|error| error.span().map_or(0, |span| span.start));
    let mut found: Vec<Mistake> = Vec::new();
    let mut last_line = None;
    let mut repeated = 0..0;
    let mut rest_of_text = 0..0;
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        let line = line_at(text, span.start);
        let is_twice = error.message().contains("duplicate key");
        let follows = is_twice && repeated.contains(&span.start)
            || rest_of_text.contains(&span.start)
            || is_yaml_entry(&text[line.clone()]) && last_line.is_some();
        if last_line == Some(line.start) || follows {
            continue;
        }
        last_line = Some(line.start);
        if let Some(end) = end_of_broken_text(text, &line) {
            rest_of_text = line.end..end;
        }
        if is_twice && text[line.clone()].trim_start().starts_with('[') {
            repeated = line.start..end_of_table(text, line.end);
        }
        found.push(mistake(text, error.message().trim(), span, line));
    }
    found
}

fn mistake(text: &str, message: &str, span: Range<usize>, line: Range<usize>) -> Mistake {
    let plain = |span: Range<usize>, message: String, help: Option<String>| Mistake {
        span,
        message,
        label: "",
        help,
        first: None,
    };
    let written = &text[line.clone()];
    if let Some((at, character, help)) = invisible(written) {
        let at = line.start + at;
        return plain(
            at..at + character.len_utf8(),
            format!("{} stands here", named(character)),
            Some(help.to_owned()),
        );
    }
    if let Some((key, at)) = colon(written) {
        let at = line.start + at;
        return plain(
            at..at + 1,
            "a key is followed by `=`, not by a colon".to_owned(),
            Some(match text[line.end..].lines().nth(1) {
                Some(next) if is_yaml_entry(next) => {
                    format!(
                        "write {key} = [\"one\", \"two\"], without lines that begin with a hyphen"
                    )
                }
                _ => format!("write {key} = {}", quoted(&text[at + 1..line.end])),
            }),
        );
    }
    if message.contains("invalid multi-line")
        && let Some(opening) = unclosed(text, span.start)
    {
        let quotes = &text[opening.clone()];
        let help = format!("close the text with three quotes as well: {quotes}");
        return Mistake {
            label: "the text begins here",
            ..plain(opening, shown(message), Some(help))
        };
    }
    if message.contains("invalid basic string") && end_of_broken_text(text, &line).is_some() {
        let help = "text of several lines stands between three double quotes: \"\"\"";
        return plain(span, shown(message), Some(help.to_owned()));
    }
    let mut one = plain(
        span.clone(),
        shown(message),
        help(text, message, &span, written),
    );
    if message.contains("duplicate key") {
        one.first = first_of(text, &span, &line);
        one.help = Some(twice_help(text, &line, one.first.as_ref()));
    }
    one
}

/// The parser's words, less what it expects of a machine.
fn shown(message: &str) -> String {
    let message = message.replace('\n', ", ");
    match message.split_once(", expected ") {
        Some((before, expected)) if !is_plain(expected) => before.to_owned(),
        _ => message,
    }
}

/// Whether words of what is expected say something to a person.
fn is_plain(expected: &str) -> bool {
    let for_machines = [
        "literal string",
        "newline, `#`",
        "`\"`",
        "nothing",
        "letters, numbers",
        "non-double-quote",
        "`b`, ",
    ];
    !for_machines.iter().any(|words| expected.starts_with(words))
}

const CURLY: &str = "these quotes are curly, as word processors write them; TOML takes straight ones: key = \"text\"";

fn help(text: &str, message: &str, span: &Range<usize>, line: &str) -> Option<String> {
    let word = text.get(span.clone()).unwrap_or_default();
    if has_curly_quotes(line) {
        return Some(CURLY.to_owned());
    }
    if let Some(help) = own_date_help(value_at(text, span.start)) {
        return Some(help);
    }
    let behind = text.get(span.start..).unwrap_or_default();
    let behind = behind.lines().next().unwrap_or_default().trim();
    let header = line.trim().trim_matches(['[', ']']).trim();
    let help = if message.contains("must be quoted") && word.contains(" //") {
        "a comment begins with `#`"
    } else if message.contains("must be quoted") {
        match word.to_lowercase().as_str() {
            "yes" | "no" | "on" | "off" => {
                "yes and no are written true and false, text between double quotes: key = \"text\""
            }
            _ => "put text between double quotes: key = \"text\"",
        }
    } else if message.contains("invalid boolean") {
        return Some(format!(
            "write it in small letters: {}",
            word.to_lowercase()
        ));
    } else if message.contains("escape") {
        "folders are written with `/`; a backslash in text is written \\\\"
    } else if message.contains("control character") {
        "it cannot be seen: delete it"
    } else if message.contains("leading zero") {
        "write the number without zeros before it; a telephone or registration number is text: put it between quotes"
    } else if message.contains("unclosed array table") {
        return Some(format!("close it with two brackets: [[{header}]]"));
    } else if message.contains("unclosed table") {
        return Some(format!("close it with a bracket: [{header}]"));
    } else if message.contains("unclosed array") {
        "close the list with a bracket: [\"one\", \"two\"]"
    } else if message.contains("missing comma") && is_entry(line) {
        "close the list above this line with a bracket: [\"one\", \"two\"]"
    } else if message.contains("missing comma") {
        "put a comma between two entries: [\"one\", \"two\"]"
    } else if message.contains("invalid basic string") || message.contains("invalid literal string")
    {
        "close the text with the quote that it begins with; a double quote inside it is written \\\""
    } else if message.contains("unexpected key or value") && matches!(behind, "," | ";") {
        return Some(format!("delete the `{behind}`: a line ends with its value"));
    } else if message.contains("unexpected key or value") && behind.starts_with("//") {
        "a comment begins with `#`"
    } else if message.contains("unexpected key or value") && is_fraction(behind) {
        "a number has a point, not a comma: 1.5; two numbers are a list: [1, 5]"
    } else if message.contains("unexpected key or value") && begins_with_apostrophe(line) {
        "text with an apostrophe in it stands between double quotes: \"the baker's\""
    } else if message.contains("unexpected key or value") {
        "one key and its value stand on a line; a double quote inside text is written \\\""
    } else if message.contains("date") {
        "dates are written year-month-day, without quotes: 2026-04-30"
    } else if message.contains("key with no value") {
        "a key is followed by `=` and its value: key = \"text\""
    } else {
        return None;
    };
    Some(help.to_owned())
}

/// Whether a quote of a word processor begins the value of a line, or ends one that a straight quote begins.
fn has_curly_quotes(line: &str) -> bool {
    line.split_once('=').is_some_and(|(_, value)| {
        let value = value.trim();
        let begins = value.starts_with(['“', '”', '„', '‘', '’', '«']);
        let ends = value.ends_with(['“', '”', '’']);
        begins || value.starts_with('"') && value.matches('"').count() == 1 && ends
    })
}

/// The first character of a line outside text that nobody can see, or that looks like a blank and is none.
fn invisible(line: &str) -> Option<(usize, char, &'static str)> {
    let mut quote = None;
    for (at, character) in line.char_indices() {
        match (character, quote) {
            ('#', None) => return None,
            ('"' | '\'', None) => quote = Some(character),
            _ if quote == Some(character) => quote = None,
            ('\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}', None) => {
                return Some((
                    at,
                    character,
                    "it looks like a blank and is none: delete it, and type a blank",
                ));
            }
            ('\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}', None) => {
                return Some((at, character, "it cannot be seen: delete it"));
            }
            (character, _) if character.is_control() && !matches!(character, '\t' | '\r') => {
                return Some((at, character, "it cannot be seen: delete it"));
            }
            _ => {}
        }
    }
    None
}

fn named(character: char) -> String {
    let name = match character {
        '\u{a0}' | '\u{202f}' => "a no-break space",
        '\u{2000}'..='\u{200a}' | '\u{3000}' => "a space of a word processor",
        '\u{ad}' => "a soft hyphen",
        '\u{200b}' => "a zero-width space",
        '\u{200e}' | '\u{200f}' => "a mark of the direction of writing",
        '\u{feff}' => "a byte order mark",
        _ if character.is_control() => "a control character",
        _ => "a character that cannot be seen",
    };
    format!("{name} (U+{:04X})", u32::from(character))
}

/// Where a text ends that a line begins and a later one closes, as only text between three quotes may.
fn end_of_broken_text(text: &str, line: &Range<usize>) -> Option<usize> {
    let (_, value) = text[line.clone()].split_once('=')?;
    let value = value.trim();
    if !value.starts_with('"') || value.matches('"').count() != 1 {
        return None;
    }
    let mut end = line.end + 1;
    for next in text.get(end..)?.split_inclusive('\n') {
        end += next.len();
        if next.trim().is_empty() || is_entry(next) || header(next).is_some() {
            return None;
        }
        if next.trim_end().ends_with('"') {
            return Some(end);
        }
    }
    None
}

/// Whether a line is an entry of a list as YAML has it.
fn is_yaml_entry(line: &str) -> bool {
    line.trim_start().starts_with("- ")
}

/// Whether this is the rest of a number with a comma.
fn is_fraction(behind: &str) -> bool {
    let digits = behind.strip_prefix(',');
    digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
}

fn begins_with_apostrophe(line: &str) -> bool {
    let value = line.split_once('=').map(|(_, value)| value.trim());
    value.is_some_and(|value| value.starts_with('\''))
}

/// Whether a line is a key with its value.
fn is_entry(line: &str) -> bool {
    let key = line.split_once('=').map(|(key, _)| key.trim());
    key.is_some_and(is_key)
}

fn is_key(name: &str) -> bool {
    let mut bytes = name.bytes();
    !name.is_empty()
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// A key with a colon behind it, and where that stands in the line.
fn colon(line: &str) -> Option<(&str, usize)> {
    let (key, _) = line.split_once(':')?;
    let name = key.trim();
    is_key(name).then_some((name, key.len()))
}

/// A value as TOML has it: text between quotes.
fn quoted(value: &str) -> String {
    let value = value.trim();
    let is_value = value.starts_with(['"', '\'', '[', '{'])
        || value.parse::<f64>().is_ok()
        || matches!(value, "true" | "false");
    match value {
        "" => "…".to_owned(),
        _ if is_value => value.to_owned(),
        _ => format!("\"{value}\""),
    }
}

/// The line around an offset, without its end.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let start = text[..at]
        .rfind('\n')
        .map_or(mark.min(at), |before| before + 1);
    let end = text[at..].find('\n').map_or(text.len(), |more| at + more);
    start..end
}

/// The value of the line around an offset: what stands behind its `=`, or between two commas or brackets.
fn value_at(text: &str, at: usize) -> &str {
    let line = line_at(text, at);
    let at = at.clamp(line.start, line.end);
    let (before, behind) = (
        text.get(line.start..at).unwrap_or_default(),
        text.get(at..line.end).unwrap_or_default(),
    );
    let start = before.rfind(['=', ',', '[']).map_or(0, |found| found + 1);
    let end = behind.find([',', ']', '#']).unwrap_or(behind.len());
    text.get(line.start + start..at + end)
        .unwrap_or_default()
        .trim()
}

/// Where the text of several lines begins that is not closed before an offset.
fn unclosed(text: &str, end: usize) -> Option<Range<usize>> {
    let mut open: Option<Range<usize>> = None;
    let mut at = 0;
    while let Some(found) = text.get(at..end)?.find(['"', '\'']).map(|found| at + found) {
        let quotes = text.get(found..found + 3).unwrap_or_default();
        let is_three = quotes == "\"\"\"" || quotes == "'''";
        match &open {
            Some(opening) if quotes == &text[opening.clone()] => open = None,
            None if is_three => open = Some(found..found + 3),
            _ => {}
        }
        at = found + if is_three { 3 } else { 1 };
    }
    open
}

/// Where the table ends whose header ends at an offset.
fn end_of_table(text: &str, at: usize) -> usize {
    let mut end = at;
    for line in text[at..].split_inclusive('\n') {
        if end > at && line.trim_start().starts_with('[') {
            break;
        }
        end += line.len();
    }
    end
}

/// Where a key or a header stands that comes again in `line`.
fn first_of(text: &str, span: &Range<usize>, line: &Range<usize>) -> Option<Range<usize>> {
    let key = text.get(span.clone())?;
    let header = header(&text[line.clone()]);
    let mut found = None;
    let mut at = 0;
    for one in text[..line.start].split_inclusive('\n') {
        let start = at + one.len() - one.trim_start().len();
        at += one.len();
        let one_header = self::header(one);
        if header.is_some() {
            if one_header == header {
                found = found.or(Some(start..start + one.trim().len()));
            }
        } else if one_header.is_some() {
            // Keys of another table.
            found = None;
        } else if one
            .trim_start()
            .strip_prefix(key)
            .is_some_and(|rest| rest.trim_start().starts_with(['=', '.']))
        {
            found = found.or(Some(start..start + key.len()));
        }
    }
    found
}

/// The name in the header of a table.
fn header(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('[')?;
    let rest = rest.strip_prefix('[').unwrap_or(rest);
    rest.split_once(']').map(|(name, _)| name.trim())
}

fn twice_help(text: &str, line: &Range<usize>, first: Option<&Range<usize>>) -> String {
    let Some(name) = header(&text[line.clone()]) else {
        return "keep one of the two".to_owned();
    };
    let is_list = first.is_some_and(|first| text[first.clone()].starts_with("[["));
    if is_list {
        format!("each entry of a list has two brackets: [[{name}]]")
    } else if name.contains('.') {
        "keep one of the two, or give one another name".to_owned()
    } else {
        format!(
            "keep one of the two; if these are entries of a list, each has two brackets: [[{name}]]"
        )
    }
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::*;
    use crate::json_places::value_at as json_value_at;

    const TEXT: &str = "\u{feff}a = 1 # ü\n[b.c]\nd = \"é\"\ne = \"\"\"\nx\n\"\"\"\n[[f]]\ng = [1, 'y']\nh = 2025-09-22\n[[f]]\ng = { i = true }\n";

    /// Whatever stands in the place of whatever, each mistake has a place in the text.
    #[test]
    fn every_slip_has_a_place() {
        let slips = [
            "", "\"", "'", "\"\"\"", "[", "]", "=", ":", ",", "\n", "\\", "#", "\u{a0}", "”", "0",
            "é", "\u{feff}",
        ];
        let starts = TEXT.char_indices().map(|(at, _)| at);
        for at in starts {
            for (slip, skipped) in slips
                .iter()
                .flat_map(|slip| [(slip, 0), (slip, 1), (slip, 9)])
            {
                let rest: String = TEXT[at..].chars().skip(skipped).collect();
                let text = format!("{}{slip}{rest}", &TEXT[..at]);
                let (_, errors) = DeTable::parse_recoverable(&text);
                for one in mistakes(&text, &errors) {
                    let first = one.first.unwrap_or(0..0);
                    assert!(text.get(one.span).is_some(), "{text}");
                    assert!(text.get(first).is_some(), "{text}");
                }
                if let Some(span) = json_value_at(&text, "/a/0") {
                    assert!(text.get(span).is_some(), "{text}");
                }
            }
        }
    }
}
