//! Writes the output: to a new folder beside the old output, which then replaces the old one in one step.
//!
//! Until then, the old output is unchanged, even if this process is killed.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::hash::BuildHasherDefault;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;
use diagnostic::{ByFingerprint, Diagnostic, Fingerprint, Fingerprinter, TextHasher};
use inspect::{Files, Page};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use walk::Stamp;

use crate::base_path::BasePath;
use crate::exchange::{exchange, put_back};
use crate::leftovers::remove_leftovers;
use crate::output_folder::{GIT, MARK, refusal, resolved};
use crate::project::Project;
use crate::{cache_file, codes};

/// The state of an output folder after the last build.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Written {
    folder: PathBuf,
    /// Stamp of each file, by the fingerprint of its path and content.
    stamps: ByFingerprint<Stamp>,
}

/// Name of the cache file with a [`Written`].
const OUTPUT: &str = "output.bin";

/// Name of the cache folder with the previous output. Those of its files that the last build did not change are hard links to files
/// of the current output.
const SPARE: &str = "output";

/// An output folder that a build writes, one file at a time. Files that have not changed are taken from the last output, or from the
/// one before it, which is kept in the cache. If the folder is dropped without being [finished](OutputFolder::finish), the last output
/// is unchanged.
#[derive(Debug)]
pub struct OutputFolder<'a> {
    project: &'a Project,
    /// The folder that is replaced.
    out: PathBuf,
    /// The new folder, beside `out`, so that both are on the same file system.
    new: PathBuf,
    /// Whether an earlier build has left files, in `out` or in `new`.
    has_earlier: bool,
    /// Stamps of files of the last output: with such a stamp, a file need not be read.
    known: ByFingerprint<Stamp>,
    stamps: Mutex<Vec<(Fingerprint, Stamp)>>,
    /// The first error that occurred while a file was written.
    failure: Mutex<Option<io::Error>>,
    is_finished: AtomicBool,
}

/// Content of an output file.
#[derive(Clone, Copy)]
struct OutputContent<'a> {
    path: &'a str,
    length: usize,
    /// Fingerprint of path and content.
    fingerprint: Fingerprint,
    /// Returns whether bytes are this content.
    is: &'a dyn Fn(&[u8]) -> bool,
}

impl<'a> OutputFolder<'a> {
    /// Prepares to replace the folder `out`. Fails with a finding if `out` is a file, has files that no build wrote, or cannot be written.
    pub fn open(project: &'a Project, out: &Path) -> Result<Self, Diagnostic> {
        if let Some(refused) = refusal(out) {
            return Err(refused);
        }
        // If `out` is a link to a folder, the folder is replaced, and the link stays.
        let out = resolved(out);
        let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        let name = out.file_name().map_or_else(
            || "dist".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
        let new = parent.join(format!(".{name}.new-{}", std::process::id()));
        put_back(&out);
        let known = cache_file::read(project, OUTPUT).filter(|known: &Written| known.folder == out);
        // Fails if the cache has no old output, if it is on another file system, or if another build has just taken it.
        let _ = fs::rename(project.cache.join(SPARE), &new);
        let has_earlier = out.exists() || new.exists();
        fs::create_dir_all(&new).map_err(|error| cannot_write(&out, &error))?;
        remove_leftovers(&new, &format!(".{name}.new-"));
        Ok(Self {
            project,
            has_earlier,
            new,
            known: known.unwrap_or_default().stamps,
            out,
            stamps: Mutex::default(),
            failure: Mutex::default(),
            is_finished: AtomicBool::new(false),
        })
    }

    /// Puts the file of an output path into the new folder, with `put`, which is called again if the folder of the file was missing.
    fn put<T>(&self, path: &str, put: impl Fn(&Path) -> io::Result<T>) -> io::Result<T> {
        let file = self.new.join(path);
        put(&file).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                self.create_folder_of(path)?;
                put(&file)
            }
            _ => Err(error),
        })
    }

    /// Creates the folder of an output path, and the folders that it is in, each in place of a file if there is one. Several threads may
    /// create the same folder.
    fn create_folder_of(&self, path: &str) -> io::Result<()> {
        let Some((folder, _)) = path.rsplit_once('/') else {
            return Ok(());
        };
        let created = self.new.join(folder);
        if created.is_dir() {
            return Ok(());
        }
        self.create_folder_of(folder)?;
        // Fails if another thread has replaced the file.
        let _ = fs::remove_file(&created);
        fs::create_dir(&created).or_else(|error| match error.kind() {
            io::ErrorKind::AlreadyExists if created.is_dir() => Ok(()),
            _ => Err(error),
        })
    }

    /// Keeps the file of a page if an earlier output has it. Returns whether it does.
    pub fn keep_page(&self, page: &Page, base_path: &BasePath) -> bool {
        // What a host serves below a path differs from the page, so it is recognized by its stamp only.
        let is_html = |bytes: &[u8]| base_path.is_top() && page.is_html(bytes);
        let content = OutputContent {
            path: page.output(),
            length: page.length(),
            fingerprint: of_page(page, base_path),
            is: &is_html,
        };
        self.note(self.keep(content)).unwrap_or(false)
    }

    /// Writes the file of a page.
    pub fn write_page(&self, page: &Page, html: &str, base_path: &BasePath) {
        let html = base_path.html(html);
        self.write(page.output(), of_page(page, base_path), html.as_bytes());
    }

    fn write(&self, path: &str, fingerprint: Fingerprint, bytes: &[u8]) {
        let is_same = |other: &[u8]| other == bytes;
        let content = OutputContent {
            path,
            length: bytes.len(),
            fingerprint,
            is: &is_same,
        };
        self.note(self.keep(content).and_then(|is_kept| {
            if is_kept {
                return Ok(());
            }
            let mut file = self.put(path, |file| fs::File::create(file))?;
            file.write_all(bytes)?;
            self.add(content.fingerprint, Stamp::of(&file.metadata()?));
            Ok(())
        }));
    }

    /// Keeps a file if it is in the new folder already, or in the last output, to whose file it is then a hard link. That is faster
    /// than writing it, and keeps the modification time. Removes any other file from its path. Returns whether the file is kept.
    fn keep(&self, content: OutputContent<'_>) -> io::Result<bool> {
        if !self.has_earlier {
            return Ok(false);
        }
        let (old, new) = (self.out.join(content.path), self.new.join(content.path));
        let has_content = |path: &Path, stamp: &Stamp| {
            self.known.get(&content.fingerprint) == Some(stamp)
                || stamp.length == content.length as u64
                    && fs::read(path).is_ok_and(|bytes| (content.is)(&bytes))
        };
        if let Ok(metadata) = fs::symlink_metadata(&new) {
            let stamp = Stamp::of(&metadata);
            if let Some(stamp) = stamp.filter(|stamp| has_content(&new, stamp)) {
                self.add(content.fingerprint, Some(stamp));
                return Ok(true);
            }
            // The file is replaced, not overwritten, because it may be a hard link to a file of the current output.
            remove(&new)?;
        }
        let stamp = Stamp::at(&old);
        let stamp = stamp.filter(|stamp| has_content(&old, stamp));
        let is_kept = stamp.is_some()
            && self
                .put(content.path, |new| fs::hard_link(&old, new))
                .is_ok();
        if is_kept {
            self.add(content.fingerprint, stamp);
        }
        Ok(is_kept)
    }

    fn add(&self, fingerprint: Fingerprint, stamp: Option<Stamp>) {
        let mut stamps = self.stamps.lock().unwrap_or_else(PoisonError::into_inner);
        stamps.extend(stamp.map(|stamp| (fingerprint, stamp)));
    }

    /// Returns the value of a result. Notes its error, with which the folder cannot be finished.
    fn note<T>(&self, result: io::Result<T>) -> Option<T> {
        let error = match result {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        None
    }

    /// Writes all files that are not pages, and replaces the last output. All `pages` must have been written or kept. The replaced
    /// folder is kept in the cache. Fails with a finding if any file could not be written. In that case, the last output is unchanged.
    pub fn finish(
        &self,
        pages: &[Arc<Page>],
        others: &Files,
        base_path: &BasePath,
    ) -> Result<(), Diagnostic> {
        let failed = |error: io::Error| cannot_write(&self.out, &error);
        let files: Vec<(&String, &Bytes)> = others.iter().collect();
        let files = files.par_iter().with_min_len(64);
        files.for_each(|(path, bytes)| {
            let bytes = base_path.file(path, Bytes::clone(bytes));
            self.write(path, fingerprint(path, Fingerprint::of(&bytes)), &bytes);
        });
        let failure = {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.take()
        };
        if let Some(error) = failure {
            return Err(failed(error));
        }
        let missing_page = || {
            let written: ByFingerprint<Stamp> = {
                let stamps = self.stamps.lock().unwrap_or_else(PoisonError::into_inner);
                stamps.iter().copied().collect()
            };
            let mut pages = pages.iter();
            pages.find(|page| !written.contains_key(&of_page(page, base_path)))
        };
        let remove_others = || {
            let pages = pages.iter().map(|page| page.output());
            let files: Vec<&str> = pages.chain(others.keys().map(String::as_str)).collect();
            let folders = folders_of(files.iter().copied());
            let files = files.into_iter().collect();
            remove_others(&self.new, "", &files, &folders)
        };
        let (missing, removed) = rayon::join(missing_page, || {
            self.has_earlier.then(remove_others).transpose()
        });
        if let Some(page) = missing {
            let problem = format!("{} was not made", page.output());
            return Err(failed(io::Error::other(problem)));
        }
        removed.map_err(failed)?;
        keep_worktree(&self.out, &self.new).map_err(failed)?;
        let end = mark(&self.new).map_err(failed)?;
        exchange(&self.new, &self.out).map_err(failed)?;
        self.is_finished.store(true, Relaxed);
        rayon::join(
            || self.keep_spare(),
            || {
                let stamps = self.stamps.lock().unwrap_or_else(PoisonError::into_inner);
                let is_old = |(_, stamp): &&(_, Stamp)| stamp.is_older_than(end);
                let stamps = stamps.iter().filter(is_old).copied().collect();
                if stamps != self.known {
                    let folder = self.out.clone();
                    cache_file::write(self.project, OUTPUT, &Written { folder, stamps });
                }
            },
        );
        Ok(())
    }

    /// Moves the new folder, which contains the replaced output or an unfinished one, to the cache.
    fn keep_spare(&self) {
        let spare = self.project.cache.join(SPARE);
        let kept = fs::create_dir_all(&self.project.cache);
        let kept = kept.and_then(|()| walk::rename(&self.new, &spare));
        if kept.is_err() {
            let _ = fs::remove_dir_all(&self.new);
        }
    }
}

impl Drop for OutputFolder<'_> {
    fn drop(&mut self) {
        if !self.is_finished.load(Relaxed) {
            self.keep_spare();
        }
    }
}

fn cannot_write(out: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("cannot write {}: {error}", out.display());
    let diagnostic = Diagnostic::new(&codes::CANNOT_WRITE, message);
    if walk::is_in_use(error) {
        let name = out.file_name().unwrap_or_default().to_string_lossy();
        let help = format!(
            "another program is using a file or folder in {name}: close it (an editor, a viewer, Explorer, or a terminal in that \
             folder), and run the command again; the last good output is unchanged"
        );
        return diagnostic.help(help);
    }
    if matches!(
        error.kind(),
        io::ErrorKind::ResourceBusy | io::ErrorKind::CrossesDevices
    ) {
        let out = out.display();
        let help = format!(
            "{out} cannot be replaced as a whole, because it is a mount, such as a volume of Docker: write to a folder in it with \
             --out {out}/site, or mount the folder that contains {out}"
        );
        return diagnostic.help(help);
    }
    diagnostic.help("the last good output is unchanged")
}

/// Returns the fingerprint of a file's path and content.
fn fingerprint(path: &str, content: Fingerprint) -> Fingerprint {
    Fingerprinter::default().text(path).part(content).finish()
}

/// Returns the fingerprint of a page's file.
fn of_page(page: &Page, base_path: &BasePath) -> Fingerprint {
    let whole = fingerprint(page.output(), page.fingerprint());
    if base_path.is_top() {
        return whole;
    }
    fingerprint(base_path.as_str(), whole)
}

/// Returns the folders that contain these files, each after the folder that it is in.
fn folders_of<'p>(files: impl Iterator<Item = &'p str>) -> BTreeSet<&'p str> {
    let mut folders = BTreeSet::new();
    for file in files {
        let mut above = file;
        while let Some((folder, _)) = above.rsplit_once('/')
            && folders.insert(folder)
        {
            above = folder;
        }
    }
    folders
}

/// Copies the file that makes the output a worktree of a Git repository to the new output.
fn keep_worktree(out: &Path, new: &Path) -> io::Result<()> {
    if out.join(GIT).is_file() {
        fs::copy(out.join(GIT), new.join(GIT))?;
    }
    Ok(())
}

/// Marks a folder as the output of a build. Returns the current time by the clock of the folder's file system.
fn mark(folder: &Path) -> io::Result<SystemTime> {
    let file = folder.join(MARK);
    fs::write(
        &file,
        "Written by `site build`; replaced as a whole by the next one.\n",
    )?;
    fs::metadata(file)?.modified()
}

/// Removes whatever is at a path.
fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ if path.is_dir() => fs::remove_dir_all(path),
        _ => Err(error),
    })
}

/// Removes everything from a folder except for `files` and `folders`, which are paths in the output. `inside` is the path of
/// the folder in the output, with a slash at the end if it is not empty.
fn remove_others(
    folder: &Path,
    inside: &str,
    files: &HashSet<&str, BuildHasherDefault<TextHasher>>,
    folders: &BTreeSet<&str>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        // The output has no names that are not UTF-8.
        let path = format!("{inside}{}", name.to_str().unwrap_or_default());
        if !entry.file_type()?.is_dir() {
            if !files.contains(path.as_str()) && path != MARK {
                fs::remove_file(entry.path())?;
            }
        } else if folders.contains(path.as_str()) {
            remove_others(&entry.path(), &(path + "/"), files, folders)?;
        } else {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
