//! Documents, lists, and terms as templates see them. Clones of a value share its data.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use content::{Collection, Content, Document, DocumentId};
use diagnostic::{Fingerprint, Fingerprinter};
use tera::value::Key;
use tera::{Map, Value};

use crate::entry_index::{Choice, EntryIndex};
use crate::listing::Listing;
use crate::route::{Plan, PlannedTerm, document_url, permalink};
use crate::summary;
use crate::table::{map, table};

/// Value of a document for templates: a table of its front matter, and of fields derived from the document, such as `url`. It is made
/// when a template first needs it, and depends only on the settings and on [`Document::entry`].
#[derive(Debug, Default)]
pub struct EntryValue(OnceLock<Value>);

impl EntryValue {
    /// Returns the value. `document` is the document that this is the value of, and `content` the content that it is part of.
    fn get(&self, content: &Content, document: &Document) -> &Value {
        self.0.get_or_init(|| value_of(content, document))
    }
}

fn value_of(content: &Content, document: &Document) -> Value {
    let mut map = Map::default();
    for (key, value) in &document.fields {
        map.insert(key.clone().into(), Value::from_serializable(value));
    }
    let mut set = |key: &'static str, value: Value| drop(map.insert(key.into(), value));
    set("slug", Value::from(document.slug.as_str()));
    set("lang", Value::from(document.lang.as_str()));
    set("collection", Value::from(document.collection.as_str()));
    let rule = content
        .collection(&document.collection)
        .map(|one| &one.rule);
    let url = rule.and_then(|rule| Some((rule, document_url(content, rule, document)?)));
    if let Some((rule, url)) = url {
        let words = document.words;
        let minutes = words.div_ceil(WORDS_PER_MINUTE).max(1);
        set("url", Value::from(url.as_str()));
        set("permalink", Value::from(permalink(content, &url)));
        set("words", Value::from(words));
        set("reading_minutes", Value::from(minutes));
        if rule.summaries {
            let description = summary::description(content, rule, document);
            set("description", Value::from(&*description));
            if document.text("summary").is_none() {
                let summary = summary::summary(content, rule, document);
                set("summary", Value::from(summary.as_str()));
            }
        }
    }
    map.shrink_to_fit();
    Value::from(map)
}

/// A document with its value.
#[derive(Debug)]
struct DocumentEntry {
    content: Arc<Content>,
    document: Arc<Document>,
    value: Arc<EntryValue>,
}

impl DocumentEntry {
    fn value(&self) -> &Value {
        self.value.get(&self.content, &self.document)
    }
}

/// A value that a template function returns.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The value.
    pub value: Value,
    /// Fingerprint of everything that the value is made from.
    pub fingerprint: Fingerprint,
}

/// Entries of a collection in one language.
#[derive(Debug)]
struct Entries {
    /// Entries in the order of the collection.
    all: Vec<Arc<DocumentEntry>>,
    /// Fingerprint of all entries.
    fingerprint: Fingerprint,
    /// Values of all entries as one list, created when a template first needs it.
    list: OnceLock<Value>,
    /// Index of each entry in `all` by its slug, created when a template first needs it.
    by_slug: OnceLock<HashMap<String, usize>>,
    /// Index of each entry in `all` by its path, created when a template first needs it.
    by_path: OnceLock<HashMap<String, usize>>,
    /// Entries by their values of each key, created when a template first needs them.
    by_key: OnceLock<HashMap<String, OnceLock<EntryIndex>>>,
}

impl Entries {
    fn new(all: Vec<Arc<DocumentEntry>>) -> Self {
        let entries = all.iter().map(|one| one.document.entry);
        Self {
            fingerprint: Fingerprinter::default().parts(entries).finish(),
            all,
            list: OnceLock::new(),
            by_slug: OnceLock::new(),
            by_path: OnceLock::new(),
            by_key: OnceLock::new(),
        }
    }

    /// Returns the entry with this slug, or `None` if there is none.
    fn find(&self, slug: &str) -> Option<&DocumentEntry> {
        let by_slug = self.by_slug.get_or_init(|| {
            let slugs = self.all.iter().map(|one| one.document.slug.clone());
            slugs.zip(0..).collect()
        });
        Some(&self.all[*by_slug.get(slug)?])
    }

    /// Returns the neighbors of the entry with this path, or `None` if there is no such entry.
    fn neighbors(&self, path: &str) -> Option<Neighbors<'_>> {
        let by_path = self.by_path.get_or_init(|| {
            let paths = self.all.iter().map(|one| one.document.path.clone());
            paths.zip(0..).collect()
        });
        let index = *by_path.get(path)?;
        Some(Neighbors {
            previous: index.checked_sub(1).map(|index| &*self.all[index]),
            next: self.all.get(index + 1).map(|one| &**one),
        })
    }

    /// Returns the entries by their values of a key, or `None` if no entry has this key.
    fn index(&self, key: &str) -> Option<&EntryIndex> {
        let values = || self.all.iter().map(|one| one.value());
        let by_key = self.by_key.get_or_init(|| {
            let maps = values().filter_map(Value::as_map);
            let keys = maps.flat_map(|map| map.keys().filter_map(Key::as_str));
            let keys: HashSet<&str> = keys.collect();
            keys.into_iter()
                .map(|key| (key.to_owned(), OnceLock::new()))
                .collect()
        });
        Some(
            by_key
                .get(key)?
                .get_or_init(|| EntryIndex::new(values(), key)),
        )
    }

    /// Returns the chosen entries.
    fn chosen(&self, choice: &Choice) -> impl Iterator<Item = &DocumentEntry> {
        let index = self.index(&choice.key);
        let positions = index.map(|index| index.positions(&choice.values, choice.limit));
        let positions = positions.into_iter().flatten();
        positions.map(|position| &*self.all[position])
    }

    /// Returns the first `limit` entries, or fewer if there are not that many.
    fn first(&self, limit: usize) -> &[Arc<DocumentEntry>] {
        &self.all[..limit.min(self.all.len())]
    }
}

/// The entries before and after another one in the order of its collection.
pub struct Neighbors<'a> {
    previous: Option<&'a DocumentEntry>,
    next: Option<&'a DocumentEntry>,
}

impl Neighbors<'_> {
    /// Returns the neighbors as templates see them: a table with `previous` and `next`, without the one that does not exist.
    pub fn value(&self) -> Value {
        let mut map = Map::default();
        for (key, entry) in [("previous", self.previous), ("next", self.next)] {
            if let Some(entry) = entry {
                map.insert(key.into(), entry.value().clone());
            }
        }
        Value::from(map)
    }

    /// Returns the fingerprint of the value that [`Neighbors::value`] returns.
    pub fn fingerprint(&self) -> Fingerprint {
        let of =
            |one: Option<&DocumentEntry>| one.map(|one| one.document.entry).unwrap_or_default();
        Fingerprint::of_all(&(of(self.previous), of(self.next)))
    }
}

/// Values that template functions return.
#[derive(Debug, Default)]
pub struct Values {
    /// Entries of each collection, by its name and by language.
    collections: BTreeMap<String, BTreeMap<String, Entries>>,
    /// Entries of each collection in the order of its documents; `None` for a document with errors.
    by_id: Vec<Vec<Option<Arc<DocumentEntry>>>>,
    /// Documents with errors, by collection and slug.
    pub unusable: BTreeSet<(String, String)>,
    /// Terms of each taxonomy by language.
    pub taxonomies: BTreeMap<String, BTreeMap<String, Answer>>,
}

/// Returns the entries in the main language, each replaced by its translation if there is one, and then the translations of none.
fn with_translations(
    main: &[Arc<DocumentEntry>],
    own: Vec<Arc<DocumentEntry>>,
) -> Vec<Arc<DocumentEntry>> {
    let path = |entry: &Arc<DocumentEntry>| entry.document.path.clone();
    let translations = own.iter().map(|one| (path(one), Arc::clone(one)));
    let mut translations: HashMap<String, Arc<DocumentEntry>> = translations.collect();
    let translated = main.iter().map(|one| translations.remove(&path(one)));
    let translated = translated
        .zip(main)
        .map(|(own, one)| own.unwrap_or_else(|| Arc::clone(one)));
    let mut all: Vec<Arc<DocumentEntry>> = translated.collect();
    all.extend(
        own.into_iter()
            .filter(|one| translations.contains_key(&path(one))),
    );
    all
}

impl Values {
    /// Creates the values of a site. `of_documents` are the values of its documents, in order.
    pub fn new(content: &Arc<Content>, plan: &Plan, of_documents: Vec<Arc<EntryValue>>) -> Self {
        let mut values = Self::default();
        let mut of_documents = of_documents.into_iter();
        for collection in &content.collections {
            values.add(content, collection, of_documents.by_ref());
        }
        for (name, languages) in &plan.taxonomies {
            let answers = languages.iter().map(|(lang, terms)| {
                let fingerprints = terms.iter().map(|one| one.fingerprint());
                let answer = Answer {
                    value: Value::from(terms.iter().map(|one| term(one)).collect::<Vec<_>>()),
                    fingerprint: Fingerprinter::default().parts(fingerprints).finish(),
                };
                (lang.clone(), answer)
            });
            values.taxonomies.insert(name.clone(), answers.collect());
        }
        values
    }

    fn add(
        &mut self,
        content: &Arc<Content>,
        collection: &Collection,
        of_documents: impl Iterator<Item = Arc<EntryValue>>,
    ) {
        let name = &collection.rule.name;
        let unusable = collection.documents.iter().filter(|one| !one.valid);
        let unusable = unusable.map(|one| (name.clone(), one.slug.clone()));
        self.unusable.extend(unusable);
        let mut all: BTreeMap<&str, Vec<Arc<DocumentEntry>>> = BTreeMap::new();
        let mut by_index = Vec::with_capacity(collection.documents.len());
        for (document, value) in collection.documents.iter().zip(of_documents) {
            if !document.valid {
                by_index.push(None);
                continue;
            }
            let entry = Arc::new(DocumentEntry {
                content: Arc::clone(content),
                document: Arc::clone(document),
                value,
            });
            let in_language = all.entry(&document.lang).or_default();
            in_language.push(Arc::clone(&entry));
            by_index.push(Some(entry));
        }
        self.by_id.push(by_index);
        let main = &content.config.language;
        let of_main = all.remove(main.as_str()).unwrap_or_default();
        let others = content.config.languages.keys().map(|lang| {
            let own = all.remove(lang.as_str()).unwrap_or_default();
            // Data that is not translated is the same in every language.
            let all = match collection.rule.route {
                Some(_) => own,
                None => with_translations(&of_main, own),
            };
            (lang.clone(), Entries::new(all))
        });
        let mut languages: BTreeMap<String, Entries> = others.collect();
        languages.insert(main.clone(), Entries::new(of_main));
        self.collections.insert(name.clone(), languages);
    }

    /// Returns the entries of a collection in a language of the site, in order: the first `limit` ones, or all. Returns `None` if
    /// there is no such collection.
    pub fn collection(&self, name: &str, lang: &str, limit: Option<usize>) -> Option<Value> {
        let entries = self.collections.get(name)?.get(lang)?;
        let values = |entries: &[Arc<DocumentEntry>]| {
            let values = entries.iter().map(|one| one.value().clone());
            Value::from(values.collect::<Vec<_>>())
        };
        Some(match limit {
            Some(limit) => values(entries.first(limit)),
            None => entries.list.get_or_init(|| values(&entries.all)).clone(),
        })
    }

    /// Returns the fingerprint of the value that [`Values::collection`] returns.
    pub fn collection_fingerprint(
        &self,
        name: &str,
        lang: &str,
        limit: Option<usize>,
    ) -> Option<Fingerprint> {
        let entries = self.collections.get(name)?.get(lang)?;
        Some(match limit {
            Some(limit) => {
                let entries = entries.first(limit).iter().map(|one| one.document.entry);
                Fingerprinter::default().parts(entries).finish()
            }
            None => entries.fingerprint,
        })
    }

    /// Returns the entries of a collection in a language by their values of a key. Returns `None` if none has this key.
    pub fn index(&self, collection: &str, lang: &str, key: &str) -> Option<&EntryIndex> {
        self.collections.get(collection)?.get(lang)?.index(key)
    }

    /// Returns the chosen entries as a list. Returns `None` if there is no such collection.
    pub fn chosen(&self, choice: &Choice) -> Option<Value> {
        let entries = self
            .collections
            .get(&choice.collection)?
            .get(&choice.lang)?;
        let values = entries.chosen(choice).map(|one| one.value().clone());
        Some(Value::from(values.collect::<Vec<_>>()))
    }

    /// Returns the fingerprint of the value that [`Values::chosen`] returns, or `None` if no document has one of the values any more.
    pub fn chosen_fingerprint(&self, choice: &Choice) -> Option<Fingerprint> {
        let entries = self
            .collections
            .get(&choice.collection)?
            .get(&choice.lang)?;
        let index = entries.index(&choice.key)?;
        let are_known = choice.values.iter().all(|value| index.has(value));
        let fingerprints = entries.chosen(choice).map(|one| one.document.entry);
        are_known.then(|| Fingerprinter::default().parts(fingerprints).finish())
    }

    /// Returns the entry of a document, or `None` if the document has errors.
    fn of(&self, id: DocumentId) -> Option<&DocumentEntry> {
        self.by_id.get(id.collection)?.get(id.index)?.as_deref()
    }

    /// Returns the neighbors of a document in its collection and language. Returns `None` if it has errors.
    pub fn neighbors(&self, id: DocumentId) -> Option<Neighbors<'_>> {
        let document = &self.of(id)?.document;
        let languages = self.collections.get(&document.collection)?;
        languages.get(&document.lang)?.neighbors(&document.path)
    }

    /// Returns whether a document of a collection has errors.
    pub fn has_faulty(&self, collection: &str) -> bool {
        self.unusable.iter().any(|(name, _)| name == collection)
    }

    /// Returns the names of all collections.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.collections.keys().map(String::as_str)
    }

    /// Returns the first entry with this slug in one of the `languages`, or `None` if there is none.
    pub fn entry(&self, collection: &str, slug: &str, languages: [&str; 2]) -> Option<&Value> {
        Some(self.find(collection, slug, languages)?.value())
    }

    /// Returns the fingerprint of the value that [`Values::entry`] returns.
    pub fn entry_fingerprint(
        &self,
        collection: &str,
        slug: &str,
        languages: [&str; 2],
    ) -> Option<Fingerprint> {
        let entry = self.find(collection, slug, languages)?;
        Some(entry.document.entry)
    }

    fn find(&self, collection: &str, slug: &str, languages: [&str; 2]) -> Option<&DocumentEntry> {
        let collection = self.collections.get(collection)?;
        let mut languages = languages.iter().filter_map(|lang| collection.get(*lang));
        languages.find_map(|entries| entries.find(slug))
    }

    /// Returns the slugs of the entries of a collection in a language.
    pub fn slugs(&self, collection: &str, lang: &str) -> impl Iterator<Item = &str> {
        let entries = self.collections.get(collection);
        let entries = entries
            .and_then(|languages| languages.get(lang))
            .into_iter();
        let entries = entries.flat_map(|one| &one.all);
        entries.map(|entry| entry.document.slug.as_str())
    }

    /// Returns the fields of a document, or an empty table if it has errors.
    pub fn fields(&self, id: DocumentId) -> Map {
        let fields = self.of(id).and_then(|entry| entry.value().as_map());
        fields.cloned().unwrap_or_default()
    }

    /// Returns the values of documents as a list.
    pub fn entries(&self, documents: &[DocumentId]) -> Value {
        let values = documents.iter().map(|id| match self.of(*id) {
            Some(entry) => entry.value().clone(),
            None => Value::from(Map::default()),
        });
        Value::from(values.collect::<Vec<_>>())
    }

    /// Returns the value of `page.paginator` on a page of a list.
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
            ("pages", listing.pages.value.clone()),
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

/// Returns a term as templates see it.
pub fn term(term: &PlannedTerm) -> Value {
    table([
        ("name", Value::from(term.name.as_str())),
        ("title", Value::from(term.title.as_str())),
        ("slug", Value::from(term.slug.as_str())),
        ("url", Value::from(term.url.as_str())),
        ("description", Value::from(term.description.as_str())),
        ("count", Value::from(term.count)),
    ])
}

/// Reading speed for `reading_minutes`. Adults read non-fiction silently at 238 words per minute (Brysbaert 2019), here rounded
/// down.
const WORDS_PER_MINUTE: usize = 230;
