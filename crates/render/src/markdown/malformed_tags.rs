//! Reports tags of components that are not closed, or that cannot be read.

use std::ops::Range;

use diagnostic::{Diagnostic, Place};
use tera::{ComponentArg, ComponentInfo};

use super::components::example_of;
use super::context::Components;
use super::writer::{Frame, FrameKind, Writer};
use crate::codes;
use crate::component_tag::{mended_tag, tag_help, word};

impl<'a> Writer<'a> {
    /// Reports a component that is not closed. Its content is rendered without it.
    pub fn unclosed(&mut self, frame: &Frame<'a>) {
        if let FrameKind::Component { name, .. } = &frame.kind {
            // An unknown component was reported where it begins, and often is not a component.
            if self.is_unknown(name) {
                return;
            }
            // The end tag below it has lost its start, and a second start without an end is rather meant to be one.
            *self.malformed_tags.entry(name.clone()).or_default() += 1;
            let is_same = |outer: &Frame<'_>| {
                outer.depth == frame.depth
                    && matches!(&outer.kind, FrameKind::Component { name: outer, .. } if outer == name)
            };
            if self.meant_ends.contains(&frame.span.start) {
                return;
            }
            let outer = self.open.iter().rev().find(|outer| is_same(outer));
            if let Some(outer) = outer.map(|outer| outer.span.start) {
                let written = &self.source.text[frame.span.clone()];
                if written == format!("<{name}>") {
                    // The outer one is right, and ends here.
                    self.meant_ends.insert(outer);
                    let end = format!("</{name}>");
                    let place = Place::new(self.source, frame.span.clone());
                    let message = format!("`<{name}>` is already open here");
                    let diagnostic = Diagnostic::new(&codes::UNCLOSED_COMPONENT, message)
                        .help(format!("write {end}"))
                        .fixed_by(place, end);
                    self.report(frame.span.clone(), "", diagnostic);
                }
                return;
            }
            if let Some(span) = self.end_in_other_case(name, frame.span.end) {
                let written = &self.source.text[span.clone()];
                let message = format!("`{written}` does not close `<{name}>`: the case differs");
                let place = Place::new(self.source, span.clone());
                let end = format!("</{name}>");
                let diagnostic = Diagnostic::new(&codes::UNCLOSED_COMPONENT, message)
                    .help(format!("write {end}"))
                    .fixed_by(place, end);
                self.report(span, "", diagnostic);
                return;
            }
            let message = format!("`<{name}>` is not closed");
            let help = if frame.depth > 0 {
                format!(
                    "close it in the same paragraph, or put `<{name}>` and `</{name}>` on lines of their own between blank lines"
                )
            } else {
                format!("close it with `</{name}>` after a blank line")
            };
            let diagnostic = Diagnostic::new(&codes::UNCLOSED_COMPONENT, message).help(help);
            self.report(frame.span.clone(), "opened here", diagnostic);
        }
    }

    /// Returns the span of the first end tag after `from` that has the name of a component in another case, such as `</tip>`.
    fn end_in_other_case(&self, name: &str, from: usize) -> Option<Range<usize>> {
        let mut ends = self.source.text[from..].match_indices("</");
        ends.find_map(|(at, _)| {
            let start = from + at;
            let written = word(&self.source.text[start + 2..], &[]);
            let end = start + 2 + written.len();
            let is_end = written != name && written.eq_ignore_ascii_case(name);
            let is_whole = self.source.text[end..].starts_with('>');
            (is_end && is_whole).then_some(start..end + 1)
        })
    }

    /// Reports malformed tags of components, which `CommonMark` reads as text.
    pub fn tags_in_text(&mut self, span: &Range<usize>) {
        let Some(Components { tera, .. }) = self.context.components else {
            return;
        };
        let written = &self.source.text[span.clone()];
        for (at, _) in written.match_indices('<') {
            let rest = &written[at + 1..];
            let name = word(rest.trim_start_matches('/'), &[]);
            let before = &self.source.text[..span.start + at];
            let Some(definition) = tera.get_component_definition(name) else {
                continue;
            };
            if before.ends_with('\\') {
                continue;
            }
            if rest.starts_with(name) {
                *self.malformed_tags.entry(name.to_owned()).or_default() += 1;
            }
            let start = span.start + at;
            let message = format!("this `<{name}>` tag cannot be read");
            let diagnostic = Diagnostic::new(&codes::BAD_COMPONENT, message);
            let is_start = rest.starts_with(name);
            let mended = is_start.then(|| self.mended(start, name, &diagnostic));
            let (span, diagnostic) = mended.flatten().unwrap_or_else(|| {
                let diagnostic = diagnostic.help(tag_help(name, rest, &example(&definition)));
                (start..start + name.len() + 1, diagnostic)
            });
            self.report(span, "", diagnostic);
        }
    }

    /// Returns the span of a tag that begins at `start` and needs other quotes, and `diagnostic` with the help and the fix that write
    /// them.
    pub fn mended(
        &self,
        start: usize,
        name: &str,
        diagnostic: &Diagnostic,
    ) -> Option<(Range<usize>, Diagnostic)> {
        let (written, mended, what) = mended_tag(&self.source.text[start..], name)?;
        let span = start..start + written.len();
        let place = Place::new(self.source, span.clone());
        let help = format!("{what}: write {mended}");
        Some((span, diagnostic.clone().help(help).fixed_by(place, mended)))
    }
}

/// Returns a tag of a component with the arguments that a text can give it.
fn example(definition: &ComponentInfo) -> String {
    let arguments = definition.args().iter().filter(|one| !one.is_implicit());
    let argument = |one: &ComponentArg| {
        let value = example_of(one.arg_type())?;
        Some(format!(" {}={value}", one.name()))
    };
    let arguments: String = arguments.filter_map(argument).collect();
    format!("<{}{arguments}>", definition.name())
}
