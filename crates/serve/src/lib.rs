//! The development server: rebuilds on every change, serves from memory, reloads open pages, and handles the site's forms
//! locally.
//!
//! - In: a project, and the inputs of its builds.
//! - Out: pages over HTTP, and [`Event`]s for the person who started the server.
//! - Never: writes to `dist/` or to the terminal. No other crate has an HTTP server or watches files.

pub mod codes;
mod event;
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
pub use server::{Options, serve};
pub use stages::{Stage, Stages};
