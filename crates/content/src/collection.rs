//! Collections: a rule of `structure.toml` with its documents.

use std::sync::Arc;

use crate::document::Document;
use crate::structure::CollectionRule;

/// A collection.
#[derive(Debug, Clone)]
pub struct Collection {
    /// What `structure.toml` says about it.
    pub rule: CollectionRule,
    /// Documents, sorted as the rule says.
    pub documents: Vec<Arc<Document>>,
    /// Documents that are not part of the site now, each with the reason.
    pub hidden: Vec<(Arc<Document>, String)>,
}
