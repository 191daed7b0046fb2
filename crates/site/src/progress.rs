//! Which stage a build is in, how long each took, and a sign of life for people who wait.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A build's stages as they go by.
#[derive(Debug)]
pub struct Progress {
    spinner: Option<ProgressBar>,
    stage: Option<(&'static str, Instant)>,
    done: Vec<(&'static str, Duration)>,
}

/// What takes less needs no sign of life.
const PATIENCE: Duration = Duration::from_millis(300);

impl Progress {
    /// Shown, unless people asked for quiet.
    pub fn new(quiet: bool) -> Self {
        if quiet { Self::silent() } else { Self::shown() }
    }

    /// Says nothing, only counts time.
    pub fn silent() -> Self {
        Self {
            spinner: None,
            stage: None,
            done: Vec::new(),
        }
    }

    /// Shows the stage on a terminal once a build has taken a while.
    fn shown() -> Self {
        let target = ProgressDrawTarget::stderr();
        if target.is_hidden() {
            return Self::silent();
        }
        let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            spinner.set_style(style);
        }
        let waiting = spinner.clone();
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            if !waiting.is_finished() {
                waiting.set_draw_target(target);
                waiting.enable_steady_tick(Duration::from_millis(100));
            }
        });
        let mut shown = Self::silent();
        shown.spinner = Some(spinner);
        shown
    }

    /// Ends the stage before and begins another.
    pub fn stage(&mut self, name: &'static str) {
        self.end_stage();
        if let Some(spinner) = &self.spinner {
            spinner.set_message(name);
        }
        self.stage = Some((name, Instant::now()));
    }

    /// Ends the last stage and takes the sign of life away. Gives what each stage took.
    pub fn finish(mut self) -> Vec<(&'static str, Duration)> {
        self.end_stage();
        std::mem::take(&mut self.done)
    }

    fn end_stage(&mut self) {
        if let Some((name, since)) = self.stage.take() {
            self.done.push((name, since.elapsed()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}
