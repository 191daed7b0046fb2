//! Faults of the store and the mailer, and a switch that turns them on, which works for both targets.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::sleep;

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
    /// The service does nothing until the fault is over.
    Wait,
    /// The service refuses to delete objects.
    NoDelete,
    /// The service carries out one request, but its response is lost. After that, the service works.
    LostAnswer,
}

/// Switch that turns a fault on and off.
#[derive(Debug, Clone)]
pub struct Switch(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    fault: Fault,
    /// Text that the key must contain for a request to have the fault.
    key: String,
    /// Whether a request has had the fault.
    is_hit: bool,
}

impl Switch {
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(State {
            fault: Fault::None,
            key: String::new(),
            is_hit: false,
        })))
    }

    pub fn set(&self, fault: Fault) {
        self.set_for(fault, "");
    }

    pub fn set_for(&self, fault: Fault, key: &str) {
        *self.0.lock().unwrap() = State {
            fault,
            key: key.to_owned(),
            is_hit: false,
        };
    }

    /// Returns the fault of a request for `key`. While the fault is [`Fault::Wait`], waits until it changes.
    pub async fn hit(&self, key: &str) -> Fault {
        loop {
            let fault = self.current(key);
            if fault != Fault::Wait {
                return fault;
            }
            sleep(Duration::from_millis(5)).await;
        }
    }

    fn current(&self, key: &str) -> Fault {
        let mut state = self.0.lock().unwrap();
        if !key.contains(&state.key) {
            return Fault::None;
        }
        state.is_hit = true;
        let fault = state.fault;
        if fault == Fault::LostAnswer {
            state.fault = Fault::None;
        }
        fault
    }

    /// Waits until a request has the fault.
    pub async fn is_hit(&self) {
        while !self.0.lock().unwrap().is_hit {
            sleep(Duration::from_millis(5)).await;
        }
    }
}
