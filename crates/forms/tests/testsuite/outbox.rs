//! Mails and markers: what a request sends at once, what sweeps send later, and what a digest reports.

mod digest;
mod site;
mod sweeping;
