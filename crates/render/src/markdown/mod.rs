//! Markdown to HTML, in steps: text -> events -> events with ids, links, pictures and components settled -> HTML.

mod components;
mod images;
mod links;
mod slips;
mod written;

pub use images::{image_tag, missing_image_help};
pub use links::is_outside;
pub use written::{Written, WrittenHeading, WrittenLink, written};

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use content::expand;
use diagnostic::{Diagnostic, Place, Source};
use pulldown_cmark::{
    BlockQuoteKind, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd,
    TextMergeWithOffset, html,
};
use serde_json::Value;
use tera::{Context, Tera};

use crate::asset_index::AssetIndex;
use crate::codes;
use crate::slug::slugify;

/// What Markdown may refer to.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// `site.toml`, for facts.
    pub site: &'a Value,
    /// The templates, for components.
    pub tera: &'a Tera,
    /// What components see without being given it (`site`, `page` …).
    pub implicits: &'a Context,
    /// Pictures.
    pub assets: &'a AssetIndex,
    /// Addresses of documents by source file, for links to `.md` files.
    pub by_source: &'a HashMap<String, String>,
}

/// A piece of Markdown and where it comes from.
pub struct Text<'a> {
    /// The file.
    pub source: &'a Arc<Source>,
    /// The Markdown, as bytes of the file.
    pub span: Range<usize>,
}

/// A heading, for tables of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Its anchor.
    pub id: String,
    /// Its text.
    pub title: String,
    /// 1 to 6.
    pub level: u8,
}

/// The text from one second-level heading to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The heading's anchor.
    pub id: String,
    /// The heading's text.
    pub title: String,
    /// HTML of what follows it.
    pub content: String,
}

/// Rendered Markdown.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Html {
    /// All of it.
    pub content: String,
    /// What stands before the first second-level heading; empty unless sections were asked for.
    pub intro: String,
    /// The text cut at its second-level headings; empty unless asked for.
    pub sections: Vec<Section>,
    /// All headings, in order.
    pub headings: Vec<Heading>,
}

/// Renders a document's Markdown; `sections` asks for the cut at second-level headings too.
pub fn render(
    text: &Text<'_>,
    sections: bool,
    around: &Surroundings<'_>,
    found: &mut Vec<Diagnostic>,
) -> Html {
    let markdown = links::with_facts_in_addresses(&text.source.text[text.span.clone()]);
    let mut writer = Writer::new(text.source, around);
    writer.markdown(&markdown, text.span.start);
    writer.finish(sections, found)
}

/// Renders a short text that is not a document of its own, such as an answer in front matter.
///
/// # Errors
/// Everything that is wrong in it, with places in the text alone; the caller knows where that is.
pub fn render_value(markdown: &str, around: &Surroundings<'_>) -> Result<String, Vec<Diagnostic>> {
    let source = Source::new("", markdown);
    let mut found = Vec::new();
    let html = render(
        &Text {
            source: &source,
            span: 0..markdown.len(),
        },
        false,
        around,
        &mut found,
    );
    if found.is_empty() {
        Ok(html.content)
    } else {
        Err(found)
    }
}

/// GitHub's Markdown, with typographic quotes and heading attributes.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_SMART_PUNCTUATION
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM
}

/// What has begun and not ended: its events are set aside until it does.
struct Frame<'a> {
    kind: FrameKind<'a>,
    span: Range<usize>,
    /// How many of Markdown's own elements were open around it.
    depth: usize,
    body: Vec<Event<'a>>,
}

enum FrameKind<'a> {
    Component {
        name: String,
        arguments: Context,
        /// Whether it exists and its arguments are right.
        sound: bool,
    },
    Note(CowStr<'a>),
    Heading {
        level: HeadingLevel,
        id: Option<CowStr<'a>>,
        classes: Vec<CowStr<'a>>,
        attrs: Vec<(CowStr<'a>, Option<CowStr<'a>>)>,
    },
}

struct Writer<'a> {
    source: &'a Arc<Source>,
    around: &'a Surroundings<'a>,
    /// Folder of the source relative to `content/`, which pictures are looked up in first.
    folder: &'a str,
    events: Vec<Event<'a>>,
    open: Vec<Frame<'a>>,
    /// How many of Markdown's own elements are open here.
    depth: usize,
    headings: Vec<Heading>,
    ids: HashSet<String>,
    /// Footnote labels in the order of their first reference.
    notes: Vec<CowStr<'a>>,
    definitions: HashMap<CowStr<'a>, (Range<usize>, Vec<Event<'a>>)>,
    /// Components with an opening tag that cannot be read.
    unread: Vec<String>,
    found: Vec<Diagnostic>,
}

impl<'a> Writer<'a> {
    fn new(source: &'a Arc<Source>, around: &'a Surroundings<'a>) -> Self {
        let inner = source.path.strip_prefix("content/").unwrap_or("");
        Self {
            source,
            around,
            folder: inner.rsplit_once('/').map_or("", |(folder, _)| folder),
            events: Vec::new(),
            open: Vec::new(),
            headings: Vec::new(),
            ids: HashSet::new(),
            depth: 0,
            notes: Vec::new(),
            definitions: HashMap::new(),
            unread: Vec::new(),
            found: Vec::new(),
        }
    }

    fn push(&mut self, event: Event<'a>) {
        match self.open.last_mut() {
            Some(frame) => frame.body.push(event),
            None => self.events.push(event),
        }
    }

    fn push_html(&mut self, html: impl Into<CowStr<'a>>) {
        self.push(Event::InlineHtml(html.into()));
    }

    fn place(&self, span: Range<usize>) -> Place {
        Place::new(self.source, span)
    }

    /// Reads Markdown that stands `offset` bytes into the file.
    fn markdown(&mut self, text: &'a str, offset: usize) {
        let mut events =
            TextMergeWithOffset::new(Parser::new_ext(text, options()).into_offset_iter());
        let mut in_code = false;
        while let Some((event, range)) = events.next() {
            let span = offset + range.start..offset + range.end;
            self.count(&event);
            match event {
                Event::Start(Tag::CodeBlock(ref kind)) => {
                    in_code = true;
                    if matches!(kind, CodeBlockKind::Fenced(_)) {
                        self.unclosed_fence(&span);
                    }
                    self.push(event);
                }
                Event::End(TagEnd::CodeBlock) => {
                    in_code = false;
                    self.push(event);
                }
                Event::Text(text) if !in_code => {
                    let text = self.facts(text, &span);
                    self.tags_in_text(&text, &span);
                    self.undefined_references(&span);
                    self.unread_links(&span);
                    self.push(Event::Text(text));
                }
                Event::Start(Tag::Paragraph) => {
                    self.headings_without_blank(&span);
                    self.push(event);
                }
                Event::Start(Tag::BlockQuote(None)) => {
                    self.unknown_alert(&span);
                    self.push(event);
                }
                Event::Start(Tag::Heading {
                    level,
                    id,
                    classes,
                    attrs,
                }) => self.open_frame(
                    FrameKind::Heading {
                        level,
                        id,
                        classes,
                        attrs,
                    },
                    span,
                ),
                Event::End(TagEnd::Heading(_)) => self.close_heading(),
                Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    ..
                }) => {
                    let title = self.facts(title, &span);
                    self.link(link_type, dest_url, &title, &span);
                }
                Event::End(TagEnd::Link) => self.push_html("</a>"),
                Event::Start(Tag::Image {
                    dest_url, title, ..
                }) => {
                    let mut alt = String::new();
                    let mut depth = 1;
                    for (event, _) in events.by_ref() {
                        match event {
                            Event::Start(Tag::Image { .. }) => depth += 1,
                            Event::End(TagEnd::Image) => depth -= 1,
                            Event::Text(text) | Event::Code(text) => alt.push_str(&text),
                            Event::SoftBreak | Event::HardBreak => alt.push(' '),
                            _ => {}
                        }
                        if depth == 0 {
                            break;
                        }
                    }
                    let alt = self.facts(alt.into(), &span);
                    let title = self.facts(title, &span);
                    let path = self.facts(dest_url, &span);
                    self.image(&path, &alt, &title, span);
                }
                Event::Start(Tag::HtmlBlock) => {
                    let mut block = String::new();
                    let mut start = None;
                    for (event, range) in events.by_ref() {
                        match event {
                            Event::Html(text) | Event::Text(text) => {
                                start.get_or_insert(range.start);
                                block.push_str(&text);
                            }
                            _ => break,
                        }
                    }
                    self.html(text, block, start.unwrap_or(range.start), offset);
                }
                Event::InlineHtml(html) => self.html(text, html.into_string(), range.start, offset),
                Event::Start(Tag::Table(_)) => {
                    self.push_html("<div class=\"table-scroll\" tabindex=\"0\">");
                    self.push(event);
                }
                Event::End(TagEnd::Table) => {
                    self.push(event);
                    self.push_html("</div>\n");
                }
                Event::TaskListMarker(done) => self.push_html(if done {
                    "<input type=\"checkbox\" disabled checked aria-label=\"Done\"> "
                } else {
                    "<input type=\"checkbox\" disabled aria-label=\"To do\"> "
                }),
                Event::Start(Tag::BlockQuote(Some(kind))) => {
                    let (kind, title) = alert(kind);
                    self.push_html(format!(
                        "<div class=\"alert\" role=\"note\" data-kind=\"{kind}\"><p class=\"alert-title\">{title}</p>\n"
                    ));
                }
                Event::End(TagEnd::BlockQuote(Some(_))) => self.push_html("</div>\n"),
                Event::FootnoteReference(label) => self.footnote_reference(label),
                Event::Start(Tag::FootnoteDefinition(label)) => {
                    self.open_frame(FrameKind::Note(label), span);
                }
                Event::End(TagEnd::FootnoteDefinition) => {
                    if let Some(Frame {
                        kind: FrameKind::Note(label),
                        body,
                        span,
                        ..
                    }) = self.open.pop()
                    {
                        self.definitions.insert(label, (span, body));
                    }
                }
                other => self.push(other),
            }
        }
    }

    /// Keeps count of the elements around, and of components that do not end where they began.
    fn count(&mut self, event: &Event<'a>) {
        match event {
            // Read to their ends at once.
            Event::Start(Tag::Image { .. } | Tag::HtmlBlock) => {}
            Event::Start(_) => self.depth += 1,
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                while let Some(frame) = self.open.pop_if(|frame| {
                    frame.depth > self.depth && matches!(frame.kind, FrameKind::Component { .. })
                }) {
                    self.unclosed(frame);
                }
            }
            _ => {}
        }
    }

    fn facts(&mut self, text: CowStr<'a>, span: &Range<usize>) -> CowStr<'a> {
        if !text.contains("{{") {
            return text;
        }
        let mut unknown = Vec::new();
        let mut filled = expand(&text, self.around.site, &mut unknown).into_owned();
        for (at, diagnostic) in unknown {
            let written = &text[at];
            // In an address the blanks were joined.
            let spaced = format!("{{{{ {} }}}}", written.trim_matches(['{', '}']).trim());
            let around = &self.source.text[span.clone()];
            let place = match around.find(written).or_else(|| around.find(&spaced)) {
                Some(at) => self.place(span.start + at..span.start + at + written.len()),
                None => self.place(span.clone()),
            };
            if written.contains('\u{a0}') {
                filled = filled.replace(written, &spaced);
            }
            self.found.push(diagnostic.at(place, ""));
        }
        filled.into()
    }

    fn close_heading(&mut self) {
        let Some(Frame {
            kind:
                FrameKind::Heading {
                    level,
                    id,
                    classes,
                    attrs,
                },
            span,
            body,
            ..
        }) = self.open.pop()
        else {
            return;
        };
        let mut title = String::new();
        for event in &body {
            match event {
                Event::Text(text) | Event::Code(text) => title.push_str(text),
                Event::SoftBreak | Event::HardBreak => title.push(' '),
                _ => {}
            }
        }
        let title = title.trim().to_owned();
        if let Some(id) = id.as_ref().filter(|id| self.ids.contains(id.as_ref())) {
            self.found.push(
                Diagnostic::new(
                    &codes::DUPLICATE_ID,
                    format!("two headings have the id `{id}`"),
                )
                .at(self.place(span), "the second")
                .help("give each an id of its own: ## Heading {#another}"),
            );
        }
        let id = free_id(id.map(CowStr::into_string), &title, &mut self.ids);
        self.headings.push(Heading {
            id: id.clone(),
            title,
            level: level as u8,
        });
        self.push(Event::Start(Tag::Heading {
            level,
            id: Some(id.into()),
            classes,
            attrs,
        }));
        for event in body {
            self.push(event);
        }
        self.push(Event::End(TagEnd::Heading(level)));
    }

    fn footnote_reference(&mut self, label: CowStr<'a>) {
        let index = self.notes.iter().position(|note| *note == label);
        let (number, again) = if let Some(index) = index {
            (index + 1, true)
        } else {
            self.notes.push(label);
            (self.notes.len(), false)
        };
        let id = if again {
            String::new()
        } else {
            format!(" id=\"note-{number}-ref\"")
        };
        self.push_html(format!(
            "<sup class=\"footnote-reference\"{id}><a href=\"#note-{number}\">{number}</a></sup>"
        ));
    }

    fn finish(mut self, sections: bool, found: &mut Vec<Diagnostic>) -> Html {
        while let Some(frame) = self.open.pop() {
            self.unclosed(frame);
        }
        self.footnotes();
        found.append(&mut self.found);
        let mut result = Html {
            headings: self.headings,
            ..Html::default()
        };
        if sections {
            let titles: HashMap<String, String> = result
                .headings
                .iter()
                .map(|one| (one.id.clone(), one.title.clone()))
                .collect();
            cut(&self.events, &titles, &mut result);
        }
        write_html(&mut result.content, self.events.into_iter());
        result
    }

    fn footnotes(&mut self) {
        self.unused_footnotes();
        if self.notes.is_empty() {
            return;
        }
        self.push_html("<section class=\"footnotes\" aria-label=\"Footnotes\">\n<ol>\n");
        for (index, label) in std::mem::take(&mut self.notes).into_iter().enumerate() {
            let number = index + 1;
            let back = format!(
                " <a class=\"footnote-back\" href=\"#note-{number}-ref\" aria-label=\"Back to the text, note {number}\">↩</a>"
            );
            self.push_html(format!("<li id=\"note-{number}\">"));
            let (_, mut body) = self.definitions.remove(&label).unwrap_or_default();
            let end = body
                .iter()
                .rposition(|event| matches!(event, Event::End(TagEnd::Paragraph)));
            body.insert(end.unwrap_or(body.len()), Event::InlineHtml(back.into()));
            for event in body {
                self.push(event);
            }
            self.push_html("</li>\n");
        }
        self.push_html("</ol>\n</section>\n");
    }
}

/// The id of a heading: its own, or that of its words, with a number where another heading has it.
fn free_id(own: Option<String>, title: &str, ids: &mut HashSet<String>) -> String {
    let wanted = own.unwrap_or_else(|| slugify(title));
    let wanted = if wanted.is_empty() {
        "section".to_owned()
    } else {
        wanted
    };
    let numbered = (2..).map(|number| format!("{wanted}-{number}"));
    let mut candidates = std::iter::once(wanted.clone()).chain(numbered);
    let id = candidates.find(|id| !ids.contains(id)).unwrap_or(wanted);
    ids.insert(id.clone());
    id
}

/// Cuts events at second-level headings.
fn cut(events: &[Event<'_>], titles: &HashMap<String, String>, into: &mut Html) {
    let starts: Vec<usize> = events
        .iter()
        .enumerate()
        .filter(|(_, event)| {
            matches!(
                event,
                Event::Start(Tag::Heading {
                    level: HeadingLevel::H2,
                    ..
                })
            )
        })
        .map(|(index, _)| index)
        .collect();
    let first = starts.first().copied().unwrap_or(events.len());
    write_html(&mut into.intro, events[..first].iter().cloned());
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
        write_html(&mut content, events[after..end].iter().cloned());
        into.sections.push(Section {
            id: id.to_string(),
            title: titles.get(id.as_ref()).cloned().unwrap_or_default(),
            content,
        });
    }
}

/// Writes events as HTML. pulldown-cmark aligns cells by inline styles, which a content security policy refuses.
fn write_html<'a>(into: &mut String, events: impl Iterator<Item = Event<'a>>) {
    let start = into.len();
    html::push_html(into, events);
    if into[start..].contains(" style=\"text-align: ") {
        let mut classed = into[start..].to_owned();
        for side in ["left", "center", "right"] {
            let style = format!(" style=\"text-align: {side}\"");
            classed = classed.replace(&style, &format!(" class=\"align-{side}\""));
        }
        into.replace_range(start.., &classed);
    }
}

fn alert(kind: BlockQuoteKind) -> (&'static str, &'static str) {
    match kind {
        BlockQuoteKind::Note => ("note", "Note"),
        BlockQuoteKind::Tip => ("tip", "Tip"),
        BlockQuoteKind::Important => ("important", "Important"),
        BlockQuoteKind::Warning => ("warning", "Warning"),
        BlockQuoteKind::Caution => ("caution", "Caution"),
    }
}
