//! Files and folders that killed processes have left. Their names end with the id of the process.

use std::fs;
use std::path::Path;

/// Removes what killed processes left in `parent`: files and folders named `prefix` and a process id.
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

/// Returns whether a process of any user is running (kill(2) without a signal).
#[cfg(unix)]
fn is_running(process: i32) -> bool {
    rustix::process::Pid::from_raw(process).is_some_and(|process| {
        rustix::process::test_kill_process(process) != Err(rustix::io::Errno::SRCH)
    })
}

/// Returns `true`: this system does not say, so nothing is removed.
#[cfg(not(unix))]
fn is_running(_process: i32) -> bool {
    true
}
