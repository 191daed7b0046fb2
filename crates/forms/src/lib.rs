//! Accepts form submissions: checks them, stores them, notifies the firm, and cleans up after failed attempts.
//!
//! Input: the definitions in `content/forms/*.toml`, and HTTP requests. Output: replies, stored submissions, and mails.
//!
//! ```text
//! decode ─► check ─► accept ─► reply          sweep: pending markers ─► mail
//! Decoded   Checked  Outcome   Response
//! ```
//!
//! Two traits are the ports to the outside: [`Store`] and [`Mailer`]. The adapters in this crate are a folder and `.eml`
//! files. This crate does not depend on AWS and never opens a socket.

mod accept;
mod caller;
pub mod check;
pub mod decode;
pub mod definition;
mod digest;
mod fields;
pub mod file;
mod folder;
mod form;
mod id;
mod identity;
pub mod inbox;
mod limit;
pub mod log;
pub mod mail;
mod mail_limit;
pub mod misleading_characters;
mod notify;
pub mod outbox;
pub mod page;
pub mod record;
mod reply;
mod router;
mod service;
mod settings;
mod store;
pub mod sweep;
pub mod value;

pub use caller::{IDEMPOTENCY_KEY, ORIGIN_SECRET, PeerAddress, RequestId, VIEWER_ADDRESS};
pub use fields::Fields;
pub use folder::Folder;
pub use form::{Choice, DefinitionError, Errors, Field, Form, TRAP};
pub use id::{Id, NoRandom};
pub use limit::RateLimit;
pub use mail::{Mail, MailError, Mailer};
pub use mail_limit::MAILED;
pub use router::router;
pub use service::{Service, Timeouts};
pub use settings::{MAILS_PER_DAY, Settings, SettingsError};
pub use store::{Creation, Listed, Object, Store, StoreError, Version};
