//! Paths of Windows, of which Markdown drops backslashes.

use std::ops::Range;

use super::{MAX_LOOKAHEAD, Slips};
use crate::codes;

impl Slips<'_> {
    /// Reports `\\server\share` and `C:\_drafts`, in which a backslash before a punctuation mark does not show. `span` is that of a
    /// text, which begins after such a backslash.
    pub(super) fn computer_path(&mut self, span: &Range<usize>) {
        let text = &self.source.text;
        let from = text.ceil_char_boundary(span.start.saturating_sub(MAX_LOOKAHEAD));
        let Some(before) = text[from..span.start].strip_suffix('\\') else {
            return;
        };
        let is_part = |c: char| !c.is_whitespace() && !"\"'“”`()[]<>".contains(c);
        let first = before[before.trim_end_matches(is_part).len()..].to_owned();
        let rest = self.near(span.start);
        let mut end = rest.len() - rest.trim_start_matches(is_part).len();
        // `\\server\our share\form.pdf`: a word with a backslash goes on with the path.
        while let Some(word) = rest[end..].strip_prefix(' ') {
            let length = word.len() - word.trim_start_matches(is_part).len();
            let word = &word[..length];
            if !word.contains('\\') || word.starts_with('\\') || word.contains(':') {
                break;
            }
            end += " ".len() + length;
        }
        let rest = &rest[..end];
        let rest = rest.trim_end_matches(['.', ',', ';', ':']);
        let mut letters = first.chars();
        let is_drive = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && letters.as_str().starts_with(":\\")
            || first.len() == 2
                && first.ends_with(':')
                && first.starts_with(|c: char| c.is_ascii_alphabetic());
        let share = rest.strip_prefix('\\').filter(|_| first.is_empty());
        let is_share = share.is_some_and(|share| {
            share.starts_with(|c: char| c.is_alphanumeric()) && share.contains('\\')
        });
        if !is_drive && !is_share || text[..span.start].ends_with("\\\\") && is_drive {
            return;
        }
        let path = format!("{first}\\{rest}");
        let start = span.start - 1 - first.len();
        let message = format!("a backslash in `{path}` does not show");
        let help = format!("put it between backticks: `{path}`");
        let whole = start..start + path.len();
        self.report(
            &codes::SHOWN_AS_TYPED,
            message,
            whole.clone(),
            help.as_str(),
        );
        self.fix_last("put it between backticks", [(whole, format!("`{path}`"))]);
    }
}
