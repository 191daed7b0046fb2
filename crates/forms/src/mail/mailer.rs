//! The port that sends mails.

use std::future::Future;

use super::mime::Message;
use crate::id::Id;

/// Sends mails.
pub trait Mailer: Send + Sync + 'static {
    /// Sends `mail`. If this succeeds, the mail service has accepted it.
    fn send(&self, mail: &Mail) -> impl Future<Output = Result<(), MailError>> + Send;
}

/// A mail that is ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Reference of the submission it reports, or an id of its own if it is a digest.
    pub id: Id,
    /// The envelope's sender: one fixed address of the firm.
    pub from: String,
    /// The envelope's recipients: from the settings, never from a visitor.
    pub to: Vec<String>,
    /// The whole message, headers and body.
    pub raw: Vec<u8>,
}

/// Error for a mail that was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the mail was not sent: {class}")]
pub struct MailError {
    /// Kind of failure: `timeout`, `Throttling`, `MessageRejected`. It is logged, so it contains nothing of the mail.
    pub class: String,
}

impl Mail {
    /// Encodes a message, which goes to the recipients in its header.
    pub(super) fn new(id: Id, message: &Message) -> Self {
        Self {
            id,
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
