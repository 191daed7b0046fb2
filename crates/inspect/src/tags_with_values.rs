//! Finds the tag of a template that wrote a tag of a page, although a part of it is a value: `<time datetime="{{ note.date }}">`.

use std::sync::Arc;

use diagnostic::{Place, Source};

/// Returns the only tag among the templates that can have written `tag`, and that contains a value. Returns `None` if there is none, or
/// more than one.
pub fn tag_with_values<'a>(
    templates: impl Iterator<Item = &'a Arc<Source>>,
    tag: &str,
) -> Option<Place> {
    let end = tag.find(|c: char| c.is_whitespace() || c == '>')?;
    let start = &tag[..end];
    let mut found = templates.flat_map(|source| {
        let starts = source.text.match_indices(start).map(|(at, _)| at);
        starts.filter_map(move |at| {
            let written = &source.text[at..at + length(&source.text[at..])?];
            can_write(written, tag).then(|| Place::new(source, at..at + written.len()))
        })
    });
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

/// Returns the length of the tag with which `text` begins: up to the first `>` that is not part of a value.
fn length(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let next = at + text[at..].find(['{', '>'])?;
        let rest = &text[next..];
        let close = match rest.get(..2) {
            Some("{{") => "}}",
            Some("{%") => "%}",
            _ if rest.starts_with('>') => return Some(next + 1),
            _ => {
                at = next + 1;
                continue;
            }
        };
        at = next + rest.find(close)? + close.len();
    }
}

/// Returns whether a tag with values in the place of some of its text becomes `tag`.
fn can_write(written: &str, tag: &str) -> bool {
    let mut rest = tag;
    let mut parts = Vec::new();
    let mut from = written;
    while let Some(at) = from.find("{{").into_iter().chain(from.find("{%")).min() {
        parts.push(&from[..at]);
        let close = if from[at..].starts_with("{{") {
            "}}"
        } else {
            "%}"
        };
        let Some(end) = from[at..].find(close) else {
            return false;
        };
        from = &from[at + end + 2..];
    }
    if parts.is_empty() {
        return false;
    }
    for (index, part) in parts.iter().enumerate() {
        let found = rest.find(part).filter(|at| index > 0 || *at == 0);
        let Some(at) = found else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        let source = Source::new(
            "themes/t/templates/a.html",
            "<time datetime=\"{{ a > b }}\">x</time>\n<p {% if a %}class=\"b\"{% endif %}><time datetime=\"2026-01-01\">",
        );
        for (tag, expected) in [
            (
                "<time datetime=\"14.03.2026\">",
                "<time datetime=\"{{ a > b }}\">",
            ),
            ("<time class=\"a\">", ""),
            ("<p class=\"b\">", "<p {% if a %}class=\"b\"{% endif %}>"),
            ("<b>", ""),
        ] {
            let place = tag_with_values([&source].into_iter(), tag);
            let written = place.map(|place| source.text[place.span].to_owned());
            assert_eq!(written.unwrap_or_default(), expected, "{tag}");
        }
    }
}
