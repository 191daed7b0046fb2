//! The scheduled round: sends what is pending, and clears what a killed request left behind.

use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use tokio::time::{Instant, sleep};

use crate::accept::read_record;
use crate::log::Line;
use crate::mail::Mailer;
use crate::notify::send;
use crate::record::{Marker, OUTBOX, OUTBOX_DEAD, RESUMES, submission_key};
use crate::service::Service;
use crate::store::{Object, Store, StoreError};

/// A request that has not released its marker may be sending: it gets this long to finish.
const SENDING: SignedDuration = SignedDuration::from_secs(6);
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
        settle(service, &marker.key).await.unwrap_or_else(|error| {
            log(service, "error", "sweep of one marker failed", &error.class);
            Fate::Pending
        })
    });
    let fates: Vec<Fate> = fates.buffer_unordered(AT_ONCE).collect().await;
    let mut report = Report::of(&fates);
    if Instant::now() < deadline {
        report.removed += remove_orphans(service).await?;
    }
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
) -> Result<Fate, StoreError> {
    let Some(mut marker) = read_marker(service, key).await? else {
        return Ok(Fate::Gone);
    };
    let now = (service.clock)();
    let sending = SENDING - now.duration_since(marker.created);
    if !marker.released && sending.is_positive() {
        sleep(Duration::try_from(sending).unwrap_or_default()).await;
        match read_marker(service, key).await? {
            Some(again) => marker = again,
            None => return Ok(Fate::Gone),
        }
    }
    let age = now.duration_since(marker.created);
    let Some(record) = read_record(service, &marker.record).await? else {
        if age < ABANDONED {
            return Ok(Fate::Pending);
        }
        service.store.delete(key).await?;
        return Ok(Fate::Removed);
    };
    let sent = match service.form(&record.form) {
        Some(form) => send(service, form, &record)
            .await
            .map_err(|error| error.class),
        None => Err("unknown form".to_owned()),
    };
    match sent {
        Ok(()) => {
            service.store.delete(key).await?;
            Ok(Fate::Sent)
        }
        Err(class) if age >= GIVEN_UP => {
            give_up(service, key, &marker, &class).await?;
            Ok(Fate::GivenUp)
        }
        Err(class) => {
            log(service, "warn", "notification pending", &class);
            Ok(Fate::Pending)
        }
    }
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
    let name = key.trim_start_matches(OUTBOX);
    service
        .store
        .replace(Object::json(format!("{OUTBOX_DEAD}{name}"), marker)?)
        .await?;
    service.store.delete(key).await
}

/// Removes files whose submission was never stored; returns how many.
async fn remove_orphans<S: Store, M>(service: &Service<S, M>) -> Result<usize, StoreError> {
    let now = (service.clock)();
    let mut removed = 0;
    for file in service.store.list(RESUMES).await? {
        let age = now.duration_since(file.modified);
        if age < ORPHANED || age > SEEN || is_recorded(service, &file.key, file.modified).await? {
            continue;
        }
        service.store.delete(&file.key).await?;
        removed += 1;
    }
    Ok(removed)
}

/// Whether a record names the file `key`, last written at `modified`: in that month, or the next if one began just
/// then.
async fn is_recorded<S: Store, M>(
    service: &Service<S, M>,
    key: &str,
    modified: Timestamp,
) -> Result<bool, StoreError> {
    let name = key.trim_start_matches(RESUMES);
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
