//! `site edit`: a second listener with the drawer, in which the content is edited.
//!
//! The preview and the drawer have different ports, so they are different origins: a script of a page can neither read the token nor
//! send it. Only the drawer's listener writes, and only below `content/`. What a request means is decided by the function that the
//! caller of [`crate::serve`] gives (`EditOptions::answer`); this module decides who is answered, keeps unsaved texts, and builds with
//! them.

mod access;
mod bundle;
mod desk;
mod drafts;
mod framing;
mod latest;
mod listener;
mod request;
mod shell;

pub use crate::actions::{is_applicable, is_writable};
pub use access::Access;
pub use bundle::BundleFile;
pub use desk::{Desk, Snapshot};
pub use drafts::Draft;
pub use framing::Framing;
pub use listener::Listener;
pub use request::{Answer, Answering, EditOptions, Request};
