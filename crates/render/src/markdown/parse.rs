//! The dialect of Markdown: GitHub's, with typographic quotes and heading attributes.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser};

/// An event, and the byte range of the text from which it was parsed.
pub type Located<'a> = (Event<'a>, Range<usize>);

/// Returns a Markdown parser for `text`.
pub fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(
        text,
        Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_SMART_PUNCTUATION
            | Options::ENABLE_HEADING_ATTRIBUTES
            | Options::ENABLE_GFM,
    )
}

/// Parses Markdown into events. Adjacent text events are not merged: a bracket that is not part of a link, for example, is an event
/// of its own.
pub fn events(text: &str) -> Vec<Located<'_>> {
    parser(text).into_offset_iter().collect()
}
