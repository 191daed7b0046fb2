//! Which submissions are the same one.

use jiff::{SignedDuration, Timestamp};

use crate::accept::read_record;
use crate::form::Form;
use crate::id::Id;
use crate::record::{Record, month, submission_key};
use crate::service::Service;
use crate::store::{Store, StoreError};

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

/// Where a submission belongs.
pub(crate) enum Place {
    /// Nobody had this id when it was looked for. Only writing the record decides.
    Free(Id),
    /// It is this one, which was stored before.
    Taken(Box<Record>),
}

/// A content that comes again within this time is a double click.
const DOUBLE_CLICK: SignedDuration = SignedDuration::from_mins(10);
/// How long after a month's end a key is looked up in that month too.
const KEY_REMEMBERED: SignedDuration = SignedDuration::from_hours(72);
/// So often the same content is told apart in a month; whoever sends it still more often is not clicking twice.
const MOST_REPETITIONS: u32 = 30;

impl Identity<'_> {
    /// The id of a submission: the same for the same one, and the attempt's own where each is new.
    pub(crate) fn id(self, form: &Form, digest: &str, attempt: &Id) -> Id {
        match self {
            Self::New => attempt.clone(),
            Self::Key(key) => Id::from_parts(&[b"key", form.name.as_bytes(), key.as_bytes()]),
            Self::Content => content_id(digest, 0),
        }
    }
}

/// Looks for the submission that this one repeats.
pub(crate) async fn place<S: Store, M>(
    service: &Service<S, M>,
    form: &Form,
    digest: &str,
    identity: Identity<'_>,
    attempt: &Id,
    now: Timestamp,
) -> Result<Place, StoreError> {
    let id = identity.id(form, digest, attempt);
    match identity {
        Identity::New => Ok(Place::Free(id)),
        Identity::Key(_) => {
            let before = now - KEY_REMEMBERED;
            if month(before) == month(now) {
                return Ok(Place::Free(id));
            }
            let record = read_record(service, &submission_key(&form.name, before, &id)).await?;
            Ok(record.map_or(Place::Free(id), |record| Place::Taken(Box::new(record))))
        }
        Identity::Content => {
            let before = now - DOUBLE_CLICK;
            if month(before) != month(now)
                && let Place::Taken(record) =
                    among_repetitions(service, form, digest, attempt, before, before).await?
            {
                return Ok(Place::Taken(record));
            }
            among_repetitions(service, form, digest, attempt, now, before).await
        }
    }
}

/// The record of this content in the month of `time` that arrived after `before`, or the first id that is free there. All
/// who send the same content at the same time are given the same id: so only one of them writes the record.
async fn among_repetitions<S: Store, M>(
    service: &Service<S, M>,
    form: &Form,
    digest: &str,
    attempt: &Id,
    time: Timestamp,
    before: Timestamp,
) -> Result<Place, StoreError> {
    for repetition in 0..MOST_REPETITIONS {
        let id = content_id(digest, repetition);
        match read_record(service, &submission_key(&form.name, time, &id)).await? {
            None => return Ok(Place::Free(id)),
            Some(record) if record.received > before => return Ok(Place::Taken(Box::new(record))),
            Some(_) => {}
        }
    }
    Ok(Place::Free(attempt.clone()))
}

fn content_id(digest: &str, repetition: u32) -> Id {
    Id::from_parts(&[b"content", digest.as_bytes(), &repetition.to_be_bytes()])
}
