//! Text that looks like Markdown but is not read as Markdown. It would show as it was typed.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Code, Diagnostic, Place, Source, did_you_mean, one_of};
use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use super::parse::Located;
use crate::codes;

/// Kinds of alerts, as GitHub has them.
const ALERTS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// How far a slip is read, in bytes. A line may be long and have many.
const FARTHEST: usize = 1_000;

/// Returns a diagnostic for each slip. The events are those of a text that begins `offset` bytes into the source.
pub fn slips(events: &[Located<'_>], source: &Arc<Source>, offset: usize) -> Vec<Diagnostic> {
    let mut slips = Slips {
        source,
        diagnostics: Vec::new(),
        brackets: Vec::new(),
    };
    let mut fence: Option<Range<usize>> = None;
    let mut in_code = false;
    // What the next piece of text begins.
    let (mut is_line, mut is_quote) = (false, false);
    for (event, range) in events {
        let span = offset + range.start..offset + range.end;
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                in_code = true;
                let is_fenced = matches!(kind, CodeBlockKind::Fenced(_));
                fence = is_fenced.then_some(span.start..span.start);
            }
            Event::End(TagEnd::CodeBlock) => {
                in_code = false;
                if let Some(code) = fence.take() {
                    slips.unclosed_fence(&code, span.end);
                }
            }
            Event::Text(_) if in_code => {
                if let Some(code) = &mut fence {
                    code.end = span.end;
                }
            }
            Event::Text(text) => {
                if is_line {
                    slips.heading(&span);
                }
                if is_quote {
                    slips.alert(&span);
                }
                slips.bracket(text, &span);
                (is_line, is_quote) = (false, false);
            }
            Event::Start(Tag::BlockQuote(None)) => (is_line, is_quote) = (false, true),
            Event::Start(Tag::Paragraph) => {
                is_line = true;
                slips.brackets.clear();
            }
            Event::SoftBreak | Event::HardBreak => (is_line, is_quote) = (true, false),
            Event::Start(Tag::Item | Tag::Heading { .. } | Tag::TableCell) => {
                (is_line, is_quote) = (false, false);
                slips.brackets.clear();
            }
            _ => (is_line, is_quote) = (false, false),
        }
    }
    slips.diagnostics
}

struct Slips<'a> {
    source: &'a Arc<Source>,
    diagnostics: Vec<Diagnostic>,
    /// Bytes at which a bracket is open.
    brackets: Vec<usize>,
}

impl Slips<'_> {
    fn report(
        &mut self,
        code: &'static Code,
        message: impl Into<String>,
        span: Range<usize>,
        help: String,
    ) {
        let place = Place::new(self.source, span);
        let diagnostic = Diagnostic::new(code, message).at(place, "");
        self.diagnostics.push(diagnostic.help(help));
    }

    /// The rest of the line from a byte on, as far as it is read.
    fn line(&self, start: usize) -> &str {
        self.near(start)
            .lines()
            .next()
            .unwrap_or_default()
            .trim_end()
    }

    /// The text from a byte on, as far as it is read.
    fn near(&self, start: usize) -> &str {
        let rest = &self.source.text[start..];
        &rest[..rest.floor_char_boundary(FARTHEST)]
    }

    /// Returns whether a backslash stands before a byte.
    fn is_escaped(&self, at: usize) -> bool {
        self.source.text[..at].ends_with('\\')
    }

    /// `##Heading`
    fn heading(&mut self, span: &Range<usize>) {
        let line = self.line(span.start);
        let title = line.trim_start_matches('#');
        let level = line.len() - title.len();
        if (2..=6).contains(&level)
            && title.starts_with(char::is_alphanumeric)
            && !self.is_escaped(span.start)
        {
            let hashes = "#".repeat(level);
            let message = format!("not a heading: add a space after `{hashes}`");
            let help = format!("write `{hashes} {title}`");
            let hashes = span.start..span.start + level;
            self.report(&codes::UNREAD_MARKDOWN, message, hashes, help);
        }
    }

    /// `> [!NOTTE]`
    fn alert(&mut self, span: &Range<usize>) {
        let line = self.line(span.start);
        let kind = line
            .strip_prefix("[!")
            .and_then(|kind| kind.strip_suffix(']'));
        let Some(kind) = kind.filter(|kind| kind.chars().all(char::is_alphabetic)) else {
            return;
        };
        let help = did_you_mean(&kind.to_uppercase(), ALERTS)
            .unwrap_or_else(|| format!("use {}", one_of(ALERTS)));
        let message = format!("there is no alert `{kind}`");
        let line = span.start..span.start + line.len();
        self.report(&codes::UNREAD_MARKDOWN, message, line, help);
    }

    /// Three backquotes, and none to end the code. `code` reaches from the fence to the end of the code.
    fn unclosed_fence(&mut self, code: &Range<usize>, end: usize) {
        let first = self.line(code.start);
        let mark = if first.starts_with('~') { '~' } else { '`' };
        let fence = first.len() - first.trim_start_matches(mark).len();
        let after = code.end.max(code.start + first.len());
        if self.source.text[after..end.max(after)].contains(mark) {
            return;
        }
        let help = format!("add a line with {} after it", &first[..fence]);
        let fence = code.start..code.start + fence;
        let message = "this code block is not closed";
        self.report(&codes::UNREAD_MARKDOWN, message, fence, help);
    }

    /// A bracket that belongs to no link: the parser gives each as a piece of text.
    fn bracket(&mut self, text: &str, span: &Range<usize>) {
        match text {
            "[" | "![" => {
                self.footnote(span.end - 1);
                self.brackets.push(span.end - 1);
            }
            "]" => {
                let Some(start) = self.brackets.pop() else {
                    return;
                };
                // `map[key](value)` and `rows[0][1]` are no links.
                let before = self.source.text[..start].chars().next_back();
                if !before.is_some_and(|c| c.is_alphanumeric() || c == '\\') {
                    self.address(span.end);
                    self.reference(start, span.end);
                }
            }
            _ => {}
        }
    }

    /// `[^2]` without a definition
    fn footnote(&mut self, start: usize) {
        let rest = self.near(start);
        let Some((label, _)) = rest
            .strip_prefix("[^")
            .and_then(|rest| rest.split_once(']'))
        else {
            return;
        };
        if !label.is_empty() && !label.contains(char::is_whitespace) {
            let message = format!("there is no footnote `{label}`");
            let help = format!("add it in a paragraph of its own: [^{label}]: …");
            let span = start..start + "[^]".len() + label.len();
            self.report(&codes::BROKEN_LINK, message, span, help);
        }
    }

    /// `[text](an address)`; the text ends at a byte.
    fn address(&mut self, end: usize) {
        let line = self.line(end);
        let address = line.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let Some((address, _)) = address else {
            return;
        };
        let target = address.trim();
        let starts = [
            "/", "#", "./", "../", "<", "http:", "https:", "mailto:", "tel:",
        ];
        let looks_like_an_address =
            starts.iter().any(|start| target.starts_with(start)) || target.ends_with(".md");
        if looks_like_an_address && target.contains(char::is_whitespace) {
            let span = end + 1..end + 1 + address.len();
            let help = format!(
                "write the address without spaces, or in angle brackets: [text](<{target}>)"
            );
            let place = Place::new(self.source, span);
            let message = "not a link: its address has a space";
            self.diagnostics.push(
                Diagnostic::new(&codes::BROKEN_LINK, message)
                    .at(place, "shows as it is written")
                    .help(help),
            );
        }
    }

    /// `[text][name]` without a definition; the text is between two bytes.
    fn reference(&mut self, start: usize, end: usize) {
        let label = self.near(end).strip_prefix('[');
        let Some((label, _)) = label.and_then(|rest| rest.split_once(']')) else {
            return;
        };
        if !label.trim().is_empty() && !label.starts_with('^') {
            let message = format!("there is no address for `[{label}]`");
            let help = format!("add it on a line of its own: [{label}]: /address");
            let span = start..end + "[]".len() + label.len();
            self.report(&codes::BROKEN_LINK, message, span, help);
        }
    }
}
