//! Findings for which the drawer has words of its own. Its tests read them from the file that this one compares.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::bakery::Bakery;
use crate::edit::{Drawer, typed};

/// File with the findings, relative to this crate. `UPDATE=1` writes it.
const FILE: &str = "../../editors/drawer/src/testing/findings.json";

/// Body of a document with such findings.
const BODY: &str = "\
# First level

## Starter

[a](/loaves/rye#nowhere) [b](/nowhere) ![c](nowhere.png) {{ site.phon }} [d](file:///C:/a.pdf)

<script src=\"https://example.org/a.js\"></script>
";

#[test]
fn findings_are_those_that_the_drawer_has_words_for() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open("content/journal/leaven.md");
    let draft = |change: fn(&mut Value)| drawer.ok("draft", &typed(&document, change))["findings"].clone();
    let mut findings = draft(|one| one["body"] = BODY.into());
    let without_title = draft(|one| drop(one["values"].as_object_mut().unwrap().remove("title")));
    let missing = without_title.as_array().unwrap().iter().find(|one| one["code"] == "missing-key").unwrap();
    findings.as_array_mut().unwrap().push(missing.clone());
    for finding in findings.as_array_mut().unwrap() {
        let finding = finding.as_object_mut().unwrap();
        finding.retain(|key, _| ["code", "message", "help", "field"].contains(&key.as_str()));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let text = serde_json::to_string_pretty(&findings).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &text).unwrap();
    }
    let known: Value = serde_json::from_slice(&fs::read(&file).unwrap_or_default()).unwrap_or_default();
    assert_eq!(known, findings, "run it with UPDATE=1, and then the drawer's tests");
}
