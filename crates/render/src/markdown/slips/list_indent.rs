//! Text that is indented too little to be part of the list entry above it.

use std::ops::Range;

use diagnostic::line_start;
use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use super::super::located::Located;
use super::{MAX_LOOKAHEAD, Slips};
use crate::codes;

/// An open list.
struct List {
    /// Whether its entries have numbers.
    is_numbered: bool,
    /// Column of the first entry's marker.
    column: usize,
    /// The last entry.
    entry: ListEntry,
}

/// The marker of an entry.
#[derive(Clone, Default)]
struct ListEntry {
    /// Column at which the entry's text begins.
    text: usize,
    /// Marker as written: `10.`.
    marker: String,
}

impl Slips<'_> {
    /// Reports the first block that is indented, but less than the text of the list entry above it, and that therefore ends the
    /// list or is an entry of the same level.
    pub(super) fn list_indents(&mut self, events: &[Located<'_>], offset: usize) {
        let mut open: Vec<List> = Vec::new();
        // The list that has just ended.
        let mut ended: Option<List> = None;
        let mut found: Vec<(Range<usize>, ListEntry)> = Vec::new();
        for (event, range) in events {
            let start = offset + range.start;
            if let (Event::Start(tag), Some(list)) = (event, ended.take())
                && is_block(tag)
            {
                let (at, column) = self.column(start);
                if column > list.column && column < list.entry.text {
                    found.push((self.first_word(at), list.entry));
                }
            }
            match event {
                Event::Start(Tag::List(first)) => {
                    let (_, column) = self.column(start);
                    open.push(List {
                        is_numbered: first.is_some(),
                        column,
                        entry: ListEntry::default(),
                    });
                }
                Event::Start(Tag::Item) => {
                    let (at, column) = self.column(start);
                    let entry = self.entry(at, column);
                    if let Some(list) = open.last_mut() {
                        let least = if list.is_numbered || list.entry.text > 2 + list.column {
                            2
                        } else {
                            1
                        };
                        let above = std::mem::replace(&mut list.entry, entry);
                        if !above.marker.is_empty() && column >= list.column + least {
                            found.push((self.first_word(at), above));
                        }
                    }
                }
                Event::End(TagEnd::List(_)) => ended = open.pop(),
                _ => {}
            }
        }
        let Some((span, ListEntry { text, marker })) = found.first().cloned() else {
            return;
        };
        let spaces = match text {
            1 => "one space".to_owned(),
            text => format!("{text} spaces"),
        };
        let message = format!("this line is not part of the entry `{marker}` above it");
        let help = format!(
            "indent it, and the lines that belong to it, by {spaces}; or by none, to begin something new"
        );
        self.report(&codes::LIST_INDENT, message, span, help);
        if found.len() > 1
            && let Some(last) = self.diagnostics.last_mut()
        {
            last.help.push(match found.len() - 1 {
                1 => "another line is indented too little as well".to_owned(),
                more => format!("{more} other lines are indented too little as well"),
            });
        }
    }

    /// Returns the offset of the first character at or after `start` that is not a space, and its column: the number of spaces
    /// before it, or of characters within a block quote. A tab extends to the next multiple of four. In a long line, it is the number of
    /// bytes.
    pub(super) fn column(&self, start: usize) -> (usize, usize) {
        let text = &self.source.text;
        let rest = &text[start..];
        let at = start + rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let line = line_start(&text[..at]);
        let before = &text[line..at];
        if before.len() > MAX_LOOKAHEAD {
            return (at, before.len());
        }
        // Columns within a block quote begin after its `>`.
        let before = before.rsplit_once('>').map_or(before, |(_, inner)| {
            inner.strip_prefix(' ').unwrap_or(inner)
        });
        let column = before.chars().fold(0, |column, c| match c {
            '\t' => column / 4 * 4 + 4,
            _ => column + 1,
        });
        (at, column)
    }

    /// Returns the marker of the entry at an offset and a column.
    fn entry(&self, at: usize, column: usize) -> ListEntry {
        let line = self.line(at);
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let marker = &line[..(digits + 1).min(line.len())];
        let after = &line[marker.len()..];
        let spaces = after.len() - after.trim_start_matches(' ').len();
        // More than four spaces begin code within the entry (CommonMark 0.31, 5.2).
        let spaces = if (1..=4).contains(&spaces) { spaces } else { 1 };
        ListEntry {
            text: column + marker.len() + spaces,
            marker: marker.to_owned(),
        }
    }

    /// Returns the range of the first word at an offset, such as a list's marker.
    fn first_word(&self, at: usize) -> Range<usize> {
        let word = self.line(at).split_whitespace().next().unwrap_or_default();
        at..at + word.len()
    }
}

fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Paragraph
            | Tag::List(_)
            | Tag::BlockQuote(_)
            | Tag::Table(_)
            | Tag::Heading { .. }
            | Tag::HtmlBlock
            | Tag::CodeBlock(CodeBlockKind::Fenced(_))
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::parse::{Dialect, events};
    use super::super::slips;

    /// Rows: a document with the reported word between `«` and `»`, and a part of the finding.
    #[test]
    #[rustfmt::skip]
    fn reported_and_not() {
        for (marked, expected) in [
            ("1. a\n  «-» b\n2. c", "`1.` above it: indent it, and the lines that belong to it, by 3 spaces"),
            ("1. a\n\n  «Text»\n\n2. b", "by 3 spaces"),
            ("1. a\n  «```»\n  code\n  ```\n2. b", "by 3 spaces"),
            ("1. a\n  «>» quote", "by 3 spaces"),
            ("1. a\n  «##» b", "by 3 spaces"),
            ("1. a\n\n  «|» a | b |\n  |---|---|\n", "by 3 spaces"),
            ("10. a\n   «-» b", "`10.` above it: indent it, and the lines that belong to it, by 4 spaces"),
            ("10. a\n\n   «Text»", "by 4 spaces"),
            ("9. a\n10. b\n\n   «Text»", "by 4 spaces"),
            ("- a\n\n «Text»", "by 2 spaces"),
            ("- a\n «-» b", "by 2 spaces"),
            ("-   a\n  «-» b", "by 4 spaces"),
            ("1. a\n  «1.» b\n2. c", "by 3 spaces"),
            ("- x\n  1. a\n    «-» b", "by 5 spaces"),
            ("> 1. a\n>   «-» b", "by 3 spaces"),
            ("1. a\n  «-» b\n2. c\n  - d\n3. e\n  - f", "2 other lines are indented too little"),
            ("1. a\n   - b\n2. c", ""),
            ("10. a\n    - b\n\n    Text", ""),
            ("- a\n  - b\n    - c\n- d", ""),
            ("- a\n\n  Text\n\n- b\n\nText", ""),
            ("1. a\n1. b\n\nText\n\n- c", ""),
            (" 9. a\n10. b\n", ""),
            ("1. a\n 2. b\n", ""),
            ("* a\n* b\n\n<div>\n\ntext\n\n</div>", ""),
            ("- a\n\n      code\n- b", ""),
            ("- a\n\tb\n\n\tc", ""),
            ("-\n  a\n-\n  b", ""),
            ("> - a\n>\n> Text", ""),
        ] {
            let text = marked.replace(['«', '»'], "");
            let source = diagnostic::Source::new("a.md", text.as_str());
            let found = slips(&events(&text, Dialect::default()), &source, &text, 0);
            let found: Vec<_> = found.iter().filter(|one| one.code.name == "list-indent").collect();
            let at = found.first().map(|one| {
                let span = one.place.as_ref().unwrap().0.span.clone();
                format!("{}«{}»{}", &text[..span.start], &text[span.clone()], &text[span.end..])
            });
            assert_eq!(at, (!expected.is_empty()).then(|| marked.to_owned()), "{marked}");
            let said = found.first().map(|one| format!("{}: {}", one.message, one.help.concat()));
            assert!(said.unwrap_or_default().contains(expected), "{marked}");
        }
    }
}
