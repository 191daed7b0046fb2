//! Lines of a text with their byte offsets.

use std::ops::Range;

/// Returns the lines of a text, line endings included, each with its offset.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    lines_in(text, 0..text.len())
}

/// Returns the lines in a byte range of a text, line endings included, each with its offset in the text.
pub fn lines_in(text: &str, range: Range<usize>) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut at = range.start;
    text[range].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line)
    })
}

/// Returns the offset of the start of the line that the text `before` ends in.
pub fn line_start(before: &str) -> usize {
    before.rfind('\n').map_or(0, |end| end + 1)
}
