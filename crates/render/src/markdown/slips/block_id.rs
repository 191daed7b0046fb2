//! The anchor of a paragraph in Obsidian.

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a paragraph whose text ends at `end` with an anchor such as `^deadline`.
    pub(super) fn block_id(&mut self, end: usize) {
        let text = self.source.text[..end].trim_end();
        let word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_id = word.strip_prefix('^').is_some_and(|id| {
            id.len() > 2
                && id.chars().all(is_part)
                && id.contains(|c: char| c.is_ascii_alphabetic())
        });
        if !is_id {
            return;
        }
        let span = text.len() - word.len()..text.len();
        let message =
            format!("`{word}` appears exactly as typed: only Obsidian reads it as an anchor");
        let help = "remove it; a heading has an anchor, and so has an element of HTML with an id";
        self.report(&codes::SHOWN_AS_TYPED, message, span.clone(), help);
        self.fix_last("remove it", [(span, String::new())]);
    }
}
