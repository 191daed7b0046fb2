//! The scheduled sweep: sends pending mails and the digest, and removes what failed attempts left behind.

pub(crate) mod report;

use std::collections::HashSet;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream;
use jiff::SignedDuration;
use tokio::time::Instant;

use crate::digest::{self, Held};
use crate::log::Line;
use crate::mail::{DigestSubject, Mailer};
use crate::mail_limit::{is_within_limit, sent_mails};
use crate::notify::{finish, send};
use crate::outbox::{HELD, OUTBOX, Pending, dead_key, held_key, is_trapped};
use crate::record::read_record;
use crate::service::Service;
use crate::store::{Listed, Store, StoreError};

pub use report::Report;

/// Age at which an attempt without a record counts as failed. Attempts give up much earlier, so this is safe even if clocks
/// differ.
const ABANDONED: SignedDuration = SignedDuration::from_hours(1);
/// Age of a subscription at which its mails are held for the digest, if no day since then had room for them.
const INVITED_BY: SignedDuration = SignedDuration::from_hours(48);
/// Age of a submission at which a mail that keeps failing is given up and reported.
const GIVEN_UP: SignedDuration = SignedDuration::from_hours(24);
/// Time reserved before the deadline to record that the last mail was sent.
const RECORDING_TIME: Duration = Duration::from_secs(1);
/// Number of markers that are processed concurrently.
const AT_ONCE: usize = 4;

/// Result of sweeping one marker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MarkerOutcome {
    Sent,
    Pending,
    GivenUp,
    Removed,
    Held,
    Gone,
}

/// Sends the digests that are due, then the pending mails, oldest first, until all are sent or `deadline` is reached. Fails if the outbox
/// or the held markers cannot be listed. If one marker fails, only that marker stays pending.
pub async fn sweep<S: Store, M: Mailer>(
    service: &Service<S, M>,
    deadline: Instant,
) -> Result<Report, StoreError> {
    let mut held = service.store.list(HELD).await?;
    let mut markers = service.store.list(OUTBOX).await?;
    markers.sort_by_key(|marker| marker.modified);
    // A held marker that is also in the outbox has not been moved completely.
    let names: HashSet<&str> = markers.iter().map(|marker| name(&marker.key)).collect();
    held.retain(|marker| !names.contains(name(&marker.key)));
    held.sort_by_key(|marker| marker.modified);
    let (trapped, held): (Vec<Listed>, Vec<Listed>) =
        held.into_iter().partition(|marker| is_trapped(&marker.key));
    let held = send_digest(service, DigestSubject::Limit, held, deadline).await;
    let trapped = send_digest(service, DigestSubject::Trap, trapped, deadline).await;
    let reported = if markers.is_empty() {
        HashSet::new()
    } else {
        digest::reported(&service.store).await?
    };
    let outcomes = stream::iter(markers).map(|marker| async {
        let key = marker.key;
        process_marker(service, &key, &reported, deadline)
            .await
            .unwrap_or_else(|error| {
                log(service, "error", "sweep of one marker failed", &error.class);
                MarkerOutcome::Pending
            })
    });
    let outcomes: Vec<MarkerOutcome> = outcomes.buffer_unordered(AT_ONCE).collect().await;
    let mut report = report(&outcomes);
    report.sent += usize::from(held.is_sent) + usize::from(trapped.is_sent);
    if held.error.is_some() {
        report.pending += held.waiting.max(1);
    } else {
        report.held += held.waiting;
    }
    report.pending += usize::from(trapped.error.is_some());
    let to_remove = [held.reported, trapped.reported].concat();
    remove_reported(service, to_remove, deadline).await;
    (service.log)(&Line {
        level: "info",
        event: "sweep",
        sweep: Some(report),
        ..Line::default()
    });
    Ok(report)
}

/// Sends the digest about `subject` if one is due. Logs a failure.
async fn send_digest<S: Store, M: Mailer>(
    service: &Service<S, M>,
    subject: DigestSubject,
    held: Vec<Listed>,
    deadline: Instant,
) -> Held {
    let held = digest::report(service, subject, held, deadline)
        .await
        .unwrap_or_else(|error| Held {
            error: Some(error.class),
            ..Held::default()
        });
    if let Some(class) = &held.error {
        log(service, "warn", "digest pending", class);
    }
    held
}

/// Removes held markers that a digest has reported. A later sweep removes those that cannot be removed before the deadline.
async fn remove_reported<S: Store, M: Mailer>(
    service: &Service<S, M>,
    reported: Vec<String>,
    deadline: Instant,
) {
    stream::iter(reported)
        .for_each_concurrent(AT_ONCE, |key| async move {
            let left = deadline.saturating_duration_since(Instant::now());
            if left > RECORDING_TIME
                && let Err(error) = service.store.delete(&key).await
            {
                log(service, "warn", "held marker not removed", &error.class);
            }
        })
        .await;
}

/// Returns the name of a marker without its folders.
fn name(key: &str) -> &str {
    key.rsplit('/').next().unwrap_or(key)
}

fn report(outcomes: &[MarkerOutcome]) -> Report {
    let count = |outcome| outcomes.iter().filter(|one| **one == outcome).count();
    Report {
        sent: count(MarkerOutcome::Sent),
        pending: count(MarkerOutcome::Pending),
        given_up: count(MarkerOutcome::GivenUp),
        removed: count(MarkerOutcome::Removed),
        held: count(MarkerOutcome::Held),
    }
}

/// Sends the mail of one marker, or removes what its attempt left behind. `reported` are the held markers that a digest has reported.
async fn process_marker<S: Store, M: Mailer>(
    service: &Service<S, M>,
    key: &str,
    reported: &HashSet<String>,
    deadline: Instant,
) -> Result<MarkerOutcome, StoreError> {
    let (store, time) = (&service.store, service.timeouts.mail);
    // Time left until sending must begin for the mail to be sent and recorded by the deadline.
    let spare = || {
        let left = deadline.saturating_duration_since(Instant::now());
        left.checked_sub(time + RECORDING_TIME)
    };
    let Some(max_wait) = spare() else {
        return Ok(MarkerOutcome::Pending);
    };
    let Some(pending) = Pending::read(store, key).await? else {
        return Ok(MarkerOutcome::Gone);
    };
    if pending.marker.sent {
        pending.remove(store).await?;
        return Ok(MarkerOutcome::Removed);
    }
    let now = (service.clock)();
    let created = pending.marker.created;
    let age = now.duration_since(created);
    let record = match read_record(store, &pending.marker.record).await? {
        Some(record) if pending.is_of(&record) => record,
        // The attempt may still be running, and may still write its file.
        other if age < ABANDONED && (other.is_none() || pending.marker.document.is_some()) => {
            return Ok(MarkerOutcome::Pending);
        }
        // The attempt failed, or another one stored the record first.
        _ => {
            pending.discard(store).await?;
            return Ok(MarkerOutcome::Removed);
        }
    };
    let Some(pending) = pending.wait_until_unclaimed(store, now, max_wait).await? else {
        return Ok(MarkerOutcome::Pending);
    };
    // Claiming the marker also shows that the store can be written: otherwise the sent mail could not be recorded.
    let Some(claim) = pending.claim(store, (service.clock)()).await? else {
        return Ok(MarkerOutcome::Pending);
    };
    // If the marker exists there, too, the process that moved it was killed before it could remove the original.
    for (key, outcome) in [
        (held_key(&record), MarkerOutcome::Held),
        (dead_key(&record), MarkerOutcome::GivenUp),
    ] {
        if store.read(&key).await?.is_some() {
            claim.finish(store).await?;
            return Ok(outcome);
        }
    }
    // The store has written this marker late, after its mail was sent, or a digest has reported it, and it was removed.
    let sent = sent_mails(service, &record, created).await?;
    let are_all_sent = sent.notification && (sent.invitation || record.secret.is_none());
    if reported.contains(&held_key(&record)) || are_all_sent {
        claim.finish(store).await?;
        return Ok(MarkerOutcome::Removed);
    }
    let form = service.form(&record.form);
    // Who was notified of a subscription needs no digest about it.
    let within_limit =
        form.is_none() || sent.notification || is_within_limit(service, &record).await?;
    if !claim.has_time_for(time) || spare().is_none() {
        claim.release(store).await?;
        return Ok(MarkerOutcome::Pending);
    }
    if !within_limit && record.secret.is_some() && age < INVITED_BY {
        claim.release(store).await?;
        return Ok(MarkerOutcome::Pending);
    }
    if !within_limit {
        claim.move_to(store, held_key(&record)).await?;
        return Ok(MarkerOutcome::Held);
    }
    let sent = match form {
        Some(form) => send(
            service,
            form,
            &record,
            sent,
            (&claim, deadline - RECORDING_TIME),
        )
        .await
        .map_err(|error| error.class),
        None => Err("unknown form".to_owned()),
    };
    match sent {
        Ok(()) => {
            finish(service, &record, claim).await?;
            Ok(MarkerOutcome::Sent)
        }
        Err(class) if age >= GIVEN_UP => {
            log(service, "error", "notification given up", &class);
            claim.move_to(store, dead_key(&record)).await?;
            Ok(MarkerOutcome::GivenUp)
        }
        Err(class) => {
            log(service, "warn", "notification pending", &class);
            claim.release(store).await?;
            Ok(MarkerOutcome::Pending)
        }
    }
}

fn log<S, M>(service: &Service<S, M>, level: &'static str, event: &'static str, class: &str) {
    (service.log)(&Line {
        level,
        event,
        error: Some(class),
        ..Line::default()
    });
}
