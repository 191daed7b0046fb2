//! A word in angle brackets, which browsers read as an unknown element and do not show.

use std::collections::HashSet;
use std::ops::Range;

use super::super::elements::{help_with_placeholder, placeholder};
use super::{MAX_LOOKAHEAD, Slips};
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
        let help = help_with_placeholder(&format!("<{inner}>"));
        let span = start..start + inner.len() + 2;
        self.report(&codes::PLACEHOLDER_TAG, message, span, help);
    }
}

impl Slips<'_> {
    /// Reports the first tag of Word that is not HTML, and therefore shows as typed, such as `<o:p>`.
    pub(super) fn office_tag(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        let mut tags = text.match_indices('<');
        let found = tags.find_map(|(at, _)| {
            let tag = text[at + 1..].trim_start_matches('/');
            let prefixes = ["o:", "v:", "w:", "m:", "st1:", "u1:"];
            let prefix = prefixes.iter().find(|prefix| tag.starts_with(**prefix))?;
            let tag = &tag[..tag.floor_char_boundary(MAX_LOOKAHEAD)];
            let length = tag.find('>')?;
            let name = word(&tag[prefix.len()..], &[]);
            let is_tag = !name.is_empty() && !tag[..length].contains('\n');
            let start = text[at + 1..].len() - text[at + 1..].trim_start_matches('/').len();
            is_tag.then(|| at..at + 1 + start + length + 1)
        });
        let Some(tag) = found.filter(|_| !self.has_office_tag) else {
            return;
        };
        self.has_office_tag = true;
        let message = "this tag was pasted from a word processor, and appears exactly as typed";
        let span = span.start + tag.start..span.start + tag.end;
        let help = "delete it, and paste as plain text (Ctrl+Shift+V)";
        self.report(&codes::PASTED_HTML, message, span, help);
    }
}

/// Returns the names of all closing tags in `text`, in lower case.
fn closed_elements(text: &str) -> HashSet<String> {
    let tags = text.split("</").skip(1);
    tags.map(|tag| word(tag, &[]).to_ascii_lowercase())
        .collect()
}
