//! The data that template functions and filters read.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use diagnostic::Fingerprint;
use tera::Value;

use crate::asset_index::AssetIndex;
use crate::recorder::Query;
use crate::values::Values;

/// The data that template functions and filters read.
#[derive(Debug, Default)]
pub struct FunctionData {
    /// Documents, collections, and taxonomies as template values.
    pub values: Values,
    /// Files, pictures, and islands.
    pub assets: Arc<AssetIndex>,
    /// Definitions of forms by name; null for a form whose definition has errors.
    pub forms: BTreeMap<String, Value>,
    /// `site.toml`, for facts in Markdown values.
    pub site: serde_json::Value,
    /// URLs of documents by source file, for links to `.md` files.
    pub by_source: Arc<HashMap<String, String>>,
    /// Whether menus or lists are missing because of errors in the content. Errors that may follow from that are not reported.
    pub incomplete: bool,
}

impl FunctionData {
    /// Returns the fingerprint of the answer to a query, or `None` if there is no answer.
    pub fn fingerprint(&self, query: &Query) -> Option<Fingerprint> {
        match query {
            Query::Collection(name, limit) => self.values.collection_fingerprint(name, *limit),
            Query::Entry(collection, slug) => self.values.entry_fingerprint(collection, slug),
            Query::Taxonomy(name) => Some(self.values.taxonomies.get(name)?.fingerprint),
            Query::Address(file) => Some(Fingerprint::of(self.by_source.get(file)?)),
        }
    }
}
