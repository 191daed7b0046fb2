//! Comments in HTML with an empty line, at which a block of HTML in Markdown ends.

use pulldown_cmark::{Event, Options, Parser, Tag};
use std::ops::Range;

use crate::edits::{Edit, apply, is_within};

/// Removes the empty lines of comments at which a block of HTML ends, but the comment does not. `is_html` says whether HTML goes on after
/// them whatever follows, as in Kramdown; otherwise, only a comment whose end is in HTML again is one.
pub fn without_empty_lines(text: &str, is_html: bool) -> String {
    if !text.contains("<!--") {
        return text.to_owned();
    }
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let blocks = events.filter_map(|(event, range)| match event {
        Event::Start(Tag::HtmlBlock) => Some(range),
        _ => None,
    });
    let blocks: Vec<Range<usize>> = blocks.collect();
    let mut edits: Vec<Edit> = Vec::new();
    let mut done = 0;
    for block in &blocks {
        let html = &text[block.clone()];
        let is_open = html
            .rfind("<!--")
            .is_some_and(|at| !html[at..].contains("-->"));
        if !is_open || block.start < done {
            continue;
        }
        let Some(length) = text[block.end..].find("-->") else {
            break;
        };
        done = block.end + length;
        if !is_html && !is_within(&blocks, done) {
            continue;
        }
        let mut at = block.end;
        for line in text[block.end..done].split_inclusive('\n') {
            if line.trim().is_empty() && line.ends_with('\n') {
                edits.push((at..at + line.len(), String::new()));
            }
            at += line.len();
        }
    }
    apply(text, edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments() {
        for (text, of_kramdown, of_others) in [
            (
                "<div>\n  <!-- <p>\n one\n\n  </p> -->\n  <p>shown</p>\n</div>\n\nA\n",
                "<div>\n  <!-- <p>\n one\n  </p> -->\n  <p>shown</p>\n</div>\n\nA\n",
                "<div>\n  <!-- <p>\n one\n  </p> -->\n  <p>shown</p>\n</div>\n\nA\n",
            ),
            (
                "<div>\n<!-- one\n\n\ntwo -->\n</div>\n",
                "<div>\n<!-- one\ntwo -->\n</div>\n",
                "<div>\n<!-- one\n\n\ntwo -->\n</div>\n",
            ),
            ("<!-- one\n\ntwo -->\n\n<p>a</p>\n", "=", "="),
            ("A <!-- one\n\ntwo --> b\n", "=", "="),
            ("<div>\n<!-- one -->\n\n<p>\n</div>\n", "=", "="),
            ("<div>\n<!-- one\n\nno end\n", "=", "="),
            ("```html\n<div>\n<!-- one\n\ntwo -->\n```\n", "=", "="),
            ("    <div><!-- a\n\n    b -->\n", "=", "="),
        ] {
            for (is_html, expected) in [(true, of_kramdown), (false, of_others)] {
                let expected = if expected == "=" { text } else { expected };
                assert_eq!(without_empty_lines(text, is_html), expected, "{text}");
            }
        }
    }

    /// The time for a text does not grow with the square of its length.
    #[test]
    fn long_texts() {
        for part in [
            "<div><!--\n\n",
            "<div><!--\n\n</div>-->\n\n",
            "<!--",
            "<p>\n",
        ] {
            let text = part.repeat(20_000);
            assert!(without_empty_lines(&text, true).len() <= text.len());
        }
    }
}
