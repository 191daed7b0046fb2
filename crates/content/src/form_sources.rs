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
use crate::translated_settings::Languages;
use crate::tree::Tree;

/// The site's settings and its form definitions.
#[derive(Debug, Clone)]
pub struct FormSources {
    /// Settings of `site.toml`.
    pub config: SiteConfig,
    /// Form definitions by file name without extension (`contact`), with facts filled in and dates as strings.
    pub forms: BTreeMap<String, Value>,
}

impl FormSources {
    /// Reads the settings and the form definitions of the project in the folder `root`. Fails with the findings about `site.toml` and the
    /// definitions.
    pub fn read(root: &Path) -> Result<Self, Vec<Diagnostic>> {
        let tree = Tree::read_form_sources(root);
        let mut diagnostics: Vec<Diagnostic> = tree.problems.values().cloned().collect();
        let site = settings_file::read(&tree, "content/site.toml", &mut diagnostics);
        let Some((toml, site)) = site else {
            return Err(diagnostics);
        };
        let schemas = ProgramSchemas::default();
        let (config, findings) = check_site(&site, &toml, Some(&schemas.site), None, &[]);
        let are_complete = findings.is_empty();
        diagnostics.extend(findings);
        let Some(config) = config else {
            return Err(diagnostics);
        };
        let facts = Facts {
            site: &site,
            are_complete,
        };
        let languages = Languages::read(facts, |_, _| Vec::new(), &config, &tree, &mut diagnostics);
        let schema = Some(&schemas.form);
        let forms = read_forms(&tree, &config, &languages, schema, &mut diagnostics);
        if has_errors(&diagnostics) {
            return Err(diagnostics);
        }
        Ok(Self { config, forms })
    }
}
