//! Tells when files of the project change.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::project::Project;

/// Folders whose files make the site.
const FOLDERS: [&str; 4] = ["content", "themes", "widgets", "public"];

/// Folders in them that builds write themselves.
const PASSED_OVER: [&str; 3] = ["node_modules", ".cache", ".git"];

/// A watch over a project; it ends when dropped.
pub struct Watch {
    _watcher: RecommendedWatcher,
    changes: Receiver<PathBuf>,
}

impl Watch {
    /// Begins to watch.
    ///
    /// # Errors
    /// What the system refuses, mostly for want of watches.
    pub fn new(project: &Project) -> Result<Self, notify::Error> {
        let (sender, changes) = channel();
        let mut watcher =
            notify::recommended_watcher(move |event: Result<notify::Event, notify::Error>| {
                pass_on(&sender, event);
            })?;
        for folder in FOLDERS {
            let folder = project.root.join(folder);
            if folder.is_dir() {
                watch_below(&mut watcher, &folder)?;
            }
        }
        Ok(Self {
            _watcher: watcher,
            changes,
        })
    }

    /// Waits for a change and for the end of the burst it comes in.
    pub fn wait(&self) -> Option<PathBuf> {
        let first = self.changes.recv().ok()?;
        // Editors write a file in several steps, and a checkout writes many files: what follows at once belongs to it.
        while self.changes.recv_timeout(Duration::from_millis(15)).is_ok() {}
        Some(first)
    }
}

/// `node_modules` alone can have more folders than the system gives watches, so widgets are watched part by part.
fn watch_below(watcher: &mut RecommendedWatcher, folder: &Path) -> Result<(), notify::Error> {
    if !folder.join("node_modules").exists() {
        return watcher.watch(folder, RecursiveMode::Recursive);
    }
    watcher.watch(folder, RecursiveMode::NonRecursive)?;
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir()
            && !PASSED_OVER.contains(&entry.file_name().to_string_lossy().as_ref())
        {
            watcher.watch(&entry.path(), RecursiveMode::Recursive)?;
        }
    }
    Ok(())
}

fn pass_on(sender: &Sender<PathBuf>, event: Result<notify::Event, notify::Error>) {
    let Ok(event) = event else { return };
    if matches!(event.kind, EventKind::Access(_)) {
        return;
    }
    for path in event.paths {
        let is_passed_over = path
            .components()
            .any(|part| PASSED_OVER.contains(&part.as_os_str().to_string_lossy().as_ref()));
        if !is_passed_over {
            // Nobody listens any more when the server ends.
            let _ = sender.send(path);
        }
    }
}
