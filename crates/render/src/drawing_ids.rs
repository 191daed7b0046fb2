//! Ids of drawings in pages. A page may contain the same drawing several times, and two drawings may have the same ids, so each copy
//! gets ids of its own.

use std::borrow::Cow;
use std::collections::HashSet;

use memchr::memmem;

/// Prefix of the ids of a drawing until its page is complete. The digits are replaced with the number of the copy on the page, so the
/// length of the page does not change.
const PREFIX: &str = "svg00000-";

/// Attributes with a list of ids.
const LISTS: [&str; 2] = ["aria-labelledby", "aria-describedby"];

/// Adds a prefix to the ids of a drawing, and to what refers to them in the drawing: `url(#a)`, `href="#a"`, selectors of its style
/// sheet, and labels.
pub fn with_prefix(drawing: &str) -> Cow<'_, str> {
    let ids: HashSet<&str> = attribute_values(drawing, "id").map(|(_, id)| id).collect();
    if ids.is_empty() {
        return Cow::Borrowed(drawing);
    }
    let mut starts: Vec<usize> = attribute_values(drawing, "id")
        .map(|(start, _)| start)
        .collect();
    for at in memchr::memchr_iter(b'#', drawing.as_bytes()) {
        let name = &drawing[at + 1..];
        let end = name.find(|c: char| !is_name(c));
        if ids.contains(&name[..end.unwrap_or(name.len())]) {
            starts.push(at + 1);
        }
    }
    for (start, value) in LISTS
        .iter()
        .flat_map(|name| attribute_values(drawing, name))
    {
        let mut at = start;
        for word in value.split(' ') {
            if ids.contains(word) {
                starts.push(at);
            }
            at += word.len() + 1;
        }
    }
    starts.sort_unstable();
    let mut prefixed = String::with_capacity(drawing.len() + starts.len() * PREFIX.len());
    let mut rest = 0;
    for start in starts {
        prefixed.push_str(&drawing[rest..start]);
        prefixed.push_str(PREFIX);
        rest = start;
    }
    prefixed.push_str(&drawing[rest..]);
    Cow::Owned(prefixed)
}

/// Returns whether an id is one of a drawing that [`with_prefix`] has changed.
pub fn is_of_drawing(id: &str) -> bool {
    id.starts_with(PREFIX)
}

/// Returns whether a character can be part of an id in a selector or a URL.
fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':')
}

/// Returns the values of all attributes with a name, with their offsets.
fn attribute_values<'a>(xml: &'a str, name: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let bytes = xml.as_bytes();
    memmem::find_iter(bytes, name).filter_map(move |at| {
        let is_attribute = bytes[..at].last().is_some_and(u8::is_ascii_whitespace);
        let rest = xml[at + name.len()..].strip_prefix('=')?;
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let value = rest[1..].split(quote).next().filter(|_| is_attribute)?;
        Some((at + name.len() + "=\"".len(), value))
    })
}

/// Numbers the copies of drawings in a complete page.
pub fn number(html: &mut String) {
    let bytes = html.as_bytes();
    if memmem::find(bytes, PREFIX.as_bytes()).is_none() {
        return;
    }
    let (mut depth, mut copy) = (0_usize, 0_usize);
    let mut numbers = Vec::new();
    for at in memmem::find_iter(bytes, "svg") {
        let (before, rest) = (&bytes[..at], &bytes[at..]);
        if before.ends_with(b"</") {
            depth = depth.saturating_sub(1);
        } else if before.ends_with(b"<") {
            copy += usize::from(depth == 0);
            let end = memchr::memchr(b'>', rest).unwrap_or(rest.len());
            depth += usize::from(!rest[..end].ends_with(b"/"));
        } else if rest.starts_with(PREFIX.as_bytes()) {
            numbers.push((at + "svg".len(), copy));
        }
    }
    let width = PREFIX.len() - "svg-".len();
    for (at, copy) in numbers {
        // A page with more copies than five digits can count has equal ids, which is reported.
        if copy < 100_000 {
            html.replace_range(at..at + width, &format!("{copy:0width$}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn drawings_and_their_references() {
        for (drawing, expected) in [
            ("<svg><path d=\"\"/></svg>", "<svg><path d=\"\"/></svg>"),
            (
                "<svg><a id=\"g\"/><b fill=\"url(#g)\"/><c fill=\"#ggg\" x:href='#g'/></svg>",
                "<svg><a id=\"svg00000-g\"/><b fill=\"url(#svg00000-g)\"/><c fill=\"#ggg\" x:href='#svg00000-g'/></svg>",
            ),
            (
                "<svg aria-labelledby=\"t d\"><title id='t'>é</title><style>#t{fill:#fff}#t-a{}</style></svg>",
                "<svg aria-labelledby=\"svg00000-t d\"><title id='svg00000-t'>é</title><style>#svg00000-t{fill:#fff}#t-a{}</style></svg>",
            ),
            (
                "<svg data-id=\"a\"><text>#a grid=\"a\"</text></svg>",
                "<svg data-id=\"a\"><text>#a grid=\"a\"</text></svg>",
            ),
        ] {
            assert_eq!(with_prefix(drawing), expected);
        }
    }

    #[test]
    fn copies_have_ids_of_their_own() {
        let drawing = with_prefix("<svg><svg><a id=\"g\"/></svg><svg/><b fill=\"url(#g)\"/></svg>");
        let mut page = format!("<svg><path/></svg>{drawing}<p>svg</p>{drawing}");
        number(&mut page);
        expect![[r#"<svg><path/></svg><svg><svg><a id="svg00002-g"/></svg><svg/><b fill="url(#svg00002-g)"/></svg><p>svg</p><svg><svg><a id="svg00003-g"/></svg><svg/><b fill="url(#svg00003-g)"/></svg>"#]]
            .assert_eq(&page);
    }
}
