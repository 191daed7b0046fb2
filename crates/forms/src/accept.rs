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
use crate::identity::{Identity, Place, place};
use crate::mail::Mailer;
use crate::notify::{BUSY, notify};
use crate::record::{Marker, QUARANTINE, RESUMES, Record, digest};
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
            notify(service, form, &record, marker, deadline).await;
            Ok(Outcome::Stored(record.id))
        }
        Stored::Kept(outcome) => Ok(outcome),
    }
}

/// How storing ended.
enum Stored {
    /// This attempt wrote the record: it is the one to notify.
    New { record: Box<Record>, marker: Marker },
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
    if checked.trapped {
        return quarantine(service, form, checked, identity, attempt, now).await;
    }
    let id = match place(service, form, &digest, identity, &attempt, now).await? {
        Place::Free(id) => id,
        Place::Taken(earlier) => return Ok(Stored::Kept(repeated(*earlier, &digest))),
    };
    let record = Record::new(form, checked, RESUMES, id, attempt, now);
    let (key, marker_key) = (record.key(), record.marker_key());
    let marker = Marker {
        record: key.clone(),
        created: now,
        busy_until: now + BUSY,
        sent: false,
    };
    try_join(
        service
            .store
            .create(Object::json(marker_key.clone(), &marker)?),
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
    service.store.delete(&marker_key).await?;
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
    identity: Identity<'_>,
    attempt: Id,
    now: Timestamp,
) -> Result<Stored, Unavailable> {
    let id = identity.id(form, &digest(form, checked), &attempt);
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
