//! The notification of one submission, and what its marker says about it.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::form::Form;
use crate::log::Line;
use crate::mail::{MailError, Mailer, notification};
use crate::record::{Marker, Record};
use crate::service::Service;
use crate::store::{Object, Store, StoreError};

/// For so long after its arrival a submission is its request's: storing it mostly takes a moment, sending four seconds at
/// most. Sweeps leave it alone until then.
pub(crate) const BUSY: SignedDuration = SignedDuration::from_secs(8);
/// Clocks differ, and a write takes effect before its answer arrives.
const MARGIN: SignedDuration = SignedDuration::from_secs(1);
/// How often a marker that is done with is tried to be removed, and how long at first between: each time twice as long.
const TRIES: u32 = 5;
const BETWEEN: Duration = Duration::from_millis(50);

/// Sends the notification and drops the marker; where that fails, the marker stays for the sweep.
pub(crate) async fn notify<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    record: &Record,
    mut marker: Marker,
    deadline: Instant,
) {
    let key = record.marker_key();
    let left = marker.busy_until.duration_since((service.clock)());
    let needed = signed(service.patience.mail) + MARGIN;
    if left < needed {
        // Storing took long. The marker has to say so before a sweep may think that nobody is sending.
        let until = Instant::now() + Duration::try_from(left - MARGIN).unwrap_or_default();
        let claimed = timeout_at(until, claim(service, &key, &mut marker)).await;
        if !matches!(claimed, Ok(Ok(()))) {
            log_failure(service, record, "stored too slowly to send at once");
            return;
        }
    }
    let noted = match send(service, form, record).await {
        Ok(()) => timeout_at(deadline, done(service, &key, &mut marker)).await,
        Err(error) => {
            log_failure(service, record, &error.class);
            timeout_at(deadline, release(service, &key, &mut marker)).await
        }
    };
    // Either way the marker is there: at worst a later sweep sends a second mail, or waits a moment.
    if !matches!(noted, Ok(Ok(()))) {
        log_failure(service, record, "marker not updated");
    }
}

/// Says in the marker `key` that its writer is sending now.
pub(crate) async fn claim<S: Store, M>(
    service: &Service<S, M>,
    key: &str,
    marker: &mut Marker,
) -> Result<(), StoreError> {
    let until = (service.clock)() + signed(service.patience.mail) + MARGIN;
    mark(service, key, marker, until).await
}

/// Says in the marker `key` that its writer will not send any more.
pub(crate) async fn release<S: Store, M>(
    service: &Service<S, M>,
    key: &str,
    marker: &mut Marker,
) -> Result<(), StoreError> {
    mark(service, key, marker, (service.clock)()).await
}

/// Removes the marker `key` of what was sent. Where that cannot be done it is written down in the marker: else every sweep
/// would send the mail again.
pub(crate) async fn done<S: Store, M>(
    service: &Service<S, M>,
    key: &str,
    marker: &mut Marker,
) -> Result<(), StoreError> {
    marker.sent = true;
    let mut tries = 0;
    loop {
        if service.store.delete(key).await.is_ok() {
            return Ok(());
        }
        let noted = release(service, key, marker).await;
        tries += 1;
        if noted.is_ok() || tries == TRIES {
            return noted;
        }
        sleep(BETWEEN * 2_u32.pow(tries)).await;
    }
}

async fn mark<S: Store, M>(
    service: &Service<S, M>,
    key: &str,
    marker: &mut Marker,
    until: Timestamp,
) -> Result<(), StoreError> {
    marker.busy_until = until;
    let object = Object::json(key.to_owned(), marker)?;
    service.store.replace(object).await
}

fn signed(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}

/// Sends the notification of `record`, waiting for it as long as the service's patience lasts.
///
/// # Errors
/// When it was not sent in time.
pub(crate) async fn send<S, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    record: &Record,
) -> Result<(), MailError> {
    let Service {
        pages,
        settings,
        mailer,
        ..
    } = service;
    let mail = notification(pages, form, record, settings, (service.clock)())
        .map_err(|_| MailError::new("template"))?;
    timeout(service.patience.mail, mailer.send(&mail))
        .await
        .map_err(|_| MailError::new("timeout"))?
}

fn log_failure<S, M>(service: &Service<S, M>, record: &Record, class: &str) {
    (service.log)(&Line {
        level: "warn",
        event: "notification pending",
        id: Some(record.id.as_str()),
        form: Some(&record.form),
        error: Some(class),
        ..Line::default()
    });
}
