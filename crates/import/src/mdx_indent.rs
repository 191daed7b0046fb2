//! Indentation in MDX. There, it only shows which element a line is in; in Markdown, four spaces begin code.

use std::ops::Range;

use diagnostic::lines;

use crate::edits::{Edit, apply};
use crate::mdx_tag::{Attributes, attributes};

/// An element that is open while the lines of a text are read.
struct Open {
    name: String,
    /// Indentation of the outermost element around it.
    base: usize,
    /// Starts and indentations of the lines that are directly in it.
    lines: Vec<(usize, usize)>,
}

/// Moves the lines within elements to the left, each to where the outermost element begins. What is indented within the text of an
/// element stays indented by as much.
pub fn without_indentation(text: &str) -> String {
    if !text.contains("\n    ") && !text.contains("\n\t") {
        return text.to_owned();
    }
    let mut edits: Vec<Edit> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut fence: Option<&str> = None;
    // End of the last tag, which may have several lines.
    let mut end_of_tag = 0;
    for (start, line) in lines(text) {
        let words = line.trim();
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if start < end_of_tag || words.is_empty() {
            continue;
        }
        let marks = words.bytes().take_while(|one| b"`~".contains(one)).count();
        if let Some(mark) = fence {
            if words.starts_with(mark) && words.len() == marks {
                fence = None;
            }
        } else if marks >= 3 {
            fence = Some(&words[..marks]);
        }
        let is_code = fence.is_some() || marks >= 3;
        let tag = (!is_code).then(|| tag(text, start + indent)).flatten();
        let base = open.last().map_or(indent, |one| one.base);
        match tag {
            Some((name, span, Side::End)) => {
                let Some(position) = open.iter().rposition(|one| one.name == name) else {
                    continue;
                };
                let base = open[position].base;
                for element in open.drain(position..) {
                    edits.extend(moved(&element));
                }
                edits.extend(to_base(start, indent, base));
                end_of_tag = span.end;
            }
            Some((name, span, side)) if !open.is_empty() || side == Side::Start => {
                edits.extend(to_base(start, indent, base));
                end_of_tag = span.end;
                if side == Side::Start {
                    open.push(Open {
                        name,
                        base,
                        lines: Vec::new(),
                    });
                }
            }
            _ => {
                if let Some(element) = open.last_mut() {
                    element.lines.push((start, indent));
                }
            }
        }
    }
    // Elements without an end stay as they are.
    let closed = open.first().map_or(usize::MAX, |one| {
        one.lines.first().map_or(usize::MAX, |line| line.0)
    });
    edits.retain(|(range, _)| range.start < closed);
    apply(text, edits)
}

/// Which part of an element a line begins with.
#[derive(Debug, PartialEq, Eq)]
enum Side {
    Start,
    End,
    /// An element that ends on the same line, or has no text.
    Whole,
}

/// Returns the name and the byte range of the tag at an offset.
fn tag(text: &str, start: usize) -> Option<(String, Range<usize>, Side)> {
    let rest = text[start..].strip_prefix('<')?;
    let is_end = rest.starts_with('/');
    let name_start = start + 1 + usize::from(is_end);
    let is_name = |one: &u8| one.is_ascii_alphanumeric() || *one == b'.';
    let length = text[name_start..].bytes().take_while(is_name).count();
    let name = &text[name_start..name_start + length];
    if !name.starts_with(|one: char| one.is_ascii_alphabetic()) {
        return None;
    }
    let Attributes { end, is_closed, .. } = attributes(text, name_start + length)?;
    let line = text[end..].lines().next().unwrap_or_default();
    let is_whole = is_closed
        || ["img", "br", "hr", "input", "source"].contains(&name)
        || line.contains(&format!("</{name}>"));
    let side = match (is_end, is_whole) {
        (true, _) => Side::End,
        (false, true) => Side::Whole,
        (false, false) => Side::Start,
    };
    Some((name.to_owned(), start..end, side))
}

/// Returns the change that gives a line the indentation of the outermost element.
fn to_base(start: usize, indent: usize, base: usize) -> Option<Edit> {
    (indent > base).then(|| (start + base..start + indent, String::new()))
}

/// Returns the changes that move the lines of an element.
fn moved(element: &Open) -> Vec<Edit> {
    let least = element.lines.iter().map(|(_, indent)| *indent).min();
    let by = least.unwrap_or(0).saturating_sub(element.base);
    let lines = element.lines.iter().filter(|_| by > 0);
    lines
        .map(|(start, _)| (*start..start + by, String::new()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_elements() {
        for (text, expected) in [
            (
                "<Tabs>\n\t<Tab label=\"a\">\n\n\t\tText\n\n\t\t- b\n\t\t  - c\n\t</Tab>\n</Tabs>\n    d\n",
                "<Tabs>\n<Tab label=\"a\">\n\nText\n\n- b\n  - c\n</Tab>\n</Tabs>\n    d\n",
            ),
            (
                "- a\n\n  <Note>\n      ```js\n        b\n      ```\n      <Pic\n        src=\"c\" />\n  </Note>\n",
                "- a\n\n  <Note>\n  ```js\n    b\n  ```\n  <Pic\n        src=\"c\" />\n  </Note>\n",
            ),
            (
                "<ul>\n    <li>a</li>\n    <li>\n        b\n    </li>\n</ul>\n",
                "<ul>\n<li>a</li>\n<li>\nb\n</li>\n</ul>\n",
            ),
            ("<Open>\n    a\n", "<Open>\n    a\n"),
            (
                "```\n<A>\n    b\n</A>\n```\n",
                "```\n<A>\n    b\n</A>\n```\n",
            ),
        ] {
            assert_eq!(without_indentation(text), expected);
        }
    }
}
