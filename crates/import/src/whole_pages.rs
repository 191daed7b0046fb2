//! Texts that are whole pages of HTML, with `<html>`, `<head>`, and `<body>`, which browsers ignore within a page.

use std::ops::Range;

use crate::edits::{Edit, apply, code, is_within};

/// Elements of the head that a page may also have in its text.
const KEPT: [(&str, &str); 2] = [("<script", "</script>"), ("<style", "</style>")];

/// Returns the text without the tags of a whole page and without its head, except scripts and styles. The body becomes a `<div>`.
pub fn without_frame(text: &str) -> Option<String> {
    let tags = frame(text)?;
    let is_pair = |name: &str| tags.iter().filter(|(one, _)| *one == name).count() == 1;
    let has_body = is_pair("body") && is_pair("/body");
    let mut edits: Vec<Edit> = Vec::new();
    let mut head: Option<usize> = None;
    for (name, range) in &tags {
        match *name {
            "head" => head = head.or(Some(range.start)),
            "/head" => {
                if let Some(start) = head.take() {
                    edits.push((start..range.end, kept(&text[start..range.end])));
                    continue;
                }
            }
            _ => {}
        }
        let new = match *name {
            "body" if has_body => "<div>",
            "/body" if has_body => "</div>",
            _ => "",
        };
        if head.is_none() {
            edits.push((range.clone(), new.to_owned()));
        }
    }
    // A head without an end loses its tag alone.
    let opened = tags.iter().find(|(_, range)| Some(range.start) == head);
    if let Some((_, range)) = opened {
        edits.push((range.clone(), String::new()));
        let rest = tags.iter().filter(|(_, one)| one.start > range.start);
        edits.extend(rest.map(|(_, one)| (one.clone(), String::new())));
    }
    Some(apply(text, edits))
}

/// Returns the start tag of the head of a text that is a whole page.
pub fn head(text: &str) -> Option<&str> {
    let (_, range) = frame(text)?.into_iter().find(|(name, _)| *name == "head")?;
    Some(&text[range])
}

/// Returns the tags of whole pages in a text, outside of code; `None` if there are none.
fn frame(text: &str) -> Option<Vec<(&'static str, Range<usize>)>> {
    const NAMES: [&str; 7] = [
        "!doctype", "html", "/html", "head", "/head", "body", "/body",
    ];
    let mut tags = Vec::new();
    let code = code(text);
    let comments = comments(text, &code);
    let is_shown = |at: usize| !is_within(&code, at) && !is_within(&comments, at);
    for (at, _) in text.match_indices('<') {
        let rest = &text[at + 1..];
        let has_name = |name: &&&str| {
            let start = rest.get(..name.len());
            let end = rest.as_bytes().get(name.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(name))
                && end.is_some_and(|end| *end == b'>' || end.is_ascii_whitespace())
        };
        let Some(name) = NAMES.iter().find(has_name) else {
            continue;
        };
        // A tag with another one inside is a text about tags.
        let end = rest
            .find(['>', '<'])
            .filter(|end| rest[*end..].starts_with('>'));
        if let Some(end) = end.filter(|_| is_shown(at)) {
            tags.push((*name, at..at + 1 + end + 1));
        }
    }
    (!tags.is_empty()).then_some(tags)
}

/// Returns the byte ranges of comments outside of code.
fn comments(text: &str, code: &[Range<usize>]) -> Vec<Range<usize>> {
    const MARKS: [(&str, &str); 2] = [("<!--", "-->"), ("{% comment %}", "{% endcomment %}")];
    let mut comments: Vec<Range<usize>> = Vec::new();
    for (open, close) in MARKS {
        let mut at = 0;
        while let Some(start) = text[at..].find(open).map(|found| at + found) {
            at = start + open.len();
            if is_within(code, start) {
                continue;
            }
            let Some(length) = text[at..].find(close) else {
                break;
            };
            at += length;
            comments.push(start..at);
        }
    }
    comments.sort_by_key(|range| range.start);
    comments
}

/// Returns the scripts and styles of a head.
fn kept(head: &str) -> String {
    let mut kept = String::new();
    let ends = KEPT.map(|(_, close)| head.rfind(close).unwrap_or_default());
    let mut at = 0;
    while let Some(start) = head[at..].find('<').map(|start| at + start) {
        at = start + 1;
        let mut elements = KEPT.iter().zip(ends);
        let element = elements.find_map(|((open, close), last)| {
            let rest = head[start..].strip_prefix(open).filter(|_| start < last)?;
            Some(open.len() + rest.find(close)? + close.len())
        });
        if let Some(length) = element {
            at = start + length;
            kept.push_str(&head[start..at]);
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames() {
        for (text, expected) in [
            (
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>A</title><style>b{}</style></head>\n<BODY class=\"c\">\n<p>d</p>\n</BODY>\n</html>\n",
                "\n\n<style>b{}</style>\n\n<div>\n<p>d</p>\n</div>\n\n",
            ),
            ("<body>\n*a*\n</body>", "<div>\n*a*\n</div>"),
            ("<body>\n*a*", "\n*a*"),
            ("`<body>` and <header>", ""),
            ("<!-- `<head>` -->\n{% comment %}<body>{% endcomment %}", ""),
            ("`<!--` <body>a</body> -->", "`<!--` <div>a</div> -->"),
            ("<!-- a --><body>b</body>", "<!-- a --><div>b</div>"),
            ("<html <p>", ""),
            ("<head>a", "a"),
            ("<head>\n<body>a</body>", "\na"),
            (
                "<head><script src=\"a.js\"></script><link href=\"b.css\"></head>c",
                "<script src=\"a.js\"></script>\nc",
            ),
        ] {
            let new = without_frame(text).unwrap_or_default();
            assert_eq!(new, expected, "{text}");
        }
    }

    /// The time for a text does not grow with the square of its length.
    #[test]
    fn long_texts() {
        for part in [
            "<html ",
            "<head>",
            "<head><script></head>",
            "<script",
            "<body>",
        ] {
            let text = format!("<head>{}</head>", part.repeat(100_000));
            assert!(without_frame(&text).is_none_or(|new| new.len() <= text.len() + 600_000));
        }
    }
}
