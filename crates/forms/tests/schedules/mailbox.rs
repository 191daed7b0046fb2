//! A mailer that fails at random and counts what arrived.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use forms::{Mail, MailError, Mailer};
use tokio::time::sleep;

use crate::schedule::{Faults, Random};

#[derive(Clone)]
pub struct Mailbox {
    pub random: Random,
    pub faults: Faults,
    /// How many mails arrived, by the submission's id.
    pub arrived: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Mailer for Mailbox {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let slow = [10, 300, 3_500][self.random.weighted([80, 15, 5])];
        sleep(Duration::from_millis(self.random.below(slow))).await;
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
