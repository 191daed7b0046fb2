//! Characters that do not show, which word processors and PDF files leave in copied text.

use diagnostic::{Diagnostic, Fix, Place};
use serde_json::{Map, Value};

use crate::codes::CONTROL_CHARACTER;
use crate::document::Document;
use crate::toml_help::ON_YOUR_COMPUTER;
use crate::toml_text::{Part, escape};

/// Reports the first control character in a document's front matter or Markdown, and how many more there are. XML does not allow
/// them (XML 1.0, section 2.2), so feeds are written without them.
pub fn control_character(document: &Document) -> Option<Diagnostic> {
    let mut found: Vec<(Place, char)> = Vec::new();
    if document.fields.values().any(has_control_character) {
        in_fields(&document.fields, "", &mut |pointer, character| {
            let place = document.place(pointer, Part::Value);
            if is_control(character) || written_escape(&place, character).is_some() {
                found.push((place, character));
            }
        });
    }
    let markdown = document.markdown();
    // Fast path: these characters are rare, and so are the bytes of all but the first kind.
    let bytes = markdown.as_bytes();
    let mut typographic = memchr::memmem::find_iter(bytes, b"\xe2\x80");
    if memchr::memchr3(0x7f, 0xc2, 0xef, bytes).is_some()
        || memchr::memchr(0xee, bytes).is_some()
        || typographic.any(|at| matches!(bytes.get(at + 2), Some(0x8b | 0xa8..=0xae)))
        || has_unprintable(bytes)
    {
        let start = document.body.start;
        // A bullet of Word at the start of a line is reported with its list.
        let is_bullet = |at: usize, c: char| {
            let before = markdown[..at].trim_end_matches([' ', '\t']);
            is_symbol(c) && (before.is_empty() || before.ends_with(['\n', '>']))
        };
        let all = markdown.char_indices();
        let is_misread = |at: usize| {
            let before = markdown[..at].chars().next_back();
            before.is_some_and(|before| MISREAD.contains(before) || is_of_latin_1(before))
        };
        // Markdown does not read a mark behind a space without a width, which is right within a text.
        let hides_mark = |at: usize, c: char| {
            if c != '\u{200b}' {
                return false;
            }
            let after = markdown[at..].trim_start_matches('\u{200b}');
            let number = after.trim_start_matches(|c: char| c.is_ascii_digit());
            let is_number = number.len() < after.len() && number.starts_with(['.', ')']);
            let before = markdown[..at].trim_end_matches(' ');
            let starts = before.is_empty() || before.ends_with('\n');
            starts && (is_number || after.starts_with(['-', '+', '#', '>', '|']))
        };
        let all = all.filter(|(at, c)| {
            hides_mark(*at, *c)
                || is_control(*c) && !is_bullet(*at, *c) && !(is_of_latin_1(*c) && is_misread(*at))
        });
        found.extend(all.map(|(at, c)| {
            let span = start + at..start + at + c.len_utf8();
            (Place::new(document.source(), span), c)
        }));
    }
    let more = found.len().saturating_sub(1);
    let (place, character) = found.into_iter().next()?;
    let code = u32::from(character);
    let diagnostic = if character == REPLACEMENT {
        let message = "a letter was lost when this text was saved: `\u{fffd}` shows in its place";
        Diagnostic::new(&CONTROL_CHARACTER, message)
            .help("type the letter again, and save the file as UTF-8")
    } else if is_symbol(character) {
        let message = format!(
            "the text has a sign of a symbol font, U+{code:04X}, which shows as an empty box"
        );
        Diagnostic::new(&CONTROL_CHARACTER, message)
            .help("type the sign that you mean, such as ✓ or →, or delete it")
    } else if let Some(escape) = written_escape(&place, character) {
        let message = format!("`{escape}` is a control character in TOML, which does not show");
        let help = if is_control(character) {
            format!("write `\\{escape}` for a backslash and a letter")
        } else {
            ON_YOUR_COMPUTER.to_owned()
        };
        Diagnostic::new(&CONTROL_CHARACTER, message).help(help)
    } else if character == '\u{e200}' {
        let message =
            "a chat program has left a note about its source here, between signs that do not show";
        Diagnostic::new(&CONTROL_CHARACTER, message)
            .help("delete everything from here to the end of the note: `cite`, and words such as `turn0search1`")
    } else {
        let message =
            format!("the text has a control character, U+{code:04X}, which does not show");
        Diagnostic::new(&CONTROL_CHARACTER, message)
            .help("delete it, and type a space or a line break if one is missing")
    };
    // Within quotes, the place is that of the value.
    let inside = place.source.text[place.span.clone()].find(character);
    let place = match inside {
        Some(at) => Place::new(
            &place.source,
            place.span.start + at..place.span.start + at + character.len_utf8(),
        ),
        None => place,
    };
    let is_before_path = is_copied_mark(&place, character);
    let diagnostic = if is_before_path {
        let message = format!("an invisible character, U+{code:04X}, is before the path");
        Diagnostic::new(&CONTROL_CHARACTER, message)
            .help("delete it: Windows copies it with the path of a file")
    } else {
        diagnostic
    };
    let diagnostic = diagnostic.at(place, "");
    let written = diagnostic.place.as_ref().map(|(place, _)| place.clone());
    let written = written.filter(|place| {
        character != REPLACEMENT
            && place.source.text[place.span.clone()]
                .chars()
                .eq([character])
    });
    let fix = written.map(|place| Fix::replace("delete it", place, ""));
    let fix = if is_before_path {
        fix
    } else {
        fix.map(Fix::to_confirm)
    };
    let diagnostic = diagnostic.maybe_fix(fix);
    Some(match more {
        0 => diagnostic,
        1 => diagnostic.help("this file has another one"),
        more => diagnostic.help(format!("this file has {more} more")),
    })
}

/// Returns whether a character at a place is the mark of direction that the properties of a file in Windows have before a path, which
/// begins with the letter of a drive or with two backslashes.
fn is_copied_mark(place: &Place, character: char) -> bool {
    let text = &place.source.text;
    let after = text.get(place.span.end..).unwrap_or_default();
    let is_path = after.starts_with("\\\\")
        || after.starts_with(|c: char| c.is_ascii_alphabetic()) && after[1..].starts_with(':');
    let is_start = text[..place.span.start].ends_with(['"', '\'', '(', '<']);
    character == '\u{202a}' && is_start && is_path
}

/// Returns how a control character is written between quotes of TOML at a place, such as `\b` in `"C:\backup"`.
fn written_escape(place: &Place, character: char) -> Option<&'static str> {
    let escape = match character {
        '\u{8}' => "\\b",
        '\u{c}' => "\\f",
        '\t' => "\\t",
        '\n' => "\\n",
        '\r' => "\\r",
        _ => return None,
    };
    place.source.text[place.span.clone()]
        .contains(escape)
        .then_some(escape)
}

/// What the first bytes of a letter in UTF-8 become in Windows-1252. A control character after one is a part of a letter, and the text is
/// reported when its page is checked.
const MISREAD: &str = "ÂÃÐÑâà€¥";

/// Returns whether a character is a control character of Latin 1 that ASCII does not have.
fn is_of_latin_1(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9f}')
}

/// Character that programs write in the place of bytes that they cannot read.
const REPLACEMENT: char = '\u{fffd}';

/// Returns whether a byte is a control character of ASCII other than a tab or a line break. Looks at all bytes, many at a time, which is
/// faster than to stop at the first one.
fn has_unprintable(bytes: &[u8]) -> bool {
    let is_unprintable = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    bytes
        .iter()
        .fold(false, |found, byte| found | is_unprintable(byte))
}

/// Returns whether a character should not be in a text: a control character other than a tab or a line break, a line separator, one
/// that changes the direction of the text after it (Unicode Standard Annex #9, section 2), a noncharacter, the replacement character, or
/// a mark that chat programs write around their sources. U+0000 is reported in the finished page.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\0' | '\t' | '\n' | '\r')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{feff}' | '\u{e200}'..='\u{e206}')
        || is_symbol(c)
        || matches!(c, '\u{fffe}' | '\u{ffff}' | REPLACEMENT)
}

/// Returns whether a character is one that Word writes in the fonts Symbol and Wingdings, which no other font has.
fn is_symbol(c: char) -> bool {
    matches!(c, '\u{f000}'..='\u{f0ff}')
}

/// Returns the first control character of a text, or the tab or line break after the letter of a drive, as TOML reads `"C:\temp"`.
fn hidden(text: &str) -> Option<char> {
    let after_drive = || {
        let mut start = text.chars();
        let is_drive = start.next()?.is_ascii_alphabetic() && start.next()? == ':';
        start
            .next()
            .filter(|c| is_drive && matches!(c, '\t' | '\n' | '\r'))
    };
    text.chars().find(|c| is_control(*c)).or_else(after_drive)
}

/// Returns whether a text in `value` has a control character.
pub fn has_control_character(value: &Value) -> bool {
    match value {
        Value::String(text) => hidden(text).is_some(),
        Value::Array(values) => values.iter().any(has_control_character),
        Value::Object(fields) => fields.values().any(has_control_character),
        _ => false,
    }
}

/// Calls `report` with the JSON pointer and the first control character of each text in `fields`.
fn in_fields(fields: &Map<String, Value>, pointer: &str, report: &mut impl FnMut(&str, char)) {
    for (key, value) in fields {
        in_value(value, &format!("{pointer}/{}", escape(key)), report);
    }
}

fn in_value(value: &Value, pointer: &str, report: &mut impl FnMut(&str, char)) {
    match value {
        Value::String(text) => {
            if let Some(character) = hidden(text) {
                report(pointer, character);
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                in_value(value, &format!("{pointer}/{index}"), report);
            }
        }
        Value::Object(fields) => in_fields(fields, pointer, report),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use diagnostic::{Place, Source};

    use super::is_copied_mark;

    #[test]
    fn marks_before_paths() {
        for (text, expected) in [
            (r"(!C:\a.png)", true),
            (r"'!\\server\a.png'", true),
            ("(!/a.png)", false),
            ("'!a.png'", false),
            ("a !C:/a.png", false),
        ] {
            let text = text.replace('!', "\u{202a}");
            let at = text.find('\u{202a}').unwrap_or_default();
            let place = Place::new(&Source::new("a.md", text.as_str()), at..at + 3);
            assert_eq!(is_copied_mark(&place, '\u{202a}'), expected, "{text}");
        }
    }
}
