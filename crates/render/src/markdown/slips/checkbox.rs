//! Checkboxes of a list without a space inside or after them.

use std::ops::Range;

use super::Slips;
use crate::codes;

/// States of checkboxes that Obsidian and other programs have beside open and done.
const STATES: &str = "-/><~!?*+";

impl Slips<'_> {
    /// Reports `- [x]Text`, `- []`, `- [ x ] Text` and `- [-] Text`. `span` is the range of the list entry.
    pub(super) fn checkbox(&mut self, span: &Range<usize>) {
        let line = self.line(span.start);
        let text = line.trim_start_matches(|c: char| c.is_ascii_digit() || " -+*.)".contains(c));
        let Some((inside, after)) = text.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        else {
            return;
        };
        let mark = inside.trim();
        if inside.len() == 1 && STATES.contains(inside) && after.starts_with(' ') {
            let start = span.start + line.len() - text.len();
            let message = format!("`[{inside}]` is not a checkbox, and appears exactly as typed");
            let help = "write `[ ]` or `[x]`, and any other state in words";
            self.report(&codes::SHOWN_AS_TYPED, message, start..start + 3, help);
            return;
        }
        let is_box = matches!(mark, "" | "x" | "X") && inside.len() <= 3;
        let (is_spaced, is_plain) = (after.starts_with(' '), inside.len() == 1);
        let begins = |text: &str| text.starts_with(char::is_alphanumeric);
        if !is_box || is_spaced && is_plain || !begins(after.trim_start()) {
            return;
        }
        let right = if mark.is_empty() { "[ ]" } else { "[x]" };
        let start = span.start + line.len() - text.len();
        let end = start + inside.len() + "[]".len();
        let spaces = after.len() - after.trim_start().len();
        let message = format!("`[{inside}]` is not a checkbox, and appears exactly as typed");
        let help = format!("write `{right} ` with a space after it");
        self.report(&codes::SHOWN_AS_TYPED, message, start..end, help);
        self.fix_last(
            "write the checkbox with a space after it",
            [(start..end + spaces, format!("{right} "))],
        );
    }
}
