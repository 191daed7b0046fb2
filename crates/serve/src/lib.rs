//! The development server: builds again on every change, answers from memory, tells open pages, and answers the site's
//! forms on this computer.
//!
//! Comes in: a project and the inputs of its builds. Goes out: pages over HTTP, and [`Event`]s for the person who started
//! it. The only crate with an HTTP server and the only one that watches files. It never writes to `dist/` or to the
//! terminal.

pub mod codes;
mod event;
mod live;
mod local_forms;
mod respond;
mod server;
mod stages;
mod watch;

pub use event::{Event, Tell};
pub use local_forms::FOLDER;
pub use server::{Options, serve};
pub use stages::Stages;
