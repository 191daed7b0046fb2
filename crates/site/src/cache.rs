//! The folder in which results are kept between builds, or a temporary one where that cannot be written.

use std::path::{Path, PathBuf};

use build::Project;

use crate::report;

/// A temporary cache, removed when dropped.
#[derive(Debug)]
pub struct TemporaryCache(PathBuf);

impl Drop for TemporaryCache {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A project whose cache can be written. Where its own cannot, this says so and gives it a temporary one, to be kept for as
/// long as the project is used.
pub fn writable(project: Project) -> (Project, Option<TemporaryCache>) {
    let Err(error) = probe(&project.cache) else {
        return (project, None);
    };
    let Some(temporary) = temporary() else {
        return (project, None);
    };
    report::note(&format!(
        "note: {} cannot be written ({error}): nothing is kept for the next build",
        project.cache.display()
    ));
    let cache = temporary.0.clone();
    (Project { cache, ..project }, Some(temporary))
}

/// Whether files can be made in the cache and in its folders, as far as they exist.
fn probe(cache: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(cache)?;
    for folder in ["", "bundles", "islands", "types"] {
        let folder = cache.join(folder);
        if folder.symlink_metadata().is_ok() {
            let file = folder.join(format!(".new-{}-probe", std::process::id()));
            std::fs::write(&file, "")?;
            std::fs::remove_file(&file)?;
        }
    }
    Ok(())
}

fn temporary() -> Option<TemporaryCache> {
    let folder = std::env::temp_dir().join(format!("site-cache-{}", std::process::id()));
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    // Never an existing folder: others can write to the one it lies in.
    builder.create(&folder).ok()?;
    Some(TemporaryCache(folder))
}
