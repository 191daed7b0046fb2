//! The result of a sweep, for its caller and the log.

use serde::Serialize;

/// Report of a sweep.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Number of mails sent.
    pub sent: usize,
    /// Number of mails still pending.
    pub pending: usize,
    /// Number of mails given up after a day.
    pub given_up: usize,
    /// Number of markers removed without sending a mail: those of failed attempts, and of mails that were already sent.
    pub removed: usize,
    /// Number of submissions that wait for the digest.
    pub held: usize,
}
