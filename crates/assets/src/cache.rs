//! Reads and writes cache files. Each ends with a fingerprint of its content, so that a truncated or corrupt file is ignored and
//! written again.

use std::path::Path;
use std::{fs, io, process};

use diagnostic::Fingerprint;

/// Length in bytes of the fingerprint at the end of a file.
const SEAL: usize = size_of::<u128>();

/// Returns the bytes stored in a file, or `None` if the file does not exist or is corrupt.
pub(crate) fn read(file: &Path) -> Option<Vec<u8>> {
    let mut bytes = fs::read(file).ok()?;
    let (content, seal) = bytes.split_last_chunk::<SEAL>()?;
    if *seal != seal_of(content) {
        return None;
    }
    bytes.truncate(bytes.len() - SEAL);
    Some(bytes)
}

/// Stores bytes in a file atomically.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // The extension is kept in the temporary name: `x.webp` and `x.jpg` may be written at the same time.
    let mut new = file.as_os_str().to_owned();
    new.push(format!(".new-{}", process::id()));
    let new = Path::new(&new);
    let sealed = [bytes, &seal_of(bytes)].concat();
    let done = fs::write(new, sealed).and_then(|()| fs::rename(new, file));
    if done.is_err() {
        let _ = fs::remove_file(new);
    }
    done
}

fn seal_of(content: &[u8]) -> [u8; SEAL] {
    Fingerprint::of(content).0.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrupt_files_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("entry");
        assert_eq!(read(&file), None);
        for bytes in [&b""[..], b"<p>x</p>"] {
            write(&file, bytes).unwrap();
            assert_eq!(read(&file).as_deref(), Some(bytes));
            let whole = fs::read(&file).unwrap();
            for length in 0..whole.len() {
                fs::write(&file, &whole[..length]).unwrap();
                assert_eq!(read(&file), None, "{length} bytes");
            }
            let mut other = whole.clone();
            other.push(b' ');
            fs::write(&file, other).unwrap();
            assert_eq!(read(&file), None);
        }
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 1);
        assert!(write(&folder.path().join("no/entry"), b"x").is_err());
    }
}
