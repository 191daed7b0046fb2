//! Notation that only Kramdown reads: abbreviations, comments, and lists of contents.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use content::Code;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::edits::{Edit, apply, code, is_within};

/// Explains abbreviations where they occur, and removes the lines that define them: `*[HTML]: Hypertext Markup Language`.
pub fn with_abbreviations(text: &str) -> Cow<'_, str> {
    if !text.contains("*[") {
        return Cow::Borrowed(text);
    }
    let code = code(text);
    let mut edits: Vec<Edit> = Vec::new();
    // Meanings by the first word, the longest abbreviation first.
    let mut meanings: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = at..at + line.len();
        at = span.end;
        let definition = line
            .strip_prefix("*[")
            .and_then(|rest| rest.split_once("]:"));
        let Some((short, long)) = definition.filter(|_| !is_within(&code, span.start)) else {
            continue;
        };
        meanings
            .entry(first_word(short))
            .or_default()
            .push((short, long.trim()));
        edits.push((span, String::new()));
    }
    for one in meanings.values_mut() {
        one.sort_by_key(|(short, _)| std::cmp::Reverse(short.len()));
        one.truncate(16);
    }
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::Image { .. }) => depth += 1,
            Event::End(TagEnd::CodeBlock | TagEnd::Image) => depth = depth.saturating_sub(1),
            Event::Text(_) if depth == 0 => {
                edits.extend(explained(text, range, &meanings));
            }
            _ => {}
        }
    }
    Cow::Owned(apply(text, edits))
}

/// Returns the letters and digits at the beginning of a text, or its first sign.
fn first_word(text: &str) -> &str {
    let end = text
        .find(|one: char| !one.is_alphanumeric())
        .unwrap_or(text.len());
    let first = text.chars().next().map_or(0, char::len_utf8);
    &text[..end.max(first)]
}

/// Returns the changes that explain the abbreviations in a range of a text.
fn explained(
    text: &str,
    range: Range<usize>,
    meanings: &HashMap<&str, Vec<(&str, &str)>>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut at = range.start;
    let is_letter = |one: char| one.is_alphanumeric();
    while at < range.end {
        let rest = &text[at..range.end];
        let word = first_word(rest);
        let found = meanings.get(word).and_then(|all| {
            let mut all = all.iter();
            all.find(|(short, _)| {
                rest.strip_prefix(short)
                    .is_some_and(|rest| !rest.starts_with(is_letter))
            })
        });
        let length = found.map_or(word.len(), |(short, _)| short.len());
        if let Some((short, long)) = found {
            let title = long.replace('&', "&amp;").replace('"', "&quot;");
            edits.push((
                at..at + length,
                format!("<abbr title=\"{title}\">{short}</abbr>"),
            ));
        }
        at += length;
    }
    edits
}

/// Removes comments and options of Kramdown, and lists of contents. Returns whether there was such a list.
pub fn without_extensions(text: &str) -> (String, bool) {
    if !text.contains("{:") {
        return (text.to_owned(), false);
    }
    let code = Code::of(text).all();
    let mut edits: Vec<Edit> = Vec::new();
    let mut has_contents = false;
    let mut above = 0..0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = at..at + line.len();
        at = span.end;
        let words = line.trim();
        if is_within(&code, span.start) {
            continue;
        }
        let attributes = words
            .strip_prefix("{:")
            .and_then(|rest| rest.strip_suffix('}'));
        let mut attributes = attributes.unwrap_or_default().split_whitespace();
        if attributes.any(|one| one == "toc") {
            has_contents = true;
            let item = text[above.clone()].trim_start();
            let is_item = item.starts_with(['*', '-', '+']) || item.starts_with("1.");
            let start = if is_item { above.start } else { span.start };
            edits.push((start..span.end, String::new()));
        }
        above = span;
    }
    let mut at = 0;
    while let Some(start) = text[at..].find("{::comment}").map(|found| at + found) {
        at = start + 1;
        if is_within(&code, start) {
            continue;
        }
        let Some(end) = text[start..].find("{:/").map(|found| start + found) else {
            break;
        };
        let Some(length) = text[end..].find('}') else {
            break;
        };
        at = end + length + 1;
        edits.push((start..at, String::new()));
    }
    (apply(text, edits), has_contents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations() {
        for (text, expected) in [
            (
                "HTML and `HTML`, [HTML](/HTML): XHTML, HTML 5, ![HTML](a.png)\n\n*[HTML]: Hypertext\n*[HTML 5]: The \"fifth\"\n",
                "<abbr title=\"Hypertext\">HTML</abbr> and `HTML`, [<abbr title=\"Hypertext\">HTML</abbr>](/HTML): XHTML, \
                 <abbr title=\"The &quot;fifth&quot;\">HTML 5</abbr>, ![HTML](a.png)\n\n",
            ),
            ("```\n*[A]: b\n```\nA", "```\n*[A]: b\n```\nA"),
            ("*[a] b* c", "*[a] b* c"),
        ] {
            assert_eq!(with_abbreviations(text), expected);
        }
    }

    #[test]
    fn extensions() {
        for (text, expected, has_contents) in [
            ("* TOC\n{:toc}\n\n# A\n", "\n# A\n", true),
            ("1. x\n{: .a toc}\nb", "b", true),
            ("a\n{:toc}\n", "a\n", true),
            ("a {::comment}b{:/comment}c{::comment}d{:/}", "a c", false),
            ("`{::comment}`{:/}", "`{::comment}`{:/}", false),
            ("{::comment}", "{::comment}", false),
        ] {
            assert_eq!(
                without_extensions(text),
                (expected.to_owned(), has_contents),
                "{text}"
            );
        }
    }

    /// The time for a text does not grow with the square of its length.
    #[test]
    fn long_texts() {
        for part in ["{::comment}", "*[a]: b\na\n"] {
            let text = part.repeat(20_000);
            assert!(without_extensions(&text).0.len() <= text.len());
            assert!(with_abbreviations(&text).len() <= text.len() * 40);
        }
    }
}
