//! Unsaved texts. In builds, they replace the texts of the files. They are kept in the cache so that they survive a crash.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use content::UnsavedTexts;
use diagnostic::Fingerprint;
use serde::{Deserialize, Serialize};

/// An unsaved text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// Path of the file, relative to the project.
    pub path: String,
    /// The whole text, with line feeds.
    pub text: Arc<str>,
    /// Fingerprint of the file that was edited; empty if there is no file yet.
    pub base: String,
}

/// The unsaved texts of a project.
pub struct Drafts {
    folder: PathBuf,
    current: Mutex<Current>,
}

#[derive(Default)]
struct Current {
    /// Number of changes so far.
    revision: u64,
    drafts: BTreeMap<String, Draft>,
    texts: Arc<UnsavedTexts>,
}

impl Drafts {
    /// Reads the drafts that an earlier process has left in the cache.
    pub fn read(cache: &Path) -> Self {
        let folder = cache.join("drafts");
        let files = fs::read_dir(&folder).into_iter().flatten().flatten();
        let read =
            |path: PathBuf| -> Option<Draft> { serde_json::from_slice(&fs::read(path).ok()?).ok() };
        let is_complete = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
        let drafts = files
            .map(|file| file.path())
            .filter(is_complete)
            .filter_map(read);
        let mut current = Current {
            drafts: drafts.map(|draft| (draft.path.clone(), draft)).collect(),
            ..Current::default()
        };
        current.update();
        Self {
            folder,
            current: Mutex::new(current),
        }
    }

    /// Returns the number of changes so far, and the texts.
    pub fn current(&self) -> (u64, Arc<UnsavedTexts>) {
        let current = self.lock();
        (current.revision, Arc::clone(&current.texts))
    }

    /// Returns the draft of a file.
    pub fn get(&self, path: &str) -> Option<Draft> {
        self.lock().drafts.get(path).cloned()
    }

    /// Returns all drafts, sorted by path.
    pub fn all(&self) -> Vec<Draft> {
        self.lock().drafts.values().cloned().collect()
    }

    /// Replaces the draft of a file by the result of a function of it. Returns the number of the change. Fails with the error of the
    /// function. Nothing has changed then.
    pub fn update<E>(
        &self,
        path: &str,
        change: impl FnOnce(Option<&Draft>) -> Result<Option<Draft>, E>,
    ) -> Result<u64, E> {
        let mut current = self.lock();
        let file = self.file(path);
        if let Some(draft) = change(current.drafts.get(path))? {
            // A draft that cannot be kept is still in memory.
            let _ = write(&file, &draft);
            current.drafts.insert(path.to_owned(), draft);
        } else {
            let _ = fs::remove_file(&file);
            current.drafts.remove(path);
        }
        current.update();
        Ok(current.revision)
    }

    /// Counts a change that is not one of drafts. Returns its number.
    pub fn touch(&self) -> u64 {
        let mut current = self.lock();
        current.revision += 1;
        current.revision
    }

    fn file(&self, path: &str) -> PathBuf {
        let name = Fingerprint::of(path).0;
        self.folder.join(format!("{name:032x}.json"))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Current {
    fn update(&mut self) {
        let texts = self.drafts.iter();
        let texts = texts.map(|(path, draft)| (path.clone(), Arc::clone(&draft.text)));
        self.texts = Arc::new(texts.collect());
        self.revision += 1;
    }
}

/// Writes a draft in one step.
fn write(file: &Path, draft: &Draft) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let new = file.with_extension("new");
    fs::write(&new, serde_json::to_vec(draft)?)?;
    walk::rename(&new, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_survive() {
        let folder = tempfile::tempdir().unwrap();
        let draft = Draft {
            path: "content/a.md".to_owned(),
            text: "+++\n".into(),
            base: "1f".to_owned(),
        };
        let drafts = Drafts::read(folder.path());
        assert!(drafts.all().is_empty());
        let first = drafts.update("content/a.md", |_| Ok::<_, ()>(Some(draft.clone())));
        let (revision, texts) = drafts.current();
        assert_eq!((Ok(revision), &*texts["content/a.md"]), (first, "+++\n"));
        assert_eq!(drafts.update("content/a.md", |_| Err(())), Err(()));
        assert_eq!(drafts.current().0, revision);
        // A file that was not written completely.
        fs::write(folder.path().join("drafts/x.json"), "{").unwrap();
        let again = Drafts::read(folder.path());
        assert_eq!(again.all(), [draft]);
        assert!(again.update("content/a.md", |_| Ok::<_, ()>(None)).is_ok());
        assert!(Drafts::read(folder.path()).all().is_empty());
    }
}
