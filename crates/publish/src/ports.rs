//! What publishing asks of the outside: a bucket, a CDN, and the site as visitors see it.

use std::collections::BTreeMap;
use std::future::Future;

/// Something outside failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What was asked and what came back.
    pub message: String,
    /// What to do, where that is known.
    pub help: Option<String>,
}

impl Failure {
    /// A failure of which nobody knows what to do.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
        }
    }
}

/// An object in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its key.
    pub key: String,
    /// Its entity tag, without quotes; of a plain upload the MD5 of its content.
    pub tag: String,
}

/// An object that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Got {
    /// Its content.
    pub bytes: Vec<u8>,
    /// Its entity tag.
    pub tag: String,
}

/// An object to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Object<'a> {
    /// Its content.
    pub bytes: &'a [u8],
    /// Its media type.
    pub media_type: &'a str,
    /// How long it may be kept by caches.
    pub cache_control: &'a str,
}

/// On which condition to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum When {
    /// In any case.
    Always,
    /// Only where there is no such object.
    Absent,
    /// Only where the object has this entity tag.
    Tagged(String),
}

/// What became of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Put {
    /// It was written, and has this entity tag.
    Written(String),
    /// The condition did not hold.
    Refused,
}

/// Keeps objects by key. A write is seen as a whole or not at all.
pub trait Bucket: Sync {
    /// All objects, by key.
    fn list(&self) -> impl Future<Output = Result<Vec<Listed>, Failure>> + Send;
    /// Reads an object.
    fn get(&self, key: &str) -> impl Future<Output = Result<Option<Got>, Failure>> + Send;
    /// Writes an object.
    fn put(
        &self,
        key: &str,
        object: Object<'_>,
        when: When,
    ) -> impl Future<Output = Result<Put, Failure>> + Send;
    /// Removes an object; one that does not exist is no error.
    fn delete(&self, key: &str) -> impl Future<Output = Result<(), Failure>> + Send;
}

/// How many routes one call may change: CloudFront KeyValueStore takes 50 in a request (its quotas).
pub const ROUTES_AT_ONCE: usize = 50;

/// Answers visitors from the bucket, and keeps what it has answered for a while.
pub trait Cdn: Sync {
    /// Forgets what it keeps of these addresses. `reference` is another one for each time it is to forget.
    fn invalidate(
        &self,
        paths: &[String],
        reference: &str,
    ) -> impl Future<Output = Result<(), Failure>> + Send;
    /// The table of routes; `None` where there is none.
    fn routes(
        &self,
    ) -> impl Future<Output = Result<Option<BTreeMap<String, String>>, Failure>> + Send;
    /// Changes the table: sets some keys, removes others, [`ROUTES_AT_ONCE`] together at most.
    fn change_routes(
        &self,
        set: &BTreeMap<String, String>,
        removed: &[String],
    ) -> impl Future<Output = Result<(), Failure>> + Send;
}

/// An answer of the live site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The HTTP status.
    pub status: u16,
    /// The content.
    pub bytes: Vec<u8>,
    /// The content security policy that came with it.
    pub policy: Option<String>,
}

/// The site as visitors see it.
pub trait Live: Sync {
    /// Fetches an address: a path that begins with a slash, encoded as it stands in a request. Redirects are not followed.
    fn fetch(&self, path: &str) -> impl Future<Output = Result<Fetched, Failure>> + Send;
}
