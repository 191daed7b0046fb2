//! Front matter in TOML (`+++`), YAML (`---`), or JSON (`{`).

use std::ops::Range;

use diagnostic::lines_in;
use toml::Table;

use crate::values::{from_json, from_toml, from_yaml};

/// A document's front matter and the place of its text.
#[derive(Debug)]
pub struct Parsed {
    /// Values of the front matter.
    pub fields: Table,
    /// Byte range of the text after the front matter.
    pub body: Range<usize>,
}

/// Returns whether a text begins with the mark above YAML, which spaces may follow.
pub fn begins_with_yaml(text: &str) -> bool {
    let rest = text.strip_prefix("---");
    let line = rest.and_then(|rest| rest.split_once('\n'));
    line.is_some_and(|(line, _)| line.trim().is_empty())
}

/// Splits a document. A document without front matter has no fields. Empty lines may be above front matter. Fails with a message for front
/// matter that cannot be parsed.
pub fn split(text: &str) -> Result<Parsed, String> {
    split_with(text, from_yaml)
}

/// Splits a document as [`split`] does, and parses YAML with `yaml`. Fails with a message for front matter that cannot be parsed.
pub fn split_with(text: &str, yaml: fn(&str) -> Result<Table, String>) -> Result<Parsed, String> {
    let all = 0..text.len();
    let document = text.trim_start();
    for (mark, parse) in [
        ("+++", from_toml as fn(&str) -> Result<Table, String>),
        ("---", yaml),
    ] {
        let Some(after) = document.strip_prefix(mark) else {
            continue;
        };
        let Some((first, rest)) = after.split_once('\n') else {
            continue;
        };
        // Hugo also reads what follows the mark on its line.
        let is_on_line = mark == "+++" && first.starts_with(' ');
        if !is_on_line && !first.trim().is_empty() {
            continue;
        }
        let start = text.len() - after.len();
        for (at, line) in lines_in(text, text.len() - rest.len()..text.len()) {
            let end = line.trim_end();
            // Hugo and Astro also take a longer line of hyphens for the end.
            let is_longer =
                mark == "---" && end.starts_with(mark) && end.trim_matches('-').is_empty();
            if end == mark || is_longer {
                let fields = parse(&text[start..at])?;
                let body = at + line.len()..text.len();
                return Ok(Parsed { fields, body });
            }
        }
    }
    if document.starts_with("{\n")
        && let Some(end) = text.find("\n}")
    {
        let end = end + 2;
        return Ok(Parsed {
            fields: from_json(text[..end].trim_start())?,
            body: end..text.len(),
        });
    }
    Ok(Parsed {
        fields: Table::new(),
        body: all,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks() {
        for (text, expected) in [
            ("---\na: 1\n---\n", true),
            ("---   \n \na: 1\n---\n", true),
            ("--- a\n", false),
            ("----\n", false),
            ("\n---\n", false),
            ("---", false),
        ] {
            assert_eq!(begins_with_yaml(text), expected, "{text}");
        }
    }

    #[test]
    fn parts() {
        for (text, keys, body) in [
            ("+++\na = 1\n+++\nText.", "a", "Text."),
            ("---\na: 1\nb: 2\n---\nText.", "a b", "Text."),
            ("---\n---\nText.", "", "Text."),
            ("---\na: 1\n-----\nText.", "a", "Text."),
            ("\n \n+++\na = 1\n+++  \nText.", "a", "Text."),
            ("{\n\"a\": 1\n}\nText.", "a", "\nText."),
            ("Text.\n---\nmore", "", "Text.\n---\nmore"),
            ("---\nnot closed: 1\n", "", "---\nnot closed: 1\n"),
            ("", "", ""),
            ("+++", "", "+++"),
            ("+++ a = 1\nb = 2\n+++\nText.", "a b", "Text."),
            ("+++ a = 1\n", "", "+++ a = 1\n"),
        ] {
            let parsed = split(text).unwrap();
            let found: Vec<&str> = parsed.fields.keys().map(String::as_str).collect();
            assert_eq!(
                (found.join(" ").as_str(), &text[parsed.body]),
                (keys, body),
                "{text}"
            );
        }
        assert!(split("+++\na\n+++\n").is_err());
    }
}
