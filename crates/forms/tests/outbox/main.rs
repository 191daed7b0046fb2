//! Mails and markers: what a request sends at once, what sweeps send later, and what a digest reports.
#![allow(clippy::unwrap_used)]

mod digest;
mod site;
mod sweeping;
