//! Documents, lists and settings as templates see them. Made once for a build; copies share their content.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use content::{ByFingerprint, CollectionRule, Content, Document, Fingerprint, Fingerprinter};
use rayon::prelude::*;
use serde_json::json;
use tera::{Map, Value};

use crate::route::{Listing, Plan, PlannedTerm, Route, document_url};

/// A value with the fingerprint of what it is made from.
#[derive(Debug, Clone)]
pub struct Printed {
    /// The value. Copies share its content.
    pub value: Value,
    /// Of what it is made from.
    pub fingerprint: Fingerprint,
}

/// A document as templates see it.
#[derive(Debug)]
pub struct Entry {
    /// Its keys, for the page that shows it and adds its own.
    map: Map,
    /// The same, for all others.
    printed: Printed,
}

/// Entries of earlier builds by the fingerprint of their documents. It holds as long as the settings do.
pub type Entries = ByFingerprint<Arc<Entry>>;

/// The entries of a collection with their documents, and the same by slug.
#[derive(Debug, Default)]
struct BySlug {
    entries: Vec<(Arc<Document>, Arc<Entry>)>,
    by_slug: OnceLock<HashMap<String, Arc<Entry>>>,
}

impl BySlug {
    fn entries(&self) -> &HashMap<String, Arc<Entry>> {
        self.by_slug.get_or_init(|| {
            let entries = self.entries.iter();
            entries
                .map(|(document, entry)| (document.slug.clone(), Arc::clone(entry)))
                .collect()
        })
    }
}

/// What template functions answer from.
#[derive(Debug, Default)]
pub struct Values {
    /// All entries of each collection, in order.
    pub collections: BTreeMap<String, Printed>,
    /// Entries of each collection by slug, in the main language, once somebody has asked for one.
    by_slug: HashMap<String, BySlug>,
    /// Every entry.
    pub entries: Entries,
    /// Documents that exist but have errors, by collection and slug.
    pub unusable: BTreeSet<(String, String)>,
    /// Terms of each taxonomy.
    pub taxonomies: BTreeMap<String, Printed>,
    /// Pages of each list, by the address of its first page.
    page_lists: HashMap<String, Value>,
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
    /// Values of everything planned. Entries are taken from `earlier` where their documents have not changed.
    pub fn new(content: &Content, plan: &Plan, earlier: &Entries) -> Self {
        let mut values = Self::default();
        for collection in &content.collections {
            let name = &collection.rule.name;
            let entries: Vec<(&Arc<Document>, Arc<Entry>)> = collection
                .documents
                .par_iter()
                .with_min_len(256)
                .filter(|document| document.valid)
                .map(|document| {
                    let entry = earlier
                        .get(&document.entry)
                        .cloned()
                        .unwrap_or_else(|| Arc::new(entry(content, &collection.rule, document)));
                    (document, entry)
                })
                .collect();
            let mut list = Vec::with_capacity(entries.len());
            let mut all = Fingerprinter::default();
            let mut in_main_language = Vec::with_capacity(entries.len());
            values.entries.reserve(entries.len());
            for (document, entry) in entries {
                if document.lang == content.config.language {
                    list.push(entry.printed.value.clone());
                    all = all.part(document.entry);
                    in_main_language.push((Arc::clone(document), Arc::clone(&entry)));
                }
                values.entries.insert(document.entry, entry);
            }
            let by_slug = BySlug {
                entries: in_main_language,
                by_slug: OnceLock::new(),
            };
            values.by_slug.insert(name.clone(), by_slug);
            let list = Printed {
                value: Value::from(list),
                fingerprint: all.finish(),
            };
            values.collections.insert(name.clone(), list);
            values.unusable.extend(
                collection
                    .documents
                    .iter()
                    .filter(|one| !one.valid)
                    .map(|one| (name.clone(), one.slug.clone())),
            );
        }
        for (name, terms) in &plan.taxonomies {
            let fingerprint = terms.iter().fold(Fingerprinter::default(), |all, term| {
                all.text(&term.name)
                    .text(&term.slug)
                    .text(&term.url)
                    .text(&term.description)
                    .number(term.documents.len())
            });
            let terms = Printed {
                value: Value::from(terms.iter().map(|one| term(one)).collect::<Vec<_>>()),
                fingerprint: fingerprint.finish(),
            };
            values.taxonomies.insert(name.clone(), terms);
        }
        for route in plan.routes.values() {
            if let Some(listing) = &route.listing
                && listing.number == 1
            {
                values
                    .page_lists
                    .insert(route.url.clone(), page_list(listing));
            }
        }
        values
    }

    /// An entry by its slug, in the main language.
    pub fn entry(&self, collection: &str, slug: &str) -> Option<&Printed> {
        Some(&self.by_slug.get(collection)?.entries().get(slug)?.printed)
    }

    /// Slugs of a collection.
    pub fn slugs(&self, collection: &str) -> impl Iterator<Item = &str> {
        let collection = self.by_slug.get(collection).into_iter();
        collection.flat_map(|one| one.entries().keys().map(String::as_str))
    }

    /// The entry of a document; an empty table for one that is not usable.
    pub fn of(&self, document: &Document) -> Map {
        self.entries
            .get(&document.entry)
            .map(|entry| entry.map.clone())
            .unwrap_or_default()
    }

    /// `paginator` of a list page.
    pub fn paginator(&self, listing: &Listing) -> Value {
        let entries = |documents: &[Arc<Document>]| {
            Value::from(
                documents
                    .iter()
                    .map(|one| match self.entries.get(&one.entry) {
                        Some(entry) => entry.printed.value.clone(),
                        None => Value::from(Map::default()),
                    })
                    .collect::<Vec<_>>(),
            )
        };
        let mut map = map([
            ("number", Value::from(listing.number)),
            ("total", Value::from(listing.urls.len())),
            ("count", Value::from(listing.count)),
            ("lead", entries(&listing.lead)),
            ("items", entries(&listing.items)),
            ("first_url", Value::from(listing.urls[0].as_str())),
            (
                "pages",
                self.page_lists
                    .get(&listing.urls[0])
                    .cloned()
                    .unwrap_or_else(|| page_list(listing)),
            ),
        ]);
        if listing.number > 1 {
            map.insert(
                "previous_url".into(),
                Value::from(listing.urls[listing.number - 2].as_str()),
            );
        }
        if let Some(next) = listing.urls.get(listing.number) {
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
        ("count", Value::from(term.documents.len())),
    ])
}

fn page_list(listing: &Listing) -> Value {
    Value::from(
        listing
            .urls
            .iter()
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
