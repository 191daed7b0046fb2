//! Lines of a text with their byte offsets.

use std::iter;
use std::ops::Range;

use memchr::memchr;

/// Returns the lines of a text, line endings included, each with its offset.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    lines_in(text, 0..text.len())
}

/// Returns the lines in a byte range of a text, line endings included, each with its offset in the text.
pub fn lines_in(text: &str, range: Range<usize>) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut rest = range;
    iter::from_fn(move || {
        let at = rest.start;
        let line = &text[rest.clone()];
        rest.start += memchr(b'\n', line.as_bytes()).map_or(line.len(), |end| end + 1);
        (rest.start > at).then(|| (at, &text[at..rest.start]))
    })
}

/// Returns the first line of a text, without its line ending.
pub fn first_line(text: &str) -> &str {
    memchr(b'\n', text.as_bytes()).map_or(text, |end| {
        let line = &text[..end];
        line.strip_suffix('\r').unwrap_or(line)
    })
}

/// Returns the offset of the start of the line that the text `before` ends in.
pub fn line_start(before: &str) -> usize {
    before.rfind('\n').map_or(0, |end| end + 1)
}
