//! A fenced code block that is not closed.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a fenced code block without a closing fence. `code` is the range from the opening fence to the end of the code,
    /// `end` is the end of the block.
    pub(super) fn unclosed_fence(&mut self, code: &Range<usize>, end: usize) {
        let first = self.line(code.start).to_owned();
        let mark = if first.starts_with('~') { '~' } else { '`' };
        let fence = first.len() - first.trim_start_matches(mark).len();
        let after = code.end.max(code.start + first.len());
        if self.source.text[after..end.max(after)].contains(mark) {
            return;
        }
        let begin = code.start + first.len();
        let lines = self.source.text[begin..code.end.max(begin)].trim_end();
        // A line with the other sign may have been meant to close it, unless another such line opens a block for it.
        let others = lines.lines().map(str::trim);
        let others = others.filter(|line| line.starts_with("```") || line.starts_with("~~~"));
        let (count, last) = others.fold((0, ""), |(count, _), line| (count + 1, line));
        let other = Some(last).filter(|_| count % 2 == 1);
        // The list or quotation ended before the fence was closed.
        let below = self.near(end.min(self.source.text.len()));
        let below = below.split("\n\n").next().unwrap_or_default();
        let is_cut = below.contains(&first[..fence]);
        if std::mem::take(&mut self.has_lost_fence) && lines.trim().is_empty() {
            return;
        }
        self.has_lost_fence = is_cut;
        let mark = &first[..fence];
        let before = &self.source.text[..code.start];
        let is_quoted = before
            .rsplit('\n')
            .next()
            .is_some_and(|line| line.contains('>'));
        let help = match other {
            Some(_) => format!("write {mark} alone in place of `{last}`"),
            None if is_cut && is_quoted => {
                "write `>` before each line of the code, and before the closing fence".to_owned()
            }
            None if is_cut => {
                "indent each line of the code, and the closing fence, as far as the first"
                    .to_owned()
            }
            None => format!("add a line with {mark} after it"),
        };
        let fence = code.start..code.start + fence;
        let message = "this code block is not closed";
        self.report(&codes::UNREAD_MARKDOWN, message, fence, help);
    }
}
