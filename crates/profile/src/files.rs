//! Reads and writes files, with messages that name them.

use std::path::Path;

/// Reads a text file.
pub fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Writes a file and creates the folders above it.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    path.parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| std::fs::write(path, bytes))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Returns the `file:` URL of a path.
pub fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}
