//! The files below `content/` as they are on disk: the only part of this crate that touches one.

use crate::codes;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use diagnostic::Diagnostic;
use diagnostic::{Place, Source};

/// The texts and the names of all files below a folder.
#[derive(Debug, Default, Clone)]
pub struct Tree {
    /// Text files (`.md`, `.toml`, `.json`, `.html`) by path relative to the project's root.
    pub texts: BTreeMap<String, Arc<Source>>,
    /// Text files that cannot be used: not UTF-8, or in the middle of a merge. They are reported, and they exist.
    pub unreadable: BTreeMap<String, Arc<Source>>,
    /// All other files, by path relative to the project's root.
    pub others: Vec<String>,
    /// Folders, by path relative to the project's root.
    pub folders: BTreeSet<String>,
    /// What is wrong with files that cannot be read, by path.
    pub problems: BTreeMap<String, Diagnostic>,
}

impl Tree {
    /// Reads `folder` (relative to `root`, with `/`). Hidden files and editors' backups are passed over; what cannot be
    /// read or is not UTF-8 is noted.
    pub fn read(root: &Path, folder: &str) -> Self {
        let mut tree = Self::default();
        let mut texts = Vec::new();
        let walk = walkdir::WalkDir::new(root.join(folder))
            .follow_links(true)
            .into_iter()
            .filter_entry(|entry| {
                entry.depth() == 0 || !is_passed_over(&entry.file_name().to_string_lossy())
            });
        for entry in walk {
            match entry {
                Ok(entry) if entry.file_type().is_file() => match relative(root, entry.path()) {
                    Some(path) if is_text(&path) => texts.push(path),
                    Some(path) => tree.others.push(path),
                    None => {
                        let name = shown(root, entry.path());
                        let diagnostic = Diagnostic::new(
                            &codes::BAD_FILE_NAME,
                            format!("the name of {name} is not UTF-8"),
                        )
                        .help("rename the file with letters (a to z), digits and hyphens");
                        let diagnostic = unread(&name, diagnostic);
                        tree.problems.insert(name, diagnostic);
                    }
                },
                Ok(entry) => tree.folders.extend(relative(root, entry.path())),
                Err(error) => tree.put_unreachable(root, &error),
            }
        }
        tree.others.sort();
        let read: Vec<(String, Result<Arc<Source>, Diagnostic>)> = texts
            .into_par_iter()
            .map(|path| {
                let result = read_text(root, &path);
                (path, result)
            })
            .collect();
        for (path, result) in read {
            tree.put(path, result);
        }
        tree
    }

    /// Brings the tree up to date with the disk, where `changed` are all the files that may have changed.
    pub fn refresh<'a>(
        &mut self,
        root: &Path,
        folder: &str,
        changed: impl IntoIterator<Item = &'a PathBuf>,
    ) {
        let below = root.join(folder);
        let mut known = Vec::new();
        for path in changed {
            if below.starts_with(path) {
                *self = Self::read(root, folder);
                return;
            }
            let Ok(inside) = path.strip_prefix(&below) else {
                continue;
            };
            if inside
                .components()
                .any(|part| is_passed_over(&part.as_os_str().to_string_lossy()))
            {
                continue;
            }
            let name = relative(root, path).filter(|_| path.is_file());
            if let Some(name) = name.filter(|name| {
                self.texts.contains_key(name) || self.others.binary_search(name).is_ok()
            }) {
                known.push(name);
            } else {
                // A new, renamed or removed file, or a folder: the disk is asked what there is.
                *self = Self::read(root, folder);
                return;
            }
        }
        for name in known.into_iter().filter(|name| is_text(name)) {
            let result = read_text(root, &name);
            self.put(name, result);
        }
    }

    /// Notes what cannot be reached: a link that leads nowhere, a folder of somebody else.
    fn put_unreachable(&mut self, root: &Path, error: &walkdir::Error) {
        let path = error.path().unwrap_or(root);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // An editor's lock is a link that leads nowhere.
        if is_passed_over(&name) {
            return;
        }
        let name = shown(root, path);
        let diagnostic =
            Diagnostic::new(&diagnostic::codes::UNREADABLE_FILE, walk_error(root, error));
        let diagnostic = unread(&name, diagnostic);
        if is_text(&name) {
            self.put(name, Err(diagnostic));
        } else {
            self.problems.insert(name, diagnostic);
        }
    }

    fn put(&mut self, path: String, result: Result<Arc<Source>, Diagnostic>) {
        match result {
            Ok(source) => {
                self.unreadable.remove(&path);
                self.problems.remove(&path);
                self.texts.insert(path, source);
            }
            Err(diagnostic) => {
                self.texts.remove(&path);
                match &diagnostic.place {
                    Some((place, _)) => {
                        let source = Arc::clone(&place.source);
                        self.unreadable.insert(path.clone(), source);
                    }
                    None => drop(self.unreadable.remove(&path)),
                }
                self.problems.insert(path, diagnostic);
            }
        }
    }
}

fn read_text(root: &Path, path: &str) -> Result<Arc<Source>, Diagnostic> {
    let bytes = std::fs::read(root.join(path)).map_err(|error| {
        let message = format!("cannot read {path}: {error}");
        unread(
            path,
            Diagnostic::new(&diagnostic::codes::UNREADABLE_FILE, message),
        )
    })?;
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(path, &error))?;
    let source = Source::new(path, text);
    if let Some(at) = source.text.find('\0') {
        return Err(
            Diagnostic::new(&codes::NOT_UTF8, "this file is not UTF-8 text")
                .at(Place::new(&source, at..at + 1), "a NUL, which no text has")
                .help("save the file with the encoding UTF-8"),
        );
    }
    match unfinished_merge(&source) {
        Some(diagnostic) => Err(diagnostic),
        None => Ok(source),
    }
}

/// A finding at a file of which nothing is known but its name.
fn unread(path: &str, diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.at(Place::new(&Source::new(path, ""), 0..0), "")
}

fn not_utf8(path: &str, error: &std::string::FromUtf8Error) -> Diagnostic {
    let bytes = error.as_bytes();
    let at = error.utf8_error().valid_up_to();
    let source = Source::new(path, String::from_utf8_lossy(bytes));
    let help = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            "it looks like UTF-16: save the file with the encoding UTF-8".to_owned()
        }
        _ => match windows_1252(bytes[at]) {
            Some(character) => format!(
                "save the file with the encoding UTF-8; if it is of an old program of Windows, this is `{character}`"
            ),
            None => "save the file with the encoding UTF-8".to_owned(),
        },
    };
    Diagnostic::new(&codes::NOT_UTF8, "this file is not UTF-8 text")
        .at(
            Place::new(&source, at..at + 1),
            "the first byte that is not",
        )
        .help(help)
}

/// What a byte is in the encoding of old programs (<https://encoding.spec.whatwg.org/#windows-1252>).
fn windows_1252(byte: u8) -> Option<char> {
    const FROM_80: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    let character = match byte {
        0x80..=0x9f => FROM_80.chars().nth(usize::from(byte - 0x80))?,
        _ => char::from(byte),
    };
    (!character.is_control()).then_some(character)
}

/// The finding that both versions of a merge are still in a file, between the lines that version control puts there.
fn unfinished_merge(source: &Arc<Source>) -> Option<Diagnostic> {
    // One search, for nearly every file has none.
    source.text.contains("<<<<<<<").then_some(())?;
    let markers = ["<<<<<<<", "=======", ">>>>>>>"];
    let mut places: Vec<Place> = Vec::new();
    let mut at = 0;
    for line in source.text.split_inclusive('\n') {
        let text = line.trim_end();
        let marker = markers[places.len()];
        let rest = text.strip_prefix(marker);
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) {
            places.push(Place::new(source, at..at + text.len()));
        }
        if places.len() == markers.len() {
            let (last, first) = (places.pop()?, places.swap_remove(0));
            return Some(
                Diagnostic::new(&codes::MERGE_CONFLICT, "a merge is not finished in this file")
                    .at(first, "one version begins here")
                    .related(last, "the other version ends here")
                    .help("keep what is right of the two, and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`"),
            );
        }
        at += line.len();
    }
    None
}

fn walk_error(root: &Path, error: &walkdir::Error) -> String {
    if let Some(link) = error.path()
        && let Ok(target) = std::fs::read_link(link)
        && !link.exists()
    {
        return format!(
            "cannot read {}: it is a link to {}, which is not there",
            shown(root, link),
            target.display()
        );
    }
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

/// Whether a file is one of those that are read as text.
pub fn is_text(path: &str) -> bool {
    [".md", ".toml", ".json", ".html"]
        .iter()
        .any(|ending| path.ends_with(ending))
}

/// Hidden files, and what editors leave beside a file while it is open.
pub fn is_passed_over(name: &str) -> bool {
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
