//! Addresses of references, such as `[rates]: /rates`, that are ignored or that Markdown reads as text.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use diagnostic::lines;
use pulldown_cmark::{Event, Tag, TagEnd};

use super::super::located::Located;
use super::{Slips, looks_like_an_address};
use crate::codes;

/// A line such as `[rates]: /rates`.
struct Definition<'a> {
    label: &'a str,
    /// Everything after the colon.
    rest: &'a str,
    /// Range of the label with its brackets and its colon.
    span: Range<usize>,
}

impl Slips<'_> {
    /// Reports a second address for the same name, which Markdown ignores, and an address that it reads as text. `text` is the whole
    /// text, whose events are `events`. Returns the names in lower case whose addresses are read as text.
    pub(super) fn definitions(
        &mut self,
        text: &str,
        events: &[Located<'_>],
        offset: usize,
    ) -> HashSet<String> {
        let mut unread = HashSet::new();
        if !text.contains("]:") {
            return unread;
        }
        let used: HashSet<String> = events
            .iter()
            .filter_map(|(event, _)| match event {
                Event::Start(Tag::Link { id, .. } | Tag::Image { id, .. }) => Some(key(id)),
                _ => None,
            })
            .collect();
        let mut first: HashMap<String, &str> = HashMap::new();
        let mut has_note = false;
        let mut events = events.iter().peekable();
        let (mut shown, mut shows_text, mut paragraph, mut in_code) = (0..0, false, 0, false);
        for definition in definitions(text) {
            while let Some((event, range)) =
                events.next_if(|(_, range)| range.start <= definition.span.start)
            {
                match event {
                    Event::Start(Tag::Paragraph) => paragraph = range.start,
                    Event::Start(Tag::CodeBlock(_)) => in_code = true,
                    Event::End(TagEnd::CodeBlock) => in_code = false,
                    _ => {}
                }
                let shows = match event {
                    Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock) => true,
                    Event::Start(_) | Event::End(_) => false,
                    _ => true,
                };
                if shows && range.end > shown.end {
                    shown = range.clone();
                    shows_text = matches!(event, Event::Text(_)) && !in_code;
                }
            }
            let address = definition
                .rest
                .split_whitespace()
                .next()
                .unwrap_or_default();
            let key = key(definition.label);
            let span = offset + definition.span.start..offset + definition.span.end;
            if !shown.contains(&definition.span.start) {
                // Nothing that a link could lead to. `[_]: ` and `[//]: #` are known ways to write comments.
                let is_text = !address.contains(['/', '.', ':', '#', '@', '?', '<'])
                    && definition.label.starts_with(char::is_alphanumeric);
                if is_text && !used.contains(&key) {
                    let label = definition.label;
                    let message = format!(
                        "this line does not show: it makes `{address}` the address of `[{label}]`"
                    );
                    let help = format!("write `\\[{label}]:` to show it as typed");
                    let at = span.start..span.start;
                    self.report(&codes::UNREAD_MARKDOWN, message, span, help);
                    self.fix_last("show it as typed", [(at, "\\".to_owned())]);
                    // Some authors write comments like this.
                    self.confirm_last();
                    continue;
                }
                let known = *first.entry(key).or_insert(address);
                if known != address {
                    let message = format!(
                        "`[{}]` has two addresses, and this one is ignored",
                        definition.label
                    );
                    let help =
                        "give each address a name of its own, or delete the one that is wrong";
                    self.report(&codes::UNREAD_MARKDOWN, message, span, help);
                }
            } else if shows_text
                && is_note(definition.label, &text[paragraph..definition.span.start])
                && !has_note
                && let label = definition.label
                && let mark = format!("[{label}]")
                && let Some(at) = text[..paragraph]
                    .match_indices(&mark)
                    .map(|(at, _)| at)
                    .find(|at| {
                        let before = &text[..*at];
                        before[diagnostic::line_start(before)..]
                            .matches('`')
                            .count()
                            .is_multiple_of(2)
                    })
            {
                has_note = true;
                let message = format!("not a footnote: `[{label}]` appears exactly as typed");
                let help = format!("write [^{label}] here, and [^{label}]: before the footnote");
                let at = offset + at;
                self.report(&codes::SHOWN_AS_TYPED, message, at..at + mark.len(), help);
            } else if shows_text && looks_like_an_address(address) {
                unread.insert(key);
                let message = format!(
                    "`[{}]:` is part of the text, and gives no link an address",
                    definition.label
                );
                let begins = text[paragraph..definition.span.start]
                    .trim_matches([' ', '>', '\t'])
                    .is_empty();
                if begins {
                    let help = format!(
                        "write only the address after it, and a title between quotes: [{}]: {address} \"Title\"",
                        definition.label
                    );
                    self.report(&codes::SHOWN_AS_TYPED, message, span, help);
                } else {
                    let help = "add an empty line before it";
                    let is_plain = text[..definition.span.start].ends_with('\n');
                    let at = span.start..span.start;
                    self.report(&codes::SHOWN_AS_TYPED, message, span, help);
                    if is_plain {
                        self.fix_last(help, [(at, "\n".to_owned())]);
                    }
                }
            }
        }
        unread
    }
}

/// Returns whether a label at the start of a paragraph, with `before` in front of it, is the number of a footnote.
fn is_note(label: &str, before: &str) -> bool {
    let is_number =
        (1..=3).contains(&label.len()) && label.bytes().all(|byte| byte.is_ascii_digit());
    is_number && before.trim_matches([' ', '>', '\t']).is_empty()
}

/// Returns the form in which names of references are compared.
fn key(label: &str) -> String {
    let words: Vec<&str> = label.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Returns the lines of a text that give a name an address, or resemble one that does.
fn definitions(text: &str) -> impl Iterator<Item = Definition<'_>> {
    lines(text).filter_map(|(start, line)| {
        let written = line.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
        let at = start + line.len() - written.len();
        let inside = written
            .strip_prefix('[')
            .filter(|inside| !inside.starts_with('^'))?;
        let (label, rest) = inside.split_once("]:")?;
        let is_label = !label.trim().is_empty() && !label.contains(['[', ']']);
        let end = at + label.len() + "[]:".len();
        (is_label && !rest.trim().is_empty()).then_some(Definition {
            label,
            rest,
            span: at..end,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::parse::{Dialect, events};
    use super::super::slips;

    /// Rows: a document, and the messages about it.
    #[test]
    #[rustfmt::skip]
    fn addresses_of_references() {
        let ignored = "has two addresses";
        let is_text = "is part of the text";
        for (text, expected) in [
            ("[a]\n\n[a]: /x\n[a]: /y\n", ignored),
            ("[a]\n\n[a b]: /x\n\n> [A  B]: /y\n", ignored),
            ("[a]\n\n[a]: /x\n[a]: /x\n[b]: /y\n", ""),
            ("[a]\n\n[a]: /x\n\n```\n[a]: /y\n```\n\n`x`\n\n    [a]: /y\n", ""),
            ("Text\n[a]: /x\n", is_text),
            ("- [PAN]: mandatory\n- b\n", "it makes `mandatory` the address of `[PAN]`"),
            ("See [GST].\n\n[GST]: rates\n", ""),
            ("[//]: # (a note)\n[comment]: <> (another)\n\n[_a]: b\n", ""),
            ("[a]: /x \"Title\n\nText\n", is_text),
            ("[a]: /x\n\n[a]: see [b]: for more\n", ""),
            ("Text\n[Note]: see /x\n", ""),
            ("[a]: /x\n\n[a]: it is [a]\n", ""),
            ("So it was[1].\n\n[1]: Minutes of 1968\n\n[2]: More text\n", "not a footnote: `[1]`"),
            ("It was.\n\n[1]: Minutes of 1968\n", ""),
            ("`[a]: /x`\n\n<pre>\n[a]: /x\n</pre>\n", ""),
        ] {
            let source = diagnostic::Source::new("a.md", text);
            let found = slips(&events(text, Dialect::default()), &source, text, 0);
            let found: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
            let is_right = match expected {
                "" => found.is_empty(),
                expected => found.len() == 1 && found[0].contains(expected),
            };
            assert!(is_right, "{text}: {found:?}");
        }
    }
}
