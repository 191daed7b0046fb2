//! Documents, lists and settings as templates see them. Made once for a build; copies share their content.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use content::{Content, Document};
use serde_json::json;
use tera::{Map, Value};

use crate::plan::{Listing, Plan, PlannedTerm, Route, document_url};

/// What template functions answer from.
#[derive(Debug, Default)]
pub struct Values {
    /// All entries of each collection, in order.
    pub collections: BTreeMap<String, Value>,
    /// Entries by collection and slug.
    pub entries: HashMap<(String, String), Value>,
    /// Entries by collection and path of their file, for the pages that show them.
    by_document: HashMap<(String, String, String, String), Map>,
    /// Documents that exist but have errors, by collection and slug.
    pub unusable: BTreeSet<(String, String)>,
    /// Terms of each taxonomy.
    pub taxonomies: BTreeMap<String, Value>,
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

fn key(document: &Document) -> (String, String, String, String) {
    (
        document.collection.clone(),
        document.lang.clone(),
        document.source().path.clone(),
        document.pointer.clone(),
    )
}

impl Values {
    /// Values of everything planned.
    pub fn new(content: &Content, plan: &Plan) -> Self {
        use rayon::prelude::*;
        let mut values = Self::default();
        for collection in &content.collections {
            let name = &collection.rule.name;
            let maps: Vec<_> = collection
                .documents
                .par_iter()
                .filter(|document| document.valid)
                .map(|document| {
                    let url = document_url(content, &collection.rule, document);
                    (document, entry(content, document, url.as_deref()))
                })
                .collect();
            let mut list = Vec::with_capacity(maps.len());
            for (document, map) in maps {
                let value = Value::from(map.clone());
                if document.lang == content.config.language {
                    list.push(value.clone());
                    values
                        .entries
                        .insert((name.clone(), document.slug.clone()), value);
                }
                values.by_document.insert(key(document), map);
            }
            values.collections.insert(name.clone(), Value::from(list));
            values.unusable.extend(
                collection
                    .documents
                    .iter()
                    .filter(|one| !one.valid)
                    .map(|one| (name.clone(), one.slug.clone())),
            );
        }
        for (name, terms) in &plan.taxonomies {
            values.taxonomies.insert(
                name.clone(),
                Value::from(terms.iter().map(term).collect::<Vec<_>>()),
            );
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

    /// The entry of a document; an empty table for one that is not usable.
    pub fn of(&self, document: &Document) -> Map {
        self.by_document
            .get(&key(document))
            .cloned()
            .unwrap_or_default()
    }

    /// `paginator` of a list page.
    pub fn paginator(&self, listing: &Listing) -> Value {
        let entries = |documents: &[std::sync::Arc<Document>]| {
            Value::from(
                documents
                    .iter()
                    .map(|one| Value::from(self.of(one)))
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
fn entry(content: &Content, document: &Document, url: Option<&str>) -> Map {
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
    if let Some(url) = url {
        let words = document.markdown().split_whitespace().count();
        map.insert("url".into(), Value::from(url));
        map.insert("permalink".into(), Value::from(permalink(content, url)));
        map.insert("words".into(), Value::from(words));
        map.insert(
            "reading_minutes".into(),
            Value::from(words.div_ceil(WORDS_PER_MINUTE).max(1)),
        );
    }
    map
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

/// The pages above a route, from the home page down, and the route itself.
pub fn breadcrumbs(plan: &Plan, route: &Route) -> Value {
    let mut chain = vec![(route.title.clone(), route.url.clone())];
    let mut above = route.parent.clone().or_else(|| parent_path(&route.url));
    while let Some(url) = above {
        match plan.routes.get(&url) {
            Some(parent) => {
                chain.push((parent.title.clone(), parent.url.clone()));
                above = parent.parent.clone().or_else(|| parent_path(&url));
            }
            None => above = parent_path(&url),
        }
    }
    chain.reverse();
    Value::from_serializable(
        &chain
            .iter()
            .map(|(title, url)| json!({ "title": title, "url": url }))
            .collect::<Vec<_>>(),
    )
}

fn parent_path(url: &str) -> Option<String> {
    if url == "/" {
        return None;
    }
    Some(
        url.rsplit_once('/')
            .map_or(
                "/",
                |(parent, _)| if parent.is_empty() { "/" } else { parent },
            )
            .to_owned(),
    )
}
