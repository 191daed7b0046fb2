//! Tests of publishing to a bucket and a CDN in memory, with simulated visitors, and with faults at every request.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod alone;
mod leftovers;
mod order;
mod releases;
mod seen;
mod summary;
mod world;
