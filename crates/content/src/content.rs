//! The checked content of a site.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Fingerprint, Fingerprinter};
use serde_json::Value;

use crate::collection::Collection;
use crate::document::Document;
use crate::site_config::SiteConfig;
use crate::structure::Structure;
use crate::toml_text::TomlText;

/// Everything below `content/`, checked.
#[derive(Debug, Clone)]
pub struct Content {
    /// The settings of `site.toml` that this program uses.
    pub config: SiteConfig,
    /// Whether `site.toml` is valid. If not, findings of later stages may be mere consequences of its errors.
    pub settings_ok: bool,
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

impl Content {
    /// Returns the content without its documents.
    #[must_use]
    pub fn without_documents(&self) -> Self {
        Self {
            config: self.config.clone(),
            site: self.site.clone(),
            structure: self.structure.clone(),
            structure_toml: self.structure_toml.clone(),
            menus: self.menus.clone(),
            collections: Vec::new(),
            forms: self.forms.clone(),
            files: Arc::clone(&self.files),
            ..*self
        }
    }

    /// Returns the documents with errors.
    pub fn faulty_documents(&self) -> impl Iterator<Item = &Document> {
        let collections = self.collections.iter();
        let documents = collections.flat_map(|collection| &collection.documents);
        documents.map(AsRef::as_ref).filter(|one| !one.valid)
    }

    /// Returns a copy in which documents with errors count as valid, for a preview. A file that could not be split into front
    /// matter and Markdown stays invalid. Returns `None` if no document has errors.
    pub fn with_faulty_documents(&self) -> Option<Self> {
        self.faulty_documents().next()?;
        let mut content = self.clone();
        let documents = content.collections.iter_mut();
        for document in documents.flat_map(|collection| &mut collection.documents) {
            if !document.valid && document.body.start > 0 {
                let faulty = Document::clone(document);
                *document = Arc::new(Document {
                    valid: true,
                    entry: Fingerprinter::default().part(faulty.entry).finish(),
                    ..faulty
                });
            }
        }
        Some(content)
    }
}
