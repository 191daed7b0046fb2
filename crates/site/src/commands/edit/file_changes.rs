//! Changes of texts as changes of files.

use std::path::Path;

use build::fixes::{self, FileChange};
use diagnostic::{Change, Fix};

use super::problem::Problem;

/// Returns the changes of files that make all changes. Fails with a problem if a file is not the one that the changes were computed from.
pub fn file_changes(root: &Path, changes: Vec<Change>) -> Result<Vec<FileChange>, Problem> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let fix = Fix {
        label: String::new(),
        is_safe: true,
        changes,
    };
    let (computed, chosen) = fixes::changes(root, &[&fix]);
    if chosen.is_empty() {
        return Err(changed_meanwhile());
    }
    Ok(computed)
}

/// Returns the problem that a file has changed since the changes were computed.
pub fn changed_meanwhile() -> Problem {
    Problem::new(409, "A file has changed meanwhile; nothing was written.")
}
