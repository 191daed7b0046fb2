//! `site inbox take`, `answer`, and `close`: record what was done about a submission.

use std::env;

use diagnostic::Diagnostic;
use forms::inbox::{Event, EventError, Skipped, State, Status, add_event, with_reference};
use forms::{Id, Store};
use jiff::Timestamp;

use crate::arguments::inbox::EventOptions;
use crate::codes;
use crate::report;

use super::find::find;
use super::text::{InboxSite, event_line};

/// Adds an event that leads to `state`.
pub async fn add<S: Store>(
    site: &InboxSite,
    store: &S,
    options: &EventOptions,
    state: State,
) -> Result<Vec<Skipped>, Diagnostic> {
    let failed = |message: String| Diagnostic::new(&codes::INBOX_EVENT, message);
    let id = &options.id;
    let all = with_reference(store, id).await;
    let is_quarantined = !all.entries.is_empty();
    let found = find(all, id, |entry| entry.status != Status::Quarantined);
    let entry = found.map_err(|unknown| {
        if !is_quarantined {
            return unknown;
        }
        failed(format!("submission {id} is in quarantine"))
            .help(format!("if it is a real one: `site inbox release {id}`"))
    })?;
    let event = Event {
        state,
        at: Timestamp::now(),
        by: by(options)?,
        note: options
            .note
            .as_deref()
            .unwrap_or_default()
            .trim()
            .to_owned(),
        attempt: Id::random().map_err(|error| failed(error.to_string()))?,
    };
    let line = event_line(site, &event);
    match add_event(store, &entry.key, &entry.record, event).await {
        Ok(()) => {
            report::note(&format!("submission {id}: {line}"));
            Ok(Vec::new())
        }
        Err(EventError::NotPossible(last)) => Err(failed(format!(
            "submission {id} is already {}",
            last.state.as_str()
        ))
        .help(event_line(site, &last))),
        Err(error @ EventError::Unreadable(_)) => Err(failed(format!("not recorded: {error}"))
            .help("repair or remove this object, then run the command again")),
        Err(error @ EventError::Store(_)) => Err(failed(format!("not recorded: {error}"))
            .help("run the command again: it says if this one was recorded after all")),
        Err(error) => Err(failed(format!("not recorded: {error}"))),
    }
}

/// Returns the name of whoever acts: the option, or the name of the account on this computer.
fn by(options: &EventOptions) -> Result<String, Diagnostic> {
    let account = || {
        ["USER", "USERNAME"]
            .into_iter()
            .find_map(|name| env::var(name).ok())
    };
    let name = options.by.clone().or_else(account).unwrap_or_default();
    let name = name.trim();
    if name.is_empty() {
        return Err(
            Diagnostic::new(&codes::INBOX_EVENT, "nobody would know who did this")
                .help("give your name: --by NAME"),
        );
    }
    Ok(name.to_owned())
}
