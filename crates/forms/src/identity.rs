//! Recognizes repeated submissions.

use jiff::{SignedDuration, Timestamp};

use crate::form::Form;
use crate::id::Id;
use crate::record::{Record, read_record, submission_key};
use crate::service::Service;
use crate::store::{Store, StoreError};

/// Evidence that tells a repeated submission from a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity<'a> {
    /// No evidence: every submission is new.
    New,
    /// The request's `Idempotency-Key`.
    Key(&'a str),
    /// The content. A form posted without JavaScript has no key, and a double click posts it twice.
    Content,
}

/// Result of looking for the submission that another one repeats.
pub(crate) enum Match {
    /// The submission is new and can have this id, unless another attempt writes a record with it first.
    New(Id),
    /// The submission repeats this stored one.
    Repeated(Box<Record>),
}

/// Time within which the same content counts as a double click.
const DOUBLE_CLICK: SignedDuration = SignedDuration::from_mins(10);
/// Maximum number of submissions with the same content that are compared. Any further one counts as new.
const MOST_REPETITIONS: u32 = 30;

impl Identity<'_> {
    /// Returns the id of a submission. Repetitions get the same id; if every submission is new, this is the id of the attempt.
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
/// Submissions with the same content have numbered ids, which do not depend on the time. Attempts that send the same content
/// at the same moment therefore get the same id, and only one of them writes the record.
pub(crate) async fn find_repeated<S: Store, M>(
    service: &Service<S, M>,
    form: &Form,
    digest: &str,
    identity: Identity<'_>,
    attempt: &Id,
    now: Timestamp,
) -> Result<Match, StoreError> {
    if identity != Identity::Content {
        return Ok(Match::New(identity.id(form, digest, attempt)));
    }
    for repetition in 0..MOST_REPETITIONS {
        let id = content_id(digest, repetition);
        match read_record(&service.store, &submission_key(&form.name, &id)).await? {
            None => return Ok(Match::New(id)),
            Some(record) if record.received > now - DOUBLE_CLICK => {
                return Ok(Match::Repeated(Box::new(record)));
            }
            Some(_) => {}
        }
    }
    Ok(Match::New(attempt.clone()))
}

fn content_id(digest: &str, repetition: u32) -> Id {
    Id::from_parts(&[b"content", digest.as_bytes(), &repetition.to_be_bytes()])
}
