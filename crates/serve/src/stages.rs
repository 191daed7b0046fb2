//! Durations of the stages of a build.

use std::time::{Duration, Instant};

/// Stages of a build so far.
#[derive(Debug, Default)]
pub struct Stages {
    current: Option<(&'static str, Instant)>,
    done: Vec<(&'static str, Duration)>,
}

impl Stages {
    /// Ends the current stage and begins another.
    pub fn begin(&mut self, name: &'static str) {
        self.end_current();
        self.current = Some((name, Instant::now()));
    }

    /// Ends the last stage. Returns the duration of each.
    pub fn end(mut self) -> Vec<(&'static str, Duration)> {
        self.end_current();
        self.done
    }

    fn end_current(&mut self) {
        if let Some((name, since)) = self.current.take() {
            self.done.push((name, since.elapsed()));
        }
    }
}
