//! How far a publication is, in words that the drawer shows while it waits.

use std::sync::{Mutex, PoisonError};

/// What is being done now.
#[derive(Debug, Default)]
pub struct Progress {
    doing: Mutex<Option<String>>,
}

impl Progress {
    /// Returns what is being done, or `None`.
    pub fn get(&self) -> Option<String> {
        self.doing
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Says what is done from now on.
    pub fn set(&self, doing: &str) {
        self.replace(Some(doing.to_owned()));
    }

    /// Says that it is done.
    pub fn clear(&self) {
        self.replace(None);
    }

    fn replace(&self, doing: Option<String>) {
        *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = doing;
    }
}
