//! What becomes of a checked submission: it is stored, and only then anything else happens.
//!
//! The order makes a loss impossible: file and marker first, then the record in one conditional write.
//! Whoever writes the record notifies. Whatever fails later leaves the marker, which the sweep finds.

use futures_util::future::try_join;
use jiff::Timestamp;
use tokio::time::{Instant, timeout};

use crate::check::Checked;
use crate::form::Form;
use crate::id::{Id, NoRandom};
use crate::identity::{Identity, earlier};
use crate::mail::Mailer;
use crate::notify::notify;
use crate::record::{Marker, OUTBOX, QUARANTINE, RESUMES, Record, digest, submission_key};
use crate::service::Service;
use crate::store::{Creation, Object, Store, StoreError};

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
    let deadline = Instant::now() + service.patience.all;
    let storing = store(service, form, checked, identity);
    let stored = timeout(service.patience.store, storing)
        .await
        .map_err(|_| StoreError::new("timeout"))??;
    match stored {
        Stored::New { record, marker } => {
            notify(service, form, &record, &marker, deadline).await;
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
    let id = identity.id(form, &digest, &attempt, now);
    if checked.trapped {
        return quarantine(service, form, checked, id, attempt, now).await;
    }
    if let Some(earlier) = earlier(service, form, &digest, identity, &id, now).await? {
        return Ok(Stored::Kept(repeated(earlier, &digest)));
    }
    let record = Record::new(form, checked, RESUMES, id, attempt, now);
    let key = submission_key(&form.name, now, &record.id);
    // Each attempt has a marker of its own: one that finds the record written removes only its own.
    let marker_key = if record.id == record.attempt {
        format!("{OUTBOX}{}", record.id)
    } else {
        format!("{OUTBOX}{}.{}", record.id, record.attempt)
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
    let kept = written.document.as_ref().map(|document| &document.key);
    if let Some(own) = record.document.as_ref().map(|document| &document.key)
        && kept != Some(own)
    {
        service.store.delete(own).await?;
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
