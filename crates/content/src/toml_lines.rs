//! Lines of TOML: their kind, and the values in them.

use std::ops::Range;

use diagnostic::line_start;

/// Returns whether a line is an entry of a YAML list.
pub fn is_yaml_entry(line: &str) -> bool {
    line.trim_start().starts_with("- ")
}

/// Returns whether a line is a text in quotes, without a key.
pub fn is_lone_text(line: &str) -> bool {
    let text = line.trim().trim_end_matches(',');
    text.len() > 1 && text.starts_with('"') && text.ends_with('"') && text.matches('"').count() == 2
}

/// Returns whether a line has the form `key = value`.
pub fn is_entry(line: &str) -> bool {
    let key = line.split_once('=').map(|(key, _)| key.trim());
    key.is_some_and(|key| key.split('.').all(|part| is_key(part.trim())))
}

/// Returns whether a line is the header of a table, `[name]` or `[[name]]`, even if a bracket of it is missing.
pub fn is_table_header(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim();
    let name = line.trim_matches(['[', ']']).trim();
    line.starts_with('[') && is_table_name(name) && !name.contains(['[', ']', '"', '\''])
}

/// Returns whether a line looks like TOML: `key = value` or `[table]`.
pub fn is_key_or_table(line: &str) -> bool {
    is_entry(line) || is_table_header(line)
}

/// Returns whether a text is TOML without mistakes.
pub fn is_toml(text: &str) -> bool {
    text.parse::<toml::Table>().is_ok()
}

/// Returns the offset of the first of `lines` that is text rather than TOML: a line after an empty one, or one of several words, that is
/// neither a key, a table, a comment, nor part of a value of several lines. Returns the end of the lines if there is none.
pub fn text_start(lines: &[(usize, &str)]) -> usize {
    let mut is_in_string = false;
    let mut is_after_empty = false;
    let mut open_brackets = 0;
    for (at, line) in lines {
        let inner = line.trim();
        let may_be_text = is_after_empty || inner.split_whitespace().count() >= WORDS_OF_TEXT;
        let is_text = may_be_text && !inner.starts_with('#') && !is_key_or_table(line);
        let is_text = is_text || inner.starts_with("## ");
        if is_text && !is_in_string && open_brackets < 1 && !inner.is_empty() {
            return *at;
        }
        open_brackets += signs(inner, ['[', '{']) - signs(inner, [']', '}']);
        is_in_string ^= inner.matches("\"\"\"").count() % 2 == 1;
        is_after_empty = inner.is_empty();
    }
    lines.last().map_or(0, |(at, line)| at + line.len())
}

/// Number of words from which a line is text, and not a key with a mistake.
const WORDS_OF_TEXT: usize = 4;

fn signs(line: &str, signs: [char; 2]) -> i64 {
    i64::try_from(line.matches(signs).count()).unwrap_or_default()
}

/// Returns whether a text is a key that needs no quotes.
pub fn is_key(name: &str) -> bool {
    let mut bytes = name.bytes();
    !name.is_empty()
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// Returns the name in the header of a table, or `None` if the line is not a header.
pub fn header(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('[')?;
    let rest = rest.strip_prefix('[').unwrap_or(rest);
    rest.split_once(']').map(|(name, _)| name.trim())
}

/// Returns whether text in brackets is a table's name, not the entries of a list within a list.
pub fn is_table_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !text.contains([',', '='])
        && !matches!(text, "true" | "false")
}

/// Returns the line around an offset, without its newline.
pub fn line_at(text: &str, at: usize) -> Range<usize> {
    let at = text.floor_char_boundary(at);
    let start = line_start(&text[..at]);
    let end = text[at..].find('\n').map_or(text.len(), |more| at + more);
    start..end
}

/// Returns the offset at which a comment may begin in a value. In text without quotes, `#` has a space on both sides then: `Tip #1` is text.
pub fn comment_in(value: &str) -> Option<usize> {
    let first = value.find('#')?;
    if !is_bare_text(&value[..first]) {
        return Some(first);
    }
    let mut signs = value.match_indices(" #").map(|(at, _)| at + 1);
    signs.find(|at| !value[at + 1..].starts_with(|c: char| !c.is_whitespace()))
}

/// Returns whether a value is text without quotes.
pub fn is_bare_text(value: &str) -> bool {
    /// Length in bytes of the longest number or date.
    const LONGEST: usize = 40;
    let value = value.trim();
    let is_value =
        || value.len() <= LONGEST && format!("a = {value}").parse::<toml::Table>().is_ok();
    !value.is_empty() && !value.starts_with(['"', '\'', '[', '{']) && !is_value()
}

/// Returns the span of the value around an offset: the text after `=`, or between commas or brackets.
pub fn value_at(text: &str, at: usize) -> Range<usize> {
    let line = line_at(text, at);
    let at = at.clamp(line.start, line.end);
    let (before, behind) = (
        text.get(line.start..at).unwrap_or_default(),
        text.get(at..line.end).unwrap_or_default(),
    );
    let start = before.rfind(['=', ',', '[']).map_or(0, |at| at + 1);
    let end = behind.find([',', ']', '}']).unwrap_or(behind.len());
    let (start, end) = (line.start + start, at + end);
    let value = text.get(start..end).unwrap_or_default();
    let is_listed = before.contains('[') && end < line.end && is_bare_text(value);
    let comment = comment_in(value).filter(|_| !is_listed);
    let end = comment.map_or(end, |comment| start + comment);
    let value = text.get(start..end).unwrap_or_default();
    let start = start + value.len() - value.trim_start().len();
    start..start + value.trim().len()
}

/// Returns the entries of a line that has several, with semicolons or commas between them: `price = 15; work = "x"`.
pub fn entries_of_line(line: &str) -> Option<Vec<&str>> {
    let is_whole = |entry: &&str| is_entry(entry) && entry.parse::<toml::Table>().is_ok();
    [';', ','].into_iter().find_map(|sign| {
        let entries = line.trim().trim_end_matches(sign).split(sign);
        let entries: Vec<&str> = entries.map(str::trim).collect();
        (entries.len() > 1 && entries.iter().all(is_whole)).then_some(entries)
    })
}

/// Returns whether a line of TOML has two keys: `price = 15 work = "x"`.
pub fn has_second_entry(line: &str) -> bool {
    let value = line.split_once('=').map_or("", |(_, value)| value.trim());
    let before = value.split_once(" = ").map(|(before, _)| before);
    let mut words = before.unwrap_or_default().split(' ');
    let (first, key) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let is_value = !first.ends_with(',')
        && first.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '-'))
        || matches!(first, "true" | "false");
    let is_key = !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    is_value && is_key && words.next().is_none()
}
