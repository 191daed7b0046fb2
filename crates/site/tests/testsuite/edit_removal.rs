//! Removing documents in the drawer: their visitors and the links to them are led to another page.

use std::fs;

use serde_json::{Value, json};

use crate::bakery::Bakery;
use crate::edit::{Drawer, RYE, files, typed};
use crate::edit_publishing;

const LEAVEN: &str = "content/journal/leaven.md";

/// Returns a bakery in which rye has an alias, is linked to in every way, and was published.
fn bakery() -> Bakery {
    edit_publishing::bakery()
        .replace(RYE, "title = ", "aliases = [\"/dark\"]\ntitle = ")
        .append(LEAVEN, "\n[a](../loaves/rye.md#crumb) [b](/loaves/rye#crumb) [c](/dark) [d](../loaves/rye.md)\n")
        .append("content/structure.toml", "\n[[redirect]]\nfrom = \"/black\"\nto = \"/loaves/rye\"\n")
        .write("content/urls.toml", "urls = [\n  \"/\",\n  \"/dark\",\n  \"/loaves/rye\",\n]\n")
        .page("shelf", "A shelf.\n")
}

/// Returns the codes of the errors of the whole site once it is checked.
fn errors(drawer: &Drawer) -> Vec<Value> {
    let state = || drawer.ok("state", &json!({}));
    drawer.preview.wait_until(|_| state()["isChecking"] == false);
    let findings = state()["findings"].as_array().unwrap().clone();
    findings.into_iter().filter(|one| one["isError"] == true).collect()
}

#[test]
fn visitors_and_links_are_led_to_another_page() {
    let bakery = bakery();
    let before = files(bakery.root());
    let drawer = Drawer::start(bakery.root());
    let asked = drawer.ok("remove", &json!({ "document": RYE }));
    assert_eq!((&asked["address"], &asked["to"]["url"]), (&json!("/loaves/rye"), &json!("/")), "{asked:#}");
    let listed = asked["references"].as_array().unwrap();
    let of = |path: &str| -> Vec<Value> {
        let own = listed.iter().filter(|one| one["document"] == path);
        own.map(|one| json!([one["text"], one["isRedirected"], one["isReplaceable"]])).collect()
    };
    assert_eq!(
        json!(of(LEAVEN)),
        json!([
            ["../loaves/rye.md#crumb", false, true],
            ["/loaves/rye#crumb", true, true],
            ["/dark", true, true],
            ["../loaves/rye.md", false, true],
        ])
    );
    assert_eq!(json!(of("content/structure.toml")), json!([["/loaves/rye", true, true], ["/loaves/rye", true, true]]));
    assert_eq!(files(bakery.root()), before);

    for to in ["/nowhere", "/loaves/rye", "/dark"] {
        let (status, answer) = drawer.ask("remove", &json!({ "document": RYE, "confirm": true, "to": to }));
        assert_eq!((status, &answer["error"]), (409, &json!("Choose a page of the site from the list.")), "{to}");
    }
    drawer.ok("remove", &json!({ "document": RYE, "confirm": true, "to": "/shelf", "links": true }));
    assert!(!bakery.root().join(RYE).exists());
    let read = |path: &str| fs::read_to_string(bakery.root().join(path)).unwrap();
    assert!(
        read(LEAVEN).ends_with("\n[a](../pages/shelf.md) [b](/shelf) [c](/dark) [d](../pages/shelf.md)\n"),
        "{}",
        read(LEAVEN)
    );
    assert!(read("content/structure.toml").ends_with("from = \"/black\"\nto = \"/shelf\"\n"));
    assert!(
        read("content/pages/shelf.md").contains("\naliases = [\"/loaves/rye\", \"/dark\"]\n"),
        "{}",
        read("content/pages/shelf.md")
    );
    for url in ["/loaves/rye", "/dark", "/black"] {
        let answer = drawer.preview.get(url);
        assert_eq!((answer.status, answer.header("location")), (301, Some("/shelf")), "{url}");
    }
    assert_eq!(errors(&drawer), Vec::<Value>::new());
    // All of it is one change.
    drawer.ok("undo", &json!({}));
    assert_eq!(files(bakery.root()), before);
}

#[test]
fn links_stay_and_urls_are_given_up() {
    let bakery = bakery();
    let before = files(bakery.root());
    let drawer = Drawer::start(bakery.root());
    // Links stay, but a redirect does not lead to another one.
    drawer.ok("remove", &json!({ "document": RYE, "confirm": true, "to": "/shelf" }));
    let read = |path: &str| fs::read_to_string(bakery.root().join(path)).unwrap();
    assert_eq!(read(LEAVEN).into_bytes(), before[LEAVEN]);
    assert!(read("content/structure.toml").ends_with("to = \"/shelf\"\n"));
    drawer.ok("undo", &json!({}));
    assert_eq!(files(bakery.root()), before);

    // No page takes its place, so urls.toml says that its URLs are gone, and no finding reports them.
    drawer.ok("remove", &json!({ "document": RYE, "confirm": true }));
    let urls = read("content/urls.toml");
    assert_eq!(urls.matches("[[gone]]").count(), 2, "{urls}");
    assert!(errors(&drawer).iter().all(|one| one["code"] != "vanished-address"));
    drawer.ok("undo", &json!({}));
    assert_eq!(files(bakery.root()), before);
}

/// Nothing is written if a text that would change is not saved, or if the home page would be removed.
#[test]
fn what_cannot_be_removed() {
    let bakery = bakery();
    let drawer = Drawer::start(bakery.root());
    let shelf = drawer.open("content/pages/shelf.md");
    drawer.ok("draft", &typed(&shelf, |one| one["body"] = "Another shelf.\n".into()));
    let before = files(bakery.root());
    let request = json!({ "document": RYE, "confirm": true, "to": "/shelf", "links": true });
    let (status, answer) = drawer.ask("remove", &request);
    assert!(status == 409 && answer["error"].as_str().unwrap().contains("changes that are not saved"), "{answer}");
    let home = json!({ "document": "content/pages/index.md", "confirm": true, "to": "/shelf" });
    let (status, answer) = drawer.ask("remove", &home);
    assert!(status == 409 && answer["error"].as_str().unwrap().contains("home page"), "{answer}");
    assert_eq!(files(bakery.root()), before);

    // A page that was never public needs no redirect, and nobody is led to one.
    let mut new = drawer.ok("new", &json!({ "collection": "journal", "title": "Later", "date": "2999-01-01" }));
    new["body"] = "Text.\n".into();
    let saved = drawer.ok("save", &typed(&new, |_| ()));
    let later = saved["document"]["document"].as_str().unwrap().to_owned();
    let asked = drawer.ok("remove", &json!({ "document": later }));
    assert_eq!((&asked["address"], &asked["to"]), (&Value::Null, &Value::Null), "{asked:#}");
    let url = &saved["document"]["url"];
    let (status, answer) = drawer.ask("remove", &json!({ "document": RYE, "confirm": true, "to": url }));
    assert!(status == 409 && answer["error"].as_str().unwrap().contains("not public"), "{answer}");
}
