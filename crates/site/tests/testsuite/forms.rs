//! Form definitions: mistakes in them, and the answers of `site serve`.

use expect_test::expect;

use crate::bakery::{Bakery, command, run};
use crate::server::Server;

const ORDER: &str = r#"path = "/order"
page = "/about"
thanks = "/about"
title = "Order"
submit = "Order"
loading = "Ordering..."
success = { title = "Ordered", message = "Thank you from {{ site.name }}." }
failure = { title = "Not ordered", message = "Please call." }

[privacy]
version = 2026-11-21
purpose = "To bake for you."
links = [{ label = "Privacy", url = "/about" }]

[[field]]
name = "email"
label = "Email"
type = "email"
required = true
purpose = "To tell you when it is ready."
"#;

/// Returns a bakery with the form `order`.
fn bakery(order: &str) -> Bakery {
    Bakery::new()
        .write("content/forms/order.toml", order)
        .write("themes/bakery/templates/forms/form.html", "{{ form.name }}")
        .write("themes/bakery/templates/forms/reply.html", "{{ message }}")
}

#[test]
fn builds_and_answers_use_the_same_facts() {
    let site = bakery(ORDER).success();
    let server = Server::start(site.root());
    let answer = server.post("/api/order", "application/json", r#"{"email":"asha@example.com"}"#);
    let text = answer.text();
    assert_eq!(answer.status, 200, "{text}");
    assert!(text.contains(r#""message":"Thank you from Millstone Bakery.""#), "{text}");
    // An invalid definition is reported like in a build.
    let wrong = ORDER.replace("site.name", "site.nmae");
    std::fs::write(site.root().join("content/forms/order.toml"), wrong).unwrap();
    let answer = server.post("/api/order", "application/json", "{}");
    assert_eq!(answer.status, 500);
    expect![[r#"
        error[unknown-fact]: `site` in site.toml has no key `nmae`
         --> content/forms/order.toml:7:58
          |
        7 | success = { title = "Ordered", message = "Thank you from {{ site.nmae }}." }
          |                                                          ^^^^^^^^^^^^^^^
          |
          = help: did you mean `name`?

    "#]]
    .assert_eq(&answer.text());
}

#[test]
fn the_inbox_uses_the_sites_forms_and_time_zone() {
    // The field with the sender's address is not called `email`.
    let order = ORDER.replace("name = \"email\"", "name = \"address\"");
    let record = r#"{"id":"00000000000000000000000001","form":"order","received":"2026-11-21T01:00:00Z","notice":"","digest":"",
        "attempt":"00000000000000000000000001","fields":{"address":"asha@example.com"}}"#;
    let path = "submissions/order/2026/11/00000000000000000000000001.json";
    let site = bakery(&order)
        .replace("content/site.toml", "utc_offset = \"+01:00\"", "utc_offset = \"-03:30\"")
        .write(&format!(".forms/{path}"), record)
        .success();
    let inbox = |line: &str| run(site.root(), &format!("inbox {line}"));
    let line = "00000000000000000000000001  2026-11-20 21:30-03:30  notified     new           order       ";
    // Days begin at midnight in the site's time zone.
    for (filter, is_listed) in [
        ("", true),
        ("--since 2026-11-20", true),
        ("--since 2026-11-21", false),
        ("--since 2026-11-20 --until 2026-11-20", true),
        ("--until 2026-11-20 --form order", true),
        ("--until 2026-11-19 --form order", false),
    ] {
        let (code, listed, error) = inbox(&format!("list {filter}"));
        assert_eq!((code, &*error), (0, ""), "{filter}");
        // The age depends on today.
        let is_complete = listed.starts_with(line) && listed.ends_with("  asha@example.com\n1 submission\n");
        assert!(if is_listed { is_complete } else { listed == "0 submissions\n" }, "{filter}: {listed}");
    }
    let (code, _, text) = inbox("list --form ordre");
    assert_eq!(code, 1);
    expect![[r#"
        error[inbox-form]: there is no form `ordre`
         |
         = help: did you mean `order`?

        1 error
    "#]]
    .assert_eq(&text);
    let (_, text, _) = inbox("show 00000000000000000000000001");
    expect![[r#"
        Reference: 00000000000000000000000001
        Form:      order
        Received:  2026-11-20 21:30:00-03:30
        Status:    notified
        Notice:    
        Record:    submissions/order/2026/11/00000000000000000000000001.json

        address: asha@example.com
    "#]]
    .assert_eq(&text);
    let (_, text, _) = inbox("list --format json");
    expect![[r#"
        [
          {
            "status": "notified",
            "key": "submissions/order/2026/11/00000000000000000000000001.json",
            "id": "00000000000000000000000001",
            "form": "order",
            "received": "2026-11-21T01:00:00Z",
            "notice": "",
            "fields": {
              "address": "asha@example.com"
            },
            "digest": "",
            "attempt": "00000000000000000000000001"
          }
        ]
    "#]]
    .assert_eq(&text);
    let (_, shown, _) = inbox("show 00000000000000000000000001 --format json");
    let [listed, shown] = [&text, &shown].map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
    assert_eq!(shown, listed[0]);
    // Other users of the computer cannot read the exported file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let export = site.root().join("export.csv");
        assert_eq!(inbox("export --out export.csv").0, 0);
        assert_eq!(export.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    // Objects that are not records are skipped, the first for each reason is named, and the exit code is 1.
    let quarantine = site.root().join(".forms/quarantine");
    std::fs::create_dir_all(&quarantine).unwrap();
    for name in ["torn.json", "torn2.json"] {
        std::fs::write(quarantine.join(name), "{").unwrap();
    }
    let skipped = expect![[r#"
        error[inbox-skipped]: skipped `quarantine/torn.json` and another object: not a record: EOF while parsing an object at line 1 column 1
         |
         = help: run the command again if the connection failed; otherwise repair or remove what was skipped first. Everything else was done

        1 error
    "#]];
    for line in ["list", "list --format json", "export"] {
        let (code, out, error) = inbox(line);
        assert_eq!(code, 1);
        assert!(out.contains("asha@example.com"), "{out}");
        skipped.assert_eq(&error);
    }
    let (_, _, error) = inbox("show 00000000000000000000000002");
    expect![[r#"
        error[inbox-unknown]: there is no submission 00000000000000000000000002
         |
         = help: `site inbox list` shows the references
         = help: `quarantine/torn.json` and another object could not be read: not a record: EOF while parsing an object at line 1 column 1

        1 error
    "#]]
    .assert_eq(&error);
    // The matches are shown first, with the field that contains the address.
    let erase = |more: &str| inbox(&format!("erase --email asha@example.com {more}"));
    let (code, out, error) = erase("");
    assert_eq!((code, out.as_str()), (1, ""));
    expect![[r#"
        1 submission contains asha@example.com
        00000000000000000000000001  2026-11-20 21:30-03:30  notified     new           order       in address
        error[inbox-erase]: nothing was erased
         |
         = help: answer `yes`, or give --yes in a script; --only REFERENCE erases only some of them

        1 error
    "#]]
    .assert_eq(&error);
    let (code, _, error) = erase("--yes --only 00000000000000000000000002");
    assert_eq!(code, 1, "{error}");
    let (code, out, error) = erase("--yes --only 00000000000000000000000001");
    assert_eq!(code, 1, "{error}");
    let receipt: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(receipt["objects"], serde_json::json!([path]));
    assert_eq!(receipt["skipped"][0]["key"], "quarantine/torn.json");
    assert!(!out.contains("remains"), "{out}");
    for name in ["torn.json", "torn2.json"] {
        std::fs::remove_file(quarantine.join(name)).unwrap();
    }
    let (code, out, error) = erase("--yes --quiet");
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.contains("\"submissions\": []"), "{out}");
}

/// A line of a message must not look like another field, or like another submission.
#[test]
fn the_inbox_shows_what_was_typed_apart_from_its_own_words() {
    let record = |id: &str, fields: &str| {
        format!(
            r#"{{"id":"{id}","form":"order","received":"2026-11-21T01:00:00Z","notice":"","digest":"","attempt":"{id}","fields":{fields}}}"#
        )
    };
    let (sent, trapped) = ("00000000000000000000000001", "00000000000000000000000002");
    let site = bakery(ORDER)
        .write(
            &format!(".forms/submissions/order/{sent}.json"),
            record(sent, r#"{"email":"a@b.in","message":"Hello\nscan: NO_THREATS_FOUND"}"#),
        )
        .write(
            &format!(".forms/quarantine/{trapped}.json"),
            record(trapped, r#"{"email":"a@b.in\n00000000000000000000000003  notified\u200e\u001b[2J"}"#),
        )
        .write(".forms/quarantine/torn.json", r#"{"id":"\u001b[2J"}"#)
        .success();
    let inbox = |line: &str| run(site.root(), &format!("inbox {line}"));
    let (_, listed, _) = inbox("list");
    assert_eq!(listed.lines().count(), 3, "{listed}");
    assert!(listed.contains("a@b.in\u{fffd}00000000000000000000000003  notified\u{fffd}\u{fffd}[2J\n"), "{listed}");
    let (_, shown, _) = inbox(&format!("show {sent}"));
    assert!(shown.ends_with("\n\nemail: a@b.in\nmessage: Hello\n  scan: NO_THREATS_FOUND\n"), "{shown}");
    let (_, _, error) = inbox("show 00000000000000000000000003");
    assert!(error.contains("`quarantine/torn.json` could not be read") && !error.contains('\u{1b}'), "{error}");
}

#[test]
fn a_field_of_more_than_can_arrive() {
    bakery(&format!("{ORDER}max_length = 20001\n"))
        .stderr(expect![[r#"
            error[out-of-range]: `max_length` must be at most 20000
              --> content/forms/order.toml:21:14
               |
            21 | max_length = 20001
               |              ^^^^^ too large

            1 error; nothing was written
        "#]])
        .failure();
}

/// Every write to `/dev/full` fails, as if the disk were full.
#[test]
#[cfg(target_os = "linux")]
fn a_result_that_cannot_be_written_is_an_error_and_the_receipt_is_shown() {
    let record = r#"{"id":"00000000000000000000000001","form":"order","received":"2020-11-21T01:00:00Z","notice":"","digest":"",
        "attempt":"00000000000000000000000001","fields":{"email":"asha@example.com"}}"#;
    let path = ".forms/submissions/order/00000000000000000000000001.json";
    let site = bakery(ORDER).write(path, record).success();
    let show = ["show", "00000000000000000000000001"];
    for arguments in [&["list"][..], &show, &["export"], &["erase", "--email", "asha@example.com", "--yes"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let done = command(site.root()).arg("inbox").args(arguments).stdout(full).output().unwrap();
        let text = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(1), "{arguments:?}");
        assert!(text.contains("error[inbox-export]: cannot write to standard output: No space left on device"), "{text}");
        let is_erased = text.contains("\"submissions/order/00000000000000000000000001.json\"\n");
        assert_eq!(is_erased, arguments[0] == "erase", "{text}");
        assert_eq!(is_erased, !site.has(path));
    }
}

#[test]
fn a_submission_in_quarantine_is_released() {
    let id = "00000000000000000000000001";
    let record = format!(
        r#"{{"id":"{id}","form":"order","received":"2026-11-21T01:00:00Z","notice":"","digest":"a","attempt":"{id}","fields":{{"email":"a@b.in"}}}}"#
    );
    let site = bakery(ORDER).write(&format!(".forms/quarantine/{id}.json"), record).success();
    let release = |id: &str| run(site.root(), &format!("inbox release {id}"));
    let (code, out, error) = release(id);
    assert_eq!((code, &*out), (0, ""), "{error}");
    assert!(error.contains("its mail is sent within five minutes while `site serve` runs"), "{error}");
    assert!(!site.has(&format!(".forms/quarantine/{id}.json")));
    assert!(site.has(&format!(".forms/submissions/order/{id}.json")));
    let (code, _, error) = release(id);
    assert_eq!(code, 1, "{error}");
    expect![[r#"
        error[inbox-release]: submission 00000000000000000000000001 is not in quarantine
         |
         = help: its mail was sent, or will be sent, like that of any other

        1 error
    "#]]
    .assert_eq(&error);
    let (code, _, error) = release("00000000000000000000000009");
    assert!(code == 1 && error.contains("error[inbox-unknown]: there is no submission"), "{error}");
}

#[test]
fn two_people_do_not_take_the_same_submission() {
    let id = "00000000000000000000000001";
    let record = format!(
        r#"{{"id":"{id}","form":"order","received":"2026-11-21T01:00:00Z","notice":"","digest":"a","attempt":"{id}","fields":{{"email":"a@b.in"}}}}"#
    );
    let order = ORDER.replace("loading = ", "answer_within_hours = 24\nloading = ");
    let site = bakery(&order).write(&format!(".forms/submissions/order/{id}.json"), record).success();
    let inbox = |line: &str| run(site.root(), &format!("inbox {line}"));
    assert!(inbox("list --state new").1.contains(", overdue by "));
    let (code, _, error) = inbox(&format!("take {id} --by Dev --note today"));
    assert!(code == 0 && error.starts_with(&format!("submission {id}: taken by Dev, ")), "{error}");
    let (code, _, error) = inbox(&format!("take {id} --by Esha"));
    assert_eq!(code, 1);
    assert!(error.starts_with(&format!("error[inbox-event]: submission {id} is already taken")), "{error}");
    assert!(error.contains("taken by Dev, ") && error.contains(": today\n"), "{error}");
    assert_eq!(inbox(&format!("answer {id} --by Dev")).0, 0);
    let (_, listed, _) = inbox("list --state answered");
    assert!(listed.contains("  answered      order       after "), "{listed}");
    let (_, shown, _) = inbox(&format!("show {id}"));
    let events: Vec<&str> = shown.lines().rev().take(2).collect();
    assert!(events[0].starts_with("answered by Dev, ") && events[1].starts_with("taken by Dev, "), "{shown}");
}
