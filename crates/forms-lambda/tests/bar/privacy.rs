//! Tests of the requirements P: privacy.

use serde_json::{Value, json};

use crate::support::documents::pdf;
use crate::support::fault::Fault;
use crate::support::request::{Request, contact, post, valid};
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
    let typed = "firstName lastName position qualification lastCompany reference";
    for field in typed.split(' ') {
        career[field] = json!("CANARYcareer");
    }
    for target in both().await {
        let send = |value: &Value| {
            Request::json("/contact", value)
                .from("203.0.113.77")
                .header("user-agent", "CANARYagent")
        };
        target.accept(send(&contact)).await;
        let mut wrong = contact.clone();
        wrong["email"] = json!("canary-wrong");
        assert_eq!(target.send(send(&wrong)).await.status, 422);
        target
            .send(Request::new("POST", "/CANARYpath?CANARY=query"))
            .await;
        target.send(Request::new("CANARY", "/contact")).await;
        target.send(send(&contact).body("{\"CANARY")).await;
        for name in ["CANARYfile.pdf", "CANARYfile.exe"] {
            let file = Some((name, &pdf(200)[..]));
            let application = Request::multipart("/career", &career, file);
            target.send(application).await;
        }
        target.mailer.set(Fault::Error);
        target.accept(Request::json("/contact", &contact)).await;
        target.store.set(Fault::Error);
        let reply = target.send(Request::json("/contact", &contact)).await;
        assert_eq!(reply.status, 503);
        target.store.set(Fault::None);
        target.mailer.set(Fault::None);
        target.sweep().await;
        // The function's output arrives through a pipe, so it may be late.
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let log = target.log();
        assert!(log.lines().count() >= 10, "{log}");
        for secret in ["canary", "9999900000", "203.0.113.77", "CANARY"] {
            let name = target.name();
            assert!(!log.contains(secret), "{name}: {secret} in\n{log}");
        }
        for line in log.lines() {
            let json = serde_json::from_str(line);
            let json: Value = json.unwrap_or_else(|error| panic!("{error}: {line}"));
            assert!(json["level"].is_string(), "{line}");
            assert!(json["event"].is_string(), "{line}");
        }
        let answered = r#""form":"contact","method":"POST","status":200,"ms":"#;
        assert!(log.contains(answered), "{log}");
        assert!(log.contains(r#""request":""#), "{log}");
    }
}

#[tokio::test]
async fn p2_a_record_holds_the_version_of_the_notice_and_the_time() {
    for target in both().await {
        target.accept(post("query")).await;
        let record = target.record().await;
        assert_eq!(record["notice"], "2026-11-26");
        let received: jiff::Timestamp = record["received"].as_str().unwrap().parse().unwrap();
        assert!(jiff::Timestamp::now().duration_since(received).as_secs() < 60);
        // The visitor's IP address is not stored.
        assert!(!record.to_string().contains("127.0.0.1"));
    }
}

#[cfg(unix)]
#[tokio::test]
async fn p4_files_are_the_owners_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let [local, _] = both().await;
    local.accept(contact()).await;
    let mut paths = vec![local.root().unwrap().clone()];
    while let Some(path) = paths.pop() {
        let mode = path.metadata().unwrap().permissions().mode() & 0o777;
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, expected, "{}", path.display());
        if path.is_dir() {
            let entries = path.read_dir().unwrap();
            paths.extend(entries.map(|entry| entry.unwrap().path()));
        }
    }
}
