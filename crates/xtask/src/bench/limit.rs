//! Measures the lower limit for the time of a build: reading its input and writing its output, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use super::engine::Cost;
use crate::files;

/// Reads every file of a site, writes a copy of `output` to the folder `copy`, and returns the time that both took. The time
/// for reading `output` is not included.
///
/// # Errors
/// A file cannot be read or written.
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
    on_every_core(inputs.len(), |index| fs::read(&inputs[index].0).map(drop))?;
    on_every_core(outputs.len(), |index| {
        let (path, bytes) = &outputs[index];
        fs::write(path, bytes)
    })?;
    Ok(Cost {
        took: started.elapsed(),
        ..Cost::default()
    })
}

/// Calls a function with every index below `count`, on all cores. Returns an error if a call fails.
fn on_every_core(
    count: usize,
    call: impl Fn(usize) -> std::io::Result<()> + Sync,
) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return Ok(());
            }
            call(index)?;
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            let done: std::io::Result<()> = thread
                .join()
                .unwrap_or_else(|_| Err(std::io::Error::other("a thread panicked")));
            done.map_err(|error| error.to_string())
        })
    })
}
