//! Events as HTML, whole and cut into sections.

use std::collections::HashMap;

use memchr::memmem;
use pulldown_cmark::{BlockQuoteKind, Event, HeadingLevel, Tag, TagEnd, html};

/// A heading, for tables of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Anchor.
    pub id: String,
    /// Text without markup.
    pub title: String,
    /// Level, 1 to 6.
    pub level: u8,
}

/// The text from one second-level heading to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Anchor of the heading.
    pub id: String,
    /// Text of the heading.
    pub title: String,
    /// HTML of what follows the heading.
    pub content: String,
}

/// HTML of a text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Html {
    /// All of it.
    pub content: String,
    /// What precedes the first second-level heading; empty unless sections were requested.
    pub intro: String,
    /// The text cut at its second-level headings; empty unless requested.
    pub sections: Vec<Section>,
    /// All headings, in order.
    pub headings: Vec<Heading>,
}

/// Renders the events of a text, with sections if requested.
pub fn html(events: Vec<Event<'_>>, headings: Vec<Heading>, sections: bool) -> Html {
    let mut html = Html {
        headings,
        ..Html::default()
    };
    if sections {
        cut(&events, &mut html);
    }
    push_html(&mut html.content, events.into_iter());
    html
}

/// Cuts events at second-level headings.
fn cut(events: &[Event<'_>], html: &mut Html) {
    let titles = html.headings.iter();
    let titles: HashMap<&str, &str> = titles
        .map(|one| (one.id.as_str(), one.title.as_str()))
        .collect();
    let is_start = |event: &Event<'_>| {
        let Event::Start(Tag::Heading { level, .. }) = event else {
            return false;
        };
        *level == HeadingLevel::H2
    };
    let starts: Vec<usize> = (0..events.len())
        .filter(|at| is_start(&events[*at]))
        .collect();
    let first = starts.first().copied().unwrap_or(events.len());
    push_html(&mut html.intro, events[..first].iter().cloned());
    for (index, start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(events.len());
        let Event::Start(Tag::Heading { id: Some(id), .. }) = &events[*start] else {
            continue;
        };
        let after = events[*start..end]
            .iter()
            .position(|event| matches!(event, Event::End(TagEnd::Heading(_))))
            .map_or(end, |at| start + at + 1);
        let mut content = String::new();
        push_html(&mut content, events[after..end].iter().cloned());
        html.sections.push(Section {
            id: id.to_string(),
            title: titles
                .get(id.as_ref())
                .copied()
                .unwrap_or_default()
                .to_owned(),
            content,
        });
    }
}

/// Appends events as HTML. pulldown-cmark aligns cells by inline styles, which a content security policy refuses.
pub fn push_html<'a>(to: &mut String, events: impl Iterator<Item = Event<'a>>) {
    const STYLE: &str = " style=\"text-align: ";
    let start = to.len();
    html::push_html(to, events);
    let Some(mut at) = memmem::find(&to.as_bytes()[start..], STYLE.as_bytes()) else {
        return;
    };
    let html = to.split_off(start);
    let mut rest = html.as_str();
    let next = memmem::Finder::new(STYLE);
    loop {
        let (before, after) = (&rest[..at], &rest[at + STYLE.len()..]);
        to.push_str(before);
        let mut sides = ["left", "center", "right"].into_iter();
        let side =
            sides.find_map(|side| Some((side, after.strip_prefix(side)?.strip_prefix('"')?)));
        rest = match side {
            Some((side, after)) => {
                to.push_str(" class=\"align-");
                to.push_str(side);
                to.push('"');
                after
            }
            None => {
                to.push_str(STYLE);
                after
            }
        };
        match next.find(rest.as_bytes()) {
            Some(found) => at = found,
            None => break,
        }
    }
    to.push_str(rest);
}

/// Returns name and title of an alert.
pub fn alert(kind: BlockQuoteKind) -> (&'static str, &'static str) {
    match kind {
        BlockQuoteKind::Note => ("note", "Note"),
        BlockQuoteKind::Tip => ("tip", "Tip"),
        BlockQuoteKind::Important => ("important", "Important"),
        BlockQuoteKind::Warning => ("warning", "Warning"),
        BlockQuoteKind::Caution => ("caution", "Caution"),
    }
}
