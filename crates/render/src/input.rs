//! What rendering takes.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::Content;

use crate::asset_index::AssetIndex;
use crate::route::Plan;
use crate::template::graph::Templates;

/// What is known of a build beside content and theme. Equal input gives equal bytes.
#[derive(Debug, Clone)]
pub struct Build {
    /// Today in the site's time zone.
    pub date: jiff::civil::Date,
    /// Base URL of the form function, without a trailing slash: `/api`.
    pub api_url: String,
}

/// Everything a site is rendered from.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The checked content.
    pub content: &'a Content,
    /// Its routes.
    pub plan: &'a Plan,
    /// The theme's templates.
    pub templates: &'a Templates,
    /// Files and islands.
    pub assets: &'a Arc<AssetIndex>,
    /// What `form(name=…)` returns to templates, except for `action`, the URL it posts to; null for a form whose definition
    /// has mistakes.
    pub forms: &'a BTreeMap<String, serde_json::Value>,
    /// What is not content.
    pub build: &'a Build,
}
