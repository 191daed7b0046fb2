//! The lock: an object in the bucket that only one run at a time can write.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::ports::{Bucket, Failure, Object, Put, When};

const KEY: &str = ".site/lock.json";
/// A run that says nothing for so long is taken to be dead.
const LIFE: SignedDuration = SignedDuration::from_secs(120);
/// How often a run says that it lives.
pub const BEAT: Duration = Duration::from_secs(20);

#[derive(Debug, Serialize, Deserialize)]
struct Held {
    /// Who holds it, for a person to read.
    owner: String,
    /// Since when.
    since: Timestamp,
    /// Until when, unless it is renewed.
    until: Timestamp,
}

/// A lock that is held.
#[derive(Debug)]
pub struct Lock {
    owner: String,
    since: Timestamp,
    renewed: Timestamp,
    tag: String,
}

impl Lock {
    /// Takes the lock. One whose time is over belonged to a run that died.
    ///
    /// # Errors
    /// When somebody else holds it, or the bucket fails.
    pub async fn take(bucket: &impl Bucket, owner: &str, now: Timestamp) -> Result<Self, Error> {
        let when = match bucket.get(KEY).await? {
            None => When::Absent,
            Some(got) => match serde_json::from_slice::<Held>(&got.bytes) {
                Ok(held) if held.until > now => return Err(locked(&held)),
                _ => When::Tagged(got.tag),
            },
        };
        match write(bucket, owner, now, now + LIFE, when).await? {
            Put::Written(tag) => Ok(Self {
                owner: owner.to_owned(),
                since: now,
                renewed: now,
                tag,
            }),
            Put::Refused => match own_tag(bucket, owner, now).await? {
                Some(tag) => Ok(Self {
                    owner: owner.to_owned(),
                    since: now,
                    renewed: now,
                    tag,
                }),
                None => Err(Error::Locked {
                    owner: "somebody else".to_owned(),
                    since: now,
                    until: now + LIFE,
                }),
            },
        }
    }

    /// Says that this run lives, if it has not said so for a while.
    ///
    /// # Errors
    /// When the lock was lost, or the bucket fails.
    pub async fn beat(&mut self, bucket: &impl Bucket, now: Timestamp) -> Result<(), Error> {
        if now.duration_since(self.renewed).unsigned_abs() < BEAT {
            return Ok(());
        }
        let when = When::Tagged(self.tag.clone());
        match write(bucket, &self.owner, self.since, now + LIFE, when).await? {
            Put::Written(tag) => {
                self.tag = tag;
                self.renewed = now;
                Ok(())
            }
            Put::Refused => match own_tag(bucket, &self.owner, self.since).await? {
                Some(tag) => {
                    self.tag = tag;
                    self.renewed = now;
                    Ok(())
                }
                None => Err(Error::LockLost),
            },
        }
    }

    /// Gives it back. A run that took it over in the meantime keeps it.
    ///
    /// # Errors
    /// When the bucket fails.
    pub async fn release(self, bucket: &impl Bucket) -> Result<(), Failure> {
        // Over by any clock: the next run's may be slow.
        let over = Timestamp::UNIX_EPOCH;
        write(
            bucket,
            &self.owner,
            self.since,
            over,
            When::Tagged(self.tag),
        )
        .await
        .map(drop)
    }
}

/// The lock's tag, if it is this run's own: a write whose answer was lost is repeated, and then refused.
async fn own_tag(
    bucket: &impl Bucket,
    owner: &str,
    since: Timestamp,
) -> Result<Option<String>, Failure> {
    let Some(got) = bucket.get(KEY).await? else {
        return Ok(None);
    };
    let held = serde_json::from_slice::<Held>(&got.bytes);
    Ok(held
        .is_ok_and(|held| held.owner == owner && held.since == since)
        .then_some(got.tag))
}

fn locked(held: &Held) -> Error {
    Error::Locked {
        owner: held.owner.clone(),
        since: held.since,
        until: held.until,
    }
}

async fn write(
    bucket: &impl Bucket,
    owner: &str,
    since: Timestamp,
    until: Timestamp,
    when: When,
) -> Result<Put, Failure> {
    let held = Held {
        owner: owner.to_owned(),
        since,
        until,
    };
    let bytes = serde_json::to_vec(&held).map_err(|error| Failure::new(error.to_string()))?;
    bucket
        .put(
            KEY,
            Object {
                bytes: &bytes,
                media_type: "application/json",
                cache_control: "no-store",
            },
            when,
        )
        .await
}
