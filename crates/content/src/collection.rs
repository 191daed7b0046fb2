//! A collection: a rule in `structure.toml`, and the documents that it selects.

use std::sync::Arc;

use crate::document::Document;
use crate::structure::CollectionRule;

/// A collection and its documents.
#[derive(Debug, Clone)]
pub struct Collection {
    /// The `[[collection]]` table in `structure.toml` that declares the collection.
    pub rule: CollectionRule,
    /// Documents, in the order that the rule's `sort` key defines.
    pub documents: Vec<Arc<Document>>,
    /// Documents that are not part of the site today, each with the reason.
    pub hidden: Vec<(Arc<Document>, String)>,
}

impl Collection {
    /// Returns the documents in a language that have no errors.
    pub fn in_language(&self, lang: &str) -> impl Iterator<Item = &Arc<Document>> {
        let documents = self.documents.iter();
        documents.filter(move |document| document.valid && document.lang == lang)
    }
}
