//! A word in angle brackets, which browsers read as an unknown element and do not show.

use std::collections::HashSet;
use std::ops::Range;

use super::super::elements::placeholder;
use super::Slips;
use crate::codes;
use crate::component_tag::word;

impl Slips<'_> {
    /// Reports a placeholder such as `<date>` or `<your name>`, unless the source has a closing tag for it.
    pub(super) fn placeholder_tag(&mut self, span: &Range<usize>) {
        let html = &self.source.text[span.clone()];
        let at = html.len() - html.trim_start().len();
        let Some(inner) = placeholder(&html[at..]).map(str::to_owned) else {
            return;
        };
        let name = inner
            .split(' ')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let is_drawing = html.contains("<svg") || html.contains("<math");
        let text = &self.source.text;
        let closed = self.closed_elements.get_or_init(|| closed_elements(text));
        if is_drawing || closed.contains(&name) {
            return;
        }
        let start = span.start + at;
        let message = format!("`<{inner}>` does not show: browsers take it for an HTML element");
        let help = format!("replace it with your text, or write `\\<{inner}>` to show it as typed");
        let span = start..start + inner.len() + 2;
        self.report(&codes::PLACEHOLDER_TAG, message, span, help);
    }
}

/// Returns the names of all closing tags in `text`, in lower case.
fn closed_elements(text: &str) -> HashSet<String> {
    let tags = text.split("</").skip(1);
    tags.map(|tag| word(tag, &[]).to_ascii_lowercase())
        .collect()
}
