//! Sends the mail that notifies the firm of a submission.

use futures_util::future::join;
use tokio::time::{Instant, timeout, timeout_at};

use crate::form::Form;
use crate::log::Line;
use crate::mail::{Mail, MailError, Mailer, invitation, notification};
use crate::mail_limit::{Sent, is_within_limit, may_invite, record_sent};
use crate::outbox::{Claim, RECORDING_TIME, held_key};
use crate::record::Record;
use crate::service::Service;
use crate::store::{Store, StoreError};

/// Sends the mail for a submission that was just stored, and removes the marker. If the daily limit of mails is reached, the
/// marker is held for the digest instead; that of a subscription remains. If a step fails, the marker remains, and a sweep tries again.
pub(crate) async fn notify<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
    claim: Claim,
    deadline: Instant,
) {
    let (store, time) = (&service.store, service.timeouts.mail);
    // The form that accepted the submission may be a translation, and the firm reads its mail in the main language.
    let Some(form) = service.form(&record.form) else {
        return log_pending(service, record, "unknown form");
    };
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
    if !within_limit && record.secret.is_some() {
        // The digest would reach the firm, but not the subscriber, so the marker waits for a day with room.
        log_pending(service, record, "limit of mails reached");
        let released = timeout_at(deadline, claim.release(store)).await;
        if !matches!(released, Ok(Ok(()))) {
            log_pending(service, record, "marker not updated");
        }
        return;
    }
    if !within_limit {
        log(service, record, "info", "notification held", None);
        let moved = timeout_at(deadline, claim.move_to(store, held_key(record))).await;
        if !matches!(moved, Ok(Ok(()))) {
            log_pending(service, record, "marker not moved");
        }
        return;
    }
    let sent = send(
        service,
        form,
        record,
        Sent::default(),
        (&claim, deadline - RECORDING_TIME),
    );
    let recorded = match sent.await {
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

/// Records that the mails for `record` were sent, and removes their marker. If only the removal succeeds, all is well. Fails if the marker
/// can be neither removed nor updated.
pub(crate) async fn finish<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
    claim: Claim,
) -> Result<(), StoreError> {
    let last = record_sent(service, record, record.secret.is_some());
    let (_, finished) = join(last, claim.finish(&service.store)).await;
    finished
}

/// Sends the mails for `record` except those that were `sent`: the notification, and the invitation of a subscriber. Waits no longer
/// than the service's timeout for each mail. The invitation is left to the next sweep if there is no time to send it before the claim
/// expires or the `deadline` passes. Whoever was invited often enough today is not invited again. Fails if a mail cannot be rendered or was
/// not sent, or if the mailer fails or times out.
pub(crate) async fn send<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    record: &Record,
    sent: Sent,
    (claim, deadline): (&Claim, Instant),
) -> Result<(), MailError> {
    let Service {
        pages, settings, ..
    } = service;
    let (now, time) = ((service.clock)(), service.timeouts.mail);
    let template = |_| MailError::new("template");
    let invitation = invitation(pages, form, record, settings, now).map_err(template)?;
    let invitation = invitation.filter(|_| !sent.invitation);
    if !sent.notification {
        let mail = notification(pages, form, record, settings, now).map_err(template)?;
        send_one(service, &mail).await?;
        if invitation.is_some() {
            // Otherwise, if the invitation failed, the next sweep would send the notification again.
            let recording = timeout(RECORDING_TIME, record_sent(service, record, false)).await;
            let recorded = recording.map_err(|_| MailError::new("timeout"))?;
            recorded.map_err(|error| MailError::new(error.class))?;
        }
    }
    let Some(invitation) = invitation else {
        return Ok(());
    };
    let counting = timeout(RECORDING_TIME, may_invite(service, record)).await;
    let counting = counting.map_err(|_| MailError::new("timeout"))?;
    if !counting.map_err(|error| MailError::new(error.class))? {
        return Ok(());
    }
    if !claim.has_time_for(time) || Instant::now() + time > deadline {
        return Err(MailError::new("no time for the invitation"));
    }
    send_one(service, &invitation).await
}

async fn send_one<S: Store, M: Mailer>(
    service: &Service<S, M>,
    mail: &Mail,
) -> Result<(), MailError> {
    timeout(service.timeouts.mail, service.mailer.send(mail))
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
