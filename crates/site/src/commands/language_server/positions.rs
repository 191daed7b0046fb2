//! Positions as the protocol counts them: lines and columns from 0, columns in code units of the negotiated encoding.

use lsp_types::{Position, Range};

/// Unit of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every editor supports.
    Utf16,
}

impl Encoding {
    fn length(self, character: char) -> u32 {
        let length = match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
        };
        // At most 4.
        u32::try_from(length).unwrap_or(1)
    }
}

/// Converter between byte offsets of a text and positions. A lone carriage return ends a line, as the protocol demands.
#[derive(Debug)]
pub struct Positions<'a> {
    text: &'a str,
    encoding: Encoding,
    /// Byte offsets with known positions, sorted: the start of each line, and one every [`MARK_DISTANCE`] bytes of a long line.
    marks: Vec<(usize, Position)>,
}

/// Distance in bytes between the marks of a long line.
const MARK_DISTANCE: usize = 256;

impl<'a> Positions<'a> {
    /// Reads the lines of a text, whose line endings are normalized.
    pub fn new(text: &'a str, encoding: Encoding) -> Self {
        let mut position = Position::new(0, 0);
        let mut marks = vec![(0, position)];
        let mut last = 0;
        for (at, character) in text.char_indices() {
            let end = at + character.len_utf8();
            let is_break = matches!(character, '\n' | '\r');
            if is_break {
                position = Position::new(position.line + 1, 0);
            } else {
                position.character += encoding.length(character);
            }
            if is_break || end - last >= MARK_DISTANCE {
                marks.push((end, position));
                last = end;
            }
        }
        Self {
            text,
            encoding,
            marks,
        }
    }

    /// Returns the position of a byte offset; an offset past the end counts as the end.
    pub fn of(&self, offset: usize) -> Position {
        let end = self.text.floor_char_boundary(offset);
        let next = self.marks.partition_point(|(at, _)| *at <= end);
        let (start, mut position) = self.marks[next.saturating_sub(1)];
        for character in self.text[start..end].chars() {
            position.character += self.encoding.length(character);
        }
        position
    }

    /// Returns the range of a span of bytes.
    pub fn range(&self, span: &std::ops::Range<usize>) -> Range {
        Range::new(self.of(span.start), self.of(span.end))
    }

    /// Returns the byte offset of a position: the end of the line if the column is past it, and the end of the text if it has fewer
    /// lines.
    pub fn offset(&self, position: Position) -> usize {
        let next = self.marks.partition_point(|(_, at)| *at <= position);
        let (start, mut at) = self.marks[next.saturating_sub(1)];
        if at.line < position.line {
            return self.text.len();
        }
        for (index, character) in self.text[start..].char_indices() {
            let length = self.encoding.length(character);
            if matches!(character, '\n' | '\r') || at.character + length > position.character {
                return start + index;
            }
            at.character += length;
        }
        self.text.len()
    }

    /// Returns the span of bytes of a range.
    pub fn span(&self, range: &Range) -> std::ops::Range<usize> {
        let start = self.offset(range.start);
        start..self.offset(range.end).max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every offset has a position that leads back to it, and columns count code units.
    #[test]
    fn offsets_and_positions() {
        let long = "नमस्ते🎉".repeat(200);
        let text = format!("aé🎉b\n\r\r{long}\nend");
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let positions = Positions::new(&text, encoding);
            for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let before = &text[..offset];
                let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
                let column = match encoding {
                    Encoding::Utf8 => before[line..].len(),
                    Encoding::Utf16 => before[line..].encode_utf16().count(),
                };
                let lines = before.matches(['\n', '\r']).count();
                let expected = Position::new(lines.try_into().unwrap(), column.try_into().unwrap());
                assert_eq!(positions.of(offset), expected, "{offset}");
                assert_eq!(positions.offset(expected), offset, "{offset}");
            }
        }
    }

    #[test]
    fn positions_that_do_not_exist() {
        let positions = Positions::new("a🎉\nb", Encoding::Utf16);
        for (line, column, offset) in [
            (0, 2, 1),
            (0, 9, 5),
            (1, 9, 7),
            (7, 0, 7),
            (u32::MAX, u32::MAX, 7),
        ] {
            let position = Position::new(line, column);
            assert_eq!(positions.offset(position), offset, "{position:?}");
        }
        assert_eq!(positions.of(3), Position::new(0, 1));
        assert_eq!(positions.of(99), Position::new(1, 1));
    }
}
