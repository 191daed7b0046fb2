//! The inbox over a folder: what is listed, what an export holds, what an erasure removes.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex};

use forms::inbox::{Filter, Listing, Receipt, Status, csv, entries, erase, matching};
use forms::record::{Record, StoredDocument};
use forms::{Fields, Folder, Object, Store};
use jiff::Timestamp;
use jiff::tz::Offset;
use serde_json::json;

use crate::unreliable::{Fault, Unreliable};

/// A folder that is removed when the test ends.
struct Inbox(PathBuf, Folder);

impl Drop for Inbox {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

const ASHA: &str = "00000000000000000000000001";
const BELA: &str = "00000000000000000000000002";
const TRAP: &str = "00000000000000000000000003";

async fn inbox(name: &str) -> Inbox {
    let root = env::temp_dir().join(format!("forms-inbox-{name}-{}", process::id()));
    let folder = Folder::open(&root).unwrap();
    let record = |id: &str, form: &str, received: &str, fields: &[(&str, &str)]| Record {
        id: serde_json::from_value(json!(id)).unwrap(),
        form: form.into(),
        received: received.parse().unwrap(),
        notice: "2026-11-21".into(),
        // Not with `json!`: whether it keeps the order depends on a feature of serde_json that another crate may enable.
        fields: Fields(
            fields
                .iter()
                .map(|(name, text)| ((*name).into(), (*text).into()))
                .collect(),
        ),
        document: None,
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
    });
    let contact = |id: &str, email: &str| {
        let fields = [("name", "=1+1"), ("email", email)];
        record(id, "contact", "2026-11-20T20:00:00Z", &fields)
    };
    for (key, record) in [
        (format!("submissions/career/2025/10/{ASHA}.json"), career),
        (
            format!("submissions/contact/2026/11/{BELA}.json"),
            contact(BELA, "bela@example.com"),
        ),
        (
            format!("quarantine/{TRAP}.json"),
            contact(TRAP, "ASHA@example.com"),
        ),
    ] {
        folder
            .replace(Object::json(key, &record).unwrap())
            .await
            .unwrap();
    }
    for key in [
        format!("outbox/{ASHA}"),
        format!("outbox/{BELA}.{TRAP}"),
        format!("outbox-dead/{BELA}"),
        format!("resumes/{ASHA}-0.pdf"),
        format!("mail/{BELA}.eml"),
        format!("mail/{ASHA}.eml"),
    ] {
        folder
            .replace(Object::json(key, &json!({})).unwrap())
            .await
            .unwrap();
    }
    Inbox(root, folder)
}

#[tokio::test]
async fn entries_are_filtered_and_say_how_far_they_got() {
    let Inbox(_, folder) = &inbox("list").await;
    let found = async |filter: Filter| -> Vec<(String, Status)> {
        let Listing { entries, skipped } = entries(folder, &filter).await;
        assert_eq!(skipped, []);
        entries
            .into_iter()
            .map(|entry| (entry.record.id.to_string(), entry.status))
            .collect()
    };
    let [asha, bela, trap] = [
        (ASHA, Status::Pending),
        (BELA, Status::GivenUp),
        (TRAP, Status::Quarantined),
    ]
    .map(|(id, status)| (id.to_owned(), status));
    let day: Timestamp = "2026-11-01T00:00:00Z".parse().unwrap();
    let exact: Timestamp = "2025-10-01T10:00:00Z".parse().unwrap();
    let form = Some("contact".to_owned());
    for (filter, expected) in [
        (
            Filter::default(),
            vec![asha.clone(), bela.clone(), trap.clone()],
        ),
        (
            Filter {
                form,
                ..Filter::default()
            },
            vec![bela.clone(), trap.clone()],
        ),
        (
            Filter {
                since: Some(day),
                ..Filter::default()
            },
            vec![bela.clone(), trap],
        ),
        (
            Filter {
                until: Some(day),
                ..Filter::default()
            },
            vec![asha.clone()],
        ),
        (
            Filter {
                since: Some(exact),
                until: Some(day),
                ..Filter::default()
            },
            vec![asha.clone()],
        ),
        (
            Filter {
                until: Some(exact),
                ..Filter::default()
            },
            vec![],
        ),
        (
            Filter {
                status: Some(Status::GivenUp),
                ..Filter::default()
            },
            vec![bela],
        ),
    ] {
        assert_eq!(found(filter.clone()).await, expected, "{filter:?}");
    }
}

#[tokio::test]
async fn what_waits_for_the_digest_is_listed_and_erased() {
    let Inbox(_, folder) = &inbox("held").await;
    let key = format!("held/career/{ASHA}");
    let marker = Object::json(key.clone(), &json!({})).unwrap();
    folder.replace(marker).await.unwrap();
    let held = Filter {
        status: Some(Status::Held),
        ..Filter::default()
    };
    let listing = entries(folder, &held).await;
    let ids: Vec<&str> = listing
        .entries
        .iter()
        .map(|entry| entry.record.id.as_str())
        .collect();
    assert_eq!(ids, [ASHA]);
    assert!(csv(&listing.entries, Offset::UTC).contains("\"held\""));
    let receipt = erase_all(folder, "asha@example.com").await;
    assert!(receipt.objects.contains(&key));
    assert!(!keys(folder).await.contains(&key));
}

#[tokio::test]
async fn a_table_has_a_column_for_every_field() {
    let Inbox(_, folder) = &inbox("csv").await;
    let career = Filter {
        form: Some("career".into()),
        ..Filter::default()
    };
    let india = Offset::from_seconds(5 * 3600 + 1800).unwrap();
    let table = csv(&entries(folder, &career).await.entries, india);
    let expected = format!(
        "\u{feff}\"id\",\"form\",\"received\",\"status\",\"file\",\"firstName\",\"email\"\r\n\
         \"{ASHA}\",\"career\",\"2025-10-01 15:30:00\",\"pending\",\"cv.pdf\",\"Asha\",\"asha@example.com\"\r\n"
    );
    assert_eq!(table, expected);
}

/// Erases the submissions that contain the address.
async fn erase_all<S: Store>(store: &S, email: &str) -> Receipt {
    let now = "2026-11-21T00:00:00Z".parse().unwrap();
    let (matches, unreadable) = matching(store, email).await;
    let mut receipt = erase(store, matches.into_iter().map(|one| one.entry), now).await;
    receipt.skipped.extend(unreadable);
    receipt
}

async fn keys(folder: &Folder) -> Vec<String> {
    let listed = folder.list("").await.unwrap();
    listed.into_iter().map(|listed| listed.key).collect()
}

#[tokio::test]
async fn erasing_removes_everything_of_one_person_and_nothing_else() {
    let Inbox(_, folder) = &inbox("erase").await;
    for nobody in ["", " ", "Asha", "=1+1"] {
        let receipt = erase_all(folder, nobody).await;
        assert_eq!(receipt.objects, Vec::<String>::new(), "{nobody:?}");
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
    assert_eq!(keys(folder).await, bela);
    assert_eq!((receipt.objects.len(), receipt.skipped), (5, vec![]));
    let again = erase_all(folder, "asha@example.com").await;
    assert_eq!((again.submissions, again.objects), (vec![], vec![]));
}

#[tokio::test]
async fn a_match_names_the_fields_that_contain_the_address() {
    let Inbox(_, folder) = &inbox("match").await;
    let key = format!("submissions/career/2025/10/{ASHA}.json");
    let (bytes, _) = folder.read(&key).await.unwrap().unwrap();
    let mut record: Record = serde_json::from_slice(&bytes).unwrap();
    // Somebody else's address is the value of one field, and part of the text of another.
    record.fields.push("referee", "Bela@example.com");
    record.fields.push("reference", "ask bela@example.com");
    folder
        .replace(Object::json(key, &record).unwrap())
        .await
        .unwrap();
    let (matches, _) = matching(folder, "bela@example.com").await;
    let matches: Vec<(&str, &[String])> = matches
        .iter()
        .map(|one| (one.entry.record.id.as_str(), one.fields.as_slice()))
        .collect();
    assert_eq!(
        matches,
        [
            (ASHA, ["referee".to_owned()].as_slice()),
            (BELA, &["email".to_owned()])
        ]
    );
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
    let Inbox(_, folder) = &inbox("locked").await;
    let torn = Object {
        bytes: "{".into(),
        ..Object::json("submissions/contact/torn.json".into(), &json!({})).unwrap()
    };
    folder.replace(torn).await.unwrap();
    let trap = "quarantine/00000000000000000000000003.json";
    for (locked, found, skipped) in [
        (
            &[][..],
            vec![ASHA, BELA, TRAP],
            vec!["submissions/contact/torn.json"],
        ),
        (
            &[trap],
            vec![ASHA, BELA],
            vec!["submissions/contact/torn.json", trap],
        ),
        (
            &["quarantine/", "outbox/"],
            vec![ASHA, BELA],
            vec!["outbox/", "submissions/contact/torn.json", "quarantine/"],
        ),
        (&["submissions/"], vec![TRAP], vec!["submissions/"]),
        (
            &[""],
            vec![],
            vec![
                "outbox/",
                "held/",
                "outbox-dead/",
                "submissions/",
                "quarantine/",
            ],
        ),
    ] {
        let listing = entries(&with_locked(folder, locked), &Filter::default()).await;
        let ids: Vec<&str> = listing
            .entries
            .iter()
            .map(|entry| entry.record.id.as_str())
            .collect();
        let keys: Vec<&str> = listing.skipped.iter().map(|one| one.key.as_str()).collect();
        assert_eq!((ids, keys), (found, skipped), "{locked:?}");
    }
}

#[tokio::test]
async fn a_damaged_record_erases_nothing_of_others() {
    let Inbox(_, folder) = &inbox("damaged").await;
    let before = keys(folder).await;
    let (bytes, _) = folder
        .read(&format!("submissions/contact/2026/11/{BELA}.json"))
        .await
        .unwrap()
        .unwrap();
    let record = String::from_utf8(bytes.to_vec()).unwrap();
    for (key, id, form, reason) in [
        (
            "contact/a",
            "",
            "contact",
            "not a record: `` is not a reference at",
        ),
        (
            "contact/b",
            "0",
            "contact",
            "not a record: `0` is not a reference at",
        ),
        (
            "contact/c",
            ASHA,
            "contact",
            "it contains record 00000000000000000000000001 of form contact",
        ),
        (
            &format!("career/{BELA}"),
            BELA,
            "..",
            "it contains record 00000000000000000000000002 of form ..",
        ),
    ] {
        let key = format!("submissions/{key}.json");
        let damaged = record
            .replace(BELA, id)
            .replace("\"contact\"", &format!("\"{form}\""));
        let object = Object {
            bytes: damaged.replace("bela@", "mallory@").into(),
            ..Object::json(key.clone(), &json!({})).unwrap()
        };
        folder.replace(object).await.unwrap();
        let receipt = erase_all(folder, "mallory@example.com").await;
        assert_eq!(receipt.objects, Vec::<String>::new(), "{key}");
        let skipped = receipt.skipped.first().map(|one| one.reason.clone());
        assert!(
            skipped.as_deref().unwrap_or_default().starts_with(reason),
            "{skipped:?}"
        );
        folder.delete(&key).await.unwrap();
    }
    assert_eq!(keys(folder).await, before);
}

#[tokio::test]
async fn what_cannot_be_removed_is_named_in_the_receipt_and_found_again() {
    let Inbox(_, folder) = &inbox("receipt").await;
    let before = keys(folder).await;
    let file = "resumes/00000000000000000000000001-0.pdf";
    let receipt = erase_all(
        &with_locked(folder, &["resumes/00000000000000000000000001-0"]),
        "asha@example.com",
    )
    .await;
    let skipped: Vec<&str> = receipt.skipped.iter().map(|one| one.key.as_str()).collect();
    assert_eq!(skipped, [file]);
    assert_eq!(receipt.skipped[0].reason, "the store failed: refused");
    let erased: Vec<&str> = receipt.submissions.iter().map(forms::Id::as_str).collect();
    assert_eq!(erased, [TRAP], "only what was erased completely");
    let left = keys(folder).await;
    let record = format!("submissions/career/2025/10/{ASHA}.json");
    assert!(
        left.contains(&record) && left.len() < before.len(),
        "{left:?}"
    );
    let again = erase_all(folder, "asha@example.com").await;
    assert_eq!(again.objects, [file.to_owned(), record]);
}
