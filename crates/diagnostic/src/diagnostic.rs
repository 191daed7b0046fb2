//! The one diagnostic type of every stage: what is wrong, where, and what to do about it.

use crate::code::Code;
use crate::source::Place;

/// Whether a finding stops the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The build stops before anything is written.
    Error,
    /// Worth knowing; the build goes on.
    Warning,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// What kind of finding it is.
    pub code: &'static Code,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where, if the finding belongs to a file, with a short label to stand at the marker.
    pub place: Option<(Place, String)>,
    /// Other places that explain it: the second of two sources, the chain of includes.
    pub related: Vec<(Place, String)>,
    /// What to do, one hint a line.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// A finding with the severity of its code and without a place.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        Self {
            severity: code.severity,
            code,
            message: message.into(),
            place: None,
            related: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Says where; `label` stands beside the marker and may be empty.
    #[must_use]
    pub fn at(mut self, place: Place, label: impl Into<String>) -> Self {
        self.place = Some((place, label.into()));
        self
    }

    /// Adds another place that explains the finding.
    #[must_use]
    pub fn related(mut self, place: Place, label: impl Into<String>) -> Self {
        self.related.push((place, label.into()));
        self
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds a line of help where there is one.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help.extend(help);
        self
    }

    /// What findings are ordered by: file, position, code.
    fn sort_key(&self) -> (&str, usize, &str, &str) {
        let (path, at) = self.place.as_ref().map_or(("", 0), |(place, _)| {
            (place.source.path.as_str(), place.span.start)
        });
        (path, at, self.code.name, &self.message)
    }
}

/// Puts findings into the order of their places and drops exact repetitions.
pub fn sort(found: &mut Vec<Diagnostic>) {
    found.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    found.dedup();
}

/// Whether any of the findings is an error.
pub fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|one| one.severity == Severity::Error)
}
