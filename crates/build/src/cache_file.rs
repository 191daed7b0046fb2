//! Files of the cache. Each ends with a fingerprint of the program and of the content of the file, so a file that is truncated or
//! damaged, or was written by another version of the program, is ignored.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};

use diagnostic::{Fingerprint, FingerprintWriter};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::leftovers::remove_leftovers;
use crate::project::Project;

/// Length in bytes of the fingerprint at the end of a cache file.
const SEAL: usize = size_of::<u128>();

/// Reads a value from a cache file. Returns `None` if the file is missing or unusable.
pub fn read<T: DeserializeOwned>(project: &Project, name: &str) -> Option<T> {
    postcard::from_bytes(&read_file(project, name)?).ok()
}

/// Writes a value to a cache file. Ignores errors.
pub fn write(project: &Project, name: &str, value: &impl Serialize) {
    write_file(project, name, |out| {
        let written = postcard::to_io(value, out);
        written.map(drop).map_err(io::Error::other)
    });
}

/// Suffix for the name of a file that is being written. The process id follows it.
pub const NEW: &str = ".new-";

/// Returns the content of a cache file, or `None` if it is missing, truncated or damaged, or was written by another program.
pub fn read_file(project: &Project, name: &str) -> Option<Vec<u8>> {
    unsealed(project.program, fs::read(project.cache.join(name)).ok()?)
}

/// Writes a cache file, with its fingerprint at the end: first under a temporary name, so that no process reads an incomplete file.
/// Ignores errors.
pub fn write_file(
    project: &Project,
    name: &str,
    content: impl FnOnce(&mut Sealing) -> io::Result<()>,
) {
    let path = project.cache.join(name);
    let new = project
        .cache
        .join(format!("{name}{NEW}{}", std::process::id()));
    let folder = path.parent().unwrap_or(&project.cache);
    let written = fs::create_dir_all(folder).and_then(|()| {
        let mut out = BufWriter::with_capacity(1 << 16, File::create(&new)?);
        let mut sealing = Sealing {
            out: &mut out,
            seal: FingerprintWriter::default(),
        };
        content(&mut sealing)?;
        let seal = project.program.combined(sealing.seal.finish());
        out.write_all(&seal.0.to_le_bytes())?;
        out.flush()
    });
    if written.is_ok() && folder == project.cache {
        remove_leftovers(&new, &format!("{name}{NEW}"));
    }
    if written.is_err() || fs::rename(&new, path).is_err() {
        let _ = fs::remove_file(&new);
    }
}

/// Writer for a cache file that computes the fingerprint of the file at the same time.
pub struct Sealing<'a> {
    out: &'a mut BufWriter<File>,
    seal: FingerprintWriter,
}

impl Write for Sealing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.seal.write_all(bytes)?;
        self.out.write_all(bytes)?;
        Ok(bytes.len())
    }

    /// Does nothing: postcard asks for it after each value, and the file is flushed at its end.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Removes the fingerprint from the bytes of a cache file. Returns `None` if the file is truncated or damaged, or was written
/// by another program.
fn unsealed(program: Fingerprint, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let (content, end) = bytes.split_last_chunk::<SEAL>()?;
    let seal = program.combined(Fingerprint::of(content));
    if *end != seal.0.to_le_bytes() {
        return None;
    }
    bytes.truncate(bytes.len() - SEAL);
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_changed_and_foreign_files_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let program = Fingerprint::of("this program");
        let content = b"some pages".as_slice();
        let project = Project {
            root: folder.path().to_owned(),
            cache: folder.path().to_owned(),
            program,
        };
        write_file(&project, "file", |out| out.write_all(content));
        let whole = fs::read(folder.path().join("file")).unwrap();
        let content = content.to_vec();
        assert_eq!(unsealed(program, whole.clone()), Some(content));
        assert_eq!(unsealed(Fingerprint::of("another"), whole.clone()), None);
        for length in 0..whole.len() {
            assert_eq!(
                unsealed(program, whole[..length].to_vec()),
                None,
                "{length} bytes"
            );
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            assert_eq!(unsealed(program, changed), None, "byte {at}");
        }
    }
}
