//! Text that looks like Markdown and is not read as such: it would stand in the page as it was typed, or not at all.

use std::ops::Range;

use crate::codes;
use diagnostic::{Diagnostic, did_you_mean, one_of};

use super::Writer;

/// Kinds of alerts, as GitHub has them.
const ALERTS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// Elements of HTML (standard, section 4) that a component may share its name with.
const ELEMENTS: &str = " a abbr address area article aside audio b bdi bdo blockquote body br button canvas caption cite code \
    col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 \
    h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav \
    noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select \
    slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr \
    track u ul var video wbr ";

impl Writer<'_> {
    /// `##Heading`
    pub(super) fn headings_without_blank(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        if !text.contains("##") {
            return;
        }
        let mut start = span.start;
        for line in text.split_inclusive('\n') {
            let title = line.trim_start_matches('#');
            let level = line.len() - title.len();
            if (2..=6).contains(&level) && title.starts_with(char::is_alphanumeric) {
                let (hashes, title) = ("#".repeat(level), title.trim_end());
                self.found.push(
                    Diagnostic::new(
                        &codes::UNREAD_MARKDOWN,
                        "this is no heading: a blank is missing after the hashes",
                    )
                    .at(self.place(start..start + level), "")
                    .help(format!("write `{hashes} {title}`")),
                );
            }
            start += line.len();
        }
    }

    /// `> [!NOTTE]`
    pub(super) fn unknown_alert(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        let line = text.lines().next().unwrap_or_default();
        let inner = line.trim_start_matches(['>', ' ']).trim_end();
        let kind = inner
            .strip_prefix("[!")
            .and_then(|kind| kind.strip_suffix(']'));
        let Some(kind) = kind.filter(|kind| kind.chars().all(char::is_alphabetic)) else {
            return;
        };
        let start = span.start + line.len() - line.trim_start_matches(['>', ' ']).len();
        self.found.push(
            Diagnostic::new(
                &codes::UNREAD_MARKDOWN,
                format!("there is no alert of the kind `{kind}`"),
            )
            .at(self.place(start..start + inner.len()), "")
            .help(
                did_you_mean(&kind.to_uppercase(), ALERTS)
                    .unwrap_or_else(|| format!("the kinds are {}", one_of(ALERTS))),
            ),
        );
    }

    /// Three backquotes, and none to end the code.
    pub(super) fn unclosed_fence(&mut self, span: &Range<usize>) {
        let text = self.source.text[span.clone()].trim_end();
        let first = text.lines().next().unwrap_or_default();
        let mark = if first.starts_with('~') { '~' } else { '`' };
        let fence = first.len() - first.trim_start_matches(mark).len();
        let last = text.lines().skip(1).last().unwrap_or_default();
        // In a quotation or a list there may be more before it.
        let last = last.trim_start_matches(['>', ' ', '\t']).trim_end();
        if last.len() >= fence && last.chars().all(|c| c == mark) {
            return;
        }
        let fence = &first[..fence];
        self.found.push(
            Diagnostic::new(
                &codes::UNREAD_MARKDOWN,
                "the code that begins here does not end",
            )
            .at(self.place(span.start..span.start + fence.len()), "")
            .help(format!("put {fence} on a line of its own after it")),
        );
    }

    /// A note that no text refers to.
    pub(super) fn unused_footnotes(&mut self) {
        let unused = self
            .definitions
            .iter()
            .filter(|(label, _)| !self.notes.contains(label));
        let mut unused: Vec<(Range<usize>, String)> = unused
            .map(|(label, (span, _))| (span.clone(), label.to_string()))
            .collect();
        unused.sort_by_key(|(span, _)| span.start);
        for (span, label) in unused {
            let end = span.start + "[^]:".len() + label.len();
            self.found.push(
                Diagnostic::new(
                    &codes::UNREAD_MARKDOWN,
                    format!("nothing refers to the footnote `{label}`, so it does not show"),
                )
                .at(self.place(span.start..end.min(span.end)), "")
                .help(format!(
                    "put [^{label}] where it belongs, or remove the note"
                )),
            );
        }
    }

    /// `<callout>` for `<Callout>`: browsers pass over an element they do not know. `start` is the place of the HTML.
    pub(super) fn small_component(&mut self, html: &str, start: usize) {
        for (at, _) in html.match_indices('<') {
            let name = &html[at + 1..];
            let end = name
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                .unwrap_or(name.len());
            let name = &name[..end];
            if !name.starts_with(|c: char| c.is_ascii_lowercase())
                || ELEMENTS.contains(&format!(" {name} "))
            {
                continue;
            }
            let mut components = self.around.tera.get_component_names();
            let Some(meant) = components.find(|one| one.eq_ignore_ascii_case(name)) else {
                continue;
            };
            let place = start + at..start + at + 1 + name.len();
            self.found.push(
                Diagnostic::new(
                    &codes::UNKNOWN_COMPONENT,
                    format!("there is no element `<{name}>`"),
                )
                .at(self.place(place), "")
                .help(format!(
                    "components are written as they are named: <{meant}> … </{meant}>"
                )),
            );
        }
    }
}
