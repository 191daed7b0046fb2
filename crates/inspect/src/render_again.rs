//! The function that renders a page again.

use render::RenderedPage;

/// Function that renders the page at a URL again. It returns the page with placeholders for islands, and its HTML with the islands
/// filled in.
pub type RenderAgain<'a> = dyn Fn(&str) -> (RenderedPage, String) + Sync + 'a;
