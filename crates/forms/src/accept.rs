//! What becomes of a checked submission: it is stored, and only then anything else happens.
//!
//! The order makes a loss impossible: file and marker first, then the record in one conditional write.
//! Whoever writes the record notifies. Whatever fails later leaves the marker, which the sweep finds.

use futures_util::future::try_join;
use jiff::{SignedDuration, Timestamp};
use tokio::time::timeout;

use crate::check::Checked;
use crate::form::Form;
use crate::id::{Id, NoRandom};
use crate::log::Line;
use crate::mail::{MailError, Mailer, notification};
use crate::record::{Marker, OUTBOX, QUARANTINE, Record, digest, month, submission_key};
use crate::service::Service;
use crate::store::{Creation, Object, Store, StoreError};

/// What tells a repeated submission from a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity<'a> {
    /// Nothing: each one is new.
    New,
    /// The visitor's `Idempotency-Key`.
    Key(&'a str),
    /// The content: a form posted without JavaScript has no key, and is posted twice by a double click.
    Content,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is stored.
    Stored(Id),
    /// It was stored before, with this id.
    Repeated(Id),
    /// The trap field was filled in; it is kept apart.
    Quarantined(Id),
    /// Another submission was made with this key.
    KeyReused,
}

/// It could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no id to store it under.
    #[error(transparent)]
    NoRandom(#[from] NoRandom),
}

/// A content that comes again within this time is a double click.
const DOUBLE_CLICK: SignedDuration = SignedDuration::from_mins(10);
/// How long after a month's end a key is looked up in that month too.
const KEY_REMEMBERED: SignedDuration = SignedDuration::from_hours(72);

/// Stores `checked`, and notifies the firm of it.
///
/// # Errors
/// When it is not certain to be stored. A failed notification is no error.
pub async fn accept<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    checked: &Checked,
    identity: Identity<'_>,
) -> Result<Outcome, Unavailable> {
    let storing = store(service, form, checked, identity);
    let stored = timeout(service.patience.store, storing)
        .await
        .map_err(|_| StoreError::new("timeout"))??;
    match stored {
        Stored::New { record, marker } => {
            notify(service, form, &record, &marker).await;
            Ok(Outcome::Stored(record.id))
        }
        Stored::Kept(outcome) => Ok(outcome),
    }
}

/// How storing ended.
enum Stored {
    /// This attempt wrote the record: it is the one to notify.
    New { record: Box<Record>, marker: Object },
    /// Nobody has to be notified.
    Kept(Outcome),
}

async fn store<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    checked: &Checked,
    identity: Identity<'_>,
) -> Result<Stored, Unavailable> {
    let now = (service.clock)();
    let digest = digest(form, checked);
    let attempt = Id::random()?;
    let id = match identity {
        Identity::New => attempt.clone(),
        Identity::Key(key) => Id::from_parts(&[b"key", form.name.as_bytes(), key.as_bytes()]),
        Identity::Content => content_id(&digest, now),
    };
    if checked.trapped {
        return quarantine(service, form, checked, id, attempt, now).await;
    }
    if let Some(earlier) = earlier(service, form, &digest, identity, &id, now).await? {
        return Ok(Stored::Kept(repeated(earlier, &digest)));
    }
    let record = Record::new(form, checked, crate::record::RESUMES, id, attempt, now);
    let key = submission_key(&form.name, now, &record.id);
    // Each attempt has a marker of its own: one that finds the record written removes only its own.
    let marker_key = match identity {
        Identity::New => format!("{OUTBOX}{}", record.id),
        Identity::Key(_) | Identity::Content => format!("{OUTBOX}{}.{}", record.id, record.attempt),
    };
    let marker = Object::json(
        marker_key,
        &Marker {
            record: key.clone(),
            created: now,
            released: false,
        },
    )?;
    try_join(
        service.store.create(marker.clone()),
        write_document(service, &record, checked),
    )
    .await?;
    if service
        .store
        .create(Object::json(key.clone(), &record)?)
        .await?
        == Creation::Created
    {
        return Ok(Stored::New {
            record: Box::new(record),
            marker,
        });
    }
    let written = read_record(service, &key)
        .await?
        .ok_or_else(|| StoreError::new("inconsistent"))?;
    if written.attempt == record.attempt {
        // The store had written it, and its answer was lost.
        return Ok(Stored::New {
            record: Box::new(record),
            marker,
        });
    }
    service.store.delete(&marker.key).await?;
    if let (Some(document), true) = (&record.document, written.document != record.document) {
        service.store.delete(&document.key).await?;
    }
    Ok(Stored::Kept(repeated(written, &digest)))
}

/// Keeps a trapped submission apart. The steps are those of an accepted one, without a marker.
async fn quarantine<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    checked: &Checked,
    id: Id,
    attempt: Id,
    now: Timestamp,
) -> Result<Stored, Unavailable> {
    let record = Record::new(form, checked, QUARANTINE, id, attempt, now);
    write_document(service, &record, checked).await?;
    service
        .store
        .create(Object::json(
            format!("{QUARANTINE}{}.json", record.id),
            &record,
        )?)
        .await?;
    Ok(Stored::Kept(Outcome::Quarantined(record.id)))
}

/// Writes the file. The same file may be there from an attempt that failed: writing it again makes it young, and
/// the sweep removes only old files.
async fn write_document<S: Store, M>(
    service: &Service<S, M>,
    record: &Record,
    checked: &Checked,
) -> Result<(), StoreError> {
    let (Some(stored), Some(document)) = (&record.document, &checked.document) else {
        return Ok(());
    };
    let object = Object {
        key: stored.key.clone(),
        bytes: document.bytes.clone(),
        media_type: stored.media_type.clone(),
        attachment: true,
    };
    service.store.replace(object).await
}

/// A record of the same submission under a key that only an earlier time gives.
async fn earlier<S: Store, M>(
    service: &Service<S, M>,
    form: &Form,
    digest: &str,
    identity: Identity<'_>,
    id: &Id,
    now: Timestamp,
) -> Result<Option<Record>, StoreError> {
    match identity {
        Identity::New => Ok(None),
        Identity::Key(_) => {
            let before = now - KEY_REMEMBERED;
            if month(before) == month(now) {
                return Ok(None);
            }
            read_record(service, &submission_key(&form.name, before, id)).await
        }
        Identity::Content => {
            let before = now - DOUBLE_CLICK;
            let key = submission_key(&form.name, before, &content_id(digest, before));
            let record = read_record(service, &key).await?;
            Ok(record.filter(|record| record.received > before))
        }
    }
}

/// The id of a content, the same for ten minutes by the clock.
fn content_id(digest: &str, time: Timestamp) -> Id {
    let window = time.as_second().div_euclid(DOUBLE_CLICK.as_secs());
    Id::from_parts(&[b"content", digest.as_bytes(), &window.to_be_bytes()])
}

fn repeated(earlier: Record, digest: &str) -> Outcome {
    if earlier.digest == digest {
        Outcome::Repeated(earlier.id)
    } else {
        Outcome::KeyReused
    }
}

/// Reads the record `key`.
///
/// # Errors
/// When the store fails, or holds something else under this key.
pub(crate) async fn read_record<S: Store, M>(
    service: &Service<S, M>,
    key: &str,
) -> Result<Option<Record>, StoreError> {
    let Some(bytes) = service.store.read(key).await? else {
        return Ok(None);
    };
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(|_| StoreError::new("unreadable record"))
}

/// Sends the notification and drops the marker; where that fails, the marker stays for the sweep.
async fn notify<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    record: &Record,
    marker: &Object,
) {
    let noted = match send(service, form, record).await {
        Ok(()) => timeout(service.patience.note, service.store.delete(&marker.key)).await,
        Err(error) => {
            log_failure(service, record, &error.class);
            timeout(service.patience.note, release(service, record, marker)).await
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
