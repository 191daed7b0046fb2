//! Asterisks for bold text that are not closed, or have a space inside.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports `**` that does not make text bold, as in `**bold` or `** bold **`, once per block.
    pub(super) fn open_bold(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        let stars = text.match_indices("**").find(|(at, _)| {
            let before = text[..*at].chars().next_back();
            let after = text[at + 2..].chars().next();
            // Neither `2**3` nor a row of asterisks is meant as bold text.
            let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let is_row = before == Some('*') || after == Some('*');
            !(is_row || is_word(before) && is_word(after))
        });
        let Some((at, _)) = stars.filter(|_| !self.has_open_bold) else {
            return;
        };
        self.has_open_bold = true;
        let start = span.start + at;
        self.report(
            &codes::SHOWN_AS_TYPED,
            "`**` appears exactly as typed",
            start..start + 2,
            "write bold text as **bold**, in one paragraph and without spaces inside; write `\\*\\*` for stars",
        );
    }
}
