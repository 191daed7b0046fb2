//! Index of a store whose objects take long to read: one object with copies of the objects that a listing needs, so that the next listing
//! reads only what is new, and lists the keys in parts, all at the same time.
//!
//! The index never decides what exists. The keys that the store lists do, and a copy is used only if the object still has the version
//! that was copied. So a missing, damaged, or outdated index costs time, and nothing else.
//!
//! An erased record does not come back. A listing replaces only the version of the index that it read *before* it listed the keys, and
//! an erasure changes the version *after* it removed the records. Each version contains a new id, so no version occurs twice. Every write
//! names the version that it replaces, so a write that the store carries out late changes nothing.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use bytes::Bytes;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use tokio::time::timeout;

use super::event::EVENTS;
use crate::id::Id;
use crate::store::{Listed, Object, Read, Store, StoreError, Version};

/// Key of the index.
pub const INDEX: &str = "index/inbox";
/// The index is rewritten if more than one of this many objects had to be read.
const ONE_IN: usize = 8;
/// Number of known objects in a part of a listing. S3 lists a thousand objects with each request, so there is room for new ones.
const PART: usize = 900;
/// Time after which a listing stops waiting for the new index to be written.
const MOST_WAIT: Duration = Duration::from_secs(4);
/// Number of attempts to clear the index while listings write it.
const MAX_ATTEMPTS: usize = 5;
/// Maximum size of an index that is not compressed, in bytes: room for about 100,000 records. A larger one is not used.
const MOST_BYTES: usize = 128 * 1024 * 1024;
/// The fastest level of compression. Records have much in common, so any level makes them several times smaller.
const LEVEL: u8 = 1;

/// Copy of an object: its key, its version, and its content.
type Copy = (String, String, String);

/// The index as it was before a listing, and the copies for the next one.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Version of the index; absent if the listing neither uses nor writes one.
    version: Option<Version>,
    known: HashMap<String, (Version, Bytes)>,
    copies: Vec<Copy>,
}

impl Index {
    /// Reads the index of a store with slow reads, and creates it if necessary. This must be complete before the keys are listed.
    pub(super) async fn open<S: Store>(store: &S) -> Self {
        if !S::READS_ARE_SLOW {
            return Self::default();
        }
        let Ok(Some((bytes, version))) = read_or_create(store).await else {
            return Self::default();
        };
        Self {
            version: Some(version),
            known: decode(&bytes, MOST_BYTES).unwrap_or_default(),
            copies: Vec::new(),
        }
    }

    /// Returns the content of an object if the index has a copy of this version.
    pub(super) fn get(&self, listed: &Listed) -> Option<Bytes> {
        let (version, bytes) = self.known.get(&listed.key)?;
        (listed.version.as_ref() == Some(version)).then(|| bytes.clone())
    }

    /// Returns the keys that divide a folder into parts, each of which S3 lists with one request.
    pub(super) fn splits(&self, folder: &str) -> Vec<String> {
        let keys = self.known.keys().filter(|key| key.starts_with(folder));
        let mut keys: Vec<&String> = keys.collect();
        keys.sort_unstable();
        let splits = keys.into_iter().skip(PART).step_by(PART);
        splits.cloned().collect()
    }

    /// Adds copies of what a listing has read to the next index.
    pub(super) fn add(&mut self, read: &[Read]) {
        if self.version.is_none() {
            return;
        }
        self.copies
            .extend(read.iter().filter_map(|(listed, content)| {
                let bytes = content.as_ref().ok()?.as_ref()?;
                let text = str::from_utf8(bytes).ok()?.to_owned();
                Some((listed.key.clone(), listed.version.clone()?.0, text))
            }));
    }

    /// Writes the next index if it saves enough, or if this one has a copy of a record that no longer exists. A failure is ignored,
    /// because the index is not needed.
    pub(super) async fn save<S: Store>(self, store: &S) {
        let Some(version) = &self.version else {
            return;
        };
        let is_new = |(key, version, _): &&Copy| {
            let known = self.known.get(key);
            known.is_none_or(|(known, _)| known.0 != *version)
        };
        let new = self.copies.iter().filter(is_new).count();
        let copied: HashSet<&str> = self.copies.iter().map(|(key, ..)| key.as_str()).collect();
        // An event that was followed by another is no longer listed, but it is erased no sooner than its record.
        let is_gone = |key: &String| !key.starts_with(EVENTS) && !copied.contains(key.as_str());
        if (new * ONE_IN > self.copies.len() || self.known.keys().any(is_gone))
            && let Ok(object) = encode(&self.copies)
        {
            drop(timeout(MOST_WAIT, store.update(object, version)).await);
        }
    }
}

/// Removes all copies from the index. Whoever erases records calls this before, so that an erasure that is interrupted leaves no
/// copies, and again afterwards, because a listing may have written them in the meantime. Fails if the store fails. The next listing then
/// removes the copies of records that do not exist.
pub(super) async fn clear<S: Store>(store: &S) -> Result<(), StoreError> {
    for _ in 0..MAX_ATTEMPTS {
        let Some((_, version)) = store.read(INDEX).await? else {
            return Ok(());
        };
        if store.update(encode(&[])?, &version).await?.is_some() {
            return Ok(());
        }
    }
    Err(StoreError::new("conflict"))
}

async fn read_or_create<S: Store>(store: &S) -> Result<Option<(Bytes, Version)>, StoreError> {
    if let Some(found) = store.read(INDEX).await? {
        return Ok(Some(found));
    }
    store.create(encode(&[])?).await?;
    store.read(INDEX).await
}

fn encode(copies: &[Copy]) -> Result<Object, StoreError> {
    let id = Id::random().map_err(|error| StoreError::new(error.to_string()))?;
    let json = serde_json::to_vec(&(id, copies)).map_err(|_| StoreError::new("serialization"))?;
    Ok(Object {
        key: INDEX.to_owned(),
        bytes: compress_to_vec_zlib(&json, LEVEL).into(),
        media_type: "application/octet-stream".to_owned(),
        attachment: true,
    })
}

/// Decodes an index, or returns `None` if it is damaged, or takes more than `most` bytes.
fn decode(bytes: &[u8], most: usize) -> Option<HashMap<String, (Version, Bytes)>> {
    let json = decompress_to_vec_zlib_with_limit(bytes, most).ok()?;
    let (_, copies): (Id, Vec<Copy>) = serde_json::from_slice(&json).ok()?;
    let known = copies.into_iter();
    Some(
        known
            .map(|(key, version, text)| (key, (Version(version), text.into())))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_that_is_too_large_is_not_used() {
        let copy = ("key".to_owned(), "1".to_owned(), "text".repeat(1_000));
        let object = encode(&[copy]).unwrap_or_else(|error| panic!("{error}"));
        for (most, is_used) in [
            (MOST_BYTES, true),
            (5_000, true),
            (4_000, false),
            (0, false),
        ] {
            assert_eq!(decode(&object.bytes, most).is_some(), is_used, "{most}");
        }
    }
}
