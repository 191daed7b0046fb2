//! A line that Markdown reads as a list because it begins with a year.

use std::ops::Range;

use super::Slips;
use crate::codes;

/// Largest number at which a list is assumed to start on purpose.
const MAX_LIST_START: u64 = 100;

impl Slips<'_> {
    /// Reports a list that starts with a large number, such as `2025. The year of the new oven`.
    pub(super) fn listed_year(&mut self, first: Option<u64>, span: &Range<usize>) {
        let Some(first) = first.filter(|first| *first > MAX_LIST_START) else {
            return;
        };
        let digits = first.to_string().len();
        let mark = span.start..span.start + digits + 1;
        let message = format!("`{first}.` at the start of a line begins a list");
        let help = format!("write `{first}\\.`, or put a word before it");
        let dot = mark.end - 1..mark.end - 1;
        self.report(&codes::ACCIDENTAL_LIST, message, mark, help);
        self.fix_last(&format!("write `{first}\\.`"), [(dot, "\\".to_owned())]);
    }
}
