//! The panel of `site serve` in open pages: fixes that it applies and undoes, and requests that must not write anything.

use std::fs;

use serde_json::Value;

use crate::bakery::Bakery;
use crate::server::{Answer, Server};

const RYE: &str = "content/loaves/rye.md";

/// Sends a request as the panel of a page at `localhost` does, with these headers in place of its own.
fn act(server: &Server, method: &str, target: &str, token: &str, others: &[(&str, &str)]) -> Answer {
    let host = format!("localhost:{}", server.port);
    let origin = format!("http://{host}");
    let own = [("Host", &*host), ("Origin", &origin), ("Sec-Fetch-Site", "same-origin"), ("X-Site-Token", token)];
    let value = |name: &str, own| others.iter().find(|(other, _)| *other == name).map_or(own, |(_, value)| *value);
    let headers = own.map(|(name, own)| (name, value(name, own)));
    let headers = headers.iter().filter(|(_, value)| !value.is_empty());
    let headers: String = headers.map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    server.send(&format!("{method} {target} HTTP/1.1\r\n{headers}Content-Length: 0\r\nConnection: close\r\n\r\n"))
}

/// Returns the token, and the id of the first fix of the first finding on the page.
fn token_and_fix(message: &Value) -> (String, String) {
    let finding = message["findings"].as_array().unwrap().iter().find(|one| one["isHere"] == true).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&message["token"]), text(&finding["fixes"][0]["id"]))
}

/// Writes a misspelled key, in a file whose lines end with carriage returns.
fn misspelled() -> Bakery {
    let bakery = Bakery::new();
    let text = fs::read_to_string(bakery.root().join(RYE)).unwrap();
    bakery.write(RYE, text.replace("flour =", "flouer =").replace('\n', "\r\n"))
}

#[test]
fn a_fix_is_applied_and_undone() {
    let bakery = misspelled();
    let read = || fs::read_to_string(bakery.root().join(RYE)).unwrap();
    let before = read();
    let server = Server::start_live(bakery.root());
    let (token, id) = token_and_fix(&server.message("/loaves/rye"));

    let answer = act(&server, "POST", &format!("/_site/fix/{id}"), &token, &[]);
    assert_eq!(answer.status, 204, "{}", answer.text());
    assert_eq!(read(), before.replace("flouer", "flour"));
    server.wait_for("Built");
    let message = server.message("/about");
    assert_eq!(message["undo"]["label"], "replace `flouer` with `flour`");
    // The fix is gone with its finding.
    assert_eq!(act(&server, "POST", &format!("/_site/fix/{id}"), &token, &[]).status, 404);

    let undo = message["undo"]["id"].as_str().unwrap();
    assert_eq!(act(&server, "POST", &format!("/_site/undo/{undo}"), &token, &[]).status, 204);
    assert_eq!(read(), before);
    assert_eq!(act(&server, "POST", &format!("/_site/undo/{undo}"), &token, &[]).status, 404);
}

#[test]
fn no_other_request_writes_anything() {
    let bakery = misspelled();
    let read = || fs::read_to_string(bakery.root().join(RYE)).unwrap();
    let before = read();
    let server = Server::start_live(bakery.root());
    let (token, id) = token_and_fix(&server.message("/loaves/rye"));
    let fix = format!("/_site/fix/{id}");
    for (method, target, token, headers, status) in [
        ("POST", &*fix, &*token, &[("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site")][..], 403),
        ("POST", &fix, &token, &[("Origin", "http://localhost:1")], 403),
        ("POST", &fix, &token, &[("Origin", "null")], 403),
        ("POST", &fix, &token, &[("Origin", "")], 403),
        ("POST", &fix, &token, &[("Sec-Fetch-Site", "same-site")], 403),
        ("POST", &fix, &token, &[("Host", "evil.example"), ("Origin", "http://evil.example")], 421),
        ("POST", &fix, &token, &[("Host", "192.168.1.7"), ("Origin", "http://192.168.1.7")], 403),
        ("POST", &fix, "", &[], 403),
        ("POST", &fix, "00000000000000000000000000000000", &[], 403),
        ("GET", &fix, &token, &[], 405),
        ("OPTIONS", &fix, &token, &[("Origin", "https://evil.example")], 405),
        ("POST", "/_site/fix/0", &token, &[], 404),
        ("POST", "/_site/fix/..%2f..%2fcontent%2fsite.toml", &token, &[], 404),
        ("POST", "/_site/undo/0", &token, &[], 404),
        ("POST", "/_site/open/0", &token, &[], 404),
        ("POST", "/_site/open/0", "", &[], 403),
    ] {
        let answer = act(&server, method, target, token, headers);
        assert_eq!(answer.status, status, "{method} {target} {headers:?}: {}", answer.text());
        assert!(answer.header("access-control-allow-origin").is_none());
        assert_eq!(read(), before);
    }
}

/// A fix of a text that has changed since is refused, whether or not the server has seen the change.
#[test]
fn a_changed_file_is_not_overwritten() {
    let bakery = misspelled();
    let server = Server::start_live(bakery.root());
    let (token, id) = token_and_fix(&server.message("/loaves/rye"));
    let bakery = bakery.append(RYE, "\r\nMore.\r\n");
    let changed = fs::read_to_string(bakery.root().join(RYE)).unwrap();
    let answer = act(&server, "POST", &format!("/_site/fix/{id}"), &token, &[]);
    assert!(matches!(answer.status, 404 | 409), "{}", answer.text());
    assert_eq!(fs::read_to_string(bakery.root().join(RYE)).unwrap(), changed);
}

/// Only the document of another page is elsewhere. A list may concern every page.
#[test]
fn what_a_page_may_show_is_not_elsewhere() {
    let bakery = misspelled().write("content/checks.toml", "[rules]\nnonsnse = \"error\"\n");
    let server = Server::start_live(bakery.root());
    let message = server.message("/about");
    let findings = message["findings"].as_array().unwrap();
    let here = |text: &str| {
        let report = |one: &&Value| one["report"].as_str().unwrap().contains(text);
        findings.iter().find(report).map(|one| one["isHere"] == true)
    };
    assert_eq!(here("flouer"), Some(false), "{message:#}");
    assert_eq!(here("nonsnse"), Some(true), "{message:#}");
}
