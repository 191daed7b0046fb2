//! A backtick that begins code and is not closed.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a backtick before a word without another one after it, once per block.
    pub(super) fn open_code(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        let mark = text.match_indices('`').find(|(at, _)| {
            let before = text[..*at].chars().next_back();
            let after = text[at + 1..].chars().next();
            // In `it`s`, the backtick is meant as an apostrophe.
            before.is_none_or(|c| c.is_whitespace() || c == '(')
                && after.is_some_and(|c| !c.is_whitespace())
        });
        let Some((at, _)) = mark.filter(|_| !self.has_open_code) else {
            return;
        };
        let start = span.start + at;
        // An escaped backtick is meant to show.
        if self.source.text[..start].ends_with('\\') {
            return;
        }
        self.has_open_code = true;
        // A bar within code has already been reported with the row of its table.
        let is_in_table = self.table_end.is_some_and(|end| start < end);
        if is_in_table && self.line(start).contains('|') && self.line(start)[1..].contains('`') {
            return;
        }
        let marks = &self.source.text[start..];
        let marks = &marks[..marks.len() - marks.trim_start_matches('`').len()];
        let message = match marks.len() {
            1 => "this backtick appears exactly as typed",
            _ => "these backticks appear exactly as typed",
        };
        let help = "write code between two backticks, on one line: `code`; write \\` for a backtick, and ' for a quote";
        let end = start + marks.len();
        self.report(&codes::SHOWN_AS_TYPED, message, start..end, help);
    }
}
