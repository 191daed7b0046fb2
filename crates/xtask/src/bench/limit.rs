//! Measures the lower limit for the time of a build: reading its input and writing its output, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Instant;

use rayon::prelude::*;

use super::engine::Cost;
use crate::files;

/// Reads every file of a site, writes a copy of `output` to the folder `copy`, and returns the total time of both, without the
/// time for reading `output`. Fails if a file cannot be read or written.
pub fn read_and_write(site: &Path, output: &Path, copy: &Path) -> Result<Cost, String> {
    // The cache of the last build is not part of the input.
    let _ = fs::remove_dir_all(site.join(".cache"));
    let inputs = files::below(site)?;
    let mut outputs = Vec::new();
    for (path, _) in files::below(output)? {
        let bytes = fs::read(&path).map_err(|error| error.to_string())?;
        let name = path.strip_prefix(output).unwrap_or(&path);
        outputs.push((copy.join(name), bytes));
    }
    let started = Instant::now();
    let folders: BTreeSet<&Path> = outputs
        .iter()
        .filter_map(|(path, _)| path.parent())
        .collect();
    for folder in folders {
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    inputs
        .par_iter()
        .try_for_each(|(path, _)| fs::read(path).map(drop))
        .and_then(|()| {
            let outputs = outputs.par_iter();
            outputs.try_for_each(|(path, bytes)| fs::write(path, bytes))
        })
        .map_err(|error| error.to_string())?;
    Ok(Cost {
        took: started.elapsed(),
        ..Cost::default()
    })
}
