//! Rendered pages on disk, for the next `site build`. The file may be deleted at any time, and a torn or foreign one is
//! passed over: it begins with a fingerprint of the program and of everything in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use diagnostic::{Fingerprint, Fingerprinter};
use render::Renderer;

use crate::write::remove_leftovers;

/// Bytes of the fingerprint at the beginning.
const HEAD: usize = size_of::<u128>();

fn file(cache: &Path) -> PathBuf {
    cache.join("pages.bin")
}

/// Of this very program: another one may render otherwise, whatever its version says.
fn program() -> Fingerprint {
    let metadata = std::env::current_exe().and_then(fs::metadata).ok();
    let changed = metadata
        .as_ref()
        .and_then(|metadata| metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    let length = metadata.map_or(0, |metadata| metadata.len());
    Fingerprinter::default()
        .text(env!("CARGO_PKG_VERSION"))
        .text(&format!("{length} {changed:?}"))
        .finish()
}

fn seal(pages: &[u8]) -> [u8; HEAD] {
    let seal = Fingerprinter::default().part(program()).bytes(pages);
    seal.finish().0.to_le_bytes()
}

/// A renderer with the pages of the last build, as far as there are any.
pub fn read(cache: &Path) -> Renderer {
    let bytes = fs::read(file(cache)).unwrap_or_default();
    let pages = bytes
        .split_at_checked(HEAD)
        .filter(|(head, pages)| *head == seal(pages))
        .map(|(_, pages)| Renderer::from_bytes(pages));
    pages.unwrap_or_default()
}

/// Keeps the pages of this build, where they are not those of the last one. What cannot be written is not kept: it is only
/// a cache.
pub fn write(cache: &Path, renderer: &Renderer) {
    if renderer.is_as_read() {
        return;
    }
    let Some(pages) = renderer.to_bytes() else {
        return;
    };
    remove_leftovers(cache, "pages.bin.new-");
    let new = cache.join(format!("pages.bin.new-{}", std::process::id()));
    let written = fs::create_dir_all(cache).and_then(|()| {
        use std::io::Write;
        let mut out = fs::File::create(&new)?;
        out.write_all(&seal(&pages))?;
        out.write_all(&pages)
    });
    if written.is_err() || fs::rename(&new, file(cache)).is_err() {
        let _ = fs::remove_file(&new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_file_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path();
        assert!(read(cache).is_as_read());
        let pages = Renderer::default().to_bytes().unwrap();
        let whole = [&seal(&pages), pages.as_slice()].concat();
        for length in 0..whole.len() {
            fs::write(file(cache), &whole[..length]).unwrap();
            assert_eq!(read(cache).to_bytes(), Some(pages.clone()));
        }
        let mut other = whole.clone();
        other[3] ^= 1;
        fs::write(file(cache), other).unwrap();
        assert_eq!(read(cache).to_bytes(), Some(pages));
    }
}
