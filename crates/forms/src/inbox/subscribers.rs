//! Subscribers. Several subscriptions of one form with the same address belong to one subscriber.

use std::collections::{HashMap, HashSet};

use jiff::SignedDuration;

use super::entry::Entry;
use super::event::{EVENTS, Event, State, event, event_reference, latest_events};
use crate::id::Id;
use crate::record::{Record, submission_key};
use crate::store::{Store, StoreError};
use crate::value::address;

/// Maximum time by which the clocks of two writers of events, and the delay of a write, may change the order of two events.
const CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_hours(1);

/// A subscriber: the name of the form and, in lower case, the addresses among the fields.
type Subscriber = (String, String);

/// Returns the subscriber of a subscription. Without an address, the whole content identifies the subscriber.
fn subscriber(record: &Record) -> Subscriber {
    let addresses = record.fields.iter().filter_map(|(_, text)| address(text));
    let addresses: String = addresses.flat_map(|text| [text, "\0".to_owned()]).collect();
    let texts = record.fields.iter().flat_map(|(_, text)| [text, "\0"]);
    let content = if addresses.is_empty() {
        texts.collect()
    } else {
        addresses
    };
    (record.form.clone(), content.to_lowercase())
}

/// Returns the latest entry of each subscriber. The order stays the same.
pub fn subscribers(mut entries: Vec<Entry>) -> Vec<Entry> {
    let mut known = HashSet::new();
    entries.reverse();
    entries.retain(|entry| known.insert(subscriber(&entry.record)));
    entries.reverse();
    entries
}

/// Applies the end of a subscription to all earlier subscriptions of the same subscriber.
pub(super) fn unsubscribe_addresses(entries: &mut [Entry]) {
    let mut ends: HashMap<Subscriber, Event> = HashMap::new();
    for Entry { event, record, .. } in entries.iter() {
        if let Some(event) = event
            && event.state == State::Unsubscribed
        {
            let end = ends.entry(subscriber(record));
            let end = end.or_insert_with(|| event.clone());
            if event.at > end.at {
                *end = event.clone();
            }
        }
    }
    if ends.is_empty() {
        return;
    }
    for Entry { event, record, .. } in entries {
        if let Some(event) = event
            && event.state == State::Confirmed
            && let Some(end) = ends.get(&subscriber(record))
            && event.at <= end.at
        {
            *event = end.clone();
        }
    }
}

/// Returns whether the subscriber of `record`, a subscription that was `confirmed`, has left since then through another subscription,
/// and has not subscribed again. Reads only what happened to subscriptions of this form since then. Fails if the store fails.
pub(crate) async fn has_left<S: Store>(
    store: &S,
    record: &Record,
    confirmed: &Event,
) -> Result<bool, StoreError> {
    let mut latest = latest_events(store.list(&format!("{EVENTS}{}/", record.form)).await?);
    let Some(own) = latest.remove(record.id.as_str()) else {
        return Ok(false);
    };
    let later = latest
        .into_values()
        .filter(|listed| listed.modified >= own.modified - CLOCK_DIFFERENCE);
    let later = later.map(|listed| (listed, None)).collect();
    let mut events = Vec::new();
    for (listed, content) in store.read_unknown(later).await {
        // The inbox ignores an event that cannot be parsed, and reports it.
        let event = event(&listed.key, Ok(content?)).ok().flatten();
        if let Some(event) = event.filter(|event| event.at >= confirmed.at)
            && matches!(event.state, State::Confirmed | State::Unsubscribed)
            && let Some(id) = event_reference(&listed.key)
            && let Ok(id) = Id::try_from(id.to_owned())
        {
            events.push((id, event));
        }
    }
    // Of two events at the same time, the end counts.
    events.sort_by_key(|(_, event)| (event.at, event.state == State::Unsubscribed));
    let keys = events
        .iter()
        .map(|(id, _)| submission_key(&record.form, id));
    let records = store.read_all(keys.collect()).await;
    let own = subscriber(record);
    let mut has_left = false;
    for ((_, event), content) in events.iter().zip(records) {
        let other = content?.and_then(|bytes| serde_json::from_slice::<Record>(&bytes).ok());
        if other.is_some_and(|other| subscriber(&other) == own) {
            has_left = event.state == State::Unsubscribed;
        }
    }
    Ok(has_left)
}
