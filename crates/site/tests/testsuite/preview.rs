//! The preview of `site serve`: pages that a mistake would break, and pages that are not public.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::server::Server;

/// Whatever is wrong, the last good version of each page stays, and says so.
#[test]
fn the_last_good_page_stays() {
    let bakery = Bakery::new();
    let server = Server::start_live(bakery.root());
    let (page, loaf) = ("content/pages/about.md", "themes/bakery/templates/loaf.html");
    for (path, old, new, url, text) in [
        (page, "+++\ntitle", "title", "/about", "We bake at night."),
        (page, "title = ", "titel: ", "/about", "We bake at night."),
        (page, "\"Who bakes", "Who bakes", "/about", "We bake at night."),
        (loaf, "page.content", "page.contnet", "/loaves/rye", "<h1>"),
        (loaf, "{% block main %}", "{% block main", "/loaves/rye", "<h1>"),
        ("content/structure.toml", "[[pagination]]", "[[pagination]", "/journal", "<h1>"),
        ("content/site.toml", "language = ", "language ", "/about", "We bake at night."),
        ("content/lists/shops.toml", "town = \"Ulm\"", "town = Ulm", "/about", "We bake at night."),
        ("content/schemas/loaf.json", "{", "", "/loaves/rye", "<h1>"),
    ] {
        let before = std::fs::read_to_string(bakery.root().join(path)).unwrap();
        assert!(before.contains(old), "{old} in {path}");
        std::fs::write(bakery.root().join(path), before.replacen(old, new, 1)).unwrap();
        server.wait_for("served");
        let answer = server.get(url);
        assert_eq!(answer.status, 200, "{new} in {path}");
        assert!(answer.text().contains(text), "{new} in {path}: {}", answer.text());
        assert!(server.event(url).contains("\"stopsBuild\":true"), "{new} in {path}");
        std::fs::write(bakery.root().join(path), before).unwrap();
        server.wait_for("Built");
        assert!(!server.event(url).contains("\"isOld\":true"), "{new} in {path}");
    }
}

/// Drafts and future pages are shown, with placeholders for missing values, and say why they are not public.
#[test]
fn pages_that_are_not_public() {
    let bakery = Bakery::new()
        .write("content/pages/soon.md", "+++\ndraft = true\n+++\nSoon.\n")
        .page_with("later", "publish = 2026-11-30\n", "Later.\n")
        .page_with("over", "expire = 2026-05-30\n", "Over.\n");
    let server = Server::start_live(bakery.root());
    for (url, status, text, why) in [
        ("/soon", 200, "<h1>[title]</h1>", "\"Not public: it is a draft, 1 value is missing\""),
        ("/later", 200, "<p>Later.</p>", "\"Not public: it is published on 2026-11-30\""),
        ("/over", 404, "Nothing is baked here.", "\"Not public: it expired on 2026-05-30\""),
        ("/about", 200, "We bake at night.", "null"),
    ] {
        let answer = server.get(url);
        assert_eq!(answer.status, status, "{url}");
        assert!(answer.text().contains(text), "{url}: {}", answer.text());
        let event = server.event(url);
        assert!(event.contains(&format!("\"status\":{why}")), "{url}: {event}");
    }
    // An edit of such a page is shown like any other.
    let _bakery = bakery.append("content/pages/soon.md", "\nVery soon.\n");
    server.wait_until(|server| server.get("/soon").text().contains("Very soon."));
}

/// After an edit, only what is new or gone is printed, and how many findings there are of each code.
#[test]
fn only_changes_are_printed() {
    let bakery = Bakery::new().page("a", "[one](/one) and [two](/two)\n");
    let server = Server::start(bakery.root());
    let heads = |said: Vec<String>| {
        let lines = said.into_iter().filter(|line| !line.starts_with(' ') && !line.contains('|') && !line.is_empty());
        lines.collect::<Vec<_>>().join("\n") + "\n"
    };
    let bakery = bakery.replace("content/pages/a.md", "[one]", "New line.\n\n[zero](/zero), [one]");
    expect![[r#"
        error[broken-link]: there is no page or file /zero
        Now 3 findings: broken-link 3
        3 errors; every page that can be rendered is served
    "#]]
    .assert_eq(&heads(server.wait_for("served")));
    let bakery = bakery.replace("content/pages/a.md", "(/one)", "(/about)");
    expect![[r#"
        1 finding is gone
        Now 2 findings: broken-link 2
        2 errors; every page that can be rendered is served
    "#]]
    .assert_eq(&heads(server.wait_for("served")));
    let _bakery = bakery.replace("content/pages/a.md", "New line.", "Another line.");
    expect![[r#"
        2 errors; every page that can be rendered is served
    "#]]
    .assert_eq(&heads(server.wait_for("served")));
}
