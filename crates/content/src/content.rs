//! The checked content of a site.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Fingerprint, Fingerprinter};
use jiff::civil::Date;
use serde_json::Value;

use crate::collection::Collection;
use crate::document::{Document, DocumentId};
use crate::order::{SortKey, sorted};
use crate::site_config::SiteConfig;
use crate::structure::{CollectionRule, Structure};
use crate::toml_text::TomlText;
use crate::translated_settings::TranslatedSettings;

/// Everything below `content/`, checked.
#[derive(Debug, Clone, Default)]
pub struct Content {
    /// The settings of `site.toml` that this program uses.
    pub config: SiteConfig,
    /// Whether `site.toml` is valid. If not, findings of later stages may be mere consequences of its errors.
    pub are_settings_valid: bool,
    /// The whole of `site.toml`, which templates and text refer to as `site`.
    pub site: Value,
    /// The rules that `structure.toml` declares.
    pub structure: Structure,
    /// Text of `structure.toml`, used to locate the values that findings are about.
    pub structure_toml: TomlText,
    /// The menus in `menus.toml`; an empty table if the site has no such file.
    pub menus: Value,
    /// Whether `menus.toml` is valid. If not, findings about templates that use a menu may be mere consequences of its errors.
    pub are_menus_valid: bool,
    /// The words in `words.toml`; an empty table if the site has no such file.
    pub words: Value,
    /// What pages in the other languages of the site read instead of `site`, `menus`, and `words`, by language.
    pub translations: Arc<BTreeMap<String, TranslatedSettings>>,
    /// Collections in the order of `structure.toml`.
    pub collections: Vec<Collection>,
    /// Form definitions by name; null if the file cannot be read.
    pub forms: BTreeMap<String, Value>,
    /// Paths of the files in `content/` that are not text, mostly pictures; relative to `content/` and sorted.
    pub files: Arc<Vec<String>>,
    /// Fingerprint of everything that documents depend on besides their own file: settings, schemas, names of pictures, the
    /// selection.
    pub dependencies: Fingerprint,
}

impl Content {
    /// Returns the collection with this name, or `None` if it does not exist.
    pub fn collection(&self, name: &str) -> Option<&Collection> {
        self.collections.iter().find(|one| one.rule.name == name)
    }

    /// Returns a document of this content.
    pub fn document(&self, id: DocumentId) -> &Arc<Document> {
        &self.collections[id.collection].documents[id.index]
    }

    /// Returns the rule of a document's collection.
    pub fn rule_of(&self, id: DocumentId) -> &CollectionRule {
        &self.collections[id.collection].rule
    }

    /// Returns the documents of a collection in their order, each with its position. There are none if there is no such collection.
    pub fn documents(
        &self,
        collection: &str,
    ) -> impl Iterator<Item = (DocumentId, &Arc<Document>)> {
        let mut collections = self.collections.iter().enumerate();
        let found = collections.find(|(_, one)| one.rule.name == collection);
        found.into_iter().flat_map(|(collection, one)| {
            let documents = one.documents.iter().enumerate();
            documents.map(move |(index, one)| (DocumentId { collection, index }, one))
        })
    }

    /// Returns the documents of collections in a language that have no errors: those of one collection in its order, those of several
    /// in the order that the first one's `sort` defines or, without one, one collection after the other.
    pub fn listed(&self, collections: &[String], lang: &str) -> Vec<DocumentId> {
        let documents = collections.iter().flat_map(|name| self.documents(name));
        let documents = documents.filter(|(_, one)| one.valid && one.lang == lang);
        match self.structure.sort_of(collections) {
            Some(key) if collections.len() > 1 => {
                sorted(documents, &SortKey::new(key, &self.config))
            }
            _ => documents.map(|(id, _)| id).collect(),
        }
    }

    /// Returns the rules of `structure.toml` with the texts that pages in a language show.
    pub fn structure_in(&self, lang: &str) -> &Structure {
        let translation = self.translations.get(lang);
        translation.map_or(&self.structure, |translation| &translation.structure)
    }

    /// Returns the main language of the site, and then the others.
    pub fn languages(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.config.language).chain(self.config.languages.keys())
    }

    /// Returns the fingerprint of everything that routes are planned from: the settings, and the routing of each document, in order.
    pub fn routing(&self) -> Fingerprint {
        let collections = self.collections.iter();
        let all = Fingerprinter::default().part(self.dependencies);
        let all = collections.fold(all, |all, one| {
            let documents = one.documents.iter();
            let documents = documents.fold(all, |all, one| {
                all.part(one.routing).number(usize::from(one.valid))
            });
            one.hidden.iter().fold(documents, |all, (one, why)| {
                let all = all.part(one.routing).number(usize::from(one.valid));
                all.part(Fingerprint::of(why))
            })
        });
        all.finish()
    }

    /// Returns `site.toml` as pages in a language see it.
    pub fn site_in(&self, lang: &str) -> &Value {
        let translation = self.translations.get(lang);
        translation.map_or(&self.site, |translation| &translation.site)
    }

    /// Returns whether a file has a document that is no longer part of the site, because the day of its `expire` has come.
    pub fn has_expired(&self, file: &str, today: Date) -> bool {
        let hidden = self.collections.iter().flat_map(|one| &one.hidden);
        let mut documents = hidden.map(|(document, _)| document);
        documents.any(|document| {
            let expire = document.date("expire");
            document.source().path == file && expire.is_some_and(|day| day <= today)
        })
    }

    /// Returns the documents of all collections, in their order.
    pub fn all_documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.collections.iter().flat_map(|one| &one.documents)
    }

    /// Returns the documents with errors.
    pub fn faulty_documents(&self) -> impl Iterator<Item = &Document> {
        let documents = self.all_documents().map(AsRef::as_ref);
        documents.filter(|one| !one.valid)
    }

    /// Returns a copy for a preview, in which documents with errors count as valid and, if `unpublished` is set, drafts and documents
    /// that are published after `today` are part of the site. A file that could not be split into front matter and Markdown stays
    /// invalid. Returns `None` if there are no such documents.
    pub fn for_preview(&self, unpublished: bool, today: Date) -> Option<Self> {
        let mut content = self.clone();
        let mut is_same = self.faulty_documents().next().is_none();
        for collection in content.collections.iter_mut().filter(|_| unpublished) {
            is_same &= !collection.show_unpublished(today, &self.config);
        }
        if is_same {
            return None;
        }
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
