//! Makes facts in addresses of links, such as `mailto:{{ site.email }}`, acceptable to the Markdown parser.

use std::borrow::Cow;
use std::ops::Range;

use diagnostic::lines;
use memchr::memmem;
use pulldown_cmark::{Event, Tag, TagEnd};

use super::parse::{Dialect, parser};

/// Removes the spaces from facts in addresses. An address ends at a space (`CommonMark`, section 6.3), so without this change,
/// `[mail](mailto:{{ site.email }})` would not be a link. The two spaces within the braces become one no-break space, which has the
/// same number of bytes, so spans stay valid, and which is trimmed like a space when the fact is looked up.
pub fn with_facts_in_addresses(text: &str) -> Cow<'_, str> {
    let facts = facts_in_addresses(text);
    if facts.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut code = code(text).into_iter().peekable();
    let mut joined = String::with_capacity(text.len());
    let mut rest = 0;
    for fact in facts {
        while code.next_if(|code| code.end <= fact.start).is_some() {}
        if code.peek().is_some_and(|code| code.contains(&fact.start)) {
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

/// Returns the byte ranges between the braces of facts that follow the start of an address, `](` or `]:`, on the same line.
fn facts_in_addresses(text: &str) -> Vec<Range<usize>> {
    let mut facts = Vec::new();
    if memmem::find(text.as_bytes(), b"{{").is_none() {
        return facts;
    }
    for (line_start, line) in lines(text) {
        let address = line.find("](").into_iter().chain(line.find("]:")).min();
        let mut at = address.unwrap_or(line.len());
        while let Some(close) = line[at..].find("}}").map(|close| at + close) {
            let open = line[at..close].rfind("{{ ").map(|open| at + open + 2);
            let inner = open.map(|open| open..close);
            // A fact has only ASCII letters. In other texts, the parser may see a sign where the other text has a part of a character.
            let inner = inner.filter(|inner| {
                let inner = &line[inner.clone()];
                inner.is_ascii() && inner.matches(' ').count() == 2
            });
            facts.extend(inner.map(|inner| line_start + inner.start..line_start + inner.end));
            at = close + 2;
        }
    }
    facts
}

/// Returns the spans of code, in which facts are not replaced.
fn code(text: &str) -> Vec<Range<usize>> {
    let events = parser(text, Dialect::default()).into_offset_iter();
    events
        .filter_map(|(event, range)| match event {
            Event::Code(_) | Event::Start(Tag::CodeBlock(_)) | Event::End(TagEnd::CodeBlock) => {
                Some(range)
            }
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_facts_are_changed() {
        for (text, expected) in [
            ("[a](tel:{{ site.b }})", "[a](tel:{{\u{a0}site.b}})"),
            ("](x {{ [é }}", "](x {{ [é }}"),
            ("`](x {{ b }}`", "`](x {{ b }}`"),
        ] {
            assert_eq!(with_facts_in_addresses(text), expected);
        }
    }
}
