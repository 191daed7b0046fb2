//! Links with the brackets of other programs, or with the address before the text: `(text)[/url]`, `[https://example.org|text]`,
//! `https://example.org[text]`.

use std::ops::Range;

use super::{MAX_LOOKAHEAD, looks_like_an_address};

/// Brackets, each with the one that closes it.
const BRACKETS: [(char, char); 3] = [('(', ')'), ('[', ']'), ('{', '}')];

/// Signs that are typed between the two parts of a link.
const BETWEEN: [&str; 8] = ["", ":", ": ", "=", "-", "->", ".", ","];

/// Returns the start of a text, at most [`MAX_LOOKAHEAD`] bytes.
pub(super) fn near(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_LOOKAHEAD)]
}

fn closing(opening: char) -> char {
    let pair = BRACKETS.iter().find(|(one, _)| *one == opening);
    pair.map_or(opening, |(_, closing)| *closing)
}

/// Returns whether a part of a link is an address, and not words.
pub(super) fn is_address(part: &str) -> bool {
    looks_like_an_address(part) && !part.contains(char::is_whitespace)
}

/// Returns whether a part of a link is words, and not an address.
fn is_text(part: &str) -> bool {
    part.contains(char::is_alphabetic)
        && !part.contains(['\n', '[', ']', '{', '}', '<', '>'])
        && !part.contains("://")
}

/// Finds the first link whose two parts are in brackets of their own, but not those of `[text](/url)`. Returns its span and the link to
/// write, or `None`.
pub(super) fn in_two_brackets(text: &str) -> Option<(Range<usize>, String)> {
    let mut ends = text.match_indices([')', ']', '}']);
    ends.find_map(|(middle, _)| two_brackets_at(text, middle))
}

/// Returns the link whose first part ends at `middle`.
fn two_brackets_at(text: &str, middle: usize) -> Option<(Range<usize>, String)> {
    let rest = near(&text[middle + 1..]);
    let mut signs = BETWEEN.iter().map(|sign| (sign, rest.strip_prefix(sign)));
    let (sign, second) = signs.find_map(|(sign, rest)| {
        Some((
            *sign,
            rest.filter(|rest| rest.starts_with(['(', '[', '{']))?,
        ))
    })?;
    let opening_of_second = second.chars().next()?;
    let (inner, _) = second[1..].split_once(closing(opening_of_second))?;
    let from = text.floor_char_boundary(middle.saturating_sub(MAX_LOOKAHEAD));
    let start = from + text[from..middle].rfind(['(', '[', '{'])?;
    let (label, before) = (&text[start + 1..middle], &text[..start]);
    let opening = text[start..].chars().next()?;
    let end = middle + 1 + sign.len() + inner.len() + "()".len();
    let is_closed = text[middle..].starts_with(closing(opening));
    let is_of_markdown = opening == '[' && opening_of_second == '(' && is_closed;
    let (label, address) = if is_address(inner) {
        (label, inner)
    } else {
        (inner, label)
    };
    let is_swapped = address != inner;
    let is_link = is_address(address)
        && is_text(label)
        && !label.contains([')', '('])
        && !before.ends_with(|c: char| c.is_alphanumeric() || "\\{$#%@]!".contains(c))
        && !(opening_of_second == '{' && address.starts_with('#'));
    let is_swapped_link = address.contains('/')
        && opening != opening_of_second
        && (!is_of_markdown || label.contains(' '));
    let is_known = match (sign, is_closed) {
        // A bracket with a partner behind the link belongs to the sentence.
        ("", false) => {
            !is_swapped && opening_of_second != '{' && !is_closed_behind(&text[end..], opening)
        }
        ("", true) if is_swapped => is_swapped_link,
        ("", true) => opening != opening_of_second && !is_of_markdown,
        _ => is_of_markdown && !is_swapped,
    };
    (is_link && is_known).then(|| (start..end, format!("[{label}]({address})")))
}

/// Returns whether a bracket that is open before a text is closed in its first line.
fn is_closed_behind(text: &str, opening: char) -> bool {
    let line = near(text).lines().next().unwrap_or_default();
    let mut signs = line.match_indices([opening, closing(opening)]);
    // Brackets such as `)(` are within another link.
    let sign = signs.find(|(at, _)| !line[at + 1..].starts_with(['(', '[']));
    sign.is_some_and(|(at, _)| line[at..].starts_with(closing(opening)))
}

/// Finds the first link whose two parts are in one bracket, as in Jira, a wiki, or Slack: `[https://example.org|text]`,
/// `[https://example.org text]`, or `<https://example.org|text>`. Returns its span and the link to write, or `None`.
pub(super) fn in_one_bracket(text: &str) -> Option<(Range<usize>, String)> {
    text.match_indices(['[', '<', '{'])
        .find_map(|(start, opening)| {
            let rest = &text[start + 1..];
            let end = match opening {
                "[" => ']',
                "<" => '>',
                _ => '}',
            };
            let (inner, _) = near(rest).split_once(end)?;
            let link = one_bracket(inner, opening == "[")?;
            let behind = &rest[inner.len() + 1..];
            let is_alone = !text[..start].ends_with(['[', '{', '\\', '!'])
                && !behind.starts_with(['(', '[', ':', ']', '}']);
            is_alone.then(|| (start..start + inner.len() + "[]".len(), link))
        })
}

/// Returns the link with the parts that are within one bracket.
pub(super) fn one_bracket(inner: &str, is_square: bool) -> Option<String> {
    let (first, second) = match inner.split_once('|') {
        Some((first, second)) => (first.trim(), second.trim()),
        // A number may be the day on which somebody has read the page.
        None => inner.split_once(' ').filter(|(first, label)| {
            is_square
                && first.contains("://")
                && !label.contains(|c: char| c.is_numeric() || c == '|')
        })?,
    };
    let (address, label) = if is_address(first) {
        (first, second)
    } else {
        (second, first)
    };
    let is_link = is_address(address) && (is_square || address.contains("://")) && is_text(label);
    is_link.then(|| format!("[{label}]({address})"))
}

/// Finds the first `https://example.org[text]`. Returns its span and the link to write, or `None`.
pub(super) fn before_bracket(text: &str) -> Option<(Range<usize>, String)> {
    text.match_indices('[').find_map(|(middle, _)| {
        let from = text.ceil_char_boundary(middle.saturating_sub(MAX_LOOKAHEAD));
        let word = text[from..middle]
            .rsplit(|c: char| c.is_whitespace() || "(<[{\"“".contains(c))
            .next()?;
        let address = word.strip_prefix("link:").unwrap_or(word);
        let (label, behind) = near(&text[middle + 1..]).split_once(']')?;
        // `https://example.org/list[id]` is one address.
        let is_name = label.contains(' ') || label.starts_with(char::is_uppercase);
        let is_link = (address.contains("://") || address.len() < word.len())
            && is_address(address)
            && is_name
            && is_text(label)
            && !behind.starts_with(|c: char| c.is_alphanumeric() || "([=/".contains(c));
        let start = middle - word.len();
        is_link.then(|| {
            (
                start..middle + label.len() + "[]".len(),
                format!("[{label}]({address})"),
            )
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_other_programs() {
        for (text, expected) in [
            ("see (us)[/about] now", "(us)[/about] → [us](/about)"),
            (
                "see {the town}(https://a.ie).",
                "{the town}(https://a.ie) → [the town](https://a.ie)",
            ),
            ("see {us}[/about]", "{us}[/about] → [us](/about)"),
            (
                "see (/about)[about us]",
                "(/about)[about us] → [about us](/about)",
            ),
            (
                "see [https://a.ie](the town)",
                "[https://a.ie](the town) → [the town](https://a.ie)",
            ),
            (
                "see (our prices](/prices) and",
                "(our prices](/prices) → [our prices](/prices)",
            ),
            (
                "see [the notes)(/notes).",
                "[the notes)(/notes) → [the notes](/notes)",
            ),
            ("see (our prices](/prices) today)", ""),
            (
                "see (our prices](/prices) and [the notes)(/notes).",
                "(our prices](/prices) → [our prices](/prices)",
            ),
            ("see [us]:(/about) now", "[us]:(/about) → [us](/about)"),
            (
                "[https://a.ie|the town]",
                "[https://a.ie|the town] → [the town](https://a.ie)",
            ),
            (
                "[the town|https://a.ie]",
                "[the town|https://a.ie] → [the town](https://a.ie)",
            ),
            ("[शहर|/about]", "[शहर|/about] → [शहर](/about)"),
            (
                "[https://a.ie the town]",
                "[https://a.ie the town] → [the town](https://a.ie)",
            ),
            (
                "<https://a.ie|our site>",
                "<https://a.ie|our site> → [our site](https://a.ie)",
            ),
            (
                "at https://a.ie[the town].",
                "https://a.ie[the town] → [the town](https://a.ie)",
            ),
            (
                "at link:/about[About us].",
                "link:/about[About us] → [About us](/about)",
            ),
            ("rows[0][1], f(x)[i], f(x)[/i], [a] (b), {a}{/b}", ""),
            (
                "[https://a.ie, 3 May] [https://a.ie 3 May] [see https://a.ie]",
                "",
            ),
            (
                "https://a.ie[1] https://a.ie/list[id] https://a.ie?a[b c]=d",
                "",
            ),
            ("[word]{#id} ${a}(/b) \\(a)[/b] [a|b] {a|b} (en)(/de)", ""),
            ("a note [a]: (see /about)", ""),
        ] {
            let found = in_two_brackets(text)
                .or_else(|| in_one_bracket(text))
                .or_else(|| before_bracket(text));
            let found = found.map(|(at, link)| format!("{} → {link}", &text[at]));
            assert_eq!(found.unwrap_or_default(), expected, "{text}");
        }
    }
}
