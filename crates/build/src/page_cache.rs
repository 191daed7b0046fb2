//! Rendered pages on disk, for the next `site build`. The file may be deleted at any time. It starts with a fingerprint of
//! the program and of its own content, so a truncated file, or one of another program, is ignored.

use std::fs;
use std::path::{Path, PathBuf};

use diagnostic::{Fingerprint, Fingerprinter};
use render::Renderer;

use crate::project::Project;
use crate::write::remove_leftovers;

/// Length of the fingerprint at the start of the file, in bytes.
const HEAD: usize = size_of::<u128>();

/// Returns a renderer with the pages of the last build, or an empty one if there are none.
pub fn read(project: &Project) -> Renderer {
    let bytes = fs::read(file(&project.cache)).unwrap_or_default();
    let pages = unsealed(project.program, &bytes);
    pages.map(Renderer::from_bytes).unwrap_or_default()
}

/// Writes the pages of this build, unless they equal those of the last one. A failure is ignored: without the file, the next
/// build only takes longer.
pub fn write(project: &Project, renderer: &Renderer) {
    if renderer.is_as_read() {
        return;
    }
    let Some(pages) = renderer.to_bytes() else {
        return;
    };
    let cache = &project.cache;
    remove_leftovers(cache, "pages.bin.new-");
    let new = cache.join(format!("pages.bin.new-{}", std::process::id()));
    let written = fs::create_dir_all(cache).and_then(|()| {
        use std::io::Write;
        let mut out = fs::File::create(&new)?;
        out.write_all(&seal(project.program, &pages))?;
        out.write_all(&pages)
    });
    if written.is_err() || fs::rename(&new, file(cache)).is_err() {
        let _ = fs::remove_file(&new);
    }
}

fn file(cache: &Path) -> PathBuf {
    cache.join("pages.bin")
}

/// Returns the pages in a cache file, or `None` if it is truncated, changed, or another program's.
fn unsealed(program: Fingerprint, bytes: &[u8]) -> Option<&[u8]> {
    let (head, pages) = bytes.split_at_checked(HEAD)?;
    (*head == seal(program, pages)).then_some(pages)
}

fn seal(program: Fingerprint, pages: &[u8]) -> [u8; HEAD] {
    let seal = Fingerprinter::default().part(program).bytes(pages);
    seal.finish().0.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_changed_and_foreign_files_are_ignored() {
        let program = Fingerprint::of("this program");
        let pages = b"some pages".as_slice();
        let whole = [&seal(program, pages), pages].concat();
        assert_eq!(unsealed(program, &whole), Some(pages));
        assert_eq!(unsealed(Fingerprint::of("another"), &whole), None);
        for length in 0..whole.len() {
            assert_eq!(unsealed(program, &whole[..length]), None, "{length} bytes");
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            assert_eq!(unsealed(program, &changed), None, "byte {at}");
        }
    }
}
