//! Reads the files below `content/` and `themes/`. This is the only file of the crate that touches the disk, and it only reads.
#![expect(clippy::disallowed_methods, reason = "only this file reads the disk")]

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use diagnostic::codes::UNREADABLE_FILE;
use diagnostic::line_endings::normalized;
use diagnostic::{ByText, Diagnostic, Fingerprint, Place, ReadAgain, Source, Text};
use rayon::prelude::*;
use walk::Stamp;

use crate::codes;
use crate::data_format::DataFormat;
use crate::slug::folded;
use crate::text_file::decode;
use crate::text_stamps::{TextStamp, TextStamps};

/// The files below a folder: the content of text files, and the names of all others.
#[derive(Debug, Default, Clone)]
pub struct Tree {
    /// Text files (`.md`, `.toml`, `.json`, `.html`; in a theme also `.svg`) by path relative to the project's root.
    pub texts: BTreeMap<String, Arc<Source>>,
    /// Text files that exist but cannot be used, such as files that are not UTF-8, by path. `problems` says why.
    pub unreadable: BTreeMap<String, Arc<Source>>,
    /// Lists in YAML and CSV by path, or why one is not text. They are other files as well: a collection may read them, or a page link
    /// to them.
    pub lists: BTreeMap<String, Result<Arc<Source>, Diagnostic>>,
    /// Paths of all other files, relative to the project's root, sorted.
    pub other_files: Vec<String>,
    /// Paths of folders, relative to the project's root.
    pub folders: BTreeSet<String>,
    /// Findings about files and folders that cannot be read, by path.
    pub problems: BTreeMap<String, Diagnostic>,
    /// Files whose text had changed when they were read again.
    changed: ChangedFiles,
}

/// Paths of files that another program has changed since they were first read.
type ChangedFiles = Arc<Mutex<BTreeSet<String>>>;

/// Step of the slowest clock among common file systems: FAT stores times in units of two seconds.
const SLOWEST_CLOCK: Duration = Duration::from_secs(2);

/// Texts that an editor has not saved yet, by path relative to the project's root.
pub type UnsavedTexts = BTreeMap<String, Arc<str>>;

impl Tree {
    /// Reads all files below `folder`, a path relative to `root`. Skips hidden files and editors' backups. For a file or folder
    /// that cannot be read, adds a finding to [`Tree::problems`].
    pub fn read(root: &Path, folder: &str) -> Self {
        Self::read_with(root, folder, read_text)
    }

    /// Like [`Tree::read`], for a process that builds once. Does not read files whose stamp is in `known`: their text is read on first use.
    /// [`Tree::release`] keeps the texts of the other files in memory, up to about `kept` bytes. Also returns the entries for the next process. `start` must be
    /// before this call.
    pub fn read_once(
        root: &Path,
        folder: &str,
        known: &TextStamps,
        start: SystemTime,
        kept: usize,
    ) -> (Self, TextStamps) {
        let length = AtomicUsize::new(0);
        let changed = ChangedFiles::default();
        let texts = Mutex::default();
        let read = |path: &Path, name: &str| {
            let stamp = Stamp::at(path).filter(|stamp| stamp.is_older_than(start - SLOWEST_CLOCK));
            let known = known.0.get(name).filter(|known| Some(known.stamp) == stamp);
            let mut source = match known {
                Some(known) => {
                    let text = Text::unread(known.length);
                    Arc::new(Source::with_text(name.to_owned(), text, known.fingerprint))
                }
                None => read_text(path, name)?,
            };
            let is_kept =
                known.is_none() && length.fetch_add(source.text.len(), Ordering::Relaxed) < kept;
            if let Some(source) = Arc::get_mut(&mut source).filter(|_| !is_kept) {
                let again = read_again(path, name, source.fingerprint, &changed);
                source.text.read_again_with(again);
            }
            if let Some(stamp) = stamp {
                let (length, fingerprint) = (source.text.len(), source.fingerprint);
                let known = TextStamp {
                    stamp,
                    length,
                    fingerprint,
                };
                let mut texts: MutexGuard<'_, ByText<_, _>> = lock(&texts);
                texts.insert(name.to_owned(), known);
            }
            Ok(source)
        };
        let mut tree = Self::read_with(root, folder, read);
        tree.changed = changed;
        let texts = texts.into_inner().unwrap_or_else(PoisonError::into_inner);
        (tree, TextStamps(texts))
    }

    /// Frees the texts that can be read again.
    pub fn release(&mut self) {
        let lists = self.lists.values_mut().flatten();
        for source in self.texts.values_mut().chain(lists) {
            *source = source.unloaded();
        }
    }

    /// Returns a finding for each file whose text had changed when it was read again.
    pub fn changed_files(&self) -> Vec<Diagnostic> {
        let changed = lock(&self.changed);
        let findings = changed.iter().map(|name| {
            let message = format!("{name} was changed while the site was being built");
            Diagnostic::new(&UNREADABLE_FILE, message)
                .at(unread_file(name), "")
                .help("build the site again")
        });
        findings.collect()
    }

    /// Reads all files below `folder`, and the texts of its text files with `read`.
    fn read_with(
        root: &Path,
        folder: &str,
        read: impl Fn(&Path, &str) -> Result<Arc<Source>, Diagnostic> + Sync,
    ) -> Self {
        let mut tree = Self::default();
        let top = root.join(folder.split('/').next().unwrap_or(folder));
        let entries: Vec<_> = walk::walk(&top, &root.join(folder), is_ignored).collect();
        let read: Vec<_> = entries
            .into_par_iter()
            .map(|entry| {
                let file = entry.as_ref().ok().filter(|entry| !entry.is_folder);
                let text = file.and_then(|file| {
                    let name =
                        relative(root, &file.path).filter(|name| is_text(name) || is_list(name))?;
                    Some((read(&file.path, &name), name))
                });
                (entry, text)
            })
            .collect();
        for (entry, text) in read {
            match (entry, text) {
                (Ok(entry), Some((result, name))) if is_list(&name) => {
                    tree.insert_name(root, &entry);
                    tree.lists.insert(name, result);
                }
                (_, Some((result, name))) => tree.insert(name, result),
                (Ok(entry), None) => tree.insert_name(root, &entry),
                (Err(unreachable), None) => tree.insert_unreachable(root, &unreachable),
            }
        }
        tree.other_files.sort();
        tree
    }

    /// Reads what forms are made from: `content/forms/`, and facts and words in every language. What does not exist is skipped.
    pub fn read_form_sources(root: &Path) -> Self {
        let files = std::fs::read_dir(root.join("content"));
        let files = files.into_iter().flatten().flatten();
        let names = files.filter_map(|file| file.file_name().into_string().ok());
        let is_settings = |name: &str| {
            let (name, ending) = name.split_once('.').unwrap_or((name, ""));
            name == "forms" || ["site", "words"].contains(&name) && ending.ends_with("toml")
        };
        let settings = names.filter(|name| is_settings(name));
        let mut tree = Self::default();
        for name in settings {
            let part = Self::read(root, &format!("content/{name}"));
            tree.texts.extend(part.texts);
            tree.unreadable.extend(part.unreadable);
            tree.problems.extend(part.problems);
        }
        tree
    }

    /// Updates the tree from the disk. `changed` must contain every file that may have changed.
    pub fn refresh<'a>(
        &mut self,
        root: &Path,
        folder: &str,
        changed: impl IntoIterator<Item = &'a PathBuf>,
    ) {
        let below = root.join(folder);
        let (mut written, mut removed) = (Vec::new(), Vec::new());
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
                .any(|part| is_ignored(&part.as_os_str().to_string_lossy()))
            {
                continue;
            }
            // A symbolic link may have a different target now.
            let is_file = path.is_file() && !path.is_symlink();
            match relative(root, path) {
                Some(name) if is_file && self.may_have_file(&name) => written.push((path, name)),
                Some(name) if path.symlink_metadata().is_err() && self.has_file(&name) => {
                    removed.push(name);
                }
                // For a folder or a link, read everything again.
                _ => {
                    *self = Self::read(root, folder);
                    return;
                }
            }
        }
        if self.has_in_another_case(written.iter().map(|(_, name)| name.as_str())) {
            *self = Self::read(root, folder);
            return;
        }
        for name in removed {
            self.remove(&name);
        }
        for (path, name) in written {
            self.add(&name, || read_text(path, &name));
        }
    }

    /// Replaces a file by another version of it. `None` removes it.
    pub fn replace(&mut self, path: &str, version: Option<Vec<u8>>) {
        self.remove(path);
        if let Some(bytes) = version {
            self.add(path, || decode(path, bytes));
        }
    }

    /// Adds a file that may be in the tree already. `text` returns its text, or why it has none.
    fn add(&mut self, path: &str, text: impl FnOnce() -> Result<Arc<Source>, Diagnostic>) {
        if is_text(path) {
            return self.insert(path.to_owned(), text());
        }
        if is_list(path) {
            self.lists.insert(path.to_owned(), text());
        }
        let at = self
            .other_files
            .binary_search_by(|other| other.as_str().cmp(path));
        if let Err(at) = at {
            self.problems.remove(path);
            self.other_files.insert(at, path.to_owned());
        }
    }

    /// Replaces the texts of files below `folder`, a path relative to the project's root, by unsaved ones. A file that does not exist
    /// is added. Files that are not read as text are left out.
    pub fn overlay(&mut self, folder: &str, unsaved: &UnsavedTexts) {
        for (path, text) in unsaved {
            let inside = path
                .strip_prefix(folder)
                .and_then(|path| path.strip_prefix('/'));
            let is_read = inside.is_some_and(|inside| !inside.split('/').any(is_ignored));
            if is_read && is_list(path) {
                self.add(path, || decode(path, text.as_bytes().to_vec()));
            }
            if !is_read || !is_text(path) {
                continue;
            }
            let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
            let folders = folders.filter(|above| above.len() >= folder.len());
            self.folders.extend(folders.map(str::to_owned));
            self.insert(path.clone(), decode(path, text.as_bytes().to_vec()));
        }
    }

    /// Returns whether a file with this path can be added without walking the folder again: its folder is in the tree already.
    fn may_have_file(&self, path: &str) -> bool {
        let folder = path.rsplit_once('/').map(|(folder, _)| folder);
        folder.is_some_and(|folder| self.folders.contains(folder)) && !self.folders.contains(path)
    }

    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.texts.contains_key(path)
            || self.unreadable.contains_key(path)
            || self
                .other_files
                .binary_search_by(|other| other.as_str().cmp(path))
                .is_ok()
    }

    /// Returns whether a new file may be one of the tree under a new name: on Windows and macOS, a file whose name has changed only in
    /// upper and lower case also exists under the old name.
    fn has_in_another_case<'p>(&self, paths: impl Iterator<Item = &'p str>) -> bool {
        let new: Vec<String> = paths
            .filter(|path| !self.has_file(path))
            .map(folded)
            .collect();
        let texts = self.texts.keys().chain(self.unreadable.keys());
        let mut files = texts.chain(&self.other_files);
        let new: HashSet<&str> = new.iter().map(String::as_str).collect();
        !new.is_empty() && files.any(|file| new.contains(&*folded(file)))
    }

    fn remove(&mut self, path: &str) {
        self.texts.remove(path);
        self.unreadable.remove(path);
        self.problems.remove(path);
        self.lists.remove(path);
        self.other_files.retain(|other| other != path);
    }

    /// Adds a folder, or a file that is not text.
    fn insert_name(&mut self, root: &Path, entry: &walk::Entry) {
        match relative(root, &entry.path) {
            Some(name) if entry.is_folder => drop(self.folders.insert(name)),
            Some(name) => self.other_files.push(name),
            // The name is not UTF-8, and is reported with each file in the folder.
            None if entry.is_folder => {}
            None => {
                let name = shown(root, &entry.path);
                let message = format!("file name `{name}` is not UTF-8");
                let diagnostic = Diagnostic::new(&codes::BAD_FILE_NAME, message)
                    .at(unread_file(&name), "")
                    .help("rename the file; use letters (a to z), digits and hyphens");
                self.problems.insert(name, diagnostic);
            }
        }
    }

    /// Adds a finding about a link that is not followed, or a folder that cannot be opened.
    fn insert_unreachable(&mut self, root: &Path, unreachable: &walk::Unreachable) {
        let name = shown(root, &unreachable.path);
        let message = format!("cannot read {name}: {}", unreachable.why);
        let diagnostic = Diagnostic::new(&UNREADABLE_FILE, message).at(unread_file(&name), "");
        if is_text(&name) {
            self.insert(name, Err(diagnostic));
        } else {
            self.problems.insert(name, diagnostic);
        }
    }

    fn insert(&mut self, path: String, result: Result<Arc<Source>, Diagnostic>) {
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

/// Reads the text file `path`, which diagnostics show as `name`.
fn read_text(path: &Path, name: &str) -> Result<Arc<Source>, Diagnostic> {
    let bytes = std::fs::read(path).map_err(|error| {
        let message = format!("cannot read {name}: {error}");
        Diagnostic::new(&UNREADABLE_FILE, message).at(unread_file(name), "")
    })?;
    decode(name, bytes)
}

/// Returns a function that reads a file again. If its source no longer has this fingerprint, the function adds it to `changed`.
fn read_again(
    path: &Path,
    name: &str,
    fingerprint: Fingerprint,
    changed: &ChangedFiles,
) -> ReadAgain {
    let (path, name, changed) = (path.to_owned(), name.to_owned(), Arc::clone(changed));
    Arc::new(move || {
        let bytes = std::fs::read(&path).ok();
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        let text = text.map(normalized);
        let same = text.filter(|text| Source::fingerprint_of(&name, text) == fingerprint);
        if same.is_none() {
            lock(&changed).insert(name.clone());
        }
        same
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a place in a file that could not be read.
fn unread_file(path: &str) -> Place {
    Place::new(&Source::new(path, ""), 0..0)
}

/// Returns a path as diagnostics show it: relative to the project's root.
fn shown(root: &Path, path: &Path) -> String {
    walk::slashed(path.strip_prefix(root).unwrap_or(path))
}

/// Returns whether a file is read as text, by its extension.
pub fn is_text(path: &str) -> bool {
    [".md", ".toml", ".json", ".html"]
        .iter()
        .any(|extension| path.ends_with(extension))
        // A drawing in a theme, such as `card.svg`, is a template.
        || path.starts_with("themes/") && path.ends_with(".svg")
}

/// Returns whether a collection may read a file as a list that is not a text for everyone else.
fn is_list(path: &str) -> bool {
    let format = DataFormat::of(path).filter(|_| path.starts_with("content/"));
    format.is_some() && !is_text(path)
}

/// Returns whether a file or folder is skipped because of its name: it is hidden, or was left behind by an editor, an office
/// program or the operating system.
pub fn is_ignored(name: &str) -> bool {
    name.starts_with('.') || walk::is_left_behind(name)
}

/// Returns `path` relative to `root` with `/` as separator, or `None` if it is not UTF-8.
fn relative(root: &Path, path: &Path) -> Option<String> {
    let inside = path.strip_prefix(root).ok()?;
    inside.to_str().map(|_| walk::slashed(inside))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsaved_texts() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let file = root.join("content/about.md");
        std::fs::create_dir(root.join("content")).unwrap();
        std::fs::write(&file, "saved").unwrap();
        let mut tree = Tree::read(root, "content");
        let texts = [
            ("content/about.md", "unsaved\r\n"),
            ("content/new/page.md", "new"),
            ("content/.hidden/page.md", ""),
            ("content/page.md~", ""),
            ("content/image.png", ""),
            ("contents/page.md", ""),
            ("themes/page.md", ""),
        ];
        let texts = texts.map(|(path, text)| (path.to_owned(), Arc::from(text)));
        tree.overlay("content", &UnsavedTexts::from(texts));
        let shown = |tree: &Tree| -> Vec<String> {
            let texts = tree.texts.iter();
            let texts = texts.map(|(path, source)| format!("{path}: {:?}", source.text));
            texts.collect()
        };
        assert_eq!(
            shown(&tree),
            [
                "content/about.md: \"unsaved\\n\"",
                "content/new/page.md: \"new\""
            ]
        );
        assert!(tree.folders.contains("content/new"));
        // Once the files are closed, the tree has the saved texts again.
        let closed = [file, root.join("content/new/page.md")];
        tree.refresh(root, "content", &closed);
        assert_eq!(shown(&tree), ["content/about.md: \"saved\""]);
    }

    #[test]
    fn files_that_have_not_changed_are_read_when_they_are_used() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let file = root.join("content/about.md");
        std::fs::create_dir(root.join("content")).unwrap();
        std::fs::write(&file, "text\r\n").unwrap();
        let read = |known: &TextStamps, start: SystemTime| {
            Tree::read_once(root, "content", known, start, 0)
        };
        let text = |tree: &Tree| tree.texts["content/about.md"].text.to_string();
        let later = SystemTime::now() + Duration::from_mins(1);
        // A file that may be changed again within the same step of the clock is not known.
        let (_, none) = read(&TextStamps::default(), SystemTime::now());
        assert_eq!(none, TextStamps::default());
        let (mut tree, known) = read(&none, later);
        tree.release();
        let (same, again) = read(&known, later);
        assert!(again == known && text(&same) == "text\n" && same.changed_files().is_empty());
        let (used_later, _) = read(&known, later);
        std::fs::write(&file, "other text").unwrap();
        for tree in [tree, used_later] {
            assert_eq!(text(&tree), "     ");
            assert_eq!(tree.changed_files().len(), 1);
        }
        let (other, _) = read(&known, later);
        assert_eq!(text(&other), "other text");
    }

    /// On Windows and macOS, the old name is reported as well, and its file exists.
    #[test]
    fn a_name_that_changes_in_case() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let (old, new) = (root.join("content/about.md"), root.join("content/About.md"));
        std::fs::create_dir(root.join("content")).unwrap();
        std::fs::write(&old, "").unwrap();
        let mut tree = Tree::read(root, "content");
        // Wine does not rename a file if only the case of its name differs.
        std::fs::remove_file(&old).unwrap();
        std::fs::write(&new, "").unwrap();
        tree.refresh(root, "content", [&new]);
        let names: Vec<&str> = tree.texts.keys().map(String::as_str).collect();
        assert_eq!(names, ["content/About.md"]);
    }
}
