//! A backslash at the end of a paragraph, where no line follows that could be broken.

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a backslash at the end of a paragraph or heading whose text ends at `end`.
    pub(super) fn final_backslash(&mut self, end: usize) {
        let text = self.source.text[..end].trim_end();
        let Some(before) = text.strip_suffix('\\') else {
            return;
        };
        let word = before
            .rsplit(char::is_whitespace)
            .next()
            .unwrap_or_default();
        // A path such as C:\ ends like this, and `\\` is an escaped backslash.
        if word.contains(['\\', ':', '/']) {
            return;
        }
        let span = before.len()..text.len();
        let message =
            "this backslash appears exactly as typed: there is no line below it in the paragraph";
        let help = "delete it; a backslash breaks a line only above another line";
        self.report(&codes::SHOWN_AS_TYPED, message, span.clone(), help);
        self.fix_last("delete it", [(span, String::new())]);
        self.confirm_last();
    }
}
