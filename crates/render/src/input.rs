//! The input of rendering.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::Content;

use crate::asset_index::AssetIndex;
use crate::cached_pages::ChunkStore;
use crate::rendered::RenderedPage;
use crate::route::Plan;
use crate::template::graph::Templates;

/// Input other than the content and the theme. Rendering the same input again produces the same bytes.
#[derive(Debug, Clone)]
pub struct Build {
    /// Today's date in the site's time zone.
    pub date: jiff::civil::Date,
    /// Base URL of the form function, without a trailing slash: `/api`.
    pub api_url: String,
}

/// Pages to render before all others.
#[derive(Clone, Copy)]
pub struct First<'a> {
    /// URLs of the pages.
    pub urls: &'a [String],
    /// Called with the rendered pages, unless one of them is missing or has diagnostics.
    pub show: &'a dyn Fn(Vec<Arc<RenderedPage>>),
}

/// Everything that a site is rendered from.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The checked content.
    pub content: &'a Content,
    /// The routes.
    pub plan: &'a Plan,
    /// The theme's templates.
    pub templates: &'a Templates,
    /// Files, pictures, and islands.
    pub assets: &'a Arc<AssetIndex>,
    /// Values that `form(name=…)` returns to templates, by the name of the form. They lack `action`, the URL that the form
    /// posts to. A form whose definition has errors is null.
    pub forms: &'a BTreeMap<String, serde_json::Value>,
    /// Today's date and the URL of the form function.
    pub build: &'a Build,
    /// Store for pages that would take too much memory; `None` keeps all pages in memory.
    pub store: Option<&'a dyn ChunkStore>,
    /// Pages to render before all others.
    pub first: Option<First<'a>>,
}
