//! A temporary cache, used when the project's `.cache/` is read-only.

use std::path::{Path, PathBuf};

use build::Project;
use build::leftovers::remove_leftovers;

use crate::report;

/// Temporary cache folder, deleted when dropped.
#[derive(Debug)]
pub struct TemporaryCache(PathBuf);

impl Drop for TemporaryCache {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns the project with a writable cache. If its own cache is read-only, prints a note and also returns a temporary cache,
/// which the caller must keep alive while the project is used.
pub fn writable(project: Project) -> (Project, Option<TemporaryCache>) {
    let Err(error) = probe(&project.cache) else {
        return (project, None);
    };
    let Some(temporary) = temporary() else {
        return (project, None);
    };
    report::note(&format!(
        "note: cannot write {} ({error}): nothing is cached for the next build",
        project.cache.display()
    ));
    let cache = temporary.0.clone();
    (Project { cache, ..project }, Some(temporary))
}

/// Prefix of the names of the files that [`probe`] creates.
const PROBE: &str = ".probe-";

/// Creates and deletes a file in the cache folder and in each of its existing subfolders. Fails if one of them is read-only.
fn probe(cache: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(cache)?;
    for folder in ["", "bundles", "islands", "pages", "types"] {
        let folder = cache.join(folder);
        if folder.symlink_metadata().is_ok() {
            let file = folder.join(format!("{PROBE}{}", std::process::id()));
            std::fs::write(&file, "")?;
            // Delete the files of earlier processes that were killed before they could do so.
            remove_leftovers(&file, PROBE);
            std::fs::remove_file(&file)?;
        }
    }
    Ok(())
}

/// Creates a temporary cache, or returns `None` if that fails.
fn temporary() -> Option<TemporaryCache> {
    let folder = std::env::temp_dir().join(format!("site-cache-{}", std::process::id()));
    let builder = &mut std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
    // Fails if the folder exists, because another user may have created it in the system's temporary folder.
    builder.create(&folder).ok()?;
    Some(TemporaryCache(folder))
}
