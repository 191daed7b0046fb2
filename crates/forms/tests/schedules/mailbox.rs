//! A mailer that fails at random and counts what arrived.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use forms::{Mail, MailError, Mailer};
use tokio::time::sleep;

use crate::schedule::{Faults, Random};

tokio::task_local! {
    /// Whether this task has begun to send a mail.
    pub static SENDING: Arc<AtomicBool>;
}

#[derive(Clone)]
pub struct Mailbox {
    pub random: Random,
    pub faults: Faults,
    /// How many mails arrived, by the submission's id.
    pub arrived: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Mailer for Mailbox {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let _ = SENDING.try_with(|sending| sending.store(true, Ordering::Relaxed));
        let longest = [10, 300, 3_500][self.random.weighted([80, 15, 5])];
        let shortest = if self.faults.is_slow() { 3_000 } else { 0 };
        let time = shortest + self.random.below(if shortest > 0 { 900 } else { longest });
        sleep(Duration::from_millis(time)).await;
        if self.faults.refused_mails() && self.random.one_in(4) {
            return Err(MailError::new("refused"));
        }
        *self
            .arrived
            .lock()
            .unwrap()
            .entry(mail.id.to_string())
            .or_default() += 1;
        if self.faults.lost_answers() && self.random.one_in(10) {
            if self.random.one_in(2) {
                return Err(MailError::new("lost"));
            }
            pending::<()>().await;
        }
        Ok(())
    }
}
