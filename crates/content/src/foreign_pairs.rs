//! Signs in pairs that other programs read: marks around a text, and colons around the name of an emoji.

use std::ops::Range;

/// Returns the ranges of text between two equal marks without spaces inside them, which are not part of words.
pub fn pairs(line: &str, mark: &str, longest: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let sign = mark.chars().next().unwrap_or_default();
    let is_run = |before: &str, after: &str| before.ends_with(sign) || after.starts_with(sign);
    let mut marks = line.match_indices(mark).peekable();
    while let Some((open, _)) = marks.next() {
        let (before, rest) = (&line[..open], &line[open + mark.len()..]);
        let is_attached = before.ends_with(char::is_alphanumeric);
        let is_single = mark.len() == 1;
        let Some(length) = rest.find(mark) else {
            return found;
        };
        let (inner, after) = (&rest[..length], &rest[length + mark.len()..]);
        let fits = !inner.is_empty()
            && inner.len() <= longest
            && !inner.starts_with(char::is_whitespace)
            && !inner.ends_with(char::is_whitespace)
            && !is_run(before, inner)
            && !is_run(inner, after)
            // Exponents follow a word; other marks do not.
            && is_attached == is_single
            && (!is_single || inner.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
            && (is_single || !after.starts_with(char::is_alphanumeric));
        if fits {
            let end = open + 2 * mark.len() + length;
            found.push(open..end);
            while marks.next_if(|(at, _)| *at < end).is_some() {}
        }
    }
    found
}

/// Returns the ranges of short codes such as `:smile:` and `:+1:`.
pub fn emoji(line: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in line.match_indices(':') {
        let rest = &line[at + 1..];
        let length = rest
            .find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || "_+-".contains(c)));
        let Some(length) = length.filter(|length| rest[*length..].starts_with(':')) else {
            continue;
        };
        let (before, after) = (&line[..at], &rest[length + 1..]);
        let name = &rest[..length];
        let is_name = name.len() > 1
            && (name.contains(|c: char| c.is_ascii_lowercase()) || name.ends_with('1'));
        let is_alone = !before
            .ends_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '/' | '-'))
            && !after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '/' | '-'));
        if is_name && is_alone {
            found.push(at..at + length + 2);
        }
    }
    found
}
