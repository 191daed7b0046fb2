//! Results of a build on disk, for the next process: rendered pages, and the inspection. The files may be deleted at any time.
//! Each starts with a fingerprint of the program and of its own content, so a truncated file, or one of another program, is
//! ignored.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

use diagnostic::{Fingerprint, Fingerprinter};
use render::Renderer;

use crate::inspection::InspectionMemo;
use crate::project::Project;
use crate::write::remove_leftovers;

/// Length of the fingerprint at the start of a file, in bytes.
const HEAD: usize = size_of::<u128>();

/// File of the rendered pages.
const PAGES: &str = "pages.bin";

/// File of the last inspection without findings.
const INSPECTION: &str = "inspection.bin";

/// Returns a renderer with the pages of the last build, and the last inspection. Either is empty if there is none.
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

/// Writes the pages and the inspection of this build, unless they equal those of the last one. A failure is ignored: without the
/// files, the next build only takes longer.
pub fn write(project: &Project, renderer: &Renderer, inspection: &InspectionMemo) {
    if !renderer.is_as_read() {
        write_file(project, PAGES, |out| renderer.write_to(out));
    }
    if !inspection.is_as_read() {
        write_file(project, INSPECTION, |out| inspection.write_to(out));
    }
}

/// Replaces a file of the cache in one step.
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

/// Writes a file, and computes its fingerprint on the way.
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

/// Returns the content of a file, or `None` if it is truncated, changed, or another program's.
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
