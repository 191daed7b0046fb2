//! The bucket, as long as this run alone may write it.

use std::pin::pin;

use futures_util::future::{Either, select};
use futures_util::stream::{self, StreamExt};

use crate::error::Error;
use crate::lock::{BEAT, Lock};
use crate::ports::{Bucket, Failure, Object, Put, When};
use crate::run::Options;

/// A bucket whose lock this run has.
pub struct Held<'a, B> {
    /// The bucket.
    pub bucket: &'a B,
    options: &'a Options,
    lock: Lock,
}

impl<'a, B: Bucket> Held<'a, B> {
    /// Takes the lock.
    ///
    /// # Errors
    /// When somebody else has it, or the bucket fails.
    pub async fn take(bucket: &'a B, options: &'a Options) -> Result<Self, Error> {
        let lock = Lock::take(bucket, &options.owner, (options.clock)()).await?;
        Ok(Self {
            bucket,
            options,
            lock,
        })
    }

    /// Gives the lock back. Whoever lost it has nothing to give back.
    ///
    /// # Errors
    /// When the bucket fails.
    pub async fn release(self) -> Result<(), Failure> {
        self.lock.release(self.bucket).await
    }

    /// Says that this run lives, if it has not said so for a while.
    ///
    /// # Errors
    /// When the lock was lost, or the bucket fails.
    pub async fn beat(&mut self) -> Result<(), Error> {
        self.lock.beat(self.bucket, (self.options.clock)()).await
    }

    /// Does it all, some of it at a time, with signs of life after each and meanwhile: there may be many, and each may take
    /// long. The answers come in the order in which they are ready.
    ///
    /// # Errors
    /// The first failure; or when the lock was lost.
    pub async fn all<T>(
        &mut self,
        tasks: impl IntoIterator<Item = impl Future<Output = Result<T, Failure>>>,
    ) -> Result<Vec<T>, Error> {
        self.beat().await?;
        let mut tasks = pin!(stream::iter(tasks).buffer_unordered(self.options.parallel));
        let mut done = Vec::new();
        loop {
            match select(tasks.next(), (self.options.sleep)(BEAT)).await {
                Either::Left((Some(one), _)) => done.push(one?),
                Either::Left((None, _)) => return Ok(done),
                Either::Right(_) => {}
            }
            self.beat().await?;
        }
    }

    /// Writes down a value of this run's own, as JSON that nobody caches.
    ///
    /// # Errors
    /// When the bucket fails.
    pub async fn write_json<T: serde::Serialize>(
        &self,
        key: &str,
        value: &T,
    ) -> Result<(), Failure> {
        let bytes =
            serde_json::to_vec_pretty(value).map_err(|error| Failure::new(error.to_string()))?;
        let object = Object {
            bytes: &bytes,
            media_type: "application/json",
            cache_control: "no-store",
        };
        put(self.bucket, key, object).await
    }
}

/// A write that has no condition.
///
/// # Errors
/// When the bucket fails or refuses it.
pub async fn put<B: Bucket>(bucket: &B, key: &str, object: Object<'_>) -> Result<(), Failure> {
    match bucket.put(key, object, When::Always).await? {
        Put::Written(_) => Ok(()),
        Put::Refused => Err(Failure::new(format!(
            "{key} was not written: the bucket refused it"
        ))),
    }
}
