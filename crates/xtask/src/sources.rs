//! Copies of the project's files, without what was built from them.

use std::fs;
use std::path::Path;

use crate::files;
use crate::run::{Outcome, output, program, root};

/// Copies the files in some of the project's folders that Git knows or would add. Without folders, copies all of them.
pub fn copy(folders: &[&str], to: &Path) -> Outcome {
    let list = [
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "-z",
    ];
    for name in output(program("git", &list).arg("--").args(folders))?.split_terminator('\0') {
        let from = root().join(name);
        if from.exists() {
            let bytes = fs::read(&from).map_err(|error| format!("{name}: {error}"))?;
            files::write(&to.join(name), bytes)?;
        }
    }
    Ok(())
}
