//! Reads and writes files, with errors that name the file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::Outcome;

/// Returns the content of a text file.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Writes a file and creates the folders above it.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Outcome {
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Returns all files below a folder, with their sizes in bytes.
pub fn below(folder: &Path) -> Result<Vec<(PathBuf, u64)>, String> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry.map_err(|error| error.to_string())?;
        let data = entry.metadata().map_err(|error| error.to_string())?;
        if data.is_file() {
            found.push((entry.into_path(), data.len()));
        }
    }
    Ok(found)
}
