//! The port to the storage of submissions: a few operations on named objects.

use std::future::{Future, ready};

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use jiff::Timestamp;

/// Number of objects that a store reads concurrently. S3 answers 5,500 reads of a folder a second, each within 30 to 100 milliseconds.
pub const READ_AT_ONCE: usize = 512;

/// Storage of objects by key. A key is ASCII text with `/` between its parts, and never contains what a visitor typed.
pub trait Store: Send + Sync + 'static {
    /// Whether reading an object takes so long that a listing keeps copies of what it reads (`inbox/index.rs`). The store then lists
    /// versions.
    const READS_ARE_SLOW: bool = false;

    /// Writes an object unless one with the same key exists. A new object is durable when this returns.
    fn create(&self, object: Object) -> impl Future<Output = Result<Creation, StoreError>> + Send;
    /// Writes an object, and overwrites an existing one. Returns the new version.
    fn replace(&self, object: Object) -> impl Future<Output = Result<Version, StoreError>> + Send;
    /// Overwrites an object that still has `version`, so only one of several concurrent writers succeeds. Returns the new
    /// version, or `None` if the object was written or removed in the meantime.
    fn update(
        &self,
        object: Object,
        version: &Version,
    ) -> impl Future<Output = Result<Option<Version>, StoreError>> + Send;
    /// Reads an object and its version, or returns `None` if it does not exist.
    fn read(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Option<(Bytes, Version)>, StoreError>> + Send;
    /// Reads many objects at once. Returns the contents in the order of the keys, and `None` for an object that does not exist.
    fn read_all(
        &self,
        keys: Vec<String>,
    ) -> impl Future<Output = Vec<Result<Option<Bytes>, StoreError>>> + Send {
        let contents = stream::iter(keys).map(move |key| async move {
            let object = self.read(&key).await?;
            Ok(object.map(|(bytes, _)| bytes))
        });
        contents.buffered(READ_AT_ONCE).collect()
    }
    /// Lists the objects whose key begins with `prefix`, sorted by key.
    fn list(&self, prefix: &str) -> impl Future<Output = Result<Vec<Listed>, StoreError>> + Send;
    /// Lists the same objects as [`Self::list`]. The sorted keys `splits` divide them into parts, which a store that returns only some
    /// objects with each request can list at the same time.
    fn list_parts(
        &self,
        prefix: &str,
        _splits: &[String],
    ) -> impl Future<Output = Result<Vec<Listed>, StoreError>> + Send {
        self.list(prefix)
    }
    /// Reads the objects whose content is not known. Returns all of `chosen`, in the same order.
    fn read_unknown(
        &self,
        chosen: Vec<(Listed, Option<Bytes>)>,
    ) -> impl Future<Output = Vec<Read>> + Send {
        let unknown = chosen.iter().filter(|(_, known)| known.is_none());
        let keys = unknown.map(|(listed, _)| listed.key.clone()).collect();
        async move {
            let mut contents = self.read_all(keys).await.into_iter();
            let mut content = move |known: Option<Bytes>| match known {
                Some(bytes) => Ok(Some(bytes)),
                None => contents
                    .next()
                    .unwrap_or_else(|| Err(StoreError::new("inconsistent"))),
            };
            let chosen = chosen.into_iter();
            chosen
                .map(|(listed, known)| (listed, content(known)))
                .collect()
        }
    }
    /// Removes an object. Also succeeds if it does not exist.
    fn delete(&self, key: &str) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// Returns the result of an object's malware scan in the scanner's words, or `None` if it was not scanned.
    fn scan_result(
        &self,
        _key: &str,
    ) -> impl Future<Output = Result<Option<String>, StoreError>> + Send {
        ready(Ok(None))
    }
}

/// An object in a listing with its content, or `None` if it does not exist any more.
pub type Read = (Listed, Result<Option<Bytes>, StoreError>);

/// An object to be written.
#[derive(Debug, Clone)]
pub struct Object {
    /// The key.
    pub key: String,
    /// The content.
    pub bytes: Bytes,
    /// The media type.
    pub media_type: String,
    /// Whether browsers must download the object instead of displaying it.
    pub attachment: bool,
}

/// Result of creating an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Creation {
    /// The object was written.
    Created,
    /// An object with this key exists, and was left alone.
    Exists,
}

/// Version of an object: an `ETag`, for example. It changes with every write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version(pub String);

/// An object in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The key.
    pub key: String,
    /// Time of the last write.
    pub modified: Timestamp,
    /// Version of the object, if the store lists it.
    pub version: Option<Version>,
}

/// Error of the store. It is logged, so it contains no part of the request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the store failed: {class}")]
pub struct StoreError {
    /// Kind of failure: `timeout`, `ServiceUnavailable`, `No space left on device`.
    pub class: String,
}

impl StoreError {
    /// Creates an error of the given class.
    pub fn new(class: impl Into<String>) -> Self {
        Self {
            class: class.into(),
        }
    }
}

impl Object {
    /// Creates a JSON object. Fails if `value` cannot be serialized.
    pub fn json<T: serde::Serialize>(key: String, value: &T) -> Result<Self, StoreError> {
        let bytes =
            serde_json::to_vec_pretty(value).map_err(|_| StoreError::new("serialization"))?;
        Ok(Self {
            key,
            bytes: bytes.into(),
            media_type: "application/json".to_owned(),
            attachment: false,
        })
    }
}
