//! Footnotes of a document, which are listed at the end of its text.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};
use pulldown_cmark::{Event, TagEnd};

use super::html::PlacedEvent;
use crate::codes;

/// Footnotes of a document, by label in lower case.
#[derive(Default)]
pub struct Footnotes<'a> {
    /// Number of each footnote that is referred to, in the order of the first references.
    numbers: HashMap<String, usize>,
    definitions: HashMap<String, Definition<'a>>,
}

/// Definition of a footnote.
struct Definition<'a> {
    /// Label as written.
    label: String,
    /// Byte range of the definition in the file.
    span: Range<usize>,
    body: Vec<PlacedEvent<'a>>,
}

impl<'a> Footnotes<'a> {
    /// Returns the HTML of a reference to a footnote. Ids of footnotes contain a colon, which no id of a heading has.
    pub fn reference(&mut self, label: &str) -> String {
        let next = self.numbers.len() + 1;
        let number = *self.numbers.entry(label.to_lowercase()).or_insert(next);
        let id = if number == next {
            format!(" id=\"fnref:{number}\"")
        } else {
            String::new()
        };
        format!("<sup class=\"footnote-reference\"{id}><a href=\"#fn:{number}\">{number}</a></sup>")
    }

    /// Adds a definition. If there is already one with the same label, keeps that one and returns a finding, as for a footnote without
    /// text.
    pub fn define(
        &mut self,
        source: &Arc<Source>,
        label: &str,
        span: Range<usize>,
        body: Vec<PlacedEvent<'a>>,
    ) -> Option<Diagnostic> {
        let definition = Definition {
            label: label.to_owned(),
            span,
            body,
        };
        let key = label.to_lowercase();
        if self.definitions.contains_key(&key) {
            let message = format!("the footnote `{label}` is defined twice");
            let second = Diagnostic::new(&codes::UNREAD_MARKDOWN, message)
                .at(definition.place(source), "the second does not show")
                .help("give each footnote a label of its own");
            return Some(second);
        }
        let is_text = |(event, _): &PlacedEvent<'_>| {
            matches!(
                event,
                Event::Text(_)
                    | Event::Code(_)
                    | Event::Html(_)
                    | Event::InlineHtml(_)
                    | Event::InlineMath(_)
                    | Event::DisplayMath(_)
            )
        };
        let is_empty = !definition.body.iter().any(is_text);
        let empty = is_empty.then(|| {
            Diagnostic::new(
                &codes::UNREAD_MARKDOWN,
                format!("the footnote `{label}` is empty"),
            )
            .at(definition.place(source), "")
            .help("write its text after the colon, and the next footnote on a line of its own")
        });
        self.definitions.insert(key, definition);
        empty
    }

    /// Reports the definitions that are not referred to, in the order of the file.
    pub fn unused(&self, source: &Arc<Source>) -> Vec<Diagnostic> {
        let definitions = self.definitions.iter();
        let unused = definitions.filter(|(key, _)| !self.numbers.contains_key(*key));
        let mut unused: Vec<&Definition<'_>> = unused.map(|(_, definition)| definition).collect();
        unused.sort_by_key(|definition| definition.span.start);
        let report = |definition: &Definition<'_>| {
            let label = &definition.label;
            let message = format!("the footnote `{label}` is not used, so it does not show");
            Diagnostic::new(&codes::UNREAD_MARKDOWN, message)
                .at(definition.place(source), "")
                .help(format!(
                    "write [^{label}] where it belongs, or remove the footnote"
                ))
        };
        unused.into_iter().map(report).collect()
    }

    /// Removes all footnotes that are referred to, and returns the events of a list of them. `end` is the offset in the file at
    /// which the text ends.
    pub fn list(&mut self, end: usize) -> Vec<PlacedEvent<'a>> {
        let mut numbers: Vec<_> = std::mem::take(&mut self.numbers).into_iter().collect();
        if numbers.is_empty() {
            return Vec::new();
        }
        numbers.sort_by_key(|(_, number)| *number);
        let html = |html: String| (Event::InlineHtml(html.into()), end);
        let mut events = vec![html(
            "<section class=\"footnotes\" aria-label=\"Footnotes\">\n<ol>\n".to_owned(),
        )];
        for (key, number) in numbers {
            events.push(html(format!("<li id=\"fn:{number}\">")));
            if let Some(Definition { span, mut body, .. }) = self.definitions.remove(&key) {
                let back = format!(
                    " <a class=\"footnote-back\" href=\"#fnref:{number}\" aria-label=\"Back to the text, note {number}\">↩</a>"
                );
                let last_paragraph = body
                    .iter()
                    .rposition(|(event, _)| matches!(event, Event::End(TagEnd::Paragraph)));
                let back = (Event::InlineHtml(back.into()), span.start);
                body.insert(last_paragraph.unwrap_or(body.len()), back);
                events.extend(body);
            }
            events.push(html("</li>\n".to_owned()));
        }
        events.push(html("</ol>\n</section>\n".to_owned()));
        events
    }
}

impl Definition<'_> {
    /// Returns the place of the label, including its brackets and colon.
    fn place(&self, source: &Arc<Source>) -> Place {
        let end = self.span.start + "[^]:".len() + self.label.len();
        Place::new(source, self.span.start..end.min(self.span.end))
    }
}
