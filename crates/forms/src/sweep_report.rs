//! What a sweep did.

use serde::Serialize;

/// Counts of what a sweep did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Mails sent.
    pub sent: usize,
    /// Mails still pending.
    pub pending: usize,
    /// Mails given up after a day.
    pub given_up: usize,
    /// Leftovers removed.
    pub removed: usize,
}
