//! Loads the content in three steps: the settings, the documents of each file, and the collections.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Source};
use rayon::prelude::*;

use crate::codes::{BAD_SLUG, UNKNOWN_KEY, UNPORTABLE_NAME};
use crate::collection::Collection;
use crate::collection_checks::{duplicate_slugs, repeated_entries, unknown_keys};
use crate::content::Content;
use crate::copied_files::copied_files;
use crate::document_files::{DocumentFile, document_files, folder_pages, unreadable_list};
use crate::document_translation::faulty_translations;
use crate::file_content::FileContent;
use crate::file_language::{
    country_for_language, is_declared, language_folder, language_tag, misplaced_language,
};
use crate::order::{SortKey, sort};
use crate::other_collection::explain_folder;
use crate::other_script::texts_in_other_scripts;
use crate::portable_names;
use crate::program_schemas::ProgramSchemas;
use crate::selection::Selection;
use crate::settings::Settings;
use crate::structure_checks::shared_sources;
use crate::toml_text::Part;
use crate::tree::Tree;
use crate::unread_files::unread_files;

/// Loads everything below `content/`.
///
/// Returns `None` and findings if `site.toml` or `structure.toml` has errors. Documents with errors are marked as not valid, so
/// that later stages can continue and report their own findings.
pub fn load(tree: &Tree, selection: &Selection) -> (Option<Content>, Vec<Diagnostic>) {
    let settings =
        || Settings::read(tree, selection, Some(&ProgramSchemas::default())).map(Arc::new);
    let (content, diagnostics) = load_with(tree, settings, |settings, files| {
        let files = files.par_iter().with_min_len(64);
        files
            .map(|file| Arc::new(settings.read_file(file)))
            .collect()
    });
    (
        content.filter(|content| content.are_settings_valid),
        diagnostics,
    )
}

/// Loads everything below `content/` with functions for the first two steps, which return the same as [`Settings::read`] and
/// [`Settings::read_file`]. If `site.toml` has errors but can be used, also returns content, for a preview.
pub fn load_with(
    tree: &Tree,
    read_settings: impl FnOnce() -> Result<Arc<Settings>, Vec<Diagnostic>> + Send,
    read_files: impl FnOnce(&Settings, &[DocumentFile]) -> Vec<Arc<FileContent>>,
) -> (Option<Content>, Vec<Diagnostic>) {
    let mut diagnostics: Vec<Diagnostic> = tree.problems.values().cloned().collect();
    if tree.problems.keys().any(|path| tree.folders.contains(path)) {
        // Every file of an unreadable folder would be reported as missing.
        return (None, diagnostics);
    }
    let (of_names, read) = rayon::join(|| portable_names::check(tree), read_settings);
    diagnostics.extend(of_names);
    let settings = match read {
        Ok(settings) => settings,
        Err(findings) => {
            diagnostics.extend(findings);
            return (None, diagnostics);
        }
    };
    diagnostics.extend(settings.diagnostics.iter().cloned());

    let mut is_structure_valid = settings.is_structure_valid;
    let Content {
        config,
        structure,
        structure_toml,
        ..
    } = &settings.content;
    let repeated = shared_sources(structure);
    let mut files = Vec::new();
    let mut ranges: Vec<(usize, Range<usize>)> = Vec::new();
    for (index, rule) in structure.collections.iter().enumerate() {
        if repeated.iter().any(|(second, _)| *second == index) {
            continue;
        }
        let place_of = |key: &str| {
            let pointer = format!("/collection/{index}/{key}");
            structure_toml.locate(&pointer, Part::Value)
        };
        match document_files(index, rule, tree, place_of) {
            Ok(more) => {
                diagnostics.extend(unreadable_list(rule, tree).cloned());
                ranges.push((index, files.len()..files.len() + more.len()));
                files.extend(more);
            }
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                is_structure_valid = false;
            }
        }
    }
    let contents = read_files(&settings, &files);
    let mut collections = Vec::new();
    for (index, range) in ranges {
        let (files, contents) = (&files[range.clone()], &contents[range]);
        let collection = collection(&settings, index, files, contents, &mut diagnostics);
        if collection.rule.route.is_none() {
            // If the collection has a route, planning reports its duplicates by their URL.
            diagnostics.extend(duplicate_slugs(&collection.documents));
            diagnostics.extend(repeated_entries(&collection.documents));
        }
        collections.push(collection);
    }
    if !is_structure_valid {
        // Later stages would only report consequences of the errors in structure.toml.
        return (None, diagnostics);
    }
    if settings.content.are_settings_valid {
        diagnostics.extend(unknown_keys(
            &collections,
            &settings.schemas,
            structure,
            structure_toml,
        ));
        diagnostics.extend(faulty_translations(&collections, &config.language));
        diagnostics.extend(texts_in_other_scripts(&collections, config));
        diagnostics.extend(unread_files(tree, structure, config));
    }
    report_names_once(&mut diagnostics);
    let content = Content {
        collections,
        ..settings.content.clone()
    };
    (Some(content), diagnostics)
}

/// Removes the findings about names that Windows cannot store for files whose names cannot be part of a URL either.
fn report_names_once(diagnostics: &mut Vec<Diagnostic>) {
    let file = |one: &Diagnostic| Some(one.place.as_ref()?.0.source.path.clone());
    let bad_slugs = diagnostics.iter().filter(|one| one.code == &BAD_SLUG);
    let bad_slugs: HashSet<String> = bad_slugs.filter_map(file).collect();
    diagnostics.retain(|one| {
        let is_reported = || file(one).is_some_and(|file| bad_slugs.contains(&file));
        one.code != &UNPORTABLE_NAME || !is_reported()
    });
}

/// Returns a collection with its documents in order, given its files and what they contain. Adds the findings about its files.
fn collection(
    settings: &Settings,
    index: usize,
    files: &[DocumentFile],
    contents: &[Arc<FileContent>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Collection {
    let Content {
        config, structure, ..
    } = &settings.content;
    let rule = &structure.collections[index];
    let readable = files.iter().filter(|file| file.is_readable);
    let readable: Vec<&Arc<Source>> = readable.map(|file| &file.source).collect();
    let mut copies = copied_files(&readable, |tag| {
        is_declared(tag, config) || language_tag(tag).is_some()
    });
    if !rule
        .route
        .as_ref()
        .is_some_and(|route| route.contains("{path}"))
    {
        copies.extend(folder_pages(&readable));
    }
    let (mut documents, mut hidden) = (Vec::new(), Vec::new());
    for (file, content) in files.iter().zip(contents) {
        if let Some(copied) = copies.get(&file.source.path) {
            documents.push(settings.unusable(file));
            diagnostics.push(copied.clone());
            continue;
        }
        documents.extend(content.documents.iter().cloned());
        hidden.extend(content.hidden.iter().cloned());
        let mut found = content.diagnostics.clone();
        let has_unknown_key = found.iter().any(|one| one.code == &UNKNOWN_KEY);
        if has_unknown_key && let [document] = content.documents.as_slice() {
            explain_folder(settings, index, document, &mut found);
        }
        diagnostics.extend(found);
    }
    let paths: LazyCell<HashSet<&str>, _> =
        LazyCell::new(|| files.iter().map(|file| file.source.path.as_str()).collect());
    let is_there = |path: &str| paths.contains(path);
    // A site in one language has no translations whose names could be wrong.
    let all = documents
        .iter()
        .chain(hidden.iter().map(|(document, _)| document))
        .filter(|_| !config.languages.is_empty());
    let folders = all.filter_map(|document| {
        language_folder(document, rule, config, is_there)
            .or_else(|| misplaced_language(document, rule, config, is_there))
            .or_else(|| country_for_language(document, config, is_there))
    });
    diagnostics.extend(folders);
    if let Some(key) = &rule.sort {
        sort(&mut documents, &SortKey::new(key, config));
    }
    Collection {
        rule: rule.clone(),
        documents,
        hidden,
    }
}
