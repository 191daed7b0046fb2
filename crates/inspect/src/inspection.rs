//! What rules read: the finished output with every page parsed, and ways to place a finding at its source.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use diagnostic::{Diagnostic, Place};

use crate::markup::Markup;
use crate::output::Output;
use crate::page_reader::PageFacts;
use crate::prose::{self, Prose};
use crate::settings::Settings;
use crate::text_record::TextRecord;

/// What rules look at: the output with every page read.
pub struct Inspection<'a> {
    pub output: &'a Output<'a>,
    pub settings: Settings,
    /// Elements of each page by address; only for `site check`.
    pub markup: HashMap<&'a str, Markup>,
    /// What people wrote, once a rule has asked for it.
    pub prose: OnceLock<Vec<Prose>>,
    /// Findings about text, so that none is said twice.
    pub said: TextRecord,
}

impl Inspection<'_> {
    /// Pages with their facts, in the order of their addresses.
    pub fn pages(&self) -> impl Iterator<Item = (&str, &PageFacts)> {
        self.output
            .pages
            .iter()
            .map(|page| (page.url(), page.facts()))
    }

    /// Facts of a page by its address.
    pub fn facts(&self, url: &str) -> Option<&PageFacts> {
        let pages = self.output.pages;
        let at = pages.binary_search_by(|page| page.url().cmp(url)).ok()?;
        Some(pages[at].facts())
    }

    /// Pages with their elements, in the order of their addresses; without those that could not be read to their end.
    pub fn markup(&self) -> impl Iterator<Item = (&str, &Markup)> {
        self.all_markup()
            .filter(|(_, markup)| markup.too_deep.is_none())
    }

    /// The same, with all pages.
    pub fn all_markup(&self) -> impl Iterator<Item = (&str, &Markup)> {
        self.output
            .pages
            .iter()
            .filter_map(|page| Some((page.url(), self.markup.get(page.url())?)))
    }

    /// A finding at the place where `text` of the page was written.
    pub fn blamed(&self, diagnostic: Diagnostic, url: &str, text: &str, label: &str) -> Diagnostic {
        match self.output.blame.written(url, text, 0) {
            Some(place) => diagnostic.at(place, label),
            None => self.at_route(diagnostic, url),
        }
    }

    /// A finding at what the page is made from, where nothing closer is known.
    pub fn at_route(&self, diagnostic: Diagnostic, url: &str) -> Diagnostic {
        let Some(route) = self.output.plan.routes.get(url) else {
            return diagnostic;
        };
        diagnostic.at(route.place.clone(), "").help(format!(
            "it comes from the template `{}`, or from what that includes",
            route.template
        ))
    }

    /// A finding at each place that leads to `href`, which the page has several times, counted by `time` from 0.
    pub fn blamed_links(
        &self,
        diagnostic: Diagnostic,
        url: &str,
        href: &str,
        time: usize,
        label: &str,
    ) -> Vec<Diagnostic> {
        let places = self.output.blame.links(url, href, time);
        if places.is_empty() {
            return vec![self.at_route(diagnostic, url)];
        }
        let places = places.into_iter();
        places
            .map(|place| diagnostic.clone().at(place, label))
            .collect()
    }

    /// A finding at the first place that leads to `href`.
    pub fn blamed_link(
        &self,
        diagnostic: Diagnostic,
        url: &str,
        href: &str,
        label: &str,
    ) -> Diagnostic {
        let found = self.blamed_links(diagnostic.clone(), url, href, 0, label);
        found.into_iter().next().unwrap_or(diagnostic)
    }

    /// A finding at the page's template, for what every page of it would have.
    pub fn blamed_template(&self, diagnostic: Diagnostic, url: &str) -> Diagnostic {
        match self.output.blame.template(url) {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        }
    }

    /// A finding at a key of the page's front matter.
    pub fn blamed_key(&self, diagnostic: Diagnostic, url: &str, key: &str) -> Diagnostic {
        match self.output.blame.key(url, key) {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        }
    }

    /// A finding at the place where an element of the page was written: found by its tag, or else by what tells it from
    /// others, or else by its text.
    pub fn blamed_element(
        &self,
        diagnostic: Diagnostic,
        url: &str,
        element: usize,
        label: &str,
    ) -> Diagnostic {
        let Some(markup) = self.markup.get(url) else {
            return diagnostic;
        };
        if let Some(place) = self.place_of_span(url, markup, &markup.span(element)) {
            return diagnostic.at(place, label);
        }
        let attribute = |name: &str| {
            let value = markup.attribute(element, name);
            value.filter(|value| !value.is_empty())
        };
        let blame = self.output.blame;
        let is_heading = matches!(
            markup.name(element),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        );
        let heading = attribute("id").filter(|_| is_heading);
        if let Some(place) = heading.and_then(|id| blame.heading(url, id)) {
            return diagnostic.at(place, label);
        }
        let mut clues = Vec::new();
        for name in ["id", "name", "href", "src", "action", "aria-label", "class"] {
            clues.extend(attribute(name).map(|value| format!("{name}=\"{value}\"")));
        }
        let written = clues.iter().find_map(|clue| blame.written(url, clue, 0));
        let address = || attribute("href").or_else(|| attribute("src"));
        let place = written.or_else(|| blame.links(url, address()?, 0).into_iter().next());
        if let Some(place) = place {
            return diagnostic.at(place, label);
        }
        let clues = [markup.text(element)];
        let clues: Vec<&str> = clues.iter().map(String::as_str).collect();
        self.blamed_any(diagnostic, url, &clues, label)
    }

    /// Whether an element's tag was written as it stands in the page.
    pub fn is_tag_written(&self, url: &str, element: usize) -> bool {
        let markup = self.markup.get(url);
        markup.is_some_and(|markup| {
            let tag = self.place_of_span(url, markup, &markup.span(element));
            tag.is_some()
        })
    }

    /// A finding at a part of the page's HTML, where it was written as it stands; or else where the page comes from.
    pub fn blamed_span(
        &self,
        diagnostic: Diagnostic,
        url: &str,
        span: &Range<usize>,
    ) -> Diagnostic {
        let place = self
            .markup
            .get(url)
            .and_then(|markup| self.place_of_span(url, markup, span));
        match place.or_else(|| self.output.blame.first_place(url, &[])) {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        }
    }

    /// The place of a part of the page, found by as much of its line as was written as it stands.
    pub fn place_of_span(&self, url: &str, markup: &Markup, span: &Range<usize>) -> Option<Place> {
        markup.contexts(span).into_iter().find_map(|context| {
            let part = span.start - context.start..span.end - context.start;
            self.output.blame.part(url, markup.html(context), part)
        })
    }

    /// A finding at the first of several texts that was written anywhere, the likeliest first.
    pub fn blamed_any(
        &self,
        diagnostic: Diagnostic,
        url: &str,
        clues: &[&str],
        label: &str,
    ) -> Diagnostic {
        match self.output.blame.first_place(url, clues) {
            Some(place) => diagnostic.at(place, label),
            None => diagnostic,
        }
    }

    /// What people wrote, in content and templates, and after it the text of the finished pages.
    pub fn prose(&self) -> &[Prose] {
        self.prose.get_or_init(|| {
            let mut all = prose::of(self.output.tree, self.output.templates);
            all.extend(self.markup().map(|(url, page)| prose::of_page(url, page)));
            all
        })
    }
}
