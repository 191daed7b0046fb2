//! Code between lines of accents or quotes, which were meant to be backticks.

use std::ops::Range;

use diagnostic::lines_in;

use super::Slips;
use crate::codes;

/// Signs that keyboards and word processors write in place of a backtick.
const SIGNS: [char; 11] = ['´', '`', '\'', '‘', '’', '‛', 'ʼ', 'ˋ', '′', '‵', '｀'];

impl Slips<'_> {
    /// Reports a line of three or more such signs, and at most the name of a language after them. `span` begins at the line. Lines up to
    /// the one that would end the code are not reported again.
    pub(super) fn typed_fence(&mut self, span: &Range<usize>) {
        let line = self.line(span.start);
        let Some(fence) = fence(line).map(str::to_owned) else {
            return;
        };
        if span.start < self.typed_fence_end {
            return;
        }
        let start = span.start;
        let after = start + line.len();
        let mut closing = None;
        for (at, line) in lines_in(&self.source.text, after..self.source.text.len()) {
            let text = line.trim();
            if !text.is_empty() && fence_length(text) == text.len() && text.chars().count() >= 3 {
                let from = at + line.len() - line.trim_start().len();
                closing = Some(from..from + text.len());
                break;
            }
        }
        let opening = start..start + fence.len();
        let message =
            format!("this code does not begin with backticks: `{fence}` appears as typed");
        let help = "put code between two lines of three backticks: ```";
        self.typed_fence_end = closing.as_ref().map_or(usize::MAX, |closing| closing.end);
        self.report(&codes::SHOWN_AS_TYPED, message, opening.clone(), help);
        if let Some(closing) = closing {
            let edits = [opening, closing].map(|span| (span, "```".to_owned()));
            self.fix_last("write the lines with backticks", edits);
        }
    }
}

/// Returns the signs that a line begins with, if it has nothing else but the name of a language, and is not a fence of Markdown.
fn fence(line: &str) -> Option<&str> {
    let (signs, name) = line.split_at(fence_length(line));
    let is_name = |c: char| c.is_ascii_alphanumeric() || "+#-".contains(c);
    let is_fence =
        signs.chars().count() >= 3 && !signs.starts_with("```") && name.chars().all(is_name);
    is_fence.then_some(signs)
}

/// Returns the length of the signs that a text begins with.
fn fence_length(text: &str) -> usize {
    text.len() - text.trim_start_matches(SIGNS).len()
}
