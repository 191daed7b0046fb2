//! Renaming on systems where an open file cannot be renamed.

use std::path::Path;
use std::time::Duration;
use std::{fs, io, thread};

/// Number of attempts, and the time between two of them: two seconds in total.
const ATTEMPTS: (usize, Duration) = (20, Duration::from_millis(100));

/// Renames a file or a folder as [`std::fs::rename`] does. On Windows, a file that another program has open, such as a virus scanner
/// that reads every new file, cannot be renamed, and neither can a folder that contains it. Such programs usually finish soon, so
/// this function tries again for two seconds there. Fails with the error of the last attempt.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let (attempts, pause) = ATTEMPTS;
    for _ in 0..attempts {
        match fs::rename(from, to) {
            Err(error) if is_in_use(&error) => thread::sleep(pause),
            result => return result,
        }
    }
    fs::rename(from, to)
}

/// Returns whether an error may mean that another program has a file open, which is only possible on Windows: access denied (5),
/// a sharing violation (32), or a folder that is not empty because its deleted files are still open (145)
/// (<https://learn.microsoft.com/windows/win32/debug/system-error-codes--0-499->).
pub fn is_in_use(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32 | 145))
}
