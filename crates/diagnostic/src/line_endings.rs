//! Line endings and byte order marks of text files. Every stage works with plain line feeds; a file that is edited keeps its own.

/// Byte order mark, which some editors write at the beginning of a UTF-8 file. It is meaningless in UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Returns the text of a file without its byte order mark, and with line feeds as line endings. So a site has the same pages and
/// findings however Git or an editor wrote its files.
pub fn normalized(mut text: String) -> String {
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    }
    if text.contains("\r\n") {
        return text.replace("\r\n", "\n");
    }
    text
}

/// Returns the content to write to a file whose content is `old` so that its [`normalized`] text becomes `new`. Lines that are the
/// same remain as they are in the file; all others get the line ending of its first line. A byte order mark is kept.
pub fn edited(old: &str, new: &str) -> String {
    let (mark, old) = match old.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (BYTE_ORDER_MARK, rest),
        None => ("", old),
    };
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
        mark,
        &old[..start].concat(),
        &changed,
        &unchanged_end.concat(),
    ]
    .concat()
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
}
