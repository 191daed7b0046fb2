//! The cache on disk, from which the next process reuses documents, rendered pages and the inspection. Its files may be deleted at
//! any time. Each ends with a fingerprint of the program and of the content of the file, so a file that is truncated or damaged, or
//! was written by another version of the program, is ignored. The HTML of pages is not in the cache: a build finds it in the last
//! output, or renders the page again.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};

use content::DocumentMemo;
use diagnostic::{Fingerprint, Fingerprinter};
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::inspection::InspectionMemo;
use crate::leftovers::{is_leftover, modified, remove_leftovers};
use crate::page_table::{Chunk, PageTable};
use crate::project::Project;

/// Length in bytes of the fingerprint at the end of a cache file.
const SEAL: usize = size_of::<u128>();

/// Name of the file with the documents.
const DOCUMENTS: &str = "documents.bin";

/// Name of the file that lists the chunks of rendered pages.
const PAGES: &str = "pages.bin";

/// Name of the folder with the chunks of rendered pages.
const CHUNKS: &str = "pages";

/// Name of the file with the last inspection, if it had no findings.
const INSPECTION: &str = "inspection.bin";

/// Reads the cached documents. Returns an empty memo if there are none.
pub fn documents(project: &Project) -> DocumentMemo {
    let bytes = read_file(project, DOCUMENTS);
    bytes.map_or_else(DocumentMemo::default, DocumentMemo::from_bytes)
}

/// Reads the cached pages, except for those whose files are missing or damaged.
pub fn pages(project: &Project) -> PageTable {
    let Some((shared, names)) = read::<(Fingerprint, Vec<Fingerprint>)>(project, PAGES) else {
        return PageTable::default();
    };
    let chunks = names.par_iter().filter_map(|name| {
        let name = chunk(project, *name);
        let read = read_file(project, &name);
        if read.is_none() {
            // A chunk whose file exists would not be written again.
            let _ = fs::remove_file(project.cache.join(name));
        }
        read
    });
    PageTable::from_chunks(shared, chunks.collect())
}

/// Reads the cached inspection. Returns an empty memo if there is none.
pub fn inspection(project: &Project) -> InspectionMemo {
    let bytes = read_file(project, INSPECTION);
    bytes.map_or_else(InspectionMemo::default, |bytes| {
        InspectionMemo::from_bytes(&bytes)
    })
}

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

/// Writes everything that has changed since it was read from the cache. Ignores errors, because without these files the next
/// build only takes longer.
pub fn update(
    project: &Project,
    documents: &DocumentMemo,
    pages: &PageTable,
    inspection: &InspectionMemo,
) {
    if !documents.is_as_read() {
        write_file(project, DOCUMENTS, |out| {
            out.write_all(&documents.to_bytes())
        });
    }
    if !inspection.is_as_read() {
        write_file(project, INSPECTION, |out| inspection.write_to(out));
    }
    update_pages(project, pages);
}

/// Writes the chunks of pages that are not in the cache, and the list of all chunks. Removes the files of chunks that are not in
/// the list.
fn update_pages(project: &Project, pages: &PageTable) {
    let chunks = pages.chunks();
    if chunks.is_empty() {
        return;
    }
    chunks.par_iter().for_each(|one| write_chunk(project, one));
    let names: Vec<Fingerprint> = chunks.iter().map(|one| one.name).collect();
    let list = (pages.shared(), names);
    if read(project, PAGES).as_ref() == Some(&list) {
        return;
    }
    write(project, PAGES, &list);
    let known = list.1.iter().map(|name| chunk(project, *name));
    let known: BTreeSet<String> = known.collect();
    let now = modified(&project.cache.join(PAGES));
    let files = fs::read_dir(project.cache.join(CHUNKS));
    for file in files.into_iter().flatten().flatten() {
        let name = file.file_name();
        let name = name.to_string_lossy();
        let is_unused = match name.split_once(NEW) {
            Some((_, process)) => now.is_some_and(|now| is_leftover(&file.path(), process, now)),
            None => !known.contains(&format!("{CHUNKS}/{name}")),
        };
        if is_unused {
            // A file that remains is removed by the next build that changes pages.
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Writes a chunk of pages, unless it is in the cache.
fn write_chunk(project: &Project, one: &Chunk<'_>) {
    let name = chunk(project, one.name);
    if !project.cache.join(&name).exists() {
        write_file(project, &name, |out| {
            out.write_all(&one.to_bytes().map_err(io::Error::other)?)
        });
    }
}

/// Returns the path of a chunk, relative to the cache folder. Each version of the program has its own chunks.
fn chunk(project: &Project, name: Fingerprint) -> String {
    let all = Fingerprinter::default().part(project.program).part(name);
    format!("{CHUNKS}/{:032x}", all.finish().0)
}

/// Suffix for the name of a file that is being written. The process id follows it.
const NEW: &str = ".new-";

/// Returns the content of a cache file, or `None` if it is missing, truncated or damaged, or was written by another program.
fn read_file(project: &Project, name: &str) -> Option<Vec<u8>> {
    unsealed(project.program, fs::read(project.cache.join(name)).ok()?)
}

/// Writes a cache file, with its fingerprint at the end: first under a temporary name, so that no process reads an incomplete file.
/// Ignores errors.
fn write_file(project: &Project, name: &str, content: impl FnOnce(&mut Sealing) -> io::Result<()>) {
    let path = project.cache.join(name);
    let new = project
        .cache
        .join(format!("{name}{NEW}{}", std::process::id()));
    let folder = path.parent().unwrap_or(&project.cache);
    let written = fs::create_dir_all(folder).and_then(|()| {
        let mut out = BufWriter::with_capacity(1 << 16, File::create(&new)?);
        let mut sealing = Sealing::new(project.program, &mut out);
        content(&mut sealing)?;
        sealing.finish()?;
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
struct Sealing<'a> {
    out: &'a mut BufWriter<File>,
    seal: Fingerprinter,
}

impl<'a> Sealing<'a> {
    fn new(program: Fingerprint, out: &'a mut BufWriter<File>) -> Self {
        let seal = Fingerprinter::default().part(program);
        Self { out, seal }
    }

    fn finish(self) -> io::Result<()> {
        self.out.write_all(&self.seal.finish().0.to_le_bytes())
    }
}

impl Write for Sealing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.seal.write_all(bytes)?;
        self.out.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Removes the fingerprint from the bytes of a cache file. Returns `None` if the file is truncated or damaged, or was written
/// by another program.
fn unsealed(program: Fingerprint, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let (content, end) = bytes.split_last_chunk::<SEAL>()?;
    let mut seal = Fingerprinter::default().part(program);
    seal.write_all(content).ok()?;
    if *end != seal.finish().0.to_le_bytes() {
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
