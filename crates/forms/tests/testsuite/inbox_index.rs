//! Tests of the index that listings of a bucket keep: what it saves, that it hides no submission, and that it keeps no erased one.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use forms::inbox::{Event, Filter, INDEX, State, add_event, entries, erase, matching};
use forms::record::{Record, submission_key};
use forms::{Fields, Id, Object, Store};
use jiff::Timestamp;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use tokio::time::sleep;

use crate::keys::keys;
use crate::schedules::schedule::{Faults, Random};
use crate::schedules::store::{Distant, Memory};

fn object(key: &str, bytes: impl Into<Bytes>) -> Object {
    Object {
        key: key.to_owned(),
        bytes: bytes.into(),
        media_type: String::new(),
        attachment: false,
    }
}

/// Returns the key and the record of a new submission of this person.
fn submission(person: &str, form: &str) -> (String, Record) {
    let id = Id::random().unwrap();
    let email = format!("{person}@example.com");
    let record = Record {
        form: form.to_owned(),
        received: "2026-11-20T20:00:00Z".parse().unwrap(),
        notice: String::new(),
        notice_language: String::new(),
        notice_digest: String::new(),
        fields: Fields(vec![("email".to_owned(), email)]),
        undeclared: Fields::default(),
        document: None,
        digest: String::new(),
        secret: None,
        attempt: id.clone(),
        id,
    };
    (submission_key(form, &record.id), record)
}

async fn submit<S: Store>(store: &S, person: &str, form: &str) -> (String, Record) {
    let (key, record) = submission(person, form);
    let object = Object::json(key.clone(), &record).unwrap();
    store.replace(object).await.unwrap();
    (key, record)
}

async fn take<S: Store>(store: &S, key: &str, record: &Record) {
    let event = Event {
        state: State::Taken,
        at: "2026-11-21T00:00:00Z".parse().unwrap(),
        by: "Dev".to_owned(),
        note: String::new(),
        attempt: Id::random().unwrap(),
    };
    add_event(store, key, record, event).await.unwrap();
}

/// Returns the keys of the submissions that a listing shows, sorted, with the state of the work on them.
async fn listed<S: Store>(store: &S, filter: &Filter) -> BTreeMap<String, Option<State>> {
    let listing = entries(store, filter).await;
    assert_eq!(listing.skipped, []);
    let entries = listing.entries.into_iter();
    entries
        .map(|entry| (entry.key.clone(), entry.state()))
        .collect()
}

async fn is_in_index<S: Store>(store: &S, text: &str) -> bool {
    let Some((bytes, _)) = store.read(INDEX).await.unwrap() else {
        return false;
    };
    let json = decompress_to_vec_zlib(&bytes).unwrap();
    String::from_utf8(json).unwrap().contains(text)
}

#[tokio::test]
async fn a_listing_reads_only_what_is_new() {
    let store = &Memory::default();
    for number in 0..40 {
        let form = ["contact", "query"][number % 2];
        let (key, record) = submit(store, &format!("p{number}"), form).await;
        if number < 10 {
            take(store, &key, &record).await;
        }
    }
    let all = Filter::default();
    let contact = Filter {
        form: Some("contact".to_owned()),
        ..Filter::default()
    };
    let (key, record) = submission("late", "contact");
    // The first listing reads the index twice, because it creates it.
    for (step, filter, shown, reads) in [
        ("form", &contact, 20, 2 + 20 + 5),
        ("rest", &all, 40, 1 + 20 + 5),
        ("again", &all, 40, 1),
        ("form again", &contact, 20, 1),
        ("submit", &all, 41, 2),
        ("take", &all, 41, 3),
        ("answer", &all, 41, 3),
    ] {
        match step {
            "submit" => {
                let object = Object::json(key.clone(), &record).unwrap();
                store.replace(object).await.unwrap();
            }
            "take" => take(store, &key, &record).await,
            "answer" => {
                let answered = key
                    .replace("submissions/", "events/")
                    .replace(".json", ".002.json");
                let taken = answered.replace("002", "001");
                let (bytes, _) = store.read(&taken).await.unwrap().unwrap();
                let text = String::from_utf8(bytes.to_vec()).unwrap();
                let event = text.replace("taken", "answered");
                store.replace(object(&answered, event)).await.unwrap();
            }
            _ => {}
        }
        store.reads.store(0, Ordering::Relaxed);
        let found = listed(store, filter).await;
        assert_eq!(found.len(), shown, "{step}");
        assert_eq!(store.reads.load(Ordering::Relaxed), reads, "{step}");
        if step == "answer" {
            assert_eq!(found[&key], Some(State::Answered));
        }
    }
}

/// Whatever the index contains, a listing shows what the objects contain.
#[tokio::test]
async fn no_index_hides_or_invents_a_submission() {
    let store = &Memory::default();
    for number in 0..5 {
        let (key, record) = submit(store, &format!("p{number}"), "contact").await;
        take(store, &key, &record).await;
    }
    let all = &Filter::default();
    let truth = listed(store, all).await;
    let (good, _) = store.read(INDEX).await.unwrap().unwrap();
    let json = String::from_utf8(decompress_to_vec_zlib(&good).unwrap()).unwrap();
    let packed = |json: &str| Bytes::from(compress_to_vec_zlib(json.as_bytes(), 1));
    let (id, _) = json[1..].split_once(',').unwrap();
    let outdated: String = json.replace("taken", "closed").replace("[\"", "[\"gone/");
    for index in [
        Bytes::new(),
        good.slice(..good.len() / 2),
        good.slice(1..),
        packed("{}"),
        packed(&format!("[{id},[]]")),
        packed(&format!(
            "[{id},[[\"submissions/contact/x.json\",\"1\",\"{{}}\"]]]"
        )),
        packed(&outdated),
        packed(&json.replace("taken", "closed").replace("\",\"{", "0\",\"{")),
    ] {
        store.replace(object(INDEX, index.clone())).await.unwrap();
        assert_eq!(listed(store, all).await, truth, "{index:?}");
        assert_eq!(listed(store, all).await, truth, "{index:?}");
    }
    // A record that somebody has repaired by hand.
    let key = truth.keys().next().unwrap();
    let (bytes, _) = store.read(key).await.unwrap().unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let repaired = text.replace("@example.com", "@example.org");
    store.replace(object(key, repaired)).await.unwrap();
    let shown = entries(store, all).await.entries;
    let shown = shown.iter().find(|entry| entry.key == *key).unwrap();
    assert!(
        shown
            .record
            .fields
            .get("email")
            .unwrap()
            .ends_with("@example.org")
    );
}

#[tokio::test]
async fn what_the_bucket_has_erased_leaves_the_index() {
    let store = &Memory::default();
    let mut keys = Vec::new();
    for number in 0..40 {
        let (key, record) = submit(store, &format!("p{number}"), "contact").await;
        take(store, &key, &record).await;
        keys.push(key);
    }
    let all = &Filter::default();
    listed(store, all).await;
    assert!(is_in_index(store, "p39@").await);
    store.delete(&keys[39]).await.unwrap();
    assert_eq!(listed(store, all).await.len(), 39);
    assert!(!is_in_index(store, &keys[39]).await);
    assert!(is_in_index(store, "p38@").await);
}

#[tokio::test]
async fn a_folder_that_cannot_be_listed_leaves_its_copies_in_the_index() {
    let store = &Memory::default();
    for number in 0..10 {
        let (key, record) = submit(store, &format!("p{number}"), "contact").await;
        take(store, &key, &record).await;
    }
    let all = &Filter::default();
    listed(store, all).await;
    for folder in ["submissions/", "quarantine/", "events/", "outbox/"] {
        *store.unlisted.lock().unwrap() = Some(folder);
        let listing = entries(store, all).await;
        assert_eq!(listing.skipped.len(), 1, "{folder}");
        *store.unlisted.lock().unwrap() = None;
        store.reads.store(0, Ordering::Relaxed);
        assert_eq!(listed(store, all).await.len(), 10, "{folder}");
        assert_eq!(store.reads.load(Ordering::Relaxed), 1, "{folder}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_interrupted_erasure_leaves_no_copy() {
    let store = Memory::default();
    let (key, _) = submit(&store, "asha", "contact").await;
    let distant = Distant {
        store: store.clone(),
        random: Random::new(1),
        faults: Faults::default(),
        creating: Arc::<AtomicUsize>::default(),
    };
    let (matches, _) = matching(&store, "asha@example.com").await;
    assert!(is_in_index(&store, "asha@").await);
    let entries = matches.into_iter().map(|one| one.entry);
    let entries: Vec<_> = entries.collect();
    let erasure = tokio::spawn(async move {
        erase(&distant, entries, Timestamp::UNIX_EPOCH).await;
    });
    while store.read(&key).await.unwrap().is_some() {
        sleep(Duration::from_micros(100)).await;
    }
    assert!(!erasure.is_finished());
    erasure.abort();
    drop(erasure.await);
    assert!(!is_in_index(&store, "asha@").await);
}

/// Erases a person's submissions. Returns whether everything succeeded.
async fn erase_person<S: Store>(store: &S, person: &str) -> bool {
    let (matches, unreadable) = matching(store, &format!("{person}@example.com")).await;
    let found = !matches.is_empty();
    let matches = matches.into_iter().map(|one| one.entry);
    let receipt = erase(store, matches, Timestamp::UNIX_EPOCH).await;
    found && unreadable.is_empty() && receipt.skipped.is_empty()
}

/// People submit, the staff list, and a person is erased, all at the same time and over a bad network.
#[test]
fn what_was_erased_does_not_return_to_the_index() {
    let (mut erased, mut indexed) = (0, 0);
    for seed in 0..1_000 {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build();
        let (was_erased, was_indexed) = runtime.unwrap().block_on(erased_amid_listings(seed));
        erased += usize::from(was_erased);
        indexed += usize::from(was_indexed);
    }
    // The test would show nothing if erasures failed, or if listings did not write the index.
    assert!(erased > 300 && indexed > 300, "{erased} {indexed}");
}

/// Returns whether the erasure succeeded, and whether the index has copies at the end.
async fn erased_amid_listings(seed: u64) -> (bool, bool) {
    let memory = Memory::default();
    let random = Random::new(seed);
    let faults = Faults::default();
    if random.one_in(2) {
        faults.set(Faults::STORE | Faults::SLOW);
    }
    let distant = Distant {
        store: memory.clone(),
        random: random.clone(),
        faults,
        creating: Arc::<AtomicUsize>::default(),
    };
    for person in ["asha", "bela", "asha"] {
        submit(&memory, person, "contact").await;
    }
    if random.one_in(2) {
        entries(&memory, &Filter::default()).await;
    }
    let mut tasks = Vec::new();
    for number in 0..=random.below(5) {
        let (store, random) = (distant.clone(), random.clone());
        tasks.push(tokio::spawn(async move {
            sleep(Duration::from_millis(random.below(400))).await;
            entries(&store, &Filter::default()).await;
            if random.one_in(3) {
                submit(&store.store, &format!("p{number}"), "query").await;
            }
        }));
    }
    sleep(Duration::from_millis(random.below(300))).await;
    let was_erased = erase_person(&distant, "asha").await;
    if was_erased {
        assert!(!is_in_index(&memory, "asha@").await, "seed {seed}: at once");
    }
    for task in tasks {
        if random.one_in(4) {
            task.abort();
        }
        drop(task.await);
    }
    if was_erased {
        assert!(!is_in_index(&memory, "asha@").await, "seed {seed}: later");
    }
    let truth = keys(&memory, "submissions/").await;
    let shown = listed(&memory, &Filter::default()).await;
    assert_eq!(shown.into_keys().collect::<Vec<_>>(), truth, "seed {seed}");
    (was_erased, is_in_index(&memory, "bela@").await)
}
