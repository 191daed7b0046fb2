//! Findings about text: each reported once, and none where the page waives the rule.

use std::collections::BTreeSet;
use std::ops::Range;

use content::{Document, Part};
use diagnostic::{Diagnostic, Place};
use rayon::prelude::*;
use regex::Regex;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::prose::Prose;
use crate::rules::waivers::UNUSED_WAIVER;

/// Collector of the findings of one rule about text.
pub(crate) struct TextFindings<'a, 'b> {
    site: &'a Inspection<'b>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Rule name and words of each finding so far, because finished pages repeat the words of source files.
    reported: BTreeSet<(String, String)>,
    /// File and rule name of each waiver that suppressed a finding.
    used: BTreeSet<(String, String)>,
}

impl<'a, 'b> TextFindings<'a, 'b> {
    /// Creates a collector that adds findings to `diagnostics`.
    pub fn new(site: &'a Inspection<'b>, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        Self {
            site,
            diagnostics,
            reported: BTreeSet::new(),
            used: BTreeSet::new(),
        }
    }

    /// Reports the words at `span` of `text`, unless a waiver of the rule `name` suppresses the finding. It is placed in a
    /// source file, or at the page if only the finished page has these words.
    pub fn report(
        &mut self,
        diagnostic: Diagnostic,
        name: &str,
        text: &Prose,
        span: &Range<usize>,
    ) {
        let words = text.words(span);
        let url = text.source.path.as_str();
        let is_new = self
            .reported
            .insert((name.to_owned(), straight(&words).to_lowercase()));
        if text.is_page() && !is_new {
            return;
        }
        let path = if text.is_page() {
            let document = self.site.document(url);
            document.map_or("", |document| &document.source().path)
        } else {
            url
        };
        let mut waivers = self.site.waivers();
        if waivers.any(|(document, _, waived)| waived == name && document.source().path == path) {
            self.used.insert((path.to_owned(), name.to_owned()));
            return;
        }
        self.diagnostics.push(if text.is_page() {
            let help = format!("it shows on {url}, and may come from a widget");
            let diagnostic = diagnostic.help(help);
            self.site.at_text(diagnostic, url, &[&words])
        } else {
            diagnostic.at(text.place(span.clone()), "")
        });
    }

    /// Reports every waiver of these rule names that suppressed no finding.
    pub fn report_unused_waivers(self, names: &[&str]) {
        for (document, index, name) in self.site.waivers() {
            let waiver = (document.source().path.clone(), name.to_owned());
            if names.contains(&name) && !self.used.contains(&waiver) {
                let message = format!("unused waiver of `{name}`");
                let place = document.place(&format!("/waiver/{index}/rule"), Part::Value);
                let whole = table_of(document, &place);
                let diagnostic = Diagnostic::new(&UNUSED_WAIVER, message).at(place, "");
                let diagnostic = diagnostic.help("remove the waiver");
                self.diagnostics.push(match whole {
                    Some(whole) => diagnostic.fixed_by(whole, ""),
                    None => diagnostic,
                });
            }
        }
    }
}

/// Returns a text with straight quotes: pages have typographic ones where their sources have not.
fn straight(words: &str) -> String {
    words.replace(['‘', '’'], "'").replace(['“', '”'], "\"")
}

/// Returns the lines of the `[[waiver]]` table that contains a place, or `None` if the waiver is not written as a table of its own.
fn table_of(document: &Document, place: &Place) -> Option<Place> {
    let (text, toml) = (&place.source.text, &document.toml.span);
    let is_header = |line: &str| line.trim_start().starts_with('[');
    let mut start = place.span.start;
    for line in text[toml.start..start].split_inclusive('\n').rev() {
        start -= line.len();
        if is_header(line) {
            break;
        }
    }
    let mut lines = text[start..toml.end].split_inclusive('\n');
    let header = lines.next().filter(|line| line.trim() == "[[waiver]]")?;
    let rest = lines.take_while(|line| !is_header(line));
    let length = header.len() + rest.map(str::len).sum::<usize>();
    Some(Place::new(&place.source, start..start + length))
}

impl Inspection<'_> {
    /// Returns every match of a pattern in sources and finished pages, in order.
    pub(crate) fn matches(&self, pattern: &Regex) -> Vec<(&Prose, Range<usize>)> {
        let texts = self.prose().par_iter();
        let matches =
            texts.flat_map_iter(|text| text.matches(pattern).map(move |span| (text, span)));
        matches.collect()
    }

    /// Returns every waiver: its document, its index in the document, and the name of the rule that it waives. In a file with a
    /// list of items, a waiver applies to the whole file.
    pub(crate) fn waivers(&self) -> impl Iterator<Item = (&Document, usize, &str)> {
        self.documents().flat_map(|document| {
            let waivers = document.fields.get("waiver").and_then(Value::as_array);
            let waivers = waivers.into_iter().flatten().enumerate();
            waivers.filter_map(move |(index, waiver)| {
                Some((document, index, waiver.get("rule")?.as_str()?))
            })
        })
    }
}
