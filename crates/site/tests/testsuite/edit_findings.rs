//! Findings in the words that the drawer shows.

use std::fs;

use expect_test::expect;
use serde_json::{Value, json};

use crate::bakery::Bakery;
use crate::edit::{Drawer, RYE, typed};

/// Body of a document with findings for which there are words of an office.
const BODY: &str = "\
# First level

## Starter

[a](/loaves/rye#nowhere) [b](/nowhere) [b](/loaves/ryee) ![c](nowhere.png) {{ site.phon }} [d](file:///C:/a.pdf)

<script src=\"https://example.org/a.js\"></script>
";

#[test]
fn findings_in_the_words_of_an_office() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open("content/journal/leaven.md");
    let draft = |change: fn(&mut Value)| {
        let findings = drawer.ok("draft", &typed(&document, change))["findings"].clone();
        let findings = findings.as_array().unwrap().iter();
        let lines = findings.map(|one| {
            let help = one["help"].as_str().unwrap_or_default();
            format!("{}: {} | {help} | {}\n", one["code"].as_str().unwrap(), one["message"].as_str().unwrap(), one["parts"])
        });
        lines.collect::<String>()
    };
    expect![[r#"
        main-heading: the text has a heading of the first level, which only the title is | Choose a smaller heading. | {}
        broken-anchor: a link leads to a heading that is not on its page | Choose the page again, or remove what follows the sign #. | {"anchor":["nowhere"],"page":["/loaves/rye"]}
        broken-link: there is no page or file /nowhere | Choose the page with the button for links, or remove the link. | {"path":["/nowhere"]}
        broken-link: there is no page or file /loaves/ryee | Did you mean `/loaves/rye`? | {"path":["/loaves/ryee"]}
        missing-image: there is no image `nowhere.png` | Add the picture here, or choose another one. | {}
        unknown-fact: there is no such fact | Type {{ to choose one. | {}
        bad-address: `file:///C:/a.pdf` is a file on your computer, which visitors cannot open | Ask whoever looks after the site to store the file, and link to it then. | {"file":["file:///C:/a.pdf"]}
        unsafe-html: `<script>` is not allowed here | Remove it: this is part of the design, not of the text. | {}
        outside-resource: the page loads something from another site | Ask whoever looks after the site. | {}
    "#]].assert_eq(&draft(|one| one["body"] = BODY.into()));
    let without_title = draft(|one| drop(one["values"].as_object_mut().unwrap().remove("title")));
    expect![[r#"
        missing-key: missing key `title` | Add `title = …`. | {"key":["title"]}
    "#]]
    .assert_eq(&without_title);
}

/// Returns the findings of the whole site once it is checked.
fn checked(drawer: &Drawer) -> Vec<Value> {
    let state = || drawer.ok("state", &json!({}));
    drawer.preview.wait_until(|_| state()["isChecking"] == false);
    state()["findings"].as_array().unwrap().clone()
}

/// What contradicts a fact must be corrected, and is found in texts that are not saved, too.
#[test]
fn errors_of_rules_are_errors() {
    let fact = "[[fact]]\nname = \"number of ovens\"\nis = [\"stats.ovens\"]\npatterns = [\"{number} ovens\"]\n";
    let bakery = Bakery::new().write("content/checks.toml", fact);
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open("content/journal/leaven.md");
    let number =
        drawer.ok("draft", &typed(&document, |one| one["body"] = "The bakery has 9 ovens.\n".into()))["revision"].clone();
    drawer.preview.wait_until(|_| {
        let state = drawer.ok("state", &json!({}));
        state["isChecking"] == false && state["revision"].as_u64() > number.as_u64()
    });
    let findings = checked(&drawer);
    let found = findings.iter().find(|one| one["code"] == "contradicted-fact");
    let found = found.unwrap_or_else(|| panic!("{findings:#?}"));
    assert_eq!((&found["isError"], &found["stopsBuild"]), (&json!(true), &json!(false)), "{found:#}");
    assert_eq!(found["document"], "content/journal/leaven.md");
}

/// The version of its original that a translation names is neither shown nor typed.
#[test]
fn an_outdated_translation_is_marked_as_translated() {
    let bakery = Bakery::new().append("content/site.toml", "\n[languages.hi]\nname = \"हिन्दी\"\n");
    let bakery = bakery.write("content/site.hi.toml", "translates = \"AAAAAAAA\"\nname = \"बेकरी\"\n");
    let drawer = Drawer::start(bakery.root());
    let path = "content/site.hi.toml";
    let document = drawer.open(path);
    assert_eq!(document["schema"]["properties"]["translates"]["isHidden"], true, "{document:#}");
    let finding = &document["findings"][0];
    let help = "Compare the two, translate what has changed, and mark it as translated then.";
    let message = "the text in the main language has changed since this was translated";
    assert_eq!((&finding["message"], &finding["help"]), (&json!(message), &json!(help)), "{document:#}");
    assert_eq!(finding["fixes"][0]["label"], "mark as translated");
    let fixed = drawer.ok("fix", &json!({ "id": finding["fixes"][0]["id"] }));
    assert_eq!((&fixed["label"], &fixed["document"]["findings"]), (&json!("mark as translated"), &json!([])), "{fixed:#}");
}

/// A file that is broken on the disk is named although its draft is not.
#[test]
fn errors_in_stored_versions_are_listed() {
    let bakery = Bakery::new();
    let root = bakery.root();
    let drawer = Drawer::start(root);
    let document = drawer.open(RYE);
    drawer.ok("draft", &typed(&document, |one| one["values"]["title"] = "Black rye".into()));
    let text = fs::read_to_string(root.join(RYE)).unwrap();
    fs::write(root.join(RYE), text.replacen("title = ", "title ", 1)).unwrap();
    let stored = || {
        let state = drawer.ok("state", &json!({}));
        let findings = state["findings"].as_array().unwrap().clone();
        findings.into_iter().filter(|one| one["isStored"] == true).collect::<Vec<_>>()
    };
    drawer.preview.wait_until(|_| !stored().is_empty());
    let found = &stored()[0];
    assert_eq!((&found["document"], &found["stopsBuild"], &found["fixes"]), (&json!(RYE), &json!(true), &json!([])));
    let help = found["help"].as_str().unwrap();
    assert!(
        help.ends_with("This is in the stored version, which would be published. Save your changes if they correct it."),
        "{help}"
    );
    // Once it is corrected, nothing is left to say.
    fs::write(root.join(RYE), &text).unwrap();
    drawer.preview.wait_until(|_| stored().is_empty());
    // What only the finished page shows, such as a link to a page that does not exist, is found as well.
    fs::write(root.join(RYE), text + "\n[lost](/nowhere)\n").unwrap();
    drawer.preview.wait_until(|_| !stored().is_empty());
    assert_eq!((&stored()[0]["code"], &stored()[0]["document"]), (&json!("broken-link"), &json!(RYE)));
    // The preview still shows the draft.
    assert!(drawer.preview.get("/loaves/rye").text().contains("Black rye"));
    drawer.ok("discard", &json!({ "document": RYE }));
    let findings = drawer.ok("state", &json!({}))["findings"].clone();
    let found = findings.as_array().unwrap().iter().find(|one| one["code"] == "broken-link");
    assert_eq!(found.map(|one| &one["isStored"]), Some(&Value::Null), "{findings:#}");
}

/// A broken link that was there before a draft removed it is known at once.
#[test]
fn a_draft_hides_a_broken_link() {
    let bakery = Bakery::new().append(RYE, "\n[lost](/nowhere)\n");
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open(RYE);
    drawer.ok("draft", &typed(&document, |one| one["body"] = "Text.\n".into()));
    let findings = drawer.ok("state", &json!({}))["findings"].clone();
    let stored: Vec<&Value> = findings.as_array().unwrap().iter().filter(|one| one["isStored"] == true).collect();
    assert_eq!((stored.len(), &stored[0]["code"]), (1, &json!("broken-link")), "{findings:#}");
}

/// Documents are named by their titles, and what only who writes files understands is left out.
#[test]
fn files_are_not_named() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open("content/journal/leaven.md");
    let draft = drawer.ok("draft", &typed(&document, |one| one["body"] = "[a](../nothing-like-it/at-all.md)\n".into()));
    let finding = &draft["findings"][0];
    let help = "Choose the page with the button for links, or remove the link.";
    assert_eq!(
        (&finding["message"], &finding["help"]),
        (&json!("a link leads to a page that does not exist"), &json!(help)),
        "{draft:#}"
    );
    let site = drawer.open("content/site.toml");
    let description = |key: &str| site["schema"]["properties"][key]["description"].clone();
    assert_eq!(description("theme"), Value::Null, "{site:#}");
}
