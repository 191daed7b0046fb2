//! A text file with its path, and places within it.

use std::ops::Range;
use std::sync::Arc;

use crate::fingerprint::{Fingerprint, Fingerprinter};

/// A text file as it was read.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// Path relative to the project's root, with `/` as separator, as diagnostics show it.
    pub path: String,
    /// The whole text. If the file is not UTF-8, the text is exact up to the first invalid byte.
    pub text: String,
    /// Fingerprint of path and text.
    pub fingerprint: Fingerprint,
}

/// A range of bytes in a [`Source`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub source: Arc<Source>,
    /// Byte offsets from the start of the file's text.
    pub span: Range<usize>,
}

/// A position as editors show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Source {
    /// Creates a source from its path and text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let (path, text) = (path.into(), text.into());
        let fingerprint = Fingerprinter::default().text(&path).text(&text).finish();
        Arc::new(Self {
            path,
            text,
            fingerprint,
        })
    }

    /// Returns line and column of a byte offset; an offset past the end is taken as the end.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        // Editors do not count a byte order mark.
        let line = &before[line_start..];
        let line = line
            .strip_prefix('\u{feff}')
            .filter(|_| line_start == 0)
            .unwrap_or(line);
        LineColumn {
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: line.chars().count() + 1,
        }
    }

    /// Returns the byte offset of a line and column, or the nearest offset if the text has no such position.
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let start = self
            .text
            .split_inclusive('\n')
            .take(line.saturating_sub(1))
            .map(str::len)
            .sum::<usize>();
        let mark = self.text.starts_with('\u{feff}') && start == 0;
        let start = start + if mark { '\u{feff}'.len_utf8() } else { 0 };
        self.text[start..]
            .char_indices()
            .nth(column.saturating_sub(1))
            .map_or(self.text.len(), |(at, _)| start + at)
    }
}

impl Place {
    /// Creates the place of `span` in `source`.
    pub fn new(source: &Arc<Source>, span: Range<usize>) -> Self {
        Self {
            source: Arc::clone(source),
            span,
        }
    }

    /// Returns the first line of the file, for findings about the file as a whole.
    pub fn start_of(source: &Arc<Source>) -> Self {
        let end = source.text.find('\n').unwrap_or(source.text.len());
        Self::new(source, 0..end)
    }

    /// Returns line and column of the start.
    pub fn line_column(&self) -> LineColumn {
        self.source.line_column(self.span.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let source = Source::new("a.md", "नमस्ते x\nsecond\n");
        let at = |needle: &str| {
            let place = source.line_column(source.text.find(needle).unwrap());
            (place.line, place.column)
        };
        assert_eq!(at("x"), (1, 8));
        assert_eq!(at("cond"), (2, 3));
        assert_eq!(source.line_column(999).line, 3);
    }

    #[test]
    fn offset_is_the_inverse_of_line_column() {
        let source = Source::new("a.md", "ab\nगd\n\ne");
        for (offset, _) in source.text.char_indices() {
            let place = source.line_column(offset);
            assert_eq!(source.offset(place.line, place.column), offset);
        }
    }
}
