//! Input of rendering.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::Content;

use crate::asset_index::AssetIndex;
use crate::kept::ChunkStore;
use crate::rendered::RenderedPage;
use crate::route::Plan;
use crate::template::graph::Templates;

/// Input that is neither content nor theme. Equal input gives equal bytes.
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
    /// Their URLs.
    pub urls: &'a [String],
    /// Called with the pages, if they have no diagnostics.
    pub show: &'a dyn Fn(Vec<Arc<RenderedPage>>),
}

/// Everything a site is rendered from.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The checked content.
    pub content: &'a Content,
    /// The routes.
    pub plan: &'a Plan,
    /// The theme's templates.
    pub templates: &'a Templates,
    /// Files and islands.
    pub assets: &'a Arc<AssetIndex>,
    /// What `form(name=…)` returns to templates, except for `action`, the URL that the form posts to; null for a form with
    /// errors in its definition.
    pub forms: &'a BTreeMap<String, serde_json::Value>,
    /// Everything else.
    pub build: &'a Build,
    /// Where pages go that would take too much memory; `None` keeps all of them in memory.
    pub store: Option<&'a dyn ChunkStore>,
    /// Pages to render before all others.
    pub first: Option<First<'a>>,
}
