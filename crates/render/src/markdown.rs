//! Markdown to HTML, in steps: text -> events -> events with ids, links, pictures and components settled -> HTML.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use content::{Diagnostic, Place, Source, did_you_mean, expand, nearest};
use pulldown_cmark::{
    BlockQuoteKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd,
    TextMergeWithOffset, html,
};
use pulldown_cmark_escape::{escape_href, escape_html};
use serde_json::Value;
use tera::{Context, Tera};

use crate::asked::{Query, note};
use crate::asset_index::AssetIndex;
use crate::component_tag::{Piece, pieces};
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
    let mut writer = Writer::new(text.source, around);
    writer.markdown(&text.source.text[text.span.clone()], text.span.start);
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
    definitions: HashMap<CowStr<'a>, Vec<Event<'a>>>,
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
                Event::Start(Tag::CodeBlock(_)) => {
                    in_code = true;
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
                    self.push(Event::Text(text));
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
                    self.image(&dest_url, &alt, &title, span);
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
                        ..
                    }) = self.open.pop()
                    {
                        self.definitions.insert(label, body);
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

    fn open_frame(&mut self, kind: FrameKind<'a>, span: Range<usize>) {
        self.open.push(Frame {
            kind,
            span,
            depth: self.depth,
            body: Vec::new(),
        });
    }

    /// Reports a component without an end; what it holds stays where it is.
    fn unclosed(&mut self, frame: Frame<'a>) {
        if let FrameKind::Component { name, .. } = &frame.kind {
            let inside = frame.depth > 0;
            self.found.push(
                Diagnostic::error("unclosed-component", format!("`<{name}>` is not closed"))
                    .at(self.place(frame.span), "opened here")
                    .help(if inside {
                        format!("close it in the same paragraph, or put `<{name}>` and `</{name}>` on lines of their own with empty lines around them")
                    } else {
                        format!("close it with `</{name}>`, with an empty line before it")
                    }),
            );
        }
        for event in frame.body {
            self.push(event);
        }
    }

    /// A component's tag that `CommonMark` does not take for a tag would stand in the page as text.
    fn tags_in_text(&mut self, text: &str, span: &Range<usize>) {
        for (at, _) in text.match_indices('<') {
            let rest = text[at + 1..].trim_start_matches('/');
            let name: String = rest
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .collect();
            if self.around.tera.get_component_definition(&name).is_none() {
                continue;
            }
            let written = self.source.text[span.clone()].find(&format!("<{name}"));
            let start = span.start + written.unwrap_or(0);
            self.found.push(
                Diagnostic::error("bad-component", format!("this tag of `{name}` cannot be read"))
                    .at(self.place(start..start + name.len() + 1), "")
                    .help(format!(
                        "arguments are written <{name} text=\"…\" number={{12}} flag={{true}}>, without blanks or quotes between braces"
                    )),
            );
        }
    }

    fn facts(&mut self, text: CowStr<'a>, span: &Range<usize>) -> CowStr<'a> {
        if !text.contains("{{") {
            return text;
        }
        let mut unknown = Vec::new();
        let filled = expand(&text, self.around.site, &mut unknown).into_owned();
        for fact in unknown {
            let written = &text[fact.span.clone()];
            let place = match self.source.text[span.clone()].find(written) {
                Some(at) => self.place(span.start + at..span.start + at + written.len()),
                None => self.place(span.clone()),
            };
            self.found.push(
                Diagnostic::error("unknown-fact", fact.message)
                    .at(place, "")
                    .maybe_help(fact.help),
            );
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
                Diagnostic::error("duplicate-id", format!("two headings have the id `{id}`"))
                    .at(self.place(span), "the second")
                    .help("give each an id of its own: ## Heading {#another}"),
            );
        }
        let wanted = id.map_or_else(|| slugify(&title), CowStr::into_string);
        let wanted = if wanted.is_empty() {
            "section".to_owned()
        } else {
            wanted
        };
        let numbered = (2..).map(|number| format!("{wanted}-{number}"));
        let mut ids = std::iter::once(wanted.clone()).chain(numbered);
        let id = ids.find(|id| !self.ids.contains(id)).unwrap_or(wanted);
        self.ids.insert(id.clone());
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

    fn link(&mut self, link_type: LinkType, url: CowStr<'a>, title: &str, span: &Range<usize>) {
        let url = if link_type == LinkType::Email {
            format!("mailto:{url}").into()
        } else {
            self.facts(url, span)
        };
        let Some(url) = self
            .link_to_file(url, span)
            .filter(|url| !url.contains("{{"))
        else {
            // Reported: an address that leads nowhere is not to be reported as a broken link as well.
            self.push_html("<a>");
            return;
        };
        if self.bad_address(&url, span) {
            self.push_html("<a>");
            return;
        }
        let mut tag = String::from("<a href=\"");
        // Writing to a String cannot fail.
        let _ = escape_href(&mut tag, &url);
        if !title.is_empty() {
            tag.push_str("\" title=\"");
            let _ = escape_html(&mut tag, title);
        }
        tag.push('"');
        if is_outside(&url) {
            tag.push_str(" target=\"_blank\" rel=\"noopener\"");
        }
        tag.push('>');
        self.push_html(tag);
    }

    /// A link to another Markdown file leads to that document's address.
    fn link_to_file(&mut self, url: CowStr<'a>, span: &Range<usize>) -> Option<CowStr<'a>> {
        let (path, anchor) = url
            .split_once('#')
            .map_or((url.as_ref(), None), |(path, anchor)| (path, Some(anchor)));
        if !path.ends_with(".md") || path.contains("://") {
            return Some(url);
        }
        let folder = self
            .source
            .path
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        let file = join(folder, path);
        note(Query::Address(file.clone()));
        let Some(target) = self.around.by_source.get(&file) else {
            let known = self.around.by_source.keys().map(String::as_str);
            self.found.push(
                Diagnostic::error("broken-link", format!("there is no document {file}"))
                    .at(self.place(span.clone()), "leads nowhere")
                    .maybe_help(did_you_mean(&file, known)),
            );
            return None;
        };
        Some(match anchor {
            Some(anchor) => format!("{target}#{anchor}").into(),
            None => target.clone().into(),
        })
    }

    fn image(&mut self, path: &str, alt: &str, title: &str, span: Range<usize>) {
        if alt.trim().is_empty() {
            self.found.push(
                Diagnostic::error(
                    "image-without-alt",
                    format!("the image `{path}` has no alternative text"),
                )
                .at(self.place(span.clone()), "")
                .help("say between the square brackets what the image shows: ![A ledger page](…)"),
            );
        }
        if is_outside(path) {
            self.found.push(
                Diagnostic::error("outside-resource", "pictures of other hosts are not taken")
                    .at(self.place(span), "comes from another host")
                    .help("save the picture below content/images/ and name it from there: ![…](/images/name.png)"),
            );
            return;
        }
        let Some(name) = self.around.assets.resolve(self.folder, path) else {
            self.found.push(
                Diagnostic::error("missing-image", format!("there is no image `{path}`"))
                    .at(
                        self.place(span),
                        "no such file below content/ or in the theme",
                    )
                    .maybe_help(did_you_mean(
                        path,
                        self.around.assets.urls.keys().map(String::as_str),
                    )),
            );
            return;
        };
        if !self.around.assets.sizes.contains_key(name)
            && let Some(kind) = picture_kind(name)
        {
            self.found.push(
                Diagnostic::error("bad-picture", format!("{name} is no {kind} picture"))
                    .at(self.place(span.clone()), "browsers cannot show it")
                    .help("open the file in a picture program and save it again in the format that its name says"),
            );
        }
        self.push_html(image_tag(
            self.around.assets,
            name,
            alt,
            &[("title", title), ("loading", "lazy")],
        ));
    }

    /// Reports an address that no browser can follow; whether it is one.
    fn bad_address(&mut self, url: &str, span: &Range<usize>) -> bool {
        let Some(AddressProblem { message, help }) = address_problem(url) else {
            return false;
        };
        let written = self.source.text[span.clone()].find(url);
        let place = written.map_or(span.clone(), |at| {
            span.start + at..span.start + at + url.len()
        });
        self.found.push(
            Diagnostic::error("bad-address", message)
                .at(self.place(place), "")
                .help(help),
        );
        true
    }

    /// `[^2]` and `[text][name]` without a definition stand in the page as they are written.
    fn undefined_references(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        let mut found = Vec::new();
        for (at, _) in text.match_indices("[^") {
            let label = text[at + 2..].split(']').next().unwrap_or_default();
            let end = at + 2 + label.len();
            let is_label = !label.is_empty() && !label.contains(char::is_whitespace);
            if is_label && text[end..].starts_with(']') && !text[..at].ends_with('\\') {
                let message = format!("there is no footnote `{label}`");
                found.push((
                    at..end + 1,
                    message,
                    format!("add it in a paragraph of its own: [^{label}]: …"),
                ));
            }
        }
        for (at, _) in text.match_indices("][") {
            let label = text[at + 2..].split(']').next().unwrap_or_default();
            let end = at + 2 + label.len();
            let start = text[..at].rfind('[');
            let Some(start) = start.filter(|_| text[end..].starts_with(']')) else {
                continue;
            };
            let before = text[..start].chars().next_back();
            // `rows[0][1]` is no link.
            let is_text = before.is_some_and(|c| c.is_alphanumeric() || c == '\\');
            let escaped = text[..at].ends_with('\\');
            if !is_text && !escaped && !label.trim().is_empty() && !label.starts_with('^') {
                let message = format!("there is no address for `[{label}]`");
                found.push((
                    start..end + 1,
                    message,
                    format!("add it on a line of its own: [{label}]: /address"),
                ));
            }
        }
        for (at, message, help) in found {
            self.found.push(
                Diagnostic::error("broken-link", message)
                    .at(self.place(span.start + at.start..span.start + at.end), "")
                    .help(help),
            );
        }
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

    /// Raw HTML, in which capitalised tags are components. `start` counts from the beginning of `text`.
    fn html(&mut self, text: &'a str, block: String, start: usize, offset: usize) {
        if !block.contains(|c: char| c.is_ascii_uppercase()) {
            self.push(Event::Html(block.into()));
            return;
        }
        // Component tags keep their place in the file, so read them from the text itself where it is the same.
        let written = text
            .get(start..start + block.len())
            .filter(|written| *written == block);
        let in_file = offset + start;
        for piece in pieces(&block) {
            match piece {
                Piece::Html(span) => {
                    let part = &block[span.clone()];
                    match written {
                        // Markdown directly between two tags of one HTML block.
                        Some(written) if self.in_component() && !part.trim().is_empty() => {
                            self.markdown(&written[span.clone()], in_file + span.start);
                        }
                        _ => self.push(Event::Html(part.to_owned().into())),
                    }
                }
                Piece::Open {
                    name,
                    attributes,
                    closed,
                    span,
                } => {
                    let span = in_file + span.start..in_file + span.end;
                    let (arguments, sound) = self.arguments(&name, attributes, &span);
                    self.open_frame(
                        FrameKind::Component {
                            name,
                            arguments,
                            sound,
                        },
                        span,
                    );
                    if closed {
                        self.close_component(false);
                    }
                }
                Piece::Close { name, span } => {
                    self.close_tag(&name, in_file + span.start..in_file + span.end);
                }
                Piece::Bad { message, span } => {
                    let span = in_file + span.start..in_file + span.end;
                    self.found
                        .push(Diagnostic::error("bad-component", message).at(self.place(span), ""));
                }
            }
        }
    }

    fn in_component(&self) -> bool {
        let kinds = self.open.iter().map(|frame| &frame.kind);
        kinds
            .rev()
            .any(|kind| matches!(kind, FrameKind::Component { .. }))
    }

    fn close_tag(&mut self, name: &str, span: Range<usize>) {
        let open = self.open.last().filter(
            |frame| matches!(&frame.kind, FrameKind::Component { name: open, .. } if open == name),
        );
        let Some(depth) = open.map(|frame| frame.depth) else {
            self.found.push(
                Diagnostic::error("unclosed-component", format!("`</{name}>` closes nothing"))
                    .at(self.place(span), "")
                    .help(format!(
                        "open it with `<{name}>` before, or remove this tag"
                    )),
            );
            return;
        };
        if depth != self.depth {
            self.found.push(
                Diagnostic::error(
                    "unclosed-component",
                    format!("`</{name}>` belongs to the text before it"),
                )
                .at(self.place(span), "")
                .help("put an empty line before it"),
            );
            // What is open in the body ends after it; the finding stops the build, so the order does not matter.
        }
        self.close_component(true);
    }

    /// Arguments of a component, checked against its definition, and whether all is well.
    fn arguments(
        &mut self,
        name: &str,
        attributes: Vec<(String, Value)>,
        span: &Range<usize>,
    ) -> (Context, bool) {
        let before = self.found.len();
        let mut context = Context::new();
        let tera = self.around.tera;
        let Some(definition) = tera.get_component_definition(name) else {
            self.found.push(
                Diagnostic::error("unknown-component", format!("there is no component `{name}`"))
                    .at(self.place(span.clone()), "not defined by the theme")
                    .help(did_you_mean(name, tera.get_component_names()).unwrap_or_else(|| {
                        "components stand in the theme's templates/components/; a plain HTML tag is written in lower case"
                            .to_owned()
                    })),
            );
            return (context, false);
        };
        let known: Vec<&str> = definition
            .args()
            .iter()
            .filter(|one| !one.is_implicit())
            .map(tera::ComponentArg::name)
            .collect();
        for (key, value) in attributes {
            if !known.contains(&key.as_str()) && definition.rest_param().is_none() {
                self.found.push(
                    Diagnostic::error(
                        "unknown-argument",
                        format!("the component `{name}` has no argument `{key}`"),
                    )
                    .at(self.place(span.clone()), "")
                    .maybe_help(did_you_mean(&key, known.iter().copied())),
                );
                continue;
            }
            let value = match value {
                Value::String(text) => Value::String(self.facts(text.into(), span).into_string()),
                other => other,
            };
            context.insert(key, &value);
        }
        let misspelled = self.found.len() > before;
        for argument in definition.args() {
            // A name that is wrong has been reported already, with the right one.
            if argument.is_required() && !context.contains_key(argument.name()) && !misspelled {
                self.found.push(
                    Diagnostic::error(
                        "missing-argument",
                        format!(
                            "the component `{name}` needs the argument `{}`",
                            argument.name()
                        ),
                    )
                    .at(self.place(span.clone()), "")
                    .help(format!("write <{name} {}=\"…\">", argument.name())),
                );
            }
        }
        (context, self.found.len() == before)
    }

    fn close_component(&mut self, with_body: bool) {
        let Some(Frame {
            kind:
                FrameKind::Component {
                    name,
                    arguments,
                    sound,
                },
            span,
            body: events,
            ..
        }) = self.open.pop()
        else {
            return;
        };
        if !sound {
            // Reported at its opening tag.
            return;
        }
        let mut body = String::new();
        write_html(&mut body, events.into_iter());
        let result = self.around.tera.render_component_with_implicits(
            &name,
            &arguments,
            self.around.implicits,
            with_body.then_some(body.as_str()),
            true,
        );
        match result {
            Ok(html) => self.push(Event::Html(html.into())),
            Err(error) => {
                let failure = crate::template_error::failure(&error);
                let diagnostic = if !with_body && failure.message.contains("variable `body`") {
                    Diagnostic::error(
                        "missing-body",
                        format!("the component `{name}` needs a text"),
                    )
                    .help(format!("put the text between `<{name}>` and `</{name}>`"))
                } else {
                    Diagnostic::error(
                        "template-error",
                        format!("the component `{name}` failed: {}", failure.message),
                    )
                    .maybe_help(
                        failure
                            .place
                            .map(|place| format!("see the theme's templates/{place}")),
                    )
                };
                self.found
                    .push(diagnostic.at(self.place(span), "used here"));
            }
        }
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
            let mut body = self.definitions.remove(&label).unwrap_or_default();
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

/// An `<img>` with its address, size and alternative text; empty attributes are left out.
pub fn image_tag(
    assets: &AssetIndex,
    name: &str,
    alt: &str,
    attributes: &[(&str, &str)],
) -> String {
    let mut tag = String::from("<img src=\"");
    // Writing to a String cannot fail.
    let _ = escape_href(&mut tag, assets.urls.get(name).map_or("", String::as_str));
    tag.push_str("\" alt=\"");
    let _ = escape_html(&mut tag, alt);
    tag.push('"');
    if let Some((width, height)) = assets.sizes.get(name) {
        tag.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
    }
    for (key, value) in attributes.iter().filter(|(_, value)| !value.is_empty()) {
        tag.push_str(&format!(" {key}=\""));
        let _ = escape_html(&mut tag, value);
        tag.push('"');
    }
    tag.push_str(" decoding=\"async\">");
    tag
}

/// Raster pictures by the endings of their names.
fn picture_kind(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    match ending.to_lowercase().as_str() {
        "png" => Some("PNG"),
        "jpg" | "jpeg" => Some("JPEG"),
        "gif" => Some("GIF"),
        "webp" => Some("WebP"),
        _ => None,
    }
}

struct AddressProblem {
    message: String,
    help: String,
}

/// What is wrong with an address wherever it may lead.
fn address_problem(url: &str) -> Option<AddressProblem> {
    let problem = |message: String, help: &str| {
        let help = help.to_owned();
        Some(AddressProblem { message, help })
    };
    if url.len() > 4 && url.get(..4)?.eq_ignore_ascii_case("www.") {
        let help = format!("write https://{url}");
        return problem(format!("`{url}` lacks https:// before it"), &help);
    }
    let (scheme, rest) = url.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && (scheme.chars()).all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if !is_scheme {
        return None;
    }
    if scheme.len() == 1 {
        return problem(
            format!("`{url}` is a file of this computer, which visitors do not have"),
            "put the file into public/, and write its address from there: /name.pdf",
        );
    }
    let before_query = rest.split('?').next().unwrap_or_default();
    match scheme.to_lowercase().as_str() {
        "http" | "https" => {
            let host = rest.strip_prefix("//").unwrap_or_default();
            let host = host.split(['/', '?', '#']).next().unwrap_or_default();
            if host.is_empty() {
                return problem(
                    format!("`{url}` names no host"),
                    "a web address is written https://www.example.com/page",
                );
            }
            None
        }
        "mailto" => {
            let is_address = |one: &str| {
                let parts = one.trim().split_once('@');
                parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty())
            };
            if before_query.is_empty() || before_query.split(',').all(is_address) {
                return None;
            }
            problem(
                format!("`{before_query}` is no email address"),
                "an email address is written name@example.com",
            )
        }
        "tel" => {
            let number = before_query.split(';').next().unwrap_or_default();
            let number = number.replace("%20", "");
            let digits = number.chars().filter(char::is_ascii_digit).count();
            let is_number = number
                .chars()
                .all(|c| c.is_ascii_digit() || "+-.() *#".contains(c));
            if is_number && digits >= 3 {
                return None;
            }
            problem(
                format!("`{before_query}` is no telephone number"),
                "a number is written with its country: tel:+911122334455",
            )
        }
        _ => {
            let known = ["https", "http", "mailto"];
            let meant =
                nearest(scheme, known).filter(|_| rest.starts_with("//") || rest.contains('@'));
            let help = format!("did you mean `{}:`?", meant?);
            problem(
                format!("browsers do not know addresses with `{scheme}:`"),
                &help,
            )
        }
    }
}

/// Whether an address belongs to another site.
pub fn is_outside(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://") || url.starts_with("//")
}

/// `folder` and a relative path joined, `.` and `..` resolved; a path from the root is below `content/`.
fn join(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = if path.starts_with('/') {
        vec!["content"]
    } else {
        folder.split('/').collect()
    };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
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
