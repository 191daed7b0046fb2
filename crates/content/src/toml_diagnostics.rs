//! Converts errors of the TOML parser into findings that an author understands.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use diagnostic::Diagnostic;
use toml::de::Error;

use crate::codes::BAD_TOML;
use crate::date_help::specific_date_help;
use crate::toml_text::TomlText;

/// Converts the parser's errors into findings, sorted by place.
///
/// One mistake often causes several errors. Only the first error on a line is kept, and for a repeated table only the error at
/// its header.
pub fn syntax_errors(toml: &TomlText, errors: &[Error]) -> Vec<Diagnostic> {
    let text = toml.text();
    let mut errors: Vec<&Error> = errors.iter().collect();
    errors.sort_by_key(|error| error.span().map_or(0, |span| span.start));
    let mut diagnostics = Vec::new();
    let mut definitions = Definitions::default();
    let mut last_line = None;
    let mut repeated_table = 0..0;
    let mut rest_of_string = 0..0;
    let mut single_headers = HashSet::new();
    let mut single_names = HashSet::new();
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        let line = line_at(text, span.start);
        let is_duplicate = error.message().contains("duplicate key");
        let follows_another = is_duplicate && repeated_table.contains(&span.start)
            || rest_of_string.contains(&span.start)
            || is_yaml_entry(&text[line.clone()]) && last_line.is_some();
        if last_line == Some(line.start) || follows_another {
            continue;
        }
        last_line = Some(line.start);
        if let Some(end) = end_of_broken_string(text, &line) {
            rest_of_string = line.end..end;
        }
        if is_duplicate && text[line.clone()].trim_start().starts_with('[') {
            repeated_table = line.start..end_of_table(text, line.end);
        }
        let message = error.message().trim();
        if let Some(list) = unclosed_list(text, message, &line, span.start) {
            // The parser reads everything after the bracket as entries of the list, so further errors would be mere consequences.
            rest_of_string = line.start..text.len();
            diagnostics.push(
                Diagnostic::new(&BAD_TOML, "invalid TOML: this list is not closed")
                    .at(toml.place(list), "")
                    .help("close the list with a bracket: [\"one\", \"two\"]"),
            );
            continue;
        }
        let first = is_duplicate.then(|| definitions.first(text, &span, &line));
        let first = first.flatten();
        if is_duplicate && let Some(name) = header(&text[line.clone()]) {
            let is_list = text[line.clone()].trim_start().starts_with("[[");
            if is_list && single_names.contains(name) {
                continue;
            }
            if !is_list
                && first
                    .as_ref()
                    .is_some_and(|first| text[first.clone()].starts_with("[["))
            {
                single_names.insert(name);
            }
        }
        if let Some(single) = single_header(text, &line, first.as_ref()) {
            if single_headers.insert(single.start) {
                let name = header(&text[single.clone()]).unwrap_or_default();
                let message = format!("`[{name}]` is one table, but the file has several `{name}`");
                let help = format!("write two brackets: [[{name}]]");
                let place = toml.place(single);
                diagnostics.push(Diagnostic::new(&BAD_TOML, message).at(place, "").help(help));
            }
            continue;
        }
        diagnostics.push(syntax_error(toml, message, span, line, first));
    }
    diagnostics
}

fn syntax_error(
    toml: &TomlText,
    message: &str,
    span: Range<usize>,
    line: Range<usize>,
    first: Option<Range<usize>>,
) -> Diagnostic {
    let invalid = |message: &str| Diagnostic::new(&BAD_TOML, format!("invalid TOML: {message}"));
    let text = toml.text();
    let written = &text[line.clone()];
    if let Some((at, character, help)) = invisible_character(written) {
        let at = line.start + at;
        return invalid(&format!("unexpected {}", character_name(character)))
            .at(toml.place(at..at + character.len_utf8()), "")
            .help(help);
    }
    if let Some((key, at)) = key_with_colon(written) {
        let at = line.start + at;
        let help = match text[line.end..].lines().nth(1) {
            Some(next) if is_yaml_entry(next) => format!("write {key} = [\"one\", \"two\"]"),
            _ => format!("write {key} = {}", quoted(&text[at + 1..line.end])),
        };
        return invalid(&format!("expected `=` after `{key}`, not `:`"))
            .at(toml.place(at..at + 1), "")
            .help(help);
    }
    let diagnostic = invalid(&without_grammar(message));
    if message.contains("invalid multi-line")
        && let Some(opening) = open_multi_line_string(text, span.start)
    {
        let quotes = &text[opening.clone()];
        return diagnostic
            .at(toml.place(opening.clone()), "this string is not closed")
            .help(format!("close the string with {quotes}"));
    }
    let place = if message.contains("missing comma") {
        let end = end_of_entry(text, span.start);
        end..end
    } else if specific_date_help(&text[value_at(text, span.start)]).is_some() {
        value_at(text, span.start)
    } else {
        span.clone()
    };
    let diagnostic = diagnostic.at(toml.place(place), "");
    if message.contains("invalid basic string") && end_of_broken_string(text, &line).is_some() {
        return diagnostic.help("put text of several lines between triple quotes: \"\"\"");
    }
    if message.contains("duplicate key") {
        let diagnostic = diagnostic.help(duplicate_help(text, &line, first.as_ref()));
        return match first {
            Some(first) => diagnostic.related(toml.place(first), "the first is here"),
            None => diagnostic,
        };
    }
    diagnostic.maybe_help(help(text, message, &span, written))
}

/// Returns the parser's message, without the list of expected tokens if they are only names of grammar rules.
fn without_grammar(message: &str) -> String {
    const GRAMMAR: [&str; 7] = [
        "literal string",
        "newline, `#`",
        "`\"`",
        "nothing",
        "letters, numbers",
        "non-double-quote",
        "`b`, ",
    ];
    let message = message.replace('\n', ", ");
    match message.split_once(", expected ") {
        Some((before, expected)) if GRAMMAR.iter().any(|words| expected.starts_with(words)) => {
            before.to_owned()
        }
        _ => message,
    }
}

const CURLY_QUOTES_HELP: &str = "replace the curly quotes with straight ones: key = \"text\"";

fn help(text: &str, message: &str, span: &Range<usize>, line: &str) -> Option<String> {
    let word = text.get(span.clone()).unwrap_or_default();
    if has_curly_quotes(line) {
        return Some(CURLY_QUOTES_HELP.to_owned());
    }
    if let Some(help) = specific_date_help(&text[value_at(text, span.start)]) {
        return Some(help);
    }
    let behind = text.get(span.start..).unwrap_or_default();
    let behind = behind.lines().next().unwrap_or_default().trim();
    let header = line.trim().trim_matches(['[', ']']).trim();
    let help = if message.contains("must be quoted") && word.contains(" //") {
        "start a comment with `#`"
    } else if message.contains("must be quoted") {
        match word.to_lowercase().as_str() {
            "yes" | "no" | "on" | "off" => {
                "write true or false, or put text in double quotes: key = \"text\""
            }
            _ => "put text in double quotes: key = \"text\"",
        }
    } else if message.contains("invalid boolean") {
        return Some(format!("write it in lower case: {}", word.to_lowercase()));
    } else if message.contains("escape") || message.contains("unicode value") {
        "separate folders with `/`; write a backslash in text as \\\\"
    } else if message.contains("control character") {
        INVISIBLE_CHARACTER_HELP
    } else if message.contains("leading zero") {
        "remove the leading zeros, or put a telephone or registration number in quotes"
    } else if message.contains("unclosed array table") {
        return Some(format!("close it with two brackets: [[{header}]]"));
    } else if message.contains("unclosed table") {
        return Some(format!("close it with a bracket: [{header}]"));
    } else if message.contains("unclosed array") {
        "close the list with a bracket: [\"one\", \"two\"]"
    } else if message.contains("missing comma") {
        "separate the entries with commas: [\"one\", \"two\"]"
    } else if message.contains("invalid basic string") || message.contains("invalid literal string")
    {
        "close the string with the quote it starts with; write a double quote inside it as \\\""
    } else if message.contains("unexpected key or value") && matches!(behind, "," | ";") {
        return Some(format!("delete the `{behind}`"));
    } else if message.contains("unexpected key or value") && behind.starts_with("//") {
        "start a comment with `#`"
    } else if message.contains("unexpected key or value") && is_fraction(behind) {
        "write a number with a decimal point: 1.5; write a list in brackets: [1, 5]"
    } else if message.contains("unexpected key or value") && starts_with_apostrophe(line) {
        "put text with an apostrophe in double quotes: \"the baker's\""
    } else if message.contains("unexpected key or value") {
        "write one key and its value per line; write a double quote inside text as \\\""
    } else if message.contains("date") {
        "write dates as year-month-day, without quotes: 2026-04-30"
    } else if message.contains("key with no value") {
        "write `=` and a value after the key: key = \"text\""
    } else {
        return None;
    };
    Some(help.to_owned())
}

/// Returns whether the value of a line starts with a curly quote, or ends with one after a straight quote.
fn has_curly_quotes(line: &str) -> bool {
    line.split_once('=').is_some_and(|(_, value)| {
        let value = value.trim();
        let starts = value.starts_with(['“', '”', '„', '‘', '’', '«']);
        let ends = value.ends_with(['“', '”', '’']);
        starts || value.starts_with('"') && value.matches('"').count() == 1 && ends
    })
}

const INVISIBLE_CHARACTER_HELP: &str = "delete this invisible character";

/// Returns the first character outside strings that is invisible or only looks like a space, with its offset and help.
fn invisible_character(line: &str) -> Option<(usize, char, &'static str)> {
    let mut quote = None;
    for (at, character) in line.char_indices() {
        match (character, quote) {
            ('#', None) => return None,
            ('"' | '\'', None) => quote = Some(character),
            _ if quote == Some(character) => quote = None,
            ('\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}', None) => {
                return Some((at, character, "replace it with an ordinary space"));
            }
            ('\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}', None) => {
                return Some((at, character, INVISIBLE_CHARACTER_HELP));
            }
            (character, _) if character.is_control() && !matches!(character, '\t' | '\r') => {
                return Some((at, character, INVISIBLE_CHARACTER_HELP));
            }
            _ => {}
        }
    }
    None
}

fn character_name(character: char) -> String {
    let name = match character {
        '\u{a0}' | '\u{202f}' => "no-break space",
        '\u{2000}'..='\u{200a}' | '\u{3000}' => "typographic space",
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero-width space",
        '\u{200e}' | '\u{200f}' => "text direction mark",
        '\u{feff}' => "byte order mark",
        _ if character.is_control() => "control character",
        _ => "invisible character",
    };
    format!("{name} (U+{:04X})", u32::from(character))
}

/// Returns the end of a string that starts on this line and is closed on a later one, which would require triple quotes.
fn end_of_broken_string(text: &str, line: &Range<usize>) -> Option<usize> {
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

/// Returns whether a line is an entry of a YAML list.
fn is_yaml_entry(line: &str) -> bool {
    line.trim_start().starts_with("- ")
}

/// Returns whether the text that the parser rejects is the rest of a number with a decimal comma, such as `,5`.
fn is_fraction(behind: &str) -> bool {
    let digits = behind.strip_prefix(',');
    digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
}

fn starts_with_apostrophe(line: &str) -> bool {
    let value = line.split_once('=').map(|(_, value)| value.trim());
    value.is_some_and(|value| value.starts_with('\''))
}

/// Returns whether a line has the form `key = value`.
fn is_entry(line: &str) -> bool {
    let key = line.split_once('=').map(|(key, _)| key.trim());
    key.is_some_and(is_key)
}

fn is_key(name: &str) -> bool {
    let mut bytes = name.bytes();
    !name.is_empty()
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// Returns the key of a line such as `title: About us`, and the offset of the colon in the line.
fn key_with_colon(line: &str) -> Option<(&str, usize)> {
    let (key, _) = line.split_once(':')?;
    let name = key.trim();
    is_key(name).then_some((name, key.len()))
}

/// Formats a value as TOML: text in quotes, and `…` if there is no value.
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

/// Returns the line around an offset, without its newline.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    let end = text[at..].find('\n').map_or(text.len(), |more| at + more);
    start..end
}

/// Returns the span of the value around an offset: the text after `=`, or between commas or brackets.
fn value_at(text: &str, at: usize) -> Range<usize> {
    let line = line_at(text, at);
    let at = at.clamp(line.start, line.end);
    let (before, behind) = (
        text.get(line.start..at).unwrap_or_default(),
        text.get(at..line.end).unwrap_or_default(),
    );
    let start = before.rfind(['=', ',', '[']).map_or(0, |at| at + 1);
    let end = behind.find([',', ']', '#']).unwrap_or(behind.len());
    let (start, end) = (line.start + start, at + end);
    let value = text.get(start..end).unwrap_or_default();
    let start = start + value.len() - value.trim_start().len();
    start..start + value.trim().len()
}

/// Returns the opening quotes of a multi-line string that is not closed before the offset `end`.
fn open_multi_line_string(text: &str, end: usize) -> Option<Range<usize>> {
    let mut open: Option<Range<usize>> = None;
    let mut at = 0;
    while let Some(quote) = text.get(at..end)?.find(['"', '\'']).map(|next| at + next) {
        let quotes = text.get(quote..quote + 3).unwrap_or_default();
        let is_three = quotes == "\"\"\"" || quotes == "'''";
        match &open {
            Some(opening) if quotes == &text[opening.clone()] => open = None,
            None if is_three => open = Some(quote..quote + 3),
            _ => {}
        }
        at = quote + if is_three { 3 } else { 1 };
    }
    open
}

/// Returns the end of the table whose header ends at `at`.
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

/// The first definition of each table, and of each key of the current table, in the lines read so far.
#[derive(Default)]
struct Definitions<'a> {
    /// Offset of the end of the lines read so far.
    end: usize,
    tables: HashMap<&'a str, Range<usize>>,
    keys: HashMap<&'a str, Range<usize>>,
}

impl<'a> Definitions<'a> {
    /// Returns the place of the first definition of the key or table that `line` repeats. Must be called with lines in the order of
    /// the text.
    fn first(
        &mut self,
        text: &'a str,
        span: &Range<usize>,
        line: &Range<usize>,
    ) -> Option<Range<usize>> {
        for one in text.get(self.end..line.start)?.split_inclusive('\n') {
            let start = self.end + one.len() - one.trim_start().len();
            self.end += one.len();
            if let Some(header) = header(one) {
                let place = start..start + one.trim().len();
                self.tables.entry(header).or_insert(place);
                // The keys that follow belong to another table.
                self.keys.clear();
            } else if let Some((key, _)) = one.split_once('=') {
                // `a.b = 1` defines the table `a` as well as the key `a.b`.
                let ends = key.match_indices('.').take(MOST_DOTS).map(|(at, _)| at);
                for end in ends.chain([key.len()]) {
                    let key = key[..end].trim();
                    self.keys.entry(key).or_insert(start..start + key.len());
                }
            }
        }
        match header(&text[line.clone()]) {
            Some(header) => self.tables.get(header).cloned(),
            None => self.keys.get(text.get(span.clone())?).cloned(),
        }
    }
}

/// Maximum number of parent tables that are recorded for a dotted key.
const MOST_DOTS: usize = 8;

/// Returns the name in the header of a table, or `None` if the line is not a header.
fn header(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('[')?;
    let rest = rest.strip_prefix('[').unwrap_or(rest);
    rest.split_once(']').map(|(name, _)| name.trim())
}

/// Returns whether text in brackets is a table's name, not the entries of a list within a list.
fn is_table_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !text.contains([',', '='])
        && !matches!(text, "true" | "false")
}

/// Returns the opening bracket of an unclosed list. The parser reports such a list as a missing comma on a later line, which
/// contains a key or a table header.
fn unclosed_list(
    text: &str,
    message: &str,
    line: &Range<usize>,
    at: usize,
) -> Option<Range<usize>> {
    let written = &text[line.clone()];
    let is_within_value = text
        .get(line.start..at)
        .is_none_or(|before| before.contains('='));
    if is_within_value
        || !message.contains("missing comma")
        || !(is_entry(written) || header(written).is_some_and(is_table_name))
    {
        return None;
    }
    let mut end = line.start;
    for before in text[..line.start].split_inclusive('\n').rev() {
        end -= before.len();
        if is_entry(before) {
            let equals = before.find('=')? + 1;
            let value = before[equals..].trim_start();
            let start = end + before.len() - value.len();
            return value.starts_with('[').then_some(start..start + 1);
        }
    }
    None
}

/// Returns the end of the list entry before an offset.
fn end_of_entry(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default().trim_end();
    let line = before.rfind('\n').map_or(0, |line| line + 1);
    if !before[line..].contains('#') {
        return before.len();
    }
    // A comment may follow the entry.
    let end = before.rfind(['"', '\'', ']', '}']);
    end.map_or(before.len(), |end| end + 1)
}

/// Returns the first header, `[name]`, if `line` repeats it as `[[name]]`.
fn single_header(
    text: &str,
    line: &Range<usize>,
    first: Option<&Range<usize>>,
) -> Option<Range<usize>> {
    let is_list = |line: &str| line.trim_start().starts_with("[[");
    let first = first.filter(|first| text[(*first).clone()].starts_with('['))?;
    (is_list(&text[line.clone()]) && !is_list(&text[first.clone()])).then(|| first.clone())
}

fn duplicate_help(text: &str, line: &Range<usize>, first: Option<&Range<usize>>) -> String {
    let Some(name) = header(&text[line.clone()]) else {
        return "keep one of the two".to_owned();
    };
    let is_list = first.is_some_and(|first| text[first.clone()].starts_with("[["));
    if is_list {
        format!("write each entry of a list with two brackets: [[{name}]]")
    } else if name.contains('.') {
        "keep one of the two, or rename one".to_owned()
    } else {
        format!("keep one of the two; write entries of a list with two brackets: [[{name}]]")
    }
}

#[cfg(test)]
mod tests {
    use diagnostic::Source;

    use super::*;

    const TEXT: &str = "\u{feff}a = 1 # ü\n[b.c]\nd = \"é\"\ne = \"\"\"\nx\n\"\"\"\n[[f]]\ng = [1, 'y']\nh = 2025-09-22\n[[f]]\ng = { i = true }\n";

    /// Inserts each typo before each character, and in place of it. Every finding must have a place in the text.
    #[test]
    fn every_typo_has_a_place() {
        let typos = [
            "", "\"", "'", "\"\"\"", "[", "]", "=", ":", ",", "\n", "\\", "#", "\u{a0}", "”", "0",
            "é", "\u{feff}",
        ];
        for (at, _) in TEXT.char_indices() {
            for (typo, skipped) in typos
                .iter()
                .flat_map(|typo| [(typo, 0), (typo, 1), (typo, 9)])
            {
                let rest: String = TEXT[at..].chars().skip(skipped).collect();
                let text = format!("{}{typo}{rest}", &TEXT[..at]);
                let toml = TomlText::whole(&Source::new("a.toml", text.as_str()));
                let (_, diagnostics) = toml.parse_recoverable();
                for one in diagnostics {
                    let places = one.place.iter().chain(&one.related);
                    for (place, _) in places {
                        assert!(text.get(place.span.clone()).is_some(), "{text}");
                    }
                }
            }
        }
    }
}
