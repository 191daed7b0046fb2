//! Sends the mail that notifies the firm of a submission.

use futures_util::future::join;
use tokio::time::{Instant, timeout, timeout_at};

use crate::form::Form;
use crate::log::Line;
use crate::mail::{MailError, Mailer, notification};
use crate::mail_limit::{is_within_limit, record_sent};
use crate::outbox::{Claim, held_key};
use crate::record::Record;
use crate::service::Service;
use crate::store::{Store, StoreError};

/// Sends the mail for a submission that was just stored, and removes the marker. If the daily limit of mails is reached, the
/// marker is held for the digest instead. If a step fails, the marker remains, and a sweep tries again.
pub(crate) async fn notify<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    record: &Record,
    claim: Claim,
    deadline: Instant,
) {
    let (store, time) = (&service.store, service.timeouts.mail);
    let within_limit = timeout_at(deadline - time, is_within_limit(service, record)).await;
    let Ok(Ok(within_limit)) = within_limit else {
        return log_pending(service, record, "mail not counted");
    };
    let claim = if claim.has_time_for(time) {
        claim
    } else {
        // Storing took so long that a sweep might take over the claim while this mail is being sent.
        let renewal = claim.renew(store, (service.clock)());
        match timeout_at(deadline - time, renewal).await {
            Ok(Ok(Some(claim))) if claim.has_time_for(time) => claim,
            _ => return log_pending(service, record, "stored too slowly to send at once"),
        }
    };
    if !within_limit {
        log(service, record, "info", "notification held", None);
        let moved = timeout_at(deadline, claim.move_to(store, held_key(record))).await;
        if !matches!(moved, Ok(Ok(()))) {
            log_pending(service, record, "marker not moved");
        }
        return;
    }
    let recorded = match send(service, form, record).await {
        Ok(()) => timeout_at(deadline, finish(service, record, claim)).await,
        Err(error) => {
            log_pending(service, record, &error.class);
            timeout_at(deadline, claim.release(store)).await
        }
    };
    if !matches!(recorded, Ok(Ok(()))) {
        log_pending(service, record, "marker not updated");
    }
}

/// Records that the mail for `record` was sent, and removes its marker. If only the removal succeeds, all is well.
///
/// # Errors
/// Returns an error if the marker can be neither removed nor updated.
pub(crate) async fn finish<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
    claim: Claim,
) -> Result<(), StoreError> {
    let (_, finished) = join(record_sent(service, record), claim.finish(&service.store)).await;
    finished
}

/// Sends the mail for `record`, and waits no longer than the service's timeout for mails.
///
/// # Errors
/// Returns an error if the mail cannot be rendered, or if the mailer fails or times out.
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
    timeout(service.timeouts.mail, mailer.send(&mail))
        .await
        .map_err(|_| MailError::new("timeout"))?
}

fn log_pending<S, M>(service: &Service<S, M>, record: &Record, class: &str) {
    log(service, record, "warn", "notification pending", Some(class));
}

fn log<S, M>(
    service: &Service<S, M>,
    record: &Record,
    level: &'static str,
    event: &'static str,
    error: Option<&str>,
) {
    (service.log)(&Line {
        level,
        event,
        id: Some(record.id.as_str()),
        form: Some(&record.form),
        error,
        ..Line::default()
    });
}
