//! Findings about a line of TOML in which something else was meant: text without quotes, a colon for an equals sign, a row of a
//! spreadsheet, or the notation of another program.

use std::ops::Range;

use diagnostic::{Change, Diagnostic, Fix};

use crate::codes::BAD_TOML;
use crate::date_help::{correct_date, specific_date_help};
use crate::invisible_character::{INVISIBLE_CHARACTER_HELP, character_name, invisible_character};
use crate::pattern_help::ascii_digit;
use crate::toml_fixes::{corrected_line, in_quotes, other_entries};
use crate::toml_help::{TEXT_OF_PAGE, conjunction, unquoted_help, wrong_line};
use crate::toml_lines::{
    comment_in, entries_of_line, has_second_entry, is_entry, is_key, is_yaml_entry, line_at,
    value_at,
};
use crate::toml_messages::{in_plain_words, invalid};
use crate::toml_text::TomlText;

/// Reports a sign of the line that cannot be seen.
pub fn invisible_sign(toml: &TomlText, line: &Range<usize>) -> Option<Diagnostic> {
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

/// Reports words with tabs or commas between them on a line without key and quotes, which were pasted from a spreadsheet.
pub fn spreadsheet_row(toml: &TomlText, line: &Range<usize>) -> Option<Diagnostic> {
    let written = toml.text()[line.clone()].trim();
    let has_cells = written.contains('\t') || written.matches(',').count() > 1;
    if !has_cells
        || !written.contains(char::is_alphabetic)
        || written.contains(['=', '"', '\'', '#', '[', '{'])
    {
        return None;
    }
    let start = line.start + toml.text()[line.clone()].find(written)?;
    Some(
        invalid("this is a row of a spreadsheet")
            .at(toml.place(start..start + written.len()), "")
            .help(format!(
                "write it like the entries around it, each value with its key: {}",
                entry_above(&toml.text()[..line.start])
            )),
    )
}

/// Returns a pattern for a new entry: that of the last `[[table]]` above, or an inline table if there is none or a list is open.
fn entry_above(text: &str) -> String {
    let is_header = |line: &str| line.starts_with('[');
    let start = text.rfind("\n[[").map(|at| at + 1);
    let start = start.or_else(|| text.starts_with("[[").then_some(0));
    let table = start.map(|start| text[start..].lines());
    let is_open = |line: &str| line.ends_with('[') && line.contains('=');
    let mut lines = match table {
        Some(lines) if !lines.clone().any(|line| is_open(line.trim())) => lines,
        _ => return "{ title = \"…\", date = 2026-04-30 },".to_owned(),
    };
    let header = lines.next().unwrap_or_default().trim();
    let keys = lines
        .take_while(|line| !is_header(line))
        .filter_map(|line| line.split_once('='))
        .map(|(key, _)| key.trim());
    let keys: Vec<String> = keys
        .filter(|key| is_key(key))
        .map(|key| format!("{key} = …"))
        .collect();
    format!(
        "{header}, and below it, each on a line of its own, {}",
        keys.join(", ")
    )
}

/// Reports a colon instead of an equals sign.
pub fn colon(toml: &TomlText, line: &Range<usize>) -> Option<Diagnostic> {
    let text = toml.text();
    let written = &text[line.clone()];
    let (key, at) = key_with_colon(written)?;
    let at = line.start + at;
    let mut sign = at..at + text[at..].chars().next().map_or(0, char::len_utf8);
    // `:=` of Go.
    sign.end += usize::from(text[sign.end..line.end].starts_with('='));
    let help = match text[line.end..].lines().nth(1) {
        Some(next) if is_yaml_entry(next) => format!("write {key} = [\"one\", \"two\"]"),
        _ => match correct_date(&text[sign.end..line.end]) {
            Some(day) => {
                let rest = key.get(1..).unwrap_or_default();
                let is_word = !rest.contains(|c: char| c.is_uppercase());
                let key = if is_word {
                    key.to_lowercase()
                } else {
                    key.to_owned()
                };
                format!("write {key} = {day}")
            }
            None => format!("write {key} = {}", quoted(&text[sign.end..line.end])),
        },
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

/// Signs that other programs write for a quote, before and after a text.
const OTHER_QUOTES: [(&str, &str); 6] = [
    ("\\\"", "\\\""),
    ("\\'", "\\'"),
    ("''", "''"),
    ("&quot;", "&quot;"),
    ("&#34;", "&#34;"),
    ("&ldquo;", "&rdquo;"),
];

/// Reports texts between other signs than quotes, such as `\"text\"`.
pub fn other_quotes(toml: &TomlText, line: &Range<usize>) -> Option<Diagnostic> {
    let written = &toml.text()[line.clone()];
    let (key, typed) = written.split_once('=')?;
    let value = typed.trim();
    let first = value.trim_start_matches(['[', ' ']);
    let mut signs = OTHER_QUOTES.iter();
    let (before, after) = signs.find(|(before, _)| first.starts_with(before))?;
    let meant = value.replace(before, "\"").replace(after, "\"");
    let key = key.trim();
    let help = format!("write {key} = {meant}");
    format!("{key} = {meant}").parse::<toml::Table>().ok()?;
    let start = line.start + written.len() - typed.trim_start().len();
    let place = toml.place(start..start + value.len());
    let diagnostic = invalid(&format!("text is between quotes, not between `{before}`"));
    let fix = Fix::replace(&help, place.clone(), meant);
    Some(diagnostic.at(place, "").help(help).fix(fix))
}

/// Reports text without quotes.
pub fn missing_quotes(
    toml: &TomlText,
    message: &str,
    span: &Range<usize>,
    line: &Range<usize>,
) -> Option<Diagnostic> {
    let text = toml.text();
    let value = unquoted_text(text, message, span, line)?;
    let words = &text[value.clone()];
    if let Some(digits) = in_ascii_digits(words) {
        let help = format!("write {digits}, with the digits 0 to 9");
        return Some(
            invalid("numbers and dates need the digits 0 to 9")
                .at(toml.place(value.clone()), "")
                .help(help)
                .fixed_by(toml.place(value), digits),
        );
    }
    if let Some(length) =
        conjunction(words).filter(|_| text[..value.start].trim_end().ends_with(','))
    {
        let place = toml.place(value.start..value.start + length);
        let help = format!(
            "delete `{}`: the comma is enough",
            words[..length].trim_end()
        );
        let diagnostic = invalid("a word is between two entries").at(place.clone(), "");
        return Some(diagnostic.help(help).fixed_by(place, ""));
    }
    let mut help = unquoted_help(words, &text[line.clone()]);
    let comment = text[value.end..line.end].trim_end();
    let has_comment = comment.trim_start().starts_with('#');
    if let Some(all) = help.strip_suffix('"').filter(|_| has_comment) {
        let (key, _) = all.split_at(all.len() - words.len());
        let key = key.trim_start_matches("write ");
        help = format!("{help}{comment}, or {key}{words}{comment}\"");
    }
    let fix = in_quotes(words, &help).map(|fixed| {
        let mut fix = Fix::replace(
            format!("put `{words}` in quotes"),
            toml.place(value.clone()),
            fixed,
        );
        fix.is_safe =
            !has_comment && (!words.contains('#') || text[value.end..line.end].contains(']'));
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
pub fn other_notation(toml: &TomlText, line: &Range<usize>) -> Option<Diagnostic> {
    let written = &toml.text()[line.clone()];
    if let Some(diagnostic) = list_of_lines(toml, line) {
        return Some(diagnostic);
    }
    if let Some(entries) = entries_of_line(written) {
        let start = line.start + written.len() - written.trim_start().len();
        let place = toml.place(start..start + written.trim().len());
        let help = format!("begin a new line for each: {}", entries.join(" | "));
        let fix = Fix::replace(
            "write each key on a line of its own",
            place.clone(),
            entries.join("\n"),
        );
        let diagnostic = invalid("several keys are in this line").at(place, "");
        return Some(diagnostic.help(help).fix(fix));
    }
    let (message, help) = wrong_line(written)?;
    let is_elsewhere = help == TEXT_OF_PAGE && !toml.source.path.ends_with(".md");
    let help = if is_elsewhere {
        "write a value as key = \"text\", and begin a note for yourself with `#`".to_owned()
    } else {
        help
    };
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

/// Reports a key whose value is a list in the notation of YAML: a line for each entry, which begins with a hyphen.
fn list_of_lines(toml: &TomlText, line: &Range<usize>) -> Option<Diagnostic> {
    let text = toml.text();
    let key = text[line.clone()].trim().strip_suffix('=')?.trim_end();
    let below = text.get(line.end + 1..).filter(|_| is_key(key))?;
    let entries = below.lines().take_while(|line| is_yaml_entry(line));
    let entries: Vec<&str> = entries.collect();
    if entries.iter().any(|entry| entry.contains(['"', '\\', '#'])) {
        return None;
    }
    let last = entries.last()?;
    let end = last.as_ptr() as usize - text.as_ptr() as usize + last.len();
    let values = entries
        .iter()
        .map(|entry| quoted(entry.trim_start().trim_start_matches("- ")));
    let list = format!("{key} = [{}]", values.collect::<Vec<_>>().join(", "));
    let start = line.start + text[line.clone()].find(key)?;
    let help = format!("write {list}");
    let fix = Fix::replace(&help, toml.place(start..end), list);
    Some(
        invalid("a list is not written line by line")
            .at(toml.place(start..line.end), "")
            .help(help)
            .fix(fix),
    )
}

/// Reports entries that begin with the sign of a quotation or of a list, or with the number of their line, and returns their end.
pub fn marked_lines(toml: &TomlText, line: &Range<usize>) -> Option<(Diagnostic, usize)> {
    let text = toml.text();
    if let Some(found) = numbered_lines(toml, line) {
        return Some(found);
    }
    let sign = text[line.clone()]
        .chars()
        .next()
        .filter(|sign| ">-*•+".contains(*sign))?;
    let mut end = line.start;
    let mut changes = Vec::new();
    for one in text[line.start..].split_inclusive('\n') {
        let Some(inner) = one.strip_prefix(sign) else {
            break;
        };
        let inner = inner.strip_prefix(' ').unwrap_or(inner);
        if sign != '>' && !is_entry(inner) {
            break;
        }
        let length = one.len() - inner.len();
        changes.push(Change::Replace(
            toml.place(end..end + length),
            String::new(),
        ));
        end += one.len();
    }
    let entry = text[line.clone()].trim_start_matches([sign, ' ']);
    if changes.is_empty() || !is_entry(entry) && !entry.starts_with('[') {
        return None;
    }
    let is_removed = |line: &str| line.strip_prefix('-').is_some_and(is_entry);
    if sign == '+' && text.lines().any(is_removed) {
        let place = toml.place(line.start..line.start + 1);
        let help = "this is a comparison of two versions: delete the lines with `-`, and the `+` of the others";
        let diagnostic = invalid("a line of settings does not begin with `+`");
        return Some((diagnostic.at(place, "").help(help), end));
    }
    let help = match changes.len() {
        1 => format!("delete the `{sign}`"),
        _ => format!("delete the `{sign}` before each line"),
    };
    let fix = Fix {
        label: help.clone(),
        is_safe: true,
        changes,
    };
    let place = toml.place(line.start..line.start + sign.len_utf8());
    let diagnostic = invalid(&format!("a line of settings does not begin with `{sign}`"));
    Some((diagnostic.at(place, "").help(help).fix(fix), end))
}

/// Reports entries that begin with the numbers of their lines, as an editor shows them, and returns their end.
fn numbered_lines(toml: &TomlText, line: &Range<usize>) -> Option<(Diagnostic, usize)> {
    let mut end = line.start;
    let mut changes = Vec::new();
    for one in toml.text()[line.start..].split_inclusive('\n') {
        let rest = one
            .trim_start()
            .trim_start_matches(|c: char| c.is_ascii_digit());
        let inner = rest.trim_start_matches([':', '|', ' ', '\t']);
        if rest.len() == one.trim_start().len() || inner.len() == rest.len() || !is_entry(inner) {
            break;
        }
        changes.push(Change::Replace(
            toml.place(end..end + one.len() - inner.len()),
            String::new(),
        ));
        end += one.len();
    }
    if changes.len() < 2 {
        return None;
    }
    let help = "delete the number before each line";
    let fix = Fix {
        label: help.to_owned(),
        is_safe: true,
        changes,
    };
    let diagnostic = invalid("these lines begin with their numbers");
    Some((
        diagnostic
            .at(toml.place(line.clone()), "")
            .help(help)
            .fix(fix),
        end,
    ))
}

/// Reports a text in the notation of YAML, below its key and `>` or `|`, and returns the end of its lines.
pub fn folded_text(toml: &TomlText, line: &Range<usize>) -> Option<(Diagnostic, usize)> {
    let text = toml.text();
    let written = text[line.clone()].trim();
    let (key, sign) = written.split_once(['=', ':'])?;
    let (key, sign) = (key.trim_end(), sign.trim());
    let is_folded = sign.starts_with('>');
    if !is_key(key) || !matches!(sign.trim_end_matches(['-', '+']), ">" | "|") {
        return None;
    }
    let mut end = line.end;
    let mut lines = Vec::new();
    for one in text.get(line.end + 1..)?.split_inclusive('\n') {
        if !one.starts_with([' ', '\t']) {
            break;
        }
        lines.push(one.trim());
        end += one.trim_end_matches('\n').len() + 1;
    }
    let joined = lines
        .join(if is_folded { " " } else { "\n" })
        .replace('\\', "\\\\");
    let joined = joined.replace('"', "\\\"");
    let value = if is_folded || lines.len() == 1 {
        format!("{key} = \"{joined}\"")
    } else {
        format!("{key} = \"\"\"\n{joined}\"\"\"")
    };
    let help = match lines.as_slice() {
        [] => return None,
        [_] => format!("write {value}"),
        [first, ..] if is_folded => {
            format!("write it on one line, in quotes: {key} = \"{first} …\"")
        }
        _ => "put text of several lines between triple quotes: \"\"\"".to_owned(),
    };
    let start = line.start + text[line.clone()].find(key)?;
    let fix = Fix::replace(&help, toml.place(start..end), value);
    let diagnostic = invalid("this text is in the notation of YAML");
    let place = toml.place(start..start + written.len());
    Some((diagnostic.at(place, "").help(help).fix(fix), end))
}

/// Reports a text of several lines that is not closed.
pub fn unclosed_text(toml: &TomlText, message: &str, span: &Range<usize>) -> Option<Diagnostic> {
    if !message.contains("invalid multi-line") {
        return None;
    }
    let opening = open_multi_line_string(toml.text(), span.start)?;
    let quotes = &toml.text()[opening.clone()];
    let line = line_at(toml.text(), opening.start);
    let first = toml.text()[opening.end..line.end].trim_end();
    let sign = &quotes[..1];
    let closing = first.len() - first.trim_end_matches(sign).len();
    if (1..3).contains(&closing) && first.len() > closing && !first.ends_with("\\\"") {
        let count = if closing == 1 {
            "one quote closes"
        } else {
            "two quotes close"
        };
        let end = opening.end + first.len();
        let place = toml.place(end - closing..end);
        let help = format!("only {count} it: write {quotes} at the end of this line");
        let fix = Fix::replace(&help, place.clone(), quotes);
        let fix = if closing == 1 { fix.to_confirm() } else { fix };
        let diagnostic = invalid(&in_plain_words(message)).at(place, "");
        return Some(diagnostic.help(help).fix(fix));
    }
    let diagnostic = invalid(&in_plain_words(message))
        .at(toml.place(opening.clone()), "this string is not closed");
    Some(diagnostic.help(format!("close the string with {quotes}")))
}

/// Returns a number or a date in the digits of another script with those of ASCII, or `None` for any other text.
fn in_ascii_digits(words: &str) -> Option<String> {
    let plain = |sign: char| ascii_digit(sign).unwrap_or(sign);
    let digits: String = words.chars().map(plain).collect();
    let is_value = digits.parse::<f64>().is_ok() || digits.parse::<jiff::civil::Date>().is_ok();
    (is_value && digits != words).then_some(digits)
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
        let value = &text[start..line.end];
        let value = &value[..comment_in(value).unwrap_or(value.len())];
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
    let inside = value
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    match value {
        "" => "…".to_owned(),
        _ if let Some(inside) = inside.filter(|inside| !inside.contains(['"', '\'', '[', '{'])) => {
            let entries: Vec<String> = inside.split(',').map(quoted).collect();
            format!("[{}]", entries.join(", "))
        }
        _ if is_value => value.to_owned(),
        _ => serde_json::Value::from(value).to_string(),
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
