//! Components in Markdown: `<Note kind="plain">` … `</Note>`.

use std::ops::Range;

use diagnostic::{Diagnostic, Help, Place, all_of, did_you_mean, did_you_mean_or_list, nearest};
use pulldown_cmark::{Event, Tag, TagEnd};
use serde_json::Value;
use tera::{ComponentArgType, Context};

use super::context::Components;
use super::elements::{help_with_placeholder, is_element};
use super::html::{SpanMark, marked_html};
use super::raw_html::RawHtml;
use super::writer::{Frame, FrameKind, Writer};
use crate::codes;
use crate::component_tag::{Piece, pieces, word};
use crate::island;
use crate::template::errors::{self, Scope};

/// Label of the place in a template where a component fails.
pub const FAILS_HERE: &str = "fails here";

impl<'a> Writer<'a> {
    /// Processes raw HTML of `text`, in which capitalized tags are components. `text` begins at byte `offset` of the file.
    pub fn html(&mut self, text: &'a str, mut html: RawHtml, offset: usize) {
        let whole = html.in_file(&(0..html.text.len()));
        self.at = whole.start;
        if self.is_pasted(&html) {
            return;
        }
        self.close_comments(&mut html);
        self.lower_case_component(&html);
        self.script(&html);
        let block = html.text.as_str();
        if !block.contains(|c: char| c.is_ascii_uppercase()) {
            self.push(Event::Html(html.text.into()));
            return;
        }
        // Markdown within a component is parsed from the original text, so that its spans are valid.
        let written = text
            .get(whole.start - offset..whole.end - offset)
            .filter(|written| *written == block);
        let in_file = |span: Range<usize>| html.in_file(&span);
        for piece in pieces(block) {
            match piece {
                Piece::Html(span) => {
                    let part = &block[span.clone()];
                    self.at = in_file(span.clone()).start;
                    // HTML without components is not parsed again, because the result would always be the same HTML.
                    let is_part = span.len() < block.len();
                    match written {
                        Some(written)
                            if is_part && self.in_component() && !part.trim().is_empty() =>
                        {
                            let slips = std::mem::take(&mut self.slips);
                            self.markdown(&written[span], self.at);
                            self.slips = slips;
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
                    let tag = &block[span.clone()];
                    let span = in_file(span);
                    let (arguments, is_valid) = self.arguments(&name, attributes, tag, &span);
                    let kind = FrameKind::Component {
                        name,
                        arguments,
                        is_valid,
                    };
                    let slash = closed.then(|| self.surplus_slash(&kind, &span)).flatten();
                    self.open_frame(kind, span);
                    if let Some(slash) = slash {
                        let message = "this `/` closes the component before its text";
                        let diagnostic = Diagnostic::new(&codes::BAD_COMPONENT, message);
                        let place = Place::new(self.source, slash.clone());
                        let diagnostic = diagnostic.help("delete the `/`").fixed_by(place, "");
                        self.report(slash, "", diagnostic);
                    } else if closed {
                        self.close_component(false);
                    }
                }
                Piece::Close { name, span } => self.close_tag(&name, in_file(span)),
                Piece::Bad {
                    name,
                    message,
                    span,
                } => {
                    if !block[span.clone()].contains(&format!("</{name}")) {
                        *self.malformed_tags.entry(name.clone()).or_default() += 1;
                    }
                    let diagnostic = Diagnostic::new(&codes::BAD_COMPONENT, message);
                    let span = in_file(span);
                    let mended = self.mended(span.start, &name, &diagnostic);
                    let (span, diagnostic) = mended.unwrap_or((span, diagnostic));
                    self.report(span, "", diagnostic);
                }
            }
        }
    }

    fn in_component(&self) -> bool {
        let is_component = |frame: &Frame<'_>| matches!(frame.kind, FrameKind::Component { .. });
        self.open.iter().any(is_component)
    }

    pub fn is_unknown(&self, component: &str) -> bool {
        let known = self.context.components;
        known.is_some_and(|all| all.tera.get_component_definition(component).is_none())
    }

    fn close_tag(&mut self, name: &str, span: Range<usize>) {
        // A misspelled start has been reported.
        let open = self.open.last().filter(|frame| {
            matches!(&frame.kind, FrameKind::Component { name: open, .. }
                if open == name || self.is_unknown(open) && nearest(open, [name]).is_some())
        });
        let Some(depth) = open.map(|frame| frame.depth) else {
            // The opening tag has been reported already.
            if let Some(count) = self
                .malformed_tags
                .get_mut(name)
                .filter(|count| **count > 0)
            {
                *count -= 1;
                return;
            }
            if let Some((span, meant)) = self.mistyped_start(name, span.start) {
                let message = format!("this `<{name}>` tag has other signs before its name");
                let place = Place::new(self.source, span.clone());
                let diagnostic = Diagnostic::new(&codes::UNCLOSED_COMPONENT, message)
                    .help(format!("write {meant}"))
                    .fixed_by(place, meant);
                self.report(span, "", diagnostic);
                return;
            }
            let message = format!("`</{name}>` has no opening tag");
            let diagnostic = Diagnostic::new(&codes::UNCLOSED_COMPONENT, message)
                .help(format!("add `<{name}>` before it, or remove it"));
            self.report(span, "", diagnostic);
            return;
        };
        if depth != self.depth {
            let message = format!("`</{name}>` is part of the paragraph before it");
            let diagnostic = Diagnostic::new(&codes::UNCLOSED_COMPONENT, message);
            self.report(span, "", diagnostic.help("add a blank line before it"));
            self.close_elements(depth);
        }
        self.close_component(true);
    }

    /// Ends the elements that began in the body of the innermost component, which was opened at `depth`. Their own ends are then
    /// skipped.
    fn close_elements(&mut self, depth: usize) {
        let from = self.open.last().map_or(0, |frame| frame.start);
        let mut open = Vec::new();
        for (event, _) in &self.events[from..] {
            match event {
                Event::Start(tag) => open.push(tag.to_end()),
                Event::End(_) => drop(open.pop()),
                _ => {}
            }
        }
        if depth + open.len() != self.depth {
            // An element within a line, such as a link, is open as well.
            return;
        }
        self.ended_early.extend(depth + 1..=self.depth);
        while let Some(end) = open.pop() {
            self.push(Event::End(end));
        }
    }

    /// Returns the arguments of a component with the opening tag `written`, checked against its definition, and whether it can be
    /// rendered with them.
    fn arguments(
        &mut self,
        name: &str,
        attributes: Vec<(String, Value)>,
        written: &str,
        span: &Range<usize>,
    ) -> (Context, bool) {
        let before = self.diagnostics.len();
        let mut context = Context::new();
        let Some(components) = self.context.components else {
            let message = format!("the component `{name}` is not allowed in a value");
            let diagnostic = Diagnostic::new(&codes::BAD_MARKDOWN, message)
                .help("use components in the text of a document, below its front matter");
            self.report(span.clone(), "", diagnostic);
            return (context, false);
        };
        let tera = components.tera;
        let Some(definition) = tera.get_component_definition(name) else {
            if !components.are_complete {
                self.is_incomplete = true;
                return (context, false);
            }
            let names: Vec<&str> = tera.get_component_names().collect();
            let text = &self.source.text;
            let before = text.get(..span.start).unwrap_or_default();
            let after = text.get(span.end..).unwrap_or_default();
            let generic = before.rsplit(|c: char| !c.is_alphanumeric()).next();
            let generic = generic
                .filter(|before| !before.is_empty())
                .map(|before| format!("write code between backticks: `{before}{written}`").into());
            let is_field = before.ends_with('<') && after.starts_with('>');
            let field = is_field.then(|| {
                format!(
                    "this is a field of a form letter: write your text in place of `<{written}>`"
                )
                .into()
            });
            let is_words = attributes
                .iter()
                .any(|(_, value)| *value == Value::Bool(true));
            // A single word within a sentence that is closed nowhere, such as `<Name>` in a letter.
            let is_in_line = before.ends_with([' ', ',']) || after.starts_with([' ', ',', '.']);
            let is_alone = attributes.is_empty() && !text.contains(&format!("</{name}"));
            let is_placeholder = is_in_line
                && is_alone
                && !written.ends_with("/>")
                && nearest(name, names.iter().copied()).is_none();
            let words = (is_words || is_placeholder).then(|| help_with_placeholder(written).into());
            let element = name.to_ascii_lowercase();
            let element = is_element(&element)
                .then(|| Help::replace(format!("write <{element}>"), name, &element));
            let help = generic.or(field).or(element).or(words).or_else(|| did_you_mean_or_list(name, "components", names)).unwrap_or_else(|| {
                "components are defined in the theme's templates/components/; HTML tags are written in lower case".into()
            });
            let message = format!("unknown component `{name}`");
            let diagnostic = Diagnostic::new(&codes::UNKNOWN_COMPONENT, message).help(help);
            self.report(span.clone(), "not defined by the theme", diagnostic);
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
                let message = format!("the component `{name}` has no argument `{key}`");
                let diagnostic = Diagnostic::new(&codes::UNKNOWN_ARGUMENT, message).help(
                    did_you_mean(&key, known.iter().copied()).unwrap_or_else(|| {
                        if known.is_empty() {
                            "it takes no arguments".into()
                        } else {
                            format!("its arguments are {}", all_of(known.iter().copied())).into()
                        }
                    }),
                );
                self.report(span.clone(), "", diagnostic);
                continue;
            }
            let value = match value {
                Value::String(text) => Value::String(self.facts(text.into(), span).into_string()),
                other => other,
            };
            context.insert(key, &value);
        }
        let misspelled = self.diagnostics.len() > before;
        for argument in definition.args() {
            let key = argument.name();
            // The argument may be present under a misspelled name, which has been reported.
            if argument.is_required() && !context.contains_key(key) && !misspelled {
                let message = format!("the component `{name}` needs the argument `{key}`");
                let help = match example_of(argument.arg_type()) {
                    Some(value) => format!("write <{name} {key}={value}>"),
                    None => {
                        "only a template can give it this value: use another component in a text"
                            .to_owned()
                    }
                };
                let diagnostic = Diagnostic::new(&codes::MISSING_ARGUMENT, message).help(help);
                self.report(span.clone(), "", diagnostic);
            }
        }
        (context, self.diagnostics.len() == before)
    }

    fn close_component(&mut self, with_body: bool) {
        let Some(Frame {
            kind:
                FrameKind::Component {
                    name,
                    arguments,
                    is_valid,
                },
            span,
            start,
            ..
        }) = self.open.pop()
        else {
            return;
        };
        let events = self.events.split_off(start);
        let Some(components) = self.context.components.filter(|_| is_valid) else {
            // The error was reported at the opening tag.
            return;
        };
        let (mut body, mut marks) = marked_html(events, &mut self.components);
        let render = |body: &str| {
            components.tera.render_component_with_implicits(
                &name,
                &arguments,
                components.implicits,
                with_body.then_some(body),
                true,
            )
        };
        let mut result = render(&body);
        let container = (self.depth > 0).then(|| self.container()).flatten();
        let is_in_link = self.open_links > 0;
        let around = container.and_then(|tag| text_only(tag, is_in_link));
        if let Some((around, help)) =
            around.filter(|_| result.as_ref().is_ok_and(|html| is_block(html)))
        {
            let message = format!("`<{name}>` cannot be part of {around}: it is a box of its own");
            let diagnostic = Diagnostic::new(&codes::BAD_COMPONENT, message).help(help);
            self.report(span, "", diagnostic);
            // An element without a text would be reported as well.
            let shown = if body.is_empty() { name } else { body };
            self.push(Event::Html(shown.into()));
            return;
        }
        let is_in_text = matches!(container, Some(Tag::Paragraph | Tag::Item));
        let ends_paragraph = matches!(container, Some(Tag::Paragraph));
        if is_in_text && result.as_ref().is_ok_and(|html| is_block(html)) {
            // If a component renders a block, its body becomes a paragraph even within a line, as if the tags were on lines of
            // their own.
            if !body.is_empty() && !is_block(&body) {
                body = format!("<p>{body}</p>\n");
                for (at, _) in &mut marks {
                    *at += 3;
                }
                result = render(&body);
            }
            if ends_paragraph {
                self.end_paragraph();
            }
        }
        match result {
            Ok(html) => {
                self.at = span.start;
                self.components
                    .insert(span.start, marks_of_body(&html, &body, &marks, &span));
                let is_block = is_block(&html);
                self.push(Event::Html(html.into()));
                if ends_paragraph && is_block {
                    self.push(Event::Start(Tag::Paragraph));
                }
            }
            Err(error) => self.component_failed(&name, &error, span, with_body, components),
        }
    }

    /// Returns the innermost Markdown element that is open, or `None` if a component within it is open.
    fn container(&self) -> Option<&Tag<'a>> {
        let from = self.open.last().map_or(0, |frame| frame.start);
        let mut ended = 0;
        self.events[from..]
            .iter()
            .rev()
            .find_map(|(event, _)| match event {
                Event::End(_) => {
                    ended += 1;
                    None
                }
                Event::Start(_) if ended > 0 => {
                    ended -= 1;
                    None
                }
                Event::Start(tag) => Some(tag),
                _ => None,
            })
    }

    /// Closes the open paragraph before a block, or removes it if it is empty.
    fn end_paragraph(&mut self) {
        let is_blank = |event: &Event<'_>| match event {
            Event::Text(text) => text.trim().is_empty(),
            event => matches!(event, Event::SoftBreak | Event::HardBreak),
        };
        while self.events.pop_if(|(event, _)| is_blank(event)).is_some() {}
        if let Some((Event::Text(text), _)) = self.events.last_mut() {
            *text = text.trim_end().to_owned().into();
        }
        let is_start = |(event, _): &mut _| matches!(event, Event::Start(Tag::Paragraph));
        if self.events.pop_if(is_start).is_none() {
            self.push(Event::End(TagEnd::Paragraph));
        }
    }

    fn component_failed(
        &mut self,
        name: &str,
        error: &tera::Error,
        span: Range<usize>,
        with_body: bool,
        components: Components<'_>,
    ) {
        if !with_body && errors::undefined_variable(error).as_deref() == Some("body") {
            let message = format!("the component `{name}` requires a body");
            let diagnostic = Diagnostic::new(&codes::MISSING_BODY, message)
                .help(format!("put the text between `<{name}>` and `</{name}>`"));
            self.report(span, "used here", diagnostic);
            return;
        }
        let scope = Scope {
            templates: components.templates,
            content: None,
            document: None,
        };
        let failure = components.record.failure();
        let mut causes = Vec::new();
        for cause in failure.iter().flatten() {
            match self.value_in_tag(cause, &span) {
                Some(written) => self.report(written, "", cause.clone()),
                None => causes.push(cause.clone()),
            }
        }
        let causes = match failure {
            Some(all) if causes.is_empty() && !all.is_empty() => return,
            Some(_) => errors::of_function(error, causes, scope),
            None => errors::diagnostics(error, scope),
        };
        self.is_incomplete |= causes.is_empty();
        for cause in causes {
            let message = format!("the component `{name}` failed: {}", cause.message);
            let diagnostic = Diagnostic {
                help: cause.help,
                ..Diagnostic::new(cause.code, message)
            };
            let diagnostic = match cause.place {
                Some((at, _)) => diagnostic.related(at, FAILS_HERE),
                None => diagnostic,
            };
            self.report(span.clone(), "used here", diagnostic);
        }
    }

    /// Returns the span of the value that a diagnostic is about if it is written in the tag of the component.
    fn value_in_tag(&self, diagnostic: &Diagnostic, tag: &Range<usize>) -> Option<Range<usize>> {
        let value = diagnostic.place.as_ref()?.0.source.text.as_str();
        let at = self.source.text[tag.clone()]
            .find(value)
            .filter(|_| !value.is_empty())?;
        let start = tag.start + at;
        Some(start..start + value.len())
    }

    /// Reports the first `<script>` in raw HTML if scripts are not allowed. A script in a comment is reported as well, because
    /// browsers may end a comment earlier than it seems. `start` is the offset of the HTML in the file.
    fn script(&mut self, html: &RawHtml) {
        let Some(at) = script_tag(&html.text).filter(|_| !self.context.allows_scripts) else {
            return;
        };
        let help = if self.context.components.is_some() {
            "put it into widgets/src/enhance/ or an island, or set `unsafe_html = true` in the [[collection]] in content/structure.toml"
        } else {
            "put it into widgets/src/enhance/ or an island"
        };
        let diagnostic = Diagnostic::new(&codes::UNSAFE_HTML, "`<script>` is not allowed here");
        let label = "would run in every visitor's browser";
        let tag = html.in_file(&(at..at + "<script".len()));
        self.report(tag, label, diagnostic.help(help));
    }

    /// Reports `<callout>` for `<Callout>`, because browsers ignore elements that they do not know.
    fn lower_case_component(&mut self, html: &RawHtml) {
        let Some(Components { tera, .. }) = self.context.components else {
            return;
        };
        for (at, _) in html.text.match_indices('<') {
            let name = word(&html.text[at + 1..], &['-']);
            // `<NOTE>` is an element as well, because a component has a small letter.
            let is_shouted = name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_uppercase());
            let is_small = name.starts_with(|c: char| c.is_ascii_lowercase());
            if !(is_small || is_shouted) || is_element(&name.to_ascii_lowercase()) {
                continue;
            }
            let mut components = tera.get_component_names();
            let Some(meant) = components.find(|one| one.eq_ignore_ascii_case(name)) else {
                continue;
            };
            let message = format!("unknown element `<{name}>`");
            let diagnostic =
                Diagnostic::new(&codes::UNKNOWN_COMPONENT, message).help(Help::replace(
                    format!("write the component as <{meant}> … </{meant}>"),
                    name,
                    meant,
                ));
            let span = html.in_file(&(at..at + 1 + name.len()));
            *self.malformed_tags.entry(meant.to_owned()).or_default() += 1;
            self.report(span, "", diagnostic);
        }
    }
}

/// Elements whose start tag closes an open `<p>` (HTML standard, 13.1.2.4).
const BLOCKS: &str = " address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 \
    h4 h5 h6 header hgroup hr main menu nav ol p pre search section table ul ";

/// Returns whether HTML begins with an element that cannot be part of a paragraph, or with an island, which may contain one.
fn is_block(html: &str) -> bool {
    let html = html.trim_start();
    let name = word(html.strip_prefix('<').unwrap_or_default(), &[]);
    html.starts_with(island::OPEN)
        || (!name.is_empty() && BLOCKS.contains(&format!(" {} ", name.to_ascii_lowercase())))
}

/// Returns how a text writes a value of a type, or `None` if only a template can.
pub fn example_of(kind: Option<ComponentArgType>) -> Option<&'static str> {
    use ComponentArgType::{Array, Bool, Float, Integer, Map, Number};
    match kind {
        Some(Bool) => Some("{true}"),
        Some(Integer | Float | Number) => Some("{12}"),
        Some(Array | Map) => None,
        _ => Some("\"…\""),
    }
}

/// Returns the name of a Markdown element that can only contain text, and what to do with a box in it, or `None` for any other element.
/// `is_in_link` says whether it is within a link.
fn text_only(tag: &Tag<'_>, is_in_link: bool) -> Option<(&'static str, &'static str)> {
    let line = "put the component on a line of its own, between blank lines";
    match tag {
        Tag::Strong | Tag::Emphasis | Tag::Strikethrough => {
            Some(("bold, italic, or struck-out text", line))
        }
        Tag::Heading { .. } => Some(("a heading", line)),
        _ if is_in_link => Some((
            "a link",
            "link a text instead, or give the component the address as an argument",
        )),
        _ => None,
    }
}

/// Returns the marks of a component's HTML: the `marks` of its body, shifted to where the body is in `html`, and one that
/// traces the HTML after the body to the component's tag. Returns no marks if the body is not found.
fn marks_of_body(html: &str, body: &str, marks: &[SpanMark], tag: &Range<usize>) -> Vec<SpanMark> {
    let mut found = html.match_indices(body).map(|(at, _)| at);
    // A short body may also occur within a tag.
    let is_alone = |at: &usize| {
        html[..*at].ends_with(|c: char| c == '>' || c.is_whitespace())
            && html[at + body.len()..].starts_with(|c: char| c == '<' || c.is_whitespace())
    };
    let Some(start) = found.find(is_alone).filter(|_| !body.is_empty()) else {
        return Vec::new();
    };
    let end = (start + body.len(), tag.start);
    let marks = marks.iter();
    let marks = marks.map(|(at, source)| (start + *at as usize, *source as usize));
    marks
        .chain([end])
        .filter_map(|(at, source)| Some((u32::try_from(at).ok()?, u32::try_from(source).ok()?)))
        .collect()
}

/// Returns the offset of the first start tag of a script in HTML.
fn script_tag(html: &str) -> Option<usize> {
    let mut tags = html.match_indices('<');
    tags.find_map(|(at, _)| {
        let (name, rest) = html[at + 1..].split_at_checked("script".len())?;
        let ends = rest.starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
        (name.eq_ignore_ascii_case("script") && (ends || rest.is_empty())).then_some(at)
    })
}
