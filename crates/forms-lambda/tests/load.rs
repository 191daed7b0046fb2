//! Sends thousands of submissions to a server that is killed again and again, and whose store and mailer fail at random. Every
//! accepted submission must be stored exactly once and notified, and nothing else may remain.
//!
//! `cargo xtask forms-load` runs this test at full size; the test suite runs it with fewer submissions.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_precision_loss,
    dead_code
)]

#[path = "bar/support/mod.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use forms::inbox::{Filter, Listing, Status, entries};
use forms::{Folder, MAILED, Settings, Store as _, router, sweep};
use jiff::{SignedDuration, Timestamp};
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

use support::documents::pdf;
use support::fault::{Fault, Switch};
use support::http::try_exchange;
use support::local::{self, LocalService};
use support::request::{Request, changed, with};
use support::target::bytes;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|one| !one.starts_with("--"))
        .collect();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["serve", root, port] => runtime.block_on(serve(Path::new(root), port.parse().unwrap())),
        [count, at_once] => runtime.block_on(run(count.parse().unwrap(), at_once.parse().unwrap())),
        _ => runtime.block_on(run(300, 16)),
    }
}

/// Runs the server. Every few milliseconds, its store and its mailer switch to another fault, or to none.
async fn serve(root: &Path, port: u16) {
    let (store, mailer) = (Switch::new(), Switch::new());
    let service = service(root, (store.clone(), mailer.clone()));
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        for round in std::process::id().. {
            let slow = Fault::Slow(Duration::from_millis(5));
            let (none, lost) = (Fault::None, Fault::LostAnswer);
            let faults = [none, Fault::Error, none, slow, lost, none, none];
            store.set(faults[round as usize % 7]);
            mailer.set(faults[round as usize * 3 % 7]);
            sleep(Duration::from_millis(u64::from(round % 11) * 3)).await;
        }
    });
    axum::serve(listener, router(&Arc::new(service)))
        .await
        .unwrap();
}

fn service(root: &Path, switches: (Switch, Switch)) -> LocalService {
    let settings = Settings {
        mails_per_day: usize::MAX,
        ..local::settings()
    };
    let mut service = local::service(root, settings, switches, Arc::default(), Arc::default());
    service.mailer.journal = Some(journal(root));
    service
}

/// Returns the path of the file that records the outcome of each mail.
fn journal(root: &Path) -> PathBuf {
    root.with_extension("mails")
}

async fn run(count: usize, at_once: usize) {
    let root = std::env::temp_dir().join(format!("forms-load-{}", std::process::id()));
    std::fs::write(journal(&root), "").unwrap();
    let (server, address) = start(&root, 0);
    let server = Arc::new(Mutex::new(server));
    let begun = Instant::now();
    let next = Arc::new(AtomicUsize::new(0));
    let accepted = Arc::new(Mutex::new(BTreeMap::new()));
    let refused = Arc::new(AtomicUsize::new(0));
    let visitors: Vec<_> = (0..at_once)
        .map(|_| {
            let (next, accepted, refused) = (
                Arc::clone(&next),
                Arc::clone(&accepted),
                Arc::clone(&refused),
            );
            tokio::spawn(async move {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let id = submit(address, number, &refused).await;
                    accepted.lock().unwrap().insert(number, id);
                }
            })
        })
        .collect();
    let mut kills = 0;
    while next.load(Ordering::Relaxed) < count {
        sleep(Duration::from_millis(400)).await;
        if next.load(Ordering::Relaxed) * 6 > count * (kills + 1) && kills < 5 {
            let mut server = server.lock().unwrap();
            server.kill().unwrap();
            server.wait().unwrap();
            *server = start(&root, address.port()).0;
            kills += 1;
        }
    }
    for visitor in visitors {
        visitor.await.unwrap();
    }
    let elapsed = begun.elapsed();
    server.lock().unwrap().kill().unwrap();
    server.lock().unwrap().wait().unwrap();
    let accepted = accepted.lock().unwrap().clone();
    let markers = Folder::open(&root).unwrap().list("outbox/").await;
    let pending = markers.unwrap().len();
    verify(&root, &accepted).await;
    let (lost, killed) = sent_again(&root, &accepted);
    // A kill can only interrupt the requests that are being handled at that moment.
    assert!(killed <= kills * at_once, "{killed} unexplained mails");
    std::fs::remove_dir_all(&root).unwrap();
    std::fs::remove_file(journal(&root)).unwrap();
    println!(
        "{count} submissions, {at_once} at a time, {kills} kills, {} refusals retried: {:.1} s, {:.0} a second; \
         {pending} pending before the sweep; each stored once, each notified, nothing else left; mails sent again: \
         {lost} whose answer was lost, {killed} that the process could not record, because it was killed or its store failed",
        refused.load(Ordering::Relaxed),
        elapsed.as_secs_f64(),
        count as f64 / elapsed.as_secs_f64(),
    );
}

fn start(root: &Path, port: u16) -> (Child, SocketAddr) {
    let mut server = Command::new(std::env::current_exe().unwrap())
        .args([Path::new("serve"), root, &PathBuf::from(port.to_string())])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    (server, line.trim().parse().unwrap())
}

/// Sends submission `number` until it is accepted, each time with the same idempotency key, as a widget does. Returns its id.
async fn submit(address: SocketAddr, number: usize, refused: &AtomicUsize) -> String {
    let request = if number.is_multiple_of(10) {
        let fields = with("career", "reference", &number.to_string());
        let file = pdf(1000 + number % 100);
        Request::multipart("/career", &fields, Some(("cv.pdf", &file)))
    } else {
        changed("contact", "message", &number.to_string())
    };
    let request = bytes(&request.key(&format!("load-test-key-{number:06}")));
    loop {
        let reply = try_exchange(address, &request);
        match timeout(Duration::from_secs(20), reply).await {
            Ok(Ok(reply)) if reply.status == 200 => return reply.id(),
            Ok(Ok(reply)) => assert_eq!(reply.status, 503, "{reply:?}"),
            // The server was killed.
            Ok(Err(_)) | Err(_) => {}
        }
        refused.fetch_add(1, Ordering::Relaxed);
        sleep(Duration::from_millis(20)).await;
    }
}

/// Sweeps with a clock that is a day ahead, so that leftovers are old enough to be removed, and checks what is stored.
async fn verify(root: &Path, accepted: &BTreeMap<usize, String>) {
    let mut service = service(root, (Switch::new(), Switch::new()));
    service.clock = || Timestamp::now() + SignedDuration::from_hours(25);
    let deadline = tokio::time::Instant::now() + Duration::from_mins(5);
    let report = sweep::sweep(&service, deadline).await.unwrap();
    assert_eq!((report.pending, report.given_up), (0, 0), "{report:?}");

    let folder = Folder::open(root).unwrap();
    let Listing { entries, skipped } = entries(&folder, &Filter::default()).await;
    assert_eq!(skipped, []);
    assert!(entries.iter().all(|entry| entry.status == Status::Notified));
    let number_of = |entry: &forms::inbox::Entry| -> usize {
        let is_career = entry.record.form == "career";
        let field = if is_career { "reference" } else { "message" };
        entry.record.fields.get(field).unwrap().parse().unwrap()
    };
    let stored: BTreeMap<usize, String> = entries
        .iter()
        .map(|entry| (number_of(entry), entry.record.id.to_string()))
        .collect();
    assert_eq!(entries.len(), stored.len(), "a submission is stored twice");
    assert_eq!(&stored, accepted, "stored and accepted submissions differ");

    let mut expected: BTreeSet<String> = entries.iter().map(|entry| entry.key.clone()).collect();
    let documents = entries
        .iter()
        .filter_map(|one| one.record.document.as_ref());
    expected.extend(documents.map(|document| document.key.clone()));
    expected.extend(stored.values().map(|id| format!("mail/{id}.eml")));
    let listed = folder.list("").await.unwrap();
    let keys = listed.into_iter().map(|listed| listed.key);
    let found: BTreeSet<String> = keys.filter(|key| !key.starts_with(MAILED)).collect();
    assert_eq!(found, expected, "something is left, or missing");
}

/// Returns the number of mails that were sent again because the mailer's response was lost, and the number of those that were
/// sent again for another reason.
fn sent_again(root: &Path, accepted: &BTreeMap<usize, String>) -> (usize, usize) {
    let journal = std::fs::read_to_string(journal(root)).unwrap();
    let (mut all, mut lost) = (BTreeMap::new(), BTreeMap::new());
    for line in journal.lines() {
        let (id, outcome) = line.split_once(' ').unwrap();
        *all.entry(id).or_insert(0_usize) += 1;
        *lost.entry(id).or_insert(0_usize) += usize::from(outcome == "lost");
    }
    let known: BTreeSet<&str> = accepted.values().map(String::as_str).collect();
    assert!(
        all.keys().all(|id| known.contains(id)),
        "a mail reports a submission that was not accepted"
    );
    let again = all.values().map(|count| count - 1).sum::<usize>();
    let explained = all
        .iter()
        .map(|(id, count)| lost[id].min(count - 1))
        .sum::<usize>();
    (explained, again - explained)
}
