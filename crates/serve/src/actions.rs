//! What the panel in open pages can do: apply a fix, undo it, and open a file in the editor. `action_requests.rs` decides who may.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;
use build::fixes::{self, FileChange};
use diagnostic::{Diagnostic, Fix, LineColumn};

use crate::editor;

/// Folder that fixes may change. Nothing outside of it is written.
const WRITABLE: &str = "content/";

/// Maximum number of fixes that can be undone.
const MOST_UNDONE: usize = 50;

/// Maximum number of bytes that are kept to undo fixes; those of the last one are always kept.
const MOST_KEPT: usize = 64 << 20;

/// The project that actions change, and the fixes that were applied since the start.
pub struct Actions {
    root: PathBuf,
    /// Command of the editor, if the person who started the server has named one.
    editor: Option<String>,
    /// Token that requests must contain; `None` if nothing may be written.
    pub token: Option<String>,
    applied: Mutex<Vec<Applied>>,
}

/// A fix that was applied, and the changes that undo it.
struct Applied {
    id: String,
    label: String,
    changes: Vec<FileChange>,
}

impl Actions {
    /// Creates the actions of a server. They do nothing unless it can be reached from this computer alone.
    pub fn new(root: &Path, editor: Option<String>, is_local: bool) -> Self {
        Self {
            root: root.to_owned(),
            editor,
            token: if is_local { new_token() } else { None },
            applied: Mutex::default(),
        }
    }

    /// Returns the id and the label of the fix that was applied last and can be undone.
    pub fn last_applied(&self) -> Option<(String, String)> {
        let applied = self.applied.lock().unwrap_or_else(PoisonError::into_inner);
        let last = applied.last();
        last.map(|one| (one.id.clone(), one.label.clone()))
    }

    /// Returns the paths of the files that undoing the last change removes.
    pub fn removed_by_undo(&self) -> Vec<String> {
        let applied = self.applied.lock().unwrap_or_else(PoisonError::into_inner);
        let changes = applied.last().into_iter().flat_map(|last| &last.changes);
        let removed = changes.filter(|change| change.new.is_none());
        removed.map(|change| change.path.clone()).collect()
    }

    /// Applies a fix. Fails with a status and a message if the fix is not allowed, or its file has changed since it was read.
    pub fn apply(&self, id: &str, fix: &Fix) -> Result<(), (StatusCode, String)> {
        let (changes, chosen) = fixes::changes(&self.root, &[fix]);
        if chosen.is_empty() {
            let message = "The file has changed meanwhile; nothing was written.\n";
            return Err((StatusCode::CONFLICT, message.to_owned()));
        }
        self.make(id, &fix.label, changes)
    }

    /// Makes changes that can be undone. Fails with a status and a message if a file is not one of the content, or has changed since the
    /// changes were computed.
    pub fn make(
        &self,
        id: &str,
        label: &str,
        changes: Vec<FileChange>,
    ) -> Result<(), (StatusCode, String)> {
        if !changes.iter().all(|one| self.is_writable(&one.path)) {
            let message = "Only files of the content can be changed here.\n";
            return Err((StatusCode::FORBIDDEN, message.to_owned()));
        }
        let mut applied = self.applied.lock().unwrap_or_else(PoisonError::into_inner);
        fixes::write(&self.root, &changes).map_err(|error| conflict(&error))?;
        applied.push(Applied {
            id: id.to_owned(),
            label: label.to_owned(),
            changes: changes.into_iter().map(FileChange::reversed).collect(),
        });
        let forgotten = forgotten(&applied);
        drop(applied.drain(..forgotten));
        Ok(())
    }

    /// Undoes what was done last. Returns the paths of the files. Fails with a status and a message if this is not the last one, or its
    /// file has changed since.
    pub fn undo(&self, id: &str) -> Result<Vec<String>, (StatusCode, String)> {
        let mut applied = self.applied.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(last) = applied.last().filter(|last| last.id == id) else {
            let message = "This fix cannot be undone any more.\n";
            return Err((StatusCode::NOT_FOUND, message.to_owned()));
        };
        let done = fixes::write(&self.root, &last.changes);
        let paths = last.changes.iter().map(|one| one.path.clone()).collect();
        // If the file has changed since, the fix can never be undone.
        applied.pop();
        done.map(|()| paths).map_err(|error| conflict(&error))
    }

    /// Opens a file of the project at a position in the editor. Fails with a message if there is no editor.
    pub fn open(&self, path: &str, position: LineColumn) -> Result<(), String> {
        editor::open(self.editor.as_deref(), &self.root.join(path), position)
    }

    /// Returns whether a path is below the content folder, also after following links.
    fn is_writable(&self, path: &str) -> bool {
        let content = walk::real_path(&self.root.join(WRITABLE));
        let mut folder = self.root.join(path);
        // A file that is created has no real path yet, but one of its folders has.
        let real = loop {
            if let Ok(real) = walk::real_path(&folder) {
                break Some(real);
            }
            if !folder.pop() {
                break None;
            }
        };
        let is_below = content
            .ok()
            .zip(real)
            .is_some_and(|(content, real)| real.starts_with(content));
        is_writable(path) && is_below
    }
}

/// Returns how many of the first fixes are forgotten, so that the number and the size of the others are within the limits.
fn forgotten(applied: &[Applied]) -> usize {
    let mut size = 0;
    let kept = applied.iter().rev().take(MOST_UNDONE).take_while(|one| {
        let before = size;
        let contents = one.changes.iter().flat_map(|one| [&one.old, &one.new]);
        size += contents.flatten().map(Vec::len).sum::<usize>();
        before == 0 || size <= MOST_KEPT
    });
    applied.len() - kept.count()
}

/// Returns whether fixes may change the file at a path of the project.
pub fn is_writable(path: &str) -> bool {
    let is_plain = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    path.starts_with(WRITABLE) && is_plain && !path.contains('\\')
}

/// Returns whether all files that a fix changes may be changed.
pub fn is_applicable(fix: &Fix) -> bool {
    let mut changes = fix.changes.iter();
    changes.all(|change| is_writable(change.path()))
}

/// Returns 128 random bits as text, or `None` if the system has none.
fn new_token() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn conflict(error: &Diagnostic) -> (StatusCode, String) {
    (StatusCode::CONFLICT, format!("{}\n", error.message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_changes_are_kept() {
        let applied = |sizes: &[usize]| -> Vec<Applied> {
            let one = |size: &usize| Applied {
                id: String::new(),
                label: String::new(),
                changes: vec![FileChange {
                    path: String::new(),
                    old: Some(vec![0; *size]),
                    new: None,
                }],
            };
            sizes.iter().map(one).collect()
        };
        for (sizes, expected) in [
            (&[][..], 0),
            (&[1; MOST_UNDONE], 0),
            (&[0; MOST_UNDONE + 2], 2),
            (&[1, MOST_KEPT - 1, 1], 1),
            (&[1, MOST_KEPT + 1], 1),
        ] {
            assert_eq!(forgotten(&applied(sizes)), expected, "{sizes:?}");
        }
    }

    #[test]
    fn only_the_content_is_writable() {
        for (path, expected) in [
            ("content/a.md", true),
            ("content/pages/a b.md", true),
            ("content", false),
            ("themes/t/templates/a.html", false),
            ("content/../site.sh", false),
            ("content//a.md", false),
            ("content/..\\a", false),
            ("/etc/passwd", false),
            ("", false),
        ] {
            assert_eq!(is_writable(path), expected, "{path}");
        }
    }
}
