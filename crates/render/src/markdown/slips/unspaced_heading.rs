//! A heading without a space after its hashes, with a no-break space, or with too many hashes.

use std::ops::Range;

use super::{Slips, unread_space};
use crate::codes;

impl Slips<'_> {
    /// Reports `##Heading`, `#Several words` as a whole paragraph, `# Heading` with a no-break space, or `####### Heading`.
    pub(super) fn unspaced_heading(&mut self, span: &Range<usize>, paragraph: &Range<usize>) {
        if !self.source.text[span.start..].starts_with('#') {
            return;
        }
        let line = self.line(span.start);
        let after = line.trim_start_matches('#');
        let level = line.len() - after.len();
        if level > 6 && after.starts_with(' ') && !after.trim().is_empty() {
            let message = "not a heading: there are more than six `#`";
            let help = format!("write `## {}`, or another level", after.trim());
            let hashes = span.start..span.start + level;
            self.report(&codes::UNREAD_MARKDOWN, message, hashes, help);
            return;
        }
        let title = after.trim_start_matches(|sign| unread_space(sign).is_some());
        let space = after.chars().next().and_then(unread_space);
        // A hashtag has one hash, too, but not several words on a line of their own.
        // Excel's `#N/A` is reported itself.
        let is_alone = title.contains(' ')
            && !title.trim_end_matches('#').contains('#')
            && !title.ends_with('.')
            && !title.starts_with("N/A");
        let is_alone = is_alone
            && title.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase())
            && paragraph.start == span.start
            && !self.source.text[paragraph.clone()]
                .trim_end()
                .contains('\n');
        let least = if space.is_some() || is_alone { 1 } else { 2 };
        if (least..=6).contains(&level)
            && title.starts_with(char::is_alphanumeric)
            && !self.source.text[..span.start].ends_with('\\')
        {
            let written = &line[..level];
            // The title of the page is its only heading of the first level.
            let hashes = "#".repeat(level.max(2));
            let (message, end) = if let Some(space) = space {
                let message = format!("not a heading: the space after `{written}` is {space}");
                (message, line.len() - title.len())
            } else {
                let message = format!("not a heading: add a space after `{written}`");
                (message, level)
            };
            let closed = title.trim_end();
            let title = closed.trim_end_matches('#').trim_end();
            // Hashes at the end count only after a space.
            let line_end = span.start + line.trim_end().len();
            let closing = line_end - (closed.len() - title.len())..line_end;
            let help = format!("write `{hashes} {title}`");
            let spaced = format!("{hashes} ");
            let written = span.start..span.start + end;
            let label = help.clone();
            self.report(&codes::UNREAD_MARKDOWN, message, written.clone(), help);
            if closing.is_empty() {
                self.fix_last(&label, [(written, spaced)]);
            } else {
                self.fix_last(&label, [(written, spaced), (closing, String::new())]);
            }
        }
    }
}
