//! Changes the values of attributes in HTML, and leaves every other byte as it is.

use std::ops::Range;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use crate::xml::escape;

/// Attributes that contain a URL (HTML standard, index of attributes).
const URLS: [&str; 9] = [
    "href",
    "src",
    "poster",
    "cite",
    "action",
    "formaction",
    "data",
    "longdesc",
    "xlink:href",
];

/// Attributes that contain a list of pictures.
const LISTS: [&str; 2] = ["srcset", "imagesrcset"];

/// Maximum number of quotes in a tag that is changed. The tokenizer recurses for each attribute.
const MAX_QUOTES: usize = 400;

/// Returns whether the value of an attribute is a URL. The content of `data` is one only on `<object>`.
pub fn is_url(element: &str, attribute: &str) -> bool {
    URLS.contains(&attribute) && (attribute != "data" || element == "object")
}

/// Returns whether the value of an attribute is a list of pictures, as in `srcset`.
pub fn is_list(attribute: &str) -> bool {
    LISTS.contains(&attribute)
}

/// Returns text in which `change` has replaced the parts at `spans`, which are in order. It returns `None` to keep a part.
pub fn with_spans(
    text: &str,
    spans: impl IntoIterator<Item = Range<usize>>,
    mut change: impl FnMut(&str) -> Option<String>,
) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut rest = 0;
    for span in spans {
        changed.push_str(&text[rest..span.start]);
        let part = &text[span.clone()];
        changed.push_str(change(part).as_deref().unwrap_or(part));
        rest = span.end;
    }
    changed + &text[rest..]
}

/// Returns HTML in which `change` has replaced the values of attributes: it gets the names of element and attribute and the value, and
/// returns the new value, or `None` to keep it. HTML with a tag of very many attributes stays as it is.
pub fn with_attributes(
    html: &str,
    mut change: impl FnMut(&str, &str, &str) -> Option<String>,
) -> String {
    if max_quotes(html) > MAX_QUOTES {
        return html.to_owned();
    }
    let mut changes: Vec<(Span<usize>, String)> = Vec::new();
    let (mut element, mut attribute) = (String::new(), String::new());
    let mut on_event = |event: CallbackEvent<'_>, span: Span<usize>| match event {
        CallbackEvent::OpenStartTag { name } => {
            element = String::from_utf8_lossy(name).into_owned();
        }
        CallbackEvent::AttributeName { name } => {
            attribute = String::from_utf8_lossy(name).into_owned();
        }
        CallbackEvent::AttributeValue { value } => {
            let value = String::from_utf8_lossy(value);
            changes.extend(change(&element, &attribute, &value).map(|new| (span, new)));
        }
        _ => {}
    };
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, span| -> Option<()> {
        on_event(event, span);
        None
    });
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).for_each(drop);
    let mut changed = String::with_capacity(html.len() + 64 * changes.len());
    let mut rest = 0;
    for (span, new) in changes {
        let (Some(before), true) = (html.get(rest..span.start), html.is_char_boundary(span.end))
        else {
            continue;
        };
        changed.push_str(before);
        let quote = if before.ends_with(['"', '\'']) {
            ""
        } else {
            "\""
        };
        changed.extend([quote, &escape(&new).replace('\'', "&#39;"), quote]);
        rest = span.end;
    }
    changed.push_str(&html[rest..]);
    changed
}

/// Returns the number of quotes in the tag that has the most of them. Quotes in text do not count.
fn max_quotes(html: &str) -> usize {
    let (mut most, mut count) = (0, 0);
    let (mut in_tag, mut quote) = (false, None);
    for (at, byte) in html.bytes().enumerate() {
        match byte {
            b'<' if !in_tag => {
                let next = html.as_bytes().get(at + 1);
                in_tag = next.is_some_and(u8::is_ascii_alphabetic);
                count = 0;
            }
            b'>' if quote.is_none() => in_tag = false,
            b'"' | b'\'' if in_tag => {
                count += 1;
                most = most.max(count);
                quote = match quote {
                    None => Some(byte),
                    Some(open) if open == byte => None,
                    open => open,
                };
            }
            _ => {}
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_in_tags() {
        for (html, expected) in [
            ("<p>\"a\" \"b\"</p>", 0),
            ("<a b=\"c\" d='e'>", 4),
            ("<a b=\">\" c=\"d\">", 4),
            ("a < b \"c\"", 0),
            ("<script>{\"a\":\"b\"}</script>", 0),
        ] {
            assert_eq!(max_quotes(html), expected, "{html}");
        }
    }
}
