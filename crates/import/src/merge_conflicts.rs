//! Lines that look like those of an unresolved merge conflict, which this program refuses, although the old generator showed them.

use std::ops::Range;

use diagnostic::lines;
use pulldown_cmark::{Event, Parser, Tag};

use crate::edits::{Edit, apply, is_within};

/// Beginning of the first line of a merge conflict.
const START: &str = "<<<<<<<";

/// Indents such lines by a space, which shows the same: in code, the whole block. Returns the lines that are not in code as well.
pub fn indented(text: &str) -> (String, Vec<String>) {
    if !text.contains(START) {
        return (text.to_owned(), Vec::new());
    }
    let parser = Parser::new(text).into_offset_iter();
    let blocks = parser.filter_map(|(event, range)| {
        matches!(event, Event::Start(Tag::CodeBlock(_))).then_some(range)
    });
    let blocks: Vec<Range<usize>> = blocks.collect();
    let starts = |at: usize| text[at..].starts_with(START);
    let marks = lines(text).map(|(at, _)| at).filter(|at| starts(*at));
    let marks: Vec<usize> = marks.collect();
    let has_start = |block: &Range<usize>| {
        let first = marks.partition_point(|at| *at < block.start);
        marks.get(first).is_some_and(|at| *at < block.end)
    };
    let (conflicts, others): (Vec<_>, Vec<_>) = blocks.into_iter().partition(has_start);
    let mut edits: Vec<Edit> = Vec::new();
    let mut shown = Vec::new();
    for (at, line) in lines(text) {
        let is_shown = starts(at) && !is_within(&conflicts, at) && !is_within(&others, at);
        if is_shown {
            shown.push(line.trim_end().to_owned());
        }
        if is_shown || is_within(&conflicts, at) {
            edits.push((at..at, " ".to_owned()));
        }
    }
    (apply(text, edits), shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts() {
        for (text, expected, shown) in [
            (
                "a\n\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> d\n",
                "a\n\n <<<<<<< HEAD\nb\n=======\nc\n>>>>>>> d\n",
                "<<<<<<< HEAD",
            ),
            (
                "a\n\n```\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> d\n```\n\n```\ne\n```\n",
                "a\n\n ```\n <<<<<<< HEAD\n b\n =======\n c\n >>>>>>> d\n ```\n\n```\ne\n```\n",
                "",
            ),
            ("a <<<<<<< b\n", "a <<<<<<< b\n", ""),
            (
                "```\na\n```\n\n<<<<<<< b\n\n```\n<<<<<<< c\n```\n",
                "```\na\n```\n\n <<<<<<< b\n\n ```\n <<<<<<< c\n ```\n",
                "<<<<<<< b",
            ),
        ] {
            let (text, found) = indented(text);
            assert_eq!(text, expected);
            assert_eq!(found.join(" "), shown);
        }
    }
}
