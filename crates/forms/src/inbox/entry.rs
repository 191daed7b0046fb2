//! A stored submission, as the staff see it.

use serde::Serialize;

use crate::record::Record;

/// A stored submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Progress of the submission.
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
