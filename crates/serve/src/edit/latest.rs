//! Shared value whose readers can wait for the next version.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The latest version of a value.
#[derive(Debug, Default)]
pub struct Latest<T> {
    value: Mutex<Arc<T>>,
    changed: Condvar,
}

impl<T> Latest<T> {
    /// Returns the latest version.
    pub fn get(&self) -> Arc<T> {
        Arc::clone(&self.value.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sets the value.
    pub fn set(&self, value: T) {
        *self.value.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(value);
        self.changed.notify_all();
    }

    /// Waits until `is_wanted` accepts the value, at most for `limit`. Returns the latest version.
    pub fn wait(&self, limit: Duration, is_wanted: impl Fn(&T) -> bool) -> Arc<T> {
        let end = Instant::now() + limit;
        let mut value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
        while !is_wanted(&value) {
            let rest = end.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                break;
            }
            let waited = self.changed.wait_timeout(value, rest);
            value = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Arc::clone(&value)
    }
}
