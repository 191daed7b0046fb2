use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rayon::prelude::*;

use crate::fingerprint::fingerprint;
use crate::picture_size::picture_size;
use crate::problem::Problem;

/// A file that pages may name, under its fingerprinted address.
#[derive(Debug)]
pub struct StaticFile {
    /// The name pages know it by: `images/covers/gst.svg`.
    pub name: String,
    /// Where it goes, relative to the output: `assets/images/covers/gst-AB12CD34.svg`.
    pub output: String,
    /// Width and height in CSS pixels, for pictures.
    pub size: Option<(u32, u32)>,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Reads files below `folder`, each named by its path relative to it, in the order given.
pub fn static_files(folder: &Path, names: &[String]) -> Result<Vec<StaticFile>, Vec<Problem>> {
    let read: Vec<Result<StaticFile, Vec<Problem>>> = names
        .par_iter()
        .map(|name| {
            let path = folder.join(name);
            let bytes = fs::read(&path).map_err(Problem::io(&path))?;
            Ok(StaticFile {
                output: fingerprint(name, &bytes),
                size: picture_size(name, &bytes),
                name: name.clone(),
                bytes,
            })
        })
        .collect();
    let mut files = Vec::with_capacity(read.len());
    let mut problems = Vec::new();
    for one in read {
        match one {
            Ok(file) => files.push(file),
            Err(more) => problems.extend(more),
        }
    }
    if problems.is_empty() {
        Ok(files)
    } else {
        Err(problems)
    }
}

/// Names of all files below a folder, relative to it with `/`, in order; none where there is no such folder.
pub fn names_below(folder: &Path) -> Result<Vec<String>, Vec<Problem>> {
    let mut paths = Vec::new();
    crate::inputs::files_below(folder, &mut paths)?;
    Ok(paths
        .iter()
        .filter_map(|path| {
            Some(
                path.strip_prefix(folder)
                    .ok()?
                    .to_string_lossy()
                    .replace('\\', "/"),
            )
        })
        .filter(|name| !name.split('/').any(|part| part.starts_with('.')))
        .collect())
}

/// Files of a folder as they are, by their names: what a site serves without touching it.
pub fn copied(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Vec<Problem>> {
    let names = names_below(folder)?;
    names
        .into_iter()
        .map(|name| {
            let path = folder.join(&name);
            let bytes = fs::read(&path).map_err(Problem::io(&path))?;
            Ok((name, bytes))
        })
        .collect()
}
