//! References such as `&#0;` to characters that do not exist or do not show.

use std::ops::Range;

use super::Slips;
use crate::codes;

/// Characters that Windows-1252 has at 0x80 to 0x9F, which many programs mean by the numbers 128 to 159; a space where it has none.
const WINDOWS_1252: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

impl Slips<'_> {
    /// Reports a reference that the parser has replaced with U+FFFD. `text` is the event at `span`.
    pub(super) fn character_reference(&mut self, text: &str, span: &Range<usize>) {
        let written = &self.source.text[span.clone()];
        if text != "\u{fffd}" || !written.starts_with("&#") {
            return;
        }
        let written = written.to_owned();
        let meant = number(&written)
            .and_then(|number| usize::try_from(number).ok()?.checked_sub(0x80))
            .and_then(|index| WINDOWS_1252.chars().nth(index))
            .filter(|c| *c != ' ');
        let message = format!("there is no character `{written}`");
        let help = match meant {
            Some(meant) => format!("write `{meant}`"),
            None => "write the character itself, or delete it".to_owned(),
        };
        self.report(
            &codes::UNREAD_MARKDOWN,
            message,
            span.clone(),
            help.as_str(),
        );
        if let Some(meant) = meant {
            self.fix_last(&help, [(span.clone(), meant.to_string())]);
        }
    }
}

/// Returns the number in a reference such as `&#128;` or `&#x80;`.
fn number(reference: &str) -> Option<u32> {
    let digits = reference.strip_prefix("&#")?.strip_suffix(';')?;
    match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}
