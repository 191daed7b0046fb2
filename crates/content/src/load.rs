//! From files to checked content: settings, then the documents of every collection.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use diagnostic::{Diagnostic, Fingerprint, Fingerprinter, Source};

use crate::collection::Collection;
use crate::collection_checks::{duplicate_slugs, unknown_keys};
use crate::content::Content;
use crate::document::Document;
use crate::document_files::DocumentFiles;
use crate::document_reader::{DocumentReader, FileContent};
use crate::fill_facts::Facts;
use crate::order::{has_same_position, sort};
use crate::selection::Selection;
use crate::settings::Settings;
use crate::structure_checks::shared_sources;
use crate::toml_text::Part;
use crate::tree::Tree;
use crate::unread_files::unread_files;

/// Results of the previous load, reused while their inputs stay the same. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct DocumentMemo {
    /// Fingerprint of everything documents depend on beside their own file.
    read_with: Fingerprint,
    /// Files of each collection by its name.
    collections: BTreeMap<String, LoadedCollection>,
    /// Settings and the fingerprint of their files.
    settings: Option<(Fingerprint, Arc<Settings>)>,
}

/// What the files of a collection contained.
#[derive(Debug, Default)]
struct LoadedCollection {
    /// Readable files, sorted by path.
    files: Vec<(Arc<Source>, Arc<FileContent>)>,
    /// Their documents as the rule sorts them; `None` if the collection has unreadable files too.
    sorted: Option<Vec<Arc<Document>>>,
}

/// Loads everything below `content/`.
///
/// Returns content if `site.toml` and `structure.toml` can be used. Documents with errors are marked as not valid, so that
/// later stages can go on and report their own findings.
pub fn assemble(tree: &Tree, selection: &Selection) -> (Option<Content>, Vec<Diagnostic>) {
    assemble_again(tree, selection, &mut DocumentMemo::default())
}

/// Loads everything below `content/`, and reuses what `memo` has of earlier calls.
pub fn assemble_again(
    tree: &Tree,
    selection: &Selection,
    memo: &mut DocumentMemo,
) -> (Option<Content>, Vec<Diagnostic>) {
    let mut diagnostics: Vec<Diagnostic> = tree.problems.values().cloned().collect();
    if tree.problems.keys().any(|path| tree.folders.contains(path)) {
        // Every file of an unreadable folder would be reported as missing.
        return (None, diagnostics);
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
    let mut previous = std::mem::take(&mut memo.collections);
    if memo.read_with != read_with {
        previous.clear();
        memo.read_with = read_with;
    }
    let fingerprint = Fingerprinter::default()
        .part(read_with)
        .part(fingerprint_of(
            tree,
            &["content/menus.toml"],
            "content/forms/",
        ))
        .finish();
    let settings = match memo.settings.take() {
        Some((known, settings)) if known == fingerprint => settings,
        _ => match Settings::read(tree, files, read_with) {
            Ok(settings) => Arc::new(settings),
            Err(mistakes) => {
                diagnostics.extend(mistakes);
                return (None, diagnostics);
            }
        },
    };
    memo.settings = Some((fingerprint, Arc::clone(&settings)));
    diagnostics.extend(settings.diagnostics.iter().cloned());

    let mut are_valid = settings.are_valid;
    let mut collections = Vec::new();
    let Content {
        config,
        site,
        structure,
        structure_toml,
        ..
    } = &settings.content;
    let repeated = shared_sources(structure);
    for (index, rule) in structure.collections.iter().enumerate() {
        if repeated.iter().any(|(second, _)| *second == index) {
            continue;
        }
        let place_of = |key: &str| {
            let pointer = format!("/collection/{index}/{key}");
            structure_toml.locate(&pointer, Part::Value)
        };
        let files = match DocumentFiles::of(rule, tree, place_of) {
            Ok(files) => files,
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                are_valid = false;
                continue;
            }
        };
        let reader = DocumentReader {
            rule,
            config,
            facts: Facts {
                site,
                are_complete: settings.is_site_valid,
            },
            schema: settings.schemas[index].as_ref(),
            images: &settings.content.files,
            selection,
        };
        let known = previous.remove(&rule.name).unwrap_or_default();
        let (collection, loaded) = load_collection(&reader, files, &known, &mut diagnostics);
        memo.collections.insert(rule.name.clone(), loaded);
        if rule.route.is_none() {
            // Planning reports documents of a collection with a route, by their URL.
            diagnostics.extend(duplicate_slugs(&collection.documents));
        }
        collections.push(collection);
    }
    if !are_valid {
        // Later stages would only report consequences of the errors in site.toml and structure.toml.
        return (None, diagnostics);
    }
    diagnostics.extend(unknown_keys(
        &collections,
        &settings.schemas,
        structure,
        structure_toml,
    ));
    diagnostics.extend(unread_files(tree, structure));
    let content = Content {
        collections,
        ..settings.content.clone()
    };
    (Some(content), diagnostics)
}

/// Reads the documents of a collection and sorts them.
fn load_collection(
    reader: &DocumentReader<'_>,
    files: DocumentFiles,
    known: &LoadedCollection,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Collection, LoadedCollection) {
    let contents = reader.files(&files.readable, &known.files);
    let mut hidden = Vec::new();
    for one in &contents {
        hidden.extend(one.hidden.iter().cloned());
        diagnostics.extend(one.diagnostics.iter().cloned());
    }
    let sort_key = reader.rule.sort.as_deref();
    let all_readable = files.unreadable.is_empty();
    let previous = known.sorted.as_deref().filter(|_| all_readable);
    let updated =
        previous.and_then(|sorted| update_sorted(sorted, &known.files, &contents, sort_key));
    let documents = updated.unwrap_or_else(|| {
        let unusable = files.unreadable.iter();
        let unusable = unusable.map(|source| Arc::new(reader.unusable(source)));
        let readable = contents
            .iter()
            .flat_map(|one| one.documents.iter().cloned());
        let mut documents = unusable.chain(readable).collect();
        sort(&mut documents, sort_key);
        documents
    });
    let loaded = LoadedCollection {
        files: files.readable.into_iter().zip(contents).collect(),
        sorted: all_readable.then(|| documents.clone()),
    };
    let collection = Collection {
        rule: reader.rule.clone(),
        documents,
        hidden,
    };
    (collection, loaded)
}

/// Replaces changed documents in the sorted documents of the previous load. Returns `None` if the order may have changed.
fn update_sorted(
    sorted: &[Arc<Document>],
    files: &[(Arc<Source>, Arc<FileContent>)],
    contents: &[Arc<FileContent>],
    sort_key: Option<&str>,
) -> Option<Vec<Arc<Document>>> {
    if files.len() != contents.len() {
        return None;
    }
    let mut changed: HashMap<*const Document, &Arc<Document>> = HashMap::new();
    for ((_, before), now) in files.iter().zip(contents) {
        if Arc::ptr_eq(before, now) {
            continue;
        }
        if before.documents.len() != now.documents.len() {
            return None;
        }
        for (before, now) in before.documents.iter().zip(&now.documents) {
            if !has_same_position(before, now, sort_key) {
                return None;
            }
            changed.insert(Arc::as_ptr(before), now);
        }
    }
    let documents = sorted.iter().map(|document| {
        let now = changed.get(&Arc::as_ptr(document)).copied();
        Arc::clone(now.unwrap_or(document))
    });
    Some(documents.collect())
}

/// Returns the fingerprint of the files named and of all files in a folder.
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
