//! Documents, lists and settings as templates see them. Made once for a build; copies share their content.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use content::{Collection, CollectionRule, Content, Document};
use diagnostic::{ByFingerprint, Fingerprint, Fingerprinter};
use rayon::prelude::*;
use serde_json::json;
use tera::{Map, Value};

use crate::listing::Listing;
use crate::route::{Plan, PlannedTerm, Route, document_url};

/// A value with the fingerprint of what it is made from.
#[derive(Debug, Clone)]
pub struct Printed {
    /// The value. Copies share its content.
    pub value: Value,
    /// Of what it is made from.
    pub fingerprint: Fingerprint,
}

impl Default for Printed {
    /// An empty list.
    fn default() -> Self {
        Self {
            value: Value::from(Vec::<Value>::new()),
            fingerprint: Fingerprinter::default().finish(),
        }
    }
}

/// A document as templates see it.
#[derive(Debug)]
pub struct Entry {
    /// Its keys, for the page that shows it and adds its own.
    map: Map,
    /// The same, for all others.
    printed: Printed,
}

/// A collection's documents with their entries, and what templates ask of them.
#[derive(Debug, Default)]
struct Entries {
    /// The usable documents, in order.
    all: Vec<(Arc<Document>, Arc<Entry>)>,
    /// Entries of the main language, as one value.
    list: Printed,
    /// The same by slug, once somebody has asked for one.
    by_slug: OnceLock<HashMap<String, Arc<Entry>>>,
}

/// What template functions answer from.
#[derive(Debug, Default)]
pub struct Values {
    /// Main language of the site (BCP 47).
    language: String,
    collections: BTreeMap<String, Entries>,
    /// Every entry, and some that were, by the fingerprint of its document.
    by_document: ByFingerprint<Arc<Entry>>,
    /// Documents that exist but have errors, by collection and slug.
    pub unusable: BTreeSet<(String, String)>,
    /// Terms of each taxonomy.
    pub taxonomies: BTreeMap<String, Printed>,
}

/// A table from its fields.
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
    /// Values of everything planned. `earlier` are those of a build with the same settings: entries of documents that have
    /// not changed are taken from there.
    pub fn new(content: &Content, plan: &Plan, mut earlier: Self) -> Self {
        let mut values = Self {
            language: content.config.language.clone(),
            by_document: std::mem::take(&mut earlier.by_document),
            ..Self::default()
        };
        for collection in &content.collections {
            let name = &collection.rule.name;
            let known = earlier.collections.remove(name).unwrap_or_default();
            let entries = values.entries(content, collection, known);
            values.collections.insert(name.clone(), entries);
            let unusable = collection.documents.iter().filter(|one| !one.valid);
            let unusable = unusable.map(|one| (name.clone(), one.slug.clone()));
            values.unusable.extend(unusable);
        }
        let all = || values.collections.values().flat_map(|one| &one.all);
        if values.by_document.len() > 2 * all().count() {
            let all = all().map(|(document, entry)| (document.entry, Arc::clone(entry)));
            values.by_document = all.collect();
        }
        for (name, terms) in &plan.taxonomies {
            let fingerprint = terms.iter().fold(Fingerprinter::default(), |all, term| {
                all.text(&term.name)
                    .text(&term.slug)
                    .text(&term.url)
                    .text(&term.description)
                    .number(term.count)
            });
            let terms = Printed {
                value: Value::from(terms.iter().map(|one| term(one)).collect::<Vec<_>>()),
                fingerprint: fingerprint.finish(),
            };
            values.taxonomies.insert(name.clone(), terms);
        }
        values
    }

    /// The entries of a collection; those that are not among the earlier ones are noted.
    fn entries(&mut self, content: &Content, collection: &Collection, known: Entries) -> Entries {
        let all: Vec<(&Arc<Document>, Option<Arc<Entry>>)> = collection
            .documents
            .par_iter()
            .enumerate()
            .with_min_len(256)
            .filter(|(_, document)| document.valid)
            .map(|(index, document)| {
                let same = known.all.get(index);
                let same = same.filter(|(known, _)| Arc::ptr_eq(known, document));
                (document, same.map(|(_, entry)| Arc::clone(entry)))
            })
            .collect();
        let same = all.len() == known.all.len() && all.iter().all(|(_, entry)| entry.is_some());
        if same {
            return known;
        }
        let all: Vec<(Arc<Document>, Arc<Entry>, bool)> = all
            .into_par_iter()
            .with_min_len(256)
            .map(|(document, known)| {
                let known = known.or_else(|| self.by_document.get(&document.entry).cloned());
                let is_new = known.is_none();
                let entry =
                    known.unwrap_or_else(|| Arc::new(entry(content, &collection.rule, document)));
                (Arc::clone(document), entry, is_new)
            })
            .collect();
        for (document, entry, _) in all.iter().filter(|(_, _, is_new)| *is_new) {
            self.by_document.insert(document.entry, Arc::clone(entry));
        }
        let all: Vec<(Arc<Document>, Arc<Entry>)> = all
            .into_iter()
            .map(|(document, entry, _)| (document, entry))
            .collect();
        let one_language = content.config.languages.is_empty();
        let listed = || {
            let all = all.iter();
            all.filter(|(document, _)| one_language || document.lang == self.language)
        };
        let fingerprint = listed()
            .fold(Fingerprinter::default(), |all, (document, _)| {
                all.part(document.entry)
            })
            .finish();
        let list = if known.list.fingerprint == fingerprint {
            known.list
        } else {
            let values = listed().map(|(_, entry)| entry.printed.value.clone());
            Printed {
                value: Value::from(values.collect::<Vec<_>>()),
                fingerprint,
            }
        };
        Entries {
            all,
            list,
            by_slug: OnceLock::new(),
        }
    }

    /// All entries of a collection in the main language, in order.
    pub fn collection(&self, name: &str) -> Option<&Printed> {
        Some(&self.collections.get(name)?.list)
    }

    /// Names of collections.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.collections.keys().map(String::as_str)
    }

    fn by_slug(&self, collection: &str) -> Option<&HashMap<String, Arc<Entry>>> {
        let entries = self.collections.get(collection)?;
        Some(entries.by_slug.get_or_init(|| {
            let all = entries.all.iter();
            all.filter(|(document, _)| document.lang == self.language)
                .map(|(document, entry)| (document.slug.clone(), Arc::clone(entry)))
                .collect()
        }))
    }

    /// An entry by its slug, in the main language.
    pub fn entry(&self, collection: &str, slug: &str) -> Option<&Printed> {
        Some(&self.by_slug(collection)?.get(slug)?.printed)
    }

    /// Slugs of a collection.
    pub fn slugs(&self, collection: &str) -> impl Iterator<Item = &str> {
        let slugs = self.by_slug(collection).into_iter();
        slugs.flat_map(|by_slug| by_slug.keys().map(String::as_str))
    }

    /// The entry of a document; an empty table for one that is not usable.
    pub fn of(&self, document: &Document) -> Map {
        self.by_document
            .get(&document.entry)
            .map(|entry| entry.map.clone())
            .unwrap_or_default()
    }

    /// `paginator` of a list page.
    pub fn paginator(&self, listing: &Listing) -> Value {
        let urls = &listing.pages.urls;
        let entries = |documents: &[Arc<Document>]| {
            Value::from(
                documents
                    .iter()
                    .map(|one| match self.by_document.get(&one.entry) {
                        Some(entry) => entry.printed.value.clone(),
                        None => Value::from(Map::default()),
                    })
                    .collect::<Vec<_>>(),
            )
        };
        let mut map = map([
            ("number", Value::from(listing.number)),
            ("total", Value::from(urls.len())),
            ("count", Value::from(listing.count)),
            ("per_page", Value::from(listing.per_page)),
            ("lead", entries(&listing.lead)),
            ("items", entries(&listing.items)),
            ("first_url", Value::from(urls[0].as_str())),
            ("pages", listing.pages.value(page_list)),
        ]);
        if listing.number > 1 {
            map.insert(
                "previous_url".into(),
                Value::from(urls[listing.number - 2].as_str()),
            );
        }
        if let Some(next) = urls.get(listing.number) {
            map.insert("next_url".into(), Value::from(next.as_str()));
        }
        Value::from(map)
    }
}

/// A term as templates see it.
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
    Value::from(
        urls.iter()
            .enumerate()
            .map(|(index, url)| {
                table([
                    ("number", Value::from(index + 1)),
                    ("url", Value::from(url.as_str())),
                ])
            })
            .collect::<Vec<_>>(),
    )
}

/// A document's front matter and what follows from it.
fn entry(content: &Content, rule: &CollectionRule, document: &Document) -> Entry {
    let url = document_url(content, rule, document);
    let mut map = Map::default();
    for (key, value) in &document.fields {
        map.insert(key.clone().into(), Value::from_serializable(value));
    }
    map.insert("slug".into(), Value::from(document.slug.as_str()));
    map.insert("lang".into(), Value::from(document.lang.as_str()));
    map.insert(
        "collection".into(),
        Value::from(document.collection.as_str()),
    );
    if let Some(url) = url.as_deref() {
        let words = document.words;
        map.insert("url".into(), Value::from(url));
        map.insert("permalink".into(), Value::from(permalink(content, url)));
        map.insert("words".into(), Value::from(words));
        map.insert(
            "reading_minutes".into(),
            Value::from(words.div_ceil(WORDS_PER_MINUTE).max(1)),
        );
    }
    let printed = Printed {
        value: Value::from(map.clone()),
        fingerprint: document.entry,
    };
    Entry { map, printed }
}

/// Silent reading speed of adults, non-fiction: 238 words a minute (Brysbaert 2019), rounded down.
const WORDS_PER_MINUTE: usize = 230;

/// The whole address of a path.
pub fn permalink(content: &Content, url: &str) -> String {
    let base = content.config.base_url.trim_end_matches('/');
    if url == "/" {
        format!("{base}/")
    } else {
        format!("{base}{url}")
    }
}

/// `<title>` of a route: its own `meta_title`, or its title with the site's name where both fit.
pub fn meta_title(content: &Content, route: &Route) -> String {
    let own = route
        .document
        .as_ref()
        .filter(|_| route.listing.as_ref().is_none_or(|list| list.number == 1));
    if let Some(title) = own.and_then(|document| document.text("meta_title")) {
        return title.to_owned();
    }
    let config = &content.config;
    let with_name = format!("{}{}{}", route.title, config.title_separator, config.name);
    if with_name.chars().count() <= config.limits.title.saturating_sub(TITLE_RESERVE) {
        with_name
    } else {
        route.title.clone()
    }
}

/// The site's name is left out a little before the limit is reached: search results cut by width, not by count.
const TITLE_RESERVE: usize = 5;

/// Titles and addresses of the pages above a route, from the nearest up.
pub fn above<'a>(plan: &'a Plan, route: &'a Route) -> Vec<(&'a str, &'a str)> {
    let mut chain = Vec::new();
    let mut above = route.parent.as_deref().or_else(|| parent_path(&route.url));
    while let Some(url) = above {
        let parent = plan.routes.get(url);
        if let Some(parent) = parent {
            // A `parent` may lead back to a page below it.
            if chain.iter().any(|(_, known)| *known == parent.url) || parent.url == route.url {
                break;
            }
            chain.push((parent.title.as_str(), parent.url.as_str()));
        }
        above = parent
            .and_then(|parent| parent.parent.as_deref())
            .or_else(|| parent_path(url));
    }
    chain
}

/// The pages above a route, from the home page down, and the route itself.
pub fn breadcrumbs(plan: &Plan, route: &Route) -> Value {
    let mut chain = above(plan, route);
    chain.reverse();
    chain.push((&route.title, &route.url));
    Value::from_serializable(
        &chain
            .iter()
            .map(|(title, url)| json!({ "title": title, "url": url }))
            .collect::<Vec<_>>(),
    )
}

fn parent_path(url: &str) -> Option<&str> {
    if url == "/" {
        return None;
    }
    Some(url.rsplit_once('/').map_or(
        "/",
        |(parent, _)| if parent.is_empty() { "/" } else { parent },
    ))
}
