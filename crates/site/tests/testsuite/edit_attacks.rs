//! `site edit`: requests that must not do anything.

use std::io::Write;
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::bakery::Bakery;
use crate::edit::{Drawer, RYE, files, typed};

/// Every request is refused, or does nothing.
#[test]
fn attacks() {
    let bakery = Bakery::new();
    let before = files(bakery.root());
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open(RYE);
    let save = typed(&document, |one| one["body"] = "Attacked.\n".into()).to_string();
    let preview = format!("http://localhost:{}", drawer.preview.port);
    for (headers, status) in [
        (&[("Origin", &*preview), ("Sec-Fetch-Site", "same-site")][..], 403),
        (&[("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site")], 403),
        (&[("Origin", "null")], 403),
        (&[("Origin", "")], 403),
        (&[("Sec-Fetch-Site", "none")], 403),
        (&[("Host", "evil.example"), ("Origin", "http://evil.example")], 421),
        (&[("Host", "192.168.1.7"), ("Origin", "http://192.168.1.7")], 421),
        (&[("Authorization", "")], 401),
        (&[("Authorization", "Bearer 0")], 401),
        (&[("Authorization", ""), ("Cookie", "token=0")], 401),
        (&[("Content-Type", "text/plain")], 415),
        (&[("Content-Type", "application/x-www-form-urlencoded")], 415),
    ] {
        let answer = drawer.send("POST", "/api/save", headers, &save);
        assert_eq!(answer.status, status, "{headers:?}: {}", answer.text());
        assert!(answer.header("access-control-allow-origin").is_none());
    }
    assert_eq!(drawer.send("GET", "/api/save", &[], "").status, 405);
    assert_eq!(drawer.send("OPTIONS", "/api/save", &[("Origin", "https://evil.example")], "").status, 405);
    assert_eq!(drawer.send("GET", "/../content/site.toml", &[], "").status, 404);

    for path in [
        "content/../site.sh",
        "../outside.md",
        "/etc/passwd",
        "content/loaves/../../x.md",
        "themes/x.md",
        ".cache/x.toml",
        "content\\loaves\\rye.md",
        "content/loaves/rye.md\r\n",
        "content/loaves/missing.md",
        "content/schemas/loaf.json",
        "",
    ] {
        for name in ["open", "draft", "save", "remove", "rename"] {
            let request = json!({ "document": path, "fingerprint": "", "values": {}, "body": "x", "slug": "x", "confirm": true });
            let (status, answer) = drawer.ask(name, &request);
            assert_eq!(status, 404, "{name} {path}: {answer}");
        }
    }
    // Nor is a file created that is not an entry, even if it is said to have been there.
    for path in
        ["content/loaves/../../x.md", "content\\loaves\\x.md", "content/loaves/x.sh", "content/checks.toml", "themes/x.md"]
    {
        for name in ["draft", "save"] {
            let request = json!({ "document": path, "fingerprint": "1f", "values": {}, "body": "x" });
            assert_eq!(drawer.ask(name, &request).0, 404, "{name} {path}");
        }
    }
    for slug in ["../x", "a/b", "", "..", "con"] {
        let request = json!({ "document": RYE, "slug": slug });
        let (status, answer) = drawer.ask("rename", &request);
        let is_safe = answer["slug"].as_str().is_some_and(|slug| !slug.contains(['/', '.']));
        assert!(status == 409 || is_safe, "{slug}: {answer}");
    }
    // A picture that is not one, and one with a dangerous name.
    let picture = |name: &str, bytes: &str| {
        let target = format!("/api/picture?document={RYE}&name={name}&field=");
        drawer.send("POST", &target, &[("Content-Type", "application/octet-stream")], bytes)
    };
    assert_eq!(picture("a.jpg", "#!/bin/sh").status, 415);
    assert_eq!(files(bakery.root()), before);
    let answer = picture("..%2F..%2F%0d%0aevil.sh", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    let value: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(value["value"], "loaves/evil.svg", "{value}");
    drawer.ok("undo", &json!({}));
    assert_eq!(files(bakery.root()), before);
}

#[test]
fn only_the_drawer_shows_the_preview_in_a_frame() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let own = format!("frame-ancestors http://localhost:{}", drawer.port);
    for target in ["/", "/missing", "/_site/live.js"] {
        let answer = drawer.preview.get(target);
        assert!(answer.header("x-frame-options").is_none());
        let policy = answer.header("content-security-policy");
        assert!(target.starts_with("/_site/") || policy.is_some_and(|policy| policy.contains(&own)), "{target}: {policy:?}");
    }
    // The preview has no token, so none of its pages can write.
    assert!(drawer.preview.message("/")["token"].is_null());
    let page = drawer.send("GET", "/", &[], "");
    let policy = page.header("content-security-policy").unwrap();
    for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!page.text().contains(&drawer.token));
    assert_eq!(page.header("x-frame-options"), Some("DENY"));
}

/// A body that is announced as larger than anything that is accepted is not read.
#[test]
fn a_large_body_is_refused_before_it_is_sent() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let mut stream = TcpStream::connect(("127.0.0.1", drawer.port)).unwrap();
    let (port, token) = (drawer.port, &drawer.token);
    let head = format!(
        "POST /api/picture?document={RYE} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n\
         Authorization: Bearer {token}\r\nContent-Type: application/octet-stream\r\nContent-Length: 104857600\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut status = [0; 12];
    std::io::Read::read_exact(&mut stream, &mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 413");
}
