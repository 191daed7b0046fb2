//! Applies fixes to the files of a project.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Component, Path};

use diagnostic::line_endings::{normalized, spliced};
use diagnostic::{Change, Diagnostic, Fix};

use crate::replace_file::{cannot_write, changed_meanwhile, write_in_one_step};

/// Change of one file, with the edits of all fixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Path relative to the project's folder, with `/` as separator.
    pub path: String,
    /// Content before the change, or `None` if there is no such file.
    pub old: Option<Vec<u8>>,
    /// Content after the change, or `None` if the file is removed.
    pub new: Option<Vec<u8>>,
}

impl FileChange {
    /// Returns the change that undoes this one.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            path: self.path,
            old: self.new,
            new: self.old,
        }
    }
}

/// Computes what fixes do to the files below `root`, without writing anything. Returns the changes, sorted by path, and the indices
/// of the fixes that they contain: a fix is left out if it overlaps with one before it, or if its file has changed since it was read.
pub fn changes(root: &Path, fixes: &[&Fix]) -> (Vec<FileChange>, Vec<usize>) {
    let mut files = FixedFiles {
        root,
        edited: BTreeMap::new(),
    };
    let chosen = fixes.iter().enumerate();
    let chosen = chosen.filter(|(_, fix)| files.add(fix).is_some());
    let chosen = chosen.map(|(index, _)| index).collect();
    let changes = files.edited.into_iter();
    let changes = changes.map(|(path, file)| file.into_change(path));
    (changes.filter(|one| one.old != one.new).collect(), chosen)
}

/// Makes changes. Checks first that no file has changed since they were computed. Fails with a finding if a file has changed or cannot be
/// written. Files before it may already be written.
pub fn write(root: &Path, changes: &[FileChange]) -> Result<(), Diagnostic> {
    for change in changes {
        // A file that cannot be read may exist, so it is not replaced.
        let now = read(root, &change.path).map_err(|error| cannot_write(&change.path, &error))?;
        if now != change.old || !is_inside(&change.path) {
            return Err(changed_meanwhile(&change.path));
        }
    }
    // A file that is moved exists twice for a moment, rather than not at all.
    let (new, removed): (Vec<_>, Vec<_>) = changes.iter().partition(|one| one.new.is_some());
    for change in new.into_iter().chain(removed) {
        let path = root.join(&change.path);
        let done = match &change.new {
            Some(bytes) => write_in_one_step(&path, bytes),
            None => fs::remove_file(&path),
        };
        done.map_err(|error| cannot_write(&change.path, &error))?;
    }
    Ok(())
}

/// Reads a file below `root`. Returns `None` if it does not exist. Fails if it exists and cannot be read.
pub fn read(root: &Path, path: &str) -> io::Result<Option<Vec<u8>>> {
    match fs::read(root.join(path)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Returns whether a path stays below the folder that it is relative to.
fn is_inside(path: &str) -> bool {
    let mut components = Path::new(path).components();
    components.all(|component| matches!(component, Component::Normal(_)))
}

/// Files with the changes of all fixes chosen so far.
struct FixedFiles<'a> {
    root: &'a Path,
    edited: BTreeMap<String, File>,
}

/// A file with its changes.
struct File {
    /// Content, or `None` if the file does not exist.
    old: Option<Vec<u8>>,
    /// Replaced ranges of the normalized text, sorted.
    edits: Vec<(Range<usize>, String)>,
    fate: Fate,
}

/// Whether a file stays, is removed, or is created.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    /// It stays, with the replaced ranges.
    Edited,
    /// It is removed.
    Removed,
    /// It is created with this content.
    Created(Vec<u8>),
}

impl FixedFiles<'_> {
    /// Adds all changes of a fix. Returns `None` if one of them is not possible, and then adds none.
    fn add(&mut self, fix: &Fix) -> Option<()> {
        let is_possible = fix.changes.iter().all(|change| self.is_possible(change));
        let is_possible = is_possible && !fix.changes.is_empty();
        for change in fix.changes.iter().filter(|_| is_possible) {
            match change {
                Change::Replace(place, text) => {
                    let edits = &mut self.file(change.path()).edits;
                    let edit = (place.span.clone(), text.clone());
                    let at = edits.partition_point(|(span, _)| span.start < edit.0.start);
                    if edits.get(at) != Some(&edit) {
                        edits.insert(at, edit);
                    }
                }
                Change::Delete(path) => self.file(path).fate = Fate::Removed,
                Change::Move { from, to } => {
                    let file = self.file(from);
                    file.fate = Fate::Removed;
                    let bytes = file.old.clone().unwrap_or_default();
                    self.file(to).fate = Fate::Created(bytes);
                }
            }
        }
        is_possible.then_some(())
    }

    /// Returns whether a change fits the file and all other changes to it.
    fn is_possible(&mut self, change: &Change) -> bool {
        match change {
            Change::Replace(place, text) => {
                let file = self.file(change.path());
                let now = file
                    .old
                    .as_ref()
                    .and_then(|bytes| std::str::from_utf8(bytes).ok());
                let is_same =
                    now.is_some_and(|now| normalized(now.to_owned()) == *place.source.text);
                let is_free = file.edits.iter().all(|(span, other)| {
                    let is_repeated = *span == place.span && other == text;
                    let is_apart = span.end < place.span.start || place.span.end < span.start;
                    is_repeated || is_apart
                });
                is_same && is_free && file.fate == Fate::Edited
            }
            Change::Delete(path) => self.is_untouched(path),
            Change::Move { from, to } => {
                let target = self.file(to);
                let is_free = target.old.is_none() && target.fate == Fate::Edited;
                is_free && is_inside(to) && self.is_untouched(from)
            }
        }
    }

    /// Returns whether a file exists and no fix changes it.
    fn is_untouched(&mut self, path: &str) -> bool {
        let file = self.file(path);
        file.old.is_some() && file.edits.is_empty() && file.fate == Fate::Edited
    }

    fn file(&mut self, path: &str) -> &mut File {
        let root = self.root;
        self.edited.entry(path.to_owned()).or_insert_with(|| File {
            old: read(root, path).ok().flatten(),
            edits: Vec::new(),
            fate: Fate::Edited,
        })
    }
}

impl File {
    fn into_change(self, path: String) -> FileChange {
        let edited = self.old.as_ref().map(|bytes| {
            let text = String::from_utf8_lossy(bytes);
            let edits = self.edits.iter();
            let edits: Vec<_> = edits
                .map(|(span, new)| (span.clone(), new.as_str()))
                .collect();
            match edits.as_slice() {
                [] => bytes.clone(),
                edits => spliced(&text, edits).into_bytes(),
            }
        });
        FileChange {
            path,
            new: match self.fate {
                Fate::Edited => edited,
                Fate::Removed => None,
                Fate::Created(bytes) => Some(bytes),
            },
            old: self.old,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diagnostic::{Place, Source};

    fn replace(text: &str, span: Range<usize>, new: &str) -> Fix {
        let source = Source::new("content/a.md", text);
        Fix::replace("", Place::new(&source, span), new)
    }

    #[test]
    fn fixes_of_one_run() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir(root.join("content")).unwrap();
        let file = root.join("content/a.md");
        let text = "one\ntwo\nthree\n";
        let raw = "\u{feff}one\r\ntwo\nthree\r\n";
        fs::write(&file, raw).unwrap();
        let fixes = [
            replace(text, 0..3, "1"),
            // Overlaps with the first.
            replace(text, 1..5, "x"),
            // Repeats the first.
            replace(text, 0..3, "1"),
            replace(text, 8..13, "3"),
            // The file has another text.
            replace("other", 0..1, "x"),
        ];
        let fixes: Vec<&Fix> = fixes.iter().collect();
        let (changes, chosen) = changes(root, &fixes);
        assert_eq!(chosen, [0, 2, 3]);
        write(root, &changes).unwrap();
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            "\u{feff}1\r\ntwo\n3\r\n"
        );
        // Written only once, and only if the file is as it was.
        let message = write(root, &changes).unwrap_err().message;
        assert!(message.contains("was changed"), "{message}");
        let back: Vec<_> = changes.into_iter().map(FileChange::reversed).collect();
        write(root, &back).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), raw);
    }

    #[test]
    fn what_cannot_be_read_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a.md")).unwrap();
        let change = FileChange {
            path: "a.md".to_owned(),
            old: None,
            new: Some(Vec::new()),
        };
        let message = write(folder.path(), &[change]).unwrap_err().message;
        assert!(message.contains("cannot write a.md"), "{message}");
        assert_eq!(read(folder.path(), "b.md").unwrap(), None);
    }

    #[test]
    fn files_are_moved_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for path in ["a.jpg", "b.jpg", "copy.md"] {
            fs::write(root.join(path), path).unwrap();
        }
        let fix = |change| Fix {
            label: String::new(),
            is_safe: true,
            changes: vec![change],
        };
        let to = |from: &str, to: &str| {
            let (from, to) = (from.to_owned(), to.to_owned());
            fix(Change::Move { from, to })
        };
        let fixes = [
            to("a.jpg", "below/c.jpg"),
            to("b.jpg", "below/c.jpg"),
            to("b.jpg", "copy.md"),
            to("b.jpg", "../b.jpg"),
            to("missing.jpg", "d.jpg"),
            fix(Change::Delete("copy.md".to_owned())),
        ];
        let fixes: Vec<&Fix> = fixes.iter().collect();
        let (changes, chosen) = changes(root, &fixes);
        assert_eq!(chosen, [0, 5]);
        write(root, &changes).unwrap();
        assert_eq!(fs::read(root.join("below/c.jpg")).unwrap(), b"a.jpg");
        assert!(!root.join("a.jpg").exists() && !root.join("copy.md").exists());
    }
}
