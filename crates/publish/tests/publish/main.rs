//! Publishing against a bucket, a CDN and visitors in memory, with faults at every request.

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
