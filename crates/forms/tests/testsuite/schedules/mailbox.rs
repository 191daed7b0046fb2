//! A mailer that fails at random and records the mails that arrived.

use std::collections::{BTreeMap, BTreeSet};
use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use forms::{Mail, MailError, Mailer};
use tokio::time::{Instant, sleep};

use super::schedule::{Faults, Random};

tokio::task_local! {
    /// Whether this task has begun to send a mail.
    pub static SENDING: Arc<AtomicBool>;
}

#[derive(Clone)]
pub struct Mailbox {
    pub random: Random,
    pub faults: Faults,
    pub arrived: Arc<Mutex<Arrived>>,
}

/// The mails that arrived.
#[derive(Default)]
pub struct Arrived {
    /// Number of mails, digests included, that reported each submission, by the submission's id.
    pub reports: BTreeMap<String, usize>,
    /// Ids of the submissions that had a separate mail, by the date on the sender's clock.
    pub own: BTreeMap<String, BTreeSet<String>>,
    /// Ids of the submissions that a digest about the limit reported.
    pub digested: BTreeSet<String>,
    /// Number of invitations of each subscriber, by the submission's id.
    pub invitations: BTreeMap<String, usize>,
    /// Number of invitations to each address.
    pub invited: BTreeMap<String, usize>,
    /// Ids of the submissions in quarantine that a digest reported.
    pub trapped: BTreeSet<String>,
    /// Times at which digests arrived: about the limit, and about the trap.
    pub digests: [Vec<Instant>; 2],
}

impl Arrived {
    fn add(&mut self, mail: &Mail) {
        if mail.is_invitation {
            *self.invitations.entry(mail.id.to_string()).or_default() += 1;
            *self.invited.entry(mail.to.concat()).or_default() += 1;
            return;
        }
        let raw = String::from_utf8(mail.raw.clone()).unwrap();
        let header = |name| {
            let line = raw.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap().to_owned()
        };
        let digests = [" more submission", " automatic submission"];
        let subject = header("Subject: ");
        let digest = digests.iter().position(|words| subject.contains(words));
        let references = if let Some(digest) = digest {
            self.digests[digest].push(Instant::now());
            let (text, _) = raw.split_once("Content-Type: text/html").unwrap();
            let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
            let references: Vec<String> = lines.map(str::to_owned).collect();
            if digest == 1 {
                self.trapped.extend(references);
                return;
            }
            self.digested.extend(references.iter().cloned());
            references
        } else {
            let id = mail.id.to_string();
            // Tue, 1 Dec 2026 00:00:00 +0000
            let day = header("Date: ")
                .split(' ')
                .skip(1)
                .take(3)
                .collect::<String>();
            self.own.entry(day).or_default().insert(id.clone());
            vec![id]
        };
        for id in references {
            *self.reports.entry(id).or_default() += 1;
        }
    }
}

impl Mailer for Mailbox {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let _ = SENDING.try_with(|sending| sending.store(true, Ordering::Relaxed));
        let longest = [10, 300, 3_500][self.random.weighted([80, 15, 5])];
        let shortest = if self.faults.has(Faults::SLOW) {
            3_000
        } else {
            0
        };
        let time = shortest + self.random.below(if shortest > 0 { 900 } else { longest });
        sleep(Duration::from_millis(time)).await;
        if self.faults.has(Faults::REFUSED_MAILS) && self.random.one_in(4) {
            return Err(MailError::new("refused"));
        }
        self.arrived.lock().unwrap().add(mail);
        if self.faults.has(Faults::LOST_ANSWERS) && self.random.one_in(10) {
            if self.random.one_in(2) {
                return Err(MailError::new("lost"));
            }
            pending::<()>().await;
        }
        Ok(())
    }
}
