//! Checks the types of widgets after a build that did not wait for it.

use assets::TypeCheck;

use crate::project::Project;
use crate::site_assets::SiteAssets;

/// A check of the widgets of a site.
#[derive(Debug, Clone)]
pub struct WidgetCheck {
    /// Key of the bundle to check. The same key always has the same result.
    pub key: String,
    project: Project,
    theme: String,
}

impl WidgetCheck {
    /// Returns the check that a site's assets need, if any.
    pub(crate) fn of(project: &Project, assets: &SiteAssets) -> Option<Self> {
        let key = assets.unchecked.clone()?;
        Some(Self {
            key,
            project: project.clone(),
            theme: assets.theme.clone(),
        })
    }

    /// Checks the types. The result is in the cache then, where the next build finds it.
    pub fn run(&self) {
        SiteAssets::with_bundle_inputs(&self.project, &self.theme, |inputs| {
            drop(assets::bundle(inputs, TypeCheck::Now));
        });
    }
}
