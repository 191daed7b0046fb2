//! The two parts of a Markdown file.

use std::ops::Range;

/// Returns the ranges of the TOML and of the Markdown of a file. Both may be empty. If the second `+++` line is missing, everything
/// after the first is TOML.
pub fn parts(text: &str) -> (Range<usize>, Range<usize>) {
    let start = text.find('\n').map_or(0, |end| end + 1);
    if text[..start].trim_end() != "+++" {
        return (0..0, 0..text.len());
    }
    let mut offset = start;
    for line in text[start..].split_inclusive('\n') {
        let end = offset + line.len();
        if line.trim_end() == "+++" {
            return (start..offset, end..text.len());
        }
        offset = end;
    }
    (start..text.len(), text.len()..text.len())
}

/// Returns the range of the TOML of a file: its front matter, or the whole of a TOML file. It is empty if the file has none.
pub fn toml_part(path: &str, text: &str) -> Range<usize> {
    if path.ends_with(".toml") {
        0..text.len()
    } else if path.ends_with(".md") {
        parts(text).0
    } else {
        0..0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files() {
        for (text, toml, markdown) in [
            ("+++\na = 1\n+++\ntext\n", "a = 1\n", "text\n"),
            ("+++\r\na = 1\r\n+++\r\ntext", "a = 1\r\n", "text"),
            ("+++\na = 1\n", "a = 1\n", ""),
            ("+++\n+++", "", ""),
            ("+++", "", "+++"),
            ("text\n+++\n", "", "text\n+++\n"),
            ("", "", ""),
        ] {
            let (first, second) = parts(text);
            assert_eq!((&text[first], &text[second]), (toml, markdown), "{text:?}");
        }
    }
}
