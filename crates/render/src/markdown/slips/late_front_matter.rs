//! Front matter that is not at the start of its file.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports the first line `+++` below other text, which begins at `start`. Often, another file was pasted below this one. A line
    /// `+++` above all text is reported when the file is read.
    pub(super) fn late_front_matter(&mut self, text: &str, span: &Range<usize>, start: usize) {
        let is_line = text == "+++" && self.line(span.start) == "+++";
        if is_line
            && !self.has_late_front_matter
            && !self.source.text[start..span.start].trim().is_empty()
            && !self.source.text[start..].trim_start().starts_with("+++")
        {
            self.has_late_front_matter = true;
            self.report(
                &codes::SHOWN_AS_TYPED,
                "front matter is only at the start of a file, so this line and those below it appear exactly as typed",
                span.clone(),
                "delete them, or move them into a file of their own",
            );
        }
    }
}
