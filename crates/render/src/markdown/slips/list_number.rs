//! Entries of a numbered list that show another number than their author wrote.

use std::ops::Range;

use diagnostic::{Change, Fix, Place, lines_in};
use pulldown_cmark::{Event, Tag, TagEnd};

use super::super::located::Located;
use super::Slips;
use crate::codes;

/// The number of an entry as written, and its span.
type Number = (u64, Range<usize>);

impl Slips<'_> {
    /// Reports the first entry of each numbered list whose number Markdown changes: it uses only the first number, and counts from
    /// there. Numbers that are all the same leave the counting to Markdown.
    pub(super) fn list_numbers(&mut self, events: &[Located<'_>], offset: usize) {
        // The numbers of each open list; empty for a list with bullets.
        let mut open: Vec<Vec<Number>> = Vec::new();
        // End of the last numbered list, and its last number.
        let mut last: Option<(usize, Number)> = None;
        // The last number before a list that goes on with another mark. Lists are compared with it, and not with the other mark.
        let mut other: Option<Range<usize>> = None;
        for (event, range) in events {
            match event {
                Event::Start(Tag::List(first)) => {
                    let above = last.take();
                    let is_other = self.other_mark(*first, offset + range.start, above.as_ref());
                    other = above.filter(|_| is_other).map(|(_, (_, span))| span);
                    open.push(Vec::new());
                }
                Event::Start(Tag::Item) => {
                    if let (Some(list), Some(number)) =
                        (open.last_mut(), self.number(offset + range.start))
                    {
                        list.push(number);
                    }
                }
                Event::End(TagEnd::List(is_numbered)) => {
                    let list = open.pop().unwrap_or_default();
                    if *is_numbered {
                        self.changed_number(&list);
                        let number = list.last().cloned();
                        last = number.map(|(number, span)| {
                            (offset + range.end, (number, other.take().unwrap_or(span)))
                        });
                    }
                }
                _ => {}
            }
        }
    }

    /// Reports the first entry of a list that continues the list before it, but has `)` behind its number instead of `.`, or the other way
    /// round. `last` is the end of that list, and its last number. Returns whether there is a finding.
    fn other_mark(
        &mut self,
        first: Option<u64>,
        start: usize,
        last: Option<&(usize, Number)>,
    ) -> bool {
        let Some((end, (before, above))) = last else {
            return false;
        };
        let Some((number, span)) = self.number(start) else {
            return false;
        };
        let text = &self.source.text;
        let end = *end;
        let is_next = first == Some(number) && number == before + 1;
        let (mark, other) = (&text[span.end..=span.end], &text[above.end..=above.end]);
        if !is_next || mark == other || !text[end.min(start)..start].trim().is_empty() {
            return false;
        }
        let message =
            format!("`{number}{mark}` begins another list, because the entry above has `{other}`");
        let help = format!("write `{number}{other}`");
        let mark = span.end..span.end + 1;
        let other = other.to_owned();
        self.report(
            &codes::LIST_NUMBER,
            message,
            span.start..mark.end,
            help.as_str(),
        );
        self.fix_last(&help, [(mark, other)]);
        true
    }

    /// Returns the number at the start of a list entry.
    fn number(&self, start: usize) -> Option<Number> {
        let line = self.line(start);
        let text = line.trim_start();
        let at = start + line.len() - text.len();
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        Some((text[..digits].parse().ok()?, at..at + digits))
    }

    fn changed_number(&mut self, list: &[Number]) {
        let Some((first, _)) = list.first() else {
            return;
        };
        let shown = (*first..).zip(list);
        let changed: Vec<(u64, &Number)> = shown
            .filter(|(shown, (written, _))| shown != written)
            .collect();
        let is_counted = list.iter().all(|(written, _)| written == first);
        let Some((shown, (written, span))) = changed.first().filter(|_| !is_counted) else {
            return;
        };
        if let Some(line) = self.unread_entry(list, *shown, span.start) {
            let text = self.line(line.start)[line.len()..].trim_start();
            let text = text.trim_start_matches(['.', ',', ')']);
            let message = format!("this line is part of the entry above it, not entry {shown}");
            let help = format!("write `{shown}. {}`", text.trim());
            self.report(&codes::LIST_NUMBER, message, line, help);
            return;
        }
        let mark = span.start..span.end + 1;
        let message = format!(
            "this entry shows as {shown}, not as {written}: a list counts on from its first number"
        );
        let help = format!("write {shown}, or begin a new list below a line of text");
        self.report(&codes::LIST_NUMBER, message, mark, help);
        let changes = changed.iter().map(|(shown, (_, span))| {
            let place = Place::new(self.source, span.clone());
            Change::Replace(place, shown.to_string())
        });
        let fix = Fix {
            label: "write the numbers that show".to_owned(),
            is_safe: false,
            changes: changes.collect(),
        };
        if let Some(last) = self.diagnostics.last_mut() {
            last.own_fixes.push(fix);
        }
    }
}

impl Slips<'_> {
    /// Returns the number of a line above the entry at `end` that begins like the entry `number`, such as `2 text` or `2, text`.
    fn unread_entry(&self, list: &[Number], number: u64, end: usize) -> Option<Range<usize>> {
        let before = list.iter().rev().find(|(_, span)| span.start < end)?;
        let digits = number.to_string();
        let is_capital = |c: char| c.is_alphabetic() && !c.is_lowercase();
        for (start, line) in lines_in(&self.source.text, before.1.end..end) {
            let text = line.trim_start_matches([' ', '\t', '>']);
            let at = start + line.len() - text.len();
            let rest = text.strip_prefix(&digits).unwrap_or_default();
            let spaced = rest.strip_prefix(' ').unwrap_or_default();
            let is_capital = spaced
                .trim_start_matches(['*', '_'])
                .starts_with(is_capital);
            if at > before.1.end && (rest.trim_start().starts_with(['.', ',', ')']) || is_capital) {
                return Some(at..at + digits.len());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::parse::{Dialect, events};
    use super::super::slips;

    /// Rows: a document with the reported number between `«` and `»`, and the number that shows.
    #[test]
    fn numbers_that_change() {
        for (marked, shown) in [
            ("1. a\n«3.» b\n4. c", "2"),
            ("1. a\n2. b\n«1.» c", "3"),
            ("5. a\n\n«7.» b", "6"),
            ("1) a\n«1)» b\n2) c", "2"),
            ("1. a\n   1. b\n   «3.» c\n2. d", "2"),
            ("> 1. a\n> «3.» b", "2"),
            ("1. a\n1. b\n1. c", ""),
            ("0. a\n1. b", ""),
            ("3. a\n4. b\n\nText\n\n7. c", ""),
            ("1. a\n«2)» b", "2)"),
            ("1. a\n   1) b\n2. c\n\n1) d", ""),
            ("- a\n- b\n- 1 c", ""),
            ("9. a\n10. b\n", ""),
            ("1. a\n«2» B\n3. c", "2"),
            ("1. Mix flour and\n   2 eggs\n«3.» Bake", "2"),
            ("1. a\n«2», b\n3. c", "2"),
            ("1. a\n«2» . **B**\n3. c", "2"),
        ] {
            let text = marked.replace(['«', '»'], "");
            let source = diagnostic::Source::new("a.md", text.as_str());
            let found = slips(&events(&text, Dialect::default()), &source, &text, 0);
            let found = found.iter().find(|one| one.code.name == "list-number");
            let at = found.map(|one| {
                let span = one.place.as_ref().unwrap().0.span.clone();
                format!(
                    "{}«{}»{}",
                    &text[..span.start],
                    &text[span.clone()],
                    &text[span.end..]
                )
            });
            assert_eq!(
                at,
                (!shown.is_empty()).then(|| marked.to_owned()),
                "{marked}"
            );
            let said = found.map(|one| one.message.as_str()).unwrap_or_default();
            assert!(said.contains(shown), "{marked}: {said}");
        }
    }
}
