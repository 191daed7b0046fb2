//! Keeps the comments of a section when its first entries are removed.

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Returns `new` with those comments of `old` that were removed together with an entry, but are separated from it by a blank line:
/// they are about what follows, or about the whole file.
pub fn with_comments(old: &str, new: &str) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let lines: Vec<&str> = new.split_inclusive('\n').collect();
    let mut text = String::with_capacity(new.len());
    for operation in capture_diff_slices(Algorithm::Myers, &old, &lines) {
        let removed = match operation {
            DiffOp::Delete { .. } | DiffOp::Replace { .. } => &old[operation.old_range()],
            _ => &[],
        };
        let above = section_comments(removed);
        let added = &lines[operation.new_range()];
        if !above.iter().any(|line| added.contains(line)) {
            text.extend(above.iter().copied());
        }
        text.extend(added.iter().copied());
    }
    text
}

/// Returns the comments and blank lines at the beginning of removed lines, up to the last blank line before anything else.
fn section_comments<'a>(removed: &'a [&'a str]) -> &'a [&'a str] {
    let is_comment = |line: &&&str| line.trim_start().starts_with('#');
    let is_blank = |line: &str| line.trim().is_empty();
    let leading = removed.iter();
    let leading = leading
        .take_while(|line| is_blank(line) || is_comment(line))
        .count();
    let end = removed[..leading].iter().rposition(|line| is_blank(line));
    // Editors read from a line such as `#:schema ../schemas/office.json` how to check the file.
    let directives = removed.iter().take_while(|line| line.starts_with("#:"));
    let above = &removed[..end.map_or(0, |end| end + 1).max(directives.count())];
    if above.iter().any(|line| is_comment(&line)) {
        above
    } else {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_sections() {
        for (old, new, expected) in [
            (
                "# File\n\n# A\na = 1\nb = 2\n",
                "b = 2\n",
                "# File\n\nb = 2\n",
            ),
            (
                "a = 1\n\n# Section\n\nb = 2\nc = 3\n",
                "a = 1\nc = 3\n",
                "a = 1\n\n# Section\n\nc = 3\n",
            ),
            ("# A\na = 1\nb = 2\n", "b = 2\n", "b = 2\n"),
            ("a = 1\n\nb = 2\n", "b = 2\n", "b = 2\n"),
            (
                "#:schema x\na = 1\nb = 2\n",
                "b = 2\n",
                "#:schema x\nb = 2\n",
            ),
        ] {
            assert_eq!(with_comments(old, new), expected, "{old}");
        }
    }
}
