//! The digests: one mail a day about the submissions that were held because the daily limit of mails was reached, and one about
//! those that the trap caught.
//!
//! The first sweep that finds a held submission sends a digest, so that the firm learns of it soon. The next digest of the same
//! subject is sent a day later at the earliest. An object holds the state of the latest digest. A sweep claims the digest with a
//! conditional update of that object. Before it removes the held markers that it reported, it lists them in the object.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep, timeout};

use crate::mail::{DigestSubject, Mailer, digest};
use crate::outbox::{BACKOFF, CLAIM, MAX_ATTEMPTS, RECORDING_TIME, SURELY_EXPIRED};
use crate::service::Service;
use crate::store::{Listed, Object, Store, StoreError, Version};

/// Shortest time between two digests.
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// State of the latest digest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Digest {
    /// Time of the claim; absent before the first digest.
    claimed: Option<Timestamp>,
    /// Whether the digest was sent.
    sent: bool,
    /// Keys of held markers that were reported and may still exist.
    reported: Vec<String>,
}

/// Result of handling the held markers.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// Keys of markers that a digest has reported.
    pub(crate) reported: Vec<String>,
    /// Number of submissions waiting for the next digest.
    pub(crate) waiting: usize,
    /// Whether a digest was sent.
    pub(crate) is_sent: bool,
    /// Class of the error, if a digest was due and could not be sent.
    pub(crate) error: Option<String>,
}

impl DigestSubject {
    /// Returns the key of the object with the state of the latest digest about this subject.
    fn state_key(self) -> &'static str {
        match self {
            Self::Limit => "mailed/digest.json",
            Self::Trap => "mailed/trapped.json",
        }
    }
}

impl Digest {
    /// Returns whether another digest may be sent. A clock that is off by more than a day, in either direction, does not
    /// delay it.
    fn is_next_due(&self, now: Timestamp) -> bool {
        let pause = if self.sent { DAY } else { SURELY_EXPIRED };
        self.claimed
            .is_none_or(|claimed| now.duration_since(claimed).abs() >= pause)
    }
}

/// Sends a digest about `subject` and its held markers if one is due and there is time to send and record it by `deadline`. Fails if the
/// store fails. Held markers then stay held.
pub(crate) async fn report<S: Store, M: Mailer>(
    service: &Service<S, M>,
    subject: DigestSubject,
    held: Vec<Listed>,
    deadline: Instant,
) -> Result<Held, StoreError> {
    if held.is_empty() {
        return Ok(Held::default());
    }
    let (store, time) = (&service.store, service.timeouts.mail);
    let (latest, version) = latest(store, subject).await?;
    let known: HashSet<&str> = latest.reported.iter().map(String::as_str).collect();
    let (reported, new): (Vec<Listed>, Vec<Listed>) = held
        .into_iter()
        .partition(|marker| known.contains(marker.key.as_str()));
    let keys = |markers: &[Listed]| -> Vec<String> {
        markers.iter().map(|marker| marker.key.clone()).collect()
    };
    let mut reported = keys(&reported);
    let waiting = |reported, error| Held {
        reported,
        waiting: new.len(),
        is_sent: false,
        error,
    };
    let (now, written) = ((service.clock)(), Instant::now());
    if new.is_empty()
        || !latest.is_next_due(now)
        || deadline.saturating_duration_since(written) < CLAIM
    {
        return Ok(waiting(reported, None));
    }
    let claimed = Digest {
        claimed: Some(now),
        sent: false,
        reported: reported.clone(),
    };
    let claim = store.update(state(subject, &claimed)?, &version).await?;
    let Some(claim) = claim.filter(|_| written.elapsed() + time + RECORDING_TIME <= CLAIM) else {
        return Ok(waiting(reported, None));
    };
    let Service {
        pages,
        forms,
        settings,
        ..
    } = service;
    let sent = match digest(pages, forms, subject, &new, settings, now) {
        Ok(mail) => timeout(time, service.mailer.send(&mail))
            .await
            .map_or(Err("timeout".to_owned()), |sent| {
                sent.map_err(|error| error.class)
            }),
        Err(_) => Err("template".to_owned()),
    };
    if let Err(class) = sent {
        // The next sweep tries again.
        store.update(state(subject, &latest)?, &claim).await?;
        return Ok(waiting(reported, Some(class)));
    }
    reported.extend(keys(&new));
    let sent = Digest {
        sent: true,
        reported: reported.clone(),
        ..claimed
    };
    record_sent(store, &state(subject, &sent)?, &claim).await?;
    Ok(Held {
        reported,
        waiting: 0,
        is_sent: true,
        error: None,
    })
}

/// Returns the keys of the held markers that the latest digest about the daily limit has reported. Fails if the store fails, or if the
/// state of the digest cannot be read.
pub(crate) async fn reported<S: Store>(store: &S) -> Result<HashSet<String>, StoreError> {
    let Some((bytes, _)) = store.read(DigestSubject::Limit.state_key()).await? else {
        return Ok(HashSet::new());
    };
    Ok(parsed(&bytes)?.reported.into_iter().collect())
}

/// Reads the state of the latest digest, and creates an empty state if there is none.
async fn latest<S: Store>(
    store: &S,
    subject: DigestSubject,
) -> Result<(Digest, Version), StoreError> {
    let key = subject.state_key();
    if store.read(key).await?.is_none() {
        store.create(state(subject, &Digest::default())?).await?;
    }
    let (bytes, version) = store
        .read(key)
        .await?
        .ok_or_else(|| StoreError::new("inconsistent"))?;
    Ok((parsed(&bytes)?, version))
}

fn parsed(bytes: &[u8]) -> Result<Digest, StoreError> {
    serde_json::from_slice(bytes).map_err(|_| StoreError::new("unreadable digest"))
}

fn state(subject: DigestSubject, digest: &Digest) -> Result<Object, StoreError> {
    Object::json(subject.state_key().to_owned(), digest)
}

/// Records that the digest was sent, and retries if that fails: a digest that is not recorded would be sent again.
async fn record_sent<S: Store>(
    store: &S,
    sent: &Object,
    claim: &Version,
) -> Result<(), StoreError> {
    let mut attempts = 0;
    loop {
        let recorded = store.update(sent.clone(), claim).await;
        attempts += 1;
        if recorded.is_ok() || attempts == MAX_ATTEMPTS {
            return recorded.map(drop);
        }
        sleep(BACKOFF * 2_u32.pow(attempts)).await;
    }
}
