//! Checks the types of widgets in the background, so that no build waits for TypeScript.

use std::collections::HashSet;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use build::WidgetCheck;

/// Starts a thread that runs the checks sent to it, and calls `done` after each. A check is skipped if a later one has been
/// sent in the meantime. The thread ends when the sender is dropped.
pub fn start(done: impl Fn() + Send + 'static) -> Sender<WidgetCheck> {
    let (sender, checks) = channel::<WidgetCheck>();
    thread::spawn(move || {
        // If the cache cannot be written, every build sends the same check again, however often it has run.
        let mut tried = HashSet::new();
        while let Ok(check) = checks.recv() {
            let check = checks.try_iter().last().unwrap_or(check);
            if tried.insert(check.key.clone()) {
                check.run();
                done();
            }
        }
    });
    sender
}
