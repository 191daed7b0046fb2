//! Settings of a run.

use std::time::Duration;

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};

/// Settings of a run.
#[derive(Debug, Clone)]
pub struct Options {
    /// Name of this run, which other runs report while this one holds the lock. No two runs have the same name.
    pub owner: String,
    /// Time for which an object must have been out of use before it is deleted.
    pub grace: SignedDuration,
    /// Number of releases to keep for a rollback.
    pub keep: usize,
    /// Maximum number of concurrent requests.
    pub parallel: usize,
    /// Number of times that the live site is checked before the run fails.
    pub checks: usize,
    /// Number of times that the forms of the live form function are checked before the run is refused.
    pub form_checks: usize,
    /// Time between two checks of the live site.
    pub between_checks: Duration,
    /// Whether live addresses may vanish, as on a stack for previews of different drafts.
    pub may_vanish: bool,
    /// Function that returns the current time by this computer's clock. Only the lock depends on it, which tolerates wrong clocks.
    pub clock: fn() -> Timestamp,
    /// Function that waits for the given time.
    pub sleep: fn(Duration) -> BoxFuture<'static, ()>,
}
