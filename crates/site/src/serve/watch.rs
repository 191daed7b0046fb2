//! Tells when files of the project change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::project::Project;

/// Folders whose files make the site.
const FOLDERS: [&str; 4] = ["content", "themes", "widgets", "public"];

/// How long the end of a writing is waited for. Where the system tells when a file is closed (inotify), nobody waits.
const WRITING: Duration = Duration::from_millis(20);

/// More changes at once than an editor makes: a checkout, a copied folder. Such a burst is waited out.
const BURST: usize = 8;

/// A burst has ended when nothing has come for so long.
const BETWEEN: Duration = Duration::from_millis(25);

/// A burst that does not end is built all the same.
const LONGEST: Duration = Duration::from_secs(1);

/// A watch over a project; it ends when dropped.
pub struct Watch {
    root: PathBuf,
    watcher: RecommendedWatcher,
    changes: Receiver<Change>,
}

#[derive(Debug, PartialEq, Eq)]
enum Change {
    /// A file is being written.
    Writing(PathBuf),
    /// A file or folder is now as it was to be.
    Done(PathBuf),
    /// The system lost count.
    Everything,
}

/// What has changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Files and folders. The project's folder stands for everything.
    pub paths: BTreeSet<PathBuf>,
    /// Files still being written.
    writing: BTreeSet<PathBuf>,
}

impl Watch {
    /// Begins to watch.
    ///
    /// # Errors
    /// What the system refuses, mostly for want of watches.
    pub fn new(project: &Project) -> Result<Self, notify::Error> {
        let root = project
            .root
            .canonicalize()
            .unwrap_or_else(|_| project.root.clone());
        let (sender, changes) = channel();
        let watcher =
            notify::recommended_watcher(move |event: Result<notify::Event, notify::Error>| {
                pass_on(&sender, event);
            })?;
        let mut watch = Self {
            root,
            watcher,
            changes,
        };
        // The root alone, for folders that come into being later.
        watch
            .watcher
            .watch(&watch.root, RecursiveMode::NonRecursive)?;
        for folder in FOLDERS {
            let folder = watch.root.join(folder);
            if folder.is_dir() {
                watch.watch_below(&folder)?;
            }
        }
        Ok(watch)
    }

    /// Waits for a change, for the end of the writing or of the burst it belongs to, and at most for `limit`. `None` when
    /// nothing will come any more.
    pub fn wait(&mut self, limit: Duration) -> Option<Changes> {
        let mut changes = Changes::default();
        match self.changes.recv_timeout(limit) {
            Ok(change) => self.take(change, &mut changes),
            Err(RecvTimeoutError::Timeout) => return Some(changes),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
        let begun = Instant::now();
        loop {
            let patience = if changes.paths.len() > BURST {
                BETWEEN
            } else if changes.writing.is_empty() {
                Duration::ZERO
            } else {
                WRITING
            };
            match self.changes.recv_timeout(patience) {
                Ok(change) if begun.elapsed() < LONGEST => self.take(change, &mut changes),
                Ok(change) => {
                    self.take(change, &mut changes);
                    break;
                }
                Err(_) => break,
            }
        }
        changes.paths.append(&mut changes.writing);
        Some(changes)
    }

    /// What has changed meanwhile, without waiting for anything.
    pub fn more(&mut self) -> Changes {
        let mut changes = Changes::default();
        while let Ok(change) = self.changes.try_recv() {
            self.take(change, &mut changes);
        }
        changes.paths.append(&mut changes.writing);
        changes
    }

    fn take(&mut self, change: Change, changes: &mut Changes) {
        match change {
            Change::Writing(path) => {
                if self.is_ours(&path) {
                    changes.writing.insert(path);
                }
            }
            Change::Done(path) => {
                if self.is_ours(&path) {
                    changes.writing.remove(&path);
                    if path.parent() == Some(&self.root) && path.is_dir() {
                        // A refusal shows when nothing is rebuilt; there is nobody to tell it to here.
                        let _ = self.watch_below(&path);
                    }
                    changes.paths.insert(path);
                }
            }
            Change::Everything => {
                changes.paths.insert(self.root.clone());
            }
        }
    }

    fn is_ours(&self, path: &Path) -> bool {
        path.strip_prefix(&self.root).is_ok_and(|inside| {
            let mut parts = inside
                .components()
                .map(|part| part.as_os_str().to_string_lossy());
            parts
                .next()
                .is_some_and(|first| FOLDERS.contains(&first.as_ref()))
                && !parts.any(|part| part == "node_modules" || content::is_passed_over(&part))
        })
    }

    /// `node_modules` alone can have more folders than the system gives watches, so widgets are watched part by part.
    fn watch_below(&mut self, folder: &Path) -> Result<(), notify::Error> {
        if !folder.ends_with("widgets") {
            return self.watcher.watch(folder, RecursiveMode::Recursive);
        }
        self.watcher.watch(folder, RecursiveMode::NonRecursive)?;
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() && entry.file_name() != "node_modules" {
                self.watcher
                    .watch(&entry.path(), RecursiveMode::Recursive)?;
            }
        }
        Ok(())
    }
}

fn pass_on(sender: &Sender<Change>, event: Result<notify::Event, notify::Error>) {
    let Ok(event) = event else {
        let _ = sender.send(Change::Everything);
        return;
    };
    if event.need_rescan() {
        let _ = sender.send(Change::Everything);
    }
    let change: fn(PathBuf) -> Change = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => Change::Done,
        // Whoever creates or opens a file to write means to go on.
        EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any) => Change::Writing,
        EventKind::Create(_) => |path| {
            if path.is_file() {
                Change::Writing(path)
            } else {
                Change::Done(path)
            }
        },
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => return,
        _ => Change::Done,
    };
    for path in event.paths {
        // Nobody listens any more when the server ends.
        let _ = sender.send(change(path));
    }
}
