//! Brackets that do not form a link: an address with a space, or a reference or footnote without a definition.

use std::ops::Range;

use diagnostic::{Diagnostic, Place};

use super::{Slips, looks_like_an_address};
use crate::codes;

impl Slips<'_> {
    /// Checks a bracket that is not part of a link. The parser returns each of these brackets as a text event of its own.
    pub(super) fn bracket(&mut self, text: &str, span: &Range<usize>) {
        match text {
            "[" | "![" => {
                self.footnote(span.end - 1);
                self.brackets.push(span.end - 1);
            }
            "]" => {
                let Some(start) = self.brackets.pop() else {
                    return;
                };
                // `map[key](value)` and `rows[0][1]` are not meant as links.
                let before = self.source.text[..start].chars().next_back();
                if !before.is_some_and(|c| c.is_alphanumeric() || c == '\\') {
                    self.address(span.end);
                    self.reference(start, span.end);
                }
            }
            _ => {}
        }
    }

    /// Reports `[^2]` without a definition. `start` is the offset of the bracket.
    fn footnote(&mut self, start: usize) {
        let rest = self.near(start);
        let Some((label, _)) = rest
            .strip_prefix("[^")
            .and_then(|rest| rest.split_once(']'))
        else {
            return;
        };
        if !label.is_empty() && !label.contains(char::is_whitespace) {
            let message = format!("there is no footnote `{label}`");
            let help = format!("add it in a paragraph of its own: [^{label}]: …");
            let span = start..start + "[^]".len() + label.len();
            self.report(&codes::BROKEN_LINK, message, span, help);
        }
    }

    /// Reports `[text](/an address)`, whose address contains a space. `end` is the offset after the `]`.
    fn address(&mut self, end: usize) {
        let line = self.line(end);
        let address = line.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let Some((address, _)) = address else {
            return;
        };
        let target = address.trim();
        if looks_like_an_address(target) && target.contains(char::is_whitespace) {
            let span = end + 1..end + 1 + address.len();
            let help = format!(
                "write the address without spaces, or in angle brackets: [text](<{target}>)"
            );
            let place = Place::new(self.source, span);
            let message = format!("not a link: the address `{target}` has a space");
            self.diagnostics.push(
                Diagnostic::new(&codes::BROKEN_LINK, message)
                    .at(place, "appears exactly as typed")
                    .help(help),
            );
        }
    }

    /// Reports `[text][name]` without a definition. `[text]` is at `start..end`.
    fn reference(&mut self, start: usize, end: usize) {
        let label = self.near(end).strip_prefix('[');
        let Some((label, _)) = label.and_then(|rest| rest.split_once(']')) else {
            return;
        };
        if !label.trim().is_empty() && !label.starts_with('^') {
            let message = format!("there is no address for `[{label}]`");
            let help = format!("add it on a line of its own: [{label}]: /address");
            let span = start..end + "[]".len() + label.len();
            self.report(&codes::BROKEN_LINK, message, span, help);
        }
    }
}
