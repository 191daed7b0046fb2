//! The cache on disk, from which the next process reuses documents, rendered pages and the inspection. Its files may be deleted at
//! any time. The HTML of pages is not in the cache: a build finds it in the last output, or renders the page again.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};

use content::TextStamps;
use diagnostic::{Fingerprint, Fingerprinter};
use rayon::prelude::*;

use crate::cache_file::{NEW, read, read_file, write, write_file};
use crate::content_tables::ContentTables;
use crate::inspection::InspectionMemo;
use crate::leftovers::{is_leftover, modified};
use crate::page_table::{Chunk, PageTable};
use crate::project::Project;

/// Name of the file with the stamps of the text files of `content/`.
const TEXTS: &str = "texts.bin";

/// Name of the file with the documents.
const DOCUMENTS: &str = "documents.bin";

/// Name of the file that lists the chunks of rendered pages.
const PAGES: &str = "pages.bin";

/// Name of the folder with the chunks of rendered pages.
const CHUNKS: &str = "pages";

/// Name of the file with the last inspection, if it had no findings.
const INSPECTION: &str = "inspection.bin";

/// Reads the metadata of text files that the last process wrote; empty if there is none.
pub fn texts(project: &Project) -> TextStamps {
    read(project, TEXTS).unwrap_or_default()
}

/// Writes the metadata of text files for the next process.
pub fn write_texts(project: &Project, texts: &TextStamps) {
    write(project, TEXTS, texts);
}

/// Reads the cached documents. Returns empty tables if there are none.
pub fn documents(project: &Project) -> ContentTables {
    let bytes = read_file(project, DOCUMENTS);
    bytes.map_or_else(ContentTables::default, ContentTables::from_bytes)
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
    PageTable::from_chunks(shared, chunks)
}

/// Reads the cached inspection. Returns an empty memo if there is none.
pub fn inspection(project: &Project) -> InspectionMemo {
    let bytes = read_file(project, INSPECTION);
    bytes.map_or_else(InspectionMemo::default, |bytes| {
        InspectionMemo::from_bytes(&bytes)
    })
}

/// Writes everything that has changed since it was read from the cache. Ignores errors, because without these files the next
/// build only takes longer.
pub fn update(
    project: &Project,
    documents: &ContentTables,
    pages: &PageTable,
    inspection: &InspectionMemo,
) {
    let update_documents = || {
        if !documents.is_as_read() {
            write_file(project, DOCUMENTS, |out| documents.write(out));
        }
    };
    let update_others = || {
        if !inspection.is_as_read() {
            write_file(project, INSPECTION, |out| {
                out.write_all(&inspection.to_bytes())
            });
        }
        update_pages(project, pages);
    };
    rayon::join(update_documents, update_others);
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
