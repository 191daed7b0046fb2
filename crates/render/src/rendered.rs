//! Output of rendering.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::island::IslandCall;

/// Everything rendered.
#[derive(Debug, Default)]
pub struct Rendered {
    /// Pages sorted by URL. Islands are still placeholders.
    pub pages: Vec<Arc<RenderedPage>>,
    /// Feeds, calendars, sitemap and robots.txt, by path in the output.
    pub files: BTreeMap<String, String>,
}

/// A rendered page. Islands are still placeholders.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RenderedPage {
    /// URL of the page.
    pub url: String,
    /// Path in the output.
    pub output: String,
    /// The HTML.
    pub html: String,
    /// HTML of the document's text, for feeds.
    pub content: String,
    /// Islands of the page, each with the span of its placeholder.
    pub islands: Vec<(IslandCall, Range<usize>)>,
}
