//! The clocks of three machines: one is right, one five minutes behind, and one five minutes ahead.

use std::cell::Cell;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

thread_local! {
    /// Start of the schedule, in simulated time and on the wall clock.
    static START: Cell<Option<(Instant, Timestamp)>> = const { Cell::new(None) };
}

/// Sets the clocks to `time`.
pub fn start(time: Timestamp) {
    START.set(Some((Instant::now(), time)));
}

/// Advances the clocks without letting time pass for the tasks, as if the machines had been suspended.
pub fn jump(by: SignedDuration) {
    let (instant, time) = START.get().unwrap();
    START.set(Some((instant, time + by)));
}

fn now() -> Timestamp {
    let (instant, time) = START.get().unwrap();
    time + SignedDuration::try_from(instant.elapsed()).unwrap()
}

pub const CLOCKS: [fn() -> Timestamp; 3] = [
    now,
    || now() - SignedDuration::from_mins(5),
    || now() + SignedDuration::from_mins(5),
];
