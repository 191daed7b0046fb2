//! What rendering returns.

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
    /// Feeds, calendars, sitemap and robots.txt by path in the output.
    pub files: BTreeMap<String, String>,
}

/// A finished page. Islands are still placeholders.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RenderedPage {
    /// URL of the page.
    pub url: String,
    /// Path of its file, relative to the output folder.
    pub output: String,
    /// The HTML.
    pub html: String,
    /// HTML of the document's own text, for feeds.
    pub content: String,
    /// Islands on the page, with the bytes of their placeholders.
    pub islands: Vec<(IslandCall, Range<usize>)>,
}
