//! Reports tags of components that are not closed, or that cannot be read.

use std::ops::Range;

use diagnostic::{Diagnostic, Place};
use tera::{ComponentArg, ComponentInfo};

use super::components::example_of;
use super::context::Components;
use super::writer::{Frame, FrameKind, Writer};
use crate::codes;
use crate::component_tag::{mended_tag, tag_help, word};

/// Maximum distance in bytes at which the other tag of a component is looked for.
const LOOKAROUND: usize = 2_000;

impl<'a> Writer<'a> {
    /// Returns the span of the `/` of a tag at `span` if the next tag of the same component is its end tag.
    pub fn surplus_slash(&self, kind: &FrameKind, span: &Range<usize>) -> Option<Range<usize>> {
        let FrameKind::Component { name, .. } = kind else {
            return None;
        };
        let text = &self.source.text;
        let slash = text.get(..span.end)?.strip_suffix("/>")?.len();
        let is_open = |frame: &Frame<'_>| matches!(&frame.kind, FrameKind::Component { name: open, .. } if open == name);
        if self.open.iter().any(is_open) {
            return None;
        }
        let rest = &text[span.end..];
        let rest = &rest[..rest.floor_char_boundary(LOOKAROUND)];
        let is_name = |at: usize| rest[at..].starts_with(name) && word(&rest[at..], &[]) == name;
        let end = rest
            .match_indices("</")
            .map(|(at, _)| at)
            .find(|at| is_name(at + 2))?;
        let mut starts = rest[..end].match_indices('<');
        let is_own = !starts.any(|(at, _)| is_name(at + 1));
        // What is in code or a comment ends nothing.
        let is_text = !rest[..end].contains('`') && !rest[..end].contains("<!--");
        (is_own && is_text).then_some(slash..slash + 1)
    }

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
            if let Some(span) = self.mistyped_end(name, frame.span.end) {
                let written = &self.source.text[span.clone()];
                let what = match written.strip_prefix("</") {
                    Some(end) if end.starts_with(char::is_alphabetic) => "the case differs",
                    _ => "it has other signs before the name",
                };
                let message = format!("`{written}` does not close `<{name}>`: {what}");
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

    /// Returns the span of the first end tag after `from` that has the name of a component in another case, or with other signs before
    /// it: `</tip>`, `</ Tip>`, `<\Tip>`.
    fn mistyped_end(&self, name: &str, from: usize) -> Option<Range<usize>> {
        let text = &self.source.text;
        let mut tags = text[from..].match_indices('<');
        tags.find_map(|(at, _)| {
            let start = from + at;
            let rest = text[start + 1..].trim_start_matches([' ', '/', '\\']);
            let end = text.len() - rest.len();
            let signs = text[start + 1..end].trim_matches(' ');
            let written = word(rest, &[]);
            let is_mistyped = written != name || &text[start + 1..end] != "/";
            let is_end =
                is_mistyped && matches!(signs, "/" | "\\") && written.eq_ignore_ascii_case(name);
            let is_whole = rest[written.len()..].starts_with('>');
            (is_end && is_whole).then_some(start..end + written.len() + 1)
        })
    }

    /// Returns the span of the last tag before `end` that has signs before the name of a component, such as `< Tip title="Oil">`, and how
    /// to write it.
    pub fn mistyped_start(&self, name: &str, end: usize) -> Option<(Range<usize>, String)> {
        let text = &self.source.text[..end];
        let from = text.floor_char_boundary(end.saturating_sub(LOOKAROUND));
        let start = from + text[from..].rfind(&format!(" {name}"))?;
        let before = text[..start].trim_end_matches(' ').strip_suffix('<')?;
        let rest = text[start + 1..].split_once('>')?.0;
        let is_tag = word(rest, &[]) == name && !rest.contains('\n');
        let end = start + 1 + rest.len() + 1;
        is_tag.then(|| (before.len()..end, format!("<{rest}>")))
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
