//! A stored submission, as the staff see it.

use jiff::Timestamp;
use serde::Serialize;

use super::event::{Event, State};
use crate::record::Record;

/// A stored submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Progress of the submission.
    pub status: Status,
    /// Key of the record.
    pub key: String,
    /// The last thing that the staff have done about the submission.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Event>,
    /// The record.
    #[serde(flatten)]
    pub record: Record,
}

impl Entry {
    /// Returns the state of the work on the submission, or `None` if it is in quarantine, where nobody works on it.
    pub fn state(&self) -> Option<State> {
        let state = || self.event.as_ref().map(|event| event.state);
        (self.status != Status::Quarantined).then(|| state().unwrap_or_default())
    }

    /// Returns the time until which the submission was waiting for an answer: that of the event that answered or closed it, or
    /// `None` if it is still waiting.
    pub fn done(&self) -> Option<Timestamp> {
        let event = self.event.as_ref();
        event
            .filter(|event| matches!(event.state, State::Answered | State::Closed))
            .map(|event| event.at)
    }
}

/// Progress of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The mail to the firm was sent.
    Notified,
    /// The mail has not been sent yet.
    Pending,
    /// The daily limit of mails was reached, so the next digest reports the submission.
    Held,
    /// Sending the mail failed for a day, and is not retried.
    GivenUp,
    /// The trap field was filled in, so no mail is sent.
    Quarantined,
}

impl Status {
    /// Returns the status as text, the same in tables and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Notified => "notified",
            Self::Pending => "pending",
            Self::Held => "held",
            Self::GivenUp => "given-up",
            Self::Quarantined => "quarantined",
        }
    }
}
