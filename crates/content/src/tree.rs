//! The files below `content/` as they are on disk: the only part of this crate that touches one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::source::{Place, Source};

/// The texts and the names of all files below a folder.
#[derive(Debug, Default, Clone)]
pub struct Tree {
    /// Text files (`.md`, `.toml`, `.json`, `.html`) by path relative to the project's root.
    pub texts: BTreeMap<String, Arc<Source>>,
    /// Text files that are not UTF-8, as far as they can be read. They are reported, and they exist.
    pub unreadable: BTreeMap<String, Arc<Source>>,
    /// All other files, by path relative to the project's root.
    pub others: Vec<String>,
}

impl Tree {
    /// Reads `folder` (relative to `root`, with `/`). Hidden files and editors' backups are passed over.
    ///
    /// # Errors
    /// Every file that cannot be read or is not UTF-8.
    pub fn read(root: &Path, folder: &str) -> (Self, Vec<Diagnostic>) {
        let mut paths = Vec::new();
        let mut found = Vec::new();
        let walk = walkdir::WalkDir::new(root.join(folder))
            .follow_links(true)
            .into_iter()
            .filter_entry(|entry| {
                entry.depth() == 0 || !is_passed_over(&entry.file_name().to_string_lossy())
            });
        for entry in walk {
            match entry {
                Ok(entry) if entry.file_type().is_file() => match relative(root, entry.path()) {
                    Some(path) => paths.push(path),
                    None => found.push(
                        Diagnostic::error(
                            "bad-file-name",
                            format!("the name of {} is not UTF-8", shown(root, entry.path())),
                        )
                        .help("rename the file with letters, digits and hyphens"),
                    ),
                },
                Ok(_) => {}
                Err(error) => {
                    found.push(Diagnostic::error(
                        "unreadable-file",
                        walk_error(root, &error),
                    ));
                }
            }
        }
        let (text_paths, mut others): (Vec<String>, Vec<String>) =
            paths.into_iter().partition(|path| is_text(path));
        others.sort();
        let read: Vec<Result<(String, Arc<Source>), Diagnostic>> = text_paths
            .into_par_iter()
            .map(|path| read_text(root, path))
            .collect();
        let mut tree = Self {
            others,
            ..Self::default()
        };
        for one in read {
            match one {
                Ok((path, source)) => drop(tree.texts.insert(path, source)),
                Err(diagnostic) => {
                    if let Some((place, _)) = &diagnostic.place {
                        let source = Arc::clone(&place.source);
                        tree.unreadable.insert(source.path.clone(), source);
                    }
                    found.push(diagnostic);
                }
            }
        }
        (tree, found)
    }
}

fn read_text(root: &Path, path: String) -> Result<(String, Arc<Source>), Diagnostic> {
    let bytes = std::fs::read(root.join(&path)).map_err(|error| {
        Diagnostic::error("unreadable-file", format!("cannot read {path}: {error}"))
    })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok((path.clone(), Source::new(path, text))),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let source = Source::new(path, String::from_utf8_lossy(error.as_bytes()));
            Err(Diagnostic::error("not-utf8", "this file is not UTF-8 text")
                .at(
                    Place::new(&source, at..at + 1),
                    "the first byte that is not",
                )
                .help("save the file with the encoding UTF-8"))
        }
    }
}

fn walk_error(root: &Path, error: &walkdir::Error) -> String {
    let path = shown(root, error.path().unwrap_or(root));
    match (error.loop_ancestor(), error.io_error()) {
        (Some(ancestor), _) => format!(
            "cannot read {path}: it links back to {}",
            shown(root, ancestor)
        ),
        (None, Some(error)) => format!("cannot read {path}: {error}"),
        (None, None) => format!("cannot read {path}: {error}"),
    }
}

/// A path as diagnostics show it: below the project's root.
fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root)
        .unwrap_or(path)
        .display()
        .to_string()
}

fn is_text(path: &str) -> bool {
    [".md", ".toml", ".json", ".html"]
        .iter()
        .any(|ending| path.ends_with(ending))
}

/// Hidden files, and what editors leave beside a file while it is open.
fn is_passed_over(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~') || name.ends_with(".swp") || name.starts_with('#')
}

/// `path` below `root` with `/` between its parts; `None` where it is not UTF-8.
fn relative(root: &Path, path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path
        .strip_prefix(root)
        .ok()?
        .components()
        .map(|part| part.as_os_str().to_str())
        .collect();
    Some(parts?.join("/"))
}
