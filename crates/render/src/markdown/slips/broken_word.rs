//! A word that a PDF has divided at the end of a line.

use std::ops::Range;

use super::Slips;
use crate::codes;

/// Words after a hyphen that belongs there, as in "short- and long-term", in several languages.
const AFTER_HYPHEN: [&str; 12] = [
    "and", "or", "to", "und", "oder", "bis", "et", "ou", "e", "o", "y", "en",
];

impl Slips<'_> {
    /// Reports a word with a hyphen before the line break at `span`: a page shows the break as a space.
    pub(super) fn broken_word(&mut self, span: &Range<usize>) {
        let (above, below) = (&self.source.text[..span.start], self.near(span.end));
        let Some(before) = above.trim_end_matches([' ', '\t', '\r']).strip_suffix('-') else {
            return;
        };
        let is_part = |c: char| c.is_alphabetic();
        let first = &before[before.trim_end_matches(is_part).len()..];
        let rest = below.trim_start_matches([' ', '\t', '>', '\n', '\r']);
        let second = &rest[..rest.len() - rest.trim_start_matches(is_part).len()];
        let is_word = !first.is_empty() && second.starts_with(char::is_lowercase);
        if !is_word || AFTER_HYPHEN.contains(&second) {
            return;
        }
        let start = before.len() - first.len();
        let end = span.end + below.len() - rest.len() + second.len();
        let message =
            format!("`{first}- {second}` shows with a space: the line ends after its hyphen");
        let help = format!("write `{first}{second}` or `{first}-{second}` in one line");
        let (hyphen, second) = (before.len(), second.to_owned());
        self.report(&codes::SHOWN_AS_TYPED, message, start..hyphen + 1, help);
        self.fix_last("join the word", [(hyphen..end, second)]);
        self.confirm_last();
    }
}
