//! The outbox: one marker for each attempt whose notification is not known to be sent.
//!
//! Whoever sends a mail holds a claim on its marker. Claims are taken by conditional writes, so of several sweeps one
//! gets it. No claim is taken over because of another machine's clock: each clock may be wrong by five minutes.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};

use crate::record::Record;
use crate::store::{Object, Store, StoreError, Version};

/// Folder of markers.
pub const OUTBOX: &str = "outbox/";
/// Folder of markers whose mail failed for a day.
pub const OUTBOX_DEAD: &str = "outbox-dead/";

/// Folder of markers that wait for the digest, because the day's mails were used up. Keys name form and attempt, so that
/// the digest is written from a listing.
pub const HELD: &str = "held/";

/// Duration of a claim, from just before it is written. Its holder sends within this time or not at all.
pub(crate) const CLAIM: Duration = Duration::from_secs(8);
/// A claim written longer ago than this has expired even if its clock is five minutes behind and the reader's five ahead.
pub(crate) const SURELY_EXPIRED: SignedDuration = SignedDuration::from_secs(10 * 60 + 8);
/// Time that is left for the store, after the longest mail, to note that the mail was sent.
pub(crate) const NOTING: Duration = Duration::from_secs(2);
/// Number of attempts to remove a marker, and the first pause; each pause is twice as long as the one before.
pub(crate) const TRIES: u32 = 5;
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

/// A marker: a notification may still be due, and these are the objects that its attempt wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// Key of the submission's record.
    pub record: String,
    /// Key of the file that this attempt uploaded. It is the attempt's own: no other attempt writes or names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// Time of arrival.
    pub created: Timestamp,
    /// Time of the current claim; absent if nobody is sending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<Timestamp>,
    /// Whether the mail was sent, for a marker that could not be removed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sent: bool,
}

/// Returns the key of the marker whose attempt wrote `record`.
pub(crate) fn marker_key(record: &Record) -> String {
    format!("{OUTBOX}{}", record.attempt_name())
}

/// Returns the key of that marker while it is held.
fn held_key(record: &Record) -> String {
    format!("{HELD}{}/{}", record.form, record.attempt_name())
}

/// Returns the key of that marker once its mail has been given up.
fn dead_key(record: &Record) -> String {
    format!("{OUTBOX_DEAD}{}", record.attempt_name())
}

/// A marker as it was last read or written.
#[derive(Debug)]
pub(crate) struct Pending {
    key: String,
    pub(crate) marker: Marker,
    version: Version,
}

/// The right to send the mail of one marker, until it expires.
#[derive(Debug)]
pub(crate) struct Claim {
    pending: Pending,
    written: Instant,
}

impl Pending {
    /// Reads the marker `key`, or `None` if there is none.
    pub(crate) async fn read<S: Store>(store: &S, key: &str) -> Result<Option<Self>, StoreError> {
        let Some((bytes, version)) = store.read(key).await? else {
            return Ok(None);
        };
        let marker =
            serde_json::from_slice(&bytes).map_err(|_| StoreError::new("unreadable marker"))?;
        Ok(Some(Self {
            key: key.to_owned(),
            marker,
            version,
        }))
    }

    /// Returns whether this marker's attempt wrote `record`.
    pub(crate) fn is_of(&self, record: &Record) -> bool {
        self.key == marker_key(record)
    }

    /// Waits until no other claim on the marker can be in force, or returns `None` if the marker changed meanwhile or if
    /// that takes longer than `patience`.
    ///
    /// A recent claim is watched for as long as it may hold. What counts is that it was not renewed, not what time it says.
    pub(crate) async fn unclaimed<S: Store>(
        self,
        store: &S,
        now: Timestamp,
        patience: Duration,
    ) -> Result<Option<Self>, StoreError> {
        let recent = |claimed| now.duration_since(claimed) < SURELY_EXPIRED;
        if !self.marker.claimed.is_some_and(recent) {
            return Ok(Some(self));
        }
        if patience < CLAIM {
            return Ok(None);
        }
        sleep(CLAIM).await;
        let again = Self::read(store, &self.key).await?;
        Ok(again.filter(|again| again.version == self.version))
    }

    /// Claims the marker, or returns `None` if another claimed or removed it since it was read.
    pub(crate) async fn claim<S: Store>(
        mut self,
        store: &S,
        now: Timestamp,
    ) -> Result<Option<Claim>, StoreError> {
        let written = Instant::now();
        self.marker.claimed = Some(now);
        Ok(self.write(store).await?.then_some(Claim {
            pending: self,
            written,
        }))
    }

    /// Removes the file of an attempt that stored no record, then its marker.
    pub(crate) async fn discard<S: Store>(&self, store: &S) -> Result<(), StoreError> {
        if let Some(document) = &self.marker.document {
            store.delete(document).await?;
        }
        self.remove(store).await
    }

    /// Removes the marker.
    pub(crate) async fn remove<S: Store>(&self, store: &S) -> Result<(), StoreError> {
        store.delete(&self.key).await
    }

    /// Writes the marker if nobody else has written it, and returns whether that was so.
    async fn write<S: Store>(&mut self, store: &S) -> Result<bool, StoreError> {
        let object = Object::json(self.key.clone(), &self.marker)?;
        let version = store.update(object, &self.version).await?;
        Ok(version.map(|version| self.version = version).is_some())
    }
}

impl Claim {
    /// Writes the marker of a new attempt, which is claimed by whoever writes it.
    pub(crate) async fn new<S: Store>(
        store: &S,
        key: String,
        marker: Marker,
    ) -> Result<Self, StoreError> {
        let written = Instant::now();
        // Nobody else writes this key, so a repeated write after a lost answer does no harm.
        let version = store.replace(Object::json(key.clone(), &marker)?).await?;
        let pending = Pending {
            key,
            marker,
            version,
        };
        Ok(Self { pending, written })
    }

    /// Returns whether a mail that takes up to `time` is sent, and noted as sent, before the claim expires.
    pub(crate) fn covers(&self, time: Duration) -> bool {
        self.written.elapsed() + time + NOTING <= CLAIM
    }

    /// Claims the marker anew, or returns `None` if another claimed or removed it.
    pub(crate) async fn renew<S: Store>(
        self,
        store: &S,
        now: Timestamp,
    ) -> Result<Option<Self>, StoreError> {
        self.pending.claim(store, now).await
    }

    /// Gives the claim back: the next sweep sends the mail.
    pub(crate) async fn release<S: Store>(mut self, store: &S) -> Result<(), StoreError> {
        self.pending.marker.claimed = None;
        self.pending.write(store).await.map(drop)
    }

    /// Removes the marker of a mail that was sent. If that fails, notes in the marker that it was sent, so that sweeps do
    /// not send it again.
    pub(crate) async fn finish<S: Store>(mut self, store: &S) -> Result<(), StoreError> {
        self.pending.marker.sent = true;
        let mut tries = 0;
        loop {
            if self.pending.remove(store).await.is_ok() {
                return Ok(());
            }
            let noted = self.pending.write(store).await;
            tries += 1;
            if noted.is_ok() || tries == TRIES {
                return noted.map(drop);
            }
            sleep(PAUSE * 2_u32.pow(tries)).await;
        }
    }

    /// Moves the marker to a folder that no sweep reads.
    pub(crate) async fn give_up<S: Store>(
        self,
        store: &S,
        record: &Record,
    ) -> Result<(), StoreError> {
        self.move_to(store, dead_key(record)).await
    }

    /// Moves the marker to those that the digest reports.
    pub(crate) async fn hold<S: Store>(self, store: &S, record: &Record) -> Result<(), StoreError> {
        self.move_to(store, held_key(record)).await
    }

    /// Returns whether the marker was being moved to those that the digest reports when its mover was killed.
    pub(crate) async fn is_held<S: Store>(
        &self,
        store: &S,
        record: &Record,
    ) -> Result<bool, StoreError> {
        Ok(store.read(&held_key(record)).await?.is_some())
    }

    /// Returns whether the mail was given up, and only the removal of the marker failed.
    pub(crate) async fn is_given_up<S: Store>(
        &self,
        store: &S,
        record: &Record,
    ) -> Result<bool, StoreError> {
        Ok(store.read(&dead_key(record)).await?.is_some())
    }

    async fn move_to<S: Store>(self, store: &S, key: String) -> Result<(), StoreError> {
        store
            .replace(Object::json(key, &self.pending.marker)?)
            .await?;
        self.pending.remove(store).await
    }

    /// Removes what a superseded attempt wrote: another one stored the record.
    pub(crate) async fn discard<S: Store>(&self, store: &S) -> Result<(), StoreError> {
        self.pending.discard(store).await
    }
}
