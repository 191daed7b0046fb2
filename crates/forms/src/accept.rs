//! Accepts a checked submission: stores it, then sends the notification.
//!
//! Objects are written in an order that makes loss impossible: first the marker, then the file, and last the record, in
//! one conditional write. Each attempt has its own marker and file. The attempt that writes the record sends the mail. If
//! anything fails after that, the marker remains and a sweep sends the mail.

use jiff::{SignedDuration, Timestamp};
use tokio::time::{Instant, timeout};

use crate::check::Checked;
use crate::form::Form;
use crate::id::{Id, NoRandom};
use crate::identity::{Identity, Match, find_repeated};
use crate::mail::Mailer;
use crate::notify::notify;
use crate::outbox::{Claim, Marker, marker_key, trapped_key};
use crate::record::{QUARANTINE, RESUMES, Record, digest, read_record, submission_key};
use crate::service::Service;
use crate::store::{Creation, Object, Store, StoreError};

/// Age at which an attempt gives up instead of writing its record. This limits the time between marker and record. A sweep
/// that finds a marker without a record waits much longer before it removes the file.
pub(crate) const STALE: SignedDuration = SignedDuration::from_mins(5);

/// Result of accepting a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The submission was stored.
    Stored(Id),
    /// The submission was already stored, with this id.
    Repeated(Id),
    /// The trap field was filled in, so the submission was put into quarantine.
    Quarantined(Id),
    /// The idempotency key was already used for a different submission.
    KeyReused,
}

/// Reason why a submission could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No id could be created.
    #[error(transparent)]
    NoRandom(#[from] NoRandom),
}

/// Stores a checked submission, and sends the notification. Fails if the store fails or times out, or if no id can be created. The
/// submission may have been stored anyway. A mail that cannot be sent is not an error.
pub async fn accept<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    checked: &Checked,
    identity: Identity<'_>,
) -> Result<Outcome, Unavailable> {
    let deadline = Instant::now() + service.timeouts.total;
    let storing = store(service, form, checked, identity);
    let stored = timeout(service.timeouts.store, storing)
        .await
        .map_err(|_| StoreError::new("timeout"))??;
    match stored {
        Stored::New { record, claim } => {
            notify(service, &record, claim, deadline).await;
            Ok(Outcome::Stored(record.id))
        }
        Stored::NoMail(outcome) => Ok(outcome),
    }
}

/// Result of [`store`].
enum Stored {
    /// This attempt wrote the record, so it sends the mail.
    New { record: Box<Record>, claim: Claim },
    /// No mail is due for this outcome.
    NoMail(Outcome),
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
        let id = identity.id(form, &digest, &attempt);
        return quarantine(service, form, checked, id, digest, now).await;
    }
    let id = match find_repeated(service, form, &digest, identity, &attempt, now).await? {
        Match::New(id) => id,
        Match::Repeated(earlier) => return Ok(Stored::NoMail(repeated(*earlier, &digest))),
    };
    let mut record = Record::new(form, checked, RESUMES, id, attempt, digest, now);
    record.secret = secret(form)?;
    let key = submission_key(&form.name, &record.id);
    let marker = Marker {
        record: key.clone(),
        document: record.document.as_ref().map(|stored| stored.key.clone()),
        created: now,
        claimed: Some(now),
        sent: false,
    };
    // The marker is written first. It names the file, so a sweep can find a file that was left behind.
    let claim = Claim::new(&service.store, marker_key(&record), marker).await?;
    write_document(service, &record, checked).await?;
    if (service.clock)().duration_since(now) > STALE {
        return Err(StoreError::new("stale").into());
    }
    let object = Object::json(key.clone(), &record)?;
    if service.store.create(object).await? == Creation::Created {
        return Ok(Stored::New {
            record: Box::new(record),
            claim,
        });
    }
    let written = read_record(&service.store, &key)
        .await?
        .ok_or_else(|| StoreError::new("inconsistent"))?;
    if written.attempt == record.attempt {
        // The store wrote this record, but its response was lost and the write was retried.
        return Ok(Stored::New {
            record: Box::new(record),
            claim,
        });
    }
    claim.discard(&service.store).await?;
    Ok(Stored::NoMail(repeated(written, &record.digest)))
}

/// Stores a submission whose trap field was filled in. It gets no mail of its own, so its marker is written to the folder of
/// those that a digest reports, and only after the record: a digest never names a submission that does not exist. Attempts with
/// the same id share one file, because nothing in quarantine was accepted.
async fn quarantine<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    checked: &Checked,
    id: Id,
    digest: String,
    now: Timestamp,
) -> Result<Stored, Unavailable> {
    let mut record = Record::new(form, checked, QUARANTINE, id.clone(), id, digest, now);
    record.secret = secret(form)?;
    write_document(service, &record, checked).await?;
    let key = format!("{QUARANTINE}{}.json", record.id);
    let marker = Marker {
        record: key.clone(),
        document: None,
        created: now,
        claimed: None,
        sent: false,
    };
    service.store.create(Object::json(key, &record)?).await?;
    let marker = Object::json(trapped_key(&record), &marker)?;
    service.store.replace(marker).await?;
    Ok(Stored::NoMail(Outcome::Quarantined(record.id)))
}

/// Returns the secret of a new subscription, or `None` if the form is not for subscriptions.
fn secret(form: &Form) -> Result<Option<Id>, NoRandom> {
    form.double_opt_in.then(Id::random).transpose()
}

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
    service.store.replace(object).await.map(drop)
}

fn repeated(earlier: Record, digest: &str) -> Outcome {
    if earlier.digest == digest {
        Outcome::Repeated(earlier.id)
    } else {
        Outcome::KeyReused
    }
}
