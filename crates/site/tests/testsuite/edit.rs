//! `site edit`: what the drawer can do.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::bakery::Bakery;
use crate::server::{Answer, Server};

pub const RYE: &str = "content/loaves/rye.md";

/// A running drawer.
pub struct Drawer {
    /// The preview.
    pub preview: Server,
    pub port: u16,
    pub token: String,
}

impl Drawer {
    pub fn start(root: &Path) -> Self {
        let (preview, said) = Server::start_command(root, &["edit", "--port", "0"]);
        let line = said.iter().find(|line| line.contains("/#t=")).unwrap();
        let url = line.split(' ').find(|word| word.starts_with("http")).unwrap();
        let (address, token) = url.split_once("/#t=").unwrap();
        let port = address.rsplit(':').next().unwrap().parse().unwrap();
        Self { preview, port, token: token.to_owned() }
    }

    /// Sends a request as the drawer does, with these headers in place of its own.
    pub fn send(&self, method: &str, target: &str, others: &[(&str, &str)], body: &str) -> Answer {
        let host = format!("localhost:{}", self.port);
        let (origin, bearer) = (format!("http://{host}"), format!("Bearer {}", self.token));
        let own = [
            ("Host", &*host),
            ("Origin", &origin),
            ("Sec-Fetch-Site", "same-origin"),
            ("Authorization", &bearer),
            ("Content-Type", "application/json"),
        ];
        let value = |name: &str, own| others.iter().find(|(other, _)| *other == name).map_or(own, |(_, value)| *value);
        let headers = own.map(|(name, own)| (name, value(name, own)));
        let headers = headers.iter().filter(|(_, value)| !value.is_empty());
        let headers: String = headers.map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        let request =
            format!("{method} {target} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        Server::send_to(self.port, &request)
    }

    /// Sends a request and returns its status and its answer.
    pub fn ask(&self, name: &str, body: &Value) -> (u16, Value) {
        let answer = self.send("POST", &format!("/api/{name}"), &[], &body.to_string());
        (answer.status, serde_json::from_slice(&answer.body).unwrap_or_default())
    }

    pub fn ok(&self, name: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(name, body);
        assert_eq!(status, 200, "{name} {body}: {answer}");
        answer
    }

    /// Opens a document.
    pub fn open(&self, path: &str) -> Value {
        self.ok("open", &json!({ "document": path }))
    }
}

/// Returns the bytes of all files of a project that are not in its cache.
pub fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            if name.starts_with(".cache") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Returns a request with a document and changed values.
pub fn typed(document: &Value, change: impl FnOnce(&mut Value)) -> Value {
    let mut request = json!({
        "document": document["document"],
        "fingerprint": document["fingerprint"],
        "values": document["values"],
        "body": document["body"],
    });
    change(&mut request);
    request
}

#[test]
fn a_text_is_previewed_saved_and_undone() {
    let bakery = Bakery::new();
    let text = fs::read_to_string(bakery.root().join(RYE)).unwrap().replace('\n', "\r\n");
    let bakery = bakery.write(RYE, &text);
    let before = files(bakery.root());
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open(RYE);
    assert_eq!(document["kind"], "entry");
    assert_eq!(document["hasDraft"], false);
    let title = document["values"]["title"].as_str().unwrap().to_owned();

    // The preview shows the draft, and no file has changed.
    let request = typed(&document, |one| one["values"]["title"] = "Black rye".into());
    let answer = drawer.ok("draft", &request);
    assert_eq!(answer["hasDraft"], true, "{answer}");
    let url = answer["url"].as_str().unwrap();
    assert!(drawer.preview.get(url).text().contains("Black rye"));
    assert_eq!(files(bakery.root()), before);
    let facts = drawer.ok("draft", &typed(&document, |one| one["body"] = "{{ }} {{{{ site.name }} {{ site.name }} {{ x".into()));
    let facts: Vec<&Value> = facts["uses"].as_array().unwrap().iter().map(|one| &one["text"]).collect();
    assert_eq!(facts, ["{{ site.name }}"]);
    // A value that is not allowed is reported at its field.
    let wrong = typed(&document, |one| one["values"]["title"] = 3.into());
    let findings = drawer.ok("draft", &wrong)["findings"].clone();
    assert_eq!(findings[0]["field"], "/title", "{findings}");
    assert_eq!(findings[0]["stopsBuild"], true);

    // Only the line of the title changes.
    let saved = drawer.ok("save", &request);
    assert_eq!(saved["document"]["hasDraft"], false);
    assert_eq!(fs::read_to_string(bakery.root().join(RYE)).unwrap(), text.replace(&title, "Black rye"));
    // The answer may have been lost, so the same text is saved again, which changes nothing.
    let again = drawer.ok("save", &request);
    assert_eq!(again["document"]["fingerprint"], saved["document"]["fingerprint"]);
    // Another text is one of a file that is not the one that was opened any more.
    let (status, conflict) = drawer.ask("save", &typed(&document, |one| one["values"]["title"] = "Red rye".into()));
    assert_eq!(status, 409);
    assert!(conflict["conflict"]["theirs"].as_str().unwrap().contains("Black rye"), "{conflict}");

    let undo = drawer.ok("state", &json!({}))["undo"].clone();
    assert!(undo["label"].as_str().unwrap().contains("Black rye"));
    // Another change than the one that the person has seen is not undone.
    assert_eq!(drawer.ask("undo", &json!({ "id": "other" })).0, 409);
    drawer.ok("undo", &json!({ "id": undo["id"] }));
    assert_eq!(files(bakery.root()), before);
    assert_eq!(drawer.ask("undo", &json!({})).0, 404);
}

#[test]
fn drafts_survive_a_crash() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open(RYE);
    drawer.ok("draft", &typed(&document, |one| one["body"] = "Unsaved words.\n".into()));
    drop(drawer);
    let drawer = Drawer::start(bakery.root());
    let again = drawer.open(RYE);
    assert_eq!((&again["hasDraft"], &again["body"]), (&json!(true), &json!("Unsaved words.\n")));
    assert_eq!(again["fingerprint"], document["fingerprint"]);
    drawer.ok("discard", &json!({ "document": RYE }));
    assert_eq!(drawer.open(RYE)["body"], document["body"]);
}

#[test]
fn an_entry_is_created_renamed_and_removed() {
    let bakery = Bakery::new();
    let before = files(bakery.root());
    let drawer = Drawer::start(bakery.root());
    let new = drawer.ok("new", &json!({ "collection": "loaves", "title": "Spelt & oats" }));
    assert_eq!((&new["isNew"], &new["fingerprint"]), (&json!(true), &json!("")));
    assert_eq!(files(bakery.root()), before);
    let path = new["document"].as_str().unwrap();
    assert_eq!(path, "content/loaves/spelt-oats.md");
    drawer.ok("save", &typed(&new, |one| one["body"] = "Nutty.\n".into()));
    assert!(fs::read_to_string(bakery.root().join(path)).unwrap().ends_with("Nutty.\n"));

    let asked = drawer.ok("rename", &json!({ "document": path, "slug": "Oats" }));
    assert_eq!((&asked["slug"], &asked["done"]), (&json!("oats"), &json!(false)));
    assert!(bakery.root().join(path).exists());
    let renamed = drawer.ok("rename", &json!({ "document": path, "slug": "Oats", "confirm": true }));
    assert_eq!(renamed["document"]["document"], "content/loaves/oats.md", "{renamed}");
    assert!(!bakery.root().join(path).exists());

    let path = "content/loaves/oats.md";
    let references = drawer.ok("remove", &json!({ "document": path }));
    assert_eq!(references["done"], false);
    assert!(bakery.root().join(path).exists());
    drawer.ok("remove", &json!({ "document": path, "confirm": true }));
    assert_eq!(files(bakery.root()), before);
    assert_eq!(drawer.ask("open", &json!({ "document": path })).0, 404);
}

/// A picture that was added to an entry that is discarded would be published with the next change.
#[test]
fn pictures_of_a_discarded_entry_are_removed() {
    let bakery = Bakery::new();
    let before = files(bakery.root());
    let drawer = Drawer::start(bakery.root());
    let add = |path: &str, name: &str| {
        let target = format!("/api/picture?document={path}&name={name}&field=");
        let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"></svg>";
        let media_type = [("Content-Type", "application/octet-stream")];
        assert_eq!(drawer.send("POST", &target, &media_type, picture).status, 200);
    };
    let new = drawer.ok("new", &json!({ "collection": "journal", "title": "Throwaway" }));
    let path = new["document"].as_str().unwrap();
    add(path, "papers.svg");
    assert!(bakery.root().join("content/journal/papers.svg").exists());
    drawer.ok("discard", &json!({ "document": path }));
    assert_eq!(files(bakery.root()), before);

    // A picture that a text names stays.
    add(RYE, "crumb.svg");
    let document = drawer.open(RYE);
    drawer.ok("save", &typed(&document, |one| one["body"] = "![Crumb](crumb.svg)\n".into()));
    drawer.ok("discard", &json!({ "document": RYE }));
    assert!(bakery.root().join("content/loaves/crumb.svg").exists());
}

/// A text that happens to be the name of an entry stays a text; two different ones are names.
#[test]
fn names_of_entries_are_offered() {
    for (second, expected) in [
        ("rye", json!(null)),
        ("nobody", json!(null)),
        ("spelt", json!([{ "value": "rye", "title": "Rye" }, { "value": "spelt", "title": "Spelt" }])),
    ] {
        let mut bakery = Bakery::new();
        for (entry, author) in [("flour", "rye"), ("winter", second)] {
            let path = format!("content/journal/{entry}.md");
            let text = fs::read_to_string(bakery.root().join(&path)).unwrap();
            bakery = bakery.write(&path, text.replace("topic =", &format!("author = \"{author}\"\ntopic =")));
        }
        // A translation has the name of its original.
        let text = fs::read_to_string(bakery.root().join(RYE)).unwrap();
        let bakery = bakery.write("content/loaves/rye.hi.md", &text);
        let drawer = Drawer::start(bakery.root());
        let schema = drawer.open("content/journal/leaven.md")["schema"].clone();
        assert_eq!(schema["properties"]["author"]["choices"], expected, "{second}: {schema:#}");
    }
}

/// The target of a link is found by what its page is about as well, and is never the page itself.
#[test]
fn targets_of_links() {
    let bakery = Bakery::new().page("salt", "Text.\n").page("salt-water", "Text.\n");
    let drawer = Drawer::start(bakery.root());
    for (document, query, expected) in [
        ("content/pages/salt.md", "SALT", &["/salt-water"][..]),
        (RYE, "water salt", &["/salt-water"]),
        (RYE, "page named salt is about", &["/salt", "/salt-water"]),
        (RYE, "nothing of this", &[]),
    ] {
        let answer = drawer.ok("links", &json!({ "document": document, "query": query }));
        let links = answer["links"].as_array().unwrap().iter();
        let urls: Vec<&str> = links.map(|one| one["url"].as_str().unwrap()).collect();
        assert_eq!(urls, expected, "{document} {query}");
    }
}

/// The home page would leave its collection with another name.
#[test]
fn the_home_page_keeps_its_name() {
    let bakery = Bakery::new();
    let home = "content/pages/index.md";
    let drawer = Drawer::start(bakery.root());
    assert_eq!(drawer.open(home)["slug"], Value::Null);
    assert_eq!(drawer.open(RYE)["slug"], "rye");
    let (status, answer) = drawer.ask("rename", &json!({ "document": home, "slug": "other", "confirm": true }));
    assert_eq!(status, 409, "{answer}");
    assert!(bakery.root().join(home).exists());
}

/// A value with the line that ends front matter stays a value.
#[test]
fn values_do_not_end_the_front_matter() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open(RYE);
    let saved = drawer.ok("save", &typed(&document, |one| one["values"]["title"] = "a\n+++\nb".into()));
    let saved = &saved["document"];
    assert_eq!((&saved["values"]["title"], &saved["body"]), (&json!("a\n+++\nb"), &document["body"]), "{saved}");
}

/// The page of a new entry is shown with placeholders, and says how many values are missing.
#[test]
fn a_new_entry_is_shown_before_it_is_complete() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let new = drawer.ok("new", &json!({ "collection": "journal", "title": "On salt" }));
    assert!(new["findings"].as_array().unwrap().iter().any(|one| one["code"] == "missing-key"), "{new:#}");
    let page = drawer.preview.get(new["url"].as_str().unwrap());
    assert!(page.status == 200 && page.text().contains("On salt"), "{}", page.text());
}

/// A title without letters, or one that no file can have, is no reason to refuse an entry.
#[test]
fn any_title_makes_an_entry() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    for (title, expected) in [("🙂", "journal"), ("Con", "con-2"), ("🙂", "journal-2"), (&"x".repeat(300), &"x".repeat(60))] {
        let new = drawer.ok("new", &json!({ "collection": "journal", "title": title }));
        assert_eq!(new["document"], format!("content/journal/{expected}.md"), "{title}");
    }
}

/// Text typed into a removed document is kept as a draft. The file is stored again only by a request that knows of the removal.
#[test]
fn a_document_is_removed_while_it_is_edited() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open(RYE);
    fs::remove_file(bakery.root().join(RYE)).unwrap();
    while drawer.ask("open", &json!({ "document": RYE })).0 == 200 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let request = typed(&document, |one| one["body"] = "Kept.\n".into());
    for draft in [false, true] {
        if draft {
            let answer = drawer.ok("draft", &request);
            assert!(drawer.preview.get(answer["url"].as_str().unwrap()).text().contains("Kept."));
        }
        let (status, answer) = drawer.ask("save", &request);
        assert_eq!((status, &answer["conflict"]["fingerprint"]), (409, &json!("")), "{answer:#}");
        assert!(!bakery.root().join(RYE).exists());
    }
    let again = typed(&document, |one| (one["body"], one["fingerprint"]) = ("Kept.\n".into(), "".into()));
    let saved = &drawer.ok("save", &again)["document"];
    assert_eq!((&saved["values"], &saved["body"]), (&document["values"], &json!("Kept.\n")), "{saved:#}");
}

/// Two tabs do not overwrite each other's unsaved texts.
#[test]
fn another_tab_changes_the_same_text() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open(RYE);
    let change = |body: &str, over: &Value| {
        typed(&document, |one| {
            one["body"] = body.into();
            one["over"] = over.clone();
        })
    };
    let first = drawer.ok("draft", &change("One.\n", &document["text"]));
    let (status, answer) = drawer.ask("draft", &change("Two.\n", &document["text"]));
    assert_eq!((status, &answer["conflict"]["body"]), (409, &json!("One.\n")), "{answer:#}");
    assert_eq!(answer["conflict"]["isDraft"], true);
    // It names the text that it is in conflict with, and saving overwrites it no more than a draft does.
    let theirs = &answer["conflict"]["text"];
    assert_eq!(theirs, &first["text"]);
    let before = fs::read(bakery.root().join(RYE)).unwrap();
    let (status, answer) = drawer.ask("save", &change("Two.\n", &document["text"]));
    assert_eq!((status, &answer["conflict"]["body"]), (409, &json!("One.\n")), "{answer:#}");
    assert_eq!((&answer["conflict"]["isDraft"], &answer["conflict"]["text"]), (&json!(true), theirs));
    assert_eq!(fs::read(bakery.root().join(RYE)).unwrap(), before);
    assert_eq!(drawer.open(RYE)["body"], "One.\n");
    drawer.ok("draft", &change("One.\n", &document["text"]));
    let more = drawer.ok("draft", &change("One and more.\n", &first["text"]));
    drawer.ok("save", &change("Both.\n", &more["text"]));
    assert_eq!(drawer.open(RYE)["hasDraft"], false);
}

/// Of texts that several tabs send at once, the first is kept, and the others are told of it.
#[test]
fn tabs_send_at_once() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open(RYE);
    let (port, token) = (drawer.port, &drawer.token);
    let send = |number: usize| {
        let body = typed(&document, |one| {
            one["body"] = format!("{number}.\n").into();
            one["over"] = document["text"].clone();
        });
        let (body, length) = (body.to_string(), body.to_string().len());
        let request = format!(
            "POST /api/draft HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        Server::send_to(port, &request).status
    };
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tabs: Vec<_> = (0..4).map(|number| scope.spawn(move || send(number))).collect();
        tabs.into_iter().map(|tab| tab.join().unwrap()).collect()
    });
    let kept = statuses.iter().position(|status| *status == 200).unwrap();
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 3, "{statuses:?}");
    assert_eq!(drawer.open(RYE)["body"], format!("{kept}.\n"));
}

/// What is wrong in a text that is published later is told while it is written.
#[test]
fn a_scheduled_text_is_checked() {
    for (front, code, expected) in [
        ("date = 2999-01-07", "broken-link", "This will stop the build from 2999-01-07, when the document is published."),
        ("date = 2025-01-07\ndraft = true", "unknown-fact", "This will stop the build once the document is no longer a draft."),
    ] {
        let bakery = Bakery::new();
        let path = "content/journal/leaven.md";
        let text = fs::read_to_string(bakery.root().join(path)).unwrap();
        let date = text.lines().find(|line| line.starts_with("date")).unwrap().to_owned();
        let bakery = bakery.write(path, text.replace(&date, front));
        let drawer = Drawer::start(bakery.root());
        let document = drawer.open(path);
        let answer = drawer.ok("draft", &typed(&document, |one| one["body"] = "[Salt](/nowhere) {{ site.phon }}\n".into()));
        let findings = answer["findings"].as_array().unwrap();
        let of = |code: &str| findings.iter().find(|one| one["code"] == code).unwrap();
        assert_eq!(of("broken-link")["body"], json!([7, 15]), "{answer:#}");
        let finding = of(code);
        assert_eq!(finding["stopsBuild"], false);
        assert!(finding["help"].as_str().unwrap().ends_with(expected), "{finding:#}");
    }
}

/// A translation of the facts is checked as the facts are, and its form requires nothing.
#[test]
fn facts_in_another_language() {
    let bakery = Bakery::new().write("content/site.hi.toml", "name = \"बेकरी\"\n");
    let site = fs::read_to_string(bakery.root().join("content/site.toml")).unwrap();
    let (first, rest) = site.split_at(site.find("\n[").unwrap_or(site.len()));
    let schema = r#"{ "properties": { "name": { "type": "string", "minLength": 1 } } }"#;
    let bakery = bakery.write("content/schemas/site.json", schema);
    let bakery = bakery.write("content/site.toml", format!("{first}\n[languages.hi]\nname = \"हिन्दी\"\n{rest}"));
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open("content/site.hi.toml");
    let name = &document["schema"]["properties"]["name"];
    assert!(name["main"].is_string() && document["schema"]["required"].is_null(), "{document:#}");
    assert!(document["schema"]["properties"]["base_url"].is_null());
    let empty = drawer.ok("draft", &typed(&document, |one| one["values"]["name"] = "".into()));
    assert_eq!(empty["findings"][0]["field"], "/name", "{empty:#}");
}

#[test]
fn names_of_what_can_be_edited() {
    let named = "name = \"loaves\"\ntitle = \"Our bread\"";
    let site = Bakery::new()
        .replace("content/structure.toml", "name = \"loaves\"", named)
        .append("content/site.toml", "\n[languages.de]\nname = \"Deutsch\"\n[languages.fr]\n")
        .write("content/site.de.toml", "")
        .write("content/site.fr.toml", "")
        .write("content/forms/contact.toml", "title = \"Message\"\n")
        .write("content/forms/contact.de.toml", "");
    let drawer = Drawer::start(site.root());
    let state = drawer.ok("state", &json!({}));
    let settings = state["settings"].as_array().unwrap();
    let titles: Vec<&str> = settings.iter().filter_map(|one| one["title"].as_str()).collect();
    for title in ["Details of the site (Deutsch)", "Details of the site (fr)", "Message (Deutsch)"] {
        assert!(titles.contains(&title), "{title}: {titles:?}");
    }
    let collections = state["collections"].as_array().unwrap();
    let names: Vec<&str> = collections.iter().filter_map(|one| one["name"].as_str()).collect();
    assert!(names.contains(&"Our bread"), "{names:?}");
}

#[test]
fn a_click_opens_what_an_element_was_made_from() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open(RYE);
    let url = document["url"].as_str().unwrap();
    let title = document["values"]["title"].as_str().unwrap();
    let open =
        |tag: &str, text: &str| drawer.ok("open", &json!({ "path": url, "trail": [{ "tag": tag, "text": text, "nth": 0 }] }));
    let found = open("h1", title);
    assert_eq!((&found["document"], &found["focus"]), (&json!(RYE), &json!({ "field": "/title" })), "{found:#}");
    let body = document["body"].as_str().unwrap();
    let paragraph =
        body.split("\n\n").find(|one| one.chars().all(|c| c.is_alphanumeric() || " .,\n".contains(c)) && one.len() > 10);
    let paragraph = paragraph.unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let found = open("p", &paragraph);
    assert_eq!(found["document"], RYE, "{found:#}");
    let range = &found["focus"]["body"];
    let start = usize::try_from(range[0].as_u64().unwrap()).unwrap();
    assert!(body[start..].starts_with(paragraph.split(' ').next().unwrap()), "{range} {paragraph}");
    let design = open("p", "No text of this site.");
    assert!(design["document"].is_null() && design["reason"].is_string(), "{design}");
}

/// Adds a drawing to a document.
fn add_picture(drawer: &Drawer, path: &str, name: &str) -> (u16, Value) {
    let target = format!("/api/picture?document={path}&name={name}&field=");
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"></svg>";
    let media_type = [("Content-Type", "application/octet-stream")];
    let answer = drawer.send("POST", &target, &media_type, picture);
    (answer.status, serde_json::from_slice(&answer.body).unwrap())
}

/// A picture that an unsaved text names is not removed by Undo.
#[test]
fn a_picture_in_use_is_not_undone() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    assert_eq!(add_picture(&drawer, RYE, "crumb.svg").0, 200);
    let document = drawer.open(RYE);
    drawer.ok("draft", &typed(&document, |one| one["body"] = "![Crumb](crumb.svg)\n".into()));
    let id = drawer.ok("state", &json!({}))["undo"]["id"].clone();
    let (status, answer) = drawer.ask("undo", &json!({ "id": id }));
    let expected =
        "The picture crumb.svg is used in “Rye”, which is not saved yet. Take it out there first, or discard those changes.";
    assert_eq!((status, &answer["error"]), (409, &json!(expected)));
    let picture = bakery.root().join("content/loaves/crumb.svg");
    assert!(picture.exists());
    drawer.ok("draft", &typed(&document, |one| one["body"] = "No picture.\n".into()));
    drawer.ok("undo", &json!({ "id": id }));
    assert!(!picture.exists());
}

/// While the file that describes the collections has an error, the fields of a document are not known.
#[test]
fn documents_without_a_known_form() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let structure = bakery.root().join("content/structure.toml");
    let text = fs::read_to_string(&structure).unwrap();
    fs::write(&structure, format!("+++\n{text}")).unwrap();
    drawer.preview.wait_until(|_| drawer.open(RYE)["document"].is_null());
    let answer = drawer.open(RYE);
    let reason = "“Structure of the site” has an error, so it is not known which fields this has. It can be edited once that error is corrected.";
    assert_eq!((&answer["reason"], &answer["isToCorrect"]), (&json!(reason), &json!(true)), "{answer:#}");
    // The error is listed, and the file is shown as it is.
    let state = drawer.ok("state", &json!({}));
    let findings = state["findings"].as_array().unwrap();
    assert!(findings.iter().any(|one| one["document"] == "content/structure.toml"), "{findings:#?}");
    assert!(drawer.open("content/structure.toml")["source"].is_string());
    // A file without a schema has the fields that it has.
    fs::write(&structure, text).unwrap();
    fs::write(bakery.root().join("content/words.toml"), "more = \"More\"\n").unwrap();
    drawer.preview.wait_until(|_| drawer.ask("open", &json!({ "document": "content/words.toml" })).0 == 200);
    let words = drawer.open("content/words.toml");
    assert_eq!((&words["schema"], &words["values"]["more"]), (&json!({}), &json!("More")), "{words:#}");
}

/// A day that no file can have is refused, and one that was corrected by hand is written as a date.
#[test]
fn days_of_new_entries() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let new = |date: &str| drawer.ask("new", &json!({ "collection": "journal", "title": "On salt", "date": date }));
    for date in ["20261-11-30", "2026-11-31", "30.11.2026"] {
        let (status, answer) = new(date);
        let expected = format!("“{date}” is not a day with a year of four digits.");
        assert_eq!((status, &answer["error"], &answer["field"]), (400, &json!(expected), &json!("date")));
    }
    let (status, document) = new("2026-11-30");
    assert_eq!(status, 200, "{document}");
    let draft = |date: &str| drawer.ok("draft", &typed(&document, |one| one["values"]["date"] = date.into()));
    let findings = draft("30 Nov 26")["findings"].clone();
    let wrong = findings.as_array().unwrap().iter().find(|one| one["code"] == "bad-date").unwrap();
    assert_eq!(wrong["help"], "Write the year, the month, and the day, as in `2026-11-30`.");
    draft("2026-12-01");
    drawer.ok("save", &typed(&document, |one| one["values"]["date"] = "2026-12-01".into()));
    let text = fs::read_to_string(bakery.root().join(document["document"].as_str().unwrap())).unwrap();
    assert!(text.contains("\ndate = 2026-12-01\n"), "{text}");
}

/// The page behind the translation of a form is the one in its language; settings of the whole site have no page of their own.
#[test]
fn pages_behind_settings() {
    let bakery = Bakery::new()
        .append("content/site.toml", "\n[languages.hi]\nname = \"हिन्दी\"\n")
        .page("salt", "Text.\n")
        .page("salt.hi", "नमक.\n")
        .write("content/forms/contact.toml", "title = \"Message\"\npage = \"/salt\"\n")
        .write("content/forms/contact.hi.toml", "submit = \"भेजें\"\n");
    let drawer = Drawer::start(bakery.root());
    for (path, expected) in [
        ("content/forms/contact.toml", json!("/salt")),
        ("content/forms/contact.hi.toml", json!("/hi/salt")),
        ("content/site.toml", Value::Null),
    ] {
        assert_eq!(drawer.ok("shown", &json!({ "document": path }))["url"], expected, "{path}");
    }
}

/// Documents are found by words of their texts, with the place of the first one.
#[test]
fn documents_are_found_by_their_texts() {
    let bakery = Bakery::new().page("salt", "## Sea\n\nFlakes of fleur de sel.\n");
    let drawer = Drawer::start(bakery.root());
    let find = |query: &str| drawer.ok("find", &json!({ "query": query }))["found"].clone();
    let found = find("SEL fleur");
    assert_eq!(
        found,
        json!([{
            "document": "content/pages/salt.md",
            "title": "A page named salt",
            "excerpt": "Flakes of fleur de sel.",
            "focus": { "body": [18, 23] },
        }])
    );
    assert_eq!(find("fleur nothing"), json!([]));
    assert_eq!(find(" "), json!([]));
}
