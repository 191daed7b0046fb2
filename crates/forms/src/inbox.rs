//! What the staff do with stored submissions: look at them, export them, erase a person's.

mod csv;

use std::collections::HashMap;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::id::Id;
use crate::mail::MAIL;
use crate::outbox::{OUTBOX, OUTBOX_DEAD};
use crate::record::{QUARANTINE, Record, SUBMISSIONS};
use crate::store::{Store, StoreError};
use crate::value::is_address;

pub use csv::csv;

/// How many records are read at the same time.
const READ_AT_ONCE: usize = 16;

/// How far a submission got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The firm was told.
    Notified,
    /// The firm is still to be told.
    Pending,
    /// The firm could not be told for a day.
    GivenUp,
    /// The trap field was filled in.
    Quarantined,
}

/// A stored submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// How far it got.
    pub status: Status,
    /// Key of its record.
    pub key: String,
    /// What was stored.
    #[serde(flatten)]
    pub record: Record,
}

/// Which submissions are meant; nothing set means all.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Of this form.
    pub form: Option<String>,
    /// Received at this time or later.
    pub since: Option<Timestamp>,
    /// Received before this time.
    pub until: Option<Timestamp>,
    /// That got this far.
    pub status: Option<Status>,
}

/// What was erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Receipt {
    /// When.
    pub erased: Timestamp,
    /// References of the submissions.
    pub submissions: Vec<Id>,
    /// Keys of every object that was removed.
    pub objects: Vec<String>,
    /// How many of the submissions were younger than the year that rule 8(3) of the DPDP Rules 2025 asks to keep.
    pub younger_than_a_year: usize,
}

/// The submissions that `filter` means, oldest first.
///
/// # Errors
/// When the store fails or holds something that is no record.
pub async fn entries<S: Store>(store: &S, filter: &Filter) -> Result<Vec<Entry>, StoreError> {
    let mut open = HashMap::new();
    for (folder, status) in [(OUTBOX, Status::Pending), (OUTBOX_DEAD, Status::GivenUp)] {
        for listed in store.list(folder).await? {
            open.insert(id_of(&listed.key).to_owned(), status);
        }
    }
    let prefix = filter.form.as_ref().map_or(SUBMISSIONS.to_owned(), |form| {
        format!("{SUBMISSIONS}{form}/")
    });
    let mut entries = Vec::new();
    for (folder, quarantined) in [(prefix.as_str(), false), (QUARANTINE, true)] {
        let keys = store.list(folder).await?.into_iter();
        let records: Vec<Option<(String, Record)>> =
            stream::iter(keys.filter(|listed| is_record(&listed.key)))
                .map(|listed| read(store, listed.key))
                .buffered(READ_AT_ONCE)
                .try_collect()
                .await?;
        for (key, record) in records.into_iter().flatten() {
            let status = if quarantined {
                Status::Quarantined
            } else {
                open.get(record.id.as_str())
                    .copied()
                    .unwrap_or(Status::Notified)
            };
            entries.push(Entry {
                status,
                key,
                record,
            });
        }
    }
    entries.retain(|entry| filter.means(entry));
    entries
        .sort_by(|a, b| (a.record.received, &a.record.id).cmp(&(b.record.received, &b.record.id)));
    Ok(entries)
}

/// The record `key`, if it is still there.
async fn read<S: Store>(store: &S, key: String) -> Result<Option<(String, Record)>, StoreError> {
    let Some((bytes, _)) = store.read(&key).await? else {
        return Ok(None);
    };
    match serde_json::from_slice(&bytes) {
        Ok(record) => Ok(Some((key, record))),
        Err(_) => Err(StoreError::new(format!("{key} is no record"))),
    }
}

/// Removes everything that was stored of the person with this email address: records, files, markers and, where there
/// are any, mails. What is no address is nobody's.
///
/// # Errors
/// When the store fails; what was removed until then stays removed, and a second call removes the rest.
pub async fn erase<S: Store>(
    store: &S,
    email: &str,
    now: Timestamp,
) -> Result<Receipt, StoreError> {
    let email = email.trim();
    let theirs = |entry: &Entry| {
        let mut fields = entry.record.fields.iter();
        // Anything else, an empty text above all, is what strangers wrote into some field too.
        is_address(email) && fields.any(|(_, text)| text.trim().eq_ignore_ascii_case(email))
    };
    let mut receipt = Receipt {
        erased: now,
        submissions: Vec::new(),
        objects: Vec::new(),
        younger_than_a_year: 0,
    };
    for entry in entries(store, &Filter::default())
        .await?
        .into_iter()
        .filter(theirs)
    {
        let Entry { key, record, .. } = entry;
        let mut keys: Vec<String> = record
            .document
            .map(|document| document.key)
            .into_iter()
            .collect();
        for folder in [OUTBOX, OUTBOX_DEAD, MAIL] {
            keys.extend(
                store
                    .list(&format!("{folder}{}", record.id))
                    .await?
                    .into_iter()
                    .map(|listed| listed.key),
            );
        }
        // The record goes last: until then a call that failed can be made again.
        keys.push(key);
        for key in keys {
            store.delete(&key).await?;
            receipt.objects.push(key);
        }
        if now.duration_since(record.received) < SignedDuration::from_hours(24 * 365) {
            receipt.younger_than_a_year += 1;
        }
        receipt.submissions.push(record.id);
    }
    Ok(receipt)
}

impl Filter {
    fn means(&self, entry: &Entry) -> bool {
        self.form
            .as_ref()
            .is_none_or(|form| *form == entry.record.form)
            && self
                .since
                .is_none_or(|since| entry.record.received >= since)
            && self.until.is_none_or(|until| entry.record.received < until)
            && self.status.is_none_or(|status| status == entry.status)
    }
}

/// Files stand beside the records of quarantine.
fn is_record(key: &str) -> bool {
    key.rsplit('.').next() == Some("json")
}

/// The id in a marker's key: `outbox/<id>` or `outbox/<id>.<attempt>`.
fn id_of(key: &str) -> &str {
    let name = key.rsplit('/').next().unwrap_or_default();
    name.split('.').next().unwrap_or_default()
}
