//! A footnote that was pasted with its raised number.

use std::ops::Range;

use super::Slips;
use super::alert::ALERTS;
use crate::codes;

impl Slips<'_> {
    /// Reports a paragraph such as `¹ See section 5`, to which a raised number in the text before it refers.
    pub(super) fn typed_note(&mut self, paragraph: &Range<usize>) {
        self.unquoted_alert(paragraph);
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

impl Slips<'_> {
    /// Reports a paragraph that begins with `[!NOTE]`, but is no quotation.
    fn unquoted_alert(&mut self, paragraph: &Range<usize>) {
        let line = self.line(paragraph.start);
        let kind = line
            .strip_prefix("[!")
            .and_then(|kind| kind.strip_suffix(']'));
        let is_alert = kind.is_some_and(|kind| ALERTS.contains(&kind.to_uppercase().as_str()));
        if !is_alert || self.line_start(paragraph.start) != Some(paragraph.start) {
            return;
        }
        let message = format!("not an alert: `{line}` appears exactly as typed");
        let help = format!("write `> {line}`, and `> ` before each line below it");
        let lines = self.source.text[paragraph.clone()].trim_end();
        let quoted = format!("> {}", lines.replace('\n', "\n> "));
        let all = paragraph.start..paragraph.start + lines.len();
        let mark = paragraph.start..paragraph.start + line.len();
        self.report(&codes::SHOWN_AS_TYPED, message, mark, help.as_str());
        self.fix_last(&help, [(all, quoted)]);
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
