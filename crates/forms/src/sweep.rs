//! The scheduled round: sends what is pending, and clears what a killed request left behind.

use std::time::Duration;

use futures_util::stream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use tokio::time::{Instant, sleep};

use crate::accept::read_record;
use crate::log::Line;
use crate::mail::Mailer;
use crate::notify::{claim, done, release, send};
use crate::record::{Marker, OUTBOX, OUTBOX_DEAD, RESUMES, submission_key};
use crate::service::Service;
use crate::store::{Listed, Object, Store, StoreError};

/// A marker without a record after this time belongs to a request that died before it stored anything.
const ABANDONED: SignedDuration = SignedDuration::from_hours(1);
/// A notification that fails for so long is given up and reported.
const GIVEN_UP: SignedDuration = SignedDuration::from_hours(24);
/// A file without a record after this time is removed; later still, all of that age have been seen.
const ORPHANED: SignedDuration = SignedDuration::from_hours(24);
const SEEN: SignedDuration = SignedDuration::from_hours(24 * 7);
/// More than a request takes from its first write to its last, and clocks differ.
const STORING: SignedDuration = SignedDuration::from_mins(5);
/// How many mails are on their way at the same time.
const AT_ONCE: usize = 4;
/// How many files are looked up at the same time.
const LOOK_UPS: usize = 16;

/// What a sweep did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Notifications sent.
    pub sent: usize,
    /// Still pending.
    pub pending: usize,
    /// Given up after a day.
    pub given_up: usize,
    /// Leftovers removed.
    pub removed: usize,
}

/// What became of one marker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Sent,
    Pending,
    GivenUp,
    Removed,
    Gone,
}

/// Sends what is pending, oldest first, until all is done or it is `deadline`.
///
/// # Errors
/// When the store cannot be listed. What fails for one submission leaves it pending.
pub async fn sweep<S: Store, M: Mailer>(
    service: &Service<S, M>,
    deadline: Instant,
) -> Result<Report, StoreError> {
    let mut markers = service.store.list(OUTBOX).await?;
    markers.sort_by_key(|marker| marker.modified);
    let fates = stream::iter(markers).map(|marker| async move {
        if Instant::now() + service.patience.mail > deadline {
            return Fate::Pending;
        }
        settle(service, &marker.key, deadline)
            .await
            .unwrap_or_else(|error| {
                log(service, "error", "sweep of one marker failed", &error.class);
                Fate::Pending
            })
    });
    let fates: Vec<Fate> = fates.buffer_unordered(AT_ONCE).collect().await;
    let mut report = Report::of(&fates);
    report.removed += remove_orphans(service, deadline).await?;
    (service.log)(&Line {
        level: "info",
        event: "sweep",
        sweep: Some(report),
        ..Line::default()
    });
    Ok(report)
}

impl Report {
    fn of(fates: &[Fate]) -> Self {
        let count = |fate| fates.iter().filter(|one| **one == fate).count();
        Self {
            sent: count(Fate::Sent),
            pending: count(Fate::Pending),
            given_up: count(Fate::GivenUp),
            removed: count(Fate::Removed),
        }
    }
}

/// Sends the notification of one marker, or does what its age asks for.
async fn settle<S: Store, M: Mailer>(
    service: &Service<S, M>,
    key: &str,
    deadline: Instant,
) -> Result<Fate, StoreError> {
    let Some(mut marker) = read_marker(service, key).await? else {
        return Ok(Fate::Gone);
    };
    if marker.sent {
        service.store.delete(key).await?;
        return Ok(Fate::Removed);
    }
    let age = (service.clock)().duration_since(marker.created);
    let Some(record) = read_record(service, &marker.record).await? else {
        if age < ABANDONED {
            return Ok(Fate::Pending);
        }
        service.store.delete(key).await?;
        return Ok(Fate::Removed);
    };
    if record.marker_key() != key {
        // Another attempt stored it, and has a marker of its own for as long as it is not notified.
        service.store.delete(key).await?;
        return Ok(Fate::Removed);
    }
    let busy = busy(service, &marker);
    if !busy.is_zero() {
        // Whoever is sending needs a moment, or was killed.
        if Instant::now() + busy + service.patience.mail > deadline {
            return Ok(Fate::Pending);
        }
        sleep(busy).await;
        match read_marker(service, key).await? {
            Some(again) if !again.sent && self::busy(service, &again).is_zero() => marker = again,
            Some(_) => return Ok(Fate::Pending),
            None => return Ok(Fate::Gone),
        }
    }
    // A store that cannot be written to now could not note either that the mail was sent.
    claim(service, key, &mut marker).await?;
    let sent = match service.form(&record.form) {
        Some(form) => send(service, form, &record)
            .await
            .map_err(|error| error.class),
        None => Err("unknown form".to_owned()),
    };
    match sent {
        Ok(()) => {
            done(service, key, &mut marker).await?;
            Ok(Fate::Sent)
        }
        Err(class) if age >= GIVEN_UP => {
            give_up(service, key, &marker, &class).await?;
            Ok(Fate::GivenUp)
        }
        Err(class) => {
            log(service, "warn", "notification pending", &class);
            release(service, key, &mut marker).await?;
            Ok(Fate::Pending)
        }
    }
}

/// For how long somebody else may be sending.
fn busy<S, M>(service: &Service<S, M>, marker: &Marker) -> Duration {
    let left = marker.busy_until.duration_since((service.clock)());
    Duration::try_from(left).unwrap_or_default()
}

async fn read_marker<S: Store, M>(
    service: &Service<S, M>,
    key: &str,
) -> Result<Option<Marker>, StoreError> {
    let Some(bytes) = service.store.read(key).await? else {
        return Ok(None);
    };
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(|_| StoreError::new("unreadable marker"))
}

/// Moves a marker to where only people look for it.
async fn give_up<S: Store, M>(
    service: &Service<S, M>,
    key: &str,
    marker: &Marker,
    class: &str,
) -> Result<(), StoreError> {
    log(service, "error", "notification given up", class);
    let name = key.strip_prefix(OUTBOX).unwrap_or(key);
    service
        .store
        .replace(Object::json(format!("{OUTBOX_DEAD}{name}"), marker)?)
        .await?;
    service.store.delete(key).await
}

/// Removes files whose submission was never stored, as many as can be looked up until `deadline`; returns how many.
async fn remove_orphans<S: Store, M: Mailer>(
    service: &Service<S, M>,
    deadline: Instant,
) -> Result<usize, StoreError> {
    if Instant::now() >= deadline {
        return Ok(0);
    }
    let now = (service.clock)();
    let mut old: Vec<Listed> = service.store.list(RESUMES).await?;
    old.retain(|file| (ORPHANED..=SEEN).contains(&now.duration_since(file.modified)));
    // Where there are more than one sweep can look up, each begins with those that will soon be too old to be seen.
    old.sort_by_key(|file| file.modified);
    let removals = stream::iter(old).map(|file| async move {
        if Instant::now() >= deadline || is_recorded(service, &file.key, file.modified).await? {
            return Ok(0);
        }
        service.store.delete(&file.key).await.map(|()| 1)
    });
    let removed: Vec<usize> = removals.buffer_unordered(LOOK_UPS).try_collect().await?;
    Ok(removed.into_iter().sum())
}

/// Whether a record names the file `key`, last written at `modified`: in that month, or the next if one began just
/// then.
async fn is_recorded<S: Store, M>(
    service: &Service<S, M>,
    key: &str,
    modified: Timestamp,
) -> Result<bool, StoreError> {
    let name = key.strip_prefix(RESUMES).unwrap_or(key);
    let Some(id) = name
        .split('-')
        .next()
        .and_then(|id| serde_json::from_value(id.into()).ok())
    else {
        return Ok(true);
    };
    for form in service.forms.iter().filter(|form| form.has_file()) {
        for time in [modified, modified - STORING, modified + STORING] {
            let record = read_record(service, &submission_key(&form.name, time, &id)).await?;
            if record
                .and_then(|record| record.document)
                .is_some_and(|document| document.key == key)
            {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn log<S, M>(service: &Service<S, M>, level: &'static str, event: &'static str, class: &str) {
    (service.log)(&Line {
        level,
        event,
        error: Some(class),
        ..Line::default()
    });
}
