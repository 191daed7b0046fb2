//! A sentence that Markdown reads as a heading because of the hyphens below it.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a heading that is a paragraph above `---` and reads like a sentence.
    pub(super) fn underlined_text(&mut self, span: &Range<usize>) {
        let text = self.source.text[span.clone()].trim_end();
        let Some((title, underline)) = text.rsplit_once('\n') else {
            return;
        };
        let mark = underline.trim_start_matches([' ', '\t', '>']);
        if text.starts_with('#') || !mark.starts_with('-') {
            return;
        }
        if mark.trim_end() == "---"
            && let Some(start) = self.front_matter_start(span.start, title)
        {
            self.report(
                &codes::UNDERLINED_TEXT,
                "front matter is only at the start of a file, so these lines are shown as text",
                start..span.start + text.len(),
                "move what is needed to the front matter, and delete the lines from `---` to `---`",
            );
            return;
        }
        let words = title.split_whitespace().count();
        let ends = |c: char| ".:;!?…।".contains(c);
        let is_text = title.contains('\n')
            || title.trim_end().ends_with(ends)
            || words >= 8
            // The beginning of a list entry, or of the signature of a mail.
            || mark.trim_end().len() <= 2
            || mark.trim_end() == "---" && words >= 4;
        if !is_text {
            return;
        }
        let start = span.start + text.len() - mark.len();
        self.report(
            &codes::UNDERLINED_TEXT,
            format!("`{mark}` makes the text above it a heading"),
            start..start + mark.len(),
            "add an empty line before it for a line across the page; write a heading as `## Heading`",
        );
        if let Some(line) = self.line_start(start) {
            self.fix_last(
                "add an empty line before it",
                [(line..line, "\n".to_owned())],
            );
            self.confirm_last();
        }
    }

    /// Returns where the line `---` above text that begins at an offset starts, if the text has only lines such as `key: value`.
    fn front_matter_start(&self, start: usize, text: &str) -> Option<usize> {
        let above = self.source.text[..start].trim_end_matches(['\n', ' ']);
        let is_key = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let is_entry = |line: &str| {
            let key = line.split_once(':').map(|(key, _)| key);
            key.is_some_and(|key| !key.is_empty() && key.chars().all(is_key))
                || line.starts_with("- ")
        };
        let is_front_matter = above.ends_with("\n---") && text.lines().all(is_entry);
        is_front_matter.then(|| above.len() - "---".len())
    }
}
