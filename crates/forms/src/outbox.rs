//! The outbox: one marker for each attempt whose notification may not have been sent yet.
//!
//! The process that sends a mail holds a claim on its marker. Claims are made with conditional writes, so only one of several
//! sweeps gets a claim. A claim is never taken over too early because clocks differ: each may be off by five minutes.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};

use crate::record::Record;
use crate::store::{Object, Store, StoreError, Version};

/// Folder of markers.
pub const OUTBOX: &str = "outbox/";
/// Folder of markers whose mail was given up after it had failed for a day.
pub const OUTBOX_DEAD: &str = "outbox-dead/";

/// Folder of markers that wait for a digest: of submissions beyond the daily limit of mails, and of those that the trap caught.
/// Their keys contain the form and the attempt, so a listing is enough to write the digest.
pub const HELD: &str = "held/";
/// End of the key of a held marker whose submission is in quarantine.
const TRAPPED: &str = ".trapped";

/// Duration of a claim, measured from just before it is written. Its holder sends the mail within this time or not at all.
pub(crate) const CLAIM: Duration = Duration::from_secs(8);
/// Age at which a claim has expired even if its writer's clock is five minutes behind and the reader's five minutes ahead.
pub(crate) const SURELY_EXPIRED: SignedDuration = SignedDuration::from_secs(10 * 60 + 8);
/// Part of a claim's duration that is reserved for recording that the mail was sent.
pub(crate) const RECORDING_TIME: Duration = Duration::from_secs(2);
/// Number of attempts to record that a mail was sent.
pub(crate) const MAX_ATTEMPTS: u32 = 5;
/// Half of the first pause between these attempts. Each further pause is twice as long as the one before.
pub(crate) const BACKOFF: Duration = Duration::from_millis(50);

/// Reminder that a notification may still be due, with the keys of the objects that the attempt wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// Key of the submission's record.
    pub record: String,
    /// Key of the file that this attempt uploaded. No other attempt writes this file or refers to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// Time at which the submission arrived.
    pub created: Timestamp,
    /// Time of the current claim; absent if no process is sending the mail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<Timestamp>,
    /// Whether the mail was sent. This is recorded if the marker of a sent mail cannot be removed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sent: bool,
}

/// Returns the key of the marker of the attempt that wrote `record`.
pub(crate) fn marker_key(record: &Record) -> String {
    format!("{OUTBOX}{}", record.attempt_name())
}

/// Returns the key of this marker while it is held for the digest.
pub(crate) fn held_key(record: &Record) -> String {
    format!("{HELD}{}/{}", record.form, record.attempt_name())
}

/// Returns the key of the held marker of a submission in quarantine.
pub(crate) fn trapped_key(record: &Record) -> String {
    format!("{HELD}{}/{}{TRAPPED}", record.form, record.id)
}

/// Returns whether `key` is the key of a held marker whose submission is in quarantine.
pub(crate) fn is_trapped(key: &str) -> bool {
    key.ends_with(TRAPPED)
}

/// Returns the key of this marker once its mail has been given up.
pub(crate) fn dead_key(record: &Record) -> String {
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
    /// Reads the marker `key`, or returns `None` if it does not exist.
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

    /// Waits until no other claim on the marker can be in force. Returns `None` if the marker changed in the meantime, or if
    /// waiting would take longer than `max_wait`.
    ///
    /// If the claim may be recent, this waits for the full duration of a claim. If the marker did not change in that time, the
    /// claim has expired, whatever the clocks say.
    pub(crate) async fn wait_until_unclaimed<S: Store>(
        self,
        store: &S,
        now: Timestamp,
        max_wait: Duration,
    ) -> Result<Option<Self>, StoreError> {
        let recent = |claimed| now.duration_since(claimed) < SURELY_EXPIRED;
        if !self.marker.claimed.is_some_and(recent) {
            return Ok(Some(self));
        }
        if max_wait < CLAIM {
            return Ok(None);
        }
        sleep(CLAIM).await;
        let again = Self::read(store, &self.key).await?;
        Ok(again.filter(|again| again.version == self.version))
    }

    /// Claims the marker, or returns `None` if another process has claimed or removed it since it was read.
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

    /// Writes the marker unless it has changed since it was read, and returns whether it was written.
    async fn write<S: Store>(&mut self, store: &S) -> Result<bool, StoreError> {
        let object = Object::json(self.key.clone(), &self.marker)?;
        let version = store.update(object, &self.version).await?;
        Ok(version.map(|version| self.version = version).is_some())
    }
}

impl Claim {
    /// Writes the marker of a new attempt, and returns the claim on it.
    pub(crate) async fn new<S: Store>(
        store: &S,
        key: String,
        marker: Marker,
    ) -> Result<Self, StoreError> {
        let written = Instant::now();
        // Nobody else writes this key, so a write that is retried after a lost response does no harm.
        let version = store.replace(Object::json(key.clone(), &marker)?).await?;
        let pending = Pending {
            key,
            marker,
            version,
        };
        Ok(Self { pending, written })
    }

    /// Returns whether enough time is left to send a mail, which takes up to `time`, and to record it before the claim expires.
    pub(crate) fn has_time_for(&self, time: Duration) -> bool {
        self.written.elapsed() + time + RECORDING_TIME <= CLAIM
    }

    /// Claims the marker again, or returns `None` if another process has claimed or removed it.
    pub(crate) async fn renew<S: Store>(
        self,
        store: &S,
        now: Timestamp,
    ) -> Result<Option<Self>, StoreError> {
        self.pending.claim(store, now).await
    }

    /// Releases the claim, so that the next sweep sends the mail.
    pub(crate) async fn release<S: Store>(mut self, store: &S) -> Result<(), StoreError> {
        self.pending.marker.claimed = None;
        self.pending.write(store).await.map(drop)
    }

    /// Removes the marker of a mail that was sent. If that fails, records in the marker that the mail was sent, so that
    /// sweeps do not send it again.
    pub(crate) async fn finish<S: Store>(mut self, store: &S) -> Result<(), StoreError> {
        self.pending.marker.sent = true;
        let mut attempts = 0;
        loop {
            if self.pending.remove(store).await.is_ok() {
                return Ok(());
            }
            let recorded = self.pending.write(store).await;
            attempts += 1;
            if recorded.is_ok() || attempts == MAX_ATTEMPTS {
                return recorded.map(drop);
            }
            sleep(BACKOFF * 2_u32.pow(attempts)).await;
        }
    }

    /// Moves the marker to a key that no sweep reads: its [`held_key`] or its [`dead_key`].
    pub(crate) async fn move_to<S: Store>(self, store: &S, key: String) -> Result<(), StoreError> {
        store
            .replace(Object::json(key, &self.pending.marker)?)
            .await?;
        self.pending.remove(store).await
    }

    /// Removes the file and the marker of this attempt after another attempt stored the record.
    pub(crate) async fn discard<S: Store>(&self, store: &S) -> Result<(), StoreError> {
        self.pending.discard(store).await
    }
}
