//! Corrections of TOML with syntax errors, where what the author meant is certain.

use std::ops::Range;

use diagnostic::{Change, Fix, Place};

use crate::date_help::correct_date;
use crate::toml_help::{conjunction, without_equals_sign};
use crate::toml_lines::{is_key, is_table_header, line_at, value_at};
use crate::toml_text::TomlText;
use crate::type_help::DIGIT_NOT_LETTER;

/// Returns text without quotes in quotes, or `None` if the help about it proposes something else than quotes.
pub fn in_quotes(words: &str, help: &str) -> Option<String> {
    let curly = ['“', '”', '„', '«', '»', '‘', '’', '‚'];
    let inner = words.trim_matches(curly);
    let is_curly = words.starts_with(curly) && words.ends_with(curly);
    let words = if is_curly { inner } else { words };
    let is_plain = !words.contains(['"', '\\', '\n', '[', ']', '{', '}', '=', '“', '”', '„']);
    // Numbers, and words such as `yes`, may be meant as another value.
    let is_text = is_curly || help.contains("in double quotes") || help.starts_with("write ");
    let is_open = help.contains(" or ") || help.starts_with(DIGIT_NOT_LETTER);
    (is_plain && is_text && !is_open && words.contains(char::is_alphanumeric))
        .then(|| format!("\"{words}\""))
}

/// Returns the fix that moves the line of a top-level key, which is in a table at `place`, above the first header of a table. Returns
/// `None` if the value does not end on this line, or if the key exists there as well.
pub fn moved_above_tables(toml: &TomlText, place: &Place, key: &str) -> Option<Fix> {
    let (source, text) = (&toml.source, &toml.source.text[..toml.span.end]);
    let start = text[..place.span.start].rfind('\n')? + 1;
    let end = start + text[start..].find('\n')? + 1;
    let line = &text[start..end];
    let is_whole = line.parse::<toml::Table>().is_ok() && line.trim_start().starts_with(key);
    let mut tables = toml.span.start;
    for line in text[toml.span.clone()].split_inclusive('\n') {
        if is_table_header(line) {
            break;
        }
        tables += line.len();
    }
    let above = &text[toml.span.start..tables];
    let mut keys = above.lines().filter_map(|line| line.split_once('='));
    let is_there = keys.any(|(one, _)| one.trim() == key);
    if !is_whole || is_there || tables >= start {
        return None;
    }
    let at = toml.span.start + above.trim_end().len();
    let at = text[at..]
        .find('\n')
        .map_or(tables, |end| at + end + 1)
        .min(tables);
    let to = Place::new(source, at..at);
    Some(Fix {
        label: format!("move `{key}` above the first table"),
        is_safe: true,
        changes: vec![
            Change::Replace(to, line.to_owned()),
            Change::Replace(Place::new(source, start..end), String::new()),
        ],
    })
}

/// Returns the spans of the words without quotes after `word` in the same list on its line: those of `[one, two]` have the same
/// mistake, of which only the first is reported.
pub fn other_entries(text: &str, word: &Range<usize>, line: &Range<usize>) -> Vec<Range<usize>> {
    let rest = &text[word.end..line.end];
    let Some(end) = rest
        .find(']')
        .filter(|end| !rest[..*end].contains(['[', '{', '}', '=', '"', '\'']))
    else {
        return Vec::new();
    };
    let mut at = word.end;
    let mut entries = Vec::new();
    for entry in rest[..end].split(',') {
        let start = at + entry.len() - entry.trim_start().len();
        at += entry.len() + 1;
        let words = entry.trim();
        let is_text = words.starts_with(|c: char| c.is_alphabetic() || "“”„«".contains(c));
        if is_text && !matches!(words, "true" | "false") {
            entries.push(start..start + words.len());
        }
    }
    entries
}

/// Returns the part of a line that is neither a key with a value nor a table to replace, and its replacement. The line has no
/// spaces around it.
pub fn corrected_line(line: &str) -> Option<(Range<usize>, String)> {
    for sign in ["//", "--", ";"] {
        if let Some(comment) = line.strip_prefix(sign) {
            let is_spaced = comment.starts_with([' ', '\t']);
            let comment = if is_spaced { "#" } else { "# " };
            return Some((0..sign.len(), comment.to_owned()));
        }
    }
    if let Some(entry) = without_equals_sign(line) {
        return Some((0..line.len(), entry));
    }
    let (key, value) = line.split_once('=')?;
    let value = value.strip_prefix('=')?;
    let is_value = is_key(key.trim()) && !value.starts_with('=') && !value.trim().is_empty();
    is_value.then(|| (key.len()..key.len() + 2, "=".to_owned()))
}

/// Returns the part of a text to replace because of a parser's error with this message and span, and its replacement. `line` is
/// the span of the error's line.
pub fn corrected(
    text: &str,
    message: &str,
    span: &Range<usize>,
    line: &Range<usize>,
) -> Option<(Range<usize>, String)> {
    let written = &text[line.clone()];
    let behind = text.get(span.start..line.end)?.trim_end();
    let value = value_at(text, span.start);
    if let Some(day) = correct_date(&text[value.clone()]).filter(|_| message.contains("date")) {
        return Some((value, day.to_string()));
    }
    if message.contains("invalid boolean") {
        let word = text.get(span.clone())?.to_lowercase();
        let is_boolean = matches!(word.as_str(), "true" | "false");
        return is_boolean.then(|| (span.clone(), word));
    }
    if message.contains("unclosed array table") || message.contains("unclosed table") {
        let header = written.trim();
        let name = header.trim_matches(['[', ']']).trim();
        let is_list = header.starts_with("[[");
        let fixed = if is_list {
            format!("[[{name}]]")
        } else {
            format!("[{name}]")
        };
        let start = line.start + written.len() - written.trim_start().len();
        let is_name = name.split('.').all(is_key);
        return is_name.then(|| (start..start + header.len(), fixed));
    }
    if message.contains("missing comma") {
        let before = text[..span.start].trim_end();
        if let Some(length) = conjunction(behind) {
            return Some((before.len()..span.start + length, ", ".to_owned()));
        }
        let is_on_line = before.len() > line.start && !before[line.start..].contains('#');
        let end = before.len();
        // Between two lines, the comma belongs to the line before, which may end with a comment.
        let above = line_at(before, end);
        let is_plain = is_on_line || !before[above.clone()].contains('#');
        return is_plain.then(|| (end..end, ",".to_owned()));
    }
    if message.contains("invalid basic string") || message.contains("invalid literal string") {
        let (_, value) = written.split_once('=')?;
        let value = value.trim();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let other = if quote == '"' { '\'' } else { '"' };
        let is_open =
            value.matches(quote).count() == 1 && !value.contains(['#', '\\', '”', '’', '“']);
        let end = line.start + written.trim_end().len();
        // The text ends with the other quote.
        let is_other = value.ends_with(other) && value.matches(other).count() == 1;
        let start = end - usize::from(is_other);
        return is_open.then(|| (start..end, quote.to_string()));
    }
    if message.contains("unexpected key or value") && matches!(behind, "," | ";") {
        return Some((span.start..span.start + 1, String::new()));
    }
    if message.contains("invalid unquoted key") && behind.starts_with(':') {
        let before = text[..span.start].trim_end();
        let spaces = if before.len() < span.start { "" } else { " " };
        return Some((span.start..span.start + 1, format!("{spaces}=")));
    }
    None
}
