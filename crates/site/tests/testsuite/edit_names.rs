//! Entries that others name by their files, such as the author of a text, in the drawer.

use std::fs;

use serde_json::json;

use crate::bakery::Bakery;
use crate::edit::Drawer;

#[test]
fn entries_that_name_another_one_follow_it() {
    let author = |name: &str| format!("topic = \"Baking\"\nauthor = \"{name}\"");
    let flour = "content/journal/flour.md";
    let bakery = Bakery::new().replace(flour, "topic = \"Baking\"", &author("rye")).replace(
        "content/journal/leaven.md",
        "topic = \"Baking\"",
        &author("spelt"),
    );
    let drawer = Drawer::start(bakery.root());
    let rye = "content/loaves/rye.md";
    let listed = drawer.ok("remove", &json!({ "document": rye }));
    let references = listed["references"].as_array().unwrap();
    let named = references.iter().find(|one| one["document"] == flour).unwrap();
    assert_eq!((&named["text"], &named["field"]), (&json!("\"rye\""), &json!("/author")));

    let before = fs::read_to_string(bakery.root().join(flour)).unwrap();
    drawer.ok("rename", &json!({ "document": rye, "slug": "dark", "confirm": true }));
    let after = fs::read_to_string(bakery.root().join(flour)).unwrap();
    assert!(after.contains("author = \"dark\""), "{after}");
    assert_eq!(after.lines().count(), before.lines().count());
}
