//! Releases a submission from quarantine: accepts it like any other, so that the next sweep sends its mail.
//!
//! The objects are written in the order of every accepted submission: the marker, the file, and last the record. Only then is
//! anything removed from quarantine. If a release is interrupted, a second one completes it and repeats nothing.

use jiff::Timestamp;

use crate::accept::STALE;
use crate::id::{Id, NoRandom};
use crate::outbox::{Marker, marker_key, trapped_key};
use crate::record::{RESUMES, Record, StoredDocument, read_record, submission_key};
use crate::store::{Creation, Object, Store, StoreError};

use super::Entry;

/// Error for a submission that could not be released completely. It is still in quarantine.
#[derive(Debug, thiserror::Error)]
pub enum ReleaseError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No id could be created.
    #[error(transparent)]
    NoRandom(#[from] NoRandom),
}

/// Accepts the submission of a quarantined `entry`, and removes it from quarantine. Returns the reference of the accepted
/// submission. It is the same as before, unless another submission has that reference; then it is a new one. If the same
/// submission has already been accepted, it is only removed from quarantine. Fails if the store fails, or if no id can be created.
pub async fn release<S: Store>(
    store: &S,
    entry: &Entry,
    clock: fn() -> Timestamp,
) -> Result<Id, ReleaseError> {
    let trapped = &entry.record;
    let key = submission_key(&trapped.form, &trapped.id);
    let id = match read_record(store, &key).await? {
        Some(accepted) if accepted.digest == trapped.digest => accepted.id,
        Some(_) => accept(store, trapped, Id::random()?, clock).await?,
        None => accept(store, trapped, trapped.id.clone(), clock).await?,
    };
    store.delete(&trapped_key(trapped)).await?;
    if let Some(document) = &trapped.document {
        store.delete(&document.key).await?;
    }
    store.delete(&entry.key).await?;
    Ok(id)
}

/// Writes the marker, the file, and the record of an accepted submission with the content of `trapped`. Returns its id.
async fn accept<S: Store>(
    store: &S,
    trapped: &Record,
    id: Id,
    clock: fn() -> Timestamp,
) -> Result<Id, ReleaseError> {
    let now = clock();
    let mut record = Record {
        id,
        attempt: Id::random()?,
        ..trapped.clone()
    };
    record.document = trapped.document.as_ref().map(|document| StoredDocument {
        key: document_key(&record, document),
        ..document.clone()
    });
    let key = submission_key(&record.form, &record.id);
    let marker = Marker {
        record: key.clone(),
        document: record.document.as_ref().map(|stored| stored.key.clone()),
        created: now,
        claimed: None,
        sent: false,
    };
    let marker_key = marker_key(&record);
    store
        .replace(Object::json(marker_key.clone(), &marker)?)
        .await?;
    if let (Some(from), Some(to)) = (&trapped.document, &record.document) {
        let read = store.read(&from.key).await?;
        let (bytes, _) = read.ok_or_else(|| StoreError::new("the file is missing"))?;
        let object = Object {
            key: to.key.clone(),
            bytes,
            media_type: to.media_type.clone(),
            attachment: true,
        };
        store.replace(object).await?;
    }
    if clock().duration_since(now) > STALE {
        return Err(StoreError::new("stale").into());
    }
    if store.create(Object::json(key.clone(), &record)?).await? == Creation::Created {
        return Ok(record.id);
    }
    let written = read_record(store, &key)
        .await?
        .ok_or_else(|| StoreError::new("inconsistent"))?;
    if written.attempt != record.attempt {
        // Another release, or the visitor's retry, has accepted the submission in the meantime. The file goes first, because
        // the marker names it.
        if let Some(document) = &record.document {
            store.delete(&document.key).await?;
        }
        store.delete(&marker_key).await?;
    }
    if written.digest == record.digest {
        Ok(written.id)
    } else {
        Err(StoreError::new("another submission has this reference").into())
    }
}

/// Returns the key of the file of an accepted submission, with the extension that it had in quarantine.
fn document_key(record: &Record, document: &StoredDocument) -> String {
    let extension = document.key.rsplit('.').next().unwrap_or("bin");
    format!("{RESUMES}{}.{extension}", record.attempt_name())
}
