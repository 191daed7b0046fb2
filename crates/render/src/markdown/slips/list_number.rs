//! Entries of a numbered list that show another number than their author wrote.

use std::ops::Range;

use diagnostic::{Change, Fix, Place};
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
        for (event, range) in events {
            match event {
                Event::Start(Tag::List(_)) => open.push(Vec::new()),
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
                    }
                }
                _ => {}
            }
        }
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
            let text = self.line(line.start)[line.len()..].trim_start_matches(['.', ',', ')']);
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
        let mut start = before.1.end;
        let digits = number.to_string();
        let is_capital = |c: char| c.is_alphabetic() && !c.is_lowercase();
        for line in self.source.text[before.1.end..end].split_inclusive('\n') {
            let text = line.trim_start_matches([' ', '\t', '>']);
            let at = start + line.len() - text.len();
            start += line.len();
            if let Some(rest) = text.strip_prefix(&digits)
                && at > before.1.end
                && (rest.starts_with(['.', ',', ')'])
                    || rest
                        .strip_prefix(' ')
                        .is_some_and(|rest| rest.starts_with(is_capital)))
            {
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
            ("1. a\n2) b", ""),
            ("- a\n- b\n- 1 c", ""),
            ("9. a\n10. b\n", ""),
            ("1. a\n«2» B\n3. c", "2"),
            ("1. Mix flour and\n   2 eggs\n«3.» Bake", "2"),
            ("1. a\n«2», b\n3. c", "2"),
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
