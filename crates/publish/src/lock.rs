//! The lock: an object in the bucket that only one run can hold at a time.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::ports::{Bucket, Condition, Failure, Object};

/// Key of the lock. A run writes this object before any other.
pub const KEY: &str = ".site/lock.json";
/// Time for which a lock is valid after each renewal, by its holder's clock.
const LIFE: SignedDuration = SignedDuration::from_secs(120);
/// Maximum difference between the clocks of two computers. A run waits this much longer before it takes over a lock, because
/// its own clock may be ahead of the holder's.
const SKEW: SignedDuration = SignedDuration::from_secs(120);
/// Time between two renewals of a lock.
pub const RENEWAL: Duration = Duration::from_secs(20);

/// Content of the lock file in the bucket.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    /// Human-readable name of the run that holds the lock.
    owner: String,
    /// Time at which the lock was taken.
    since: Timestamp,
    /// Time at which the lock expires, unless it is renewed.
    until: Timestamp,
}

impl Stored {
    /// Returns the time from which another run may take over the lock.
    fn free_from(&self) -> Timestamp {
        let end = self.until.saturating_add(SKEW);
        end.unwrap_or(Timestamp::MAX)
    }
}

/// The lock as its holder knows it.
#[derive(Debug)]
pub struct Lock {
    owner: String,
    since: Timestamp,
    renewed: Timestamp,
    /// Entity tag of the stored lock, which changes with every renewal and takeover.
    tag: String,
}

impl Lock {
    /// Takes the lock. An expired lock, left behind by a killed run, is taken over. Returns an error if another run holds the lock.
    pub async fn take(bucket: &impl Bucket, owner: &str, now: Timestamp) -> Result<Self, Error> {
        let condition = match bucket.get(KEY).await? {
            None => Condition::Absent,
            Some(object) => match serde_json::from_slice::<Stored>(&object.bytes) {
                Ok(stored) if stored.free_from() > now => return Err(locked(&stored)),
                _ => Condition::Tagged(object.tag),
            },
        };
        let stored = Stored {
            owner: owner.to_owned(),
            since: now,
            until: now + LIFE,
        };
        match write(bucket, &stored, condition).await? {
            Some(tag) => Ok(Self {
                owner: stored.owner,
                since: now,
                renewed: now,
                tag,
            }),
            None => Err(locked(&Stored {
                owner: "somebody else".to_owned(),
                ..stored
            })),
        }
    }

    /// Renews the lock if the last renewal was [`RENEWAL`] ago or longer. Returns an error if another run has taken the lock.
    pub async fn renew_if_due(
        &mut self,
        bucket: &impl Bucket,
        now: Timestamp,
    ) -> Result<(), Error> {
        if now.duration_since(self.renewed).unsigned_abs() < RENEWAL {
            return Ok(());
        }
        self.renew(bucket, now).await
    }

    /// Renews the lock. Returns an error if another run has taken it.
    pub async fn renew(&mut self, bucket: &impl Bucket, now: Timestamp) -> Result<(), Error> {
        let stored = Stored {
            owner: self.owner.clone(),
            since: self.since,
            until: now + LIFE,
        };
        let written = write(bucket, &stored, Condition::Tagged(self.tag.clone())).await?;
        self.tag = written.ok_or(Error::LockLost)?;
        self.renewed = now;
        Ok(())
    }

    /// Releases the lock. Does nothing if another run has taken it.
    pub async fn release(self, bucket: &impl Bucket) -> Result<(), Failure> {
        let stored = Stored {
            owner: self.owner,
            since: self.since,
            // This time is in the past by every clock.
            until: Timestamp::UNIX_EPOCH,
        };
        write(bucket, &stored, Condition::Tagged(self.tag))
            .await
            .map(drop)
    }
}

fn locked(stored: &Stored) -> Error {
    Error::Locked {
        owner: stored.owner.clone(),
        since: stored.since,
        until: stored.free_from(),
    }
}

/// Writes the lock, and returns its new entity tag. Returns `None` if another run has written it in the meantime.
async fn write(
    bucket: &impl Bucket,
    stored: &Stored,
    condition: Condition,
) -> Result<Option<String>, Failure> {
    let bytes = serde_json::to_vec(stored).map_err(|error| Failure::new(error.to_string()))?;
    if let Some(tag) = bucket.put(KEY, Object::json(&bytes), condition).await? {
        return Ok(Some(tag));
    }
    // A client retries a write whose response was lost. The retry is refused, although the stored lock is the one of this run.
    let object = bucket.get(KEY).await?;
    Ok(object
        .filter(|object| object.bytes == bytes)
        .map(|object| object.tag))
}
