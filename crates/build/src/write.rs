//! Writes a finished site to disk: to a new folder beside the old one, which then replaces it in one step.
//!
//! Until then the last good output is untouched, whatever happens to this process.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use diagnostic::{Diagnostic, Fingerprint};
use inspect::Files;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::leftovers::remove_leftovers;
use crate::project::Project;
use crate::{cache, codes};

/// The files of an output folder as the last build left them.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Written {
    folder: PathBuf,
    /// Stamp and fingerprint of each file, by path.
    files: BTreeMap<String, (Stamp, Fingerprint)>,
}

/// Metadata of a file that differs once somebody has written to the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    modified: SystemTime,
    length: u64,
    /// Inode, on systems that have them.
    inode: u64,
}

impl Stamp {
    /// Returns the stamp of a file, or `None` if it is no file.
    fn of(metadata: &Metadata) -> Option<Self> {
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(metadata);
        #[cfg(not(unix))]
        let inode = 0;
        metadata.is_file().then_some(Self {
            modified: metadata.modified().ok()?,
            length: metadata.len(),
            inode,
        })
    }
}

/// Name of the cache file with a [`Written`].
const OUTPUT: &str = "output.bin";

/// The clock of a file system may advance in steps as long as this. A file that was changed twice within a step has the same
/// stamp.
const CLOCK_STEP: Duration = Duration::from_millis(20);

/// Replaces everything in the folder `out` with `files`.
///
/// # Errors
/// `out` is a file, has files that no build wrote, or cannot be written. It is unchanged then.
pub fn write(project: &Project, out: &Path, files: &Files) -> Result<(), Diagnostic> {
    let problem = match out {
        out if out.exists() && !out.is_dir() => Some("is a file, not a folder"),
        out if out.exists() && !is_ours(out) => Some("has files that no build wrote"),
        _ => None,
    };
    if let Some(problem) = problem {
        let message = format!("{} {problem}", out.display());
        return Err(Diagnostic::new(&codes::NOT_AN_OUTPUT, message)
            .help("name an empty or new folder with --out"));
    }
    // A link to a folder stays a link; its target is replaced.
    let out = &out.canonicalize().unwrap_or_else(|_| out.to_owned());
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let name = out.file_name().map_or_else(
        || "dist".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    // In the same folder, so that both are on one file system.
    let new = parent.join(format!(".{name}.new-{}", std::process::id()));
    remove_leftovers(parent, &format!(".{name}.new-"));
    let failed = |error: io::Error| {
        let _ = fs::remove_dir_all(&new);
        let message = format!("cannot write {}: {error}", out.display());
        Diagnostic::new(&codes::CANNOT_WRITE, message).help("the last good output is unchanged")
    };
    let known = cache::read(project, OUTPUT).filter(|known: &Written| known.folder == *out);
    let known = known.unwrap_or_default().files;
    let mut files = write_all(&new, out, files, &known).map_err(failed)?;
    exchange(&new, out).map_err(failed)?;
    let remember = || {
        let newest = files.values().map(|(stamp, _)| stamp.modified).max();
        let is_certain =
            |stamp: &Stamp| newest.is_some_and(|newest| stamp.modified + CLOCK_STEP < newest);
        files.retain(|_, (stamp, _)| is_certain(stamp));
        if files != known {
            let folder = out.clone();
            cache::write(project, OUTPUT, &Written { folder, files });
        }
    };
    let _ = rayon::join(|| fs::remove_dir_all(&new), remember);
    Ok(())
}

/// Folders of a project that no build may replace.
const OWN: [&str; 8] = [
    "content", "themes", "widgets", "public", ".cache", ".forms", ".git", ".site",
];

/// Checks that a build may write to `out`. Links are followed.
///
/// # Errors
/// `out` is the project's folder, a folder above it, or in one of the project's own folders.
pub fn allowed(root: &Path, out: &Path) -> Result<(), Diagnostic> {
    let (root, place) = (resolved(root), resolved(out));
    let refused = |what: String| {
        let message = format!("the site cannot be written to {}: {what}", out.display());
        let diagnostic = Diagnostic::new(&codes::NOT_AN_OUTPUT, message);
        Err(diagnostic.help("name another folder with --out; the default is dist/ in the project"))
    };
    if place == root {
        return refused("it is the project's own folder".to_owned());
    }
    if root.starts_with(&place) {
        return refused("it contains the project".to_owned());
    }
    for name in OWN {
        let own = resolved(&root.join(name));
        if place.starts_with(&own) {
            let is = if place == own { "it is" } else { "it is in" };
            return refused(format!("{is} {name}/, which belongs to the project"));
        }
        if own.exists() && own.starts_with(&place) {
            return refused(format!("it contains {name}/ of the project"));
        }
    }
    Ok(())
}

/// Returns a path without `..`, and without links as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(resolved.pop()),
            part => {
                resolved.push(part);
                resolved = resolved.canonicalize().unwrap_or(resolved);
            }
        }
    }
    resolved
}

/// Replaces a file with `text` in one step. `old` is its text when it was read, or `None` if it did not exist. Messages call
/// it `shown`.
///
/// # Errors
/// The file has changed since, or cannot be written. It is left unchanged then.
pub fn replace_file(
    path: &Path,
    shown: &str,
    old: Option<&str>,
    text: &str,
) -> Result<(), Diagnostic> {
    let failed = |error: io::Error| {
        let message = format!("cannot write {shown}: {error}");
        Diagnostic::new(&codes::CANNOT_WRITE, message)
    };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    // A link stays a link.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let new = path.with_file_name(format!(".{name}.new-{}", std::process::id()));
    let written = fs::write(&new, text).and_then(|()| match fs::metadata(path) {
        Ok(metadata) => fs::set_permissions(&new, metadata.permissions()),
        Err(_) => Ok(()),
    });
    let is_unchanged = match fs::read(path) {
        Ok(now) => old.is_some_and(|old| now == old.as_bytes()),
        Err(_) => old.is_none() && !path.exists(),
    };
    let done = match written {
        Ok(()) if !is_unchanged => {
            let message = format!("{shown} was changed while this command ran; it was not written");
            Err(Diagnostic::new(&codes::CANNOT_WRITE, message).help("run the command again"))
        }
        Ok(()) => fs::rename(&new, path).map_err(failed),
        Err(error) => Err(failed(error)),
    };
    if done.is_err() {
        let _ = fs::remove_file(&new);
    }
    done
}

/// File that marks a folder as the output of a build.
const MARK: &str = ".site-output";

/// Returns whether a build wrote a folder, or the folder is empty.
pub fn is_ours(out: &Path) -> bool {
    out.join(MARK).exists() || fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none())
}

/// Writes files to a new folder. A file with the same content in the folder `old` becomes a hard link to it, so it is not
/// written again and keeps its modification time. A file of `old` that still has the stamp in `known` is not read. Returns the
/// stamps and fingerprints of the files.
fn write_all(
    folder: &Path,
    old: &Path,
    files: &Files,
    known: &BTreeMap<String, (Stamp, Fingerprint)>,
) -> io::Result<BTreeMap<String, (Stamp, Fingerprint)>> {
    let folders: BTreeSet<&str> = files
        .keys()
        .filter_map(|path| Some(path.rsplit_once('/')?.0))
        .collect();
    fs::create_dir_all(folder)?;
    for one in folders {
        fs::create_dir_all(folder.join(one))?;
    }
    fs::write(
        folder.join(MARK),
        "Written by `site build`; replaced as a whole by the next one.\n",
    )?;
    let has_old = old.exists();
    let written = files.par_iter().map(|(path, bytes)| {
        let (old, new) = (old.join(path), folder.join(path));
        let fingerprint = Fingerprint::of_bytes(bytes);
        let stamp = has_old.then(|| Stamp::of(&fs::symlink_metadata(&old).ok()?));
        let same = stamp.flatten().filter(|stamp| {
            known
                .get(path)
                .is_some_and(|known| *known == (stamp.clone(), fingerprint))
                || stamp.length == bytes.len() as u64
                    && fs::read(&old).is_ok_and(|old| old == *bytes)
        });
        if let Some(stamp) = same
            && fs::hard_link(&old, &new).is_ok()
        {
            return Ok(Some((path.clone(), (stamp, fingerprint))));
        }
        fs::write(&new, bytes)?;
        let stamp = Stamp::of(&fs::symlink_metadata(&new)?);
        Ok(stamp.map(|stamp| (path.clone(), (stamp, fingerprint))))
    });
    let written: io::Result<Vec<_>> = written.collect();
    Ok(written?.into_iter().flatten().collect())
}

/// Replaces `out` with `new`, in one step where the system supports it.
fn exchange(new: &Path, out: &Path) -> io::Result<()> {
    // Another build may put its output there at the same moment.
    if !out.exists() && fs::rename(new, out).is_ok() {
        return Ok(());
    }
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, new, CWD, out, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    let old = out.with_extension(format!("old-{}", std::process::id()));
    fs::rename(out, &old)?;
    if let Err(error) = fs::rename(new, out) {
        fs::rename(&old, out)?;
        return Err(error);
    }
    fs::remove_dir_all(&old)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_if_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("below/urls.toml");
        let replaced = |old, text| {
            let done = replace_file(&file, "urls.toml", old, text);
            done.map_err(|diagnostic| diagnostic.message)
        };
        let changed = "urls.toml was changed while this command ran; it was not written".to_owned();
        assert_eq!(replaced(Some("x"), "y"), Err(changed.clone()));
        assert!(!file.exists());
        assert_eq!(replaced(None, "one"), Ok(()));
        assert_eq!(replaced(None, "two"), Err(changed.clone()));
        assert_eq!(replaced(Some("other"), "two"), Err(changed));
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        assert_eq!(replaced(Some("one"), "two"), Ok(()));
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn an_unchanged_file_is_not_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("dist");
        let project = Project {
            root: folder.path().to_owned(),
            cache: folder.path().join(".cache"),
            program: Fingerprint::default(),
        };
        let write = |files: Files| write(&project, &out, &files).unwrap();
        let files = |texts: [&'static str; 3]| -> Files {
            let names = ["same.html", "below/other.html", "as-long.html"];
            names
                .into_iter()
                .zip(texts)
                .map(|(name, text)| (name.to_owned(), text.into()))
                .collect()
        };
        write(files(["one", "two", "three"]));
        let old = SystemTime::UNIX_EPOCH;
        let make_old = || {
            for name in ["same.html", "below/other.html", "as-long.html"] {
                let file = fs::File::options().write(true).open(out.join(name));
                file.unwrap().set_modified(old).unwrap();
            }
        };
        make_old();
        write(files(["one", "changed", "eight"]));
        let read = |name: &str| {
            let path = out.join(name);
            let is_old = path.metadata().unwrap().modified().unwrap() == old;
            (fs::read_to_string(path).unwrap(), is_old)
        };
        assert_eq!(read("same.html"), ("one".to_owned(), true));
        assert_eq!(read("below/other.html"), ("changed".to_owned(), false));
        assert_eq!(read("as-long.html"), ("eight".to_owned(), false));

        // Someone else writes to the output.
        make_old();
        write(files(["one", "more", "eight"]));
        for (name, text) in [("same.html", "eno"), ("as-long.html", "other")] {
            fs::write(out.join(name), text).unwrap();
        }
        write(files(["one", "more", "eight"]));
        assert_eq!(read("same.html"), ("one".to_owned(), false));
        assert_eq!(read("as-long.html"), ("eight".to_owned(), false));
    }
}
