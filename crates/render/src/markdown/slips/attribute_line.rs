//! The attributes of a paragraph in Pandoc.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a line that is a list of classes and other attributes, such as `{.lead}`.
    pub(super) fn attribute_line(&mut self, span: &Range<usize>) {
        let line = self.line(span.start).trim_end();
        let names = line
            .strip_prefix("{.")
            .and_then(|rest| rest.strip_suffix('}'));
        let is_part = |c: char| c.is_ascii_alphanumeric() || " .#-_=\"".contains(c);
        let is_list = names.is_some_and(|names| {
            names.starts_with(|c: char| c.is_ascii_alphabetic()) && names.chars().all(is_part)
        });
        if !is_list {
            return;
        }
        let message =
            format!("`{line}` appears exactly as typed: only Pandoc reads it as attributes");
        let help = "remove it, or write HTML: <p class=\"lead\">…</p>";
        let span = span.start..span.start + line.len();
        self.report(&codes::SHOWN_AS_TYPED, message, span, help);
    }
}
