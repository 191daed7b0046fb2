//! A fenced code block that is not closed.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a fenced code block without a closing fence. `code` is the range from the opening fence to the end of the code,
    /// `end` is the end of the block.
    pub(super) fn unclosed_fence(&mut self, code: &Range<usize>, end: usize) {
        let first = self.line(code.start);
        let mark = if first.starts_with('~') { '~' } else { '`' };
        let fence = first.len() - first.trim_start_matches(mark).len();
        let after = code.end.max(code.start + first.len());
        if self.source.text[after..end.max(after)].contains(mark) {
            return;
        }
        let help = format!("add a line with {} after it", &first[..fence]);
        let fence = code.start..code.start + fence;
        let message = "this code block is not closed";
        self.report(&codes::UNREAD_MARKDOWN, message, fence, help);
    }
}
