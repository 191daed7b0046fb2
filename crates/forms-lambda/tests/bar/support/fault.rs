//! Faults of the store and the mailer, and the switch that turns them on for both targets.

use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A fault of the store or the mailer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// The service answers with a server error.
    Error,
    /// The service refuses requests because there are too many.
    Throttle,
    /// The service never answers.
    Hang,
    /// The service answers late.
    Slow(Duration),
    /// The service refuses to delete objects.
    NoDelete,
    /// The service does what one request asks for, but the answer is lost. After that it works.
    LostAnswer,
}

/// The current fault, and a text: only requests for keys that contain the text have the fault.
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

    /// Returns the fault of a request for `key`.
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
