//! The daily limit of mails, and the digest of what exceeds it.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use bytes::Bytes;
use forms::inbox::{Filter, Status, entries};
use forms::outbox::{HELD, OUTBOX};
use forms::page::Pages;
use forms::sweep::{Report, sweep};
use forms::{
    Creation, Folder, Form, Listed, MAILED, Mail, MailError, Mailer, Object, Patience, Service,
    Settings, Store, StoreError, Version, router,
};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;
use tower::ServiceExt as _;

thread_local! {
    static NOW: Cell<Timestamp> = const { Cell::new(Timestamp::UNIX_EPOCH) };
}

fn set_clock(time: &str) {
    NOW.set(time.parse().unwrap());
}

fn pass(time: SignedDuration) {
    NOW.set(NOW.get() + time);
}

/// A folder that refuses requests whose operation and key begin with a text.
#[derive(Clone)]
struct Unreliable {
    folder: Folder,
    refused: Arc<Mutex<Vec<&'static str>>>,
}

impl Unreliable {
    fn check(&self, operation: &str, key: &str) -> Result<(), StoreError> {
        let request = format!("{operation} {key}");
        let refused = self.refused.lock().unwrap();
        if refused.iter().any(|begin| request.starts_with(begin)) {
            return Err(StoreError::new("refused"));
        }
        Ok(())
    }
}

impl Store for Unreliable {
    async fn create(&self, object: Object) -> Result<Creation, StoreError> {
        self.check("create", &object.key)?;
        self.folder.create(object).await
    }

    async fn replace(&self, object: Object) -> Result<Version, StoreError> {
        self.check("replace", &object.key)?;
        self.folder.replace(object).await
    }

    async fn update(
        &self,
        object: Object,
        version: &Version,
    ) -> Result<Option<Version>, StoreError> {
        self.check("update", &object.key)?;
        self.folder.update(object, version).await
    }

    async fn read(&self, key: &str) -> Result<Option<(Bytes, Version)>, StoreError> {
        self.check("read", key)?;
        self.folder.read(key).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<Listed>, StoreError> {
        self.check("list", prefix)?;
        self.folder.list(prefix).await
    }

    async fn delete(&self, key: &str) -> Result<(), StoreError> {
        self.check("delete", key)?;
        self.folder.delete(key).await
    }
}

/// Keeps the mails that were sent, or refuses them all.
#[derive(Clone, Default)]
struct Mailbox {
    mails: Arc<Mutex<Vec<Mail>>>,
    is_refusing: Arc<AtomicUsize>,
}

impl Mailer for Mailbox {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        tokio::time::sleep(Duration::from_millis(1)).await;
        if self.is_refusing.load(Ordering::Relaxed) > 0 {
            return Err(MailError::new("refused"));
        }
        self.mails.lock().unwrap().push(mail.clone());
        Ok(())
    }
}

impl Mailbox {
    /// The submissions that each mail reported: its own, or those that a digest lists.
    fn reports(&self) -> (BTreeSet<String>, Vec<BTreeSet<String>>) {
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

fn references(raw: &str) -> BTreeSet<String> {
    let (text, _) = raw.split_once("Content-Type: text/html").unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
    lines.map(str::to_owned).collect()
}

/// A site with two forms, a few mails a day, and a clock that stands still.
struct Site {
    service: Arc<Service<Unreliable, Mailbox>>,
    mailbox: Mailbox,
    refused: Arc<Mutex<Vec<&'static str>>>,
    folder: Folder,
    root: PathBuf,
}

impl Drop for Site {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.root));
    }
}

const FORM: &str = r#"
path = "/NAME"
page = "/NAME"
thanks = "/thanks"
title = "The form NAME"
submit = "Send"
loading = "Sending"
success = { title = "Sent", message = "Thank you." }
failure = { title = "Not sent", message = "Please call." }
privacy = { version = "1", purpose = "To read it.", links = [{ label = "Privacy", url = "/privacy" }] }

[[field]]
name = "email"
label = "Email"
type = "email"
required = true
"#;

impl Site {
    fn new(mails_per_day: usize) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let root =
            std::env::temp_dir().join(format!("forms-digest-{}-{number}", std::process::id()));
        let folder = Folder::open(&root).unwrap();
        let (mailbox, refused) = (Mailbox::default(), Arc::default());
        let form = |name: &str| Form::from_toml(name, &FORM.replace("NAME", name)).unwrap();
        set_clock("2026-11-22T04:00:00Z");
        Self {
            service: Arc::new(Service {
                forms: vec![form("career"), form("contact")],
                store: Unreliable {
                    folder: folder.clone(),
                    refused: Arc::clone(&refused),
                },
                mailer: mailbox.clone(),
                settings: Settings {
                    from: "forms@example.com".into(),
                    to: vec!["staff@example.com".into()],
                    mails_per_day,
                    ..Settings::default()
                },
                pages: Pages::new("", "").unwrap(),
                log: Arc::new(|_| {}),
                clock: || NOW.get(),
                limit: Arc::default(),
                patience: Patience::default(),
            }),
            mailbox,
            refused,
            folder,
            root,
        }
    }

    /// Sends `count` submissions one after the other; returns their references.
    async fn submit(&self, form: &str, count: usize) -> BTreeSet<String> {
        let mut ids = BTreeSet::new();
        for _ in 0..count {
            ids.insert(self.submit_one(form).await);
        }
        ids
    }

    async fn submit_one(&self, form: &str) -> String {
        let request = Request::post(format!("/{form}"))
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json")
            .body(Body::from(r#"{"email":"asha@example.com"}"#))
            .unwrap();
        let Ok(response) = router(Arc::clone(&self.service)).oneshot(request).await;
        assert_eq!(response.status(), 200);
        let body = axum::body::to_bytes(response.into_body(), 10_000)
            .await
            .unwrap();
        let reply: serde_json::Value = serde_json::from_slice(&body).unwrap();
        reply["id"].as_str().unwrap().to_owned()
    }

    async fn sweep(&self) -> Report {
        let deadline = Instant::now() + Duration::from_mins(1);
        sweep(&self.service, deadline).await.unwrap()
    }

    async fn keys(&self, prefix: &str) -> Vec<String> {
        let listed = self.folder.list(prefix).await.unwrap();
        listed.into_iter().map(|listed| listed.key).collect()
    }

    fn refuse(&self, requests: &[&'static str]) {
        *self.refused.lock().unwrap() = requests.to_vec();
    }

    fn refuse_mails(&self, is_refusing: bool) {
        let value = usize::from(is_refusing);
        self.mailbox.is_refusing.store(value, Ordering::Relaxed);
    }
}

fn swept(sent: usize, pending: usize, held: usize) -> Report {
    Report {
        sent,
        pending,
        held,
        ..Report::default()
    }
}

#[tokio::test(start_paused = true)]
async fn beyond_the_limit_one_digest_reports_all() {
    let site = Site::new(3);
    let first = site.submit("contact", 3).await;
    let career = site.submit("career", 2).await;
    let contact = site.submit("contact", 3).await;
    let held: BTreeSet<String> = career.union(&contact).cloned().collect();
    assert_eq!(site.mailbox.reports(), (first.clone(), vec![]));
    assert_eq!(site.keys(OUTBOX).await, Vec::<String>::new());
    let waiting = Filter {
        status: Some(Status::Held),
        ..Filter::default()
    };
    assert_eq!(entries(&site.folder, &waiting).await.entries.len(), 5);

    // The first digest comes at once, and says what there is.
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    assert_eq!(site.mailbox.reports(), (first.clone(), vec![held.clone()]));
    assert_eq!(site.keys(HELD).await, Vec::<String>::new());
    assert_eq!(entries(&site.folder, &waiting).await.entries, vec![]);
    let digest = String::from_utf8(site.mailbox.mails.lock().unwrap()[3].raw.clone()).unwrap();
    for line in [
        "Subject: 5 more submissions\r\n",
        "The limit of 3 mails a day was reached",
        "\r\nThe form career: 2\r\n  ",
        "\r\nThe form contact: 3\r\n  ",
        "\r\nTo read one:  site inbox show REFERENCE\r\n",
    ] {
        assert!(digest.contains(line), "{line}: {digest}");
    }
    assert!(!digest.contains("asha") && !digest.contains("Reply-To"));

    // Those of the rest of the day wait for the next digest, a day later.
    let late = site.submit("career", 2).await;
    pass(SignedDuration::from_hours(19));
    assert_eq!(site.sweep().await, swept(0, 0, 2));
    pass(SignedDuration::from_hours(1));
    // In UTC, which is this site's time, it is the next day.
    let next = site.submit("contact", 2).await;
    assert_eq!(site.sweep().await, swept(0, 0, 2));
    pass(SignedDuration::from_hours(4));
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    let own = first.union(&next).cloned().collect();
    assert_eq!(site.mailbox.reports(), (own, vec![held, late]));
    pass(SignedDuration::from_hours(48));
    assert_eq!(site.sweep().await, Report::default());
}

#[tokio::test(start_paused = true)]
async fn the_limit_holds_for_parallel_senders_and_sweeps_send_one_digest() {
    let site = Site::new(5);
    let ids: BTreeSet<String> = join_all((0..20).map(|_| site.submit_one("contact")))
        .await
        .into_iter()
        .collect();
    let more = site.submit("contact", 5).await;
    join_all((0..8).map(|_| site.sweep())).await;
    let (own, digests) = site.mailbox.reports();
    assert!(own.is_subset(&ids) && own.len() >= 5, "{own:?}");
    assert_eq!(digests.len(), 1);
    assert!(digests[0].is_superset(&more) && digests[0].is_disjoint(&own));
    assert_eq!(own.len() + digests[0].len(), 25);
    assert_eq!(site.keys(HELD).await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn a_mail_that_is_tried_again_counts_once() {
    let site = Site::new(2);
    site.refuse_mails(true);
    let ids = site.submit("contact", 2).await;
    for _ in 0..5 {
        pass(SignedDuration::from_mins(6));
        assert_eq!(site.sweep().await, swept(0, 2, 0));
    }
    // The day's mails are used up by those that wait for their second try.
    let held = site.submit("contact", 1).await;
    site.refuse_mails(false);
    assert_eq!(site.sweep().await, swept(3, 0, 0));
    assert_eq!(site.mailbox.reports(), (ids, vec![held]));
}

#[tokio::test(start_paused = true)]
async fn a_digest_that_fails_is_pending_and_tried_again() {
    for refused in [
        &["create mailed/digest.json"][..],
        &["update mailed/digest.json"],
        &["list mailed/"],
        &["mail"],
    ] {
        let site = Site::new(1);
        let own = site.submit("contact", 1).await;
        let mut held = site.submit("contact", 3).await;
        site.refuse(refused);
        site.refuse_mails(refused == ["mail"]);
        if refused == ["list mailed/"] {
            // It is not known how many mails there were today, so this one waits.
            held.extend(site.submit("contact", 1).await);
            assert_eq!(site.keys(OUTBOX).await.len(), 1);
            assert_eq!(site.sweep().await, swept(1, 1, 0));
            site.refuse(&[]);
            pass(SignedDuration::from_hours(25));
            assert_eq!(site.sweep().await.sent, 1);
            let (own, digests) = site.mailbox.reports();
            assert_eq!(own.len() + digests[0].len(), 5);
            continue;
        }
        let report = site.sweep().await;
        assert_eq!((report.sent, report.held), (0, 0), "{refused:?}");
        assert!(report.pending > 0, "{refused:?}");
        assert_eq!(site.keys(HELD).await.len(), 3, "{refused:?}");
        site.refuse(&[]);
        site.refuse_mails(false);
        assert_eq!(site.sweep().await, swept(1, 0, 0), "{refused:?}");
        assert_eq!(site.mailbox.reports(), (own, vec![held]), "{refused:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_marker_whose_move_was_interrupted_is_reported_once() {
    let site = Site::new(1);
    site.submit("contact", 1).await;
    site.refuse(&["delete outbox/"]);
    let held = site.submit("contact", 1).await;
    site.refuse(&[]);
    let places = [site.keys(OUTBOX).await.len(), site.keys(HELD).await.len()];
    assert_eq!(places, [1, 1]);
    // On the next day there would be a mail for it.
    pass(SignedDuration::from_hours(24));
    assert_eq!(site.sweep().await, swept(0, 0, 1));
    assert_eq!(site.keys(OUTBOX).await, Vec::<String>::new());
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    assert_eq!(site.mailbox.reports().1, [held]);
}

#[tokio::test(start_paused = true)]
async fn what_was_reported_is_not_reported_again() {
    let site = Site::new(1);
    site.submit("contact", 1).await;
    let first = site.submit("contact", 2).await;
    site.refuse(&["delete held/"]);
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    assert_eq!(site.keys(HELD).await.len(), 2);
    pass(SignedDuration::from_hours(1));
    let second = site.submit("contact", 1).await;
    pass(SignedDuration::from_hours(24));
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    site.refuse(&[]);
    pass(SignedDuration::from_hours(24));
    assert_eq!(site.sweep().await, Report::default());
    assert_eq!(site.keys(HELD).await, Vec::<String>::new());
    assert_eq!(site.mailbox.reports().1, [first, second]);
}

#[tokio::test(start_paused = true)]
async fn a_digest_claimed_by_a_process_that_was_killed_is_taken_over() {
    for (claimed, is_sent) in [
        ("2026-11-22T03:50:00Z", false),
        ("2026-11-22T03:49:50Z", true),
        ("2026-11-22T04:04:00Z", false),
        // A clock that was wrong holds nothing up.
        ("2031-01-01T00:00:00Z", true),
    ] {
        let site = Site::new(1);
        site.submit("contact", 2).await;
        let state = format!(r#"{{"claimed":"{claimed}","sent":false,"reported":[]}}"#);
        let digest = format!("{MAILED}digest.json");
        site.folder.write(&digest, state.as_bytes()).unwrap();
        let expected = if is_sent {
            swept(1, 0, 0)
        } else {
            swept(0, 0, 1)
        };
        assert_eq!(site.sweep().await, expected, "{claimed}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_digest_of_a_flood_lists_the_first_thousand() {
    let site = Site::new(1);
    for (form, number) in (0..1_200).map(|number| (["career", "gone"][number % 2], number)) {
        let folder = site.root.join(HELD).join(form);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{number:026}.{number:026}")), "{}").unwrap();
    }
    site.refuse(&["delete held/"]);
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    let mails = site.mailbox.mails.lock().unwrap();
    let raw = String::from_utf8(mails[0].raw.clone()).unwrap();
    let counts: BTreeMap<&str, bool> = [
        "Subject: 1200 more submissions\r\n",
        "\r\nThe form career: 600\r\n",
        "\r\ngone: 600\r\n",
        "\r\n  and 200 more\r\n",
    ]
    .map(|line| (line, raw.contains(line)))
    .into();
    assert!(counts.values().all(|is_there| *is_there), "{counts:?}");
    assert_eq!(references(&raw).len(), 1_001);
}
