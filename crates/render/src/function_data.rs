//! The data that template functions and filters read.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use diagnostic::Fingerprint;
use tera::Value;

use crate::asset_index::AssetIndex;
use crate::recorder::Query;
use crate::route::Plan;
use crate::values::{Neighbors, Values};

/// The data that template functions and filters read.
#[derive(Debug, Default)]
pub struct FunctionData {
    /// Documents, collections, and taxonomies as template values.
    pub values: Values,
    /// Files, pictures, and islands.
    pub assets: Arc<AssetIndex>,
    /// Definitions of forms by name; null for a form whose definition has errors.
    pub forms: BTreeMap<String, Value>,
    /// Main language of the site.
    pub main: String,
    /// `site.toml` in each language, for facts in Markdown values.
    pub sites: BTreeMap<String, serde_json::Value>,
    /// `words.toml` in each language.
    pub words: BTreeMap<String, serde_json::Value>,
    /// The routes, by which links to `.md` files and the neighbors of a page are found.
    pub plan: Arc<Plan>,
    /// Whether menus or lists are missing because of errors in the content. Errors that may follow from that are not reported.
    pub incomplete: bool,
}

/// The data as pages in one language see it.
#[derive(Debug, Default)]
pub struct LanguageData {
    /// The data of all languages.
    pub all: Arc<FunctionData>,
    /// The language.
    pub lang: String,
}

impl Deref for LanguageData {
    type Target = FunctionData;

    fn deref(&self) -> &FunctionData {
        &self.all
    }
}

impl LanguageData {
    /// Returns `site.toml` in this language.
    pub fn site(&self) -> &serde_json::Value {
        self.sites
            .get(&self.lang)
            .unwrap_or(&serde_json::Value::Null)
    }

    /// Returns a word in this language, or in the main language if it is not translated. Returns `None` if there is no such word.
    pub fn word(&self, key: &str) -> Option<&serde_json::Value> {
        let pointer = format!("/{}", key.replace('.', "/"));
        let in_language = |lang: &str| self.words.get(lang)?.pointer(&pointer);
        in_language(&self.lang).or_else(|| in_language(&self.main))
    }
}

impl FunctionData {
    /// Returns the fingerprint of the answer to a query, or `None` if there is no answer.
    pub fn fingerprint(&self, query: &Query) -> Option<Fingerprint> {
        match query {
            Query::Collection(name, lang, limit) => {
                self.values.collection_fingerprint(name, lang, *limit)
            }
            Query::Entry(collection, slug, lang) => {
                let languages = [lang, self.main.as_str()];
                self.values.entry_fingerprint(collection, slug, languages)
            }
            Query::Taxonomy(name, lang) => {
                Some(self.values.taxonomies.get(name)?.get(lang)?.fingerprint)
            }
            Query::Address(file) => Some(Fingerprint::of(self.plan.by_source.get(file)?)),
            Query::Neighbors(url) if self.plan.routes.contains(url) => {
                let neighbors = self.neighbors(url);
                Some(neighbors.map_or_else(Fingerprint::default, |one| one.fingerprint()))
            }
            // The renderer of the site answers the query of a text.
            Query::Neighbors(_) | Query::Text(_) => None,
            Query::Choice(choice) => self.values.chosen_fingerprint(choice),
        }
    }

    /// Returns the documents before and after the one at a URL, in the order of its collection. Returns `None` if the page at the URL
    /// is not made from a document of a collection, or if there is no such page.
    pub fn neighbors(&self, url: &str) -> Option<Neighbors<'_>> {
        let route = self.plan.routes.get(url)?;
        self.values.neighbors(route.document?)
    }
}
