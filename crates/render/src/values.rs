//! Documents, lists and terms as templates see them. Copies of a value share its content.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use content::{Collection, CollectionRule, Content, Document};
use diagnostic::{ByFingerprint, Fingerprint, Fingerprinter};
use rayon::prelude::*;
use tera::{Map, Value};

use crate::listing::Listing;
use crate::route::{Plan, PlannedTerm, document_url, permalink};

/// Answer of a template function.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The value.
    pub value: Value,
    /// Fingerprint of what the value is made from.
    pub fingerprint: Fingerprint,
}

/// Entries of a collection in the main language.
#[derive(Debug)]
struct Entries {
    /// Documents in order.
    documents: Vec<Arc<Document>>,
    /// The documents' values as one list.
    list: Answer,
    /// Indexes of the documents by slug, made when a template asks for one.
    by_slug: OnceLock<HashMap<String, usize>>,
}

/// Values that template functions answer with.
#[derive(Debug, Default)]
pub struct Values {
    collections: BTreeMap<String, Entries>,
    /// Value of each document without errors, by the fingerprint of its entry.
    by_document: ByFingerprint<Value>,
    /// Documents with errors, by collection and slug.
    pub unusable: BTreeSet<(String, String)>,
    /// Terms of each taxonomy.
    pub taxonomies: BTreeMap<String, Answer>,
}

/// Returns a table with these fields.
pub fn table<const N: usize>(fields: [(&'static str, Value); N]) -> Value {
    Value::from(map(fields))
}

fn map<const N: usize>(fields: [(&'static str, Value); N]) -> Map {
    let mut map = Map::default();
    for (key, value) in fields {
        map.insert(key.into(), value);
    }
    map
}

impl Values {
    /// Makes the values of a site. Those of unchanged documents are taken from `earlier`, the values of a build with the same
    /// settings.
    pub fn new(content: &Content, plan: &Plan, earlier: &Self) -> Self {
        let mut values = Self::default();
        for collection in &content.collections {
            values.add(content, collection, earlier);
        }
        for (name, terms) in &plan.taxonomies {
            let fingerprints = terms.iter().map(|one| one.fingerprint());
            let answer = Answer {
                value: Value::from(terms.iter().map(|one| term(one)).collect::<Vec<_>>()),
                fingerprint: Fingerprinter::default().parts(fingerprints).finish(),
            };
            values.taxonomies.insert(name.clone(), answer);
        }
        values
    }

    fn add(&mut self, content: &Content, collection: &Collection, earlier: &Self) {
        let name = &collection.rule.name;
        let usable: Vec<(&Arc<Document>, Value)> = collection
            .documents
            .par_iter()
            .with_min_len(256)
            .filter(|document| document.valid)
            .map(|document| {
                let known = earlier.by_document.get(&document.entry).cloned();
                let value = known.unwrap_or_else(|| entry(content, &collection.rule, document));
                (document, value)
            })
            .collect();
        let unusable = collection.documents.iter().filter(|one| !one.valid);
        let unusable = unusable.map(|one| (name.clone(), one.slug.clone()));
        self.unusable.extend(unusable);
        let mut documents = Vec::new();
        let mut list = Vec::new();
        let mut fingerprint = Fingerprinter::default();
        for (document, value) in usable {
            if document.lang == content.config.language {
                documents.push(Arc::clone(document));
                list.push(value.clone());
                fingerprint = fingerprint.part(document.entry);
            }
            self.by_document.insert(document.entry, value);
        }
        let entries = Entries {
            documents,
            list: Answer {
                value: Value::from(list),
                fingerprint: fingerprint.finish(),
            },
            by_slug: OnceLock::new(),
        };
        self.collections.insert(name.clone(), entries);
    }

    /// Returns all entries of a collection in the main language, in order.
    pub fn collection(&self, name: &str) -> Option<&Answer> {
        Some(&self.collections.get(name)?.list)
    }

    /// Returns the names of all collections.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.collections.keys().map(String::as_str)
    }

    /// Returns an entry in the main language by its slug.
    pub fn entry(&self, collection: &str, slug: &str) -> Option<Answer> {
        let Entries {
            documents, by_slug, ..
        } = self.collections.get(collection)?;
        let by_slug = by_slug.get_or_init(|| {
            let slugs = documents.iter().map(|one| one.slug.clone());
            slugs.zip(0..).collect()
        });
        let document = &documents[*by_slug.get(slug)?];
        Some(Answer {
            value: self.by_document.get(&document.entry)?.clone(),
            fingerprint: document.entry,
        })
    }

    /// Returns the slugs of a collection.
    pub fn slugs(&self, collection: &str) -> impl Iterator<Item = &str> {
        let entries = self.collections.get(collection).into_iter();
        entries.flat_map(|one| one.documents.iter().map(|document| document.slug.as_str()))
    }

    /// Returns the fields of a document, or an empty table if it has errors.
    pub fn fields(&self, document: &Document) -> Map {
        let value = self.by_document.get(&document.entry);
        value.and_then(Value::as_map).cloned().unwrap_or_default()
    }

    /// Returns documents as a list.
    pub fn entries(&self, documents: &[Arc<Document>]) -> Value {
        let values = documents.iter().map(|one| {
            let value = self.by_document.get(&one.entry).cloned();
            value.unwrap_or_else(|| Value::from(Map::default()))
        });
        Value::from(values.collect::<Vec<_>>())
    }

    /// Returns `paginator` for a page of a list.
    pub fn paginator(&self, listing: &Listing) -> Value {
        let urls = &listing.pages.urls;
        let mut map = map([
            ("number", Value::from(listing.number)),
            ("total", Value::from(urls.len())),
            ("count", Value::from(listing.count)),
            ("per_page", Value::from(listing.per_page)),
            ("lead", self.entries(&listing.lead)),
            ("items", self.entries(&listing.items)),
            ("first_url", Value::from(urls[0].as_str())),
            ("pages", listing.pages.value(page_list)),
        ]);
        let previous = listing.number.checked_sub(2);
        for (key, index) in [
            ("previous_url", previous),
            ("next_url", Some(listing.number)),
        ] {
            if let Some(url) = index.and_then(|index| urls.get(index)) {
                map.insert(key.into(), Value::from(url.as_str()));
            }
        }
        Value::from(map)
    }
}

/// Returns a term as a table.
pub fn term(term: &PlannedTerm) -> Value {
    table([
        ("name", Value::from(term.name.as_str())),
        ("slug", Value::from(term.slug.as_str())),
        ("url", Value::from(term.url.as_str())),
        ("description", Value::from(term.description.as_str())),
        ("count", Value::from(term.count)),
    ])
}

fn page_list(urls: &[String]) -> Value {
    let pages = urls.iter().zip(1..).map(|(url, number): (_, usize)| {
        table([
            ("number", Value::from(number)),
            ("url", Value::from(url.as_str())),
        ])
    });
    Value::from(pages.collect::<Vec<_>>())
}

/// Returns a document's front matter, and values derived from it, as a table.
fn entry(content: &Content, rule: &CollectionRule, document: &Document) -> Value {
    let mut map = Map::default();
    for (key, value) in &document.fields {
        map.insert(key.clone().into(), Value::from_serializable(value));
    }
    let mut set = |key: &'static str, value: Value| drop(map.insert(key.into(), value));
    set("slug", Value::from(document.slug.as_str()));
    set("lang", Value::from(document.lang.as_str()));
    set("collection", Value::from(document.collection.as_str()));
    if let Some(url) = document_url(content, rule, document) {
        let words = document.words;
        let minutes = words.div_ceil(WORDS_PER_MINUTE).max(1);
        set("url", Value::from(url.as_str()));
        set("permalink", Value::from(permalink(content, &url)));
        set("words", Value::from(words));
        set("reading_minutes", Value::from(minutes));
    }
    Value::from(map)
}

/// Silent reading speed of adults, non-fiction: 238 words a minute (Brysbaert 2019), rounded down.
const WORDS_PER_MINUTE: usize = 230;
