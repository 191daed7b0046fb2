//! The staff's inbox: lists, exports, erases, and releases stored submissions, and records what was done about them.
//!
//! An object that cannot be read or removed does not stop the operation. It is skipped and reported with the result.

mod csv;
mod entry;
mod event;
mod index;
mod release;
mod skipped;
mod subscribers;

use std::collections::{HashMap, HashSet};

use bytes::Bytes;
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::id::Id;
use crate::mail::MAIL;
use crate::outbox::{HELD, OUTBOX, OUTBOX_DEAD, is_trapped};
use crate::record::{QUARANTINE, RESUMES, Record, SUBMISSIONS};
use crate::store::{Listed, Store, StoreError};
use crate::value::address;

use event::{event, event_prefix, event_reference, latest_events};
use index::Index;
use skipped::list;
use subscribers::unsubscribe_addresses;

pub use csv::csv;
pub use entry::{Entry, Status};
pub use event::{EVENTS, Event, EventError, State, add_event, events};
pub use index::INDEX;
pub use release::{ReleaseError, release};
pub use skipped::{Skipped, by_reason, others};
pub(crate) use subscribers::has_left;
pub use subscribers::subscribers;

/// Name of the form by which people make requests about their own data.
pub const RIGHTS: &str = "rights";

/// Conditions that a submission has to meet. The default filter has none, so every submission meets it.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Name of the form that was submitted.
    pub form: Option<String>,
    /// Earliest time of arrival, inclusive.
    pub since: Option<Timestamp>,
    /// Latest time of arrival, exclusive.
    pub until: Option<Timestamp>,
    /// Status of the submission.
    pub status: Option<Status>,
    /// State of the work on the submission.
    pub state: Option<State>,
}

/// The submissions that meet a filter.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// Submissions sorted by time of arrival, oldest first.
    pub entries: Vec<Entry>,
    /// Objects that could not be read. Each may be a submission.
    pub skipped: Vec<Skipped>,
}

/// A submission that contains a person's email address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The submission.
    pub entry: Entry,
    /// Names of the fields that contain the address.
    pub fields: Vec<String>,
}

/// Receipt of an erasure: what was erased, and what was not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Receipt {
    /// Time of the erasure.
    pub erased: Timestamp,
    /// References of the submissions that were erased completely.
    pub submissions: Vec<Id>,
    /// Keys of all objects that were removed.
    pub objects: Vec<String>,
    /// References of the person's requests about their data, which were kept as evidence of what was asked and answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept_as_evidence: Vec<Id>,
    /// Objects that could not be removed, and unreadable objects that may belong to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<Skipped>,
    /// Objects of other attempts to send the same submissions, which may be running. A sweep removes them within an hour.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
    /// Number of erased submissions that were less than a year old. Rule 8(3) of the DPDP Rules 2025 requires that they are kept
    /// for a year.
    pub younger_than_a_year: usize,
}

/// Lists the submissions that meet `filter`.
pub async fn entries<S: Store>(store: &S, filter: &Filter) -> Listing {
    let mut index = Index::open(store).await;
    let folders = [OUTBOX, HELD, OUTBOX_DEAD, EVENTS, SUBMISSIONS, QUARANTINE];
    let listed = folders.map(async |folder| {
        let listed = store.list_parts(folder, &index.splits(folder)).await;
        listed.map_err(|error| Skipped::new(folder.to_owned(), &error))
    });
    let listed = join_all(listed).await;
    let mut skipped = Vec::new();
    let mut listed = listed.into_iter().map(|result| {
        result.unwrap_or_else(|one| {
            skipped.push(one);
            Vec::new()
        })
    });
    let mut next = || listed.next().unwrap_or_default();
    let mut open = HashMap::new();
    for status in [Status::Pending, Status::Held, Status::GivenUp] {
        for marker in next() {
            if let Some((_, name)) = marker.key.rsplit_once('/') {
                open.insert(name.to_owned(), status);
            }
        }
    }
    let latest = latest_events(next());
    let mut records = next();
    records.append(&mut next());
    drop(listed);
    let is_complete = skipped.is_empty();
    let chosen = records.into_iter().filter_map(|listed| {
        let known = index.get(&listed);
        let is_wanted =
            is_record(&listed.key) && (known.is_some() || filter.can_be_met_by(&listed));
        is_wanted.then_some((listed, known))
    });
    let records = store.read_unknown(chosen.collect()).await;
    index.add(&records);
    let mut entries = Vec::new();
    for (listed, content) in records {
        match entry(listed.key, content) {
            Ok(entry) => entries.extend(entry),
            Err(one) => skipped.push(one),
        }
    }
    let mut latest = read_events(store, &mut index, latest, &entries, &mut skipped).await;
    // Objects in a folder that could not be listed may still exist, so their copies are kept.
    if is_complete {
        index.save(store).await;
    }
    for entry in &mut entries {
        if entry.status != Status::Quarantined {
            entry.event = latest.remove(entry.record.id.as_str());
        }
    }
    for entry in &mut entries {
        if entry.status != Status::Quarantined
            && let Some(status) = open.get(&entry.record.attempt_name())
        {
            entry.status = *status;
        }
    }
    unsubscribe_addresses(&mut entries);
    entries.retain(|entry| filter.is_met_by(entry));
    entries
        .sort_by(|a, b| (a.record.received, &a.record.id).cmp(&(b.record.received, &b.record.id)));
    Listing { entries, skipped }
}

/// Reads the latest events of `entries`, which are among `latest`. Returns them by the reference of their submission.
async fn read_events<S: Store>(
    store: &S,
    index: &mut Index,
    mut latest: HashMap<String, Listed>,
    entries: &[Entry],
    skipped: &mut Vec<Skipped>,
) -> HashMap<String, Event> {
    let worked_on = entries
        .iter()
        .filter_map(|entry| latest.remove(entry.record.id.as_str()));
    let chosen = worked_on.map(|listed| {
        let known = index.get(&listed);
        (listed, known)
    });
    let read = store.read_unknown(chosen.collect()).await;
    index.add(&read);
    let mut events = HashMap::new();
    for (Listed { key, .. }, content) in read {
        let Some(id) = event_reference(&key) else {
            continue;
        };
        match event(&key, content) {
            Ok(event) => events.extend(event.map(|event| (id.to_owned(), event))),
            Err(one) => skipped.push(one),
        }
    }
    events
}

/// Reads the submissions with the reference `id`, usually one. A quarantined submission can have the reference of an accepted one.
/// The status does not tell whether the mail was sent: it is `Quarantined` or `Notified`.
pub async fn with_reference<S: Store>(store: &S, id: &str) -> Listing {
    let mut skipped = Vec::new();
    let name = format!("/{id}.json");
    let mut entries = Vec::new();
    for folder in [SUBMISSIONS, QUARANTINE] {
        for listed in list(store, folder, &mut skipped).await {
            if listed.key.ends_with(&name) {
                let content = store.read(&listed.key).await;
                match entry(listed.key, content.map(|read| read.map(|(bytes, _)| bytes))) {
                    Ok(entry) => entries.extend(entry),
                    Err(one) => skipped.push(one),
                }
            }
        }
    }
    Listing { entries, skipped }
}

/// Returns the submission that the object `key` with this content is, or `None` if it was removed in the meantime. The status is
/// `Quarantined` or `Notified`; the caller replaces the latter if there is still a marker.
fn entry(
    key: String,
    content: Result<Option<Bytes>, StoreError>,
) -> Result<Option<Entry>, Skipped> {
    let skipped = |reason: String| Skipped::new(key.clone(), &reason);
    let Some(bytes) = content.map_err(|error| skipped(error.to_string()))? else {
        return Ok(None);
    };
    let record: Record = serde_json::from_slice(&bytes)
        .map_err(|error| skipped(format!("not a record: {error}")))?;
    let (folder, status) = if key.starts_with(QUARANTINE) {
        (QUARANTINE.to_owned(), Status::Quarantined)
    } else {
        let folder = format!("{SUBMISSIONS}{}/", record.form);
        (folder, Status::Notified)
    };
    // An erasure derives the keys to remove from the record's form and id, so these must match the record's own key.
    if !key.starts_with(&folder) || !key.ends_with(&format!("/{}.json", record.id)) {
        let reason = format!("it contains record {} of form {}", record.id, record.form);
        return Err(skipped(reason));
    }
    Ok(Some(Entry {
        status,
        key,
        event: None,
        record,
    }))
}

/// Returns the submissions in which a field's whole value is the address `email`, and the objects that could not be read. Both are
/// cleaned as the value of an email field is, and compared in lower case, so `Asha <asha@example.com>` is found as well.
/// Returns nothing if `email` is not an address. In a field that the form does not declare, also compares the name and, in a JSON
/// list or object, each text.
pub async fn matching<S: Store>(store: &S, email: &str) -> (Vec<Match>, Vec<Skipped>) {
    // Any other text, especially an empty one, may also occur in the submissions of other people.
    let Some(email) = address(email) else {
        return (Vec::new(), Vec::new());
    };
    let Listing { entries, skipped } = entries(store, &Filter::default()).await;
    let matches = entries.into_iter().filter_map(|entry| {
        let is_email =
            |text: &str| address(text).is_some_and(|one| one.eq_ignore_ascii_case(&email));
        let fields = entry.record.fields.iter();
        let fields = fields.filter(|(_, text)| is_email(text));
        let undeclared = entry.record.undeclared.iter();
        let undeclared = undeclared.filter(|(name, text)| {
            // JSON may have been cut off, so it is not parsed. An address contains nothing that JSON escapes.
            let is_json = text.starts_with(['[', '{']);
            is_email(name) || is_email(text) || is_json && text.split('"').any(is_email)
        });
        let fields: Vec<String> = fields
            .chain(undeclared)
            .map(|(name, _)| name.to_owned())
            .collect();
        (!fields.is_empty()).then_some(Match { entry, fields })
    });
    (matches.collect(), skipped)
}

/// Divides the submissions of a person into those to erase and those to keep as evidence. If `only` contains references, these are to
/// be erased, and no others. Otherwise, requests about the person's data are kept: with their events, they are the only evidence of what
/// was asked and answered, and an open one must stay in the list until it is answered.
pub fn to_erase(matches: Vec<Match>, only: &[String]) -> (Vec<Match>, Vec<Match>) {
    let is_request = |one: &Match| one.entry.record.form == RIGHTS;
    let is_named = |one: &Match| only.iter().any(|id| id == one.entry.record.id.as_str());
    let (erased, mut kept): (Vec<Match>, Vec<Match>) = matches
        .into_iter()
        .partition(|one| is_named(one) || only.is_empty() && !is_request(one));
    kept.retain(is_request);
    (erased, kept)
}

/// Erases submissions with everything that belongs to them: files, markers and, if the store keeps them, mails.
///
/// Another attempt to send the same submission may be running. Its marker and its file stay: if it fails, a sweep removes both within an
/// hour, and if it succeeds after the record was erased, it is a new submission, which needs its file.
///
/// Objects that cannot be removed are skipped. The record is removed last, and only if everything else was removed, so that a
/// second call can find and remove the rest.
pub async fn erase<S: Store>(
    store: &S,
    entries: impl IntoIterator<Item = Entry>,
    now: Timestamp,
) -> Receipt {
    let mut receipt = Receipt {
        erased: now,
        submissions: Vec::new(),
        objects: Vec::new(),
        kept_as_evidence: Vec::new(),
        skipped: Vec::new(),
        left: Vec::new(),
        younger_than_a_year: 0,
    };
    let mut entries = entries.into_iter().peekable();
    if entries.peek().is_some() {
        // If the erasure is interrupted, no copies are left. If this fails, the last call reports it.
        drop(index::clear(store).await);
    }
    for Entry {
        key,
        record,
        status,
        ..
    } in entries
    {
        let before = receipt.skipped.len();
        let held = format!("{HELD}{}/", record.form);
        let events = format!("{EVENTS}{}/", record.form);
        let is_quarantined = status == Status::Quarantined;
        let folders = if is_quarantined {
            &[QUARANTINE, &held][..]
        } else {
            &[RESUMES, OUTBOX, &held, OUTBOX_DEAD, MAIL, &events]
        };
        let mut keys = Vec::new();
        // In this order: an attempt writes its marker before its file, so the marker of a file that is listed is listed as well.
        for folder in folders {
            let prefix = format!("{folder}{}", record.id);
            let listed = list(store, &prefix, &mut receipt.skipped).await;
            keys.extend(listed.into_iter().map(|listed| listed.key));
        }
        let running = running_attempts(&keys, &record);
        let is_running = |key: &String| {
            let name = key.strip_prefix(RESUMES).map(without_extension);
            name.or_else(|| key.strip_prefix(OUTBOX))
                .is_some_and(|name| running.contains(name))
        };
        let (left, mut keys): (Vec<String>, Vec<String>) = keys.into_iter().partition(is_running);
        receipt.left.extend(left);
        // An accepted submission and a quarantined one can have the same reference.
        keys.retain(|other| {
            let is_other_marker = other.starts_with(HELD) && is_trapped(other) != is_quarantined;
            *other != key && !is_other_marker
        });
        for other in keys {
            remove(store, other, &mut receipt).await;
        }
        if receipt.skipped.len() > before || !remove(store, key, &mut receipt).await {
            continue;
        }
        // An event may have been added in the meantime. Whoever adds one later finds no record, and removes it again.
        for event in list(store, &event_prefix(&record), &mut receipt.skipped).await {
            remove(store, event.key, &mut receipt).await;
        }
        if now.duration_since(record.received) < SignedDuration::from_hours(24 * 365) {
            receipt.younger_than_a_year += 1;
        }
        receipt.submissions.push(record.id);
    }
    let has_tried = !receipt.objects.is_empty() || !receipt.skipped.is_empty();
    if has_tried && let Err(error) = index::clear(store).await {
        receipt.skipped.push(Skipped::new(INDEX.to_owned(), &error));
    }
    receipt
}

/// Returns the names of the attempts with a marker among `keys`, except for the one that wrote `record`.
fn running_attempts(keys: &[String], record: &Record) -> HashSet<String> {
    let own = record.attempt_name();
    let names = keys.iter().filter_map(|key| key.strip_prefix(OUTBOX));
    names
        .filter(|name| *name != own)
        .map(str::to_owned)
        .collect()
}

fn without_extension(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(name, _)| name)
}

/// Removes an object, and records the outcome in the receipt. Returns whether the object was removed.
async fn remove<S: Store>(store: &S, key: String, receipt: &mut Receipt) -> bool {
    match store.delete(&key).await {
        Ok(()) => {
            receipt.objects.push(key);
            true
        }
        Err(error) => {
            receipt.skipped.push(Skipped::new(key, &error));
            false
        }
    }
}

impl Filter {
    fn is_met_by(&self, entry: &Entry) -> bool {
        self.form
            .as_ref()
            .is_none_or(|form| *form == entry.record.form)
            && self
                .since
                .is_none_or(|since| entry.record.received >= since)
            && self.until.is_none_or(|until| entry.record.received < until)
            && self.status.is_none_or(|status| status == entry.status)
            && self.state.is_none_or(|state| entry.state() == Some(state))
    }

    /// Returns whether an object may be the record of a submission that meets the filter. A record is written after the submission
    /// was received, except for the difference of two clocks, and in quarantine its key does not name the form.
    fn can_be_met_by(&self, Listed { key, modified, .. }: &Listed) -> bool {
        let form = key
            .strip_prefix(SUBMISSIONS)
            .and_then(|name| name.split('/').next());
        self.since
            .is_none_or(|since| *modified + SignedDuration::from_hours(1) >= since)
            && (form.is_none()
                || self
                    .form
                    .as_deref()
                    .is_none_or(|wanted| form == Some(wanted)))
    }
}

/// Returns whether an object is a record. The quarantine also contains uploaded files.
fn is_record(key: &str) -> bool {
    key.rsplit('.').next() == Some("json")
}
