//! Converts errors of the TOML parser into findings that an author understands.

use std::collections::HashSet;
use std::ops::Range;

use diagnostic::{Change, Diagnostic, Fix};

use crate::codes::BAD_TOML;
use crate::date_help::specific_date_help;
use crate::invisible_character::{INVISIBLE_CHARACTER_HELP, character_name, invisible_character};
use crate::toml_duplicates::{
    Definitions, duplicate_help, end_of_table, missing_header, repeated_keys, single_header,
    table_before,
};
use crate::toml_fixes::{corrected, corrected_line, in_quotes, other_entries};
use crate::toml_help::{help, unquoted_help, wrong_line};
use crate::toml_lines::{
    has_second_entry, header, is_entry, is_key, is_yaml_entry, line_at, value_at,
};
use crate::toml_repair::{Missing, Sign};
use crate::toml_text::TomlText;

/// Converts the parser's errors, each with its span, and the characters that were missing into findings, sorted by place.
///
/// One mistake often causes several errors. Only the first error on a line is kept, and for a repeated table only the error at
/// its header.
pub fn syntax_errors(
    toml: &TomlText,
    errors: &[(Range<usize>, String)],
    missing: &[Missing],
) -> Vec<Diagnostic> {
    let text = toml.text();
    if let Some(diagnostic) = other_format(toml) {
        return vec![diagnostic];
    }
    let mut errors: Vec<&(Range<usize>, String)> = errors.iter().collect();
    errors.sort_by_key(|(span, _)| span.start);
    let mut diagnostics: Vec<Diagnostic> =
        missing.iter().map(|one| missing_sign(toml, one)).collect();
    let repaired: HashSet<usize> = missing
        .iter()
        .map(|one| line_at(text, one.span.start).start)
        .collect();
    let mut definitions = Definitions::default();
    let mut last_line = None;
    let mut repeated_table = 0..0;
    let mut rest_of_string = 0..0;
    let mut single_headers = HashSet::new();
    let mut single_names = HashSet::new();
    let repeated_keys = repeated_keys(text, &errors);
    for (span, error) in errors {
        let span = span.clone();
        let line = line_at(text, span.start);
        if repaired.contains(&line.start) {
            continue;
        }
        let is_duplicate = error.contains("duplicate key");
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
        if let Some(diagnostic) = spreadsheet_row(toml, &line) {
            // The parser also expects commas in the row, and after it.
            let next = (line.end + 1).min(text.len());
            rest_of_string = line.start..line_at(text, next).end;
            diagnostics.push(diagnostic);
            continue;
        }
        if is_duplicate && text[line.clone()].trim_start().starts_with('[') {
            repeated_table = line.start..end_of_table(text, line.end);
        }
        let message = error.trim();
        if is_duplicate
            && let Some((first, count)) = repeated_keys.get(&table_before(text, line.start))
            && *count > 1
            && header(&text[line.clone()]).is_none()
        {
            if *first == span.start {
                diagnostics.push(missing_header(toml, &span, &line));
            }
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
                let place = toml.place(single.clone());
                let diagnostic = Diagnostic::new(&BAD_TOML, message).at(place, "").help(help);
                diagnostics.push(with_two_brackets(toml, diagnostic, &single));
            }
            continue;
        }
        diagnostics.push(syntax_error(toml, message, span, line, first));
    }
    let start = |one: &Diagnostic| one.place.as_ref().map_or(0, |(place, _)| place.span.start);
    diagnostics.sort_by_key(start);
    diagnostics
}

/// Reports a character that is missing.
fn missing_sign(toml: &TomlText, missing: &Missing) -> Diagnostic {
    let text = toml.text();
    let line = line_at(text, missing.span.start);
    let key = text[line.clone()]
        .split('=')
        .next()
        .unwrap_or_default()
        .trim();
    let fix = missing.fix.as_ref();
    let fix = fix.map(|(span, sign)| in_its_place(text, missing, span.clone(), sign));
    let (message, help) = match missing.what {
        Sign::ClosingBracket => (
            "this list is not closed",
            "close the list with a bracket: [\"one\", \"two\"]".to_owned(),
        ),
        Sign::ClosingBrace => (
            "this brace is not closed",
            "close it with `}` after the last value: { key = \"text\" }".to_owned(),
        ),
        Sign::OpeningBracket => (
            "this list has no opening bracket",
            format!("write `{key} = [`"),
        ),
        Sign::OpeningBrace => (
            "this entry has no opening brace",
            "write `{` before it: { key = \"text\" }".to_owned(),
        ),
        Sign::Quote => return missing_quote(toml, &missing.span, &line),
        Sign::Header => {
            let header = missing.fix.as_ref().map_or("", |(_, header)| header);
            (
                "a header has two brackets on each side",
                format!("write {header}"),
            )
        }
        Sign::Comma => ("expected a comma, not `;`", "write `,` instead".to_owned()),
    };
    let diagnostic = Diagnostic::new(&BAD_TOML, format!("invalid TOML: {message}"))
        .at(toml.place(missing.span.clone()), "");
    match fix {
        Some((span, sign)) => {
            let label = match missing.what {
                Sign::Comma => "write `,` instead of `;`".to_owned(),
                Sign::Header => format!("write {sign}"),
                _ => format!("add `{}`", sign.trim()),
            };
            let fix = Fix::replace(label, toml.place(span), sign);
            diagnostic.help(help).fix(fix)
        }
        None => diagnostic.help(help),
    }
}

/// Reports a quote that is missing in a line. `span` ends where the line's values end.
fn missing_quote(toml: &TomlText, span: &Range<usize>, line: &Range<usize>) -> Diagnostic {
    let text = toml.text();
    let written = &text[line.clone()];
    if let Some((at, sign)) = written
        .char_indices()
        .find(|(_, sign)| matches!(sign, '“' | '”'))
    {
        let place = toml.place(line.start + at..line.start + at + sign.len_utf8());
        return invalid("a curly quote ends no text")
            .at(place.clone(), "")
            .help("replace it with a straight quote: \"")
            .fixed_by(place, "\"");
    }
    // The only part between two commas with an odd number of quotes.
    let mut at = line.start;
    let mut odd = Vec::new();
    for part in written.split_inclusive(',') {
        let end = at
            + part
                .trim_end_matches([',', ']', '}', ' ', '\t', '\n'])
                .len();
        // The value follows its key, or the bracket of its list.
        let before = part.split('"').next().unwrap_or_default();
        let key = before.rfind(['=', '[', '{']).map_or(0, |sign| sign + 1);
        let value = &part[key..];
        let start = at + key + value.len() - value.trim_start().len();
        if part.matches('"').count() % 2 == 1 {
            odd.push(start..end.max(start));
        }
        at += part.len();
    }
    let place = match odd.as_slice() {
        [one] if written.contains(',') => one.clone(),
        _ => span.end..span.end,
    };
    invalid("a quote is missing on this line").at(toml.place(place), "").help(
        "put each text between two quotes: [\"one\", \"two\"]; write a quote inside text as \\\"",
    )
}

/// Returns where to write a missing character and how: a bracket of a list of several lines gets a line of its own.
fn in_its_place(
    text: &str,
    missing: &Missing,
    span: Range<usize>,
    sign: &str,
) -> (Range<usize>, String) {
    let opened = line_at(text, missing.span.start);
    if sign != "]" || missing.what != Sign::ClosingBracket || opened.contains(&span.start) {
        return (span, sign.to_owned());
    }
    let line = &text[opened];
    let indentation = &line[..line.len() - line.trim_start().len()];
    let end = line_at(text, span.end).end;
    (end..end, format!("\n{indentation}]"))
}

/// Adds the fix that writes the header at `header`, which has one bracket on each side, with two.
fn with_two_brackets(toml: &TomlText, diagnostic: Diagnostic, header: &Range<usize>) -> Diagnostic {
    let text = &toml.text()[header.clone()];
    let Some(end) = text.find(']').filter(|_| text.starts_with('[')) else {
        return diagnostic;
    };
    let place = toml.place(header.start..header.start + end + 1);
    diagnostic.fixed_by(place, format!("[{}]", &text[..=end]))
}

fn syntax_error(
    toml: &TomlText,
    message: &str,
    span: Range<usize>,
    line: Range<usize>,
    first: Option<Range<usize>>,
) -> Diagnostic {
    let known = invisible_sign(toml, &line)
        .or_else(|| colon(toml, &line))
        .or_else(|| missing_quotes(toml, message, &span, &line))
        .or_else(|| other_notation(toml, &line))
        .or_else(|| unclosed_text(toml, message, &span));
    if let Some(diagnostic) = known {
        return diagnostic;
    }
    let text = toml.text();
    let written = &text[line.clone()];
    let place = if message.contains("missing comma") {
        let end = end_of_entry(text, span.start);
        end..end
    } else if specific_date_help(&text[value_at(text, span.start)]).is_some() {
        value_at(text, span.start)
    } else {
        span.clone()
    };
    let meaning = if message.contains("must be quoted") && has_second_entry(written) {
        "two keys are in this line".to_owned()
    } else {
        in_plain_words(message)
    };
    let diagnostic = invalid(&meaning).at(toml.place(place), "");
    if message.contains("invalid basic string") && end_of_broken_string(text, &line).is_some() {
        return diagnostic.help("put text of several lines between triple quotes: \"\"\"");
    }
    if message.contains("duplicate key") {
        let diagnostic = diagnostic.help(duplicate_help(text, &line, first.as_ref()));
        let is_list = first
            .as_ref()
            .is_some_and(|first| text[first.clone()].starts_with("[["));
        let diagnostic = match header(written).filter(|_| is_list) {
            Some(_) => {
                let start = line.start + written.len() - written.trim_start().len();
                with_two_brackets(toml, diagnostic, &(start..line.end))
            }
            None => diagnostic,
        };
        return match first {
            Some(first) => diagnostic.related(toml.place(first), "the first is here"),
            None => diagnostic,
        };
    }
    let fix = corrected(text, message, &span, &line).map(|(span, new)| {
        let old = &text[span.clone()];
        let label = match (old, new.as_str()) {
            ("", new) => format!("add `{}`", new.trim()),
            (old, "") => format!("delete `{old}`"),
            (old, new) => format!("replace `{old}` with `{new}`"),
        };
        Fix::replace(label, toml.place(span), new)
    });
    diagnostic
        .maybe_help(help(text, message, &span, written))
        .maybe_fix(fix)
}

fn invalid(message: &str) -> Diagnostic {
    Diagnostic::new(&BAD_TOML, format!("invalid TOML: {message}"))
}

/// Reports a sign of the line that cannot be seen.
fn invisible_sign(toml: &TomlText, line: &Range<usize>) -> Option<Diagnostic> {
    let written = &toml.text()[line.clone()];
    let (at, character, help) = invisible_character(written)?;
    let at = line.start + at;
    Some(
        invalid(&format!("unexpected {}", character_name(character)))
            .at(toml.place(at..at + character.len_utf8()), "")
            .help(help)
            .fixed_by(
                toml.place(at..at + character.len_utf8()),
                if help == INVISIBLE_CHARACTER_HELP {
                    ""
                } else {
                    " "
                },
            ),
    )
}

/// Reports a file that is no TOML at all, but looks like text in an office program.
fn other_format(toml: &TomlText) -> Option<Diagnostic> {
    let text = toml.text();
    let (message, help) = if text.starts_with("{\\rtf") {
        let help = "save it as plain text, or copy its text into a new text file";
        ("this is a rich text document (RTF)", help)
    } else if text.contains('\r') && !text.contains('\n') {
        let help = "save the file with the line endings LF or CRLF";
        ("the lines of this file end with CR only", help)
    } else {
        return None;
    };
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    Some(
        Diagnostic::new(&BAD_TOML, message)
            .at(toml.place(0..end), "")
            .help(help),
    )
}

/// Reports words with tabs between them on a line without key and quotes, which were pasted from a spreadsheet.
fn spreadsheet_row(toml: &TomlText, line: &Range<usize>) -> Option<Diagnostic> {
    let written = toml.text()[line.clone()].trim();
    if !written.contains('\t') || written.contains(['=', '"', '\'', '#', '[', '{']) {
        return None;
    }
    let start = line.start + toml.text()[line.clone()].find(written)?;
    Some(
        invalid("this is a row of a spreadsheet")
            .at(toml.place(start..start + written.len()), "")
            .help("write it like the entries around it, each value with its key: { title = \"…\", date = 2026-04-30 },"),
    )
}

/// Reports a colon instead of an equals sign.
fn colon(toml: &TomlText, line: &Range<usize>) -> Option<Diagnostic> {
    let text = toml.text();
    let written = &text[line.clone()];
    let (key, at) = key_with_colon(written)?;
    let at = line.start + at;
    let sign = at..at + text[at..].chars().next().map_or(0, char::len_utf8);
    let help = match text[line.end..].lines().nth(1) {
        Some(next) if is_yaml_entry(next) => format!("write {key} = [\"one\", \"two\"]"),
        _ => format!("write {key} = {}", quoted(&text[sign.end..line.end])),
    };
    let written = &text[sign.clone()];
    let diagnostic = invalid(&format!("expected `=` after `{key}`, not `{written}`"))
        .at(toml.place(sign.clone()), "");
    let fix = help
        .strip_prefix(&format!("write {key}"))
        .and_then(|fixed| {
            let value = &text[sign.end..line.end];
            let is_plain = !value.trim().is_empty() && !value.contains(['#', '\\']);
            let is_one_value = !help.contains(", \"two\"") && value.matches('"').count() != 1;
            let start = line.start + text[line.clone()].find(key)? + key.len();
            let is_fixed = is_plain && is_one_value && !value.trim().contains("\" ");
            is_fixed.then(|| Fix::replace(&help, toml.place(start..line.end), fixed))
        });
    Some(diagnostic.help(help).maybe_fix(fix))
}

/// Reports text without quotes.
fn missing_quotes(
    toml: &TomlText,
    message: &str,
    span: &Range<usize>,
    line: &Range<usize>,
) -> Option<Diagnostic> {
    let text = toml.text();
    let value = unquoted_text(text, message, span, line)?;
    let words = &text[value.clone()];
    let help = unquoted_help(words, &text[line.clone()]);
    let fix = in_quotes(words, &help).map(|fixed| {
        let mut fix = Fix::replace(
            format!("put `{words}` in quotes"),
            toml.place(value.clone()),
            fixed,
        );
        let others = other_entries(text, &value, line).into_iter();
        fix.changes.extend(others.filter_map(|span| {
            let fixed = in_quotes(&text[span.clone()], &help)?;
            Some(Change::Replace(toml.place(span), fixed))
        }));
        fix
    });
    Some(
        Diagnostic::new(&BAD_TOML, UNQUOTED_TEXT)
            .at(toml.place(value), "")
            .help(help)
            .maybe_fix(fix),
    )
}

/// Reports a line in the notation of another program.
fn other_notation(toml: &TomlText, line: &Range<usize>) -> Option<Diagnostic> {
    let written = &toml.text()[line.clone()];
    let (message, help) = wrong_line(written)?;
    let start = line.start + written.len() - written.trim_start().len();
    let fix = corrected_line(written.trim()).map(|(span, new)| {
        let place = toml.place(start + span.start..start + span.end);
        Fix::replace(&help, place, new)
    });
    Some(
        invalid(message)
            .at(toml.place(start..line.start + written.trim_end().len()), "")
            .help(help)
            .maybe_fix(fix),
    )
}

/// Reports a text of several lines that is not closed.
fn unclosed_text(toml: &TomlText, message: &str, span: &Range<usize>) -> Option<Diagnostic> {
    if !message.contains("invalid multi-line") {
        return None;
    }
    let opening = open_multi_line_string(toml.text(), span.start)?;
    let quotes = &toml.text()[opening.clone()];
    let diagnostic = invalid(&in_plain_words(message))
        .at(toml.place(opening.clone()), "this string is not closed");
    Some(diagnostic.help(format!("close the string with {quotes}")))
}

/// Message about text without quotes.
pub const UNQUOTED_TEXT: &str = "invalid TOML: text must be in quotes";

/// Returns the span of a value that is text without quotes, if that is the error.
fn unquoted_text(
    text: &str,
    message: &str,
    span: &Range<usize>,
    line: &Range<usize>,
) -> Option<Range<usize>> {
    const MESSAGES: [&str; 5] = [
        "must be quoted",
        "invalid time",
        "invalid boolean",
        "invalid float",
        "invalid integer",
    ];
    let written = &text[line.clone()];
    let value = if is_entry(written) && !written.contains(['[', '{']) {
        let start = line.start + written.find('=')? + 1;
        let comment = written.find(" #").map_or(line.end, |at| line.start + at);
        let value = &text[start..comment.max(start)];
        let start = start + value.len() - value.trim_start().len();
        start..start + value.trim().len()
    } else {
        value_at(text, span.start)
    };
    let words = &text[value.clone()];
    let starts_as_text = |c: char| c.is_alphabetic() || "/₹$€(“”„«".contains(c);
    let is_bare = message.contains("must be quoted") || message.contains("invalid time");
    let is_text = (words.starts_with(starts_as_text) || is_bare && !words.is_empty())
        && !has_second_entry(written)
        && !matches!(
            words.to_lowercase().as_str(),
            "true" | "false" | "inf" | "nan"
        );
    let is_date = specific_date_help(&text[value_at(text, span.start)]).is_some();
    (is_text && !is_date && MESSAGES.iter().any(|one| message.contains(one))).then_some(value)
}

/// Returns what the parser's message means, or else the message without the list of expected tokens if they are only names of
/// grammar rules.
fn in_plain_words(message: &str) -> String {
    const MEANINGS: [(&str, &str); 14] = [
        ("must be quoted", "dates are written year-month-day"),
        (
            "invalid unquoted key",
            "expected a line of the form `key = value`",
        ),
        ("duplicate key", "this key is defined twice"),
        ("invalid basic string", "the closing quote is missing"),
        ("invalid literal string", "the closing quote is missing"),
        (
            "escape",
            "a backslash within quotes needs another one before it",
        ),
        (
            "unicode value",
            "a backslash within quotes needs another one before it",
        ),
        ("unexpected key or value", "the line should end here"),
        ("missing comma", "a comma is missing between two entries"),
        ("key with no value", "this key has no value"),
        (
            "invalid key-value pair",
            "expected a line of the form `key = value`",
        ),
        ("unclosed table", "the closing bracket is missing"),
        ("unclosed array table", "the closing brackets are missing"),
        (
            "invalid boolean",
            "`true` and `false` are written in lower case",
        ),
    ];
    let meaning = MEANINGS.iter().find(|(words, _)| message.contains(words));
    meaning.map_or_else(
        || without_grammar(message),
        |(_, meaning)| (*meaning).to_owned(),
    )
}

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

/// Returns the key of a line such as `title: About us`, and the offset of the colon in the line.
fn key_with_colon(line: &str) -> Option<(&str, usize)> {
    let (key, _) = line.split_once([':', '–', '—'])?;
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
