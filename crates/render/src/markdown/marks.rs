//! Highlighted text: `==text==`.

use std::ops::Range;

use pulldown_cmark::Event;

use super::located::Located;

/// The sign at both ends of highlighted text.
const SIGN: &str = "==";

/// A sign that may begin or end highlighted text.
struct Sign {
    /// Index of its text event.
    event: usize,
    /// Offset in the text of the event.
    at: usize,
    /// Whether text follows at once.
    begins: bool,
    /// Whether it follows text at once.
    ends: bool,
    /// Elements around it, by the index of the event with which the innermost begins.
    parent: usize,
}

/// Replaces pairs of signs within the same element by the tags of `<mark>`. `text` is the source of the events.
pub fn set_marks(events: &mut Vec<Located<'_>>, text: &str) {
    if memchr::memmem::find(text.as_bytes(), SIGN.as_bytes()).is_none() {
        return;
    }
    let pairs = pairs(&signs(events, text));
    if pairs.is_empty() {
        return;
    }
    let mut tags: Vec<(usize, usize, &str)> = Vec::new();
    for (open, close) in pairs {
        tags.push((open.0, open.1, "<mark>"));
        tags.push((close.0, close.1, "</mark>"));
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
            done = at + SIGN.len();
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
fn signs(events: &[Located<'_>], source: &str) -> Vec<Sign> {
    let mut signs = Vec::new();
    let mut parents = Vec::new();
    for (index, (event, range)) in events.iter().enumerate() {
        match event {
            Event::Start(_) => parents.push(index),
            Event::End(_) => drop(parents.pop()),
            Event::Text(text) if is_as_written(text, range, source) => {
                let in_code = parents.last().is_some_and(|parent| {
                    matches!(
                        &events[*parent].0,
                        Event::Start(pulldown_cmark::Tag::CodeBlock(_))
                    )
                });
                if in_code {
                    continue;
                }
                for (at, _) in text.match_indices(SIGN) {
                    let before = source[..range.start + at].chars().next_back();
                    let after = source[range.start + at + SIGN.len()..].chars().next();
                    let is_text = |one: Option<char>| {
                        one.is_some_and(|one| !one.is_whitespace() && one != '=')
                    };
                    if matches!(before, Some('=' | '\\')) || after == Some('=') {
                        continue;
                    }
                    signs.push(Sign {
                        event: index,
                        at,
                        begins: is_text(after),
                        ends: is_text(before),
                        parent: parents.last().copied().unwrap_or_default(),
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
fn pairs(signs: &[Sign]) -> Vec<((usize, usize), (usize, usize))> {
    let mut pairs = Vec::new();
    let mut open: Vec<&Sign> = Vec::new();
    for sign in signs {
        // The elements of signs further back have ended when a sign in an earlier element follows.
        while open.last().is_some_and(|one| one.parent > sign.parent) {
            open.pop();
        }
        let begun = open.last().filter(|one| one.parent == sign.parent);
        match begun {
            Some(one) if sign.ends => {
                pairs.push(((one.event, one.at), (sign.event, sign.at)));
                open.pop();
            }
            None if sign.begins => open.push(sign),
            _ => {}
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::parse::{Dialect, events};

    #[test]
    fn highlighted_text() {
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
        ] {
            let dialect = Dialect {
                marks: true,
                ..Dialect::default()
            };
            let mut html = String::new();
            let events = events(markdown, dialect)
                .into_iter()
                .map(|(event, _)| event);
            pulldown_cmark::html::push_html(&mut html, events);
            assert_eq!(html.trim_end(), format!("<p>{expected}</p>"), "{markdown}");
        }
        let many = "==a ".repeat(50_000);
        let dialect = Dialect {
            marks: true,
            ..Dialect::default()
        };
        assert!(events(&many, dialect).len() < 100_000);
    }
}
