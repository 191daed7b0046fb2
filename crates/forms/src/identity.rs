//! Which submissions are the same one.

use jiff::{SignedDuration, Timestamp};

use crate::form::Form;
use crate::id::Id;
use crate::record::{Record, read_record, submission_key};
use crate::service::Service;
use crate::store::{Store, StoreError};

/// Evidence that tells a repeated submission from a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity<'a> {
    /// Nothing: every submission is new.
    New,
    /// The visitor's `Idempotency-Key`.
    Key(&'a str),
    /// The content. A form posted without JavaScript has no key, and a double click posts it twice.
    Content,
}

/// Place of a submission among the stored ones.
pub(crate) enum Place {
    /// Under this id, which was free when it was looked up. Writing the record decides.
    Free(Id),
    /// The submission repeats this stored one.
    Taken(Box<Record>),
}

/// The same content within this time is a double click.
const DOUBLE_CLICK: SignedDuration = SignedDuration::from_mins(10);
/// Maximum number of submissions with the same content that are compared; beyond it, every further one counts as new.
const MOST_REPETITIONS: u32 = 30;

impl Identity<'_> {
    /// Returns the id of a submission: the same for repetitions, and the attempt's own if every submission is new.
    pub(crate) fn id(self, form: &Form, digest: &str, attempt: &Id) -> Id {
        match self {
            Self::New => attempt.clone(),
            Self::Key(key) => Id::from_parts(&[b"key", form.name.as_bytes(), key.as_bytes()]),
            Self::Content => content_id(digest, 0),
        }
    }
}

/// Looks for the submission that this one repeats.
///
/// A content's ids are counted up and never derived from the time, so everybody who sends the same content at the same
/// moment gets the same id, and only one of them writes the record.
pub(crate) async fn place<S: Store, M>(
    service: &Service<S, M>,
    form: &Form,
    digest: &str,
    identity: Identity<'_>,
    attempt: &Id,
    now: Timestamp,
) -> Result<Place, StoreError> {
    if identity != Identity::Content {
        return Ok(Place::Free(identity.id(form, digest, attempt)));
    }
    for repetition in 0..MOST_REPETITIONS {
        let id = content_id(digest, repetition);
        match read_record(&service.store, &submission_key(&form.name, &id)).await? {
            None => return Ok(Place::Free(id)),
            Some(record) if record.received > now - DOUBLE_CLICK => {
                return Ok(Place::Taken(Box::new(record)));
            }
            Some(_) => {}
        }
    }
    Ok(Place::Free(attempt.clone()))
}

fn content_id(digest: &str, repetition: u32) -> Id {
    Id::from_parts(&[b"content", digest.as_bytes(), &repetition.to_be_bytes()])
}
