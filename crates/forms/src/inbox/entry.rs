//! A stored submission, as the staff see it.

use serde::Serialize;

use crate::record::Record;

/// A stored submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The status.
    pub status: Status,
    /// Key of the record.
    pub key: String,
    /// The record.
    #[serde(flatten)]
    pub record: Record,
}

/// Progress of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The firm was sent a mail.
    Notified,
    /// The mail is still to be sent.
    Pending,
    /// The day's mails were used up: the next digest reports it.
    Held,
    /// The mail failed for a day.
    GivenUp,
    /// The trap field was filled in, so no mail is sent.
    Quarantined,
}
