//! Line endings and byte order marks of text files. Every stage works with plain line feeds; a file that is edited keeps its own.

use std::iter::Peekable;
use std::ops::Range;
use std::str::MatchIndices;

/// Byte order mark, which some editors write at the beginning of a UTF-8 file. It is meaningless in UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Returns the text of a file without its byte order mark, and with line feeds as line endings. So a site has the same pages and
/// findings however Git or an editor wrote its files.
pub fn normalized(mut text: String) -> String {
    text.drain(..marks(&text));
    if text.contains("\r\n") {
        return text.replace("\r\n", "\n");
    }
    text
}

/// Returns the length in bytes of the byte order marks at the beginning of a text. Programs that do not know the mark add another one.
fn marks(text: &str) -> usize {
    text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len()
}

/// Returns the content to write to a file whose content is `old` so that its [`normalized`] text becomes `new`. Lines that are the
/// same remain as they are in the file; all others get the line ending of its first line. A byte order mark is kept.
pub fn edited(old: &str, new: &str) -> String {
    let (marks, old) = old.split_at(marks(old));
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let is_same = |(old, new): &(&&str, &&str)| {
        let ended_otherwise = || old.strip_suffix("\r\n").zip(new.strip_suffix('\n'));
        old == new || ended_otherwise().is_some_and(|(old, new)| old == new)
    };
    let start = old.iter().zip(&new).take_while(is_same).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let both = old_rest.iter().rev().zip(new_rest.iter().rev());
    let end = both.take_while(is_same).count();
    let changed: String = new_rest[..new_rest.len() - end].concat();
    let changed = match old.first() {
        Some(first) if first.ends_with("\r\n") => changed.replace('\n', "\r\n"),
        _ => changed,
    };
    let unchanged_end = &old_rest[old_rest.len() - end..];
    [
        marks,
        &old[..start].concat(),
        &changed,
        &unchanged_end.concat(),
    ]
    .concat()
}

/// Returns the content to write to a file whose content is `old` after replacing byte ranges of its [`normalized`] text. The ranges
/// must be sorted and must not overlap. All other bytes remain as they are; new line breaks get the line ending of the first line.
pub fn spliced(old: &str, edits: &[(Range<usize>, &str)]) -> String {
    let first = old.find('\n').unwrap_or(0);
    let has_carriage_returns = old[..first].ends_with('\r');
    let mut offsets = FileOffsets::new(old);
    let mut new = String::with_capacity(old.len());
    let mut end = 0;
    for (span, text) in edits {
        let start = offsets.of(span.start).max(end);
        new.push_str(&old[end..start]);
        if has_carriage_returns {
            new.push_str(&text.replace('\n', "\r\n"));
        } else {
            new.push_str(text);
        }
        end = offsets.of(span.end).max(start);
    }
    new.push_str(&old[end..]);
    new
}

/// Converts offsets in the normalized text, in ascending order, to offsets in the file.
struct FileOffsets<'a> {
    file: &'a str,
    /// Line endings that have not been passed yet.
    endings: Peekable<MatchIndices<'a, &'static str>>,
    /// Number of bytes that the normalized text lacks so far.
    removed: usize,
}

impl<'a> FileOffsets<'a> {
    fn new(file: &'a str) -> Self {
        Self {
            file,
            endings: file.match_indices("\r\n").peekable(),
            removed: marks(file),
        }
    }

    /// Returns the offset in the file. It is before a line ending, not within it.
    fn of(&mut self, offset: usize) -> usize {
        let removed = &mut self.removed;
        while (self.endings)
            .next_if(|(at, _)| at - *removed < offset)
            .is_some()
        {
            *removed += 1;
        }
        (offset + self.removed).min(self.file.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_file_keeps_its_line_endings() {
        for (old, new, expected) in [
            ("a\nb\n", "a\nx\nb\n", "a\nx\nb\n"),
            ("a\r\nb\r\n", "a\nx\nb\n", "a\r\nx\r\nb\r\n"),
            ("a\r\nb", "a\nb\nx\n", "a\r\nb\r\nx\r\n"),
            ("\u{feff}a\r\nb\r\n", "b\n", "\u{feff}b\r\n"),
            ("\u{feff}\u{feff}a\n", "b\n", "\u{feff}\u{feff}b\n"),
            // Mixed line endings.
            ("a\nb\r\nc\n", "a\nb\nx\nc\n", "a\nb\r\nx\nc\n"),
            ("a\r\nb\nc\r\n", "a\nb\n", "a\r\nb\n"),
            // The same line is not kept twice.
            ("a\r\na\r\n", "a\n", "a\r\n"),
            ("a\n", "a\na\n", "a\na\n"),
            ("", "a\n", "a\n"),
            ("a\r\n", "", ""),
            // A single carriage return is not a line ending.
            ("a\rb\n", "a\rb\nx\n", "a\rb\nx\n"),
        ] {
            let written = edited(old, new);
            assert_eq!(written, expected, "{old:?}");
            assert_eq!(normalized(written), new, "{old:?}");
        }
    }

    /// In normalized text, the edits replace the letters between `<` and `>` and the sign `|` by the given text.
    #[test]
    fn an_edit_changes_no_other_byte() {
        for (marked, text, expected) in [
            ("a<b>c", "x", "axc"),
            ("\u{feff}a\r\n<b>\nc\r\n", "x", "\u{feff}a\r\nx\nc\r\n"),
            ("\u{feff}<a>\r\n", "", "\u{feff}\r\n"),
            (
                "\u{feff}\u{feff}a\r\n<b>c\r\n",
                "x",
                "\u{feff}\u{feff}a\r\nxc\r\n",
            ),
            ("a\r\n|b\n", "x\n", "a\r\nx\r\nb\n"),
            ("a|\r\nb\r\n", "x", "ax\r\nb\r\n"),
            // A whole line, with its ending.
            ("a\r\n<b\r\n>c\r\n", "", "a\r\nc\r\n"),
            ("<a\r\n>", "b\n", "b\r\n"),
            ("a\rb\n|c", "\n", "a\rb\n\nc"),
            ("é<ü>ñ\r\n", "ö", "éöñ\r\n"),
            ("|", "x\n", "x\n"),
        ] {
            let old = marked.replace(['<', '>', '|'], "");
            let start = marked.find(['<', '|']).unwrap();
            let before = normalized(marked[..start].to_owned()).len();
            let inner = marked[start..].strip_prefix('<').unwrap_or_default();
            let inner = normalized(inner.split('>').next().unwrap().to_owned()).len();
            let written = spliced(&old, &[(before..before + inner, text)]);
            assert_eq!(written, expected, "{marked:?}");
        }
        let two = [(0..1, "x"), (4..4, "y")];
        assert_eq!(spliced("a\r\nb\r\nc", &two), "x\r\nb\r\nyc");
    }
}
