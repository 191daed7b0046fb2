//! A collection: a rule in `structure.toml`, and the documents that it selects.

use std::sync::Arc;

use jiff::civil::Date;

use crate::document::Document;
use crate::order::{SortKey, sort};
use crate::selection::is_never_shown;
use crate::site_config::SiteConfig;
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
    /// Returns all documents, those last that are not part of the site today.
    pub fn with_hidden(&self) -> impl Iterator<Item = &Arc<Document>> + Clone {
        let hidden = self.hidden.iter().map(|(document, _)| document);
        self.documents.iter().chain(hidden)
    }

    /// Adds the hidden documents that are drafts, or are published after `today`. Returns whether there are any.
    pub(crate) fn show_unpublished(&mut self, today: Date, config: &SiteConfig) -> bool {
        let before = self.documents.len();
        self.hidden.retain(|(document, _)| {
            let expire = document.date("expire");
            let is_over = expire.is_some_and(|day| day <= today);
            if !is_over && !is_never_shown(&document.fields) {
                self.documents.push(Arc::clone(document));
                return false;
            }
            true
        });
        if self.documents.len() == before {
            return false;
        }
        match &self.rule.sort {
            Some(key) => sort(&mut self.documents, &SortKey::new(key, config)),
            None => self
                .documents
                .sort_by(|a, b| a.source().path.cmp(&b.source().path)),
        }
        true
    }

    /// Returns the documents in a language that have no errors.
    pub fn in_language(&self, lang: &str) -> impl Iterator<Item = &Arc<Document>> {
        let documents = self.documents.iter();
        documents.filter(move |document| document.valid && document.lang == lang)
    }
}
