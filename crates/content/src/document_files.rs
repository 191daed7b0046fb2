//! Finds the files that contain the documents of a collection.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::{Diagnostic, Help, Place, Source, all_of, did_you_mean};

use crate::codes;
use crate::data_format::DataFormat;
use crate::structure::CollectionRule;
use crate::tree::Tree;

/// A file with documents of a collection.
#[derive(Debug)]
pub struct DocumentFile {
    /// Index of the collection in `structure.toml`.
    pub collection: usize,
    /// The file.
    pub source: Arc<Source>,
    /// Whether the file can be read as text. If not, [`Tree::problems`] has the finding about it.
    pub is_readable: bool,
}

/// Returns the files of a collection, readable ones first, each part sorted by path. `index` is the index of the collection, and
/// `place_of` returns the place of one of its keys. Fails with a finding if the rule does not have exactly one of `dir` and `file`, or if
/// that folder or file does not exist.
pub fn document_files(
    index: usize,
    rule: &CollectionRule,
    tree: &Tree,
    place_of: impl Fn(&str) -> Place,
) -> Result<Vec<DocumentFile>, Diagnostic> {
    let name = &rule.name;
    let [readable, unreadable] = match (&rule.dir, &rule.file) {
        (Some(dir), None) => in_folder(tree, dir, || place_of("dir")),
        (None, Some(file)) => list(tree, file, || place_of("file")),
        (Some(_), Some(_)) => {
            let message = format!("collection `{name}` has both `dir` and `file`");
            Err(Diagnostic::new(&codes::INVALID_VALUE, message)
                .at_duplicate(place_of("file"), place_of("dir"))
                .help("keep `dir` for a folder of documents, or `file` for a list"))
        }
        (None, None) => {
            let message = format!("collection `{name}` needs `dir` or `file`");
            Err(Diagnostic::new(&codes::MISSING_KEY, message)
                .at(place_of("name"), "")
                .help("add `dir = …` for a folder of documents, or `file = …` for a list"))
        }
    }?;
    let file = |source, is_readable| DocumentFile {
        collection: index,
        source,
        is_readable,
    };
    let readable = readable.into_iter().map(|source| file(source, true));
    let unreadable = unreadable.into_iter().map(|source| file(source, false));
    Ok(readable.chain(unreadable).collect())
}

/// Readable and unreadable files.
type Sources = [Vec<Arc<Source>>; 2];

/// Returns the document files below a folder, sorted by path.
fn in_folder(tree: &Tree, dir: &str, place: impl Fn() -> Place) -> Result<Sources, Diagnostic> {
    let prefix = format!("content/{dir}/");
    let below = |files: &BTreeMap<String, Arc<Source>>| -> Vec<Arc<Source>> {
        files
            .range(prefix.clone()..)
            .take_while(|(path, _)| path.starts_with(&prefix))
            .filter(|(path, _)| is_document(path))
            .map(|(_, source)| Arc::clone(source))
            .collect()
    };
    let files = [below(&tree.texts), below(&tree.unreadable)];
    // An empty folder is fine: its documents may not be written yet.
    let path = prefix.trim_end_matches('/');
    let exists = tree.folders.contains(path) || tree.problems.contains_key(path);
    if files.iter().all(Vec::is_empty) && !exists {
        let paths = tree.texts.keys().filter(|path| is_document(path));
        let folders = paths.filter_map(|path| path.strip_prefix("content/")?.rsplit_once('/'));
        let folders = folders.map(|(folder, _)| folder);
        let message = format!("folder `content/{dir}` does not exist");
        return Err(Diagnostic::new(&codes::MISSING_FILE, message)
            .at(place(), "no such folder below content/")
            .help(if tree.texts.contains_key(path) {
                format!("it is a file: write file = \"{dir}\"").into()
            } else {
                plain_path(dir, |path| tree.folders.contains(path)).or_else(|| did_you_mean(dir, folders.clone())).or_else(|| {
                    let help = "write the folder alone, of which all files are read";
                    let names: BTreeSet<&str> = folders.collect();
                    dir.contains(PATTERN_SIGNS).then(|| format!("{help}: folders are {}", all_of(names)).into())
                }).unwrap_or_else(|| {
                    "create the folder with an empty file `.gitkeep` in it, because Git stores no empty folders; or write the name of one below content/".into()
                })
            }));
    }
    Ok(files)
}

/// Returns the file whose `[[item]]` tables, or entries in another format, are the documents of a collection.
fn list(tree: &Tree, file: &str, place: impl Fn() -> Place) -> Result<Sources, Diagnostic> {
    let path = format!("content/{file}");
    if let Some(source) = tree.texts.get(&path) {
        return Ok([vec![Arc::clone(source)], Vec::new()]);
    }
    match tree.lists.get(&path) {
        Some(Ok(source)) => return Ok([vec![Arc::clone(source)], Vec::new()]),
        // `unreadable_list` has the finding about it.
        Some(Err(diagnostic)) => {
            let source = diagnostic
                .place
                .iter()
                .map(|(place, _)| Arc::clone(&place.source));
            return Ok([Vec::new(), source.collect()]);
        }
        None if tree.problems.contains_key(&path) => return Ok(Sources::default()),
        None => {}
    }
    let paths = tree.texts.keys().chain(tree.lists.keys()).filter(|path| {
        is_document(path) || DataFormat::of(path).is_some() && !path.starts_with("content/schemas/")
    });
    let paths = paths.filter_map(|path| path.strip_prefix("content/"));
    if tree.has_file(&path) {
        let message = format!("`content/{file}` is not a list");
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let help = format!("a list is a file in TOML, JSON, YAML, or CSV: save it as {stem}.csv");
        let diagnostic = Diagnostic::new(&codes::MISSING_FILE, message);
        return Err(diagnostic.at(place(), "").help(help));
    }
    let message = format!("file `content/{file}` does not exist");
    Err(Diagnostic::new(&codes::MISSING_FILE, message)
        .at(place(), "no such file below content/")
        .help(
            plain_path(file, |path| tree.has_file(path))
                .or_else(|| {
                    let folder = file.find(PATTERN_SIGNS).map(|at| &file[..at])?;
                    let folder = folder.trim_end_matches('/').trim_start_matches("content/");
                    let exists = tree.folders.contains(&format!("content/{folder}"));
                    let help =
                        format!("write dir = \"{folder}\": all files of the folder are read");
                    exists.then(|| help.into())
                })
                .or_else(|| did_you_mean(file, paths))
                .unwrap_or_else(|| {
                    "create the file, or write the name of one below content/".into()
                }),
        ))
}

/// Returns the finding about the list of a collection, in YAML or CSV, that is not text.
pub fn unreadable_list<'t>(rule: &CollectionRule, tree: &'t Tree) -> Option<&'t Diagnostic> {
    let path = format!("content/{}", rule.file.as_ref()?);
    tree.lists.get(&path)?.as_ref().err()
}

/// Returns the path below `content/` that was meant by one with `content/` or `./` before it, or with a slash at its end. `exists` returns
/// whether a path of the project exists.
pub fn plain_path(written: &str, exists: impl Fn(&str) -> bool) -> Option<Help> {
    let path = written.replace('\\', "/");
    let path = path
        .rsplit_once("content/")
        .map_or(&*path, |(_, path)| path);
    let path = path.trim_start_matches("./").trim_matches('/');
    let (path, is_pattern) = match path.find(PATTERN_SIGNS) {
        Some(at) => (path[..at].rsplit_once('/')?.0, true),
        None => (path, false),
    };
    let more = if is_pattern {
        " All files of the folder are read"
    } else {
        ""
    };
    let help = format!("did you mean `{path}`?{more}");
    let is_other = path != written && exists(&format!("content/{path}"));
    is_other.then(|| Help::replace(help, written, path))
}

/// Signs of a pattern of paths, such as `notes/*.md`.
const PATTERN_SIGNS: [char; 4] = ['*', '?', '[', '{'];

/// Returns a finding for each of the files that is the page of a folder in Hugo and Zola, `_index.md`, by its path. Only a collection
/// whose URLs contain the folders has such pages.
pub fn folder_pages(files: &[&Arc<Source>]) -> BTreeMap<String, Diagnostic> {
    let pages = files.iter().filter_map(|file| {
        let folder = file.path.strip_suffix("/_index.md")?;
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let message = "`_index.md` is the page of a folder in Hugo and Zola";
        let help =
            format!("here, the page of a folder has its name: move it to content/pages/{name}.md");
        let diagnostic = Diagnostic::new(&codes::FOREIGN_NOTATION, message)
            .at(Place::start_of(file), "")
            .help(help);
        Some((file.path.clone(), diagnostic))
    });
    pages.collect()
}

fn is_document(path: &str) -> bool {
    path.ends_with(".md") || path.ends_with(".toml")
}
