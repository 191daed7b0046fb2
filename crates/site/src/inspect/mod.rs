//! Rules over the finished output. One rule, one file; each finding at the line that caused it.
//!
//! Comes in: every page as HTML, all other files, the plan, and the content and templates to trace findings back to.
//! Goes out: findings. Nothing here writes; the one rule that asks other sites does so through a function it is given.

mod rule;
pub mod settings;

mod attribute_value;
mod broken_link;
mod broken_reference;
mod budget;
mod contrast;
mod control_label;
pub mod descriptions;
mod duplicate_id;
mod empty_control;
mod empty_page;
mod external_link;
mod facts_ledger;
mod heading_order;
mod html_validity;
mod image_size;
mod image_without_alt;
mod indexing;
mod landmarks;
mod language;
mod left_over;
mod main_heading;
mod missing_page;
mod no_script;
mod obsolete_element;
mod orphan_page;
mod outside_link;
mod placeholder;
mod review_date;
mod spelling;
mod text_finding;
pub mod titles;
mod unshown_text;
pub mod url_ledger;
mod waivers;
mod wording;

#[cfg(test)]
mod fixture;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use content::{Content, Tree};
use diagnostic::{Diagnostic, Place, Source};
use rayon::prelude::*;
use render::{Plan, Templates};

use crate::blame::Blame;
use crate::build::Files;
use crate::markup::Markup;
use crate::page::Page;
use crate::page_reader::PageFacts;
use crate::prose::{self, Prose};

pub use rule::{Rule, When};
pub use settings::Settings;

/// Every rule. A new one is a file beside this one and a line here.
pub const RULES: [&Rule; 35] = [
    &attribute_value::RULE,
    &broken_link::RULE,
    &broken_reference::RULE,
    &budget::RULE,
    &contrast::RULE,
    &control_label::RULE,
    &descriptions::RULE,
    &duplicate_id::RULE,
    &empty_control::RULE,
    &empty_page::RULE,
    &external_link::RULE,
    &facts_ledger::RULE,
    &heading_order::RULE,
    &html_validity::RULE,
    &image_size::RULE,
    &image_without_alt::RULE,
    &indexing::RULE,
    &landmarks::RULE,
    &language::RULE,
    &left_over::RULE,
    &main_heading::RULE,
    &missing_page::RULE,
    &no_script::RULE,
    &obsolete_element::RULE,
    &orphan_page::RULE,
    &outside_link::RULE,
    &placeholder::RULE,
    &review_date::RULE,
    &spelling::RULE,
    &titles::RULE,
    &unshown_text::RULE,
    &url_ledger::RULE,
    &wording::RULE,
    &wording::SIGNATURE,
    &waivers::RULE,
];

/// Rules by a code of theirs that would find what is missing for want of styles, scripts or the HTML of an island.
const NEED_WHOLE_PAGES: [&str; 13] = [
    "broken-reference",
    "control-without-label",
    "empty-link",
    "empty-page",
    "heading-order",
    "island-without-html",
    "landmarks",
    "low-contrast",
    "main-heading",
    "orphan-page",
    "over-budget",
    "unshown-text",
    "unused-waiver",
];

/// Whether a rule can look at pages without styles, scripts and islands.
pub fn takes_parts(rule: &Rule) -> bool {
    let mut codes = rule.codes.iter().map(|code| code.name);
    !codes.any(|code| NEED_WHOLE_PAGES.contains(&code))
}

/// Which rules run beside those of every build.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scope {
    /// All that look only at this project: `site check`.
    pub check: bool,
    /// Those that hold once the site is public: `--publish`.
    pub publish: bool,
    /// Those that ask other sites: `--external`.
    pub external: bool,
}

impl Scope {
    /// Whether rules that run then are part of it.
    pub fn includes(self, when: When) -> bool {
        match when {
            When::Build => true,
            When::Check => self.check,
            When::Publish => self.publish,
            When::External => self.external,
        }
    }
}

/// The finished output and what is needed to trace it back.
pub struct Output<'a> {
    /// The pages.
    pub pages: &'a [Arc<Page>],
    /// All other files.
    pub files: &'a Files,
    /// The routes.
    pub plan: &'a Plan,
    /// The checked content.
    pub content: &'a Content,
    /// The files below `content/` as they were written.
    pub tree: &'a Tree,
    /// The theme's templates as they were written.
    pub templates: &'a Templates,
    /// The theme's style sheets as they were written. Only rules of `site check` look at them.
    pub styles: &'a BTreeMap<String, Arc<Source>>,
    /// Today in the site's time zone.
    pub date: jiff::civil::Date,
    /// Which rules run.
    pub scope: Scope,
    /// Asks other sites, where that is wanted.
    pub ask: Option<&'a Ask<'a>>,
    /// From a finding to its line.
    pub blame: &'a Blame<'a>,
    /// Whether styles, scripts and the HTML of islands are there.
    pub whole: bool,
}

/// Asks other sites for the addresses given; comes back with what is wrong with those that do not answer well.
pub type Ask<'a> = dyn Fn(&[&str], &settings::External) -> BTreeMap<String, String> + Sync + 'a;

/// What rules look at: the output with every page read.
pub struct Inspection<'a> {
    output: &'a Output<'a>,
    settings: Settings,
    /// Elements of each page by address; only for `site check`.
    markup: HashMap<&'a str, Markup>,
    /// What people wrote, once a rule has asked for it.
    prose: OnceLock<Vec<Prose>>,
    /// Findings about text, so that none is said twice.
    said: text_finding::Said,
}

/// Runs every rule of the scope.
pub fn inspect(output: &Output<'_>) -> Vec<Diagnostic> {
    let (settings, mut found) = Settings::read(output.tree, output.scope.check);
    output.pages.par_iter().with_min_len(64).for_each(|page| {
        page.facts();
    });
    let markup = if output.scope.check {
        output
            .pages
            .par_iter()
            .map(|page| (page.url(), Markup::read(page.html())))
            .collect()
    } else {
        HashMap::new()
    };
    let inspection = Inspection {
        output,
        settings,
        markup,
        prose: OnceLock::new(),
        said: text_finding::Said::default(),
    };
    let run = |rule: &Rule| {
        let mut found = Vec::new();
        if output.scope.includes(rule.when) && (output.whole || takes_parts(rule)) {
            (rule.check)(&inspection, &mut found);
            // An island may have the place that a link leads to.
            found.retain_mut(|one| {
                (output.whole || one.code != &crate::inspect::broken_link::BROKEN_ANCHOR)
                    && inspection.settings.grade(rule, one)
            });
        }
        merge(found, output.plan, &output.content.config.base_url)
    };
    // Whether a waiver was made use of is known only when all other rules have run.
    if let Some((last, rules)) = RULES.split_last() {
        let results: Vec<Vec<Diagnostic>> = rules.par_iter().map(|rule| run(rule)).collect();
        found.extend(results.into_iter().flatten());
        found.extend(run(last));
    }
    diagnostic::sort(&mut found);
    found
}

/// One mistake of a template shows on every page: it is said once, with the pages it shows on. Words of a message that are
/// addresses only name the page.
pub fn merge(found: Vec<Diagnostic>, plan: &Plan, base_url: &str) -> Vec<Diagnostic> {
    let is_address = |word: &str| plan.routes.contains(word) || word.starts_with(base_url);
    let mut merged: Vec<(Diagnostic, usize)> = Vec::new();
    let mut first: HashMap<(&'static str, String, usize, String), usize> = HashMap::new();
    for one in found {
        let template = one
            .place
            .as_ref()
            .map(|(place, _)| place)
            .filter(|place| place.source.path.starts_with("themes/"));
        let Some(place) = template else {
            merged.push((one, 0));
            continue;
        };
        let words = one.message.split_whitespace();
        let words: Vec<&str> = words
            .filter(|word| !is_address(word.trim_end_matches([',', ':', ';'])))
            .collect();
        let key = (
            one.code.name,
            place.source.path.clone(),
            place.span.start,
            words.join(" "),
        );
        if let Some(index) = first.get(&key) {
            merged[*index].1 += 1;
        } else {
            first.insert(key, merged.len());
            merged.push((one, 0));
        }
    }
    merged
        .into_iter()
        .map(|(one, more)| match more {
            0 => one,
            1 => one.help("the same on 1 more page"),
            _ => one.help(format!("the same on {more} more pages")),
        })
        .collect()
}

impl Inspection<'_> {
    /// Pages with their facts, in the order of their addresses.
    fn pages(&self) -> impl Iterator<Item = (&str, &PageFacts)> {
        self.output
            .pages
            .iter()
            .map(|page| (page.url(), page.facts()))
    }

    /// Facts of a page by its address.
    fn facts(&self, url: &str) -> Option<&PageFacts> {
        let pages = self.output.pages;
        let at = pages.binary_search_by(|page| page.url().cmp(url)).ok()?;
        Some(pages[at].facts())
    }

    /// Pages with their elements, in the order of their addresses; without those that could not be read to their end.
    fn markup(&self) -> impl Iterator<Item = (&str, &Markup)> {
        self.all_markup()
            .filter(|(_, markup)| markup.too_deep.is_none())
    }

    /// The same, with all pages.
    fn all_markup(&self) -> impl Iterator<Item = (&str, &Markup)> {
        self.output
            .pages
            .iter()
            .filter_map(|page| Some((page.url(), self.markup.get(page.url())?)))
    }

    /// A finding at the place where `text` of the page was written.
    fn blamed(&self, diagnostic: Diagnostic, url: &str, text: &str, label: &str) -> Diagnostic {
        match self.output.blame.written(url, text, 0) {
            Some(place) => diagnostic.at(place, label),
            None => self.at_route(diagnostic, url),
        }
    }

    /// A finding at what the page is made from, where nothing closer is known.
    fn at_route(&self, diagnostic: Diagnostic, url: &str) -> Diagnostic {
        let Some(route) = self.output.plan.routes.get(url) else {
            return diagnostic;
        };
        diagnostic.at(route.place.clone(), "").help(format!(
            "it comes from the template `{}`, or from what that includes",
            route.template
        ))
    }

    /// A finding at each place that leads to `href`, which the page has several times, counted by `time` from 0.
    fn blamed_links(
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
    fn blamed_link(
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
    fn blamed_template(&self, diagnostic: Diagnostic, url: &str) -> Diagnostic {
        match self.output.blame.template(url) {
            Some(place) => diagnostic.at(place, ""),
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

    /// A finding at the place where an element of the page was written: found by its tag, or else by what tells it from
    /// others, or else by its text.
    fn blamed_element(
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
    fn is_tag_written(&self, url: &str, element: usize) -> bool {
        let markup = self.markup.get(url);
        markup.is_some_and(|markup| {
            let tag = self.place_of_span(url, markup, &markup.span(element));
            tag.is_some()
        })
    }

    /// A finding at a part of the page's HTML, where it was written as it stands; or else where the page comes from.
    fn blamed_span(&self, diagnostic: Diagnostic, url: &str, span: &Range<usize>) -> Diagnostic {
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
    fn place_of_span(&self, url: &str, markup: &Markup, span: &Range<usize>) -> Option<Place> {
        markup.contexts(span).into_iter().find_map(|context| {
            let part = span.start - context.start..span.end - context.start;
            self.output.blame.part(url, markup.html(context), part)
        })
    }

    /// A finding at the first of several texts that was written anywhere, the likeliest first.
    fn blamed_any(
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
    fn prose(&self) -> &[Prose] {
        self.prose.get_or_init(|| {
            let mut all = prose::of(self.output.tree, self.output.templates);
            all.extend(self.markup().map(|(url, page)| prose::of_page(url, page)));
            all
        })
    }
}
