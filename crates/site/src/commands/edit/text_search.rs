//! Finds documents by words of their texts.

use diagnostic::{Place, Source, line_start};
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use super::listing::is_setting;
use super::reported::Focus;
use super::view::View;
use crate::commands::language_server::project::rule;

/// Words that a text must contain.
#[derive(Deserialize)]
pub struct Words {
    query: String,
}

/// Maximum number of documents in an answer.
const MOST: usize = 20;

/// Number of characters that are shown before the first word that was found, and after its beginning.
const AROUND: (usize, usize) = (24, 60);

/// Returns the documents that contain all words of a query, in any case, each with the text around the first word and its place.
pub fn search(view: &View<'_>, wanted: &Words) -> Value {
    let query = wanted.query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let Some(first) = words.iter().max_by_key(|word| word.len()) else {
        return json!({ "found": [] });
    };
    let texts: Vec<_> = view.project.files.content.texts.iter().collect();
    let texts = texts.into_par_iter().filter(|(path, _)| {
        let is_kind = path.ends_with(".md") || path.ends_with(".toml");
        is_kind && (is_setting(path) || rule(&view.project.structure, path).is_some())
    });
    let found: Vec<_> = texts
        .filter_map(|(path, source)| {
            let place = place_of(source, &words, first)?;
            Some((path, source, place))
        })
        .collect();
    let found = found.into_iter().take(MOST).map(|(path, source, at)| {
        let focus = Focus::of(&Place::new(source, at..at + first.len()));
        json!({
            "document": path,
            "title": view.title(path),
            "excerpt": excerpt(&source.text, at),
            "focus": focus.map(|focus| focus.to_json()),
        })
    });
    json!({ "found": found.collect::<Vec<_>>() })
}

/// Returns where a text has `first`, or `None` if a word is missing. Comments and the keys of values do not count.
fn place_of(source: &Source, words: &[&str], first: &str) -> Option<usize> {
    let text = &source.text;
    let lower = text.to_lowercase();
    if !words.iter().all(|word| lower.contains(word)) {
        return None;
    }
    let mut places = lower.match_indices(first).map(|(at, _)| at);
    let is_shown = |at: &usize| {
        let start = line_start(&lower[..*at]);
        let is_comment = lower[start..].starts_with("# ") && source.path.ends_with(".toml");
        !is_comment && *at >= start + key_length(&lower[start..])
    };
    let at = places.find(is_shown)?;
    // In some languages, small letters take another number of bytes.
    let is_within = lower.len() == text.len()
        && text.is_char_boundary(at)
        && text.is_char_boundary(at + first.len());
    Some(if is_within { at } else { 0 })
}

/// Returns the length of the key at the beginning of a line, with the sign after it and the quotes, or 0 if there is none.
fn key_length(line: &str) -> usize {
    let is_of_key = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-' | '.');
    let after = line.trim_start_matches(is_of_key);
    match after.strip_prefix(" = ") {
        Some(value) if after.len() < line.len() => {
            line.len() - value.trim_start_matches(['"', '\'', '[', ' ']).len()
        }
        _ => 0,
    }
}

/// Returns the part of a line around a place.
fn excerpt(text: &str, at: usize) -> String {
    let (before, after) = AROUND;
    let start = line_start(&text[..at]);
    let start = start + key_length(&text[start..]).min(at - start);
    let line_end = text[at..].find('\n').map_or(text.len(), |line| at + line);
    let head: Vec<char> = text[start..at].chars().collect();
    let is_cut = head.len() > before;
    let head: String = head[head.len().saturating_sub(before)..].iter().collect();
    let tail: String = text[at..line_end].chars().take(after).collect();
    let more = if text[at..line_end].chars().count() > after {
        "…"
    } else {
        ""
    };
    let start = if is_cut { "…" } else { "" };
    format!(
        "{start}{}{}{more}",
        head.trim_start(),
        tail.trim_end_matches(['"', '\'', ',', ']', ' '])
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts() {
        let long = format!("{} salt {}", "a".repeat(40), "b".repeat(80));
        for (text, word, expected) in [
            (
                "One\nTwo and salt\nThree",
                "salt",
                "Two and salt".to_owned(),
            ),
            (
                &long,
                "salt",
                format!("…{} salt {}…", "a".repeat(23), "b".repeat(55)),
            ),
            ("नमक", "नमक", "नमक".to_owned()),
            ("title = \"Sea salt\"\n", "salt", "Sea salt".to_owned()),
        ] {
            assert_eq!(excerpt(text, text.find(word).unwrap()), expected);
        }
    }

    #[test]
    fn places() {
        for (path, text, words, expected) in [
            (
                "a.toml",
                "# salt\ntitle = \"Salt\"",
                &["salt"][..],
                Some(16),
            ),
            ("a.toml", "salt = \"Salt\"", &["salt"], Some(8)),
            ("a.toml", "salt = \"Pepper\"", &["salt"], None),
            ("a.md", "# Salt", &["salt"], Some(2)),
            ("a.md", "Salt and flour", &["flour", "salt"], Some(9)),
            ("a.md", "Salt", &["flour", "salt"], None),
            ("a.md", "İ Salt", &["salt"], Some(0)),
        ] {
            let source = Source::new(path, text);
            assert_eq!(place_of(&source, words, words[0]), expected, "{text}");
        }
    }
}
