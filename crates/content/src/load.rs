//! From files to checked content: site, structure, menus, forms and every document of every collection.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use jiff::civil::Date;
use serde_json::{Map, Value};

use crate::codes;
use crate::document::Document;
use crate::fill::fill_facts;
use crate::order::{sort, sort_alike};
use crate::reading::{Read, Reading};
use crate::schema::Schema;
use crate::settings::{
    built_in, check_site, crossed_limits, duplicate_names, read_twice, routes_without_name,
    settings, shared_sources, typed, unknown_collections, unknown_collections_of_menus,
    unknown_keys, unknown_placeholders,
};
use crate::site_config::SiteConfig;
use crate::sources::{Schemas, folder, list_file};
use crate::structure::{CollectionRule, Structure};
use crate::tables::{Part, TomlText};
use crate::tree::Tree;
use diagnostic::Diagnostic;
use diagnostic::all_of;
use diagnostic::{Fingerprint, Fingerprinter};
use diagnostic::{Place, Source};

/// The folder with everything.
pub const FOLDER: &str = "content";
const STRUCTURE_SCHEMA: &str = include_str!("../schemas/structure.json");
const MENUS_SCHEMA: &str = include_str!("../schemas/menus.json");

/// Which documents a build takes in, beside the published ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// Documents that are not part of the site now, with the reason.
    pub hidden: Vec<(Arc<Document>, String)>,
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
    /// `false` where `menus.toml` has errors: templates fail for want of it then.
    pub menus_ok: bool,
    /// Collections in the order of `structure.toml`.
    pub collections: Vec<Collection>,
    /// Form definitions by name; null where one cannot be read.
    pub forms: BTreeMap<String, Value>,
    /// Files below `content/` that are not text, by path relative to it: pictures mostly.
    pub files: Arc<Vec<String>>,
    /// Of what documents are read with: settings, schemas, the day.
    pub read_with: Fingerprint,
}

/// What files gave in earlier builds, kept while nothing they were read with has changed. An empty one is always right.
#[derive(Debug, Default)]
pub struct DocumentMemo {
    /// Of what every document is read with: settings, schemas, the names of pictures, the day.
    read_with: Fingerprint,
    /// What the files of each collection gave.
    collections: BTreeMap<String, Known>,
    settings: Option<(Fingerprint, Arc<Settings>)>,
}

/// What the files of a collection gave.
#[derive(Debug, Default)]
struct Known {
    /// Its readable files, in the order of their paths.
    files: Vec<(Arc<Source>, Arc<Read>)>,
    /// Their documents in the order of the rule; `None` where there are more than those.
    in_order: Option<Vec<Arc<Document>>>,
}

/// Everything below `content/` that is no document.
#[derive(Debug)]
struct Settings {
    config: SiteConfig,
    site: Value,
    structure: Structure,
    structure_toml: TomlText,
    menus: Value,
    menus_ok: bool,
    forms: BTreeMap<String, Value>,
    /// The schema of each collection, where it can be used.
    schemas: Vec<Option<Schema>>,
    files: Arc<Vec<String>>,
    /// Whether documents can be read with them.
    sound: bool,
    found: Vec<Diagnostic>,
}

/// Of the files named, and of all in a folder.
fn fingerprint_of(tree: &Tree, names: &[&str], folder: &str) -> Fingerprint {
    let files = |files: &BTreeMap<String, Arc<Source>>| -> Vec<Fingerprint> {
        let named = names.iter().filter_map(|name| files.get(*name));
        let below = files
            .range(folder.to_owned()..)
            .take_while(|(path, _)| path.starts_with(folder))
            .map(|(_, source)| source);
        named
            .chain(below)
            .map(|source| source.fingerprint)
            .collect()
    };
    Fingerprinter::default()
        .parts(files(&tree.texts))
        .parts(files(&tree.unreadable))
        .finish()
}

/// Checks everything in a tree of `content/`.
///
/// Content comes back where `site.toml` and `structure.toml` can be used; documents with errors are marked as not valid
/// then, so that later stages can go on and report what they find.
pub fn assemble(tree: &Tree, selection: &Selection) -> (Option<Content>, Vec<Diagnostic>) {
    assemble_again(tree, selection, &mut DocumentMemo::default())
}

/// The same. What `memo` holds of earlier calls is not read again.
pub fn assemble_again(
    tree: &Tree,
    selection: &Selection,
    memo: &mut DocumentMemo,
) -> (Option<Content>, Vec<Diagnostic>) {
    let mut found: Vec<Diagnostic> = tree.problems.values().cloned().collect();
    if tree.problems.keys().any(|path| tree.folders.contains(path)) {
        // Whatever stands in a folder that cannot be read would be missed everywhere.
        return (None, found);
    }
    let files: Vec<String> = tree
        .others
        .iter()
        .filter_map(|path| path.strip_prefix("content/"))
        .map(str::to_owned)
        .collect();
    let read_with = Fingerprinter::default()
        .part(fingerprint_of(
            tree,
            &["content/site.toml", "content/structure.toml"],
            "content/schemas/",
        ))
        .parts(files.iter().map(|file| Fingerprint::of(file)))
        .text(&selection.date.to_string())
        .number(usize::from(selection.drafts))
        .number(usize::from(selection.future))
        .finish();
    let mut earlier = std::mem::take(&mut memo.collections);
    if memo.read_with != read_with {
        earlier.clear();
        memo.read_with = read_with;
    }
    let print = Fingerprinter::default()
        .part(read_with)
        .part(fingerprint_of(
            tree,
            &["content/menus.toml"],
            "content/forms/",
        ))
        .finish();
    let settings = match memo.settings.take() {
        Some((known, settings)) if known == print => settings,
        _ => match read_settings(tree, files, &mut found) {
            Some(settings) => Arc::new(settings),
            None => return (None, found),
        },
    };
    memo.settings = Some((print, Arc::clone(&settings)));
    found.extend(settings.found.iter().cloned());
    let Settings {
        config,
        site,
        structure,
        structure_toml,
        files,
        ..
    } = &*settings;
    let mut sound = settings.sound;

    let mut collections = Vec::new();
    let again = shared_sources(structure);
    for (index, rule) in structure.collections.iter().enumerate() {
        if again.iter().any(|(second, _)| *second == index) {
            continue;
        }
        let at =
            |key: &str| structure_toml.locate(&format!("/collection/{index}/{key}"), Part::Value);
        let sources = match (&rule.dir, &rule.file) {
            (Some(dir), None) => folder(tree, dir, || at("dir"), &mut found),
            (None, Some(file)) => list_file(tree, file, || at("file"), &mut found),
            (dir, _) => {
                let name = &rule.name;
                let diagnostic = if dir.is_some() {
                    let message = format!("the collection `{name}` has both `dir` and `file`");
                    Diagnostic::new(&codes::INVALID_VALUE, message)
                        .at(at("file"), "the second")
                        .related(at("dir"), "the first is here")
                        .help("keep `dir` for a folder of documents, or `file` for a list")
                } else {
                    let message = format!("the collection `{name}` needs `dir` or `file`");
                    Diagnostic::new(&codes::MISSING_KEY, message)
                        .at(at("name"), "")
                        .help("add `dir = …` for a folder of documents, or `file = …` for a list")
                };
                found.push(diagnostic);
                None
            }
        };
        let Some(sources) = sources else {
            sound = false;
            continue;
        };
        let context = Reading {
            rule,
            config,
            site,
            schema: settings.schemas[index].as_ref(),
            files,
            selection,
        };
        let known = earlier.remove(&rule.name).unwrap_or_default();
        let read = context.files(&sources.readable, &known.files);
        let mut hidden = Vec::new();
        for one in &read {
            hidden.extend(one.hidden.iter().cloned());
            found.extend(one.found.iter().cloned());
        }
        let sorting = rule.sort.as_deref();
        let all_readable = sources.unreadable.is_empty();
        let last = known.in_order.as_deref().filter(|_| all_readable);
        let last =
            last.and_then(|documents| in_last_order(documents, &known.files, &read, sorting));
        let documents = last.unwrap_or_else(|| {
            let unusable = sources.unreadable.iter();
            let unusable = unusable.map(|source| Arc::new(context.unusable(source)));
            let readable = read.iter().flat_map(|one| one.documents.iter().cloned());
            let mut documents = unusable.chain(readable).collect();
            sort(&mut documents, sorting);
            documents
        });
        let known = Known {
            files: sources.readable.into_iter().zip(read).collect(),
            in_order: all_readable.then(|| documents.clone()),
        };
        memo.collections.insert(rule.name.clone(), known);
        if rule.route.is_none() {
            // Two pages with one address are found when routes are planned.
            found.extend(duplicate_slugs(&documents));
        }
        collections.push(Collection {
            rule: rule.clone(),
            documents,
            hidden,
        });
    }

    if sound {
        let schemas = settings.schemas.iter().map(Option::as_ref);
        found.extend(unknown_keys(
            &collections,
            schemas,
            structure,
            structure_toml,
        ));
        found.extend(unread_files(tree, structure));
    }
    let of_site = |one: &Diagnostic| {
        let place = one.place.as_ref();
        place.is_some_and(|(place, _)| place.source.path == "content/site.toml")
    };
    if settings.found.iter().any(of_site) {
        // A fact that is missed stands in site.toml under another name.
        found.retain(|one| one.code != &codes::UNKNOWN_FACT);
    }
    let content = Content {
        config: config.clone(),
        site: site.clone(),
        structure: structure.clone(),
        structure_toml: structure_toml.clone(),
        menus: settings.menus.clone(),
        menus_ok: settings.menus_ok,
        collections,
        forms: settings.forms.clone(),
        files: Arc::clone(files),
        read_with,
    };
    // With site.toml or structure.toml wrong, everything after them would only repeat it.
    (sound.then_some(content), found)
}

/// Endings of Markdown that are not `.md`.
const MARKDOWN: [&str; 5] = ["md", "markdown", "mdown", "mkd", "mdx"];
/// Endings of other texts.
const PROSE: [&str; 7] = ["html", "htm", "txt", "rst", "adoc", "docx", "odt"];

/// Whether a name below `content/` looks like that of a document or a setting, which is told whether or not a page names it.
pub fn is_like_a_document(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let ending = ending.to_lowercase();
    ending == "toml" || MARKDOWN.contains(&&*ending) || PROSE.contains(&&*ending)
}

/// Files below `content/` that look as if they were to be read, and that nothing reads. What is a setting is read by some
/// stage; pictures and other files are used by their names.
fn unread_files(tree: &Tree, structure: &Structure) -> Vec<Diagnostic> {
    let is_read = |path: &str| {
        structure.collections.iter().any(|rule| {
            let is_list = rule.file.as_deref() == Some(path);
            let is_document = path.ends_with(".md") || path.ends_with(".toml");
            let is_below = |dir: &String| path.starts_with(&format!("{dir}/"));
            is_list || is_document && rule.dir.as_ref().is_some_and(is_below)
        })
    };
    let is_setting = |path: &str| {
        ["site", "structure", "menus", "checks", "urls"]
            .iter()
            .any(|name| path.strip_suffix(".toml") == Some(name))
            || ["schemas/", "forms/", "wording/"]
                .iter()
                .any(|folder| path.starts_with(folder))
    };
    let paths = tree.texts.keys().chain(&tree.others);
    let mut found = Vec::new();
    for path in paths {
        let Some(inside) = path.strip_prefix("content/") else {
            continue;
        };
        let name = inside.rsplit('/').next().unwrap_or(inside);
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        // A note to those who write, not to those who visit.
        let is_note = ["readme", "license", "licence"].contains(&stem.to_lowercase().as_str());
        if is_note || is_read(inside) || is_setting(inside) {
            continue;
        }
        let help = match ending {
            "md" | "toml" => format!(
                "put it into the folder of a collection, or declare a [[collection]] with `dir` or `file` for it in \
                 content/structure.toml; the collections are {}",
                all_of(structure.collections.iter().map(|rule| rule.name.as_str()))
            ),
            _ => match ending.to_lowercase().as_str() {
                ending if MARKDOWN.contains(&ending) => format!("rename it to {stem}.md"),
                "toml" => format!("rename it to {stem}.toml"),
                ending if PROSE.contains(&ending) => format!(
                    "documents are written in Markdown: {stem}.md, beginning with front matter; what visitors are to get \
                     as it is belongs into public/"
                ),
                _ => continue,
            },
        };
        let diagnostic = Diagnostic::new(&codes::UNREAD_FILE, format!("nothing reads {path}"));
        let diagnostic = diagnostic.help(help);
        found.push(match tree.texts.get(path) {
            Some(source) => diagnostic.at(Place::start_of(source), ""),
            None => diagnostic,
        });
    }
    found
}

/// The documents of the last build with those of changed files in the place of what these gave before; `None` where that
/// may not be the order of the rule.
fn in_last_order(
    last: &[Arc<Document>],
    files: &[(Arc<Source>, Arc<Read>)],
    read: &[Arc<Read>],
    sorting: Option<&str>,
) -> Option<Vec<Arc<Document>>> {
    if files.len() != read.len() {
        return None;
    }
    let mut changed: HashMap<*const Document, &Arc<Document>> = HashMap::new();
    for ((_, before), now) in files.iter().zip(read) {
        if Arc::ptr_eq(before, now) {
            continue;
        }
        if before.documents.len() != now.documents.len() {
            return None;
        }
        for (before, now) in before.documents.iter().zip(&now.documents) {
            if !sort_alike(before, now, sorting) {
                return None;
            }
            changed.insert(Arc::as_ptr(before), now);
        }
    }
    let documents = last.iter().map(|document| {
        let now = changed.get(&Arc::as_ptr(document)).copied();
        Arc::clone(now.unwrap_or(document))
    });
    Some(documents.collect())
}

/// Reads and checks everything that is no document; `None` where `site.toml` or `structure.toml` cannot be used at all.
fn read_settings(tree: &Tree, files: Vec<String>, found: &mut Vec<Diagnostic>) -> Option<Settings> {
    let files = Arc::new(files);
    let schemas = Schemas {
        tree,
        files: &files,
    };
    let site = settings(tree, "content/site.toml", found);
    let structure = settings(tree, "content/structure.toml", found);
    let ((site_toml, site), (structure_toml, mut structure)) = (site?, structure?);
    let mut own = Vec::new();
    if let Value::Object(rules) = &mut structure {
        fill_facts(rules, &site, &structure_toml, "", &mut own);
    }
    if let Some(schema) = schemas.optional("content/schemas/site.json", &mut own) {
        own.extend(schema.check(&site, &site_toml, "", &files));
    }
    check_site(&site, &site_toml, &mut own);
    own.extend(built_in(
        "structure.json",
        STRUCTURE_SCHEMA,
        &structure,
        &structure_toml,
    ));
    let config: Option<SiteConfig> = typed(&site, &site_toml, &mut own);
    let parsed: Option<Structure> = typed(&structure, &structure_toml, &mut own);
    let (Some(config), Some(structure)) = (config, parsed) else {
        found.extend(own);
        return None;
    };
    own.extend(duplicate_names(&structure, &structure_toml));
    own.extend(unknown_collections(&structure, &structure_toml));
    own.extend(unknown_placeholders(&structure, &structure_toml));
    own.extend(read_twice(&structure, &structure_toml));
    own.extend(routes_without_name(&structure, &structure_toml));
    own.extend(crossed_limits(&config.limits, &site_toml));
    let sound = own.is_empty();

    let before_menus = own.len();
    let menus = tree.texts.get("content/menus.toml").map_or_else(
        || Value::Object(Map::new()),
        |source| load_menus(&TomlText::whole(source), &site, &structure, &mut own),
    );
    let menus_ok = own.len() == before_menus && !tree.unreadable.contains_key("content/menus.toml");
    let forms = load_forms(tree, &schemas, &site, &mut own);
    let collections = structure.collections.iter().enumerate();
    let schemas = collections
        .map(|(index, rule)| {
            let place =
                || structure_toml.locate(&format!("/collection/{index}/schema"), Part::Value);
            schemas.named(&rule.schema, place, &mut own)
        })
        .collect();
    Some(Settings {
        config,
        site,
        structure,
        structure_toml,
        menus,
        menus_ok,
        forms,
        schemas,
        files,
        sound,
        found: own,
    })
}

fn load_menus(
    toml: &TomlText,
    site: &Value,
    structure: &Structure,
    found: &mut Vec<Diagnostic>,
) -> Value {
    let mut menus = match toml.parse() {
        Ok(table) => table,
        Err(diagnostics) => {
            found.extend(diagnostics);
            return Value::Object(Map::new());
        }
    };
    menus.shift_remove("$schema");
    fill_facts(&mut menus, site, toml, "", found);
    let mut menus = Value::Object(menus);
    found.extend(built_in("menus.json", MENUS_SCHEMA, &menus, toml));
    found.extend(unknown_collections_of_menus(&menus, structure, toml));
    name_links(&mut menus);
    menus
}

/// Names links without a text, which are reported, by their addresses: else each page would be reported that shows them.
fn name_links(menus: &mut Value) {
    match menus {
        Value::Object(link) => {
            let url = link.get("url").cloned();
            if let (Some(label), Some(url)) = (link.get_mut("label"), url)
                && label == ""
            {
                *label = url;
            }
            link.values_mut().for_each(name_links);
        }
        Value::Array(links) => links.iter_mut().for_each(name_links),
        _ => {}
    }
}

/// The form definitions: their facts filled in and checked against the site's schema; null for one that cannot be read.
pub fn load_forms(
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
    let name_of = |path: &str| {
        let name = path.strip_prefix(prefix)?.strip_suffix(".toml")?;
        Some(name.to_owned())
    };
    // A form that cannot be read is there all the same: nothing that names it is wrong.
    let unreadable = tree.unreadable.keys().filter_map(|path| name_of(path));
    forms.extend(unreadable.map(|name| (name, Value::Null)));
    if sources.is_empty() {
        return forms;
    }
    let schema = schemas.optional("content/schemas/form.json", found);
    for source in sources {
        let toml = TomlText::whole(source);
        let Some(name) = name_of(&source.path) else {
            continue;
        };
        let mut table = match toml.parse() {
            Ok(table) => table,
            Err(diagnostics) => {
                found.extend(diagnostics);
                forms.insert(name, Value::Null);
                continue;
            }
        };
        fill_facts(&mut table, site, &toml, "", found);
        let value = Value::Object(table);
        if let Some(schema) = &schema {
            found.extend(schema.check(&value, &toml, "", schemas.files));
        }
        forms.insert(name, value);
    }
    forms
}

/// Two documents of one collection and language with the same path: an editor's copy, mostly.
fn duplicate_slugs(documents: &[Arc<Document>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(&str, &str), &Arc<Document>> = HashMap::new();
    let mut found = Vec::new();
    for document in documents
        .iter()
        .filter(|document| document.pointer.is_empty() || document.fields.contains_key("slug"))
    {
        if let Some(other) = first.insert((&document.path, &document.lang), document) {
            let mut pair = [other, document];
            pair.sort_by_key(|one| (&one.source().path, one.place("", Part::Key).span.start));
            let place = |document: &Document| {
                if document.fields.contains_key("slug") {
                    document.place("/slug", Part::Value)
                } else {
                    Place::start_of(document.source())
                }
            };
            found.push(
                Diagnostic::new(
                    &codes::DUPLICATE_SLUG,
                    format!(
                        "two documents of `{}` have the slug `{}`",
                        document.collection, document.slug
                    ),
                )
                .at(place(pair[1]), "the second")
                .related(place(pair[0]), "the first is here")
                .help(if document.pointer.is_empty() {
                    "rename one of the two files, or give it another `slug`"
                } else {
                    "give one of the two another `slug`"
                }),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_without_text_are_named_by_their_addresses() {
        let mut menus = serde_json::json!({
            "main": [{ "label": "", "url": "/a", "group": [{ "label": "", "url": "/b" }] }, { "label": "C", "url": "/c" }, { "label": "" }],
        });
        name_links(&mut menus);
        let expected = serde_json::json!({
            "main": [{ "label": "/a", "url": "/a", "group": [{ "label": "/b", "url": "/b" }] }, { "label": "C", "url": "/c" }, { "label": "" }],
        });
        assert_eq!(menus, expected);
    }
}
