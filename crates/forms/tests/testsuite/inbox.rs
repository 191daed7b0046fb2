//! Tests of the inbox on a folder: listing, exporting, and erasing submissions.

use std::sync::{Arc, Mutex};

use forms::inbox::{
    Entry, Event, EventError, Filter, Listing, Match, Receipt, State, Status, add_event, csv,
    entries, erase, events, matching, to_erase,
};
use forms::record::{Record, StoredDocument};
use forms::{Fields, Folder, Id, Store};
use jiff::Timestamp;
use jiff::tz::Offset;
use serde_json::json;

use crate::keys::keys;
use crate::temporary::Temporary;
use crate::unreliable::{Fault, Unreliable};

const ASHA: &str = "00000000000000000000000001";
const BELA: &str = "00000000000000000000000002";
const TRAP: &str = "00000000000000000000000003";

/// Returns a folder with three submissions.
fn inbox() -> Temporary {
    let temporary = Temporary::new();
    let folder = &temporary.folder;
    let record = |id: &str, form: &str, received: &str, fields: &[(&str, &str)]| Record {
        id: serde_json::from_value(json!(id)).unwrap(),
        form: form.into(),
        received: received.parse().unwrap(),
        notice: "2026-11-21".into(),
        notice_language: String::new(),
        notice_digest: String::new(),
        // This does not use `json!`, because whether it keeps the order depends on a feature of serde_json that another crate may
        // enable.
        fields: Fields(
            fields
                .iter()
                .map(|(name, text)| ((*name).into(), (*text).into()))
                .collect(),
        ),
        undeclared: Fields::default(),
        document: None,
        secret: None,
        digest: String::new(),
        attempt: serde_json::from_value(json!(id)).unwrap(),
    };
    let mut career = record(
        ASHA,
        "career",
        "2025-10-01T10:00:00Z",
        &[("firstName", "Asha"), ("email", "asha@example.com")],
    );
    career.document = Some(StoredDocument {
        field: "resume".into(),
        key: format!("resumes/{ASHA}-0.pdf"),
        name: "cv.pdf".into(),
        media_type: "application/pdf".into(),
        size: 3,
        warning: Some("contains 1 script".into()),
    });
    let contact = |id: &str, email: &str| {
        let fields = [("name", "=1+1"), ("email", email)];
        record(id, "contact", "2026-11-20T20:00:00Z", &fields)
    };
    let (bela, trap) = (
        contact(BELA, "bela@example.com"),
        contact(TRAP, "Asha <ASHA@example.com>"),
    );
    for (key, record) in [
        (format!("submissions/career/2025/10/{ASHA}.json"), career),
        (format!("submissions/contact/2026/11/{BELA}.json"), bela),
        (format!("quarantine/{TRAP}.json"), trap),
    ] {
        write(folder, &key, &record);
    }
    for key in [
        format!("outbox/{ASHA}"),
        format!("outbox/{BELA}.{TRAP}"),
        format!("outbox-dead/{BELA}"),
        format!("resumes/{ASHA}-0.pdf"),
        format!("mail/{BELA}.eml"),
        format!("mail/{ASHA}.eml"),
    ] {
        folder.write(&key, b"{}").unwrap();
    }
    temporary
}

fn write(folder: &Folder, key: &str, record: &Record) {
    let bytes = serde_json::to_vec(record).unwrap();
    folder.write(key, &bytes).unwrap();
}

fn ids(entries: &[Entry]) -> Vec<&str> {
    let ids = entries.iter().map(|entry| entry.record.id.as_str());
    ids.collect()
}

#[tokio::test]
async fn entries_are_filtered_and_say_how_far_they_got() {
    let Temporary { folder, .. } = &inbox();
    let day: Timestamp = "2026-11-01T00:00:00Z".parse().unwrap();
    let exact: Timestamp = "2025-10-01T10:00:00Z".parse().unwrap();
    let with = |change: &dyn Fn(&mut Filter)| {
        let mut filter = Filter::default();
        change(&mut filter);
        filter
    };
    for (filter, expected) in [
        (with(&|_| {}), &[ASHA, BELA, TRAP][..]),
        (with(&|f| f.form = Some("contact".into())), &[BELA, TRAP]),
        (with(&|f| f.since = Some(day)), &[BELA, TRAP]),
        (with(&|f| f.until = Some(day)), &[ASHA]),
        (with(&|f| f.since = Some(exact)), &[ASHA, BELA, TRAP]),
        (with(&|f| f.until = Some(exact)), &[]),
        (with(&|f| f.status = Some(Status::GivenUp)), &[BELA]),
    ] {
        let Listing { entries, skipped } = entries(folder, &filter).await;
        assert_eq!((ids(&entries), skipped), (expected.to_vec(), vec![]));
    }
    let all = entries(folder, &Filter::default()).await.entries;
    let statuses = all.iter().map(|entry| entry.status).collect::<Vec<_>>();
    assert_eq!(
        statuses,
        [Status::Pending, Status::GivenUp, Status::Quarantined]
    );
}

#[tokio::test]
async fn what_waits_for_the_digest_is_listed_and_erased() {
    let Temporary { folder, .. } = &inbox();
    let key = format!("held/career/{ASHA}");
    folder.write(&key, b"{}").unwrap();
    let held = Filter {
        status: Some(Status::Held),
        ..Filter::default()
    };
    let listing = entries(folder, &held).await;
    assert_eq!(ids(&listing.entries), [ASHA]);
    assert!(csv(&listing.entries, Offset::UTC, |_| None).contains("\"held\""));
    let receipt = erase_all(folder, "asha@example.com").await;
    assert!(receipt.objects.contains(&key));
    assert!(!keys(folder, "").await.contains(&key));
}

#[tokio::test]
async fn a_table_has_a_column_for_every_field() {
    let Temporary { folder, .. } = &inbox();
    let career = Filter {
        form: Some("career".into()),
        ..Filter::default()
    };
    let india = Offset::from_seconds(5 * 3600 + 1800).unwrap();
    let table = csv(&entries(folder, &career).await.entries, india, |_| None);
    let expected = format!(
        "\u{feff}\"id\",\"form\",\"received\",\"status\",\"state\",\"file\",\"warning\",\"firstName\",\"email\"\r\n\
         \"{ASHA}\",\"career\",\"2025-10-01 15:30:00\",\"pending\",\"new\",\"cv.pdf\",\"contains 1 script\",\"Asha\",\"asha@example.com\"\r\n"
    );
    assert_eq!(table, expected);
}

/// Erases the submissions that contain the address.
async fn erase_all<S: Store>(store: &S, email: &str) -> Receipt {
    let now = "2026-11-21T00:00:00Z".parse().unwrap();
    let (matches, unreadable) = matching(store, email).await;
    let (matches, _) = to_erase(matches, &[]);
    let mut receipt = erase(store, matches.into_iter().map(|one| one.entry), now).await;
    receipt.skipped.extend(unreadable);
    receipt
}

#[tokio::test]
async fn erasing_removes_everything_of_one_person_and_nothing_else() {
    let Temporary { folder, .. } = &inbox();
    for nobody in [
        "",
        " ",
        "Asha",
        "=1+1",
        "a@example.com",
        "xasha@example.com",
    ] {
        let receipt = erase_all(folder, nobody).await;
        assert_eq!(receipt.objects, Vec::<String>::new(), "{nobody:?}");
    }
    for written in [
        " asha@EXAMPLE.com ",
        "Asha Rao <asha@example.com>",
        "mailto:ASHA@example.com",
        "\u{200b}asha\u{ff20}example.com,",
    ] {
        let (matches, _) = matching(folder, written).await;
        let found: Vec<Entry> = matches.into_iter().map(|one| one.entry).collect();
        assert_eq!(ids(&found), [ASHA, TRAP], "{written}");
    }
    let receipt = erase_all(folder, " asha@EXAMPLE.com ").await;
    let erased: Vec<&str> = receipt.submissions.iter().map(forms::Id::as_str).collect();
    assert_eq!((erased, receipt.younger_than_a_year), (vec![ASHA, TRAP], 1));
    let bela = [
        "mail/{}.eml",
        "outbox-dead/{}",
        "outbox/{}.00000000000000000000000003",
        "submissions/contact/2026/11/{}.json",
    ]
    .map(|key| key.replace("{}", BELA));
    assert_eq!(keys(folder, "").await, bela);
    assert_eq!((receipt.objects.len(), receipt.skipped), (5, vec![]));
    let again = erase_all(folder, "asha@example.com").await;
    assert_eq!((again.submissions, again.objects), (vec![], vec![]));
}

/// A visitor retries while the staff erase. Only what the attempt that wrote the record has written is erased, and what no attempt will
/// use: a file without a marker.
#[tokio::test]
async fn an_erasure_keeps_the_file_of_a_running_attempt() {
    let Temporary { folder, .. } = &inbox();
    let running = [
        format!("outbox/{ASHA}.RUNNING"),
        format!("resumes/{ASHA}.RUNNING.pdf"),
    ];
    let abandoned = format!("resumes/{ASHA}.ABANDONED.pdf");
    for key in running.iter().chain([&abandoned]) {
        folder.write(key, b"x").unwrap();
    }
    let receipt = erase_all(folder, "asha@example.com").await;
    let mut left = receipt.left.clone();
    left.sort();
    assert_eq!(left, running);
    assert!(receipt.objects.contains(&abandoned));
    let left: Vec<String> = keys(folder, "").await;
    let left: Vec<&String> = left.iter().filter(|key| key.contains(ASHA)).collect();
    assert_eq!(left, running.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn a_match_names_the_fields_that_contain_the_address() {
    let Temporary { folder, .. } = &inbox();
    let key = format!("submissions/career/2025/10/{ASHA}.json");
    let (bytes, _) = folder.read(&key).await.unwrap().unwrap();
    let mut record: Record = serde_json::from_slice(&bytes).unwrap();
    // Somebody else's address is the whole value of one field, and only part of another.
    record.fields.push("referee", "Bela@example.com");
    record.fields.push("reference", "ask bela@example.com");
    for (name, text) in [
        ("cc", r#"["dev@example.com"," Bela@example.com"]"#),
        ("person", r#"{"name":"Bela","email":"bela@example.com"}"#),
        ("cut", r#"["bela@example.com","and so [cut off]"#),
        ("bela@example.com", "yes"),
        ("words", r#"["ask bela@example.com"]"#),
        ("quoted", r#"["she said \"bela@example.com\""]"#),
        ("text", r#"I am "bela@example.com""#),
    ] {
        record.undeclared.push(name, text);
    }
    write(folder, &key, &record);
    let (matches, _) = matching(folder, "bela@example.com").await;
    let matches: Vec<(&str, String)> = matches
        .iter()
        .map(|one| (one.entry.record.id.as_str(), one.fields.join(" ")))
        .collect();
    let fields = "referee cc person cut bela@example.com";
    let expected = [(ASHA, fields.to_owned()), (BELA, "email".to_owned())];
    assert_eq!(matches, expected);
    // A list is enough to find the submission.
    record.fields.0.clear();
    record.undeclared.0.truncate(1);
    write(folder, &key, &record);
    erase_all(folder, "bela@example.com").await;
    assert!(folder.read(&key).await.unwrap().is_none());
}

/// Returns a folder in which some objects can be neither read nor removed, and some folders cannot be listed.
fn with_locked(folder: &Folder, keys: &[&str]) -> Unreliable {
    let faults = keys.iter().flat_map(|key| {
        ["read", "list", "delete"].map(|operation| Fault::refused(format!("{operation} {key}")))
    });
    Unreliable {
        folder: folder.clone(),
        faults: Arc::new(Mutex::new(faults.collect())),
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_skipped_and_named() {
    let Temporary { folder, .. } = &inbox();
    let torn = "submissions/contact/torn.json";
    folder.write(torn, b"{").unwrap();
    let trap = "quarantine/00000000000000000000000003.json";
    let all = "outbox/ held/ outbox-dead/ events/ submissions/ quarantine/";
    for (locked, found, skipped) in [
        (&[][..], &[ASHA, BELA, TRAP][..], torn),
        (&[trap], &[ASHA, BELA], &format!("{torn} {trap}")),
        (
            &["quarantine/", "outbox/"],
            &[ASHA, BELA],
            &format!("outbox/ quarantine/ {torn}"),
        ),
        (&["submissions/"], &[TRAP], "submissions/"),
        (&[""], &[], all),
    ] {
        let listing = entries(&with_locked(folder, locked), &Filter::default()).await;
        let keys: Vec<&str> = listing.skipped.iter().map(|one| one.key.as_str()).collect();
        assert_eq!(ids(&listing.entries), found, "{locked:?}");
        assert_eq!(keys.join(" "), skipped, "{locked:?}");
    }
}

#[tokio::test]
async fn a_damaged_record_erases_nothing_of_others() {
    let Temporary { folder, .. } = &inbox();
    let before = keys(folder, "").await;
    let (bytes, _) = folder
        .read(&format!("submissions/contact/2026/11/{BELA}.json"))
        .await
        .unwrap()
        .unwrap();
    let record = String::from_utf8(bytes.to_vec()).unwrap();
    let not_a_reference = |id| format!("not a record: `{id}` is not a reference at");
    let other = |id, form| format!("it contains record {id} of form {form}");
    let career = format!("career/{BELA}");
    for (key, id, form, reason) in [
        ("contact/a", "", "contact", not_a_reference("")),
        ("contact/b", "0", "contact", not_a_reference("0")),
        ("contact/c", ASHA, "contact", other(ASHA, "contact")),
        (&career, BELA, "..", other(BELA, "..")),
    ] {
        let key = format!("submissions/{key}.json");
        let damaged = record
            .replace(BELA, id)
            .replace("\"contact\"", &format!("\"{form}\""))
            .replace("bela@", "mallory@");
        folder.write(&key, damaged.as_bytes()).unwrap();
        let receipt = erase_all(folder, "mallory@example.com").await;
        assert_eq!(receipt.objects, Vec::<String>::new(), "{key}");
        let skipped = receipt.skipped.first().map(|one| one.reason.clone());
        assert!(
            skipped.as_deref().unwrap_or_default().starts_with(&reason),
            "{key}: {skipped:?}"
        );
        folder.delete(&key).await.unwrap();
    }
    assert_eq!(keys(folder, "").await, before);
}

#[tokio::test]
async fn what_cannot_be_removed_is_named_in_the_receipt_and_found_again() {
    let Temporary { folder, .. } = &inbox();
    let before = keys(folder, "").await;
    let file = "resumes/00000000000000000000000001-0.pdf";
    let locked = with_locked(folder, &["resumes/00000000000000000000000001-0"]);
    let receipt = erase_all(&locked, "asha@example.com").await;
    let skipped: Vec<&str> = receipt.skipped.iter().map(|one| one.key.as_str()).collect();
    assert_eq!(skipped, [file]);
    assert_eq!(receipt.skipped[0].reason, "the store failed: refused");
    let erased: Vec<&str> = receipt.submissions.iter().map(forms::Id::as_str).collect();
    assert_eq!(erased, [TRAP], "only what was erased completely");
    let left = keys(folder, "").await;
    let record = format!("submissions/career/2025/10/{ASHA}.json");
    assert!(
        left.contains(&record) && left.len() < before.len(),
        "{left:?}"
    );
    let again = erase_all(folder, "asha@example.com").await;
    assert_eq!(again.objects, [file.to_owned(), record]);
}

/// Returns the submission with the reference `id`.
async fn entry(folder: &Folder, id: &str) -> Entry {
    let all = entries(folder, &Filter::default()).await.entries;
    all.into_iter()
        .find(|entry| entry.record.id.as_str() == id)
        .unwrap()
}

fn event(state: State) -> Event {
    Event {
        state,
        at: "2026-11-21T00:00:00Z".parse().unwrap(),
        by: "Dev".into(),
        note: String::new(),
        attempt: Id::random().unwrap(),
    }
}

#[tokio::test]
async fn what_was_done_is_recorded_in_order() {
    use State::{Answered, Closed, New, Taken};
    for (states, refused) in [
        (&[Taken, Answered, Closed][..], None),
        (&[Closed, Taken, Answered, Taken], None),
        (&[Answered, Closed], None),
        (&[Taken, Taken], Some(Taken)),
        (&[Closed, Answered], Some(Closed)),
    ] {
        let Temporary { folder, .. } = &inbox();
        assert_eq!(entry(folder, BELA).await.state(), Some(New));
        for (number, state) in states.iter().enumerate() {
            let Entry { key, record, .. } = entry(folder, BELA).await;
            let added = add_event(folder, &key, &record, event(*state)).await;
            let is_refused = refused.is_some() && number + 1 == states.len();
            match added {
                Err(EventError::NotPossible(last)) => {
                    assert_eq!((is_refused, Some(last.state)), (true, refused));
                }
                added => assert!(added.is_ok() && !is_refused, "{states:?}"),
            }
            let expected = refused.filter(|_| is_refused).unwrap_or(*state);
            assert_eq!(entry(folder, BELA).await.state(), Some(expected));
        }
        let closed = Filter {
            state: Some(Closed),
            ..Filter::default()
        };
        let is_closed = states.ends_with(&[Closed]) || refused == Some(Closed);
        let found = entries(folder, &closed).await.entries;
        assert_eq!(ids(&found), if is_closed { &[BELA][..] } else { &[] });
    }
}

#[tokio::test]
async fn events_are_erased_with_their_submission() {
    let Temporary { folder, .. } = &inbox();
    let Entry { key, record, .. } = entry(folder, ASHA).await;
    add_event(folder, &key, &record, event(State::Taken))
        .await
        .unwrap();
    assert_eq!(entry(folder, TRAP).await.state(), None);
    erase_all(folder, "asha@example.com").await;
    assert_eq!(keys(folder, "events/").await, Vec::<String>::new());
    // Whoever still has the submission on the screen cannot add an event.
    let late = add_event(folder, &key, &record, event(State::Answered)).await;
    assert!(matches!(late, Err(EventError::Erased)), "{late:?}");
    assert_eq!(keys(folder, "events/").await, Vec::<String>::new());
}

#[tokio::test]
async fn an_event_that_cannot_be_read_hides_no_submission() {
    let Temporary { folder, .. } = &inbox();
    let torn = format!("events/contact/{BELA}.001.json");
    folder.write(&torn, b"{").unwrap();
    let Listing { entries, skipped } = entries(folder, &Filter::default()).await;
    assert_eq!(ids(&entries), [ASHA, BELA, TRAP]);
    assert_eq!(skipped[0].key, torn);
    let Entry { key, record, .. } = &entries[1];
    let (readable, skipped) = events(folder, record).await;
    assert_eq!((readable, skipped.len()), (vec![], 1));
    // Nobody knows the state of the submission, so nothing is added until the object is repaired or removed.
    let refused = add_event(folder, key, record, event(State::Closed)).await;
    let reason = refused.unwrap_err().to_string();
    let expected = format!("`{torn}` cannot be read: not an event: ");
    assert!(reason.starts_with(&expected), "{reason}");
    folder.delete(&torn).await.unwrap();
    for state in [State::Taken, State::Answered] {
        let added = add_event(folder, key, record, event(state)).await;
        assert!(added.is_ok(), "{added:?}");
    }
    // An earlier one only hides itself, even if it is removed, and a copy of it is no event.
    folder.write(&torn, b"{").unwrap();
    folder.write(&format!("{torn}.bak"), b"{").unwrap();
    let (readable, skipped) = events(folder, record).await;
    let states: Vec<State> = readable.iter().map(|event| event.state).collect();
    assert_eq!(states, [State::Answered]);
    assert_eq!(skipped[0].key, torn);
    let states = [State::Taken, State::Closed];
    for (number, state) in states.into_iter().enumerate() {
        let added = add_event(folder, key, record, event(state)).await;
        assert!(added.is_ok(), "{added:?}");
        assert_eq!(entry(folder, BELA).await.state(), Some(state));
        assert_eq!(events(folder, record).await.0.len(), number + 2);
        folder.delete(&torn).await.unwrap();
    }
}

#[tokio::test]
async fn a_request_about_personal_data_is_kept_as_evidence() {
    let Temporary { folder, .. } = &inbox();
    let request = "00000000000000000000000004";
    let key = format!("submissions/rights/{request}.json");
    let Entry { mut record, .. } = entry(folder, BELA).await;
    record.id = serde_json::from_value(json!(request)).unwrap();
    record.form = "rights".into();
    write(folder, &key, &record);
    let event = event(State::Answered);
    add_event(folder, &key, &record, event).await.unwrap();
    for (only, erased, kept) in [
        (&[][..], &[BELA][..], &[request][..]),
        (&[BELA], &[BELA], &[request]),
        (&[request], &[request], &[]),
        (&[request, BELA], &[BELA, request], &[]),
    ] {
        let only: Vec<String> = only.iter().copied().map(str::to_owned).collect();
        let (matches, _) = matching(folder, "bela@example.com").await;
        let entries = |matches: Vec<Match>| -> Vec<Entry> {
            matches.into_iter().map(|one| one.entry).collect()
        };
        let (found, left) = to_erase(matches, &only);
        assert_eq!(ids(&entries(found)), erased, "{only:?}");
        assert_eq!(ids(&entries(left)), kept, "{only:?}");
    }
    let receipt = erase_all(folder, "bela@example.com").await;
    let left = [format!("events/rights/{request}.001.json"), key];
    for key in &left {
        assert!(!receipt.objects.contains(key), "{key}");
    }
    let keys = keys(folder, "").await;
    assert_eq!(keys.iter().filter(|key| key.contains(request)).count(), 2);
    let erased: Vec<&str> = receipt.submissions.iter().map(Id::as_str).collect();
    assert_eq!(erased, [BELA]);
}
