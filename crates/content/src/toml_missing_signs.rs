//! Findings about a quote, bracket, brace, or comma that is missing in TOML.

use std::ops::Range;

use diagnostic::{Diagnostic, Fix};

use crate::codes::BAD_TOML;
use crate::toml_lines::line_at;
use crate::toml_messages::invalid;
use crate::toml_repair::{Missing, Sign};
use crate::toml_slips::other_quotes;
use crate::toml_text::TomlText;

/// Reports a character that is missing.
pub fn missing_sign(toml: &TomlText, missing: &Missing) -> Diagnostic {
    let text = toml.text();
    let line = line_at(text, missing.span.start);
    let key = text[line.clone()]
        .split('=')
        .next()
        .unwrap_or_default()
        .trim();
    let typed = &text[missing.span.clone()];
    let fix = missing.fix.as_ref();
    let written = fix.map_or("", |(_, written)| written.as_str());
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
            if missing.span.is_empty() {
                format!("write `{key} = [`")
            } else {
                "write `[` before it".to_owned()
            },
        ),
        Sign::OpeningBrace => (
            "this entry has no opening brace",
            "write `{` before it: { key = \"text\" }".to_owned(),
        ),
        Sign::Quote => return missing_quote(toml, &missing.span, &line),
        Sign::Header => {
            let message = if written.starts_with("[[") {
                "a header has two brackets on each side"
            } else {
                "a header has a bracket on each side"
            };
            (message, format!("write {written}"))
        }
        Sign::Comma => {
            let message = format!("expected a comma, not `{typed}`");
            return instead(toml, &message, missing);
        }
        Sign::WrongBracket => {
            let message = match written {
                "[" => format!("a list begins with `[`, not `{typed}`"),
                "]" => format!("a list ends with `]`, not `{typed}`"),
                _ => format!("an entry ends with `}}`, not `{typed}`"),
            };
            return instead(toml, &message, missing);
        }
        Sign::SecondBracket => (
            "there are two `[`, and only one of them is closed",
            "delete one `[`, or write `]` where the outer list ends".to_owned(),
        ),
    };
    let diagnostic = Diagnostic::new(&BAD_TOML, format!("invalid TOML: {message}"))
        .at(toml.place(missing.span.clone()), "");
    match fix {
        Some((span, sign)) => {
            let label = match missing.what {
                Sign::Header => format!("write {sign}"),
                Sign::SecondBracket => "delete one `[`".to_owned(),
                _ => format!("add `{}`", sign.trim()),
            };
            let mut fix = Fix::replace(label, toml.place(span), sign);
            // The schema may ask for a list of lists.
            fix.is_safe = missing.what != Sign::SecondBracket;
            diagnostic.help(help).fix(fix)
        }
        None => diagnostic.help(help),
    }
}

/// Reports a sign in place of the right one.
fn instead(toml: &TomlText, message: &str, missing: &Missing) -> Diagnostic {
    let typed = &toml.text()[missing.span.clone()];
    let right = missing.fix.as_ref().map_or("", |(_, right)| right.as_str());
    let place = toml.place(missing.span.clone());
    let fix = Fix::replace(
        format!("write `{right}` instead of `{typed}`"),
        place.clone(),
        right,
    );
    invalid(message)
        .at(place, "")
        .help(format!("write `{right}` instead"))
        .fix(fix)
}

/// Reports a quote that is missing in a line. `span` ends where the line's values end.
fn missing_quote(toml: &TomlText, span: &Range<usize>, line: &Range<usize>) -> Diagnostic {
    let text = toml.text();
    let written = &text[line.clone()];
    if let Some(diagnostic) = other_quotes(toml, line) {
        return diagnostic;
    }
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
