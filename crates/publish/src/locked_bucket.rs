//! Writes to the bucket and the CDN while this run holds the lock.

use std::collections::BTreeMap;
use std::pin::pin;

use futures_util::future::{Either, select};
use futures_util::lock::Mutex;
use futures_util::stream::{self, StreamExt};

use crate::error::Error;
use crate::lock::{Lock, RENEWAL};
use crate::options::Options;
use crate::ports::{Bucket, Cdn, Condition, Failure, Object, RouteTable};

/// The bucket and the lock on it. Every write of a run goes through here. A write begins only if the run has taken or renewed
/// the lock within the last [`RENEWAL`], by the run's own clock.
pub struct LockedBucket<'a, B> {
    bucket: &'a B,
    options: &'a Options,
    /// The lock, which concurrent writes share.
    lock: Mutex<Lock>,
}

impl<'a, B: Bucket> LockedBucket<'a, B> {
    /// Takes the lock. Returns an error if another run holds it.
    pub async fn take(bucket: &'a B, options: &'a Options) -> Result<Self, Error> {
        let lock = Lock::take(bucket, &options.owner, (options.clock)()).await?;
        Ok(Self {
            bucket,
            options,
            lock: Mutex::new(lock),
        })
    }

    /// Releases the lock. Does nothing if another run has taken it.
    pub async fn release(self) -> Result<(), Failure> {
        self.lock.into_inner().release(self.bucket).await
    }

    /// Runs all tasks, several of them concurrently, and renews the lock in the meantime, because the tasks may take long. Returns
    /// the results in the order in which the tasks end. Stops at the first error, and if the lock is lost.
    pub async fn all<T>(
        &self,
        tasks: impl IntoIterator<Item = impl Future<Output = Result<T, Error>>>,
    ) -> Result<Vec<T>, Error> {
        let work = async {
            let mut tasks = pin!(stream::iter(tasks).buffer_unordered(self.options.parallel));
            let mut results = Vec::new();
            while let Some(result) = tasks.next().await {
                results.push(result?);
            }
            Ok(results)
        };
        let renewals = async {
            loop {
                (self.options.sleep)(RENEWAL).await;
                if let Err(error) = self.renew_if_due().await {
                    return error;
                }
            }
        };
        match select(pin!(work), pin!(renewals)).await {
            Either::Left((results, _)) => results,
            Either::Right((error, _)) => Err(error),
        }
    }

    /// Writes an object and returns its entity tag. Returns an error if the lock was lost, or if another program has changed the
    /// object.
    pub async fn put(
        &self,
        key: &str,
        object: Object<'_>,
        condition: Condition,
    ) -> Result<String, Error> {
        self.renew_if_due().await?;
        if let Some(tag) = self.bucket.put(key, object, condition).await? {
            return Ok(tag);
        }
        // A client retries a write whose response was lost. The retry is refused, although the object already has its new content.
        let stored = self.bucket.get(key).await?;
        match stored.filter(|stored| stored.bytes == object.bytes) {
            Some(stored) => Ok(stored.tag),
            None => Err(self.changed_by_another(key).await),
        }
    }

    /// Writes a value as a JSON object that must not be cached, and returns the object's entity tag.
    pub async fn put_json<T: serde::Serialize>(
        &self,
        key: &str,
        value: &T,
        condition: Condition,
    ) -> Result<String, Error> {
        let bytes =
            serde_json::to_vec_pretty(value).map_err(|error| Failure::new(error.to_string()))?;
        self.put(key, Object::json(&bytes), condition).await
    }

    /// Deletes an object if its entity tag is still `tag`. Returns an error if another program has changed the object.
    pub async fn delete(&self, key: &str, tag: &str) -> Result<(), Error> {
        self.renew_if_due().await?;
        if self.bucket.delete(key, tag).await? {
            return Ok(());
        }
        Err(self.changed_by_another(key).await)
    }

    /// Changes the CDN's route table if it still has the version `tag`, and returns the new version. Returns an error if another
    /// program has changed the table.
    pub async fn change_routes<C: Cdn>(
        &self,
        cdn: &C,
        tag: &str,
        set: &BTreeMap<String, String>,
        removed: &[String],
    ) -> Result<String, Error> {
        self.renew_if_due().await?;
        if let Some(tag) = cdn.change_routes(tag, set, removed).await? {
            return Ok(tag);
        }
        // As for an object, a retry after a lost response is refused, although the table already has the changes.
        let is_changed = |table: &RouteTable| {
            set.iter()
                .all(|(key, value)| table.routes.get(key) == Some(value))
                && removed.iter().all(|key| !table.routes.contains_key(key))
        };
        match cdn.routes().await?.filter(is_changed) {
            Some(table) => Ok(table.tag),
            None => Err(self.changed_by_another("the route table").await),
        }
    }

    /// Removes addresses from the CDN's cache. Returns an error if the lock was lost.
    pub async fn invalidate<C: Cdn>(
        &self,
        cdn: &C,
        paths: &[String],
        reference: &str,
    ) -> Result<(), Error> {
        self.renew_if_due().await?;
        Ok(cdn.invalidate(paths, reference).await?)
    }

    async fn renew_if_due(&self) -> Result<(), Error> {
        let mut lock = self.lock.lock().await;
        lock.renew_if_due(self.bucket, (self.options.clock)()).await
    }

    /// Returns the reason why a write was refused: the lock was lost, or another program has written without taking the lock.
    async fn changed_by_another(&self, what: &str) -> Error {
        let mut lock = self.lock.lock().await;
        match lock.renew(self.bucket, (self.options.clock)()).await {
            Ok(()) => Failure {
                message: format!("{what} was not written: another program has changed it"),
                help: Some("make sure that only `site publish` writes to this bucket".to_owned()),
            }
            .into(),
            Err(error) => error,
        }
    }
}
