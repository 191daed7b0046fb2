//! Findings about text: said once for each place, left out where the page waives the rule.

use std::collections::BTreeSet;
use std::ops::Range;

use content::Document;
use diagnostic::Diagnostic;
use rayon::prelude::*;
use regex::Regex;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::prose::Prose;

impl Inspection<'_> {
    /// Every match of a pattern in what people wrote and what pages show, with its groups, in order.
    pub(crate) fn matches(&self, pattern: &Regex) -> Vec<(&Prose, Range<usize>, Vec<String>)> {
        let texts = self.prose().par_iter();
        let found = texts.flat_map_iter(|text| {
            let matches = text.captures(pattern);
            matches
                .map(|(span, groups)| (text, span, groups))
                .collect::<Vec<_>>()
        });
        found.collect()
    }

    /// Reports that the words at `span` of `text` break `rule`. What stands in a file is reported there; what only a
    /// finished page shows, at the page.
    pub(crate) fn report(
        &self,
        diagnostic: Diagnostic,
        rule: &str,
        text: &Prose,
        span: &Range<usize>,
        found: &mut Vec<Diagnostic>,
    ) {
        let words = text.words(span);
        let url = text.source.path.as_str();
        let is_new = self.said.is_new(rule, &words);
        if text.is_page() && !is_new {
            return;
        }
        let path = if text.is_page() {
            let route = self.output.plan.routes.get(url);
            let document = route.and_then(|route| route.document.as_deref());
            document
                .map(|document| document.source().path.clone())
                .unwrap_or_default()
        } else {
            url.to_owned()
        };
        if self
            .waivers()
            .any(|(document, _, waived)| waived == rule && document.source().path == path)
        {
            self.said.use_waiver(path, rule);
            return;
        }
        found.push(if text.is_page() {
            let diagnostic =
                diagnostic.help(format!("it shows on {url}, and may come from a widget"));
            self.blamed_any(diagnostic, url, &[&words], "")
        } else {
            diagnostic.at(text.place(span.clone()), "")
        });
    }

    /// Every waiver: its document, its number there and the rule it names. In a file with a list of items a waiver holds
    /// for the whole file.
    pub(crate) fn waivers(&self) -> impl Iterator<Item = (&Document, usize, &str)> {
        let documents = self
            .output
            .content
            .collections
            .iter()
            .flat_map(|collection| &collection.documents);
        documents.flat_map(|document| {
            let waivers = document
                .fields
                .get("waiver")
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            waivers.enumerate().filter_map(move |(index, waiver)| {
                Some((document.as_ref(), index, waiver.get("rule")?.as_str()?))
            })
        })
    }

    /// File and rule of every waiver that was made use of.
    pub(crate) fn used_waivers(&self) -> BTreeSet<(String, String)> {
        self.said.used_waivers()
    }
}
