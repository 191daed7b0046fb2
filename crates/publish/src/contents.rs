//! Reads the contents of a release's files.

use std::borrow::Cow;

use crate::ports::{Bucket, Failure};
use crate::release::{Manifest, Site};

/// Source from which the contents of a release's files are read.
#[derive(Debug, Clone, Copy)]
pub enum Contents<'a> {
    /// The site that was just built.
    Site(&'a Site),
    /// The copies in the bucket, for a rollback to the release with this manifest.
    Copies(&'a Manifest),
}

impl<'a> Contents<'a> {
    /// Reads the content of the file at `path`. Returns `None` if the file or its copy is missing.
    pub async fn read<B: Bucket>(
        self,
        bucket: &B,
        path: &str,
    ) -> Result<Option<Cow<'a, [u8]>>, Failure> {
        match self {
            Contents::Site(site) => {
                let file = site.files.get(path);
                Ok(file.map(|file| Cow::Borrowed(file.bytes.as_slice())))
            }
            Contents::Copies(manifest) => {
                let Some(entry) = manifest.files.get(path) else {
                    return Ok(None);
                };
                let stored = bucket.get(&entry.source(path)).await?;
                Ok(stored.map(|stored| Cow::Owned(stored.bytes)))
            }
        }
    }
}
