//! Rendered pages on disk, for the next `site build`. The file may be deleted at any time. It begins with a fingerprint of
//! the program and of everything in it, so a torn file and the file of another program are ignored.

use std::fs;
use std::path::{Path, PathBuf};

use diagnostic::{Fingerprint, Fingerprinter};
use render::Renderer;

use crate::project::Project;
use crate::write::remove_leftovers;

/// Bytes of the fingerprint at the beginning.
const HEAD: usize = size_of::<u128>();

/// Returns a renderer with the pages of the last build; an empty one where there are none.
pub fn read(project: &Project) -> Renderer {
    let bytes = fs::read(file(&project.cache)).unwrap_or_default();
    let pages = unsealed(project.program, &bytes);
    pages.map(Renderer::from_bytes).unwrap_or_default()
}

/// Writes the pages of this build, unless they are those of the last one. A failure is ignored: without the file the next
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

/// The pages in the bytes of a cache file; `None` where the file is torn, changed, or another program's.
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
    fn torn_changed_and_foreign_files_are_ignored() {
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
