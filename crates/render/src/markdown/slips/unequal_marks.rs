//! Emphasis with another number of marks before it than after it, one of which shows.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports `**bold*` and `*bold**`, of which one asterisk shows. `span` is that of the emphasis with its marks.
    pub(super) fn unequal_marks(&mut self, span: &Range<usize>) {
        let text = &self.source.text;
        let Some(mark) = text[span.start..].chars().next() else {
            return;
        };
        // Marks around an emphasis within another one belong to that one.
        if self.emphasis_end > span.start {
            return;
        }
        self.emphasis_end = span.end;
        let inner = text[span.clone()].trim_matches(mark);
        if mark == '_' && !inner.is_empty() && !inner.contains(char::is_alphanumeric) {
            let message = format!("`{}` is bold or italic text", &text[span.clone()]);
            let help = "write a line to fill in as dots, ……, or each sign as `\\_`";
            self.report(&codes::SHOWN_AS_TYPED, message, span.clone(), help);
            return;
        }
        let count = |text: &str| text.len() - text.trim_start_matches(mark).len();
        let before = &text[..span.start];
        let start = before.trim_end_matches(mark).len();
        let end = span.end + count(&text[span.end..]);
        let (extra, after) = (span.start - start, end - span.end);
        let is_escaped = text[..start].ends_with('\\') || text[..span.end].ends_with("\\*");
        // A row of marks, or one that a space separates from the words, is not a typing error.
        if extra + after == 0 || extra.max(after) > 2 || is_escaped {
            return;
        }
        let inner = text[start..end].trim_matches(mark);
        if inner.is_empty() || inner.contains('\n') {
            return;
        }
        let message = format!("`{}` shows one of its marks", &text[start..end]);
        let help = format!("write **{inner}** for bold text, or *{inner}* for emphasis");
        let marks = if extra > 0 {
            start..span.start
        } else {
            span.end..end
        };
        self.report(&codes::SHOWN_AS_TYPED, message, marks, help);
    }
}
