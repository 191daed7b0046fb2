//! Just enough CSS to find references to other files (`url(…)`, `@import "…"`) and unbalanced braces.

use std::ops::Range;

/// A reference to another file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reference<'a> {
    /// The address as written, without quotes.
    pub address: &'a str,
    /// Byte range of the address in the style sheet.
    pub range: Range<usize>,
}

/// Returns all references to files of the project, in order. Addresses with a scheme (`data:`, `https:`), absolute paths,
/// `#fragments`, and comments are skipped.
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

/// Returns the offset of the first unbalanced brace or comment and what is wrong with it. A browser ignores the rule around
/// it, or everything that follows.
pub(crate) fn unbalanced(text: &str) -> Option<(usize, &'static str)> {
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let inner = &rest[next.len_utf8()..];
        match next {
            '/' if rest.starts_with("/*") => match rest[2..].find("*/") {
                Some(end) => {
                    at += end + 4;
                    continue;
                }
                None => return Some((at, "comment is not closed with `*/`")),
            },
            '\\' => at += inner.chars().next().map_or(0, char::len_utf8),
            '"' | '\'' => at += string(inner, next),
            // An unquoted URL may contain anything but a closing parenthesis (CSS Syntax 3, section 4.3.6).
            '(' if is_url(&text.as_bytes()[..at]) => {
                let address = inner.trim_start();
                if !address.starts_with(['"', '\'']) {
                    at += inner.find(')').unwrap_or(inner.len());
                }
            }
            '{' => open.push(at),
            '}' if open.pop().is_none() => {
                return Some((at, "`}` without a matching `{`"));
            }
            _ => {}
        }
        at += next.len_utf8();
    }
    let first = open.first();
    first.map(|at| (*at, "`{` without a matching `}`"))
}

/// Returns whether a parenthesis after this text begins an address.
fn is_url(before: &[u8]) -> bool {
    before
        .last_chunk::<3>()
        .is_some_and(|word| word.eq_ignore_ascii_case(b"url"))
}

/// Returns the length of a string after its opening quote, closing quote included. A newline ends it as well.
fn string(inner: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, next) in inner.char_indices() {
        match next {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return at,
            _ if next == quote => return at + 1,
            _ => {}
        }
    }
    inner.len()
}

/// Returns the length of a keyword that is followed by an address.
fn keyword(rest: &str) -> Option<usize> {
    ["url(", "@import"]
        .into_iter()
        .find(|word| rest.starts_with(word))
        .map(str::len)
}

/// Reads the address after a keyword. Returns the offset after it.
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
    fn unbalanced_braces_and_comments() {
        let no_start = "`}` without a matching `{`";
        let no_end = "`{` without a matching `}`";
        for (text, expected) in [
            ("", None),
            ("a { b: c } @media x { a { b: c } }", None),
            ("a { b: c } }", Some((11, no_start))),
            ("a { b: c", Some((2, no_end))),
            ("@media x { a { b: c }", Some((9, no_end))),
            ("/* } */ a { b: '}' ; c: \"\\\"}\" }", None),
            ("a { b: url(x}y.svg); c: url( \"}\" ); d: URL(}) }", None),
            ("a\\} { b: c } /* é */", None),
            ("a { b: 'it\n} }", Some((13, no_start))),
            ("a {} /* {", Some((5, "comment is not closed with `*/`"))),
            ("a { b: \"é", Some((2, no_end))),
            ("\\", None),
        ] {
            assert_eq!(unbalanced(text), expected, "{text}");
        }
    }

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
