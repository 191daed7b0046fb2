//! Rules over the finished output. One rule, one file; each finding at the line that caused it.

mod broken_link;
mod descriptions;
mod duplicate_id;
mod headings;
mod image_without_alt;
mod outside_link;
mod titles;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use content::{Diagnostic, Redirect, Rewrite, SiteConfig};
use rayon::prelude::*;
use render::Plan;

use crate::blame::Blame;
use crate::page_reader::{PageFacts, read};

/// The finished output and what is needed to trace it back.
pub struct Output<'a> {
    /// Address, file and HTML of each page.
    pub pages: &'a [(String, String, Cow<'a, str>)],
    /// All other files.
    pub files: &'a BTreeMap<String, Vec<u8>>,
    /// The routes.
    pub plan: &'a Plan,
    /// Limits of titles and descriptions.
    pub config: &'a SiteConfig,
    /// Addresses that have moved.
    pub redirects: &'a [Redirect],
    /// Addresses answered by another page.
    pub rewrites: &'a [Rewrite],
    /// From a finding to its line.
    pub blame: &'a Blame<'a>,
}

/// What rules look at: the output with every page read.
pub struct Inspection<'a> {
    output: &'a Output<'a>,
    /// Facts of each page by address.
    facts: HashMap<&'a str, PageFacts>,
}

/// A rule: looks at everything, says what is wrong.
type Rule = fn(&Inspection<'_>, &mut Vec<Diagnostic>);

const RULES: [Rule; 7] = [
    broken_link::check,
    descriptions::check,
    duplicate_id::check,
    headings::check,
    image_without_alt::check,
    outside_link::check,
    titles::check,
];

/// Runs every rule.
pub fn inspect(output: &Output<'_>) -> Vec<Diagnostic> {
    let facts = output
        .pages
        .par_iter()
        .map(|(url, _, html)| (url.as_str(), read(html)))
        .collect();
    let inspection = Inspection { output, facts };
    let mut found: Vec<Diagnostic> = RULES
        .par_iter()
        .flat_map_iter(|rule| {
            let mut found = Vec::new();
            rule(&inspection, &mut found);
            found
        })
        .collect();
    content::sort(&mut found);
    found
}

impl Inspection<'_> {
    /// Pages with their facts, in the order of their addresses.
    fn pages(&self) -> impl Iterator<Item = (&str, &PageFacts)> {
        self.output
            .pages
            .iter()
            .filter_map(|(url, _, _)| Some((url.as_str(), self.facts.get(url.as_str())?)))
    }

    /// A finding at the place where `text` of the page was written.
    fn blamed(&self, diagnostic: Diagnostic, url: &str, text: &str, label: &str) -> Diagnostic {
        match self.output.blame.place(url, text) {
            Some(place) => diagnostic.at(place, label),
            None => diagnostic,
        }
    }

    /// A finding at a key of the page's front matter.
    fn blamed_key(&self, diagnostic: Diagnostic, url: &str, key: &str) -> Diagnostic {
        match self.output.blame.key(url, key) {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        }
    }
}
