//! The parts of a site that the form function is built from.

use std::collections::BTreeMap;
use std::path::Path;

use diagnostic::{Diagnostic, has_errors};
use serde_json::Value;

use crate::fill_facts::Facts;
use crate::form_definitions::read_forms;
use crate::program_schemas::ProgramSchemas;
use crate::settings_file;
use crate::site_config::SiteConfig;
use crate::site_file::check_site;
use crate::tree::Tree;

/// Files and folders that the form function needs. Any of them may be missing.
const PATHS: [&str; 2] = ["content/site.toml", "content/forms"];

/// The site's settings and its form definitions.
#[derive(Debug, Clone)]
pub struct FormSources {
    /// Settings of `site.toml`.
    pub config: SiteConfig,
    /// Form definitions by file name without extension (`contact`), with facts filled in and dates as strings.
    pub forms: BTreeMap<String, Value>,
}

impl FormSources {
    /// Reads the settings and the form definitions of the project in the folder `root`.
    ///
    /// # Errors
    /// Returns the findings about `site.toml` and the definitions.
    pub fn read(root: &Path) -> Result<Self, Vec<Diagnostic>> {
        let tree = Tree::read_existing(root, &PATHS);
        let mut diagnostics: Vec<Diagnostic> = tree.problems.values().cloned().collect();
        let site = settings_file::read(&tree, "content/site.toml", &mut diagnostics);
        let Some((toml, site)) = site else {
            return Err(diagnostics);
        };
        let schemas = ProgramSchemas::default();
        let (config, mistakes) = check_site(&site, &toml, Some(&schemas.site), None, &[]);
        let facts = Facts {
            site: &site,
            are_complete: mistakes.is_empty(),
        };
        diagnostics.extend(mistakes);
        let forms = read_forms(&tree, facts, Some(&schemas.form), &mut diagnostics);
        match config {
            Some(config) if !has_errors(&diagnostics) => Ok(Self { config, forms }),
            _ => Err(diagnostics),
        }
    }
}
