//! Ways in which another service fails, and a switch that both targets read.

use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// It answers with a server error.
    Error,
    /// It refuses for being asked too often.
    Throttle,
    /// It never answers.
    Hang,
    /// It answers late.
    Slow(Duration),
    /// It does everything but to delete.
    NoDelete,
    /// It does what it is asked, once, and its answer is lost; then it works.
    LostAnswer,
}

/// What is wrong now, and with which keys: those that contain the text.
#[derive(Debug, Clone)]
pub struct Switch(Arc<Mutex<(Fault, String)>>);

impl Switch {
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new((Fault::None, String::new()))))
    }

    pub fn set(&self, fault: Fault) {
        self.set_for(fault, "");
    }

    pub fn set_for(&self, fault: Fault, key: &str) {
        *self.0.lock().unwrap() = (fault, key.to_owned());
    }

    /// The fault that hits a request for `key`.
    pub fn hit(&self, key: &str) -> Fault {
        let mut state = self.0.lock().unwrap();
        if !key.contains(&state.1) {
            return Fault::None;
        }
        let fault = state.0;
        if fault == Fault::LostAnswer {
            state.0 = Fault::None;
        }
        fault
    }
}
