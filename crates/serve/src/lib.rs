//! The development server: rebuilds on every change, serves from memory, reloads open pages, and handles the site's forms
//! locally.
//!
//! - In: a project, and the inputs of its builds.
//! - Out: pages over HTTP, and [`Event`]s for the person who started the server.
//! - Never: writes to `dist/` or to the terminal, and writes to `content/` only the fixes that a person applies in the panel of an
//!   open page (`action_requests.rs`), and what a person does in the drawer (`edit/`). No other crate has an HTTP server or watches files.

mod action_requests;
mod actions;
mod addresses;
pub mod codes;
pub mod edit;
mod editor;
mod event;
mod finding_changes;
mod host;
mod live;
mod local_forms;
mod picture_encoder;
mod range;
mod respond;
mod server;
mod stages;
mod watch;
mod widget_checker;

pub use event::{Event, EventSink, Served};
pub use local_forms::FOLDER;
pub use server::{MAX_CHECKED_PAGES, Options, SETTLING, serve};
pub use stages::{Stage, Stages};
pub use watch::{ChangeSource, Changes, Watch};
