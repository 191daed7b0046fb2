//! A whole text in a block of code, as the button *Copy* of a chat program gives it.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a block of code in the language `markdown` that is all of a text. The text begins at `offset`, and has `length` bytes.
    pub(super) fn fenced_text(
        &mut self,
        language: &str,
        block: &Range<usize>,
        offset: usize,
        length: usize,
    ) {
        let text = &self.source.text;
        let is_all = text[offset..block.start].trim().is_empty()
            && text[block.end..offset + length].trim().is_empty();
        if !is_all || !["markdown", "md", "mdx"].contains(&language.trim()) {
            return;
        }
        let code = &text[block.clone()];
        let Some((first, rest)) = code.split_once('\n') else {
            return;
        };
        let opening = block.start..block.start + first.len();
        let last = rest.trim_end().rsplit('\n').next().unwrap_or_default();
        let end = block.start + code.trim_end().len();
        let closing = end - last.len()..end;
        let message = "the whole text is a block of code, so its Markdown shows as typed";
        let help = "delete this line, and the line of backticks at the end";
        let is_closed = last.trim().starts_with("```") && closing.start > opening.end;
        self.report(&codes::SHOWN_AS_TYPED, message, opening.clone(), help);
        if is_closed {
            let opening = opening.start..opening.end + 1;
            self.fix_last(help, [opening, closing].map(|span| (span, String::new())));
        }
    }
}
