//! Records which steps and test binaries have passed, each with a fingerprint of the files that it tests. The records are in
//! `target/passed/`, so a fresh clone has none.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;

use walkdir::WalkDir;

use crate::files;
use crate::run::{Outcome, root};

/// Files and folders that a step tests, relative to the project's root.
pub type Inputs = &'static [&'static str];

/// Files that every step depends on: the code of the steps, and the versions of all crates.
const SHARED: Inputs = &["crates/xtask/src", "Cargo.lock"];
/// Names of folders that are left out of fingerprints, because other programs generate their content.
const NOT_INPUTS: [&str; 2] = ["node_modules", "__pycache__"];

/// Returns a hash of the paths and contents of files and folders, given as absolute paths or relative to the project's root.
/// Paths that do not exist are ignored. Fails if a file cannot be read.
pub fn fingerprint(inputs: &[&str]) -> Result<u64, String> {
    let mut hasher = DefaultHasher::new();
    for input in inputs.iter().chain(SHARED) {
        let entries = WalkDir::new(root().join(input))
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| !NOT_INPUTS.iter().any(|name| entry.file_name() == *name));
        for entry in entries
            .filter_map(Result::ok)
            .filter(|entry| entry.file_type().is_file())
        {
            let bytes = std::fs::read(entry.path())
                .map_err(|error| format!("cannot read {}: {error}", entry.path().display()))?;
            (entry.path(), bytes).hash(&mut hasher);
        }
    }
    Ok(hasher.finish())
}

/// Returns whether a step or test binary last passed with this fingerprint.
pub fn has_passed(step: &str, fingerprint: u64) -> bool {
    files::read(&file(step)).is_ok_and(|passed| passed == fingerprint.to_string())
}

/// Records that a step or test binary passed with this fingerprint. Fails if the record cannot be written.
pub fn record(step: &str, fingerprint: u64) -> Outcome {
    files::write(&file(step), fingerprint.to_string())
}

fn file(step: &str) -> PathBuf {
    root().join("target/passed").join(step)
}
