//! The checked content of a site.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::Fingerprint;
use serde_json::Value;

use crate::collection::Collection;
use crate::site_config::SiteConfig;
use crate::structure::Structure;
use crate::toml_text::TomlText;

/// Everything below `content/`, checked.
#[derive(Debug, Clone)]
pub struct Content {
    /// The settings of `site.toml` that this program uses.
    pub config: SiteConfig,
    /// All of `site.toml`; templates and text refer to it as `site`.
    pub site: Value,
    /// `structure.toml`.
    pub structure: Structure,
    /// `structure.toml` as text, for places.
    pub structure_toml: TomlText,
    /// `menus.toml`; an empty table if there is none.
    pub menus: Value,
    /// `false` if `menus.toml` has errors: a template that fails because of a menu is not to blame then.
    pub menus_ok: bool,
    /// Collections in the order of `structure.toml`.
    pub collections: Vec<Collection>,
    /// Form definitions by name; null if one cannot be read.
    pub forms: BTreeMap<String, Value>,
    /// Paths of files below `content/` that are not text, mostly pictures; relative to it, sorted.
    pub files: Arc<Vec<String>>,
    /// Fingerprint of everything documents depend on beside their own file: settings, schemas, pictures, the selection.
    pub read_with: Fingerprint,
}
