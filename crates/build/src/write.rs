//! Puts a finished site on disk: all of it beside the old one, then one exchange of the two.
//!
//! Until the exchange the last good output is untouched, whatever happens to this process.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use diagnostic::Diagnostic;
use rayon::prelude::*;

use crate::codes;
use inspect::Files;

/// Writes `files` to the folder `out`, which holds nothing else afterwards.
///
/// # Errors
/// What the file system refuses; `out` is as it was then.
pub fn write(out: &Path, files: &Files) -> Result<(), Diagnostic> {
    if out.exists() && !out.is_dir() {
        let message = format!("{} is a file, not a folder", out.display());
        return Err(Diagnostic::new(&codes::NOT_AN_OUTPUT, message)
            .help("name an empty or new folder with --out"));
    }
    if out.exists() && !is_ours(out) {
        return Err(Diagnostic::new(
            &codes::NOT_AN_OUTPUT,
            format!("{} holds files that no build has written", out.display()),
        )
        .help("name an empty or new folder with --out"));
    }
    // A link to a folder stays a link: what it leads to is replaced.
    let out = &out.canonicalize().unwrap_or_else(|_| out.to_owned());
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let name = out.file_name().map_or_else(
        || "dist".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    // Beside the old one, so that both are on one file system.
    let new = parent.join(format!(".{name}.new-{}", std::process::id()));
    remove_leftovers(parent, &format!(".{name}.new-"));
    let failed = |error: io::Error| {
        let _ = fs::remove_dir_all(&new);
        Diagnostic::new(
            &codes::CANNOT_WRITE,
            format!("cannot write {}: {error}", out.display()),
        )
        .help("the last good output is as it was")
    };
    write_all(&new, files).map_err(failed)?;
    exchange(&new, out).map_err(failed)?;
    let _ = fs::remove_dir_all(&new);
    Ok(())
}

/// Folders of a project that a build reads, or that hold what no build may replace.
const OWN: [&str; 8] = [
    "content", "themes", "widgets", "public", ".cache", ".forms", ".git", ".site",
];

/// Whether the output may be written to `out`, wherever links lead.
///
/// # Errors
/// It is the project's folder or one above it, or lies in one that the site is made from.
pub fn allowed(root: &Path, out: &Path) -> Result<(), Diagnostic> {
    let (root, place) = (whole(root), whole(out));
    let refused = |what: String| {
        let message = format!("the site cannot be written to {}: {what}", out.display());
        let diagnostic = Diagnostic::new(&codes::NOT_AN_OUTPUT, message);
        Err(diagnostic.help("name a folder of its own with --out, such as dist; by default it is dist/ in the project"))
    };
    if place == root {
        return refused("it is the project's own folder".to_owned());
    }
    if root.starts_with(&place) {
        return refused("the project lies in it".to_owned());
    }
    for name in OWN {
        let own = whole(&root.join(name));
        if place.starts_with(&own) {
            let (is, from) = (if place == own { "it is" } else { "it lies in" }, name);
            return refused(format!("{is} {from}/, which belongs to the project"));
        }
        if own.exists() && own.starts_with(&place) {
            return refused(format!("{name}/ of the project lies in it"));
        }
    }
    Ok(())
}

/// A path without links and `..`, as far as there is anything at it.
fn whole(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(whole.pop()),
            part => {
                whole.push(part);
                whole = whole.canonicalize().unwrap_or(whole);
            }
        }
    }
    whole
}

/// Puts `text` in the place of a file that was `old` when it was read (`None`: there was none), whole or not at all.
/// `shown` is its name in what is said.
///
/// # Errors
/// It is not as it was any more, or cannot be written; it is left as it is then.
pub fn replace_file(
    path: &Path,
    shown: &str,
    old: Option<&str>,
    text: &str,
) -> Result<(), Diagnostic> {
    let failed = |error: io::Error| {
        Diagnostic::new(
            &codes::CANNOT_WRITE,
            format!("cannot write {shown}: {error}"),
        )
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
    let is_as_it_was = match fs::read(path) {
        Ok(now) => old.is_some_and(|old| now == old.as_bytes()),
        Err(_) => old.is_none() && !path.exists(),
    };
    let done = match written {
        Ok(()) if !is_as_it_was => Err(Diagnostic::new(
            &codes::CANNOT_WRITE,
            format!("{shown} was changed by somebody else meanwhile; it was left as it is now"),
        )
        .help("run the command again")),
        Ok(()) => fs::rename(&new, path).map_err(failed),
        Err(error) => Err(failed(error)),
    };
    if done.is_err() {
        let _ = fs::remove_file(&new);
    }
    done
}

/// A file that tells an output folder from one that was never ours to replace.
const MARK: &str = ".site-output";

/// Whether a build has written a folder, or nobody anything.
pub fn is_ours(out: &Path) -> bool {
    out.join(MARK).exists() || fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none())
}

fn write_all(folder: &Path, files: &Files) -> io::Result<()> {
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
    files
        .par_iter()
        .try_for_each(|(path, bytes)| fs::write(folder.join(path), bytes))
}

/// Puts `new` in the place of `out` in one step where the system can, so that there is no moment without either.
fn exchange(new: &Path, out: &Path) -> io::Result<()> {
    if !out.exists() {
        return fs::rename(new, out);
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

/// Removes files and folders of processes that were killed, not of those still at work: `prefix` and the process in `parent`.
pub fn remove_leftovers(parent: &Path, prefix: &str) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let file_name = entry.file_name();
        let process = file_name
            .to_str()
            .and_then(|name| name.strip_prefix(prefix));
        if process
            .and_then(|process| process.parse().ok())
            .is_some_and(|process| !is_running(process))
        {
            let _ = if entry.path().is_dir() {
                fs::remove_dir_all(entry.path())
            } else {
                fs::remove_file(entry.path())
            };
        }
    }
}

/// Whether a process runs, this user's or another's (kill(2), with no signal).
#[cfg(unix)]
fn is_running(process: i32) -> bool {
    rustix::process::Pid::from_raw(process).is_some_and(|process| {
        rustix::process::test_kill_process(process) != Err(rustix::io::Errno::SRCH)
    })
}

/// It cannot be told here: what is left stays.
#[cfg(not(unix))]
fn is_running(_process: i32) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_as_it_was_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("below/urls.toml");
        let replaced = |old, text| {
            let done = replace_file(&file, "urls.toml", old, text);
            done.map_err(|diagnostic| diagnostic.message)
        };
        let changed =
            "urls.toml was changed by somebody else meanwhile; it was left as it is now".to_owned();
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
}
