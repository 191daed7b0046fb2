//! Progress of a publication, as a text that the drawer shows while it waits.

use std::sync::{Mutex, PoisonError};

/// Progress of a running publication.
#[derive(Debug, Default)]
pub struct Progress {
    doing: Mutex<Option<String>>,
}

impl Progress {
    /// Returns the description of the current step, or `None` if no publication is running.
    pub fn get(&self) -> Option<String> {
        self.doing
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Sets the description of the current step.
    pub fn set(&self, doing: &str) {
        self.replace(Some(doing.to_owned()));
    }

    /// Marks the publication as finished.
    pub fn clear(&self) {
        self.replace(None);
    }

    fn replace(&self, doing: Option<String>) {
        *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = doing;
    }
}
