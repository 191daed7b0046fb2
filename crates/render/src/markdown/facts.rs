//! Facts in addresses, made readable for a Markdown parser.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::parse::parser;

/// Returns a text with the spaces removed from facts in addresses. An address ends at a space (`CommonMark`, section 6.3),
/// so `[mail](mailto:{{ site.email }})` would not be a link. The two spaces within the braces become one no-break space,
/// which takes as many bytes, so that spans stay valid, and which whoever looks the fact up trims like a space.
pub fn with_facts_in_addresses(text: &str) -> Cow<'_, str> {
    let facts: Vec<Range<usize>> = (text.match_indices("{{ "))
        .filter_map(|(open, _)| {
            let line = &text[..open];
            let line = &line[line.rfind('\n').map_or(0, |at| at + 1)..];
            let inner = open + 2..open + text[open..].find("}}")?;
            let spaces = text[inner.clone()].matches(' ').count();
            let is_in_address = line.contains("](") || line.contains("]:");
            (is_in_address && spaces == 2 && !text[inner.clone()].contains('\n')).then_some(inner)
        })
        .collect();
    if facts.is_empty() {
        return Cow::Borrowed(text);
    }
    let code = code(text);
    let mut joined = String::with_capacity(text.len());
    let mut rest = 0;
    for fact in facts {
        if code.iter().any(|code| code.contains(&fact.start)) {
            continue;
        }
        joined.push_str(&text[rest..fact.start]);
        joined.push('\u{a0}');
        joined.push_str(&text[fact.clone()].replace(' ', ""));
        rest = fact.end;
    }
    joined.push_str(&text[rest..]);
    Cow::Owned(joined)
}

/// Returns the spans of code, in which braces are braces.
fn code(text: &str) -> Vec<Range<usize>> {
    let events = parser(text).into_offset_iter();
    events
        .filter_map(|(event, range)| match event {
            Event::Code(_) | Event::Start(Tag::CodeBlock(_)) | Event::End(TagEnd::CodeBlock) => {
                Some(range)
            }
            _ => None,
        })
        .collect()
}
