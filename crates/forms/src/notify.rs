//! The notification of one submission, and what its marker says about it.

use tokio::time::{Instant, timeout, timeout_at};

use crate::form::Form;
use crate::log::Line;
use crate::mail::{MailError, Mailer, notification};
use crate::record::{Marker, Record, submission_key};
use crate::service::Service;
use crate::store::{Object, Store, StoreError};

/// Sends the notification and drops the marker; where that fails, the marker stays for the sweep.
pub(crate) async fn notify<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    record: &Record,
    marker: &Object,
    deadline: Instant,
) {
    let noted = match send(service, form, record).await {
        Ok(()) => timeout_at(deadline, service.store.delete(&marker.key)).await,
        Err(error) => {
            log_failure(service, record, &error.class);
            timeout_at(deadline, release(service, record, marker)).await
        }
    };
    // Either way the marker is there: at worst a later sweep sends a second mail, or waits a moment.
    if !matches!(noted, Ok(Ok(()))) {
        log_failure(service, record, "marker not updated");
    }
}

/// Says in the marker that this request will not send any more.
async fn release<S: Store, M>(
    service: &Service<S, M>,
    record: &Record,
    marker: &Object,
) -> Result<(), StoreError> {
    let key = submission_key(&record.form, record.received, &record.id);
    let released = Marker {
        record: key,
        created: record.received,
        released: true,
    };
    service
        .store
        .replace(Object::json(marker.key.clone(), &released)?)
        .await
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
    let mail = notification(
        pages,
        form,
        record,
        &settings.from,
        &settings.to,
        (service.clock)(),
    )
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
