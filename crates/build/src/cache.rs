//! Cache on disk, from which the next process reuses rendered pages and the inspection. The files may be deleted at any time.
//! Each starts with a fingerprint of the program and of its own content, so a file that is truncated, or that another version
//! of the program wrote, is ignored.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

use diagnostic::{Fingerprint, Fingerprinter};
use render::Renderer;

use crate::inspection::InspectionMemo;
use crate::project::Project;
use crate::write::remove_leftovers;

/// Length in bytes of the fingerprint at the start of a file.
const HEAD: usize = size_of::<u128>();

/// Name of the file with the rendered pages.
const PAGES: &str = "pages.bin";

/// Name of the file with the last inspection that had no findings.
const INSPECTION: &str = "inspection.bin";

/// Returns a renderer with the cached pages, and the cached inspection. Either is empty if its file is missing or unusable.
pub fn read(project: &Project) -> (Renderer, InspectionMemo) {
    let file = |name| fs::read(project.cache.join(name)).unwrap_or_default();
    let (pages, inspection) = (file(PAGES), file(INSPECTION));
    let (pages, inspection) = (
        unsealed(project.program, &pages),
        unsealed(project.program, &inspection),
    );
    (
        pages.map(Renderer::from_bytes).unwrap_or_default(),
        inspection
            .map(InspectionMemo::from_bytes)
            .unwrap_or_default(),
    )
}

/// Writes the pages and the inspection of this build to the cache, unless they equal what was read from it. A failure is
/// ignored: without the files, the next build only takes longer.
pub fn write(project: &Project, renderer: &Renderer, inspection: &InspectionMemo) {
    if !renderer.is_as_read() {
        write_file(project, PAGES, |out| renderer.write_to(out));
    }
    if !inspection.is_as_read() {
        write_file(project, INSPECTION, |out| inspection.write_to(out));
    }
}

/// Writes a file of the cache under another name, and then renames it, so that no process reads half of it.
fn write_file(project: &Project, name: &str, content: impl FnOnce(&mut Sealing) -> io::Result<()>) {
    let cache = &project.cache;
    remove_leftovers(cache, &format!("{name}.new-"));
    let new = cache.join(format!("{name}.new-{}", std::process::id()));
    let written = fs::create_dir_all(cache).and_then(|()| {
        let mut out = Sealing::new(project.program, &new)?;
        content(&mut out)?;
        out.finish()
    });
    if written.is_err() || fs::rename(&new, cache.join(name)).is_err() {
        let _ = fs::remove_file(&new);
    }
}

/// Writer of a cache file that computes the file's fingerprint along the way.
struct Sealing {
    out: BufWriter<File>,
    seal: Fingerprinter,
}

impl Sealing {
    fn new(program: Fingerprint, path: &Path) -> io::Result<Self> {
        let mut out = BufWriter::with_capacity(1 << 16, File::create(path)?);
        out.write_all(&[0; HEAD])?;
        let seal = Fingerprinter::default().part(program);
        Ok(Self { out, seal })
    }

    fn finish(mut self) -> io::Result<()> {
        self.out.rewind()?;
        self.out.write_all(&self.seal.finish().0.to_le_bytes())?;
        self.out.flush()
    }
}

impl Write for Sealing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.seal.write_all(bytes)?;
        self.out.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the content of a cache file, or `None` if the file is truncated or damaged, or if another program wrote it.
fn unsealed(program: Fingerprint, bytes: &[u8]) -> Option<&[u8]> {
    let (head, content) = bytes.split_at_checked(HEAD)?;
    let mut seal = Fingerprinter::default().part(program);
    seal.write_all(content).ok()?;
    (*head == seal.finish().0.to_le_bytes()).then_some(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_changed_and_foreign_files_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let program = Fingerprint::of("this program");
        let content = b"some pages".as_slice();
        let mut out = Sealing::new(program, &file).unwrap();
        out.write_all(content).unwrap();
        out.finish().unwrap();
        let whole = fs::read(&file).unwrap();
        assert_eq!(unsealed(program, &whole), Some(content));
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
