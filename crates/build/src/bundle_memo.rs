//! Results of the theme and the widgets that are kept for the next build.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use content::Content;
use render::{Templates, Theme};

use crate::islands::IslandRenderer;
use crate::project::{Inputs, Project};
use crate::site_assets::SiteAssets;

/// Bundle and parsed templates of the last build. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct BundleMemo {
    assets: Option<SiteAssets>,
    theme: Option<Arc<Theme>>,
    islands: Option<Arc<IslandRenderer>>,
}

impl BundleMemo {
    /// Bundles styles and scripts, and parses the templates, if anything that they are made from has changed.
    pub fn update(
        &mut self,
        project: &Project,
        inputs: &Inputs,
        content: &Content,
        templates: &Templates,
        changed: &BTreeSet<PathBuf>,
    ) -> (&SiteAssets, Arc<Theme>, Arc<IslandRenderer>) {
        let is_current = |assets: &SiteAssets| assets.is_current(project, content, changed);
        if !self.assets.as_ref().is_some_and(is_current) {
            self.islands = None;
            self.assets = None;
        }
        let read = || SiteAssets::read(project, content, inputs);
        let known = self.theme.take().filter(|theme| theme.has(templates));
        let (assets, theme) = rayon::join(
            || &*self.assets.get_or_insert_with(read),
            || known.unwrap_or_else(|| Arc::new(Theme::new(templates.clone()))),
        );
        self.theme = Some(Arc::clone(&theme));
        let islands = || Arc::new(IslandRenderer::new(project, assets));
        let islands = Arc::clone(self.islands.get_or_insert_with(islands));
        (assets, theme, islands)
    }
}
