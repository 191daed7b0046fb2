//! What a form function is made from, read as a build of the site reads it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use crate::load::load_forms;
use crate::settings::{check_site, settings, typed};
use crate::site_config::SiteConfig;
use crate::sources::Schemas;
use crate::tree::Tree;
use diagnostic::{Diagnostic, has_errors};

/// What is read, as far as it is there.
const FILES: [&str; 3] = [
    "content/site.toml",
    "content/forms",
    "content/schemas/form.json",
];

/// The site's settings and its form definitions.
#[derive(Debug, Clone)]
pub struct FormSources {
    /// The settings.
    pub config: SiteConfig,
    /// Definitions by the stem of their file's name: `contact`. Facts are filled in, days are texts.
    pub forms: BTreeMap<String, Value>,
}

impl FormSources {
    /// Reads them from the project in `root`.
    ///
    /// # Errors
    /// Everything that is wrong with `site.toml` and the definitions.
    pub fn read(root: &Path) -> Result<Self, Vec<Diagnostic>> {
        let mut tree = Tree::default();
        let parts = FILES.iter().filter(|path| root.join(path).exists());
        for part in parts.map(|path| Tree::read(root, path)) {
            tree.texts.extend(part.texts);
            tree.unreadable.extend(part.unreadable);
            tree.problems.extend(part.problems);
        }
        Self::of(&tree)
    }

    fn of(tree: &Tree) -> Result<Self, Vec<Diagnostic>> {
        let mut found: Vec<Diagnostic> = tree.problems.values().cloned().collect();
        let Some((toml, site)) = settings(tree, "content/site.toml", &mut found) else {
            return Err(found);
        };
        check_site(&site, &toml, &mut found);
        let schemas = Schemas {
            tree,
            files: &Arc::default(),
        };
        let forms = load_forms(tree, &schemas, &site, &mut found);
        match typed(&site, &toml, &mut found) {
            Some(config) if !has_errors(&found) => Ok(Self { config, forms }),
            _ => Err(found),
        }
    }
}
