//! The files that `structure.toml` names: schemas, folders of documents, lists.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::codes;
use crate::load::FOLDER;
use crate::schema::Schema;
use crate::tree::Tree;
use diagnostic::Diagnostic;
use diagnostic::did_you_mean;
use diagnostic::{Place, Source};

/// The schemas of the tree.
pub struct Schemas<'a> {
    /// All files.
    pub tree: &'a Tree,
    /// Pictures, which schemas can demand.
    pub files: &'a Arc<Vec<String>>,
}

impl Schemas<'_> {
    /// The schema a rule names, relative to `content/`.
    pub fn named(
        &self,
        path: &str,
        place: impl Fn() -> Place,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Schema> {
        let file = format!("{FOLDER}/{path}");
        let Some(source) = self.tree.texts.get(&file) else {
            if self.tree.unreadable.contains_key(&file) {
                return None;
            }
            let known = self
                .tree
                .texts
                .keys()
                .filter_map(|key| key.strip_prefix("content/"))
                .filter(|key| key.starts_with("schemas/"));
            found.push(
                Diagnostic::new(&codes::MISSING_FILE, format!("there is no schema `{path}`"))
                    .at(place(), "no such file below content/")
                    .maybe_help(did_you_mean(path, known)),
            );
            return None;
        };
        self.compile(source, found)
    }

    /// A schema that a site may do without.
    pub fn optional(&self, path: &str, found: &mut Vec<Diagnostic>) -> Option<Schema> {
        let source = self.tree.texts.get(path)?;
        self.compile(source, found)
    }

    /// Compiles a schema; what is wrong with it is reported.
    pub fn compile(&self, source: &Arc<Source>, found: &mut Vec<Diagnostic>) -> Option<Schema> {
        Schema::compile(source, self.files)
            .map_err(|mistakes| found.extend(mistakes))
            .ok()
    }
}

/// The files that a collection's documents are in.
#[derive(Default)]
pub struct Sources {
    /// Files to read documents from.
    pub readable: Vec<Arc<Source>>,
    /// Files that were found to be unreadable, and reported.
    pub unreadable: Vec<Arc<Source>>,
}

/// The documents of a folder, in the order of their paths; `None` where there is no such folder.
pub fn folder(
    tree: &Tree,
    dir: &str,
    place: impl Fn() -> Place,
    found: &mut Vec<Diagnostic>,
) -> Option<Sources> {
    let prefix = format!("{FOLDER}/{dir}/");
    let below = |files: &BTreeMap<String, Arc<Source>>| -> Vec<Arc<Source>> {
        files
            .range(prefix.clone()..)
            .take_while(|(path, _)| path.starts_with(&prefix))
            .filter(|(path, _)| is_document(path))
            .map(|(_, source)| Arc::clone(source))
            .collect()
    };
    let sources = Sources {
        readable: below(&tree.texts),
        unreadable: below(&tree.unreadable),
    };
    // An empty folder has no documents yet; one that cannot be read is reported.
    let path = prefix.trim_end_matches('/');
    let is_there = tree.folders.contains(path) || tree.problems.contains_key(path);
    if sources.readable.is_empty() && sources.unreadable.is_empty() && !is_there {
        let folders = tree.texts.keys().filter(|path| is_document(path));
        let folders = folders.filter_map(|path| path.strip_prefix("content/")?.rsplit_once('/'));
        found.push(
            Diagnostic::new(
                &codes::MISSING_FILE,
                format!("there are no documents in content/{dir}"),
            )
            .at(place(), "no .md or .toml file in this folder")
            .maybe_help(did_you_mean(dir, folders.map(|(folder, _)| folder))),
        );
        return None;
    }
    Some(sources)
}

/// The one file of a list; `None` where it is not there.
pub fn list_file(
    tree: &Tree,
    file: &str,
    place: impl Fn() -> Place,
    found: &mut Vec<Diagnostic>,
) -> Option<Sources> {
    let path = format!("{FOLDER}/{file}");
    if let Some(source) = tree.texts.get(&path) {
        return Some(Sources {
            readable: vec![Arc::clone(source)],
            ..Sources::default()
        });
    }
    if tree.unreadable.contains_key(&path) {
        return Some(Sources::default());
    }
    let known = tree.texts.keys().filter(|path| is_document(path));
    let known = known.filter_map(|path| path.strip_prefix("content/"));
    found.push(
        Diagnostic::new(&codes::MISSING_FILE, format!("there is no content/{file}"))
            .at(place(), "no such file")
            .maybe_help(did_you_mean(file, known)),
    );
    None
}

fn is_document(path: &str) -> bool {
    path.ends_with(".md") || path.ends_with(".toml")
}
