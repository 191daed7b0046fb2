//! Tests with a full disk and with a read-only folder: a submission that was not stored is never acknowledged.

use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

use axum::body::Body;
use axum::http::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use forms::mail::EmlFolder;
use forms::{Folder, IDEMPOTENCY_KEY, Service};
use serde_json::Value;

use crate::keys::keys;
use crate::requests::{END, MULTIPART, part, send};
use crate::sample_form::{file_field, form};
use crate::sample_service::service;
use crate::temporary::Temporary;

/// Environment variable that is set in a process whose files may not exceed 64 KiB.
const IS_LIMITED: &str = "FORMS_TEST_LIMITED";

type Forms = Arc<Service<Folder, EmlFolder>>;

fn forms_in(folder: &Folder) -> Forms {
    let form = form("career", &file_field("resume", 1_000_000));
    let mailer = EmlFolder(folder.clone());
    Arc::new(service(vec![form], folder.clone(), mailer))
}

/// Sends an application with a resume of about `size` bytes, always with the same idempotency key.
async fn apply(forms: &Forms, size: usize) -> (u16, Value) {
    let resume = format!("%PDF-1.4\n{}\n%%EOF\n", " ".repeat(size));
    let resume = part("resume", "; filename=\"cv.pdf\"", &resume);
    let body = part("email", "", "asha@example.com") + &resume + END;
    let request = Request::post("/career")
        .header(CONTENT_TYPE, MULTIPART)
        .header(ACCEPT, "application/json")
        .header(IDEMPOTENCY_KEY, "key-of-this-applicant")
        .body(Body::from(body))
        .unwrap();
    send(forms, request).await
}

/// Checks that an application is refused with a message for the visitor, and that nothing remains that could be mistaken for
/// an accepted application.
async fn assert_refused(folder: &Folder, forms: &Forms, size: usize) {
    let (status, reply) = apply(forms, size).await;
    assert_eq!((status, &reply["success"]), (503, &Value::Bool(false)));
    let message = reply["message"].as_str().unwrap();
    assert!(
        message.starts_with("We could not save your form"),
        "{message}"
    );
    assert!(reply.get("id").is_none());
    for prefix in ["submissions/", "resumes/", "mail/", "mailed/"] {
        assert_eq!(keys(folder, prefix).await, Vec::<String>::new());
    }
}

/// Checks that the same application is accepted once the disk works again.
async fn assert_accepted(folder: &Folder, forms: &Forms, size: usize) {
    let (status, reply) = apply(forms, size).await;
    assert_eq!((status, &reply["success"]), (200, &Value::Bool(true)));
    for prefix in ["submissions/", "resumes/", "mail/"] {
        assert_eq!(keys(folder, prefix).await.len(), 1, "{prefix}");
    }
}

/// Runs in a separate process whose files may not exceed 64 KiB. A larger write fails midway, as on a full disk.
#[tokio::test]
async fn in_a_process_with_small_files() {
    if env::var_os(IS_LIMITED).is_none() {
        return;
    }
    let Temporary { root, folder } = &Temporary::new();
    let forms = forms_in(folder);
    assert_refused(folder, &forms, 200_000).await;
    let unfinished = fs::read_dir(root.join(".tmp")).unwrap().count();
    assert_eq!(unfinished, 0, "unfinished files fill the disk");
    assert_accepted(folder, &forms, 1_000).await;
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_nothing_is_left() {
    // `ulimit -f` counts blocks of 512 or 1,024 bytes.
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" --exact broken_disk::in_a_process_with_small_files";
    let limited = Command::new("sh")
        .args(["-c", script])
        .arg(env::current_exe().unwrap())
        .env(IS_LIMITED, "1")
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&limited.stdout);
    assert!(limited.status.success(), "{output}");
    assert!(output.contains("1 passed"), "{output}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_cannot_be_written_is_told_and_nothing_is_left() {
    use std::os::unix::fs::PermissionsExt as _;

    let Temporary { root, folder } = &Temporary::new();
    let forms = forms_in(folder);
    let temporary = root.join(".tmp");
    let set_mode = |mode| {
        for path in [&temporary, root] {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    set_mode(0o500);
    // As root, the folder can still be written.
    if fs::write(temporary.join("probe"), "").is_err() {
        assert_refused(folder, &forms, 1_000).await;
    }
    set_mode(0o700);
    // No file can be created in `.tmp` if it is not a folder.
    fs::remove_dir_all(&temporary).unwrap();
    fs::write(&temporary, "").unwrap();
    let (status, reply) = apply(&forms, 1_000).await;
    assert_eq!((status, &reply["success"]), (503, &Value::Bool(false)));
    fs::remove_file(&temporary).unwrap();
    // Opening the folder creates `.tmp` again.
    let folder = &Folder::open(root).unwrap();
    assert_eq!(keys(folder, "").await, Vec::<String>::new());
    assert_accepted(folder, &forms, 1_000).await;
}
