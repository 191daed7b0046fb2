//! A folder whose files are named by their path in it, so that the system does not resolve the folder's own path for each of
//! thousands of files.

#[cfg(not(unix))]
use std::fs;
use std::fs::File;
use std::io;
#[cfg(unix)]
use std::os::fd::OwnedFd;
use std::path::Path;
#[cfg(not(unix))]
use std::path::PathBuf;
use std::time::SystemTime;
#[cfg(unix)]
use std::time::{Duration, UNIX_EPOCH};

#[cfg(unix)]
use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use serde::{Deserialize, Serialize};

/// An open folder.
#[derive(Debug)]
pub struct OpenFolder {
    #[cfg(unix)]
    descriptor: OwnedFd,
    #[cfg(not(unix))]
    path: PathBuf,
}

impl OpenFolder {
    /// Removes a file if it exists.
    pub fn remove_existing(&self, name: &str) -> io::Result<()> {
        self.remove(name).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })
    }
}

/// Metadata of a file that changes when somebody writes to the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Time of the last modification.
    pub modified: SystemTime,
    /// Length in bytes.
    pub length: u64,
    /// Inode, or 0 on systems without inodes.
    inode: u64,
}

#[cfg(unix)]
impl OpenFolder {
    /// Opens a folder. Fails if there is none at this path.
    pub fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let descriptor = rustix::fs::open(path, flags, Mode::empty())?;
        Ok(Self { descriptor })
    }

    /// Returns the stamp of a file, or `None` if there is no file with this name. A link is not a file.
    pub fn stamp(&self, name: &str) -> Option<Stamp> {
        let stat = rustix::fs::statat(&self.descriptor, name, AtFlags::SYMLINK_NOFOLLOW);
        Stamp::of(&stat.ok()?)
    }

    /// Opens a file for reading. Fails if it does not exist.
    pub fn file(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.descriptor, name, flags, Mode::empty())?;
        Ok(file.into())
    }

    /// Creates a file. Fails if the name is taken.
    pub fn create(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        // Reduced by the umask, as in `File::create`.
        let mode = Mode::from_raw_mode(0o666);
        Ok(rustix::fs::openat(&self.descriptor, name, flags, mode)?.into())
    }

    /// Creates a hard link to the file with the same name in another folder.
    pub fn link_from(&self, other: &Self, name: &str) -> io::Result<()> {
        let (old, new) = (&other.descriptor, &self.descriptor);
        Ok(rustix::fs::linkat(old, name, new, name, AtFlags::empty())?)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(
            &self.descriptor,
            name,
            AtFlags::empty(),
        )?)
    }
}

#[cfg(unix)]
impl Stamp {
    /// Returns the stamp of an open file, or `None` if it is not a regular file.
    pub fn of_file(file: &File) -> Option<Self> {
        Self::of(&rustix::fs::fstat(file).ok()?)
    }

    #[allow(
        clippy::unnecessary_fallible_conversions,
        clippy::useless_conversion,
        reason = "the types of the fields differ between systems"
    )]
    fn of(stat: &Stat) -> Option<Self> {
        let seconds = Duration::from_secs(stat.st_mtime.try_into().ok()?);
        let nanoseconds = Duration::from_nanos(stat.st_mtime_nsec.try_into().ok()?);
        (FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile).then_some(Self {
            modified: UNIX_EPOCH + seconds + nanoseconds,
            length: stat.st_size.try_into().ok()?,
            inode: stat.st_ino.into(),
        })
    }
}

#[cfg(not(unix))]
impl OpenFolder {
    /// Opens a folder. Fails if there is none at this path.
    pub fn open(path: &Path) -> io::Result<Self> {
        fs::read_dir(path)?;
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// Returns the stamp of a file, or `None` if there is no file with this name. A link is not a file.
    pub fn stamp(&self, name: &str) -> Option<Stamp> {
        Stamp::of(&fs::symlink_metadata(self.path.join(name)).ok()?)
    }

    /// Opens a file for reading. Fails if it does not exist.
    pub fn file(&self, name: &str) -> io::Result<File> {
        File::open(self.path.join(name))
    }

    /// Creates a file. Fails if the name is taken.
    pub fn create(&self, name: &str) -> io::Result<File> {
        File::create_new(self.path.join(name))
    }

    /// Creates a hard link to the file with the same name in another folder.
    pub fn link_from(&self, other: &Self, name: &str) -> io::Result<()> {
        fs::hard_link(other.path.join(name), self.path.join(name))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }
}

#[cfg(not(unix))]
impl Stamp {
    /// Returns the stamp of an open file, or `None` if it is not a regular file.
    pub fn of_file(file: &File) -> Option<Self> {
        Self::of(&file.metadata().ok()?)
    }

    fn of(metadata: &fs::Metadata) -> Option<Self> {
        metadata.is_file().then_some(Self {
            modified: metadata.modified().ok()?,
            length: metadata.len(),
            inode: 0,
        })
    }
}
