//! The finding that every stage reports: what is wrong, where, and what to do about it.

use crate::code::Code;
use crate::severity::Severity;
use crate::source::Place;

/// A finding: a problem with the site, its place, and help on how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error, warning, or note.
    pub severity: Severity,
    /// Kind of finding.
    pub code: &'static Code,
    /// Description of the problem: one sentence without a final period.
    pub message: String,
    /// Place of the problem and a short label for its marker; `None` if the problem is not in a file.
    pub place: Option<(Place, String)>,
    /// Other places that explain the finding, such as the first of two equal keys or a chain of includes.
    pub related: Vec<(Place, String)>,
    /// Lines of help, most of which explain how to fix the problem.
    pub help: Vec<String>,
    /// URLs of the pages that were being rendered when the problem was found; empty if it was found in another stage.
    pub pages: Vec<String>,
}

impl Diagnostic {
    /// Creates a finding with the severity of its code and without a place.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        Self {
            severity: code.severity,
            code,
            message: message.into(),
            place: None,
            related: Vec::new(),
            help: Vec::new(),
            pages: Vec::new(),
        }
    }

    /// Sets the place; `label` is printed beside its marker and may be empty.
    #[must_use]
    pub fn at(mut self, place: Place, label: impl Into<String>) -> Self {
        self.place = Some((place, label.into()));
        self
    }

    /// Sets the place, unless it is `None`.
    #[must_use]
    pub fn maybe_at(self, place: Option<Place>, label: impl Into<String>) -> Self {
        match place {
            Some(place) => self.at(place, label),
            None => self,
        }
    }

    /// Sets the place to the second of two conflicting places, and adds the first as a related place.
    #[must_use]
    pub fn at_duplicate(self, second: Place, first: Place) -> Self {
        self.at(second, "the second")
            .related(first, "the first is here")
    }

    /// Adds a place that explains the finding.
    #[must_use]
    pub fn related(mut self, place: Place, label: impl Into<String>) -> Self {
        self.related.push((place, label.into()));
        self
    }

    /// Adds a place that explains the finding, unless it is `None`.
    #[must_use]
    pub fn maybe_related(self, place: Option<Place>, label: impl Into<String>) -> Self {
        match place {
            Some(place) => self.related(place, label),
            None => self,
        }
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds a line of help, unless it is `None`.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help.extend(help);
        self
    }

    /// Returns the sort key: file, position, code, message.
    fn sort_key(&self) -> (&str, usize, &str, &str) {
        let (path, at) = self.place.as_ref().map_or(("", 0), |(place, _)| {
            (place.source.path.as_str(), place.span.start)
        });
        (path, at, self.code.name, &self.message)
    }
}

/// Sorts findings by place and removes duplicates.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    diagnostics.dedup();
}

/// Returns whether any of the findings is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics
        .iter()
        .any(|one| one.severity == Severity::Error)
}
