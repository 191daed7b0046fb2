//! Mails: their content, their encoding, and the port that sends them.

mod digest;
mod eml;
mod invitation;
mod mailer;
pub(crate) mod mime;
mod notification;

pub use digest::{DigestSubject, digest};
pub use eml::{EmlFolder, MAIL};
pub use invitation::invitation;
pub use mailer::{Mail, MailError, Mailer};
pub use mime::{Message, is_header_safe};
pub use notification::notification;
