//! A site with two forms, a store and a mailer that can be made slow or unreliable, and a clock that only the test advances.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use forms::sweep::{Report, sweep};
use forms::{Folder, Mail, MailError, Mailer, Service};
use jiff::{SignedDuration, Timestamp};
use tokio::time::{Instant, sleep};

use crate::keys::keys;
use crate::requests::send;
use crate::sample_form::form;
use crate::sample_service::service;
use crate::temporary::Temporary;
use crate::unreliable::{Fault, Unreliable};

thread_local! {
    static NOW: Cell<Timestamp> = const { Cell::new(Timestamp::UNIX_EPOCH) };
}

pub fn now() -> Timestamp {
    NOW.get()
}

pub fn pass(time: SignedDuration) {
    NOW.set(NOW.get() + time);
}

/// A mailer that keeps the mails that were sent, or refuses them all.
#[derive(Clone, Default)]
pub struct Mailbox {
    pub mails: Arc<Mutex<Vec<Mail>>>,
    is_refusing: Arc<AtomicUsize>,
    /// Number of the mail, from 1, that is refused once; 0 for none.
    pub fail_at: Arc<AtomicUsize>,
    milliseconds: Arc<AtomicUsize>,
}

impl Mailer for Mailbox {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let time = self.milliseconds.load(Ordering::Relaxed).max(1);
        sleep(Duration::from_millis(time as u64)).await;
        if self.is_refusing.load(Ordering::Relaxed) > 0 {
            return Err(MailError::new("refused"));
        }
        let number = self.mails.lock().unwrap().len() + 1;
        if self.fail_at.load(Ordering::Relaxed) == number {
            self.fail_at.store(0, Ordering::Relaxed);
            return Err(MailError::new("refused"));
        }
        self.mails.lock().unwrap().push(mail.clone());
        Ok(())
    }
}

impl Mailbox {
    /// Returns the ids of the submissions that were reported by a separate mail, and of those that each digest listed.
    pub fn reports(&self) -> (BTreeSet<String>, Vec<BTreeSet<String>>) {
        let mut own = BTreeSet::new();
        let mut digests = Vec::new();
        for mail in self.mails.lock().unwrap().iter() {
            let raw = String::from_utf8(mail.raw.clone()).unwrap();
            if raw.contains(" more submission") {
                digests.push(references(&raw));
            } else {
                assert!(own.insert(mail.id.to_string()), "{} came twice", mail.id);
            }
        }
        (own, digests)
    }
}

pub fn references(raw: &str) -> BTreeSet<String> {
    let (text, _) = raw.split_once("Content-Type: text/html").unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
    lines.map(str::to_owned).collect()
}

/// A site with two forms, a low daily limit of mails, and a clock that only the test advances.
pub struct Site {
    pub service: Arc<Service<Unreliable, Mailbox>>,
    pub mailbox: Mailbox,
    lines: Arc<Mutex<Vec<String>>>,
    pub folder: Folder,
    pub temporary: Temporary,
}

impl Site {
    pub fn new(mails_per_day: usize) -> Self {
        NOW.set("2026-11-22T04:00:00Z".parse().unwrap());
        let (temporary, mailbox) = (Temporary::new(), Mailbox::default());
        let store = Unreliable {
            folder: temporary.folder.clone(),
            faults: Arc::default(),
        };
        let forms = vec![form("career", ""), form("contact", "")];
        let mut service = service(forms, store, mailbox.clone());
        service.settings.mails_per_day = mails_per_day;
        let lines = Arc::<Mutex<Vec<String>>>::default();
        let log = Arc::clone(&lines);
        service.log = Arc::new(move |line| {
            let what = match (line.error, line.sweep) {
                (Some(error), _) => error.to_owned(),
                (None, Some(report)) => format!("{} pending", report.pending),
                (None, None) => String::new(),
            };
            let line = format!("{} {}: {what}", line.level, line.event);
            log.lock().unwrap().push(line);
        });
        service.clock = || {
            // The clock never shows the same time twice, so an object that is written again differs from its previous version.
            pass(SignedDuration::from_millis(1));
            now()
        };
        Self {
            service: Arc::new(service),
            mailbox,
            lines,
            folder: temporary.folder.clone(),
            temporary,
        }
    }

    /// Sends `count` submissions one after the other, and returns their references.
    pub async fn submit(&self, form: &str, count: usize) -> BTreeSet<String> {
        let mut ids = BTreeSet::new();
        for _ in 0..count {
            ids.insert(self.submit_one(form).await);
        }
        ids
    }

    pub async fn submit_one(&self, form: &str) -> String {
        self.post(form, r#"{"email":"asha@example.com"}"#).await
    }

    /// Sends a submission whose trap field is filled in, and returns its reference.
    pub async fn submit_trapped(&self, form: &str) -> String {
        self.post(form, r#"{"email":"asha@example.com","topic":"x"}"#)
            .await
    }

    /// Sends a submission with the given fields, as JSON, and returns its reference.
    pub async fn post(&self, form: &str, fields: impl Into<Body>) -> String {
        let request = Request::post(format!("/{form}"))
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json")
            .body(fields.into())
            .unwrap();
        let (status, reply) = send(&self.service, request).await;
        assert_eq!(status, 200, "{reply}");
        reply["id"].as_str().unwrap().to_owned()
    }

    /// Sends a submission whose mail is refused, so that it waits for a sweep.
    pub async fn submit_pending(&self, form: &str) -> String {
        self.refuse_mails(true);
        let id = self.submit_one(form).await;
        self.refuse_mails(false);
        id
    }

    pub async fn sweep(&self) -> Report {
        self.sweep_within(60_000).await
    }

    pub async fn sweep_within(&self, milliseconds: u64) -> Report {
        let deadline = Instant::now() + Duration::from_millis(milliseconds);
        sweep(&self.service, deadline).await.unwrap()
    }

    pub async fn keys(&self, prefix: &str) -> Vec<String> {
        keys(&self.folder, prefix).await
    }

    /// Returns the lines that were logged since the last call, except those about replies.
    pub fn logged(&self) -> Vec<String> {
        let mut lines = std::mem::take(&mut *self.lines.lock().unwrap());
        lines.retain(|line| line != "info reply: ");
        lines
    }

    pub fn set_faults(&self, faults: &[Fault]) {
        *self.service.store.faults.lock().unwrap() = faults.to_vec();
    }

    pub fn refuse(&self, requests: &[&'static str]) {
        let faults = requests.iter().map(|request| Fault::refused(*request));
        self.set_faults(&faults.collect::<Vec<_>>());
    }

    pub fn refuse_mails(&self, is_refusing: bool) {
        let value = usize::from(is_refusing);
        self.mailbox.is_refusing.store(value, Ordering::Relaxed);
    }

    pub fn slow_mails(&self, milliseconds: usize) {
        self.mailbox
            .milliseconds
            .store(milliseconds, Ordering::Relaxed);
    }
}

/// Returns the report of a sweep that removed no marker and gave up no mail.
pub fn swept(sent: usize, pending: usize, held: usize) -> Report {
    Report {
        sent,
        pending,
        held,
        ..Report::default()
    }
}
