//! A line that became a list because it begins with a year.

use std::ops::Range;

use super::Slips;
use crate::codes;

/// Largest number that a list starts with on purpose.
const LARGEST: u64 = 100;

impl Slips<'_> {
    /// `2025. The year of the new oven`
    pub(super) fn listed_year(&mut self, first: u64, span: &Range<usize>) {
        if first <= LARGEST {
            return;
        }
        let digits = first.to_string().len();
        let mark = span.start..span.start + digits + 1;
        let message = format!("`{first}.` begins a list here");
        let help = format!("write `{first}\\.`, or put a word before it");
        self.report(&codes::ACCIDENTAL_LIST, message, mark, help);
    }
}
