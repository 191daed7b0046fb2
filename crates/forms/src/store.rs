//! The port to whatever keeps submissions: a few operations on named objects.

use std::future::{Future, ready};

use bytes::Bytes;
use jiff::Timestamp;

/// Keeps objects by key. A key is ASCII, with `/` between its parts, and never holds what a visitor typed.
pub trait Store: Send + Sync + 'static {
    /// Writes a new object; it is durable when this returns. An object that exists is left as it is.
    fn create(&self, object: Object) -> impl Future<Output = Result<Creation, StoreError>> + Send;
    /// Writes an object, in place of one that may exist.
    fn replace(&self, object: Object) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// Reads an object.
    fn read(&self, key: &str) -> impl Future<Output = Result<Option<Bytes>, StoreError>> + Send;
    /// Lists the objects whose key begins with `prefix`, in the order of their keys.
    fn list(&self, prefix: &str) -> impl Future<Output = Result<Vec<Listed>, StoreError>> + Send;
    /// Removes an object; one that does not exist is no error.
    fn delete(&self, key: &str) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// What a scan for malware found in an object, in the scanner's words; nothing where none was made.
    fn scanned(
        &self,
        _key: &str,
    ) -> impl Future<Output = Result<Option<String>, StoreError>> + Send {
        ready(Ok(None))
    }
}

/// An object to be written.
#[derive(Debug, Clone)]
pub struct Object {
    /// Its key.
    pub key: String,
    /// Its content.
    pub bytes: Bytes,
    /// Its media type.
    pub media_type: String,
    /// Whether a browser must save it, and never show it.
    pub attachment: bool,
}

/// What became of a new object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Creation {
    /// It was written.
    Created,
    /// There was one already, which was left as it is.
    Exists,
}

/// An object in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its key.
    pub key: String,
    /// When it was last written.
    pub modified: Timestamp,
}

/// The store failed. The class is for logs: a word that holds nothing of the request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the store failed: {class}")]
pub struct StoreError {
    /// What kind of failure: `timeout`, `ServiceUnavailable`, `No space left on device`.
    pub class: String,
}

impl StoreError {
    /// An error of the given class.
    pub fn new(class: impl Into<String>) -> Self {
        Self {
            class: class.into(),
        }
    }
}

impl Object {
    /// A small JSON object.
    ///
    /// # Errors
    /// When `value` cannot be written as JSON.
    pub fn json<T: serde::Serialize>(key: String, value: &T) -> Result<Self, StoreError> {
        let bytes =
            serde_json::to_vec_pretty(value).map_err(|_| StoreError::new("serialisation"))?;
        Ok(Self {
            key,
            bytes: bytes.into(),
            media_type: "application/json".to_owned(),
            attachment: false,
        })
    }
}
