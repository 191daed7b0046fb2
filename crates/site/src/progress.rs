//! Shows the current stage of a build on the terminal, and measures each stage.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serve::{Stage, Stages};

/// Progress of a build.
#[derive(Debug)]
pub struct Progress {
    /// Spinner on the terminal; `None` if nothing is shown.
    spinner: Option<ProgressBar>,
    stages: Stages,
}

/// Time after which the spinner with the current stage appears.
const DELAY: Duration = Duration::from_millis(300);

impl Progress {
    /// Starts measuring. Unless `quiet`, also shows the current stage on the terminal, after a short delay.
    pub fn new(quiet: bool) -> Self {
        Self {
            spinner: if quiet { None } else { spinner() },
            stages: Stages::default(),
        }
    }

    /// Ends the current stage and begins another. Never inlined, because `cargo xtask test instructions` recognizes stages by
    /// calls of this function.
    #[inline(never)]
    pub fn stage(&mut self, name: &'static str) {
        if let Some(spinner) = &self.spinner {
            spinner.set_message(name);
        }
        self.stages.begin(name);
    }

    /// Ends the last stage, clears the terminal's line, and returns the cost of each stage.
    pub fn finish(mut self) -> Vec<Stage> {
        std::mem::take(&mut self.stages).end()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}

/// Creates a spinner that appears after a moment, or returns `None` if standard error is not a terminal.
fn spinner() -> Option<ProgressBar> {
    let target = ProgressDrawTarget::stderr();
    if target.is_hidden() {
        return None;
    }
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        spinner.set_style(style);
    }
    let waiting = spinner.clone();
    std::thread::spawn(move || {
        std::thread::sleep(DELAY);
        if !waiting.is_finished() {
            waiting.set_draw_target(target);
            waiting.enable_steady_tick(Duration::from_millis(100));
        }
    });
    Some(spinner)
}
