//! Changes of texts.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

/// A change of a text.
pub type Edit = (Range<usize>, String);

/// Applies changes, which must not overlap; of those that do, the first counts.
pub fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in edits {
        if range.start >= at {
            result.push_str(&text[at..range.start]);
            result.push_str(&new);
            at = range.end;
        }
    }
    result + &text[at..]
}

/// Returns the byte ranges of code in Markdown.
pub fn code(text: &str) -> Vec<Range<usize>> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_DEFINITION_LIST;
    let events = Parser::new_ext(text, options).into_offset_iter();
    let code = events.filter_map(|(event, range)| match event {
        Event::Start(Tag::CodeBlock(_)) | Event::Code(_) => Some(range),
        _ => None,
    });
    code.collect()
}

/// Returns the byte ranges of blocks of code in Markdown between fences.
pub fn fenced(text: &str) -> Vec<Range<usize>> {
    let events = Parser::new_ext(text, Options::ENABLE_DEFINITION_LIST).into_offset_iter();
    let code = events.filter_map(|(event, range)| match event {
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => Some(range),
        _ => None,
    });
    code.collect()
}

/// Returns whether an offset is in one of the ranges, which are sorted.
pub fn is_within(ranges: &[Range<usize>], offset: usize) -> bool {
    let after = ranges.partition_point(|one| one.start <= offset);
    after > 0 && ranges[after - 1].contains(&offset)
}
