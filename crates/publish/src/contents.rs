//! The contents of a release and their upload.

use std::borrow::Cow;

use crate::error::Error;
use crate::found::Found;
use crate::held::Held;
use crate::ports::{Bucket, Failure, Object};
use crate::release::{Entry, Manifest, Site};

/// Source of the contents of a release.
#[derive(Debug, Clone, Copy)]
pub enum Contents<'a> {
    /// The site that was just built.
    Site(&'a Site),
    /// The copies in the bucket, for a rollback to this release.
    Copies(&'a Manifest),
}

/// The files of a release, and the bucket they go to.
pub struct Upload<'a, B> {
    /// The bucket.
    pub bucket: &'a B,
    /// Objects in the bucket when the lock was taken.
    pub found: &'a Found,
    /// The release.
    pub wanted: &'a Manifest,
    /// Source of its contents.
    pub contents: Contents<'a>,
}

impl<B: Bucket> Upload<'_, B> {
    /// Uploads the files at `paths`, each under the key that `key` returns for it. Fails if the content of a file is missing
    /// or if the lock was lost.
    pub async fn files(
        &self,
        held: &Held<'_, B>,
        paths: impl IntoIterator<Item = &str>,
        key: impl Fn(&str, &Entry) -> String,
    ) -> Result<(), Error> {
        let files = paths.into_iter().filter_map(|path| {
            let entry = self.wanted.files.get(path)?;
            Some(self.file(held, path, entry, key(path, entry)))
        });
        held.all(files).await.map(drop)
    }

    async fn file(
        &self,
        held: &Held<'_, B>,
        path: &str,
        entry: &Entry,
        key: String,
    ) -> Result<(), Error> {
        let bytes = self.contents.read(self.bucket, path).await?;
        let object = Object {
            bytes: &bytes.ok_or_else(|| Failure::new(format!("the content of {path} is gone")))?,
            media_type: &entry.media_type,
            cache_control: &entry.cache_control,
        };
        held.put(&key, object, self.found.unchanged(&key))
            .await
            .map(drop)
    }
}

impl<'a> Contents<'a> {
    /// Reads the content of the file at `path`. Returns `None` if it is missing.
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
                let got = bucket.get(&entry.source(path)).await?;
                Ok(got.map(|got| Cow::Owned(got.bytes)))
            }
        }
    }
}
