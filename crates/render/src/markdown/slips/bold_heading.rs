//! A bold paragraph that is used as a heading.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::super::located::Located;
use super::Slips;
use crate::codes;

/// Maximum number of characters of a bold paragraph that is reported.
const MAX_TITLE_CHARS: usize = 80;

impl Slips<'_> {
    /// Reports a paragraph that is all bold and not a sentence, such as `**Opening hours**`, above a paragraph, list or table.
    /// `events` are the events within the paragraph, and `next` is the first event after it.
    pub(super) fn bold_heading(
        &mut self,
        span: &Range<usize>,
        events: &[Located<'_>],
        next: Option<&Located<'_>>,
    ) {
        let is_bold = |event: &Located<'_>| matches!(event.0, Event::Start(Tag::Strong));
        let ends = |event: &Located<'_>| matches!(event.0, Event::End(TagEnd::Strong));
        let is_single = events.first().is_some_and(is_bold)
            && events.iter().position(ends) == Some(events.len() - 1);
        let has_text_below = matches!(
            next,
            Some((
                Event::Start(Tag::Paragraph | Tag::List(_) | Tag::Table(_)),
                _
            ))
        );
        if !is_single || !has_text_below {
            return;
        }
        let written = self.source.text[span.clone()].trim();
        let title = written.trim_matches(['*', '_']).trim();
        let is_sentence =
            title.ends_with(|c: char| ".:!?,;…)\"”’।؟。：！？，；、）」』".contains(c));
        if is_sentence || title.contains('\n') || title.chars().count() > MAX_TITLE_CHARS {
            return;
        }
        // Somebody has made a heading bold.
        let words = title.trim_start_matches('#');
        let level = (title.len() - words.len()).clamp(2, 6);
        let heading = format!("{} {}", "#".repeat(level), words.trim_start());
        let help = format!("write `{heading}`");
        let span = span.start..span.start + written.len();
        let message = "bold text is used as a heading";
        self.report(&codes::BOLD_HEADING, message, span.clone(), help);
        self.fix_last("make it a heading", [(span, heading)]);
        // Only the author knows the level.
        self.confirm_last();
    }
}
