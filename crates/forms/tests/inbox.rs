//! The inbox over a folder: what is listed, what an export holds, what an erasure removes.
#![allow(clippy::unwrap_used)]

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process;

use forms::inbox::{Filter, Status, csv, entries, erase};
use forms::record::{Record, StoredDocument};
use forms::{Fields, Folder, Object, Store as _};
use jiff::Timestamp;
use serde_json::json;

/// A folder that is removed with the test.
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
        // Not by `json!`: whether that keeps an order depends on what else is compiled with it.
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
        format!("outbox/{ASHA}.{BELA}"),
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
        let entries = entries(folder, &filter).await.unwrap();
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
            vec![asha],
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
async fn a_table_has_a_column_for_every_field() {
    let Inbox(_, folder) = &inbox("csv").await;
    let table = csv(&entries(
        folder,
        &Filter {
            form: Some("career".into()),
            ..Filter::default()
        },
    )
    .await
    .unwrap());
    let expected = format!(
        "\"id\",\"form\",\"received\",\"status\",\"file\",\"firstName\",\"email\"\r\n\
         \"{ASHA}\",\"career\",\"2025-10-01T10:00:00Z\",\"pending\",\"cv.pdf\",\"Asha\",\"asha@example.com\"\r\n"
    );
    assert_eq!(table, expected);
}

#[tokio::test]
async fn erasing_removes_everything_of_one_person_and_nothing_else() {
    let Inbox(_, folder) = &inbox("erase").await;
    let now = "2026-11-21T00:00:00Z".parse().unwrap();
    for nobody in ["", " ", "Asha", "=1+1"] {
        let receipt = erase(folder, nobody, now).await.unwrap();
        assert_eq!(receipt.objects, Vec::<String>::new(), "{nobody:?}");
    }
    let receipt = erase(folder, " asha@EXAMPLE.com ", now).await.unwrap();
    let erased: Vec<&str> = receipt.submissions.iter().map(forms::Id::as_str).collect();
    assert_eq!((erased, receipt.younger_than_a_year), (vec![ASHA, TRAP], 1));
    let left: Vec<String> = folder
        .list("")
        .await
        .unwrap()
        .into_iter()
        .map(|listed| listed.key)
        .collect();
    let bela = [
        "mail/{}.eml",
        "outbox-dead/{}",
        "submissions/contact/2026/11/{}.json",
    ]
    .map(|key| key.replace("{}", BELA));
    assert_eq!(left, bela);
    assert_eq!(receipt.objects.len(), 5);
    let again = erase(folder, "asha@example.com", now).await.unwrap();
    assert_eq!((again.submissions, again.objects), (vec![], vec![]));
}
