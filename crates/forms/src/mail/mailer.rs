//! The port that sends mails.

use std::future::Future;

use super::mime::Message;
use crate::id::Id;

/// Sends mails.
pub trait Mailer: Send + Sync + 'static {
    /// Sends `mail`. Success means that the mail service has accepted it.
    fn send(&self, mail: &Mail) -> impl Future<Output = Result<(), MailError>> + Send;
}

/// A mail that is ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Reference of the submission that the mail reports, or the digest's own id.
    pub id: Id,
    /// Whether the mail asks a subscriber to confirm. All other mails go to the firm.
    pub is_invitation: bool,
    /// Sender in the envelope: a fixed address of the firm.
    pub from: String,
    /// Recipients in the envelope. They come from the settings, except for that of an invitation, who is the subscriber.
    pub to: Vec<String>,
    /// The whole message, headers and body.
    pub raw: Vec<u8>,
}

/// Error for a mail that was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the mail was not sent: {class}")]
pub struct MailError {
    /// Kind of failure: `timeout`, `Throttling`, `MessageRejected`. It is logged, so it contains no part of the mail.
    pub class: String,
}

impl Mail {
    /// Encodes a message. The envelope gets the sender and the recipients from the message.
    pub(super) fn new(id: Id, message: &Message) -> Self {
        Self {
            id,
            is_invitation: false,
            from: message.from.to_owned(),
            to: message.to.to_vec(),
            raw: message.to_bytes(),
        }
    }
}

impl MailError {
    /// Creates an error of the given class.
    pub fn new(class: impl Into<String>) -> Self {
        Self {
            class: class.into(),
        }
    }
}
