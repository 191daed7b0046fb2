//! Removes temporary files and folders that killed processes left behind. Their names end with the id of the process.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Age at which a temporary file or folder belongs to no process that is still writing to it. A process id alone is not enough: it may
/// be in use again, and Windows does not tell whether a process runs.
const OLD: Duration = Duration::from_hours(1);

/// Removes the files and folders beside `own` whose names begin with `prefix` and that no process is writing any more. `own` has just
/// been written.
pub fn remove_leftovers(own: &Path, prefix: &str) {
    let (Some(folder), Some(now)) = (own.parent(), modified(own)) else {
        return;
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(prefix));
        if process.is_some_and(|process| is_leftover(&entry.path(), process, now)) {
            let _ = if entry.path().is_dir() {
                fs::remove_dir_all(entry.path())
            } else {
                fs::remove_file(entry.path())
            };
        }
    }
}

/// Returns whether a temporary file or folder was left behind: the process is no longer running, or has not changed it for an hour.
pub fn is_leftover(path: &Path, process: &str, now: SystemTime) -> bool {
    let is_over = process.parse().is_ok_and(|process| !is_running(process));
    is_over || modified(path).is_some_and(|modified| modified + OLD < now)
}

/// Returns whether a process is running, under any user. Sends it signal 0, which only checks whether it exists (kill(2)).
#[cfg(unix)]
fn is_running(process: i32) -> bool {
    rustix::process::Pid::from_raw(process).is_some_and(|process| {
        rustix::process::test_kill_process(process) != Err(rustix::io::Errno::SRCH)
    })
}

/// Returns `true`, because this system has no such check.
#[cfg(not(unix))]
fn is_running(_process: i32) -> bool {
    true
}

/// Returns the time at which a file or folder was last changed, by the clock of its file system.
pub fn modified(path: &Path) -> Option<SystemTime> {
    fs::symlink_metadata(path).ok()?.modified().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_old_files_with_the_prefix_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let own = format!(".new-{}", std::process::id());
        let recent = format!(".new-{}x", std::process::id());
        for name in [&own, &recent, ".new-1", "new-4"] {
            fs::write(path(name), "").unwrap();
        }
        for name in [".new-1", "new-4"] {
            let file = fs::File::options().write(true).open(path(name)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        }
        remove_leftovers(&path(&own), ".new-");
        let exist = [&own, &recent, ".new-1", "new-4"].map(|name| path(name).exists());
        assert_eq!(exist, [true, true, false, true]);
    }
}
