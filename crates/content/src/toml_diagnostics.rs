//! Converts errors of the TOML parser into findings that an author understands.

use std::collections::HashSet;
use std::ops::Range;

use diagnostic::{Change, Diagnostic, Fix, line_start};

use crate::codes::BAD_TOML;
use crate::date_help::specific_date_help;
use crate::toml_duplicates::{
    Definitions, TableHeaders, duplicate_help, end_of_table, missing_header, repeated_keys,
    single_header, split_table,
};
use crate::toml_fixes::corrected;
use crate::toml_help::{CURLY_QUOTES_HELP, help};
use crate::toml_lines::{
    has_second_entry, header, is_entry, is_lone_text, is_yaml_entry, line_at, value_at,
};
use crate::toml_messages::{in_plain_words, invalid};
use crate::toml_missing_signs::missing_sign;
use crate::toml_pasted::pasted_lines;
use crate::toml_repair::Missing;
use crate::toml_slips::{
    colon, folded_text, invisible_sign, marked_lines, missing_quotes, other_notation, other_quotes,
    spreadsheet_row, unclosed_text,
};
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
    let mut first_colon: Option<Diagnostic> = None;
    let mut last_line = None;
    let mut repeated_table = 0..0;
    let mut rest_of_string = 0..0;
    let mut lone_lines = 0..0;
    let mut single_headers = HashSet::new();
    let mut single_names = HashSet::new();
    let repeated_keys = repeated_keys(text, &errors);
    // The tables below a header that is not closed only seem to be repeated.
    let is_header_open = errors.iter().any(|(_, error)| {
        error.contains("unclosed table") || error.contains("unclosed array table")
    });
    let mut headers = TableHeaders::of(text);
    for (span, error) in errors {
        let span = span.clone();
        let line = line_at(text, span.start);
        if repaired.contains(&line.start) {
            continue;
        }
        let is_duplicate = error.contains("duplicate key");
        let follows_another = is_duplicate && repeated_table.contains(&span.start)
            || rest_of_string.contains(&span.start)
            || is_yaml_entry(&text[line.clone()]) && last_line.is_some()
            || lone_lines.contains(&span.start);
        let is_header = text[line.clone()].trim_start().starts_with('[');
        let follows_another = follows_another || is_duplicate && is_header && is_header_open;
        if last_line == Some(line.start) || follows_another {
            continue;
        }
        last_line = Some(line.start);
        let is_lone = is_lone_text(&text[line.clone()]) && error.contains("key with no value");
        if is_lone {
            let help = "write the list in brackets behind its key: key = [\"one\", \"two\"]";
            let place = toml.place(span.start.min(line.start)..line.end);
            let diagnostic = invalid("quoted text without a key");
            diagnostics.push(diagnostic.at(place, "").help(help));
            lone_lines = line.start..end_of_lone_texts(text, line.end);
            continue;
        }
        if let Some(end) = end_of_broken_string(text, &line) {
            rest_of_string = line.end..end;
        }
        let lines = folded_text(toml, &line).or_else(|| marked_lines(toml, &line));
        if let Some((diagnostic, end)) = lines {
            rest_of_string = line.start..end + 1;
            diagnostics.push(diagnostic);
            continue;
        }
        if let Some(diagnostic) = spreadsheet_row(toml, &line) {
            // The parser also expects commas in the row, and after it.
            let next = (line.end + 1).min(text.len());
            rest_of_string = line.start..line_at(text, next).end;
            diagnostics.push(diagnostic);
            continue;
        }
        if let Some((diagnostic, end)) = pasted_lines(toml, &line) {
            rest_of_string = line.start..end;
            diagnostics.push(diagnostic);
            continue;
        }
        // The lines of a whole table in YAML are one mistake.
        if invisible_sign(toml, &line).is_none()
            && let Some(other) = colon(toml, &line)
        {
            match &mut first_colon {
                Some(first) if !other.own_fixes.is_empty() => add_line(first, other),
                Some(_) => diagnostics.push(other),
                None => first_colon = Some(other),
            }
            continue;
        }
        if is_duplicate && is_header {
            repeated_table = line.start..end_of_table(text, line.end);
        }
        let message = error.trim();
        if is_duplicate
            && let Some((first, count)) = repeated_keys.get(&headers.before(line.start))
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
    diagnostics.extend(first_colon);
    join_curly_quotes(&mut diagnostics);
    let start = |one: &Diagnostic| one.place.as_ref().map_or(0, |(place, _)| place.span.start);
    diagnostics.sort_by_key(start);
    diagnostics
}

/// Number of lines with curly quotes from which on they are one mistake: a file that was written in a word processor.
const MANY_CURLY: usize = 3;

/// Joins the findings about lines with curly quotes if there are many.
fn join_curly_quotes(diagnostics: &mut Vec<Diagnostic>) {
    let is_curly = |one: &Diagnostic| {
        let is_help = one.help.iter().any(|help| help == CURLY_QUOTES_HELP);
        is_help && !one.own_fixes.is_empty()
    };
    if diagnostics.iter().filter(|one| is_curly(one)).count() < MANY_CURLY {
        return;
    }
    let (curly, others) = diagnostics.drain(..).partition(is_curly);
    *diagnostics = others;
    let mut curly: std::vec::IntoIter<Diagnostic> = Vec::into_iter(curly);
    let first = curly.next().map(|mut first| {
        curly.for_each(|other| add_line(&mut first, other));
        first.help("save the file as plain text, not in a word processor")
    });
    diagnostics.extend(first);
}

/// Adds the fix that writes the header at `header`, which has one bracket on each side, with two.
fn with_two_brackets(toml: &TomlText, diagnostic: Diagnostic, header: &Range<usize>) -> Diagnostic {
    let text = &toml.text()[header.clone()];
    let is_single = text.starts_with('[') && !text.starts_with("[[");
    let Some(end) = text.find(']').filter(|_| is_single) else {
        return diagnostic;
    };
    let place = toml.place(header.start..header.start + end + 1);
    diagnostic.fixed_by(place, format!("[{}]", &text[..=end]))
}

/// Returns the end of the lines below an offset that are texts in quotes without keys.
fn end_of_lone_texts(text: &str, start: usize) -> usize {
    let lines = text
        .get(start + 1..)
        .unwrap_or_default()
        .split_inclusive('\n');
    let lone = lines.take_while(|line| is_lone_text(line));
    start + 1 + lone.map(str::len).sum::<usize>()
}

/// Adds another line with the same mistake to a finding: its place, and what its fix changes.
fn add_line(finding: &mut Diagnostic, other: Diagnostic) {
    let places = other.place.into_iter();
    let related = places.map(|(place, _)| (place, "here, too".to_owned()));
    finding.related.extend(related);
    let changes = other.own_fixes.into_iter().flat_map(|fix| fix.changes);
    if let Some(fix) = finding.own_fixes.first_mut() {
        fix.changes.extend(changes);
    }
}

fn syntax_error(
    toml: &TomlText,
    message: &str,
    span: Range<usize>,
    line: Range<usize>,
    first: Option<Range<usize>>,
) -> Diagnostic {
    let known = invisible_sign(toml, &line)
        .or_else(|| other_quotes(toml, &line))
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
        if let Some(first) = &first
            && let Some((help, fix)) = split_table(toml, &line, first)
        {
            let first = toml.place(first.clone());
            return diagnostic
                .help(help)
                .maybe_fix(fix)
                .related(first, "the first is here");
        }
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

/// Reports a file that is no TOML at all, but looks like text in an office program.
fn other_format(toml: &TomlText) -> Option<Diagnostic> {
    let text = toml.text();
    if toml.source.path.ends_with(".toml") && text.starts_with("+++\n") {
        return Some(front_matter_lines(toml));
    }
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

/// Reports the lines `+++` in a TOML file, which begins with one.
fn front_matter_lines(toml: &TomlText) -> Diagnostic {
    let lines = toml.text().match_indices("+++");
    let is_line = |at: usize| {
        let line = line_at(toml.text(), at);
        toml.text()[line].trim_end() == "+++"
    };
    // A third one may be part of a text.
    let lines = lines.filter(|(at, _)| is_line(*at)).take(2);
    let changes = lines.map(|(at, _)| Change::Replace(toml.place(at..at + 3), String::new()));
    let help = "delete these lines: only text files (.md) have front matter";
    invalid("a TOML file has no `+++` lines")
        .at(toml.place(0..3), "")
        .help(help)
        .fix(Fix {
            label: help.to_owned(),
            is_safe: true,
            changes: changes.collect(),
        })
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

/// Returns the end of the list entry before an offset.
fn end_of_entry(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default().trim_end();
    let line = line_start(before);
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

    #[test]
    fn places_of_texts_in_other_quotes() {
        for (text, expected) in [
            ("  \"é\" = \\\"x\\\"\n", "\\\"x\\\""),
            ("a =\t&#34;é&#34; \n", "&#34;é&#34;"),
        ] {
            let toml = TomlText::whole(&Source::new("a.toml", text));
            let (_, diagnostics) = toml.parse_recoverable();
            let place = diagnostics[0].place.as_ref().map(|(place, _)| place);
            assert_eq!(&text[place.unwrap().span.clone()], expected);
        }
    }

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
