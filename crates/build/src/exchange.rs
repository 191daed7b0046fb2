//! Exchanges an output folder with a new one, so that the output is always complete.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Returns the path to which an output is moved while another takes its place.
pub fn aside(out: &Path) -> PathBuf {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!(".{name}.old"))
}

/// Longest time that another build needs to swap two folders, as a number of attempts and the time between two of them.
const SWAP: (usize, Duration) = (20, Duration::from_millis(100));

/// Puts back an output that a build had moved aside when it was killed. There is usually none.
pub fn put_back(out: &Path) {
    let (attempts, pause) = SWAP;
    let old = aside(out);
    // Another build may be about to put its own output there.
    for _ in 0..attempts {
        if out.exists() || !old.exists() {
            return;
        }
        thread::sleep(pause);
    }
    let _ = fs::rename(old, out);
}

/// Swaps the folders `new` and `out`, in one step where the system supports it.
pub fn exchange(new: &Path, out: &Path) -> io::Result<()> {
    // The rename may fail because another build has just created the folder.
    if !out.exists() && walk::rename(new, out).is_ok() {
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

/// Swaps the folders `new` and `out`, and puts `out` back if that fails. If the process is killed in between, the next build does.
fn exchange_in_steps(new: &Path, out: &Path) -> io::Result<()> {
    let old = aside(out);
    let (attempts, pause) = SWAP;
    for attempt in 0.. {
        if attempt > 0 {
            thread::sleep(pause);
        }
        let may_be_again = attempt < attempts;
        if out.exists() {
            // What another build has left there is older than `out`.
            let _ = fs::remove_dir_all(&old);
        }
        // Another build may be swapping its output as well.
        let is_aside = match walk::rename(out, &old) {
            Ok(()) => true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(_) if may_be_again && old.exists() => continue,
            Err(error) => return Err(error),
        };
        let Err(error) = walk::rename(new, out) else {
            break;
        };
        // Another build was faster, and may have moved its output aside again since.
        let is_taken = matches!(
            error.kind(),
            io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty
        );
        if may_be_again && new.exists() && (is_taken || out.exists()) {
            continue;
        }
        if is_aside {
            walk::rename(&old, out)?;
        }
        return Err(error);
    }
    // The new output is in place. If the old one cannot be moved, the next build removes it.
    let _ = walk::rename(&old, new);
    Ok(())
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
        let old = fs::read_to_string(new.join("index.html")).unwrap();
        assert_eq!(old, "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn an_output_that_was_left_aside_is_not_in_the_way() {
        let folder = tempfile::tempdir().unwrap();
        let (new, out) = (folder.path().join("new"), folder.path().join("dist"));
        for (folder, text) in [(&new, "new"), (&out, "old"), (&aside(&out), "older")] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("index.html"), text).unwrap();
        }
        exchange_in_steps(&new, &out).unwrap();
        assert_eq!(fs::read_to_string(out.join("index.html")).unwrap(), "new");
        assert!(!aside(&out).exists());
    }

    #[test]
    fn several_exchanges_at_once_succeed() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("dist");
        fs::create_dir(&out).unwrap();
        fs::write(out.join("index.html"), "").unwrap();
        thread::scope(|scope| {
            for name in ["a", "b", "c", "d"] {
                let (folder, out) = (folder.path(), &out);
                scope.spawn(move || {
                    for round in 0..5 {
                        let new = folder.join(format!("{name}-{round}"));
                        fs::create_dir(&new).unwrap();
                        fs::write(new.join("index.html"), name).unwrap();
                        exchange_in_steps(&new, out).unwrap();
                    }
                });
            }
        });
        assert!(out.join("index.html").exists());
        assert!(!aside(&out).exists());
    }
}
