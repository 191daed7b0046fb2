//! Removes temporary files and folders that killed processes left behind. Their names end with the id of the process.

use std::fs;
use std::path::Path;

/// Removes the files and folders in `parent` whose name is `prefix` followed by the id of a process that is no longer running.
pub fn remove_leftovers(parent: &Path, prefix: &str) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let file_name = entry.file_name();
        let name = file_name.to_str();
        if name
            .and_then(|name| name.strip_prefix(prefix))
            .is_some_and(is_leftover)
        {
            let _ = if entry.path().is_dir() {
                fs::remove_dir_all(entry.path())
            } else {
                fs::remove_file(entry.path())
            };
        }
    }
}

/// Returns whether a text is the id of a process that is no longer running.
pub fn is_leftover(process: &str) -> bool {
    process.parse().is_ok_and(|process| !is_running(process))
}

/// Returns whether a process is running, under any user. Sends it signal 0, which only checks whether it exists (kill(2)).
#[cfg(unix)]
fn is_running(process: i32) -> bool {
    rustix::process::Pid::from_raw(process).is_some_and(|process| {
        rustix::process::test_kill_process(process) != Err(rustix::io::Errno::SRCH)
    })
}

/// Returns `true`, because this system has no such check. So nothing is removed.
#[cfg(not(unix))]
fn is_running(_process: i32) -> bool {
    true
}
