//! Converts Markdown to events that can be rendered as HTML: resolves links, pictures, facts, footnotes, and components.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use content::expand;
use diagnostic::{Diagnostic, Place, Source, folder_of};
use math_core::MathDisplay;
use memchr::memchr;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Tag, TagEnd, TextMergeWithOffset};
use tera::Context;

use super::code_block::CodeBlock;
use super::context::MarkdownContext;
use super::facts::with_facts_in_addresses;
use super::footnotes::Footnotes;
use super::heading_id::UsedHeadingIds;
use super::html::{
    ComponentMarks, Heading, Html, PlacedEvent, alert, heading_text, html, text_for_id,
};
use super::line_break::joins_lines;
use super::parse::events;
use super::raw_html::RawHtml;
use super::shortcodes::without_shortcodes;
use super::slips::slips;
use crate::codes;

/// Rendered Markdown.
#[derive(Debug, Default)]
pub struct Rendered {
    /// The HTML.
    pub html: Html,
    /// Diagnostics of the Markdown.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a component could not be rendered because of an error that is reported elsewhere.
    pub is_incomplete: bool,
}

/// Renders the Markdown in the byte range `span` of a file. If `sections` is true, the HTML is also split at second-level headings.
pub fn render(
    source: &Arc<Source>,
    span: Range<usize>,
    sections: bool,
    context: &MarkdownContext<'_>,
) -> Rendered {
    let markdown = with_facts_in_addresses(&source.text[span.clone()]);
    let mut writer = Writer::new(source, context);
    writer.markdown(&markdown, span.start);
    writer.finish(sections)
}

/// Renders Markdown that is a value, for example in front matter. Fails with the diagnostics of the Markdown. Their places are in a source
/// that consists of `text` and has no path, because only the caller knows where the value is.
pub fn render_value(text: &str, context: &MarkdownContext<'_>) -> Result<String, Vec<Diagnostic>> {
    let source = Source::new("", text);
    let rendered = render(&source, 0..text.len(), false, context);
    if rendered.diagnostics.is_empty() {
        Ok(rendered.html.content)
    } else {
        Err(rendered.diagnostics)
    }
}

/// A component, footnote, or heading whose end has not been reached yet.
pub struct Frame<'a> {
    /// Kind of the open element.
    pub kind: FrameKind<'a>,
    /// Byte range in the file: of the opening tag of a component, or of a whole footnote or heading.
    pub span: Range<usize>,
    /// Number of Markdown elements that were open where the frame began.
    pub depth: usize,
    /// Number of events before the content of the frame.
    pub start: usize,
}

/// Kind of an open element.
pub enum FrameKind<'a> {
    /// A component.
    Component {
        /// Name of the component.
        name: String,
        /// Arguments of the component.
        arguments: Context,
        /// Whether the component exists and its arguments are valid.
        is_valid: bool,
    },
    /// The definition of a footnote with this label.
    Note(CowStr<'a>),
    /// A heading, whose id is set when it ends.
    Heading,
}

/// Converter from Markdown to events that can be rendered as HTML.
pub struct Writer<'a> {
    /// File that contains the Markdown.
    pub source: &'a Arc<Source>,
    /// Data that the Markdown may refer to.
    pub context: &'a MarkdownContext<'a>,
    /// Folder of the source relative to `content/`, in which pictures are looked up first.
    pub folder: &'a str,
    /// Events so far.
    pub events: Vec<PlacedEvent<'a>>,
    /// Offset in the file of the event being read.
    pub at: usize,
    /// Marks within the HTML of the components so far.
    pub components: ComponentMarks,
    /// Components, footnotes, and headings that are open, the innermost last.
    pub open: Vec<Frame<'a>>,
    /// Number of Markdown elements that are open, without components.
    pub depth: usize,
    /// Number of links that are open, in Markdown and in HTML.
    pub open_links: usize,
    /// Depths of the open elements whose end was written already, before the end of a component.
    pub ended_early: Vec<usize>,
    headings: Vec<Heading>,
    ids: UsedHeadingIds,
    footnotes: Footnotes<'a>,
    /// Whether HTML from a word processor was reported.
    pub has_pasted: bool,
    /// Whether a formula that is not rendered was reported.
    pub has_unread_formula: bool,
    /// Number of malformed opening tags, by component name. For each of them, one closing tag is not reported.
    pub malformed_tags: HashMap<String, usize>,
    /// Offsets of the start tags of components that another start tag was meant to close.
    pub meant_ends: HashSet<usize>,
    /// Diagnostics of the Markdown so far.
    pub diagnostics: Vec<Diagnostic>,
    /// Places of the slips in the Markdown being read, in order.
    pub slips: Vec<Range<usize>>,
    /// Whether a component could not be rendered because of an error that is reported elsewhere.
    pub is_incomplete: bool,
}

impl<'a> Writer<'a> {
    fn new(source: &'a Arc<Source>, context: &'a MarkdownContext<'a>) -> Self {
        let inner = source.path.strip_prefix("content/").unwrap_or("");
        Self {
            source,
            context,
            folder: folder_of(inner),
            events: Vec::new(),
            at: 0,
            components: ComponentMarks::new(),
            open: Vec::new(),
            open_links: 0,
            ended_early: Vec::new(),
            headings: Vec::new(),
            ids: UsedHeadingIds::new(context.dialect.heading_ids),
            depth: 0,
            footnotes: Footnotes::default(),
            has_pasted: false,
            has_unread_formula: false,
            malformed_tags: HashMap::new(),
            meant_ends: HashSet::new(),
            diagnostics: Vec::new(),
            slips: Vec::new(),
            is_incomplete: false,
        }
    }

    /// Adds an event, whose source is at the current offset.
    pub fn push(&mut self, event: Event<'a>) {
        self.events.push((event, self.at));
    }

    /// Adds HTML, whose source is at the current offset.
    pub fn push_html(&mut self, html: impl Into<CowStr<'a>>) {
        self.push(Event::InlineHtml(html.into()));
    }

    /// Reports a diagnostic about a byte range of the file.
    pub fn report(&mut self, span: Range<usize>, label: &str, diagnostic: Diagnostic) {
        let place = Place::new(self.source, span);
        self.diagnostics.push(diagnostic.at(place, label));
    }

    /// Begins a component, footnote, or heading.
    pub fn open_frame(&mut self, kind: FrameKind<'a>, span: Range<usize>) {
        self.open.push(Frame {
            kind,
            span,
            depth: self.depth,
            start: self.events.len(),
        });
    }

    /// Processes Markdown that begins at byte `offset` of the file.
    pub fn markdown(&mut self, text: &'a str, offset: usize) {
        self.unread_formula(text, offset);
        let events = events(text, self.context.dialect);
        let found = slips(&events, self.source, text, offset);
        let places = found.iter().filter_map(|one| one.place.as_ref());
        self.slips = places.map(|(place, _)| place.span.clone()).collect();
        self.slips.sort_by_key(|span| span.start);
        self.diagnostics.extend(found);
        self.events.reserve(events.len());
        let mut events = TextMergeWithOffset::new(events.into_iter());
        let mut code: Option<(CodeBlock, usize)> = None;
        while let Some((event, range)) = events.next() {
            let span = offset + range.start..offset + range.end;
            self.at = span.start;
            self.count(&event);
            if matches!(event, Event::End(_))
                && self
                    .ended_early
                    .pop_if(|depth| *depth == self.depth + 1)
                    .is_some()
            {
                continue;
            }
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let block = self.code_block(&kind, &span);
                    if let Some(opening) = block.opening() {
                        self.push_html(opening);
                    }
                    self.push(Event::Start(Tag::CodeBlock(match kind {
                        CodeBlockKind::Fenced(_) => {
                            CodeBlockKind::Fenced(block.language.clone().into())
                        }
                        CodeBlockKind::Indented => kind,
                    })));
                    code = Some((block, span.start));
                }
                Event::End(TagEnd::CodeBlock) => {
                    self.push(event);
                    if let Some(closing) = code.take().and_then(|(block, _)| block.closing()) {
                        self.push_html(closing);
                    }
                }
                Event::Text(text) if let Some((block, start)) = &code => {
                    let html = self.code(block, &text, *start);
                    self.push_html(html);
                }
                Event::Text(text) => {
                    let text = self.facts(text, &span);
                    self.tags_in_text(&span);
                    if self.open_links > 0 {
                        self.text(text);
                    } else if self.context.dialect.bare_links {
                        self.text_with_links(&text, &span);
                    } else {
                        self.unlinked_addresses(&span);
                        self.text(text);
                    }
                }
                Event::Start(Tag::Heading { .. }) => {
                    self.open_frame(FrameKind::Heading, span);
                    self.push(event);
                }
                Event::End(TagEnd::Heading(_)) => {
                    self.close_heading();
                    self.push(event);
                }
                Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    ..
                }) => {
                    let title = self.facts(title, &span);
                    self.open_links += 1;
                    self.link(link_type, dest_url, &title, &span);
                }
                Event::End(TagEnd::Link) => {
                    self.open_links = self.open_links.saturating_sub(1);
                    self.push_html("</a>");
                }
                Event::Start(Tag::Image {
                    dest_url, title, ..
                }) => {
                    let alt = alternative_text(events.by_ref().map(|(event, _)| event));
                    let alt = self.facts(alt.into(), &span);
                    let title = self.facts(title, &span);
                    let path = self.facts(dest_url, &span);
                    self.image(&path, &alt, &title, span);
                }
                Event::Start(Tag::HtmlBlock) => {
                    let mut block = RawHtml::default();
                    for (event, range) in events.by_ref() {
                        match event {
                            Event::Html(line) | Event::Text(line) => {
                                block.push(&line, offset + range.start);
                            }
                            _ => break,
                        }
                    }
                    self.html(text, block, offset);
                }
                Event::InlineHtml(html) => {
                    if html.starts_with("<a ") {
                        self.open_links += 1;
                    } else if html.starts_with("</a") {
                        self.open_links = self.open_links.saturating_sub(1);
                    }
                    let mut tag = RawHtml::default();
                    tag.push(&html, span.start);
                    self.html(text, tag, offset);
                }
                Event::Start(Tag::Table(_)) => {
                    self.push_html("<div class=\"table-scroll\" tabindex=\"0\">");
                    self.push(event);
                }
                Event::End(TagEnd::Table) => {
                    self.push(event);
                    self.push_html("</div>\n");
                }
                Event::InlineMath(latex) => self.formula(&latex, MathDisplay::Inline, &span),
                Event::DisplayMath(latex) => self.formula(&latex, MathDisplay::Block, &span),
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
                Event::FootnoteReference(label) => {
                    let reference = self.footnotes.reference(&label);
                    self.push_html(reference);
                }
                Event::Start(Tag::FootnoteDefinition(label)) => {
                    self.open_frame(FrameKind::Note(label), span);
                }
                Event::End(TagEnd::FootnoteDefinition) => {
                    if let Some(Frame {
                        kind: FrameKind::Note(label),
                        span,
                        start,
                        ..
                    }) = self.open.pop()
                    {
                        let body = self.events.split_off(start);
                        let second = self.footnotes.define(self.source, &label, span, body);
                        self.diagnostics.extend(second);
                    }
                }
                Event::End(TagEnd::Paragraph) if self.is_paragraph_empty() => {
                    // The empty remainder of a paragraph that a component ended.
                    self.events.pop();
                }
                Event::SoftBreak | Event::HardBreak if self.is_paragraph_empty() => {}
                Event::SoftBreak if joins_lines(&self.source.text, &span) => {}
                other => self.push(other),
            }
        }
    }

    /// Adds text, without leading spaces at the start of a paragraph.
    pub fn text(&mut self, text: CowStr<'a>) {
        let inner = text.trim_start_matches(' ');
        if inner.len() < text.len() && self.is_paragraph_empty() {
            if !inner.is_empty() {
                let inner = inner.to_owned();
                self.push(Event::Text(inner.into()));
            }
        } else {
            self.push(Event::Text(text));
        }
    }

    /// Returns whether an empty paragraph is open.
    fn is_paragraph_empty(&self) -> bool {
        matches!(self.events.last(), Some((Event::Start(Tag::Paragraph), _)))
    }

    /// Updates `depth` when an element begins or ends. Reports components that are not closed in the element they began in.
    fn count(&mut self, event: &Event<'a>) {
        match event {
            // The caller consumes these elements, including their end events, at once.
            Event::Start(Tag::Image { .. } | Tag::HtmlBlock) => {}
            Event::Start(_) => self.depth += 1,
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                while let Some(frame) = self.open.pop_if(|frame| {
                    frame.depth > self.depth && matches!(frame.kind, FrameKind::Component { .. })
                }) {
                    self.unclosed(&frame);
                }
            }
            _ => {}
        }
    }

    /// Fills in the facts in text from the byte range `span` of the file. Reports unknown facts.
    pub fn facts(&mut self, text: CowStr<'a>, span: &Range<usize>) -> CowStr<'a> {
        if memchr(b'{', text.as_bytes()).is_none() {
            return text;
        }
        let text = without_shortcodes(&text).map_or(text, CowStr::from);
        if !text.contains("{{") {
            return text;
        }
        let mut unknown = Vec::new();
        let mut filled = expand(&text, self.context.site, &mut unknown).into_owned();
        for (at, diagnostic) in unknown {
            let written = &text[at];
            // `with_facts_in_addresses` removed the spaces of a fact in an address.
            let spaced = format!("{{{{ {} }}}}", written.trim_matches(['{', '}']).trim());
            let around = &self.source.text[span.clone()];
            let place = match around.find(written).or_else(|| around.find(&spaced)) {
                Some(at) => span.start + at..span.start + at + written.len(),
                None => span.clone(),
            };
            if written.contains('\u{a0}') {
                filled = filled.replace(written, &spaced);
            }
            self.report(place, "", diagnostic);
        }
        filled.into()
    }

    /// Closes the open heading and sets its id. Reports an id that another heading already has.
    fn close_heading(&mut self) {
        let Some(Frame {
            kind: FrameKind::Heading,
            span,
            start,
            ..
        }) = self.open.pop()
        else {
            return;
        };
        let title = heading_text(&self.events[start..]);
        let for_id = text_for_id(&self.events[start..], self.context.dialect);
        let Some((Event::Start(Tag::Heading { level, id, .. }), _)) = self.events.get_mut(start)
        else {
            return;
        };
        let level = *level as u8;
        let own = id.take().map(CowStr::into_string);
        let taken = own.clone().filter(|own| self.ids.contains(own));
        let new = self.ids.of(own, &for_id);
        *id = Some(new.clone().into());
        self.headings.push(Heading {
            id: new,
            title,
            level,
        });
        if let Some(taken) = taken {
            let message = format!("two headings have the id `{taken}`");
            let diagnostic = Diagnostic::new(&codes::DUPLICATE_ID, message)
                .help("give each its own id: ## Heading {#another}");
            self.report(span, "the second", diagnostic);
        }
    }

    fn finish(mut self, sections: bool) -> Rendered {
        while let Some(frame) = self.open.pop() {
            self.unclosed(&frame);
        }
        self.diagnostics.extend(self.footnotes.unused(self.source));
        self.events.extend(self.footnotes.list(self.at));
        Rendered {
            html: html(self.events, &mut self.components, self.headings, sections),
            diagnostics: self.diagnostics,
            is_incomplete: self.is_incomplete,
        }
    }
}

/// Reads the events of an image to its end, and returns its alternative text.
fn alternative_text<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut text = String::new();
    let mut depth = 1;
    for event in events {
        match event {
            Event::Start(Tag::Image { .. }) => depth += 1,
            Event::End(TagEnd::Image) => depth -= 1,
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    text
}
