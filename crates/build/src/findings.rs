//! Findings of a build, and how much of the site was checked.

use diagnostic::Diagnostic;

/// How much of the site a build checked before an error ended it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// The content. With errors in it, or in the files gathered beside it, nothing can be rendered.
    Content,
    /// Content and templates. No page could be rendered.
    Templates,
    /// Pages as well.
    Pages {
        /// Number of pages that were rendered.
        made: usize,
        /// Number of pages that the site has without errors.
        planned: usize,
        /// Whether the pages have their styles, scripts and islands.
        whole: bool,
    },
}

/// Findings of a build.
pub struct Findings {
    /// The findings so far.
    pub all: Vec<Diagnostic>,
    /// How much was checked before an error because of which the following stages would only report its consequences.
    pub ended: Option<Coverage>,
}

impl Findings {
    /// Starts with findings; if `ended` is given, no more are added.
    pub fn new(all: Vec<Diagnostic>, ended: Option<Coverage>) -> Self {
        Self { all, ended }
    }

    /// Adds what a stage found, unless the stage could only report consequences.
    pub fn add(&mut self, more: impl IntoIterator<Item = Diagnostic>) {
        if self.ended.is_none() {
            self.all.extend(more);
        }
    }

    /// Ignores what the following stages find.
    pub fn end(&mut self, coverage: Coverage) {
        self.ended.get_or_insert(coverage);
    }
}
