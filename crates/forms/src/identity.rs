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

/// A content that comes again within this time is a double click.
const DOUBLE_CLICK: SignedDuration = SignedDuration::from_mins(10);
/// How long after a month's end a key is looked up in that month too.
const KEY_REMEMBERED: SignedDuration = SignedDuration::from_hours(72);

impl Identity<'_> {
    /// The id of a submission: the same for the same one, and the attempt's own where each is new.
    pub(crate) fn id(self, form: &Form, digest: &str, attempt: &Id, now: Timestamp) -> Id {
        match self {
            Self::New => attempt.clone(),
            Self::Key(key) => Id::from_parts(&[b"key", form.name.as_bytes(), key.as_bytes()]),
            Self::Content => content_id(digest, now),
        }
    }
}

/// A record of the same submission under a key that only an earlier time gives.
pub(crate) async fn earlier<S: Store, M>(
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
