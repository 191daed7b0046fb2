//! Text between two bars, which chat programs hide and pages do not.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports the first `||hidden||`, as Discord and Telegram write it, in text without markup.
    pub(super) fn spoiler(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        let is_word = |c: char| c.is_alphanumeric() || c == '|';
        let mut parts = text.split("||");
        let mut start = parts.next().map_or(0, str::len);
        let found = parts.find_map(|inner| {
            let end = start + 2 + inner.len() + 2;
            let is_hidden = end <= text.len()
                && !inner.is_empty()
                && inner.trim() == inner
                && !inner.contains('\n')
                // `||v||` is the norm of a vector.
                && inner.chars().filter(|c| c.is_alphanumeric()).count() > 2
                && !text[..start].ends_with(is_word)
                && !text[end..].starts_with(is_word);
            let found = is_hidden.then_some(start..end);
            start += 2 + inner.len();
            found
        });
        let Some(at) = found else {
            return;
        };
        let inner = text[at.start + 2..at.end - 2].to_owned();
        let message = format!("`||{inner}||` shows as typed: Markdown cannot hide text");
        let span = span.start + at.start..span.start + at.end;
        let help = format!("delete it, or write {inner} without the bars");
        self.report(&codes::SHOWN_AS_TYPED, message, span, help);
    }
}
