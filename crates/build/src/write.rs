//! Writes a finished site to disk: to a new folder beside the old output, which then replaces the old one in one step.
//!
//! Until then, the old output is unchanged, even if this process is killed.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::fs::{self, Metadata};
use std::hash::BuildHasherDefault;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use diagnostic::{ByFingerprint, Diagnostic, Fingerprint, Fingerprinter, TextHasher};
use inspect::{Files, Page};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::leftovers::remove_leftovers;
use crate::output_folder::{MARK, is_ours, resolved};
use crate::project::Project;
use crate::{cache, codes};

/// The state of an output folder after the last build.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Written {
    folder: PathBuf,
    /// Stamp of each file, by the fingerprint of its path and content.
    stamps: ByFingerprint<Stamp>,
}

/// A file to write to the output.
struct OutputFile<'a> {
    path: &'a str,
    content: Content<'a>,
    /// Fingerprint of path and content.
    fingerprint: Fingerprint,
}

/// Content of an output file. A page may still be in the cache; if it has not changed, it is not even read.
enum Content<'a> {
    Page(&'a Page),
    Bytes(&'a [u8]),
}

impl<'a> OutputFile<'a> {
    fn new(path: &'a str, content: Content<'a>) -> Self {
        let of_content = match content {
            Content::Page(page) => page.fingerprint(),
            Content::Bytes(bytes) => Fingerprint::of(bytes),
        };
        let all = Fingerprinter::default().text(path).part(of_content);
        Self {
            path,
            content,
            fingerprint: all.finish(),
        }
    }

    fn length(&self) -> usize {
        match self.content {
            Content::Page(page) => page.length(),
            Content::Bytes(bytes) => bytes.len(),
        }
    }

    /// Returns the content as bytes.
    ///
    /// # Errors
    /// Returns an error if the page cannot be read from the cache.
    fn bytes(&self) -> io::Result<Cow<'a, [u8]>> {
        match self.content {
            Content::Page(page) => {
                let html = page.html();
                if page.rendered().is_lost() {
                    return Err(io::Error::other("a file of the cache is damaged"));
                }
                Ok(match html {
                    Cow::Borrowed(html) => html.as_bytes().into(),
                    Cow::Owned(html) => html.into_bytes().into(),
                })
            }
            Content::Bytes(bytes) => Ok(bytes.into()),
        }
    }
}

/// Metadata of a file that changes when another program writes to the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    modified: SystemTime,
    length: u64,
    /// Inode number; 0 on systems without inodes.
    inode: u64,
}

impl Stamp {
    /// Returns the stamp of a file, or `None` if the metadata is not that of a file.
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

/// Name of the cache folder with the previous output. Those of its files that the last build did not change are hard links to files
/// of the current output.
const SPARE: &str = "output";

/// Longest step in which the clock of a file system advances: a tick of the kernel (at least 100 a second on Linux, 64 on
/// Windows). If a file is changed twice within one step, the second change does not change its stamp. So a stamp is only kept if
/// it is older than that when the build ends.
const CLOCK_STEP: Duration = Duration::from_millis(if cfg!(windows) { 20 } else { 10 });

/// Replaces everything in the folder `out` with `pages` and `others`.
///
/// The replaced folder is kept in the cache. The next build updates it to the new output, which then replaces `out` again.
///
/// # Errors
/// Returns a finding if `out` is a file, has files that no build wrote, or cannot be written. In that case, `out` is unchanged.
pub fn write(
    project: &Project,
    out: &Path,
    pages: &[Arc<Page>],
    others: &Files,
) -> Result<(), Diagnostic> {
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
    // If `out` is a link to a folder, the folder is replaced, and the link stays.
    let out = &resolved(out);
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let name = out.file_name().map_or_else(
        || "dist".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    // The new folder is beside `out`, so that both are on the same file system.
    let new = parent.join(format!(".{name}.new-{}", std::process::id()));
    remove_leftovers(parent, &format!(".{name}.new-"));
    let failed = |error: io::Error| {
        let _ = fs::remove_dir_all(&new);
        let message = format!("cannot write {}: {error}", out.display());
        Diagnostic::new(&codes::CANNOT_WRITE, message).help("the last good output is unchanged")
    };
    let known = cache::read(project, OUTPUT).filter(|known: &Written| known.folder == *out);
    let known = known.unwrap_or_default().stamps;
    let pages = pages
        .iter()
        .map(|page| OutputFile::new(page.output(), Content::Page(page)));
    let others = others
        .iter()
        .map(|(path, bytes)| OutputFile::new(path, Content::Bytes(bytes)));
    let files: Vec<OutputFile<'_>> = pages.chain(others).collect();
    let spare = project.cache.join(SPARE);
    // Fails if the cache has no old output, if it is on another file system, or if another build has just taken it.
    let is_reused = fs::rename(&spare, &new).is_ok();
    let written = write_all(&new, is_reused, out, &files, &known);
    let (mut stamps, end) = written
        .and_then(|stamps| Ok((stamps, mark(&new)?)))
        .map_err(failed)?;
    exchange(&new, out).map_err(failed)?;
    let remember = || {
        stamps.retain(|_, stamp| stamp.modified + CLOCK_STEP < end);
        if stamps != known {
            let folder = out.clone();
            cache::write(project, OUTPUT, &Written { folder, stamps });
        }
    };
    let keep = || {
        let kept = fs::create_dir_all(&project.cache).and_then(|()| fs::rename(&new, &spare));
        kept.or_else(|_| fs::remove_dir_all(&new))
    };
    let _ = rayon::join(keep, remember);
    Ok(())
}

/// Writes `files` to a folder. If the folder contains an earlier output (`is_reused`), files whose stamp is in `known` are kept,
/// and everything else is removed. If the folder `old` has a file with the same content, the new file is a hard link to it, which
/// is faster and keeps the modification time. The file in `old` is read for this comparison only if its stamp is not in `known`.
/// Returns the stamps of all files, by the fingerprint of path and content.
fn write_all(
    folder: &Path,
    is_reused: bool,
    old: &Path,
    files: &[OutputFile<'_>],
    known: &ByFingerprint<Stamp>,
) -> io::Result<ByFingerprint<Stamp>> {
    let folders: BTreeSet<&str> = files
        .iter()
        .flat_map(|file| file.path.match_indices('/').map(|(at, _)| &file.path[..at]))
        .collect();
    fs::create_dir_all(folder)?;
    if is_reused {
        let files = files.iter().map(|file| file.path).collect();
        remove_others(folder, "", &files, &folders)?;
    }
    for one in folders {
        fs::create_dir_all(folder.join(one))?;
    }
    let has_old = old.exists();
    let written = files.par_iter().with_min_len(64).map(|file| {
        let (old, new) = (old.join(file.path), folder.join(file.path));
        let known = known.get(&file.fingerprint);
        if is_reused {
            let stamp = stamp_of(&new);
            if let Some(stamp) = stamp.filter(|stamp| known == Some(stamp)) {
                return Ok(Some((file.fingerprint, stamp)));
            }
            // The file is replaced, not overwritten, because it may be a hard link to a file of the current output.
            remove(&new)?;
        }
        let stamp = has_old.then(|| stamp_of(&old)).flatten();
        let same = match stamp {
            Some(stamp) if known == Some(&stamp) => true,
            Some(stamp) if stamp.length == file.length() as u64 => {
                let bytes = file.bytes()?;
                fs::read(&old).is_ok_and(|old| old == *bytes)
            }
            _ => false,
        };
        if same && fs::hard_link(&old, &new).is_ok() {
            return Ok(stamp.map(|stamp| (file.fingerprint, stamp)));
        }
        let mut out = fs::File::create_new(&new)?;
        out.write_all(&file.bytes()?)?;
        let stamp = Stamp::of(&out.metadata()?);
        Ok(stamp.map(|stamp| (file.fingerprint, stamp)))
    });
    let written: io::Result<Vec<_>> = written.collect();
    Ok(written?.into_iter().flatten().collect())
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

/// Returns the stamp of the file at a path, or `None` if there is no file. A symbolic link does not count as a file.
fn stamp_of(path: &Path) -> Option<Stamp> {
    Stamp::of(&fs::symlink_metadata(path).ok()?)
}

/// Removes a file if it exists.
fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
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

/// Replaces `out` with `new`, in one step where the system supports it.
fn exchange(new: &Path, out: &Path) -> io::Result<()> {
    // The rename may fail because another build has just created the folder.
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
    exchange_in_steps(new, out)
}

/// Replaces `out` with `new`, and puts `out` back if that fails.
fn exchange_in_steps(new: &Path, out: &Path) -> io::Result<()> {
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
    fn an_exchange_in_steps_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (new, out) = (folder.path().join("new"), folder.path().join("dist"));
        for (folder, text) in [(&new, "new"), (&out, "old")] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("index.html"), text).unwrap();
        }
        let text = || fs::read_to_string(out.join("index.html")).unwrap();
        assert!(exchange_in_steps(&folder.path().join("none"), &out).is_err());
        assert_eq!(text(), "old");
        exchange_in_steps(&new, &out).unwrap();
        assert_eq!(text(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    fn project(root: &Path) -> Project {
        Project {
            root: root.to_owned(),
            cache: root.join(".cache"),
            program: Fingerprint::default(),
        }
    }

    /// Returns the content of each file below a folder, by path, without the mark.
    fn files_in(folder: &Path) -> Vec<(String, String)> {
        let mut files = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(one) = folders.pop() {
            for entry in fs::read_dir(one).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(folder).unwrap().to_string_lossy();
                files.push((name.replace('\\', "/"), fs::read_to_string(&path).unwrap()));
            }
        }
        files.retain(|(name, _)| name != MARK);
        files.sort();
        files
    }

    #[test]
    fn the_replaced_output_is_kept_for_the_next_build() {
        let folder = tempfile::tempdir().unwrap();
        let (out, project) = (folder.path().join("dist"), project(folder.path()));
        let spare = project.cache.join(SPARE);
        let outputs = [
            vec![("a.html", "one"), ("b/c/d.html", "one"), ("e.html", "one")],
            vec![("a.html", "one"), ("b/c/d.html", "two"), ("e.html", "one")],
            vec![("a.html", "three"), ("b/c/d.html", "two")],
            vec![
                ("a.html", "three"),
                ("b.html", "four"),
                ("e.html/f", "four"),
            ],
            vec![("a.html", "five"), ("b/c.html", "four"), ("e.html", "four")],
            vec![("a.html", "five"), ("e.html", "six")],
        ];
        let mut last = None;
        for output in outputs {
            let texts = output
                .iter()
                .map(|(path, text)| ((*path).to_owned(), *text));
            let files: Files = texts.map(|(path, text)| (path, text.into())).collect();
            write(&project, &out, &[], &files).unwrap();
            let texts = output.iter();
            let expected: Vec<(String, String)> = texts
                .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
                .collect();
            assert_eq!(files_in(&out), expected);
            // The old output is unchanged, although some of its files are hard links to files of the current output.
            assert_eq!(spare.exists().then(|| files_in(&spare)), last, "{output:?}");
            // Files that other programs add do not reappear in later outputs.
            for folder in [&out, &spare].into_iter().filter(|folder| folder.exists()) {
                fs::create_dir_all(folder.join("added")).unwrap();
                fs::write(folder.join("added/file"), "added").unwrap();
            }
            last = Some(files_in(&out));
        }
    }

    #[test]
    fn an_unchanged_file_is_not_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let (out, project) = (folder.path().join("dist"), project(folder.path()));
        let write = |files: Files| write(&project, &out, &[], &files).unwrap();
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

        // Another program writes to the output.
        make_old();
        write(files(["one", "more", "eight"]));
        for (name, text) in [("same.html", "eno"), ("as-long.html", "other")] {
            fs::write(out.join(name), text).unwrap();
        }
        write(files(["one", "more", "eight"]));
        assert_eq!(read("same.html"), ("one".to_owned(), false));
        assert_eq!(read("as-long.html"), ("eight".to_owned(), false));

        // Another program writes to the folder that becomes the next output.
        make_old();
        write(files(["one", "more", "eight"]));
        write(files(["one", "more", "eight"]));
        for (name, text) in [("same.html", "eno"), ("as-long.html", "other")] {
            let file = project.cache.join(SPARE).join(name);
            fs::remove_file(&file).unwrap();
            fs::write(&file, text).unwrap();
        }
        write(files(["one", "more", "eight"]));
        assert_eq!(read("same.html"), ("one".to_owned(), true));
        assert_eq!(read("as-long.html"), ("eight".to_owned(), true));
    }

    /// A file that is not older than the build is read nevertheless: another change within the same step of the clock would not
    /// change its stamp.
    #[test]
    fn a_stamp_shows_that_a_file_need_not_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let (out, project) = (folder.path().join("dist"), project(folder.path()));
        let write = || {
            let files = ["old.html", "new.html"].map(|name| (name.to_owned(), "one".into()));
            write(&project, &out, &[], &Files::from(files)).unwrap();
        };
        let open = |name: &str| {
            fs::File::options()
                .write(true)
                .open(out.join(name))
                .unwrap()
        };
        write();
        let later = SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 365 * 100);
        for (name, time) in [("old.html", SystemTime::UNIX_EPOCH), ("new.html", later)] {
            open(name).set_modified(time).unwrap();
        }
        write();
        for name in ["old.html", "new.html"] {
            let mut file = open(name);
            let modified = file.metadata().unwrap().modified().unwrap();
            file.write_all(b"two").unwrap();
            file.set_modified(modified).unwrap();
        }
        write();
        let text = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        assert_eq!(
            (text("old.html").as_str(), text("new.html").as_str()),
            ("two", "one")
        );
    }
}
