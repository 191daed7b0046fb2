//! The three ports to the outside: a bucket, a CDN, and the site as visitors see it.

use std::collections::BTreeMap;
use std::future::Future;

use jiff::Timestamp;

/// Error of a request to one of the ports.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The request that failed, and the reason.
    pub message: String,
    /// Advice on what to do, if the cause is known.
    pub help: Option<String>,
}

impl Failure {
    /// Creates a failure without advice.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
        }
    }
}

/// An object in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The object's key.
    pub key: String,
    /// Entity tag, without quotes. For a plain upload, this is the MD5 of the content.
    pub tag: String,
}

/// All objects of a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The objects, in any order.
    pub objects: Vec<Listed>,
    /// Time of the listing by the bucket's clock. All runs use this clock, because that of a computer may be days ahead.
    pub at: Timestamp,
}

/// An object that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredObject {
    /// The content.
    pub bytes: Vec<u8>,
    /// Entity tag, without quotes.
    pub tag: String,
}

/// An object to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Object<'a> {
    /// The content.
    pub bytes: &'a [u8],
    /// Media type, as in the header `Content-Type`.
    pub media_type: &'a str,
    /// Value of the header `Cache-Control`.
    pub cache_control: &'a str,
}

impl<'a> Object<'a> {
    /// Creates a JSON object that must not be cached.
    pub(crate) fn json(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            media_type: "application/json",
            cache_control: "no-store",
        }
    }
}

/// Condition of a write. No write is unconditional; see [`Bucket`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// Only if no object has this key.
    Absent,
    /// Only if the object has this entity tag.
    Tagged(String),
}

/// A store of objects by key. Each write is atomic.
///
/// Every write and deletion names the version that it replaces, so that a run that was suspended and has lost its lock cannot
/// overwrite the work of another run.
pub trait Bucket: Sync {
    /// Lists all objects.
    fn list(&self) -> impl Future<Output = Result<Listing, Failure>> + Send;
    /// Reads an object. Returns `None` if it does not exist.
    fn get(&self, key: &str) -> impl Future<Output = Result<Option<StoredObject>, Failure>> + Send;
    /// Writes an object if `condition` holds. Returns the new entity tag, or `None` if it does not hold.
    fn put(
        &self,
        key: &str,
        object: Object<'_>,
        condition: Condition,
    ) -> impl Future<Output = Result<Option<String>, Failure>> + Send;
    /// Deletes an object if it has the entity tag `tag`. Returns `false` if it has another one. A missing object counts as deleted.
    fn delete(&self, key: &str, tag: &str) -> impl Future<Output = Result<bool, Failure>> + Send;
}

/// Maximum number of routes that one call may change. This is the quota of CloudFront KeyValueStore for a request.
pub const ROUTES_AT_ONCE: usize = 50;

/// The CDN's route table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteTable {
    /// The table's version.
    pub tag: String,
    /// Response of the CDN by address: `200 /about.html` for a page, or `301 /new` for a redirect.
    pub routes: BTreeMap<String, String>,
}

/// A CDN, which answers visitors from the bucket and caches the responses.
pub trait Cdn: Sync {
    /// Removes the addresses `paths` from the cache. Each call needs a unique `reference`.
    fn invalidate(
        &self,
        paths: &[String],
        reference: &str,
    ) -> impl Future<Output = Result<(), Failure>> + Send;
    /// Reads the route table. Returns `None` if the CDN has none.
    fn routes(&self) -> impl Future<Output = Result<Option<RouteTable>, Failure>> + Send;
    /// Sets some keys of the route table and removes others, at most [`ROUTES_AT_ONCE`] in total. Returns the new version of the
    /// table, or `None` if its version was not `tag`.
    fn change_routes(
        &self,
        tag: &str,
        set: &BTreeMap<String, String>,
        removed: &[String],
    ) -> impl Future<Output = Result<Option<String>, Failure>> + Send;
}

/// A response of the live site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub bytes: Vec<u8>,
    /// Value of the header `Content-Security-Policy`.
    pub policy: Option<String>,
}

/// The site as visitors see it.
pub trait Live: Sync {
    /// Fetches a path of the site, which begins with a slash and is percent-encoded, or an absolute URL. Does not follow redirects.
    fn fetch(&self, path: &str) -> impl Future<Output = Result<Fetched, Failure>> + Send;
}
