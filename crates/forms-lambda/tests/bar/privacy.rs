//! The statements P of the bar, about privacy.

use serde_json::{Value, json};

use crate::support::documents::pdf;
use crate::support::fault::Fault;
use crate::support::request::{Request, valid};
use crate::support::target::both;

#[tokio::test]
async fn p1_nothing_that_was_typed_is_logged() {
    let mut contact = valid("contact");
    for (field, text) in [
        ("name", "CANARYname"),
        ("email", "canary@canary.example"),
        ("phone", "9999900000"),
        ("company", "CANARYcompany"),
        ("message", "CANARYmessage"),
        ("CANARYunknown", "CANARYunknown"),
    ] {
        contact[field] = json!(text);
    }
    let mut career = valid("career");
    for field in [
        "firstName",
        "lastName",
        "position",
        "qualification",
        "lastCompany",
        "reference",
    ] {
        career[field] = json!("CANARYcareer");
    }
    for target in both().await {
        let send = |value: &Value| {
            Request::json("/contact", value)
                .from("203.0.113.77")
                .header("user-agent", "CANARYagent")
        };
        assert_eq!(target.send(send(&contact)).await.status, 200);
        let mut wrong = contact.clone();
        wrong["email"] = json!("canary-wrong");
        assert_eq!(target.send(send(&wrong)).await.status, 422);
        target
            .send(Request::new("POST", "/CANARYpath?CANARY=query"))
            .await;
        target.send(Request::new("CANARY", "/contact")).await;
        target.send(send(&contact).body("{\"CANARY")).await;
        target
            .send(Request::multipart(
                "/career",
                &career,
                Some(("CANARYfile.pdf", &pdf(200))),
            ))
            .await;
        target
            .send(Request::multipart(
                "/career",
                &career,
                Some(("CANARYfile.exe", &pdf(200))),
            ))
            .await;
        target.mailer.set(Fault::Error);
        assert_eq!(
            target
                .send(Request::json("/contact", &contact))
                .await
                .status,
            200
        );
        target.store.set(Fault::Error);
        assert_eq!(
            target
                .send(Request::json("/contact", &contact))
                .await
                .status,
            503
        );
        target.store.set(Fault::None);
        target.mailer.set(Fault::None);
        target.sweep().await;
        // The function's output arrives through pipes.
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let log = target.log();
        assert!(log.lines().count() >= 10, "{log}");
        for secret in ["canary", "9999900000", "203.0.113.77", "CANARY"] {
            assert!(
                !log.contains(secret),
                "{}: {secret} in\n{log}",
                target.name()
            );
        }
        for line in log.lines() {
            let line: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert!(
                line["level"].is_string() && line["event"].is_string(),
                "{line}"
            );
        }
        assert!(
            log.contains(r#""form":"contact","method":"POST","status":200,"ms":"#)
                && log.contains(r#""request":""#),
            "{log}"
        );
    }
}

#[tokio::test]
async fn p2_a_record_holds_the_version_of_the_notice_and_the_time() {
    for target in both().await {
        assert_eq!(
            target
                .send(Request::json("/query", &valid("query")))
                .await
                .status,
            200
        );
        let record = target.record().await;
        assert_eq!(record["notice"], "2026-11-22");
        let received: jiff::Timestamp = record["received"].as_str().unwrap().parse().unwrap();
        assert!(jiff::Timestamp::now().duration_since(received).as_secs() < 60);
        assert!(
            !record.to_string().contains("127.0.0.1"),
            "an address is not kept"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn p4_files_are_the_owners_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let [local, _] = both().await;
    assert_eq!(
        local
            .send(Request::json("/contact", &valid("contact")))
            .await
            .status,
        200
    );
    let mut folders = vec![local.root().unwrap().clone()];
    while let Some(folder) = folders.pop() {
        assert_eq!(
            folder.metadata().unwrap().permissions().mode() & 0o777,
            0o700,
            "{}",
            folder.display()
        );
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                assert_eq!(
                    path.metadata().unwrap().permissions().mode() & 0o777,
                    0o600,
                    "{}",
                    path.display()
                );
            }
        }
    }
}
