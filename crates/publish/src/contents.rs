//! Where the contents of a release come from.

use std::borrow::Cow;

use crate::error::Error;
use crate::held::{Held, put};
use crate::ports::{Bucket, Failure, Object};
use crate::release::{Entry, Manifest, Site};

/// Where contents come from.
#[derive(Debug, Clone, Copy)]
pub enum Contents<'a> {
    /// The site that was just built.
    Site(&'a Site),
    /// The copies in the bucket of what is in this list.
    Copies(&'a Manifest),
}

/// Uploads what `paths` are to have in `wanted`, each under the key that `key` gives it.
///
/// # Errors
/// When the bucket fails, a content is not there, or the lock was lost.
pub async fn upload<B: Bucket>(
    held: &mut Held<'_, B>,
    paths: impl IntoIterator<Item = &str>,
    wanted: &Manifest,
    contents: Contents<'_>,
    key: impl Fn(&str, &Entry) -> String,
) -> Result<(), Error> {
    let bucket = held.bucket;
    let puts = paths.into_iter().filter_map(|path| {
        let entry = wanted.files.get(path)?;
        Some(upload_one(bucket, path, entry, contents, key(path, entry)))
    });
    held.all(puts).await.map(drop)
}

async fn upload_one<B: Bucket>(
    bucket: &B,
    path: &str,
    entry: &Entry,
    contents: Contents<'_>,
    key: String,
) -> Result<(), Failure> {
    let bytes = contents.read(bucket, path).await?;
    let object = Object {
        bytes: &bytes.ok_or_else(|| Failure::new(format!("the content of {path} is gone")))?,
        media_type: &entry.media_type,
        cache_control: &entry.cache_control,
    };
    put(bucket, &key, object).await
}

impl<'a> Contents<'a> {
    /// The content that `path` is to have.
    ///
    /// # Errors
    /// When the bucket fails.
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
