//! Table rows without a valid delimiter row, such as `|---|---|`, below the head.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a paragraph whose first two lines look like table rows, such as `| a | b |`.
    pub(super) fn typed_table(&mut self, span: &Range<usize>) {
        let text = self.source.text[span.clone()].trim_end();
        let mut lines = text.lines().map(|line| line.trim_matches([' ', '\t', '>']));
        let (Some(head), Some(second)) = (lines.next(), lines.next()) else {
            return;
        };
        let is_row = |line: &str| line.starts_with('|') && line.matches('|').count() > 1;
        if !is_row(head) || !second.starts_with('|') {
            return;
        }
        let columns = head.trim_matches('|').split('|').count();
        let separator = format!("|{}", "---|".repeat(columns));
        let is_separator = |line: &str| line.chars().all(|c| "|-: ".contains(c));
        let help = if is_separator(second) {
            format!("write the line below the head with {columns} columns: {separator}")
        } else {
            format!("add a line below the head: {separator}")
        };
        let span = span.start..span.start + text.lines().next().unwrap_or_default().len();
        let message = "not a table: these lines appear exactly as typed";
        self.report(&codes::SHOWN_AS_TYPED, message, span, help);
    }
}
