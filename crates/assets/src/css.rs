//! References of a style sheet to other files: `url(…)` and `@import "…"`.

use std::ops::Range;

/// A reference and where its address stands in the text, quotes not included.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reference<'a> {
    pub address: &'a str,
    pub range: Range<usize>,
}

/// All references of a style sheet to files of the project, in order. Addresses with a scheme (`data:`, `https:`),
/// absolute paths and `#fragments` are left out, and so is whatever stands in a comment.
pub(crate) fn references(text: &str) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if let Some(length) = keyword(rest) {
            at = address(text, at + length, &mut found);
        } else if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            at += 1 + rest[1..].find(quote).map_or(rest.len() - 1, |end| end + 1);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// Length of a keyword that an address follows.
fn keyword(rest: &str) -> Option<usize> {
    ["url(", "@import"]
        .into_iter()
        .find(|word| rest.starts_with(word))
        .map(str::len)
}

/// Reads the address after a keyword. Returns where to go on.
fn address<'a>(text: &'a str, from: usize, found: &mut Vec<Reference<'a>>) -> usize {
    let start = from + text[from..].len() - text[from..].trim_start().len();
    let rest = &text[start..];
    if rest.starts_with("url(") {
        return start;
    }
    let (start, end) = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => (
            start + 1,
            start + 1 + rest[1..].find(quote).unwrap_or(rest.len() - 1),
        ),
        _ => (
            start,
            start + rest.find([')', ';', ' ', '\n']).unwrap_or(rest.len()),
        ),
    };
    let address = &text[start..end];
    if is_file(address) {
        found.push(Reference {
            address,
            range: start..end,
        });
    }
    (end + 1).min(text.len())
}

fn is_file(address: &str) -> bool {
    let scheme = address
        .split(['/', '?', '#'])
        .next()
        .is_some_and(|first| first.contains(':'));
    !address.is_empty() && !scheme && !address.starts_with(['#', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_addresses_of_files() {
        for (text, expected) in [
            ("a { background: url(x.svg) }", vec!["x.svg"]),
            ("a { background: url( 'x y.svg' ) }", vec!["x y.svg"]),
            (
                "@import \"a.css\" layer(base); @import url(b.css);",
                vec!["a.css", "b.css"],
            ),
            ("@import url('c.css') screen;", vec!["c.css"]),
            ("/* url(no.svg) */ a { content: 'url(no.svg)' }", vec![]),
            (
                "a { b: url(data:image/png;base64,x); c: url(https://e.org/x); d: url(#x); e: url(/abs) }",
                vec![],
            ),
            (
                "@font-face { src: url(\"../fonts/ü.woff2\") format('woff2'), url(b.woff) }",
                vec!["../fonts/ü.woff2", "b.woff"],
            ),
            ("url(", vec![]),
        ] {
            let found = references(text);
            assert_eq!(
                found.iter().map(|each| each.address).collect::<Vec<_>>(),
                expected,
                "{text}"
            );
            assert!(
                found
                    .iter()
                    .all(|each| &text[each.range.clone()] == each.address)
            );
        }
    }
}
