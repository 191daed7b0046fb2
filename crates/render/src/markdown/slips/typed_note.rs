//! A footnote that was pasted with its raised number.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a paragraph such as `¹ See section 5`, to which a raised number in the text before it refers.
    pub(super) fn typed_note(&mut self, paragraph: &Range<usize>) {
        let text = &self.source.text;
        let line = self.line(paragraph.start);
        let rest = line.trim_start_matches(is_raised);
        let number = &line[..line.len() - rest.len()];
        // Longer numbers are not those of footnotes, and searching for many different ones would be slow.
        let is_number = (1..=3).contains(&number.chars().count());
        let is_note = is_number && rest.trim_start().starts_with(char::is_alphanumeric);
        if !is_note || !text[..paragraph.start].contains(number) {
            return;
        }
        let label: String = number.chars().filter_map(digit).collect();
        let message = format!("not a footnote: `{number}` appears exactly as typed");
        let help = format!("write [^{label}] in the text, and [^{label}]: before the footnote");
        let span = paragraph.start..paragraph.start + number.len();
        self.report(&codes::SHOWN_AS_TYPED, message, span, help);
    }
}

fn is_raised(c: char) -> bool {
    digit(c).is_some()
}

/// Returns the digit that a raised digit stands for.
fn digit(c: char) -> Option<char> {
    let digits = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().zip('0'..='9');
    digits
        .into_iter()
        .find_map(|(raised, digit)| (raised == c).then_some(digit))
}
