//! A text file with its path, and places within it.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::fingerprint::{Fingerprint, Fingerprinter};
use crate::text::Text;

/// The text of a file, with its path.
#[derive(Debug)]
pub struct Source {
    /// Path relative to the project's root, with `/` as separator, as diagnostics show it.
    pub path: String,
    /// The whole text. If the file is not UTF-8, the text is exact up to the first invalid byte.
    pub text: Text,
    /// Fingerprint of path and text.
    pub fingerprint: Fingerprint,
    /// Byte offsets with known positions, sorted; computed when the first position is needed.
    marks: OnceLock<Vec<Mark>>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
    }
}

impl Eq for Source {}

/// A byte offset with its line and column. There is one at the start of every line, and every [`MARK_DISTANCE`] bytes in a long
/// line, so a position is found equally fast anywhere in the file.
#[derive(Debug, Clone, Copy)]
struct Mark {
    offset: usize,
    position: LineColumn,
}

/// Distance in bytes between the marks of a long line.
const MARK_DISTANCE: usize = 256;

/// A range of bytes in a [`Source`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// File that contains the range.
    pub source: Arc<Source>,
    /// Byte range in the file's text.
    pub span: Range<usize>,
}

/// A position in a text, as editors show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line number, starting at 1.
    pub line: usize,
    /// Column number in characters, starting at 1.
    pub column: usize,
}

impl Source {
    /// Creates a source from its path and text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let (path, text) = (path.into(), text.into());
        let fingerprint = Self::fingerprint_of(&path, &text);
        Arc::new(Self::with_text(path, Text::from(text), fingerprint))
    }

    /// Creates a source whose text is read when it is used. `fingerprint` is that of its path and text.
    pub fn with_text(path: String, text: Text, fingerprint: Fingerprint) -> Self {
        Self {
            path,
            text,
            fingerprint,
            marks: OnceLock::new(),
        }
    }

    /// Returns the fingerprint of a source with this path and text.
    pub fn fingerprint_of(path: &str, text: &str) -> Fingerprint {
        Fingerprinter::default().text(path).text(text).finish()
    }

    /// Returns a copy without the text, which is read on first use and freed with the copy. Returns this source if its text cannot be read
    /// again.
    #[must_use]
    pub fn unloaded(self: &Arc<Self>) -> Arc<Self> {
        let Some(text) = self.text.not_in_memory() else {
            return Arc::clone(self);
        };
        Arc::new(Self::with_text(self.path.clone(), text, self.fingerprint))
    }

    /// Returns the line and column of a byte offset; an offset past the end of the text counts as its end.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let end = self.text.floor_char_boundary(offset);
        let marks = self.marks();
        let next = marks.partition_point(|mark| mark.offset <= end);
        let Mark { offset, position } = marks[next.saturating_sub(1)];
        LineColumn {
            line: position.line,
            column: position.column + self.text[offset.min(end)..end].chars().count(),
        }
    }

    /// Returns the byte offset of a line and column, or the nearest offset if the text has no such position.
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let column = column.max(1);
        let wanted = LineColumn { line, column };
        let marks = self.marks();
        let next = marks.partition_point(|mark| mark.position <= wanted);
        let Mark { offset, position } = marks[next.saturating_sub(1)];
        if position.line < line {
            return self.text.len();
        }
        self.text[offset..]
            .char_indices()
            .nth(column.saturating_sub(position.column))
            .map_or(self.text.len(), |(at, _)| offset + at)
    }

    fn marks(&self) -> &[Mark] {
        self.marks.get_or_init(|| marks(&self.text))
    }
}

fn marks(text: &str) -> Vec<Mark> {
    // Editors do not count a byte order mark.
    let byte_order_mark = '\u{feff}';
    let mut last = Mark {
        offset: if text.starts_with(byte_order_mark) {
            byte_order_mark.len_utf8()
        } else {
            0
        },
        position: LineColumn { line: 1, column: 1 },
    };
    let mut marks = vec![last];
    let mut position = last.position;
    for (at, character) in text[last.offset..].char_indices() {
        if character == '\n' {
            position = LineColumn {
                line: position.line + 1,
                column: 1,
            };
        } else {
            position.column += 1;
        }
        let offset = marks[0].offset + at + character.len_utf8();
        if character == '\n' || offset - last.offset >= MARK_DISTANCE {
            last = Mark { offset, position };
            marks.push(last);
        }
    }
    marks
}

impl Place {
    /// Creates the place of `span` in `source`. The span is clamped to the text, and extended to whole characters.
    pub fn new(source: &Arc<Source>, span: Range<usize>) -> Self {
        let start = source.text.floor_char_boundary(span.start);
        let end = source.text.ceil_char_boundary(span.end).max(start);
        Self {
            source: Arc::clone(source),
            span: start..end,
        }
    }

    /// Returns the first line of the file, for findings about the file as a whole.
    pub fn start_of(source: &Arc<Source>) -> Self {
        let end = source.text.find('\n').unwrap_or(source.text.len());
        Self::new(source, 0..end)
    }

    /// Returns the line and column of the start.
    pub fn line_column(&self) -> LineColumn {
        self.source.line_column(self.span.start)
    }
}

/// Returns the path of the folder that a file is in, or the URL above a page; empty without a slash.
pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_whole_characters() {
        let source = Source::new("a.md", "aé");
        for (span, expected) in [
            (0..1, "a"),
            (2..2, "é"),
            (1..2, "é"),
            (0..9, "aé"),
            (7..9, ""),
        ] {
            let place = Place::new(&source, span.clone());
            assert_eq!(&source.text[place.span], expected, "{span:?}");
        }
    }

    /// Lines and columns start at one, and columns count characters, even in a line longer than the distance between marks.
    #[test]
    fn positions() {
        let (long, longer) = ("ü".repeat(700), "é".repeat(1_000));
        let text = format!("\u{feff}{longer}\nनमस्ते x\n\n{long}");
        let source = Source::new("a.md", text);
        for (offset, _) in source.text.char_indices().skip(1) {
            let before = &source.text[..offset];
            let line_start = before.rfind('\n').map_or(3, |at| at + 1);
            let expected = LineColumn {
                line: before.matches('\n').count() + 1,
                column: before[line_start..].chars().count() + 1,
            };
            assert_eq!(source.line_column(offset), expected, "{offset}");
            assert_eq!(source.offset(expected.line, expected.column), offset);
        }
        assert_eq!(source.line_column(9_999).line, 4);
    }
}
