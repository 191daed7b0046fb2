//! Watches the project's files and reports their changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, MetadataKind, ModifyKind};
use notify::{Config, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use build::Project;

/// Folders with the files of the site.
const FOLDERS: [&str; 4] = ["content", "themes", "widgets", "public"];

/// Time without a write after which a file counts as complete. If the system reports that a file was closed (inotify), the file is
/// complete at that moment, and this time is only an upper limit. On other systems, it is the only sign of completion.
const WRITING: Duration = if cfg!(target_os = "linux") {
    Duration::from_secs(2)
} else {
    Duration::from_millis(20)
};

/// Time after which a file counts as complete even if it is still being written.
const LONGEST_WRITING: Duration = Duration::from_secs(10);

/// Time to wait for other files that are being written: files that an editor saves together are built together.
const SAVE_TOGETHER: Duration = Duration::from_millis(20);

/// Number of changes above which they count as a burst: a checkout or a copied folder, for example. The build waits for the end
/// of a burst.
const BURST: usize = 8;

/// Time without a change after which a burst has ended.
const BURST_PAUSE: Duration = Duration::from_millis(25);

/// Maximum time to wait for the end of a burst.
const MAX_BURST: Duration = Duration::from_secs(1);

/// Time between two comparisons of all files, if the system does not report changes.
const POLLING: Duration = Duration::from_secs(1);

/// Where changes are known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeSource {
    /// The system reports them.
    System,
    /// All files are compared again and again.
    Polling,
}

impl ChangeSource {
    /// Returns where changes below a folder are known from. The system reports only changes that are made through itself, so not
    /// those of another computer, nor those of Windows or macOS to folders that they share with a Linux virtual machine (WSL's
    /// `/mnt/c`, Docker Desktop).
    pub fn of(folder: &Path) -> Self {
        #[cfg(target_os = "linux")]
        if rustix::fs::statfs(folder).is_ok_and(|system| is_shared(system.f_type.into())) {
            return Self::Polling;
        }
        let _ = folder;
        Self::System
    }
}

/// Returns whether a file system is shared with another computer or virtual machine, by its number (Linux, `statfs(2)`).
#[cfg(target_os = "linux")]
fn is_shared(number: i128) -> bool {
    // v9fs, NFS, FUSE (virtiofs, sshfs), VirtualBox, SMB, CIFS, SMB 2, Ceph
    let shared = [
        0x0102_1997_u32,
        0x6969,
        0x6573_5546,
        0x786f_4256,
        0x517b,
        0xff53_4d42,
        0xfe53_4d42,
        0x00c3_6400,
    ];
    // The numbers have 32 bits, whatever the type of the field.
    shared
        .iter()
        .any(|one| i128::from(*one) == number & 0xffff_ffff)
}

/// Watcher of a project. Dropping it ends the watch.
pub struct Watch {
    root: PathBuf,
    watcher: Box<dyn Watcher + Send>,
    changes: Receiver<Change>,
    sender: Notifier,
    /// Files that are being written, with the times of the first and the last write.
    writing: BTreeMap<PathBuf, (Instant, Instant)>,
    /// Symbolic links of the project, as pairs of target and link.
    links: BTreeSet<(PathBuf, PathBuf)>,
}

/// Sender of changes to the watcher.
#[derive(Clone)]
struct Notifier {
    changes: Sender<Change>,
    /// Set when a change is sent.
    is_waiting: Arc<AtomicBool>,
}

impl Notifier {
    fn send(&self, change: Change) {
        // Sending fails only while the server shuts down.
        let _ = self.changes.send(change);
        self.is_waiting.store(true, Relaxed);
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Change {
    /// A file is being written.
    Writing(PathBuf),
    /// A file or folder is complete, or was removed.
    Done(PathBuf),
    /// The system has lost changes, so anything may have changed.
    Everything,
    /// Background work for a file has finished, so a new build can use its result.
    Ready(PathBuf),
}

/// Changed files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Files and folders. The project's folder means that anything may have changed.
    pub paths: BTreeSet<PathBuf>,
    /// Whether a file has changed. If not, only background work has finished, such as the encoding of a picture.
    pub edited: bool,
}

impl Watch {
    /// Begins to watch a project. Fails if the system cannot watch a folder, usually because of a limit.
    pub fn new(project: &Project, source: ChangeSource) -> Result<Self, notify::Error> {
        let root = walk::absolute(&project.root);
        let (sender, changes) = channel();
        let sender = Notifier {
            changes: sender,
            is_waiting: Arc::default(),
        };
        let of_system = sender.clone();
        let handler = move |event: Result<notify::Event, notify::Error>| pass_on(&of_system, event);
        let config = Config::default().with_poll_interval(POLLING);
        let watcher: Box<dyn Watcher + Send> = match source {
            ChangeSource::System => Box::new(RecommendedWatcher::new(handler, config)?),
            ChangeSource::Polling => Box::new(PollWatcher::new(handler, config)?),
        };
        let mut watch = Self {
            root,
            watcher,
            changes,
            sender,
            writing: BTreeMap::new(),
            links: BTreeSet::new(),
        };
        // The root itself is watched as well, for folders that are created later.
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

    /// Returns a function that triggers a new build because of a file that has not changed itself.
    pub fn trigger(&self) -> impl Fn(PathBuf) + Send + Sync + 'static {
        let sender = self.sender.clone();
        move |path| sender.send(Change::Ready(path))
    }

    /// Returns a flag that is set when a change arrives, and cleared when [`Watch::wait`] has waited without one.
    pub fn is_waiting(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.sender.is_waiting)
    }

    /// Waits for a change, at most for `limit`, and then until the file or the burst is complete. Returns `None` if there can
    /// be no more changes.
    pub fn wait(&mut self, limit: Duration) -> Option<Changes> {
        let end = Instant::now() + limit;
        let mut changes = Changes::default();
        while changes.paths.is_empty() {
            let now = Instant::now();
            let whole = self.writing.values().map(|times| built_at(*times)).min();
            let until = whole.map_or(end, |whole| whole.min(end));
            match self
                .changes
                .recv_timeout(until.saturating_duration_since(now))
            {
                Ok(change) => self.take(change, &mut changes),
                Err(RecvTimeoutError::Timeout) => self.give_up_waiting(&mut changes),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
            if changes.paths.is_empty() && Instant::now() >= end {
                self.sender.is_waiting.store(false, Relaxed);
                return Some(changes);
            }
        }
        let begun = Instant::now();
        while begun.elapsed() < MAX_BURST {
            let patience = if changes.paths.len() > BURST {
                BURST_PAUSE
            } else if self.writing.is_empty() {
                Duration::ZERO
            } else {
                SAVE_TOGETHER.saturating_sub(begun.elapsed())
            };
            match self.changes.recv_timeout(patience) {
                Ok(change) => self.take(change, &mut changes),
                Err(_) => break,
            }
        }
        Some(changes)
    }

    /// Returns the changes since the last call, without waiting.
    pub fn more(&mut self) -> Changes {
        let mut changes = Changes::default();
        while let Ok(change) = self.changes.try_recv() {
            self.take(change, &mut changes);
        }
        changes
    }

    /// Treats files as complete that have not been closed in time.
    fn give_up_waiting(&mut self, changes: &mut Changes) {
        let now = Instant::now();
        let paths = self
            .writing
            .extract_if(.., |_, times| built_at(*times) <= now);
        for (path, _) in paths {
            changes.paths.insert(path);
            changes.edited = true;
        }
    }

    fn take(&mut self, change: Change, changes: &mut Changes) {
        match change {
            Change::Writing(path) => {
                let now = Instant::now();
                for path in self.project_paths(&path) {
                    self.writing.entry(path).or_insert((now, now)).1 = now;
                }
            }
            Change::Done(path) => {
                for path in self.project_paths(&path) {
                    self.writing.remove(&path);
                    // An error cannot be reported here; changes in the folder are missed.
                    let _ = self.watch_new(&path);
                    changes.paths.insert(path);
                    changes.edited = true;
                }
            }
            Change::Ready(path) => {
                changes.paths.insert(path);
            }
            Change::Everything => {
                changes.paths.insert(self.root.clone());
                changes.edited = true;
            }
        }
    }

    /// Returns the files of the project that a changed path belongs to: the path itself, and links to it.
    fn project_paths(&self, path: &Path) -> Vec<PathBuf> {
        let itself = std::iter::once(path.to_owned());
        let links = self.links.iter().filter_map(|(target, link)| {
            let below = path.strip_prefix(target).ok()?;
            Some(if below.as_os_str().is_empty() {
                link.clone()
            } else {
                link.join(below)
            })
        });
        let mut paths: Vec<PathBuf> = itself.chain(links).collect();
        paths.retain(|path| self.is_ours(path));
        paths
    }

    /// Watches a new file or folder, unless the watch of a folder above it includes it.
    fn watch_new(&mut self, path: &Path) -> Result<(), notify::Error> {
        let is_dir = path.is_dir();
        if is_dir && path.parent() == Some(&self.root) {
            return self.watch_below(path);
        }
        let is_part = path.parent() == Some(&self.root.join("widgets"));
        if is_dir && is_part && !path.ends_with("node_modules") {
            self.watcher.watch(path, RecursiveMode::Recursive)?;
        }
        if is_dir || path.is_symlink() {
            self.find_links(path);
        }
        Ok(())
    }

    /// Records the symbolic links below a folder, because the system reports a change at a link's target, not at the link.
    fn find_links(&mut self, folder: &Path) {
        let Ok(inside) = folder.strip_prefix(&self.root) else {
            return;
        };
        let top = inside.components().next().map(|top| self.root.join(top));
        let entries = walk::walk(&top.unwrap_or_default(), folder, |name| {
            name == "node_modules"
        });
        for entry in entries.flatten().filter(|entry| entry.is_link) {
            if let Ok(target) = walk::real_path(&entry.path) {
                self.links.insert((target, entry.path));
            }
        }
    }

    fn is_ours(&self, path: &Path) -> bool {
        path.strip_prefix(&self.root).is_ok_and(|inside| {
            let mut parts = inside
                .components()
                .map(|part| part.as_os_str().to_string_lossy());
            let Some(first) = parts
                .next()
                .filter(|first| FOLDERS.contains(&first.as_ref()))
            else {
                return false;
            };
            let is_skipped = |part: &str| match part {
                "node_modules" | ".well-known" => first != "public",
                part => content::is_ignored(part),
            };
            !parts.any(|part| is_skipped(&part))
        })
    }

    /// Watches a folder. `node_modules` can have more folders than the system can watch, so the folders beside it are watched
    /// one by one.
    fn watch_below(&mut self, folder: &Path) -> Result<(), notify::Error> {
        if folder.ends_with("widgets") {
            self.watcher.watch(folder, RecursiveMode::NonRecursive)?;
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                if entry.path().is_dir() && entry.file_name() != "node_modules" {
                    self.watcher
                        .watch(&entry.path(), RecursiveMode::Recursive)?;
                }
            }
        } else {
            self.watcher.watch(folder, RecursiveMode::Recursive)?;
        }
        self.find_links(folder);
        Ok(())
    }
}

/// Returns the time at which a file counts as complete if it is not closed before, from the times of its first and last write.
fn built_at((first, last): (Instant, Instant)) -> Instant {
    (last + WRITING).min(first + LONGEST_WRITING)
}

fn pass_on(sender: &Notifier, event: Result<notify::Event, notify::Error>) {
    let Ok(event) = event else {
        sender.send(Change::Everything);
        return;
    };
    if event.need_rescan() {
        sender.send(Change::Everything);
    }
    let change: fn(PathBuf) -> Change = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => Change::Done,
        // More writes follow until the file is closed.
        EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any) => Change::Writing,
        EventKind::Create(_) => |path| {
            if is_being_written(&path) {
                Change::Writing(path)
            } else {
                Change::Done(path)
            }
        },
        EventKind::Access(_) => return,
        // Polling reports a changed file by its new modification time.
        EventKind::Modify(ModifyKind::Metadata(kind)) if kind != MetadataKind::WriteTime => return,
        _ => Change::Done,
    };
    // Polling also reports the folder of a file that was created or removed, at a moment of its own.
    let is_polled = matches!(event.kind, EventKind::Modify(ModifyKind::Metadata(_)));
    for path in event.paths {
        if !(is_polled && path.is_dir()) {
            sender.send(change(path));
        }
    }
}

/// Returns whether a new path is a file that is being written: not a folder, and not a second name of an existing file.
fn is_being_written(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| {
        #[cfg(unix)]
        let is_second_name = std::os::unix::fs::MetadataExt::nlink(&metadata) > 1;
        #[cfg(not(unix))]
        let is_second_name = false;
        metadata.is_file() && !is_second_name
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_found_without_notifications() {
        let folder = tempfile::tempdir().unwrap();
        let root = walk::real_path(folder.path()).unwrap();
        for name in FOLDERS {
            std::fs::create_dir(root.join(name)).unwrap();
        }
        let page = root.join("content/a.md");
        std::fs::write(&page, "one").unwrap();
        let project = Project {
            cache: root.join(".cache"),
            root: root.clone(),
            program: diagnostic::Fingerprint::default(),
        };
        let mut watch = Watch::new(&project, ChangeSource::Polling).unwrap();
        let mut next = || watch.wait(Duration::from_mins(1)).unwrap().paths;
        std::fs::write(&page, "two").unwrap();
        let later = std::time::SystemTime::now() + Duration::from_secs(5);
        std::fs::File::options()
            .write(true)
            .open(&page)
            .unwrap()
            .set_modified(later)
            .unwrap();
        assert!(next().contains(&page));
        std::fs::remove_file(&page).unwrap();
        assert!(next().contains(&page));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn shared_file_systems() {
        // ext4 and tmpfs
        assert!(!is_shared(0xef53) && !is_shared(0x0102_1994));
        assert!(is_shared(0x0102_1997) && is_shared(0xff53_4d42));
        // As on systems where the field has 32 bits and a sign.
        assert!(is_shared(i128::from(0xfe53_4d42_u32.cast_signed())));
    }
}
