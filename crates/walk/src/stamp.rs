//! Stamps of files, which show that a file has not changed since a build without reading it.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// Longest step in which the clock of a file system advances: a tick of the kernel (at least 100 a second on Linux, 64 on
/// Windows). If a file is changed twice within one step, the second change does not change its stamp. So a stamp is only
/// kept if it is older than that: for outputs when the build ends, and for sources when it begins.
const CLOCK_STEP: Duration = Duration::from_millis(if cfg!(windows) { 20 } else { 10 });

/// Metadata of a file that changes when another program writes to the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    modified: SystemTime,
    /// Length of the file in bytes.
    pub length: u64,
    /// Inode number; 0 on systems without inodes.
    inode: u64,
}

impl Stamp {
    /// Returns the stamp of a file, or `None` if the metadata is not that of a file.
    pub fn of(metadata: &Metadata) -> Option<Self> {
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

    /// Returns the stamp of the file at a path, or `None` if there is no file. A symbolic link does not count as a file.
    pub fn at(path: &Path) -> Option<Self> {
        Self::of(&fs::symlink_metadata(path).ok()?)
    }

    /// Returns whether the file was last changed so long before `now` that another change must change the stamp.
    pub fn is_older_than(&self, now: SystemTime) -> bool {
        self.modified + CLOCK_STEP < now
    }
}
