//! Puts a finished site on disk: all of it beside the old one, then one exchange of the two.
//!
//! Until the exchange the last good output is untouched, whatever happens to this process.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use content::Diagnostic;
use rayon::prelude::*;

use crate::build::Files;

/// Writes `files` to the folder `out`, which holds nothing else afterwards.
///
/// # Errors
/// What the file system refuses; `out` is as it was then.
pub fn write(out: &Path, files: &Files) -> Result<(), Diagnostic> {
    if out.exists() && !out.is_dir() {
        let message = format!("{} is a file, not a folder", out.display());
        return Err(Diagnostic::error("not-an-output", message)
            .help("name a folder with --out, or remove the file by hand"));
    }
    if out.exists() && !is_ours(out) {
        return Err(Diagnostic::error(
            "not-an-output",
            format!("{} holds files that no build has written", out.display()),
        )
        .help("name an empty or new folder with --out, or remove it by hand"));
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
    remove_leftovers(parent, &name);
    let failed = |error: io::Error| {
        let _ = fs::remove_dir_all(&new);
        Diagnostic::error(
            "cannot-write",
            format!("cannot write {}: {error}", out.display()),
        )
        .help("the last good output is as it was")
    };
    write_all(&new, files).map_err(failed)?;
    exchange(&new, out).map_err(failed)?;
    let _ = fs::remove_dir_all(&new);
    Ok(())
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

/// Folders of builds that were killed; not of those that are still at work.
fn remove_leftovers(parent: &Path, name: &str) {
    let prefix = format!(".{name}.new-");
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let file_name = entry.file_name();
        let process = file_name
            .to_str()
            .and_then(|name| name.strip_prefix(&prefix));
        if process.is_some_and(|process| !is_running(process)) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether a process runs, as far as the system says (proc(5)).
fn is_running(process: &str) -> bool {
    process.parse::<u32>().is_ok() && Path::new("/proc").join(process).exists()
}
