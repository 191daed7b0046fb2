//! What the staff have done about a submission: events beside its record, which are only ever added.
//!
//! The events of a submission are numbered. Each is written with one conditional write, so only one of several people who act at
//! the same moment succeeds, and everybody else learns who was first.

use std::collections::HashMap;

use bytes::Bytes;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::id::{Id, NoRandom};
use crate::record::Record;
use crate::store::{Creation, Listed, Object, Store, StoreError};

use super::skipped::{Skipped, list};

/// Folder of events.
pub const EVENTS: &str = "events/";
/// Maximum number of events of one submission.
const MOST_EVENTS: usize = 999;

/// State of the work on a submission.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Nobody has taken the submission.
    #[default]
    New,
    /// Somebody is working on it.
    Taken,
    /// The sender has an answer.
    Answered,
    /// Nothing is left to do.
    Closed,
    /// The holder of the address has confirmed the subscription.
    Confirmed,
    /// The subscriber has unsubscribed.
    Unsubscribed,
}

/// Something that the staff have done about a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// State of the submission since then.
    pub state: State,
    /// Time of the event.
    pub at: Timestamp,
    /// Who did it.
    pub by: String,
    /// Note for the other members of the staff; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Id of the attempt that wrote this event. An attempt that did not get the store's response recognizes its own event by it.
    pub attempt: Id,
}

/// Reason why an event was not added.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// The store failed. The event may have been added anyway.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No id could be created.
    #[error(transparent)]
    NoRandom(#[from] NoRandom),
    /// The submission does not exist any more.
    #[error("the submission was erased")]
    Erased,
    /// The latest event cannot be read, so nobody knows whether it allows this one.
    #[error("`{}` cannot be read: {}", .0.key, .0.reason)]
    Unreadable(Skipped),
    /// The latest event does not allow this one: the submission has this state already, or somebody else has taken it.
    #[error("it is already {}", .0.state.as_str())]
    NotPossible(Box<Event>),
}

impl State {
    /// Returns the state as text, the same in tables and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Taken => "taken",
            Self::Answered => "answered",
            Self::Closed => "closed",
            Self::Confirmed => "confirmed",
            Self::Unsubscribed => "unsubscribed",
        }
    }

    /// Returns whether an event that leads to this state may follow one that led to `last`. What was answered or closed can be
    /// taken again, because a sender may write back. What a subscriber has decided, only the subscriber can change, and who has
    /// unsubscribed has to subscribe again.
    fn may_follow(self, last: Self) -> bool {
        match (self, last) {
            (_, Self::Unsubscribed) | (Self::Confirmed, Self::Confirmed) => false,
            (Self::Confirmed | Self::Unsubscribed, _) => true,
            (_, Self::Confirmed) => false,
            _ => self != last && (last != Self::Closed || self == Self::Taken),
        }
    }
}

/// Adds an event to the submission `record`, whose key is `key`. Fails if the store fails, if the submission was erased, or if its latest
/// event cannot be read or does not allow this one.
pub async fn add_event<S: Store>(
    store: &S,
    key: &str,
    record: &Record,
    event: Event,
) -> Result<(), EventError> {
    let mut number = 0;
    for listed in store.list(&event_prefix(record)).await?.iter().rev() {
        let Some(last_number) = event_number(&listed.key) else {
            continue;
        };
        number = last_number;
        if let Some(last) = read_event(store, &listed.key).await?
            && !event.state.may_follow(last.state)
        {
            return Err(EventError::NotPossible(Box::new(last)));
        }
        break;
    }
    let event_key = event_key(record, number + 1)?;
    let object = Object::json(event_key.clone(), &event)?;
    if store.create(object).await? == Creation::Exists {
        let first = read_event(store, &event_key).await?;
        let first = first.ok_or_else(|| StoreError::new("inconsistent"))?;
        if first.attempt != event.attempt {
            return Err(EventError::NotPossible(Box::new(first)));
        }
    }
    // The submission may have been erased after its events were read.
    if store.read(key).await?.is_none() {
        store.delete(&event_key).await?;
        return Err(EventError::Erased);
    }
    Ok(())
}

/// Returns all readable events of a submission, oldest first, and the objects that could not be read.
pub async fn events<S: Store>(store: &S, record: &Record) -> (Vec<Event>, Vec<Skipped>) {
    let (mut events, mut skipped) = (Vec::new(), Vec::new());
    for Listed { key, .. } in list(store, &event_prefix(record), &mut skipped).await {
        if event_number(&key).is_none() {
            continue;
        }
        let content = store.read(&key).await;
        match event(&key, content.map(|read| read.map(|(bytes, _)| bytes))) {
            Ok(event) => events.extend(event),
            Err(one) => skipped.push(one),
        }
    }
    (events, skipped)
}

/// Returns the latest events by the reference of their submission.
pub(super) fn latest_events(listed: Vec<Listed>) -> HashMap<String, Listed> {
    // A listing is sorted by key, so a later event replaces an earlier one.
    let by_reference = listed.into_iter().filter_map(|listed| {
        let id = event_reference(&listed.key)?.to_owned();
        Some((id, listed))
    });
    by_reference.collect()
}

/// Returns the reference of the submission in the key of an event.
pub(super) fn event_reference(key: &str) -> Option<&str> {
    event_number(key)?;
    let (id, _) = key.rsplit('/').next()?.split_once('.')?;
    Some(id)
}

/// Returns the number in the key of an event, or `None` if the object is not an event.
fn event_number(key: &str) -> Option<usize> {
    let (_, name) = key.rsplit('/').next()?.split_once('.')?;
    name.strip_suffix(".json")?.parse().ok()
}

/// Returns the event `key` with this content, or `None` if it does not exist.
pub(super) fn event(
    key: &str,
    content: Result<Option<Bytes>, StoreError>,
) -> Result<Option<Event>, Skipped> {
    let skipped = |reason: String| Skipped::new(key.to_owned(), &reason);
    let Some(bytes) = content.map_err(|error| skipped(error.to_string()))? else {
        return Ok(None);
    };
    let event = serde_json::from_slice(&bytes);
    event
        .map(Some)
        .map_err(|error| skipped(format!("not an event: {error}")))
}

/// Reads an event, or returns `None` if it does not exist.
async fn read_event<S: Store>(store: &S, key: &str) -> Result<Option<Event>, EventError> {
    let read = store.read(key).await?;
    event(key, Ok(read.map(|(bytes, _)| bytes))).map_err(EventError::Unreadable)
}

/// Returns the beginning of the keys of a submission's events.
pub(super) fn event_prefix(record: &Record) -> String {
    format!("{EVENTS}{}/{}.", record.form, record.id)
}

fn event_key(record: &Record, number: usize) -> Result<String, StoreError> {
    if number > MOST_EVENTS {
        return Err(StoreError::new("too many events"));
    }
    Ok(format!("{}{number:03}.json", event_prefix(record)))
}
