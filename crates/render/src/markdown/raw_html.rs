//! Raw HTML in Markdown, and the places of its lines in the file.

use std::ops::Range;

/// Raw HTML of one block or tag. In a quotation or a list, its lines have lost the marks or spaces before them.
#[derive(Default)]
pub struct RawHtml {
    /// The HTML.
    pub text: String,
    /// Start of each line, as a byte offset in `text` and in the file.
    lines: Vec<(usize, usize)>,
}

impl RawHtml {
    /// Appends text that begins at byte `at` of the file.
    pub fn push(&mut self, line: &str, at: usize) {
        self.lines.push((self.text.len(), at));
        self.text.push_str(line);
    }

    /// Returns the byte range of the file for a byte range of the HTML.
    pub fn in_file(&self, span: &Range<usize>) -> Range<usize> {
        let last = span.end.saturating_sub(1).max(span.start);
        let start = self.offset(span.start);
        start..(self.offset(last) + span.end - last).max(start)
    }

    fn offset(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|(start, _)| *start <= at);
        let (start, in_file) = self.lines[..line].last().copied().unwrap_or_default();
        in_file + at - start
    }
}

#[cfg(test)]
mod tests {
    use super::RawHtml;

    #[test]
    fn lines_in_a_quotation() {
        let file = "> <p>\n> <b>é</b>\n> </p>\n";
        let mut html = RawHtml::default();
        for at in [2, 8, 20] {
            let line = file[at..].split_inclusive('\n').next().unwrap_or_default();
            html.push(line, at);
        }
        assert_eq!(html.text, "<p>\n<b>é</b>\n</p>\n");
        for part in ["<p>", "<b>é</b>", "é", "</p>", "</p>\n"] {
            let at = html.text.find(part).unwrap_or_default();
            assert_eq!(&file[html.in_file(&(at..at + part.len()))], part);
        }
    }
}
