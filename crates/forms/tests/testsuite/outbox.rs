//! Tests of mails and markers: mails that a request sends at once, mails that sweeps send later, and digests.

mod digest;
mod quarantine;
pub mod site;
mod sweeping;
