//! Checks the types of the widgets after a build that did not wait for the check.

use assets::TypeCheck;

use crate::project::Project;
use crate::site_assets::SiteAssets;

/// A type check of a site's widgets that is still to be run.
#[derive(Debug, Clone)]
pub struct WidgetCheck {
    /// Key of the bundle to check. Bundles with the same key have the same result.
    pub key: String,
    project: Project,
    theme: String,
}

impl WidgetCheck {
    /// Returns the check that a site's assets need, or `None` if they are already checked.
    pub(crate) fn of(project: &Project, assets: &SiteAssets) -> Option<Self> {
        let key = assets.unchecked.clone()?;
        Some(Self {
            key,
            project: project.clone(),
            theme: assets.theme.clone(),
        })
    }

    /// Checks the types, and stores the result in the cache for the next build.
    pub fn run(&self) {
        SiteAssets::with_bundle_inputs(&self.project, &self.theme, |inputs| {
            drop(assets::bundle(inputs, TypeCheck::Now));
        });
    }
}
