//! A store in a folder, for local development and for a single machine.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use jiff::Timestamp;

use crate::id::{Id, hex, sha256};
use crate::store::{Creation, Listed, Object, Store, StoreError, Version};

/// Folder in which files are written before they are moved to their final paths.
const UNFINISHED: &str = ".tmp";
/// File whose lock is held while an existing object is replaced or removed.
const LOCK: &str = ".lock";

/// A store that keeps objects as files below one folder: readable by the owner only, and either complete or absent.
#[derive(Debug, Clone)]
pub struct Folder {
    root: Arc<PathBuf>,
}

impl Folder {
    /// Opens the folder `root`, creating it if necessary, and removes files that a killed process left unfinished more
    /// than an hour ago. Fails if the folder cannot be created.
    pub fn open(root: impl Into<PathBuf>) -> io::Result<Self> {
        let root = root.into();
        make_folder(&root.join(UNFINISHED))?;
        for unfinished in fs::read_dir(root.join(UNFINISHED))?.flatten() {
            // Another process may still be writing the file, which is moved away when it is complete.
            let modified = unfinished.metadata().and_then(|data| data.modified());
            let age = modified.map(|time| time.elapsed().unwrap_or_default());
            if age.is_ok_and(|age| age > Duration::from_hours(1)) {
                drop(fs::remove_file(unfinished.path()));
            }
        }
        Ok(Self {
            root: Arc::new(root),
        })
    }

    /// Writes `bytes` to the file `key` whether or not it exists. Fails if `key` is not a valid key, or if the file system fails.
    pub fn write(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        let (unfinished, path) = self.prepare(key, bytes)?;
        let lock = self.lock()?;
        fs::rename(&unfinished, &path)?;
        drop(lock);
        sync_folder(&path)
    }

    /// Writes `bytes` to the file `key` if its content still has `version`. Returns whether it had.
    fn write_over(&self, key: &str, bytes: &[u8], version: &Version) -> io::Result<bool> {
        let (unfinished, path) = self.prepare(key, bytes)?;
        let lock = self.lock()?;
        let current = self.read_file(key)?;
        if current.is_none_or(|current| version_of(&current) != *version) {
            fs::remove_file(&unfinished)?;
            return Ok(false);
        }
        fs::rename(&unfinished, &path)?;
        drop(lock);
        sync_folder(&path).map(|()| true)
    }

    /// Waits for the lock, which is released when the returned file is dropped or the process ends.
    fn lock(&self) -> io::Result<File> {
        let path = self.root.join(LOCK);
        let file = owner_only(OpenOptions::new().create(true).append(true)).open(path)?;
        file.lock()?;
        Ok(file)
    }

    /// Writes `bytes` to the file `key` unless it exists.
    fn write_new(&self, key: &str, bytes: &[u8]) -> io::Result<Creation> {
        let (unfinished, path) = self.prepare(key, bytes)?;
        // Renaming would replace an existing file; linking fails.
        let linked = fs::hard_link(&unfinished, &path);
        fs::remove_file(&unfinished)?;
        match linked {
            Ok(()) => sync_folder(&path).map(|()| Creation::Created),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(Creation::Exists),
            Err(error) => Err(error),
        }
    }

    /// Writes `bytes` to a temporary file, and returns its path and the path of the file `key`.
    fn prepare(&self, key: &str, bytes: &[u8]) -> io::Result<(PathBuf, PathBuf)> {
        let path = self.path(key)?;
        if let Some(parent) = path.parent() {
            make_folder(parent)?;
        }
        let id = Id::random().map_err(io::Error::other)?;
        let unfinished = self.root.join(UNFINISHED).join(id.as_str());
        let mut file =
            owner_only(OpenOptions::new().write(true).create_new(true)).open(&unfinished)?;
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        if let Err(error) = written {
            // Without this a full disk would stay full.
            drop(fs::remove_file(&unfinished));
            return Err(error);
        }
        Ok((unfinished, path))
    }

    /// Returns the path of the file `key`, or an error if `key` could name a file outside the folder or a hidden one.
    fn path(&self, key: &str) -> io::Result<PathBuf> {
        let plain = key
            .split('/')
            .all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains('\\'));
        if plain {
            Ok(self.root.join(key))
        } else {
            Err(io::Error::new(ErrorKind::InvalidInput, "not a key"))
        }
    }

    fn read_file(&self, key: &str) -> io::Result<Option<Bytes>> {
        let path = self.path(key)?;
        // Reading a pipe or a device may never end.
        if fs::metadata(&path).is_ok_and(|data| !data.is_file()) {
            return Err(ErrorKind::Unsupported.into());
        }
        match fs::read(path) {
            Ok(bytes) => Ok(Some(bytes.into())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn list_files(&self, prefix: &str) -> io::Result<Vec<Listed>> {
        let folder = prefix.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut found = Vec::new();
        collect(&self.root.join(folder), folder, &mut found)?;
        found.retain(|listed| listed.key.starts_with(prefix));
        found.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(found)
    }

    fn remove(&self, key: &str) -> io::Result<()> {
        let path = self.path(key)?;
        let lock = self.lock()?;
        let removed = fs::remove_file(&path);
        drop(lock);
        match removed {
            Ok(()) => sync_folder(&path),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Runs `work` on a separate thread, so that waiting for the disk does not delay other requests.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> io::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let folder = self.clone();
        match tokio::task::spawn_blocking(move || work(&folder)).await {
            Ok(result) => result.map_err(|error| StoreError::new(error.kind().to_string())),
            Err(_) => Err(StoreError::new("stopped")),
        }
    }
}

impl Store for Folder {
    async fn create(&self, object: Object) -> Result<Creation, StoreError> {
        self.blocking(move |folder| folder.write_new(&object.key, &object.bytes))
            .await
    }

    async fn replace(&self, object: Object) -> Result<Version, StoreError> {
        self.blocking(move |folder| {
            folder.write(&object.key, &object.bytes)?;
            Ok(version_of(&object.bytes))
        })
        .await
    }

    async fn update(
        &self,
        object: Object,
        version: &Version,
    ) -> Result<Option<Version>, StoreError> {
        let version = version.clone();
        self.blocking(move |folder| {
            let written = folder.write_over(&object.key, &object.bytes, &version)?;
            Ok(written.then(|| version_of(&object.bytes)))
        })
        .await
    }

    async fn read(&self, key: &str) -> Result<Option<(Bytes, Version)>, StoreError> {
        let key = key.to_owned();
        self.blocking(move |folder| {
            let bytes = folder.read_file(&key)?;
            Ok(bytes.map(|bytes| (bytes.clone(), version_of(&bytes))))
        })
        .await
    }

    async fn read_all(&self, keys: Vec<String>) -> Vec<Result<Option<Bytes>, StoreError>> {
        let count = keys.len();
        // Handing each file to another thread would take longer than reading it.
        let contents = self.blocking(move |folder| {
            let contents = keys.iter().map(|key| {
                let read = folder.read_file(key);
                read.map_err(|error| StoreError::new(error.kind().to_string()))
            });
            Ok(contents.collect())
        });
        contents
            .await
            .unwrap_or_else(|error| vec![Err(error); count])
    }

    async fn list(&self, prefix: &str) -> Result<Vec<Listed>, StoreError> {
        let prefix = prefix.to_owned();
        self.blocking(move |folder| folder.list_files(&prefix))
            .await
    }

    async fn delete(&self, key: &str) -> Result<(), StoreError> {
        let key = key.to_owned();
        self.blocking(move |folder| folder.remove(&key)).await
    }
}

fn version_of(bytes: &[u8]) -> Version {
    Version(hex(&sha256(&[bytes])))
}

fn collect(folder: &Path, key: &str, found: &mut Vec<Listed>) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
            continue;
        };
        let key = if key.is_empty() {
            name.to_owned()
        } else {
            format!("{key}/{name}")
        };
        // The file may have been removed since the folder was read.
        let metadata = match entry.metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            metadata => metadata?,
        };
        if metadata.is_dir() {
            collect(&entry.path(), &key, found)?;
        } else {
            let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            found.push(Listed {
                key,
                modified: Timestamp::try_from(modified).unwrap_or_default(),
                version: None,
            });
        }
    }
    Ok(())
}

/// Creates a folder and its parents durably, accessible to the owner only.
fn make_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() || path.as_os_str().is_empty() {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        make_folder(parent)?;
    }
    let builder = &mut DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
    match builder.create(path) {
        // Another request created it in the meantime.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        Ok(()) => sync_folder(path),
    }
}

/// Makes the name of the file `path` durable. It reaches the disk separately from the file's content.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) if cfg!(unix) => {
            let parent = if parent.as_os_str().is_empty() {
                Path::new(".")
            } else {
                parent
            };
            File::open(parent)?.sync_all()
        }
        _ => Ok(()),
    }
}

fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
