//! State shared by the drawer's requests: the last build, the unsaved texts, and the files.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use build::fixes::FileChange;
use build::{Project, Site};
use content::{Tree, UnsavedTexts};
use diagnostic::Diagnostic;

use super::drafts::{Draft, Drafts};
use super::latest::Latest;
use crate::actions::Actions;
use crate::live;

/// Maximum time that a request waits for a build.
const LONGEST_BUILD: Duration = Duration::from_secs(20);

/// Maximum time that a request waits for the next change.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

/// Result of a build.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Number of the build.
    pub number: u64,
    /// Number of the last change that it contains.
    pub revision: u64,
    /// The site; that of an earlier build if the last one returned none.
    pub site: Option<Arc<Site>>,
    /// The files below `content/`, with the unsaved texts in place of those that they replace.
    pub content: Arc<Tree>,
    /// Folder of the theme's templates, and its files.
    pub templates: Option<(String, Tree)>,
    /// Findings of the build.
    pub findings: Vec<Diagnostic>,
    /// Findings that only the rules of `site check` had when they last ran, in the texts of that time.
    pub checked: Arc<Vec<Diagnostic>>,
    /// Whether no such finding can still follow: the rules have run on this build, or never run, because the site is too large.
    pub is_checked: bool,
    /// Errors of the files without unsaved texts, which would be published; empty while they are not known.
    pub stored: Arc<Vec<Diagnostic>>,
}

impl Snapshot {
    /// Returns why the page at a URL is not public, or `None` if it is.
    pub fn status(&self, url: &str) -> Option<String> {
        live::status(self.site.as_deref()?, url)
    }
}

/// State shared by the drawer's requests.
pub struct Desk {
    /// Folder of the project.
    pub root: PathBuf,
    drafts: Drafts,
    snapshot: Latest<Snapshot>,
    actions: Arc<Actions>,
    writing: Mutex<()>,
    /// Number of changes that were made, the id of the last one.
    made: AtomicU64,
    /// Triggers a build because files or their unsaved texts have changed.
    wake: Box<dyn Fn(PathBuf) + Send + Sync>,
    /// Locked while the files of a change are written and announced.
    changing: Mutex<()>,
}

impl Desk {
    /// Creates the desk of a project. `wake` triggers a build.
    pub fn new(
        project: &Project,
        actions: Arc<Actions>,
        wake: impl Fn(PathBuf) + Send + Sync + 'static,
    ) -> Self {
        Self {
            root: project.root.clone(),
            drafts: Drafts::read(&project.cache),
            snapshot: Latest::default(),
            actions,
            writing: Mutex::default(),
            made: AtomicU64::default(),
            wake: Box::new(wake),
            changing: Mutex::default(),
        }
    }

    /// Returns the result of the last build.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.get()
    }

    /// Sets the result of a build.
    pub(crate) fn publish(&self, snapshot: Snapshot) {
        self.snapshot.set(snapshot);
    }

    /// Returns the result of `take`, the number of the last change, and the unsaved texts. Of a change of several files, `take` meets
    /// either all or none.
    pub(crate) fn settled<T>(&self, take: impl FnOnce() -> T) -> (T, u64, Arc<UnsavedTexts>) {
        let _whole = self.changing();
        let taken = take();
        let (revision, unsaved) = self.drafts.current();
        (taken, revision, unsaved)
    }

    fn changing(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the first result of a build that contains a change.
    pub fn built(&self, revision: u64) -> Arc<Snapshot> {
        let is_built = |snapshot: &Snapshot| snapshot.revision >= revision;
        self.snapshot.wait(LONGEST_BUILD, is_built)
    }

    /// Waits for a build with another number. Returns the number of the last build.
    pub fn next(&self, number: u64) -> u64 {
        let is_other = |snapshot: &Snapshot| snapshot.number != number;
        self.snapshot.wait(LONGEST_WAIT, is_other).number
    }

    /// Returns the draft of a file.
    pub fn draft(&self, path: &str) -> Option<Draft> {
        self.drafts.get(path)
    }

    /// Returns all drafts, sorted by path.
    pub fn drafts(&self) -> Vec<Draft> {
        self.drafts.all()
    }

    /// Sets or removes the draft of a file, and triggers a build. Returns the number of the change.
    pub fn set_draft(&self, path: &str, draft: Option<Draft>) -> u64 {
        let Ok(revision) = self.update_draft(path, |_| Ok::<_, Infallible>(draft));
        revision
    }

    /// Replaces the draft of a file by the result of a function of the current draft, atomically, and triggers a build. Returns the
    /// number of the change. Fails with the error of the function. Nothing has changed then.
    pub fn update_draft<E>(
        &self,
        path: &str,
        change: impl FnOnce(Option<&Draft>) -> Result<Option<Draft>, E>,
    ) -> Result<u64, E> {
        let revision = self.drafts.update(path, change)?;
        self.wake(path);
        Ok(revision)
    }

    /// Locks the files, so that they cannot change between reading and writing them.
    pub fn lock(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes changes that can be undone, and triggers a build. Returns the number of the change. Fails with a status and a message if a
    /// file has changed since the changes were computed, or is not one of the content.
    pub fn change(&self, label: &str, changes: Vec<FileChange>) -> Result<u64, (u16, String)> {
        let paths: Vec<String> = changes.iter().map(|one| one.path.clone()).collect();
        let _whole = self.changing();
        let id = self.made.fetch_add(1, Relaxed).to_string();
        let done = self.actions.make(&id, label, changes);
        done.map_err(|(status, message)| (status.as_u16(), message))?;
        Ok(self.changed(&paths))
    }

    /// Undoes the last change, if its id is `seen`. Returns its label, and the number of the change. Fails with a status and a message if
    /// there is none, if another one is the last, or if a file has changed since.
    pub fn undo(&self, seen: Option<&str>) -> Result<(String, u64), (u16, String)> {
        let nothing = || (404, "There is nothing to undo.".to_owned());
        let _whole = self.changing();
        let (id, label) = self.actions.last_applied().ok_or_else(nothing)?;
        if seen.is_some_and(|seen| seen != id) {
            let message =
                format!("Something else was changed meanwhile: {label}. Undo again to undo that.");
            return Err((409, message));
        }
        let paths = self.actions.undo(&id);
        let paths = paths.map_err(|(status, message)| (status.as_u16(), message))?;
        Ok((label, self.changed(&paths)))
    }

    /// Returns the id and the label of the change that can be undone.
    pub fn undoable(&self) -> Option<(String, String)> {
        self.actions.last_applied()
    }

    /// Returns the paths of the files that undoing the last change removes.
    pub fn removed_by_undo(&self) -> Vec<String> {
        self.actions.removed_by_undo()
    }

    fn changed(&self, paths: &[String]) -> u64 {
        let revision = self.drafts.touch();
        for path in paths {
            self.wake(path);
        }
        revision
    }

    fn wake(&self, path: &str) {
        (self.wake)(self.root.join(path));
    }
}
