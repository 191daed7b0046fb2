//! Components in Markdown: `<Note kind="plain">` … `</Note>`.

use std::ops::Range;

use diagnostic::{Diagnostic, did_you_mean};
use pulldown_cmark::Event;
use serde_json::Value;
use tera::Context;

use super::{Frame, FrameKind, Writer, write_html};
use crate::codes;
use crate::component_tag::{Piece, pieces};

impl<'a> Writer<'a> {
    pub(super) fn open_frame(&mut self, kind: FrameKind<'a>, span: Range<usize>) {
        self.open.push(Frame {
            kind,
            span,
            depth: self.depth,
            body: Vec::new(),
        });
    }

    /// Reports a component without an end; what it holds stays where it is.
    pub(super) fn unclosed(&mut self, frame: Frame<'a>) {
        if let FrameKind::Component { name, .. } = &frame.kind {
            let inside = frame.depth > 0;
            self.found.push(
                Diagnostic::new(&codes::UNCLOSED_COMPONENT, format!("`<{name}>` is not closed"))
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
    pub(super) fn tags_in_text(&mut self, text: &str, span: &Range<usize>) {
        for (at, _) in text.match_indices('<') {
            let rest = text[at + 1..].trim_start_matches('/');
            let name: String = rest
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .collect();
            if self.around.tera.get_component_definition(&name).is_none() {
                continue;
            }
            if text[at + 1..].starts_with(&name) {
                self.unread.push(name.clone());
            }
            let written = self.source.text[span.clone()].find(&format!("<{name}"));
            let start = span.start + written.unwrap_or(0);
            self.found.push(
                Diagnostic::new(&codes::BAD_COMPONENT, format!("this tag of `{name}` cannot be read"))
                    .at(self.place(start..start + name.len() + 1), "")
                    .help(format!(
                        "arguments are written <{name} text=\"…\" number={{12}} flag={{true}}>, without blanks or quotes between braces"
                    )),
            );
        }
    }

    /// Raw HTML, in which capitalised tags are components. `start` counts from the beginning of `text`.
    pub(super) fn html(&mut self, text: &'a str, block: String, start: usize, offset: usize) {
        self.small_component(&block, offset + start);
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
                Piece::Bad {
                    name,
                    message,
                    span,
                } => {
                    if !block[span.clone()].contains(&format!("</{name}")) {
                        self.unread.push(name);
                    }
                    let span = in_file + span.start..in_file + span.end;
                    self.found.push(
                        Diagnostic::new(&codes::BAD_COMPONENT, message).at(self.place(span), ""),
                    );
                }
            }
        }
    }

    pub(super) fn in_component(&self) -> bool {
        let kinds = self.open.iter().map(|frame| &frame.kind);
        kinds
            .rev()
            .any(|kind| matches!(kind, FrameKind::Component { .. }))
    }

    pub(super) fn close_tag(&mut self, name: &str, span: Range<usize>) {
        let open = self.open.last().filter(
            |frame| matches!(&frame.kind, FrameKind::Component { name: open, .. } if open == name),
        );
        let Some(depth) = open.map(|frame| frame.depth) else {
            // Its opening tag has been reported already.
            if let Some(unread) = self.unread.iter().position(|one| one == name) {
                self.unread.remove(unread);
                return;
            }
            self.found.push(
                Diagnostic::new(
                    &codes::UNCLOSED_COMPONENT,
                    format!("`</{name}>` closes nothing"),
                )
                .at(self.place(span), "")
                .help(format!(
                    "open it with `<{name}>` before, or remove this tag"
                )),
            );
            return;
        };
        if depth != self.depth {
            self.found.push(
                Diagnostic::new(
                    &codes::UNCLOSED_COMPONENT,
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
    pub(super) fn arguments(
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
                Diagnostic::new(&codes::UNKNOWN_COMPONENT, format!("there is no component `{name}`"))
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
                    Diagnostic::new(
                        &codes::UNKNOWN_ARGUMENT,
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
                    Diagnostic::new(
                        &codes::MISSING_ARGUMENT,
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

    pub(super) fn close_component(&mut self, with_body: bool) {
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
                    Diagnostic::new(
                        &codes::MISSING_BODY,
                        format!("the component `{name}` needs a text"),
                    )
                    .help(format!("put the text between `<{name}>` and `</{name}>`"))
                } else {
                    Diagnostic::new(
                        &codes::TEMPLATE_ERROR,
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
}
