//! Renders Markdown events as HTML, both as a whole and split into sections.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;

use content::HeadingIds;
use pulldown_cmark::{BlockQuoteKind, Event, HeadingLevel, Tag, TagEnd, html};

use super::parse::Dialect;

/// An offset in HTML, and the offset in the file of the Markdown that produced the HTML from there on.
pub type SpanMark = (u32, u32);

/// An event, and the offset in the file at which its Markdown begins.
pub type PlacedEvent<'a> = (Event<'a>, usize);

/// Marks within the HTML of each component, by the offset in the file at which the component's tag begins.
pub type ComponentMarks = HashMap<usize, Vec<SpanMark>>;

/// A heading, as tables of contents list it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Anchor of the heading.
    pub id: String,
    /// Text of the heading, without markup.
    pub title: String,
    /// Level from 1 to 6.
    pub level: u8,
}

/// The text from one second-level heading to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Anchor of the heading.
    pub id: String,
    /// Text of the heading.
    pub title: String,
    /// HTML between this heading and the next.
    pub content: String,
}

/// HTML of a document's text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Html {
    /// HTML of the whole text.
    pub content: String,
    /// Marks of `content`, sorted.
    pub marks: Vec<SpanMark>,
    /// HTML before the first second-level heading; empty unless sections were requested.
    pub intro: String,
    /// Sections, one for each second-level heading; empty unless requested.
    pub sections: Vec<Section>,
    /// All headings, in order.
    pub headings: Vec<Heading>,
}

/// Renders the events of a document's text as HTML. Also renders its sections, if requested.
pub fn html(
    events: Vec<PlacedEvent<'_>>,
    components: &mut ComponentMarks,
    headings: Vec<Heading>,
    sections: bool,
) -> Html {
    let mut html = Html {
        headings,
        ..Html::default()
    };
    if sections {
        cut(&events, &mut html);
    }
    (html.content, html.marks) = marked_html(events, components);
    html
}

/// Splits events at second-level headings, and sets `intro` and `sections` of `html`.
fn cut(events: &[PlacedEvent<'_>], html: &mut Html) {
    let unmarked = |events: &[PlacedEvent<'_>]| {
        let mut html = String::new();
        let events = events.iter().map(|(event, _)| event.clone());
        push_html(&mut html, &Cell::new(0), events);
        html
    };
    for part in events.chunk_by(|_, next| section_id(next).is_none()) {
        let Some(id) = section_id(&part[0]) else {
            html.intro = unmarked(part);
            continue;
        };
        let is_end = |(event, _): &PlacedEvent<'_>| matches!(event, Event::End(TagEnd::Heading(_)));
        let end = part.iter().position(is_end).map_or(part.len(), |at| at + 1);
        let (heading, content) = part.split_at(end);
        html.sections.push(Section {
            id: id.to_owned(),
            title: heading_text(heading),
            content: unmarked(content),
        });
    }
}

/// Returns the id of the second-level heading that starts with an event; `None` for any other event.
fn section_id<'a>((event, _): &'a PlacedEvent<'_>) -> Option<&'a str> {
    match event {
        Event::Start(Tag::Heading {
            level: HeadingLevel::H2,
            id,
            ..
        }) => id.as_deref(),
        _ => None,
    }
}

/// Returns the text of a heading, without markup.
pub fn heading_text(heading: &[PlacedEvent<'_>]) -> String {
    let texts = heading.iter().map(|(event, _)| match event {
        Event::Text(text) | Event::Code(text) => text.as_ref(),
        Event::SoftBreak | Event::HardBreak => " ",
        _ => "",
    });
    texts.collect::<String>().trim().to_owned()
}

/// Returns the text of a heading from which its id is derived. Hugo makes dashes of hyphens outside of code before that. GitHub keeps the
/// spaces beside pictures and components at the ends, and leaves out the descriptions of pictures.
pub fn text_for_id(heading: &[PlacedEvent<'_>], dialect: Dialect) -> String {
    if dialect.heading_ids == HeadingIds::Github {
        return text_without_pictures(heading);
    }
    if dialect.heading_ids != HeadingIds::Hugo || !dialect.typography {
        return heading_text(heading);
    }
    let events = heading.iter().map(|(event, at)| match event {
        Event::Text(text) => (Event::Text(text.replace("--", "–").into()), *at),
        event => (event.clone(), *at),
    });
    heading_text(&events.collect::<Vec<_>>())
}

/// Returns the text of a heading with the spaces at its ends, and without the descriptions of pictures.
fn text_without_pictures(heading: &[PlacedEvent<'_>]) -> String {
    let mut pictures = 0_usize;
    let texts = heading.iter().map(|(event, _)| match event {
        Event::Start(Tag::Image { .. }) => {
            pictures += 1;
            ""
        }
        Event::End(TagEnd::Image) => {
            pictures = pictures.saturating_sub(1);
            ""
        }
        Event::Text(text) | Event::Code(text) if pictures == 0 => text.as_ref(),
        Event::SoftBreak | Event::HardBreak => " ",
        _ => "",
    });
    texts.collect()
}

/// Renders events as HTML. Returns the HTML, and marks that trace each part of it to its offset in the file.
pub fn marked_html(
    events: Vec<PlacedEvent<'_>>,
    components: &mut ComponentMarks,
) -> (String, Vec<SpanMark>) {
    let mut html = String::new();
    let mut marks = Vec::new();
    let written = Cell::new(0);
    let mut mark = |at, source| {
        if let (Ok(at), Ok(source)) = (u32::try_from(at), u32::try_from(source)) {
            marks.push((at, source));
        }
    };
    // An event is taken only after the HTML of the previous one was written.
    let events = events.into_iter().map(|(event, source)| {
        let start = written.get();
        match &event {
            Event::End(_) | Event::SoftBreak | Event::HardBreak => {}
            Event::Html(_) => {
                mark(start, source);
                for (at, source) in components.remove(&source).unwrap_or_default() {
                    mark(start + at as usize, source as usize);
                }
            }
            _ => mark(start, source),
        }
        event
    });
    push_html(&mut html, &written, events);
    (html, marks)
}

/// Appends events as HTML to `to`. Sets `written` to the length of `to` after each write.
fn push_html<'a>(to: &mut String, written: &Cell<usize>, events: impl Iterator<Item = Event<'a>>) {
    // Writing to a String cannot fail.
    let _ = html::write_html_fmt(AlignmentWriter { to, written }, events);
}

/// Writer that replaces the inline styles by which pulldown-cmark aligns table cells with classes, because the content security
/// policy refuses inline styles.
struct AlignmentWriter<'a> {
    to: &'a mut String,
    written: &'a Cell<usize>,
}

impl fmt::Write for AlignmentWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.to.push_str(match text {
            " style=\"text-align: left\">" => " class=\"align-left\">",
            " style=\"text-align: center\">" => " class=\"align-center\">",
            " style=\"text-align: right\">" => " class=\"align-right\">",
            other => other,
        });
        self.written.set(self.to.len());
        Ok(())
    }
}

/// Returns the name and title of a kind of alert.
pub fn alert(kind: BlockQuoteKind) -> (&'static str, &'static str) {
    match kind {
        BlockQuoteKind::Note => ("note", "Note"),
        BlockQuoteKind::Tip => ("tip", "Tip"),
        BlockQuoteKind::Important => ("important", "Important"),
        BlockQuoteKind::Warning => ("warning", "Warning"),
        BlockQuoteKind::Caution => ("caution", "Caution"),
    }
}
