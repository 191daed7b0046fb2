//! Cost of the stages of a build.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// Recorder of the stages of a build.
#[derive(Debug, Default)]
pub struct Stages {
    current: Option<(&'static str, Instant, Option<ProcessTime>)>,
    done: Vec<Stage>,
}

/// A finished stage.
#[derive(Debug, Clone, Copy)]
pub struct Stage {
    /// Name of the stage.
    pub name: &'static str,
    /// Wall-clock time.
    pub took: Duration,
    /// CPU time of all threads of the process, if the system reports it.
    pub cpu: Option<Duration>,
}

impl Stages {
    /// Ends the current stage and begins another.
    pub fn begin(&mut self, name: &'static str) {
        self.end_current();
        self.current = Some((name, Instant::now(), ProcessTime::try_now().ok()));
    }

    /// Ends the last stage, and returns the cost of all stages.
    pub fn end(mut self) -> Vec<Stage> {
        self.end_current();
        self.done
    }

    fn end_current(&mut self) {
        if let Some((name, since, cpu)) = self.current.take() {
            let cpu = cpu.and_then(|since| since.try_elapsed().ok());
            let took = since.elapsed();
            self.done.push(Stage { name, took, cpu });
        }
    }
}
