//! From files to checked content: site, structure, menus, forms and every document of every collection.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use jiff::civil::Date;
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::facts;
use crate::front_matter;
use crate::schema::Schema;
use crate::site_config::SiteConfig;
use crate::source::{Place, Source};
use crate::structure::{CollectionRule, Structure};
use crate::suggest::did_you_mean;
use crate::tables::{Part, TomlText};
use crate::tree::Tree;

const FOLDER: &str = "content";
const STRUCTURE_SCHEMA: &str = include_str!("../schemas/structure.json");
const MENUS_SCHEMA: &str = include_str!("../schemas/menus.json");

/// Which documents a build takes in, beside the published ones.
#[derive(Debug, Clone, Copy)]
pub struct Selection {
    /// Today, in the site's time zone: what `publish` and `expire` are compared with.
    pub date: Date,
    /// Drafts too.
    pub drafts: bool,
    /// Documents whose `publish` date is still to come, too.
    pub future: bool,
}

/// A collection: its rule and its documents, in order.
#[derive(Debug, Clone)]
pub struct Collection {
    /// What `structure.toml` says of it.
    pub rule: CollectionRule,
    /// Its documents, in the order of the rule.
    pub documents: Vec<Arc<Document>>,
}

/// Everything below `content/`, checked.
#[derive(Debug, Clone)]
pub struct Content {
    /// What the engine reads of `site.toml`.
    pub config: SiteConfig,
    /// All of `site.toml`: `site` to templates and text.
    pub site: Value,
    /// `structure.toml`.
    pub structure: Structure,
    /// `structure.toml` as text, for places.
    pub structure_toml: TomlText,
    /// `menus.toml`; an empty table where there is none.
    pub menus: Value,
    /// Collections in the order of `structure.toml`.
    pub collections: Vec<Collection>,
    /// Form definitions by name.
    pub forms: BTreeMap<String, Value>,
    /// Files below `content/` that are not text, by path relative to it: pictures mostly.
    pub files: Arc<Vec<String>>,
}

/// Reads and checks everything below `root/content`.
///
/// Content comes back where `site.toml` and `structure.toml` can be used; documents with errors are marked as not valid
/// then, so that later stages can go on and report what they find.
pub fn load(root: &Path, selection: &Selection) -> (Option<Content>, Vec<Diagnostic>) {
    let (tree, mut found) = Tree::read(root, FOLDER);
    let (content, more) = assemble(tree, selection);
    found.extend(more);
    (content, found)
}

/// The same, from files that were read already.
pub fn assemble(tree: Tree, selection: &Selection) -> (Option<Content>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let files: Arc<Vec<String>> = Arc::new(
        tree.others
            .iter()
            .filter_map(|path| path.strip_prefix("content/"))
            .map(str::to_owned)
            .collect(),
    );
    let schemas = Schemas {
        tree: &tree,
        files: &files,
    };

    let site = settings(&tree, "content/site.toml", &mut found);
    let structure = settings(&tree, "content/structure.toml", &mut found);
    let (Some((site_toml, site)), Some((structure_toml, structure))) = (site, structure) else {
        return (None, found);
    };
    let before = found.len();
    if let Some(schema) = schemas.beside(&site_toml, "content/schemas/site.json", &mut found) {
        found.extend(schema.check(&site, &site_toml, "", &files));
    }
    found.extend(built_in(
        "structure.json",
        STRUCTURE_SCHEMA,
        &structure,
        &structure_toml,
    ));
    let config: Option<SiteConfig> = typed(&site, &site_toml, &mut found);
    let parsed: Option<Structure> = typed(&structure, &structure_toml, &mut found);
    let (Some(config), Some(structure)) = (config, parsed) else {
        return (None, found);
    };
    let settings_ok = found.len() == before;

    let menus_toml = tree.texts.get("content/menus.toml").map(TomlText::whole);
    let menus = menus_toml.map_or_else(
        || Value::Object(Map::new()),
        |toml| load_menus(&toml, &site, &mut found),
    );
    let forms = load_forms(&tree, &schemas, &site, &mut found);

    let mut collections = Vec::new();
    for (index, rule) in structure.collections.iter().enumerate() {
        let at =
            |key: &str| structure_toml.locate(&format!("/collection/{index}/{key}"), Part::Value);
        let schema = schemas.named(&rule.schema, || at("schema"), &mut found);
        let sources = match (&rule.dir, &rule.file) {
            (Some(dir), None) => folder(&tree, dir, || at("dir"), &mut found),
            (None, Some(file)) => list_file(&tree, file, || at("file"), &mut found),
            _ => {
                found.push(
                    Diagnostic::error(
                        "missing-key",
                        format!(
                            "collection `{}` needs `dir` or `file`, one of the two",
                            rule.name
                        ),
                    )
                    .at(at("name"), ""),
                );
                continue;
            }
        };
        let context = Reading {
            rule,
            config: &config,
            site: &site,
            schema: schema.as_ref(),
            files: &files,
            selection,
        };
        let read: Vec<(Vec<Document>, Vec<Diagnostic>)> = sources
            .par_iter()
            .map(|source| context.documents(source))
            .collect();
        let mut documents = Vec::new();
        for (some, diagnostics) in read {
            documents.extend(some.into_iter().map(Arc::new));
            found.extend(diagnostics);
        }
        sort(&mut documents, rule.sort.as_deref());
        found.extend(duplicate_slugs(&documents));
        collections.push(Collection {
            rule: rule.clone(),
            documents,
        });
    }
    found.extend(unknown_collections(&structure, &structure_toml));

    let content = Content {
        config,
        site,
        structure,
        structure_toml,
        menus,
        collections,
        forms,
        files,
    };
    // With site.toml or structure.toml wrong, everything after them would only repeat it.
    (settings_ok.then_some(content), found)
}

/// Reads one of the files every site has.
fn settings(tree: &Tree, path: &str, found: &mut Vec<Diagnostic>) -> Option<(TomlText, Value)> {
    let Some(source) = tree.texts.get(path) else {
        found.push(
            Diagnostic::error("missing-file", format!("there is no {path}"))
                .help("a site has content/site.toml and content/structure.toml; run the command in the project's folder, or name it with --root"),
        );
        return None;
    };
    let toml = TomlText::whole(source);
    match toml.parse() {
        Ok(table) => Some((toml, Value::Object(table))),
        Err(diagnostics) => {
            found.extend(diagnostics);
            None
        }
    }
}

fn typed<T: DeserializeOwned>(
    value: &Value,
    toml: &TomlText,
    found: &mut Vec<Diagnostic>,
) -> Option<T> {
    match serde_json::from_value(value.clone()) {
        Ok(typed) => Some(typed),
        Err(error) => {
            // The schema says the same at the right line; this is for a site whose own schema lacks a rule.
            if !found.iter().any(|one| {
                one.place
                    .as_ref()
                    .is_some_and(|(place, _)| place.source == toml.source)
            }) {
                found.push(
                    Diagnostic::error("invalid-value", error.to_string())
                        .at(Place::start_of(&toml.source), ""),
                );
            }
            None
        }
    }
}

/// Checks against one of the engine's own schemas.
fn built_in(name: &str, schema: &str, value: &Value, toml: &TomlText) -> Vec<Diagnostic> {
    match Schema::compile(&Source::new(name, schema), &Arc::default()) {
        Ok(schema) => schema.check(value, toml, "", &[]),
        Err(diagnostic) => vec![diagnostic],
    }
}

struct Schemas<'a> {
    tree: &'a Tree,
    files: &'a Arc<Vec<String>>,
}

impl Schemas<'_> {
    /// The schema a rule names, relative to `content/`.
    fn named(
        &self,
        path: &str,
        place: impl Fn() -> Place,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Schema> {
        let Some(source) = self.tree.texts.get(&format!("{FOLDER}/{path}")) else {
            let known = self
                .tree
                .texts
                .keys()
                .filter_map(|key| key.strip_prefix("content/"))
                .filter(|key| key.starts_with("schemas/"));
            found.push(
                Diagnostic::error("missing-file", format!("there is no schema `{path}`"))
                    .at(place(), "no such file below content/")
                    .maybe_help(did_you_mean(path, known)),
            );
            return None;
        };
        self.compile(source, found)
    }

    /// A schema that checks `toml` if the site has it.
    fn beside(&self, _toml: &TomlText, path: &str, found: &mut Vec<Diagnostic>) -> Option<Schema> {
        self.tree
            .texts
            .get(path)
            .and_then(|source| self.compile(source, found))
    }

    fn compile(&self, source: &Arc<Source>, found: &mut Vec<Diagnostic>) -> Option<Schema> {
        Schema::compile(source, self.files)
            .map_err(|diagnostic| found.push(diagnostic))
            .ok()
    }
}

fn load_menus(toml: &TomlText, site: &Value, found: &mut Vec<Diagnostic>) -> Value {
    let mut menus = match toml.parse() {
        Ok(table) => table,
        Err(diagnostics) => {
            found.extend(diagnostics);
            return Value::Object(Map::new());
        }
    };
    menus.shift_remove("$schema");
    fill_facts(&mut menus, site, toml, "", found);
    let menus = Value::Object(menus);
    found.extend(built_in("menus.json", MENUS_SCHEMA, &menus, toml));
    menus
}

fn load_forms(
    tree: &Tree,
    schemas: &Schemas<'_>,
    site: &Value,
    found: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Value> {
    let mut forms = BTreeMap::new();
    let prefix = "content/forms/";
    let sources: Vec<&Arc<Source>> = tree
        .texts
        .range(prefix.to_owned()..)
        .take_while(|(path, _)| path.starts_with(prefix))
        .filter(|(path, _)| path.ends_with(".toml"))
        .map(|(_, source)| source)
        .collect();
    if sources.is_empty() {
        return forms;
    }
    let schema = tree
        .texts
        .get("content/schemas/form.json")
        .and_then(|source| schemas.compile(source, found));
    for source in sources {
        let toml = TomlText::whole(source);
        let mut table = match toml.parse() {
            Ok(table) => table,
            Err(diagnostics) => {
                found.extend(diagnostics);
                continue;
            }
        };
        fill_facts(&mut table, site, &toml, "", found);
        let value = Value::Object(table);
        if let Some(schema) = &schema {
            found.extend(schema.check(&value, &toml, "", schemas.files));
        }
        let name = source
            .path
            .trim_start_matches(prefix)
            .trim_end_matches(".toml")
            .to_owned();
        forms.insert(name, value);
    }
    forms
}

/// The documents of a folder, in the order of their paths.
fn folder(
    tree: &Tree,
    dir: &str,
    place: impl Fn() -> Place,
    found: &mut Vec<Diagnostic>,
) -> Vec<Arc<Source>> {
    let prefix = format!("{FOLDER}/{dir}/");
    let sources: Vec<Arc<Source>> = tree
        .texts
        .range(prefix.clone()..)
        .take_while(|(path, _)| path.starts_with(&prefix))
        .filter(|(path, _)| path.ends_with(".md") || path.ends_with(".toml"))
        .map(|(_, source)| Arc::clone(source))
        .collect();
    if sources.is_empty() {
        found.push(
            Diagnostic::error(
                "missing-file",
                format!("there are no documents in content/{dir}"),
            )
            .at(place(), "no .md or .toml file in this folder"),
        );
    }
    sources
}

fn list_file(
    tree: &Tree,
    file: &str,
    place: impl Fn() -> Place,
    found: &mut Vec<Diagnostic>,
) -> Vec<Arc<Source>> {
    if let Some(source) = tree.texts.get(&format!("{FOLDER}/{file}")) {
        return vec![Arc::clone(source)];
    }
    found.push(
        Diagnostic::error("missing-file", format!("there is no content/{file}"))
            .at(place(), "no such file"),
    );
    Vec::new()
}

/// What turns one file into documents.
struct Reading<'a> {
    rule: &'a CollectionRule,
    config: &'a SiteConfig,
    site: &'a Value,
    schema: Option<&'a Schema>,
    files: &'a [String],
    selection: &'a Selection,
}

impl Reading<'_> {
    fn documents(&self, source: &Arc<Source>) -> (Vec<Document>, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let whole = self.rule.file.is_some();
        let (toml, body) = if source.path.ends_with(".md") {
            match front_matter::split(source) {
                Ok(parts) => (
                    TomlText {
                        source: Arc::clone(source),
                        span: parts.front_matter,
                    },
                    parts.body,
                ),
                Err(diagnostic) => {
                    let toml = TomlText {
                        source: Arc::clone(source),
                        span: 0..0,
                    };
                    return (
                        vec![self.document(toml, "", Map::new(), 0..0, false)],
                        vec![diagnostic],
                    );
                }
            }
        } else if source.text.trim().is_empty() {
            let diagnostic = Diagnostic::error("empty-file", "this file is empty")
                .at(Place::new(source, 0..0), "")
                .help(format!(
                    "the keys of a document here are described in content/{}",
                    self.rule.schema
                ));
            let toml = TomlText::whole(source);
            return (
                vec![self.document(toml, "", Map::new(), 0..0, false)],
                vec![diagnostic],
            );
        } else {
            (
                TomlText::whole(source),
                source.text.len()..source.text.len(),
            )
        };
        let fields = match toml.parse() {
            Ok(fields) => fields,
            Err(diagnostics) => {
                let documents = if whole {
                    vec![]
                } else {
                    vec![self.document(toml, "", Map::new(), 0..0, false)]
                };
                return (documents, diagnostics);
            }
        };
        if !whole {
            let document = self.checked(toml, "", fields, body, &mut found);
            return (document.into_iter().collect(), found);
        }
        let mut documents = Vec::new();
        for (key, value) in fields {
            match value {
                Value::Array(items) if key == "item" => {
                    for (index, item) in items.into_iter().enumerate() {
                        if let Value::Object(fields) = item {
                            let pointer = format!("/item/{index}");
                            documents.extend(self.checked(
                                toml.clone(),
                                &pointer,
                                fields,
                                body.clone(),
                                &mut found,
                            ));
                        }
                    }
                }
                _ => found.push(
                    Diagnostic::error("unknown-key", format!("unknown key `{key}`"))
                        .at(toml.locate(&format!("/{key}"), Part::Key), "not a key here")
                        .help("a list is written as [[item]] tables"),
                ),
            }
        }
        (documents, found)
    }

    /// A document with facts filled in and its front matter checked; `None` where it is not to be published now.
    fn checked(
        &self,
        toml: TomlText,
        pointer: &str,
        mut fields: Map<String, Value>,
        body: std::ops::Range<usize>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Document> {
        let before = found.len();
        fill_facts(&mut fields, self.site, &toml, pointer, found);
        let value = Value::Object(fields);
        if let Some(schema) = self.schema {
            found.extend(schema.check(&value, &toml, pointer, self.files));
        }
        let Value::Object(fields) = value else {
            return None;
        };
        let valid = found.len() == before && self.schema.is_some();
        let mut document = self.document(toml, pointer, fields, body, valid);
        if !is_slug(&document.slug) {
            let place = if document.fields.contains_key("slug") {
                document.place("/slug", Part::Value)
            } else {
                Place::start_of(document.source())
            };
            found.push(
                Diagnostic::error(
                    "bad-slug",
                    format!("`{}` cannot be part of an address", document.slug),
                )
                .at(place, "the file's name, or its `slug`, becomes the address")
                .help("use letters, digits, hyphens, dots and underscores"),
            );
            document.valid = false;
        }
        self.is_published(&document).then_some(document)
    }

    fn is_published(&self, document: &Document) -> bool {
        let date = |key: &str| {
            document
                .text(key)
                .and_then(|text| text.get(..10))
                .and_then(|day| day.parse::<Date>().ok())
        };
        (self.selection.drafts || !document.flag("draft"))
            && (self.selection.future
                || date("publish").is_none_or(|day| day <= self.selection.date))
            && date("expire").is_none_or(|day| day > self.selection.date)
    }

    fn document(
        &self,
        toml: TomlText,
        pointer: &str,
        fields: Map<String, Value>,
        body: std::ops::Range<usize>,
        valid: bool,
    ) -> Document {
        let dir = self
            .rule
            .dir
            .as_deref()
            .map_or_else(String::new, |dir| format!("{FOLDER}/{dir}/"));
        let path = toml
            .source
            .path
            .strip_prefix(&dir)
            .unwrap_or(&toml.source.path);
        let path = path
            .strip_suffix(".md")
            .or_else(|| path.strip_suffix(".toml"))
            .unwrap_or(path);
        let (path, lang) = match path.rsplit_once('.') {
            Some((path, lang)) if self.config.languages.contains_key(lang) => (path, lang),
            _ => (path, self.config.language.as_str()),
        };
        let (folders, stem) = path
            .rsplit_once('/')
            .map_or(("", path), |(folders, stem)| (folders, stem));
        let slug = fields.get("slug").and_then(Value::as_str).map_or_else(
            || {
                pointer
                    .rsplit_once('/')
                    .map_or(stem, |(_, index)| index)
                    .to_owned()
            },
            str::to_owned,
        );
        let path = if folders.is_empty() {
            slug.clone()
        } else {
            format!("{folders}/{slug}")
        };
        Document {
            collection: self.rule.name.clone(),
            lang: lang.to_owned(),
            slug,
            path,
            toml,
            pointer: pointer.to_owned(),
            fields,
            body,
            valid,
        }
    }
}

/// RFC 3986, section 2.3: the characters an address needs no escape for, less the tilde.
fn is_slug(slug: &str) -> bool {
    !slug.is_empty()
        && !slug.starts_with('.')
        && slug
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
}

/// Fills facts into every text of a table.
fn fill_facts(
    fields: &mut Map<String, Value>,
    site: &Value,
    toml: &TomlText,
    pointer: &str,
    found: &mut Vec<Diagnostic>,
) {
    for (key, value) in fields.iter_mut() {
        fill_value(value, site, toml, &format!("{pointer}/{key}"), found);
    }
}

fn fill_value(
    value: &mut Value,
    site: &Value,
    toml: &TomlText,
    pointer: &str,
    found: &mut Vec<Diagnostic>,
) {
    match value {
        Value::String(text) => {
            let mut unknown = Vec::new();
            if let std::borrow::Cow::Owned(filled) = facts::expand(text, site, &mut unknown) {
                for fact in unknown {
                    let mut place = toml.locate(pointer, Part::Value);
                    // The value as written has quotes and escapes: point at the reference itself where it can be found.
                    if let Some(at) =
                        place.source.text[place.span.clone()].find(&text[fact.span.clone()])
                    {
                        place.span = place.span.start + at..place.span.start + at + fact.span.len();
                    }
                    found.push(
                        Diagnostic::error("unknown-fact", fact.message)
                            .at(place, "")
                            .maybe_help(fact.help),
                    );
                }
                *text = filled;
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                fill_value(item, site, toml, &format!("{pointer}/{index}"), found);
            }
        }
        Value::Object(fields) => fill_facts(fields, site, toml, pointer, found),
        _ => {}
    }
}

fn sort(documents: &mut [Arc<Document>], key: Option<&str>) {
    let Some(key) = key else { return };
    let (key, descending) = key
        .strip_prefix('-')
        .map_or((key, false), |key| (key, true));
    documents.sort_by(|a, b| {
        let order = compare(a.fields.get(key), b.fields.get(key));
        (if descending { order.reverse() } else { order }).then_with(|| a.path.cmp(&b.path))
    });
}

/// Numbers by value, texts by their letters; what is absent comes last.
fn compare(a: Option<&Value>, b: Option<&Value>) -> std::cmp::Ordering {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match (a, b) {
        (None, None) => Equal,
        (None, Some(_)) => Greater,
        (Some(_), None) => Less,
        (Some(a), Some(b)) => match (a.as_f64(), b.as_f64(), a.as_str(), b.as_str()) {
            (Some(a), Some(b), _, _) => a.total_cmp(&b),
            (_, _, Some(a), Some(b)) => a.cmp(b),
            _ => Equal,
        },
    }
}

/// Two documents of one collection and language with the same path: an editor's copy, mostly.
fn duplicate_slugs(documents: &[Arc<Document>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(&str, &str), &Arc<Document>> = HashMap::new();
    let mut found = Vec::new();
    for document in documents
        .iter()
        .filter(|document| document.pointer.is_empty())
    {
        if let Some(other) = first.insert((&document.path, &document.lang), document) {
            let mut pair = [other, document];
            pair.sort_by(|a, b| a.source().path.cmp(&b.source().path));
            let place = |document: &Document| {
                if document.fields.contains_key("slug") {
                    document.place("/slug", Part::Value)
                } else {
                    Place::start_of(document.source())
                }
            };
            found.push(
                Diagnostic::error(
                    "duplicate-slug",
                    format!(
                        "two documents of `{}` have the slug `{}`",
                        document.collection, document.slug
                    ),
                )
                .at(place(pair[1]), "the second")
                .related(place(pair[0]), "the first is here")
                .help("rename one of the two files, or give it another `slug`"),
            );
        }
    }
    found
}

/// Rules of `structure.toml` that name a collection there is none of.
fn unknown_collections(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let names: Vec<&str> = structure
        .collections
        .iter()
        .map(|rule| rule.name.as_str())
        .collect();
    let taxonomies = structure
        .taxonomies
        .iter()
        .map(|rule| &rule.collection)
        .enumerate()
        .map(|one| ("taxonomy", one));
    let paginations = structure
        .paginations
        .iter()
        .map(|rule| &rule.collection)
        .enumerate()
        .map(|one| ("pagination", one));
    let feeds = structure
        .feeds
        .iter()
        .map(|rule| &rule.collection)
        .enumerate()
        .map(|one| ("feed", one));
    taxonomies
        .chain(paginations)
        .chain(feeds)
        .filter(|(_, (_, name))| !names.contains(&name.as_str()))
        .map(|(table, (index, name))| {
            Diagnostic::error(
                "unknown-collection",
                format!("there is no collection `{name}`"),
            )
            .at(
                toml.locate(&format!("/{table}/{index}/collection"), Part::Value),
                "not declared in this file",
            )
            .maybe_help(did_you_mean(name, names.iter().copied()))
        })
        .collect()
}
