//! The outcome of rendering a route.

use diagnostic::Diagnostic;

use crate::recorder::Query;
use crate::rendered::RenderedPage;

/// The outcome of rendering a route.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The page; `None` if its template is missing or fails. A page whose Markdown has errors is rendered nevertheless, so that
    /// its links can be checked.
    pub page: Option<Box<RenderedPage>>,
    /// Queries of the page.
    pub queries: Vec<Query>,
    /// Diagnostics of the page.
    pub diagnostics: Vec<Diagnostic>,
    /// Diagnostics that the template caused while it rendered the page. Other pages with the same template may have the same ones.
    pub template_diagnostics: Vec<Diagnostic>,
}
