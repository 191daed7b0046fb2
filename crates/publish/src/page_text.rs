//! The text of a page, line by line.

use std::thread;

use html5gum::{DefaultEmitter, Token, Tokenizer};

/// Stack size for each attribute, in bytes: more than the tokenizer uses.
const STACK_OF_AN_ATTRIBUTE: usize = 16 * 1024;
/// Stack size for everything else, in bytes.
const STACK: usize = 1024 * 1024;

/// A line of a page's text: the text that a browser would show in one block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Text of the heading above the line; empty for a heading.
    pub heading: String,
    /// Text of the line, in which white space is collapsed.
    pub text: String,
}

/// Returns the lines of a page's text. The tokenizer recurses for each attribute in double quotes until the tag ends, so it
/// runs on a thread whose stack is large enough for all attributes.
pub fn lines(html: &str) -> Vec<Line> {
    let attributes = html.bytes().filter(|byte| *byte == b'"').count() / 2;
    let stack = STACK + attributes * STACK_OF_AN_ATTRIBUTE;
    let lines = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(stack);
        let thread = thread.spawn_scoped(scope, || read(html)).ok()?;
        thread.join().ok()
    });
    lines.unwrap_or_else(|| read(html))
}

fn read(html: &str) -> Vec<Line> {
    const INLINE: [&str; 17] = [
        "a", "abbr", "b", "bdi", "br", "code", "em", "i", "kbd", "mark", "s", "small", "span",
        "strong", "sub", "sup", "time",
    ];
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut heading = String::new();
    let mut hidden = 0_usize;
    // Number of lines before the heading that is being read.
    let mut before_heading = None;
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok::<Token, _>(token) = token;
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if !INLINE.contains(&name.as_str()) {
                    flush(&mut line, &heading, &mut lines);
                }
                if ["script", "style", "svg", "template"].contains(&name.as_str())
                    && !tag.self_closing
                {
                    hidden += 1;
                }
                if name == "br" {
                    line.push(' ');
                }
                if is_heading(&name) {
                    heading.clear();
                    before_heading = Some(lines.len());
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if ["script", "style", "svg", "template"].contains(&name.as_str()) {
                    hidden = hidden.saturating_sub(1);
                }
                if !INLINE.contains(&name.as_str()) {
                    flush(&mut line, &heading, &mut lines);
                }
                if is_heading(&name)
                    && let Some(before) = before_heading.take()
                {
                    let texts = lines[before..].iter().map(|line| line.text.as_str());
                    heading = texts.collect::<Vec<_>>().join(" ");
                }
            }
            Token::String(text) if hidden == 0 => line.push_str(&String::from_utf8_lossy(&text)),
            _ => {}
        }
    }
    flush(&mut line, &heading, &mut lines);
    lines
}

fn is_heading(name: &str) -> bool {
    matches!(name.as_bytes(), [b'h', b'1'..=b'6'])
}

/// Ends the current line: adds it to `lines` unless it is blank, and clears it.
fn flush(line: &mut String, heading: &str, lines: &mut Vec<Line>) {
    let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
    line.clear();
    if !text.is_empty() {
        lines.push(Line {
            heading: heading.to_owned(),
            text,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that many attributes or nested elements do not overflow the stack, and that the text after them is found.
    #[test]
    fn deeply_nested() {
        let attributes: String = (0..20_000).map(|at| format!(" a{at}=\"b\"")).collect();
        for before in [
            format!("<p{attributes}>"),
            "<div>".repeat(100_000),
            "<b>".repeat(100_000),
            "<div class=\"a\">".repeat(20_000),
        ] {
            let text: Vec<String> = lines(&format!("{before}text"))
                .into_iter()
                .map(|line| line.text)
                .collect();
            assert_eq!(text, ["text"]);
        }
    }
}
