//! The findings of a build, and how much of the site it checked.

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

/// Collects the findings of a build.
pub struct Findings {
    /// The findings so far.
    pub all: Vec<Diagnostic>,
    /// Coverage at the error after which stages would report only its consequences; `None` before such an error.
    pub ended: Option<Coverage>,
}

impl Findings {
    /// Creates a collection with these findings. If `ended` is given, further findings are ignored.
    pub fn new(all: Vec<Diagnostic>, ended: Option<Coverage>) -> Self {
        Self { all, ended }
    }

    /// Adds the findings of a stage, unless [`Findings::end`] was called before.
    pub fn add(&mut self, more: impl IntoIterator<Item = Diagnostic>) {
        if self.ended.is_none() {
            self.all.extend(more);
        }
    }

    /// Makes [`Findings::add`] ignore the findings of later stages. Only the first call sets the coverage.
    pub fn end(&mut self, coverage: Coverage) {
        self.ended.get_or_insert(coverage);
    }
}
