//! The findings of a build, and how much of the site it checked.

use std::collections::HashSet;
use std::ops::Range;

use diagnostic::{Diagnostic, Place, Severity};

/// Part of the site that a build checked before an error stopped it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// The content only. Because of errors in the content, the templates or the assets, no page was checked.
    Content,
    /// Content and templates, but no page could be rendered.
    Templates,
    /// Content, templates and pages.
    Pages {
        /// Number of pages that were rendered.
        made: usize,
        /// Number of pages that the site would have without errors.
        planned: usize,
        /// Whether the pages have their styles, scripts and islands.
        is_complete: bool,
    },
}

impl Coverage {
    /// Returns whether every page was checked, with its styles, scripts and islands.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Pages { made, planned, is_complete } if is_complete && made == planned)
    }
}

/// Collector of the findings of a build.
pub struct Findings {
    /// The findings so far.
    pub all: Vec<Diagnostic>,
    /// Coverage at the first error that makes findings of later stages mere consequences; `None` if there was no such error.
    pub ended: Option<Coverage>,
}

impl Findings {
    /// Creates a collection with these findings. If `ended` is not `None`, further findings are ignored.
    pub fn new(all: Vec<Diagnostic>, ended: Option<Coverage>) -> Self {
        Self { all, ended }
    }

    /// Adds the findings of a stage, unless [`Findings::end`] was called before.
    pub fn add(&mut self, more: impl IntoIterator<Item = Diagnostic>) {
        if self.ended.is_none() {
            self.all.extend(more);
        }
    }

    /// Adds findings that may repeat earlier ones. Skips findings at the place of an earlier one, and findings about a whole file that
    /// already has an error.
    pub fn add_new(&mut self, more: impl IntoIterator<Item = Diagnostic>) {
        let places = self.all.iter().filter_map(key);
        let places: HashSet<(&str, Range<usize>)> = places.collect();
        let errors = self.all.iter();
        let errors = errors.filter(|one| one.severity == Severity::Error);
        let faulty: HashSet<&str> = errors.filter_map(|one| Some(key(one)?.0)).collect();
        let is_new = |one: &Diagnostic| {
            key(one).is_none_or(|place| {
                let is_whole_file = |(at, _): &(Place, String)| *at == Place::start_of(&at.source);
                let is_whole_file = one.place.as_ref().is_some_and(is_whole_file);
                !(places.contains(&place) || is_whole_file && faulty.contains(place.0))
            })
        };
        let new: Vec<Diagnostic> = more.into_iter().filter(is_new).collect();
        self.add(new);
    }

    /// Makes [`Findings::add`] ignore the findings of later stages. Only the first call sets the coverage.
    pub fn end(&mut self, coverage: Coverage) {
        self.ended.get_or_insert(coverage);
    }
}

/// Returns the path and the range of a finding; `None` if it has no place.
fn key(finding: &Diagnostic) -> Option<(&str, Range<usize>)> {
    let (place, _) = finding.place.as_ref()?;
    Some((&place.source.path, place.span.clone()))
}
