//! Loads the content: first the settings, then the documents of every collection.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fingerprint, Fingerprinter, Source};

use crate::cached_documents::{CachedDocuments, key};
use crate::collection::Collection;
use crate::collection_checks::{duplicate_slugs, repeated_entries, unknown_keys};
use crate::content::Content;
use crate::copied_files::copied_files;
use crate::document_files::DocumentFiles;
use crate::document_reader::DocumentReader;
use crate::document_translation::stale_documents;
use crate::file_content::FileContent;
use crate::file_language::is_declared;
use crate::order::{SortKey, sort};
use crate::portable_names;
use crate::program_schemas::ProgramSchemas;
use crate::selection::Selection;
use crate::settings::Settings;
use crate::structure_checks::shared_sources;
use crate::toml_text::Part;
use crate::tree::Tree;
use crate::unread_files::unread_files;

/// Results of the previous load, reused while their inputs stay the same. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct DocumentMemo {
    /// Fingerprint of everything that documents depend on besides their own file.
    dependencies: Fingerprint,
    /// Readable files of each collection in the previous load, sorted by path, by the collection's name.
    collections: BTreeMap<String, Vec<LoadedFile>>,
    /// Settings, with the fingerprint of their files.
    settings: Option<(Fingerprint, Arc<Settings>)>,
    /// Documents that an earlier process read, from the cache.
    cached: CachedDocuments,
    /// Schemas of settings and form definitions. They never change, so they are compiled once.
    program_schemas: ProgramSchemas,
}

impl DocumentMemo {
    /// Restores a memo from the bytes that [`DocumentMemo::to_bytes`] returned in an earlier process. Returns an empty memo if they
    /// are malformed.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self {
            cached: CachedDocuments::from_bytes(bytes).unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Compiles this program's schemas, if the next load will need them. Needs no files, so it can run while the files are read.
    pub fn compile_schemas(&self) {
        if self.cached.settings == Fingerprint::default() {
            self.program_schemas.compile();
        }
    }

    /// Serializes the documents for a later process.
    pub fn to_bytes(&self) -> Vec<u8> {
        let settings = self.valid_settings();
        self.cached
            .to_bytes(self.dependencies, settings, &self.files())
    }

    /// Returns whether the cache is up to date: it contains exactly what [`DocumentMemo::to_bytes`] would write. Also returns
    /// `true` if there is nothing to write, because every file has findings.
    pub fn is_as_read(&self) -> bool {
        let files = self.files();
        let cached = self.cached.if_read_with(self.dependencies);
        let cached = cached.filter(|cached| cached.settings == self.valid_settings());
        files.is_empty()
            || cached.is_some_and(|cached| cached.has_only(files.iter().map(|(key, _)| *key)))
    }

    /// Returns the fingerprint of the settings files if they have no mistakes, otherwise 0.
    fn valid_settings(&self) -> Fingerprint {
        let settings = self.settings.as_ref();
        let valid = settings.filter(|(_, settings)| settings.diagnostics.is_empty());
        valid.map_or_else(Fingerprint::default, |(fingerprint, _)| *fingerprint)
    }

    /// Returns the files without findings, each with its key in the cache.
    fn files(&self) -> Vec<(Fingerprint, &FileContent)> {
        let collections = self.collections.iter();
        let files = collections.flat_map(|(name, all)| all.iter().map(move |file| (name, file)));
        files
            .filter(|(_, (_, content))| content.diagnostics.is_empty())
            .map(|(name, (source, content))| (key(name, source), content.as_ref()))
            .collect()
    }
}

/// A file, and the documents in it.
type LoadedFile = (Arc<Source>, Arc<FileContent>);

/// Loads everything below `content/`.
///
/// Returns `None` and findings if `site.toml` or `structure.toml` has errors. Documents with errors are marked as not valid, so
/// that later stages can continue and report their own findings.
pub fn assemble(tree: &Tree, selection: &Selection) -> (Option<Content>, Vec<Diagnostic>) {
    let (content, diagnostics) = assemble_again(tree, selection, &mut DocumentMemo::default());
    (
        content.filter(|content| content.are_settings_valid),
        diagnostics,
    )
}

/// Loads everything below `content/`, and reuses the results that `memo` keeps from earlier calls. If `site.toml` has errors but
/// can be used, also returns content, for a preview.
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
    diagnostics.extend(portable_names::check(tree));
    let files: Vec<String> = tree
        .other_files
        .iter()
        .filter_map(|path| path.strip_prefix("content/"))
        .map(str::to_owned)
        .collect();
    let dependencies = Fingerprinter::default()
        .part(fingerprint_of(
            tree,
            &["content/site.", "content/structure.toml"],
            "content/schemas/",
        ))
        .parts(files.iter().map(Fingerprint::of))
        .text(&selection.date.to_string())
        .number(usize::from(selection.drafts))
        .number(usize::from(selection.future))
        .finish();
    let mut previous = std::mem::take(&mut memo.collections);
    if memo.dependencies != dependencies {
        previous.clear();
        memo.dependencies = dependencies;
    }
    let fingerprint = Fingerprinter::default()
        .part(dependencies)
        .part(fingerprint_of(
            tree,
            &["content/menus.", "content/words."],
            "content/forms/",
        ))
        .finish();
    let settings = match memo.settings.take() {
        Some((known, settings)) if known == fingerprint => settings,
        _ => {
            let are_valid = memo.cached.settings == fingerprint;
            let schemas = (!are_valid).then_some(&memo.program_schemas);
            match Settings::read(tree, files, dependencies, schemas) {
                Ok(settings) => Arc::new(settings),
                Err(mistakes) => {
                    diagnostics.extend(mistakes);
                    return (None, diagnostics);
                }
            }
        }
    };
    memo.settings = Some((fingerprint, Arc::clone(&settings)));
    diagnostics.extend(settings.diagnostics.iter().cloned());

    let mut is_structure_valid = settings.is_structure_valid;
    let mut collections = Vec::new();
    let Content {
        config,
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
                is_structure_valid = false;
                continue;
            }
        };
        let reader = DocumentReader {
            rule,
            config,
            content: &settings.content,
            are_facts_complete: settings.is_site_valid,
            schema: settings.schemas[index].as_ref(),
            images: &settings.content.files,
            selection,
            cached: memo.cached.if_read_with(dependencies),
        };
        let known = previous.remove(&rule.name).unwrap_or_default();
        let (collection, loaded) = load_collection(&reader, files, &known, &mut diagnostics);
        memo.collections.insert(rule.name.clone(), loaded);
        if rule.route.is_none() {
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
        diagnostics.extend(stale_documents(&collections, &config.language));
        diagnostics.extend(unread_files(tree, structure, config));
    }
    let content = Content {
        collections,
        ..settings.content.clone()
    };
    (Some(content), diagnostics)
}

/// Reads the documents of a collection and sorts them. Files in `known` with the same text are not read again. Returns also the
/// readable files.
fn load_collection(
    reader: &DocumentReader<'_>,
    files: DocumentFiles,
    known: &[LoadedFile],
    diagnostics: &mut Vec<Diagnostic>,
) -> (Collection, Vec<LoadedFile>) {
    let contents = reader.files(&files.readable, known);
    let copies = copied_files(&files.readable, |tag| is_declared(tag, reader.config));
    let readable: Vec<LoadedFile> = files.readable.into_iter().zip(contents).collect();
    let is_copy = |source: &Arc<Source>| copies.contains_key(&source.path);
    let copied = readable.iter().map(|(source, _)| source);
    let copied = copied.filter(|source| is_copy(source));
    let unusable = files.unreadable.iter().chain(copied);
    let unusable = unusable.map(|source| Arc::new(reader.unusable(source)));
    let usable = readable.iter().filter(|(source, _)| !is_copy(source));
    let usable = usable.flat_map(|(_, one)| &one.documents);
    let mut documents = unusable.chain(usable.cloned()).collect();
    if let Some(key) = &reader.rule.sort {
        sort(&mut documents, &SortKey::new(key, reader.config));
    }
    let mut hidden = Vec::new();
    for (source, one) in &readable {
        if let Some(copied) = copies.get(&source.path) {
            diagnostics.push(copied.clone());
            continue;
        }
        hidden.extend(one.hidden.iter().cloned());
        diagnostics.extend(one.diagnostics.iter().cloned());
    }
    let collection = Collection {
        rule: reader.rule.clone(),
        documents,
        hidden,
    };
    (collection, readable)
}

/// Returns the fingerprint of the files whose paths begin with one of `names`, and of all files below `folder`.
fn fingerprint_of(tree: &Tree, names: &[&str], folder: &str) -> Fingerprint {
    let prefixes = names.iter().chain([&folder]);
    let mut all = Fingerprinter::default();
    for prefix in prefixes {
        for files in [&tree.texts, &tree.unreadable] {
            let files = files.range((*prefix).to_owned()..);
            let files = files.take_while(|(path, _)| path.starts_with(prefix));
            all = files.fold(all, |all, (path, source)| {
                all.text(path).part(source.fingerprint)
            });
        }
    }
    all.finish()
}
