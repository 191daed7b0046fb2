//! The dialect of Markdown: GitHub's, with heading attributes, and with typographic punctuation, math, and other extensions where a
//! collection wants them.

use std::ops::Range;

use content::{CollectionRule, Extension, HeadingIds};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

use super::located::Located;
use super::marks::{MARK, SUBSCRIPT, SUPERSCRIPT, set_marks};
use super::typography::set_typography;

/// Parts of the dialect that a collection sets.
#[derive(Debug, Clone, Copy, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a part of the dialect"
)]
pub struct Dialect {
    /// Whether quotes, dashes, and ellipses become typographic ones.
    pub typography: bool,
    /// Whether text between dollar signs is a formula.
    pub math: bool,
    /// Whether addresses in text are links.
    pub bare_links: bool,
    /// Whether terms may be followed by their definitions.
    pub definition_lists: bool,
    /// Whether `==text==` is highlighted.
    pub marks: bool,
    /// Whether `~text~` is below the line.
    pub subscript: bool,
    /// Whether `^text^` is above the line.
    pub superscript: bool,
    /// Program whose ids headings get.
    pub heading_ids: HeadingIds,
}

impl Dialect {
    /// Returns the dialect of a collection.
    pub fn of(rule: &CollectionRule) -> Self {
        let has = |extension| rule.markdown.contains(&extension);
        Self {
            typography: rule.typography,
            math: rule.math,
            bare_links: has(Extension::BareLinks),
            definition_lists: has(Extension::DefinitionLists),
            marks: has(Extension::Mark),
            subscript: has(Extension::Subscript),
            superscript: has(Extension::Superscript),
            heading_ids: rule.heading_ids,
        }
    }
}

/// Returns a Markdown parser for `text`.
pub fn parser(text: &str, dialect: Dialect) -> Parser<'_> {
    let mut options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM;
    options.set(Options::ENABLE_MATH, dialect.math);
    options.set(Options::ENABLE_DEFINITION_LIST, dialect.definition_lists);
    Parser::new_ext(text, options)
}

/// Typical number of bytes of text for one event.
const BYTES_PER_EVENT: usize = 12;

/// Parses Markdown into events. Adjacent text events are not merged: a bracket that is not part of a link, for example, is an event
/// of its own.
pub fn events(text: &str, dialect: Dialect) -> Vec<Located<'_>> {
    let mut events: Vec<Located<'_>> = Vec::with_capacity(text.len() / BYTES_PER_EVENT);
    events.extend(parser(text, dialect).into_offset_iter());
    for (event, range) in &mut events {
        match event {
            Event::Text(shown) => existing(shown, &text[range.clone()]),
            Event::Start(Tag::Heading { id, attrs, .. }) => whole_id(id, attrs),
            Event::Start(Tag::Strikethrough) | Event::End(TagEnd::Strikethrough) => {
                tilde(event, range, text);
            }
            _ => {}
        }
    }
    // The parser's own subscript and superscript cannot begin within a word, as in `H~2~O`.
    for (is_on, notation) in [
        (dialect.marks, MARK),
        (dialect.subscript, SUBSCRIPT),
        (dialect.superscript, SUPERSCRIPT),
    ] {
        if is_on {
            set_marks(&mut events, text, &notation);
        }
    }
    if dialect.typography {
        set_typography(&mut events, text);
    }
    events
}

/// Completes the id of a heading: the parser ends `{#my id}` at the space, and reads the rest as attributes.
fn whole_id<'a>(id: &mut Option<CowStr<'a>>, attrs: &mut Vec<(CowStr<'a>, Option<CowStr<'a>>)>) {
    unquote(attrs);
    let is_word = |name: &str| !matches!(name, "hidden" | "inert") && !name.contains('-');
    let mut words: Vec<String> = id.iter().map(CowStr::to_string).collect();
    attrs.retain(|(name, value)| {
        let is_part = value.is_none() && is_word(name);
        if is_part {
            words.push(name.to_string());
        }
        !is_part
    });
    // A word alone is meant as an id, and is reported.
    if id.is_some() && words.len() > 1 {
        *id = Some(words.join("-").into());
    }
}

/// Joins the parts of values in quotes, which the parser splits at spaces, and removes their quotes: `{title="Two words"}`.
fn unquote<'a>(attrs: &mut Vec<(CowStr<'a>, Option<CowStr<'a>>)>) {
    let mut joined: Vec<(CowStr<'a>, Option<CowStr<'a>>)> = Vec::with_capacity(attrs.len());
    let mut open: Option<(char, String)> = None;
    for (name, value) in attrs.drain(..) {
        let text = match (open.take(), &value) {
            (Some((quote, before)), Some(value)) => (quote, format!("{before} {name}={value}")),
            (Some((quote, before)), None) => (quote, format!("{before} {name}")),
            (None, Some(value)) if value.starts_with(['"', '\'']) => {
                joined.push((name, None));
                (char::from(value.as_bytes()[0]), value[1..].to_owned())
            }
            (None, _) => {
                joined.push((name, value));
                continue;
            }
        };
        match (text.1.strip_suffix(text.0), joined.last_mut()) {
            (Some(whole), Some((_, value))) => *value = Some(whole.to_owned().into()),
            _ => open = Some(text),
        }
    }
    *attrs = joined;
}

/// Turns an event that strikes out text between single tildes into text. `~10 to ~20` means "about"; only `~~` strikes out.
fn tilde(event: &mut Event<'_>, range: &mut Range<usize>, text: &str) {
    if text[range.clone()].starts_with("~~") {
        return;
    }
    *range = match event {
        Event::Start(_) => range.start..range.start + 1,
        _ => range.end - 1..range.end,
    };
    *event = Event::Text("~".into());
}

/// Replaces a character that HTML does not allow (section 3.2.5 of its standard) and that is written as a reference, such as `&#0;` or
/// `&#x80;`, by U+FFFD.
fn existing(shown: &mut CowStr<'_>, written: &str) {
    let is_allowed = |c: char| {
        !c.is_control() && u32::from(c) & 0xfffe != 0xfffe && !matches!(c, '\u{fdd0}'..='\u{fdef}')
            || matches!(c, '\t' | '\n' | '\r')
    };
    if written.starts_with("&#") && !shown.chars().all(is_allowed) {
        *shown = "\u{fffd}".into();
    }
}
