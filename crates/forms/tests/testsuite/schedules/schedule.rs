//! A schedule: a random sequence of events, and the checks at its end.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use forms::inbox::{Event, Filter, State, Status, add_event, entries, events, release};
use forms::record::Record;
use forms::{Form, Id, Service, Store, router, sweep};
use jiff::{SignedDuration, Timestamp};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::clock;
use super::mailbox::{Arrived, Mailbox, SENDING};
use super::store::Distant;
use super::visitor::{Visitor, visit};
use crate::fuzzing::mutations::Numbers;
use crate::keys::keys;
use crate::sample_form::{file_field, form};
use crate::sample_service::service;

/// Pseudorandom number generator that all parts of a schedule share.
#[derive(Clone)]
pub struct Random(Arc<Mutex<Numbers>>);

impl Random {
    pub fn new(seed: u64) -> Self {
        let random = Self(Arc::new(Mutex::new(Numbers(0))));
        random.restart(seed);
        random
    }

    pub fn restart(&self, seed: u64) {
        self.0.lock().unwrap().0 = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    pub fn below(&self, limit: u64) -> u64 {
        self.0.lock().unwrap().draw() % limit
    }

    pub fn one_in(&self, count: u64) -> bool {
        self.below(count) == 0
    }

    pub fn index(&self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap()
    }

    /// Returns a random index. The probability of each index is proportional to its weight.
    pub fn weighted<const N: usize>(&self, weights: [u64; N]) -> usize {
        let mut rest = self.below(weights.iter().sum());
        weights
            .iter()
            .position(|weight| {
                let found = rest < *weight;
                rest = rest.saturating_sub(*weight);
                found
            })
            .unwrap()
    }
}

/// The faults that may happen in a schedule. There are none at its end.
#[derive(Clone, Default)]
pub struct Faults(Arc<AtomicUsize>);

impl Faults {
    /// The mailer refuses mails, without sending them.
    pub const REFUSED_MAILS: usize = 1;
    /// The mailer sends mails, but some of its responses are lost.
    pub const LOST_ANSWERS: usize = 2;
    /// The store sometimes fails, or its responses are lost.
    pub const STORE: usize = 4;
    const KILLS: usize = 8;
    const JUMPS: usize = 16;
    const EARLY_KILLS: usize = 32;
    /// Every response is slow, but not so slow that a request gives up.
    pub const SLOW: usize = 64;
    /// The store refuses to delete objects.
    pub const NO_DELETIONS: usize = 128;
    /// The store carries out some writes a second time, minutes later.
    pub const LATE: usize = 256;

    pub fn set(&self, faults: usize) {
        self.0.store(faults, Ordering::Relaxed);
    }

    pub fn has(&self, fault: usize) -> bool {
        self.0.load(Ordering::Relaxed) & fault != 0
    }

    /// Returns whether every submission must be reported by exactly one mail.
    fn one_mail(&self) -> bool {
        !self.has(Self::LOST_ANSWERS | Self::STORE | Self::KILLS | Self::JUMPS)
    }
}

const NAME: &str = r#"
[[field]]
name = "name"
label = "Name"
required = true
"#;

/// Returns the forms of a site in four states: original, renamed, without the file field, and removed. All are subscriptions, so each
/// submission causes two mails.
fn sites() -> [Vec<Form>; 4] {
    let whole = NAME.to_owned() + &file_field("resume", 10_000);
    let form = |name, fields: &str| Form {
        double_opt_in: true,
        ..form(name, fields)
    };
    [
        vec![form("career", &whole)],
        vec![form("vacancy", &whole)],
        vec![form("career", NAME)],
        Vec::new(),
    ]
}

/// A machine that sweeps and answers requests.
#[derive(Clone)]
struct Machine<S> {
    service: Arc<Service<Distant<S>, Mailbox>>,
    router: Router,
}

/// Machines that share a store and a mailbox: one for each state of the site and each of the three clocks.
pub struct World<S> {
    store: S,
    random: Random,
    faults: Faults,
    mailbox: Mailbox,
    creating: Arc<AtomicUsize>,
    machines: [[Machine<S>; 3]; 4],
    mails_per_day: usize,
}

impl<S: Store + Clone> World<S> {
    /// Creates machines that send up to `mails_per_day` mails and hold further submissions for the digest.
    pub fn new(store: S, mails_per_day: usize) -> Self {
        let (random, faults) = (Random::new(0), Faults::default());
        let mailbox = Mailbox {
            random: random.clone(),
            faults: faults.clone(),
            arrived: Arc::default(),
        };
        let creating = Arc::default();
        let distant = Distant {
            store: store.clone(),
            random: random.clone(),
            faults: faults.clone(),
            creating: Arc::clone(&creating),
        };
        let machines = sites().map(|forms| {
            clock::CLOCKS
                .map(|clock| machine(forms.clone(), &distant, &mailbox, clock, mails_per_day))
        });
        Self {
            store,
            random,
            faults,
            mailbox,
            creating,
            machines,
            mails_per_day,
        }
    }

    /// Runs the schedule with the given seed. The store must be empty.
    pub fn run(&self, seed: u64) {
        self.random.restart(seed);
        *self.mailbox.arrived.lock().unwrap() = Arrived::default();
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap()
            .block_on(schedule(seed, self));
    }
}

async fn schedule<S: Store + Clone>(seed: u64, world: &World<S>) {
    let World {
        store,
        random,
        faults,
        mailbox,
        creating,
        machines,
        mails_per_day,
    } = world;
    // A few seconds before or after the end of a month.
    let midnight: Timestamp = "2026-12-01T00:00:00Z".parse().unwrap();
    let second = i64::try_from(random.below(8)).unwrap() - 6;
    clock::start(midnight + SignedDuration::from_secs(second));
    if random.one_in(2) {
        faults.set(random.index(512));
    }
    let edit = random.index(20);
    let edited = if random.one_in(2) { random.index(4) } else { 0 };
    let mut visitors = Vec::new();
    let mut tasks: Vec<Task> = Vec::new();
    let added = Arc::<Mutex<Vec<Id>>>::default();
    for step in 0..6 + random.index(14) {
        let site = if step < edit { 0 } else { edited };
        let machine = machines[site][random.index(3)].clone();
        match random.weighted([20, 30, 25, 8, 8, 6, 3, 12, 12]) {
            0 if visitors.len() < 3 => visitors.push(Visitor::new(visitors.len(), random)),
            0 | 1 if !visitors.is_empty() => {
                let visitor: Visitor = visitors[random.index(visitors.len())].clone();
                tasks.push(Task::new(
                    async move { visit(machine.router, &visitor).await },
                ));
            }
            2 => {
                for _ in 0..random.weighted([0, 5, 2, 1, 1]) {
                    let machine = machines[site][random.index(3)].clone();
                    tasks.push(Task::new(async move { sweep(&machine).await }));
                }
            }
            3 if !tasks.is_empty() => {
                let victim = &tasks[random.index(tasks.len())];
                let is_early = !victim.sending.load(Ordering::Relaxed);
                if faults.has(Faults::KILLS) || (faults.has(Faults::EARLY_KILLS) && is_early) {
                    victim.handle.abort();
                }
            }
            4 => sleep(Duration::from_secs(random.below(30))).await,
            5 => sleep(Duration::from_secs(random.below(26 * 60 * 60))).await,
            // A real store refuses a request that was signed long before, so no record is written this late.
            6 if faults.has(Faults::JUMPS) && creating.load(Ordering::Relaxed) == 0 => {
                clock::jump(SignedDuration::from_hours(2));
                let machine = machine.clone();
                tasks.push(Task::new(async move { sweep(&machine).await }));
            }
            7 => tasks.push(Task::new(async move { release_one(&machine).await })),
            8 => {
                let (state, added) = (STATES[random.index(3)], Arc::clone(&added));
                tasks.push(Task::new(async move { act(&machine, state, &added).await }));
            }
            _ => {}
        }
        let pause = [5, 50, 1_000][random.weighted([50, 30, 20])];
        sleep(Duration::from_millis(random.below(pause))).await;
    }
    let senders = tasks.len();
    for task in tasks {
        drop(task.handle.await);
    }
    let one_mail = faults.one_mail();
    // A file that is being uploaded while a machine is suspended, or that is written late, may arrive after its marker was discarded.
    let may_leave_files = faults.has(Faults::JUMPS | Faults::LATE);
    faults.set(0);
    // A subscription waits for two days at most, and the next digest reports it.
    for hours in [0, 2, 25, 1, 25, 25] {
        sleep(Duration::from_hours(hours)).await;
        sweep(&machines[edited][random.index(3)]).await;
    }
    let added = added.lock().unwrap().clone();
    check_events(seed, store, &added).await;
    let files = check(seed, store, &visitors, mailbox, one_mail).await;
    // A sweep processes four markers concurrently.
    check_limit(seed, mailbox, mails_per_day + 4 * senders, one_mail);
    if !may_leave_files {
        assert_eq!(keys(store, "resumes/").await, files, "seed {seed}");
    }
}

/// A request or a sweep that is running.
struct Task {
    handle: JoinHandle<()>,
    sending: Arc<AtomicBool>,
}

impl Task {
    fn new(work: impl Future<Output = ()> + Send + 'static) -> Self {
        let sending = Arc::new(AtomicBool::new(false));
        Self {
            handle: tokio::spawn(SENDING.scope(Arc::clone(&sending), work)),
            sending,
        }
    }
}

fn machine<S: Store + Clone>(
    forms: Vec<Form>,
    store: &Distant<S>,
    mailbox: &Mailbox,
    clock: fn() -> Timestamp,
    mails_per_day: usize,
) -> Machine<S> {
    let mut service = service(forms, store.clone(), mailbox.clone());
    service.settings.mails_per_day = mails_per_day;
    service.clock = clock;
    let service = Arc::new(service);
    Machine {
        router: router(&service),
        service,
    }
}

async fn sweep<S: Store + Clone>(machine: &Machine<S>) {
    let deadline = Instant::now() + Duration::from_mins(1);
    // The store may fail. A later sweep then completes the work.
    drop(sweep::sweep(&machine.service, deadline).await);
}

/// Releases the first submission in quarantine, as the staff do.
async fn release_one<S: Store + Clone>(machine: &Machine<S>) {
    let Service { store, clock, .. } = &*machine.service;
    let quarantined = Filter {
        status: Some(Status::Quarantined),
        ..Filter::default()
    };
    if let Some(entry) = entries(store, &quarantined).await.entries.first() {
        // The store may fail. Another release then completes the work.
        drop(release(store, entry, *clock).await);
    }
}

const STATES: [State; 3] = [State::Taken, State::Answered, State::Closed];

/// Records that the first submission was taken, answered or closed, as the staff do. Adds the event's id to `added` if that
/// succeeds.
async fn act<S: Store + Clone>(machine: &Machine<S>, state: State, added: &Mutex<Vec<Id>>) {
    let Service { store, clock, .. } = &*machine.service;
    let all = entries(store, &Filter::default()).await.entries;
    let Some(entry) = all.iter().find(|entry| entry.state().is_some()) else {
        return;
    };
    let event = Event {
        state,
        at: clock(),
        by: "staff".to_owned(),
        note: String::new(),
        attempt: Id::random().unwrap(),
    };
    let attempt = event.attempt.clone();
    if add_event(store, &entry.key, &entry.record, event)
        .await
        .is_ok()
    {
        added.lock().unwrap().push(attempt);
    }
}

/// Checks that every event that was added exists, and that no submission was taken twice, or answered after it was closed.
async fn check_events<S: Store>(seed: u64, store: &S, added: &[Id]) {
    let mut left: HashSet<&Id> = added.iter().collect();
    for record in records(store, "submissions/").await {
        let mut last = State::New;
        let (events, skipped) = events(store, &record).await;
        assert_eq!(skipped, [], "seed {seed}");
        for event in events {
            assert_ne!(event.state, last, "seed {seed}: two people did the same");
            let is_reopened = last == State::Closed && event.state != State::Taken;
            assert!(
                !is_reopened,
                "seed {seed}: {:?} after {last:?}",
                event.state
            );
            last = event.state;
            left.remove(&event.attempt);
        }
    }
    assert!(left.is_empty(), "seed {seed}: events are lost: {left:?}");
}

/// Reads the records in `folder`.
async fn records<S: Store>(store: &S, folder: &str) -> Vec<Record> {
    let mut records = Vec::new();
    for key in keys(store, folder).await {
        if key.ends_with(".json") {
            let (bytes, _) = store.read(&key).await.unwrap().unwrap();
            records.push(serde_json::from_slice(&bytes).unwrap());
        }
    }
    records
}

/// Checks the store and the mailbox at the end of a schedule, and returns the keys of the files that were accepted.
async fn check<S: Store>(
    seed: u64,
    store: &S,
    visitors: &[Visitor],
    mailbox: &Mailbox,
    one_mail: bool,
) -> Vec<String> {
    let records = records(store, "submissions/").await;
    let quarantined = self::records(store, "quarantine/").await;
    let given_up = keys(store, "outbox-dead/").await;
    let mut files = Vec::new();
    for visitor in visitors {
        let theirs = |record: &&Record| record.fields.get("name") == Some(&visitor.name);
        let put_aside: Vec<&Record> = quarantined.iter().filter(theirs).collect();
        let theirs: Vec<&Record> = records.iter().filter(theirs).collect();
        let unreleased = check_quarantine(seed, store, &put_aside, &theirs, mailbox).await;
        let accepted = visitor.accepted();
        assert!(
            theirs.len() + unreleased >= accepted
                && (theirs.len() <= 1
                    || visitor.is_new_each_time()
                    || visitor.is_trapped && have_different_digests(&theirs)),
            "seed {seed}: {} records of {accepted} accepted submissions of {visitor:?}",
            theirs.len()
        );
        for record in theirs {
            if let Some(document) = &record.document {
                let (bytes, _) = store
                    .read(&document.key)
                    .await
                    .unwrap()
                    .unwrap_or_else(|| panic!("seed {seed}: the file of {visitor:?} is lost"));
                assert_eq!(bytes, visitor.file(), "seed {seed}");
                files.push(document.key.clone());
            }
            let id = record.id.as_str();
            let mails = mailbox.arrived.lock().unwrap().reports.get(id).copied();
            let dead = given_up.iter().any(|key| key.contains(id));
            assert!(
                mails.is_some() || dead,
                "seed {seed}: no mail for {visitor:?}"
            );
            let mails = mails.unwrap_or_default();
            // If only the invitation failed for a day, the notification was sent as well.
            assert!(
                !one_mail || mails == 1 || mails == 0 && dead,
                "seed {seed}: {mails} mails for {visitor:?}"
            );
            let arrived = mailbox.arrived.lock().unwrap();
            let invitations = arrived.invitations.get(id).copied().unwrap_or_default();
            // A digest about the limit takes the place of both mails, and an address is not invited more often than three times a day.
            let is_invited = invitations > 0
                || dead
                || arrived.digested.contains(id)
                || arrived.invited.get(&visitor.address) >= Some(&3);
            assert!(
                (!one_mail || invitations <= 1) && is_invited,
                "seed {seed}: {invitations} invitations for {visitor:?}"
            );
        }
    }
    for folder in ["outbox/", "held/"] {
        let left = keys(store, folder).await;
        assert_eq!(left, Vec::<String>::new(), "seed {seed}");
    }
    files.sort();
    files
}

/// Returns whether no two records have the same content. What the trap caught is never refused for a key that was used before.
fn have_different_digests(records: &[&Record]) -> bool {
    let digests: HashSet<&str> = records.iter().map(|record| &*record.digest).collect();
    digests.len() == records.len()
}

/// Checks that every one of a visitor's records in quarantine that was not released has its file. Returns how many of them a
/// digest reported.
async fn check_quarantine<S: Store>(
    seed: u64,
    store: &S,
    put_aside: &[&Record],
    released: &[&Record],
    mailbox: &Mailbox,
) -> usize {
    let mut reported = 0;
    for record in put_aside {
        if released.iter().any(|released| released.id == record.id) {
            continue;
        }
        if let Some(document) = &record.document {
            let file = store.read(&document.key).await.unwrap();
            assert!(file.is_some(), "seed {seed}: a file in quarantine is lost");
        }
        let arrived = mailbox.arrived.lock().unwrap();
        reported += usize::from(arrived.trapped.contains(record.id.as_str()));
    }
    reported
}

/// Checks that there were at most `most` mails on each day, and at least a day between two digests.
fn check_limit(seed: u64, mailbox: &Mailbox, most: usize, one_mail: bool) {
    let arrived = mailbox.arrived.lock().unwrap();
    for (day, mails) in &arrived.own {
        assert!(mails.len() <= most, "seed {seed}: {mails:?} on {day}");
    }
    // Clocks differ by up to ten minutes.
    let shortest = Duration::from_mins(24 * 60 - 10);
    for digests in arrived.digests.iter().flat_map(|times| times.windows(2)) {
        assert!(
            !one_mail || digests[1] - digests[0] >= shortest,
            "seed {seed}: two digests on one day"
        );
    }
}
