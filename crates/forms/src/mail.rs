//! A mail as plain data, and the port that sends it.

mod eml;
mod mime;
mod notification;

use std::future::Future;

use crate::id::Id;

pub use eml::{EmlFolder, MAIL};
pub use mime::{Message, is_header_safe};
pub use notification::notification;

/// Sends mails.
pub trait Mailer: Send + Sync + 'static {
    /// Hands `mail` over; it is on its way when this returns.
    fn send(&self, mail: &Mail) -> impl Future<Output = Result<(), MailError>> + Send;
}

/// A mail that is ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The submission it tells of.
    pub id: Id,
    /// The envelope's sender: one fixed address of the firm.
    pub from: String,
    /// The envelope's recipients: from the settings, never from a visitor.
    pub to: Vec<String>,
    /// The whole message, headers and body.
    pub raw: Vec<u8>,
}

/// Sending failed. The class is for logs: a word that holds nothing of the mail.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the mail was not sent: {class}")]
pub struct MailError {
    /// What kind of failure: `timeout`, `Throttling`, `MessageRejected`.
    pub class: String,
}

impl MailError {
    /// An error of the given class.
    pub fn new(class: impl Into<String>) -> Self {
        Self {
            class: class.into(),
        }
    }
}
