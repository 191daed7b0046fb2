//! Text between two signs: `==highlighted==`, `H~2~O`, and `m^2^`.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::located::Located;

/// A notation for text between two signs.
pub struct Notation {
    /// The sign at both ends.
    sign: &'static str,
    /// The tags that replace the two signs.
    tags: [&'static str; 2],
    /// Whether the text between may have spaces.
    has_spaces: bool,
}

/// `==text==` is highlighted.
pub const MARK: Notation = Notation {
    sign: "==",
    tags: ["<mark>", "</mark>"],
    has_spaces: true,
};

/// `~text~` is below the line.
pub const SUBSCRIPT: Notation = Notation {
    sign: "~",
    tags: ["<sub>", "</sub>"],
    has_spaces: false,
};

/// `^text^` is above the line.
pub const SUPERSCRIPT: Notation = Notation {
    sign: "^",
    tags: ["<sup>", "</sup>"],
    has_spaces: false,
};

/// A sign that may begin or end text.
struct Sign {
    /// Index of its text event.
    event: usize,
    /// Offset in the text of the event.
    at: usize,
    /// Offset in the source.
    start: usize,
    /// Whether text follows at once.
    begins: bool,
    /// Whether it follows text at once.
    ends: bool,
    /// The element around it, by the index of the event with which it begins.
    parent: usize,
}

/// Replaces pairs of signs within the same element by tags. `text` is the source of the events.
pub fn set_marks(events: &mut Vec<Located<'_>>, text: &str, notation: &Notation) {
    let sign = notation.sign;
    if memchr::memmem::find(text.as_bytes(), sign.as_bytes()).is_none() {
        return;
    }
    let pairs = pairs(&signs(events, text, sign), text, notation);
    if pairs.is_empty() {
        return;
    }
    let [start, end] = notation.tags;
    let mut tags: Vec<(usize, usize, &str)> = Vec::new();
    for (open, close) in pairs {
        tags.push((open.0, open.1, start));
        tags.push((close.0, close.1, end));
    }
    tags.sort_unstable();
    let mut tags = tags.into_iter().peekable();
    let mut marked = Vec::with_capacity(events.len() + tags.len() * 2);
    for (index, (event, range)) in events.drain(..).enumerate() {
        let Event::Text(text) = &event else {
            marked.push((event, range));
            continue;
        };
        let mut done = 0;
        let part = |from: usize, to: usize| {
            let text = text[from..to].to_owned();
            (
                Event::Text(text.into()),
                range.start + from..range.start + to,
            )
        };
        while let Some((_, at, tag)) = tags.next_if(|(event, ..)| *event == index) {
            if at > done {
                marked.push(part(done, at));
            }
            done = at + sign.len();
            let place = range.start + at..range.start + done;
            marked.push((Event::InlineHtml(tag.into()), place));
        }
        if done == 0 {
            marked.push((event, range));
        } else if done < text.len() {
            marked.push(part(done, text.len()));
        }
    }
    *events = marked;
}

/// Returns the signs in text that is not code.
fn signs(events: &[Located<'_>], source: &str, sign: &str) -> Vec<Sign> {
    let own = sign.chars().next();
    let mut signs = Vec::new();
    let mut parents = Vec::new();
    for (index, (event, range)) in events.iter().enumerate() {
        match event {
            Event::Start(_) => parents.push(index),
            Event::End(_) => drop(parents.pop()),
            Event::Text(text) if is_as_written(text, range, source) => {
                let parent = parents.last().copied().unwrap_or_default();
                let in_code = matches!(&events[parent].0, Event::Start(Tag::CodeBlock(_)));
                if in_code {
                    continue;
                }
                for (at, _) in text.match_indices(sign) {
                    let start = range.start + at;
                    let before = source[..start].chars().next_back();
                    let after = source[start + sign.len()..].chars().next();
                    if before == Some('\\') || [before, after].contains(&own) {
                        continue;
                    }
                    let is_text = |one: Option<char>| one.is_some_and(|one| !one.is_whitespace());
                    signs.push(Sign {
                        event: index,
                        at,
                        start,
                        begins: is_text(after),
                        ends: is_text(before),
                        parent,
                    });
                }
            }
            _ => {}
        }
    }
    signs
}

fn is_as_written(text: &str, range: &Range<usize>, source: &str) -> bool {
    source.get(range.clone()) == Some(text)
}

/// Returns the pairs of signs around text, each as the event and the offset of its two signs.
fn pairs(
    signs: &[Sign],
    source: &str,
    notation: &Notation,
) -> Vec<((usize, usize), (usize, usize))> {
    let mut pairs = Vec::new();
    let mut open: Vec<&Sign> = Vec::new();
    for sign in signs {
        // The elements of signs further back have ended when a sign in an earlier element follows.
        while open.last().is_some_and(|one| one.parent > sign.parent) {
            open.pop();
        }
        let begun = open.pop_if(|one| one.parent == sign.parent);
        match begun {
            Some(one) if sign.ends && is_within(one, sign, source, notation) => {
                pairs.push(((one.event, one.at), (sign.event, sign.at)));
            }
            Some(one) if notation.has_spaces || !sign.begins => open.push(one),
            _ if sign.begins => open.push(sign),
            _ => {}
        }
    }
    pairs
}

/// Returns whether the text between two signs may be text of this notation.
fn is_within(open: &Sign, close: &Sign, source: &str, notation: &Notation) -> bool {
    let text = &source[open.start + notation.sign.len()..close.start];
    notation.has_spaces || !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::super::parse::{Dialect, events};

    fn rendered(markdown: &str) -> String {
        let dialect = Dialect {
            marks: true,
            subscript: true,
            superscript: true,
            ..Dialect::default()
        };
        let mut html = String::new();
        let events = events(markdown, dialect)
            .into_iter()
            .map(|(event, _)| event);
        pulldown_cmark::html::push_html(&mut html, events);
        html
    }

    #[test]
    fn text_between_signs() {
        for (markdown, expected) in [
            ("so ==marked== here", "so <mark>marked</mark> here"),
            ("==a== and ==b==", "<mark>a</mark> and <mark>b</mark>"),
            ("==a **b** c==", "<mark>a <strong>b</strong> c</mark>"),
            (
                "**==a==** ==b==",
                "<strong><mark>a</mark></strong> <mark>b</mark>",
            ),
            ("==two\nlines==", "<mark>two\nlines</mark>"),
            ("a == b == c", "a == b == c"),
            ("==a **b==**", "==a <strong>b==</strong>"),
            ("a===b===c ==", "a===b===c =="),
            ("`==a==`", "<code>==a==</code>"),
            ("\\==a==", "==a=="),
            ("==a==b==", "<mark>a</mark>b=="),
            ("H~2~O and m^2^", "H<sub>2</sub>O and m<sup>2</sup>"),
            ("~10 to ~20, a^2 + b^2", "~10 to ~20, a^2 + b^2"),
            ("a^2 + b^2^", "a^2 + b<sup>2</sup>"),
            ("~~old~~ x~i~", "<del>old</del> x<sub>i</sub>"),
            (
                "CO~2~ ==x^2^==",
                "CO<sub>2</sub> <mark>x<sup>2</sup></mark>",
            ),
            ("~a b~ `x^2^`", "~a b~ <code>x^2^</code>"),
        ] {
            assert_eq!(
                rendered(markdown).trim_end(),
                format!("<p>{expected}</p>"),
                "{markdown}"
            );
        }
        for many in ["==a ", "~a", "^a ^"] {
            assert!(!rendered(&many.repeat(50_000)).is_empty());
        }
    }
}
