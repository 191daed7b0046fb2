//! Tests of the public functions: bodies, values, documents, the router, the two stores, mails, sweeps, and the inbox.
//!
//! `tests/memory.rs` is a separate program, because it measures all allocations of its process.
#![allow(clippy::unwrap_used, clippy::panic)]

mod broken_disk;
mod decoding;
mod definitions;
mod documents;
mod folder;
mod fuzzing;
mod inbox;
mod inbox_index;
mod keys;
mod limits;
mod outbox;
mod outdated;
mod properties;
mod requests;
mod sample_form;
mod sample_service;
mod schedules;
mod shared;
mod site_forms;
mod submissions;
mod subscriptions;
mod temporary;
mod unreliable;
mod values;
