//! The search index.

use expect_test::expect;
use serde_json::Value;

use crate::bakery::{Bakery, Built};

const STRUCTURE: &str = "content/structure.toml";

const SEARCH: &str = "
[search]
excerpt = 40
suggestions = [\"Rye\"]
synonyms = [[\"loaf\", \"Round-bread\", \"रोटी\"]]

[[search.collection]]
name = \"loaves\"
label = \"Loaf\"
weight = 2.5

[[search.collection]]
name = \"pages\"
";

fn bakery() -> Bakery {
    Bakery::new().append(STRUCTURE, SEARCH)
}

/// Returns an index, and its words with their postings.
fn index(built: &Built, path: &str) -> (Value, Vec<(String, String)>) {
    let index: Value = serde_json::from_str(&built.read(path)).unwrap();
    let words = pairs(&index["words"]);
    (index, words)
}

fn pairs(words: &Value) -> Vec<(String, String)> {
    let part = |at: usize| words[at].as_str().unwrap_or_default().split(' ').map(str::to_owned);
    part(0).zip(part(1)).collect()
}

/// Returns whether an index has a word.
fn has(words: &[(String, String)], word: &str) -> bool {
    words.iter().any(|(one, _)| one == word)
}

#[test]
fn an_index_has_titles_headings_and_text() {
    let built = bakery()
        .page("visit", "We open early.\n\n## Where & when {#where}\n\nBy the harbour, next to the customs house on the quay.\n")
        .success();
    let (index, words) = index(&built, "dist/search.json");
    let records = index["records"].as_array().unwrap();
    let visit = records.iter().find(|page| page[0] == "/visit").unwrap();
    expect![[r#"["/visit","A page named visit","What the page named visit is about.",[["","","We open early."],["where","Where & when","By the harbour, next to the customs…"]]]"#]]
        .assert_eq(&visit.to_string());
    for word in ["harbour", "when", "named", "rye"] {
        assert!(has(&words, word), "{word} in {words:?}");
    }
    expect![[r#"[["Loaf",2.5],["",1.0]]"#]].assert_eq(&index["collections"].to_string());
    let letters: String =
        records.iter().map(|page| if page[0].as_str().unwrap().starts_with("/loaves") { 'a' } else { 'b' }).collect();
    assert_eq!(index["of"], letters);
    expect![[r#"[["loaf","round bread","रोटी"]]"#]].assert_eq(&index["synonyms"].to_string());
    expect![[r#"["Rye"]"#]].assert_eq(&index["suggestions"].to_string());
    // The scripts are published only with a page that loads them.
    assert!(!built.outputs().iter().any(|path| path.contains("search-")));
}

#[test]
fn pages_that_are_not_found() {
    let secret = |bakery: Bakery, key: &str| {
        let bakery = bakery.page("secret", "Quizzaciously.\n");
        bakery.replace("content/pages/secret.md", "template", &format!("{key}\ntemplate"))
    };
    for key in ["noindex = true", "draft = true", "publish = \"2030-01-01\""] {
        let built = secret(bakery(), key).success();
        assert!(!built.read("dist/search.json").contains("quizzaciously"), "{key}");
    }
    let built = bakery().success();
    let (index, _) = index(&built, "dist/search.json");
    let urls = index["records"].to_string();
    // The index contains neither another collection nor the error page.
    assert!(!urls.contains("/journal/") && !urls.contains("404"), "{urls}");
    assert!(!Bakery::new().success().has("dist/search.json"));
}

#[test]
fn each_language_has_an_index() {
    let built = bakery()
        .append("content/site.toml", "\n[languages.hi]\nname = \"हिन्दी\"\n[languages.de]\nname = \"Deutsch\"\n")
        .page("visit", "Bread.\n")
        .write(
            "content/pages/visit.de.md",
            "+++\ntitle = \"Unser Laden\"\ndescription = \"Jeden Morgen frisches Brot\"\ntemplate = \"page.html\"\n+++\nBrot.\n",
        )
        .write(
            "content/pages/visit.hi.md",
            "+++\ntitle = \"हमारी दुकान\"\ndescription = \"सुबह की ताज़ी रोटी, हर दिन\"\ntemplate = \"page.html\"\n+++\n\
             ताज़ी रोटी. <a href=\"/\" data-search-index=\"/hi/search.json\">खोजें</a>\n",
        )
        .success();
    let (_, main) = index(&built, "dist/search.json");
    let (hindi, words) = index(&built, "dist/hi/search.json");
    assert_eq!(hindi["pages"], 1);
    assert!(!built.has("dist/de/search.json"), "no German page can search");
    assert!(has(&words, "रोटी") && has(&words, "ताजी") && !has(&main, "रोटी"));
}

/// A large index is split into files, of which a query loads only a few.
#[test]
fn a_large_index_is_split() {
    let mut bakery = bakery();
    let text = |at: usize| -> String {
        let words = (0..120).map(|n| format!("w{}ord{} ", (at * 7 + n) % 997, (at * 13 + n * n) % 499));
        words.collect()
    };
    for at in 0..200 {
        bakery = bakery.page(&format!("page-{at}"), &format!("{}common.\n", text(at)));
    }
    let built = bakery.success();
    let index: Value = serde_json::from_str(&built.read("dist/search.json")).unwrap();
    assert!(index["words"].is_null() && index["records"].is_null());
    let file = |mark: &Value| {
        let url = index["files"].as_str().unwrap().replace("{mark}", mark.as_str().unwrap());
        built.read(&format!("dist{url}"))
    };
    let mut last = String::new();
    let mut count = 0;
    for part in index["wordFiles"].as_array().unwrap() {
        let text = file(&part[1]);
        assert!(text.len() < 26 << 10, "{}", text.len());
        let words = pairs(&serde_json::from_str(&text).unwrap());
        assert_eq!(part[0], words[0].0);
        for (word, postings) in words {
            assert!(last < word, "{last} before {word}");
            // The word is on every page, but never in a title, so no postings of it are kept.
            assert!(word != "common" || postings == "!", "{postings}");
            last = word;
            count += 1;
        }
    }
    assert!(count > 5000, "{count}");
    let mut next = 1;
    for part in index["recordFiles"].as_array().unwrap() {
        assert_eq!(part[0], next);
        let records: Value = serde_json::from_str(&file(&part[1])).unwrap();
        next += records.as_array().unwrap().len();
    }
    assert_eq!(index["pages"], next - 1);
}

#[test]
#[rustfmt::skip]
fn mistakes() {
    for (old, new, expected) in [
        ("\"loaves\"\nlabel", "\"loafs\"\nlabel", expect![[r#"
            content/structure.toml:67:8 «"loafs"» error[unknown-collection]: collection `loafs` does not exist (not declared in this file)
              help: did you mean `loaves`?
        "#]]),
        ("\"loaves\"\nlabel", "\"shops\"\nlabel", expect![[r#"
            content/structure.toml:67:8 «"shops"» error[invalid-value]: the documents of `shops` have no pages
              help: remove this entry, or add a `route` to the collection `shops`
        "#]]),
        ("name = \"pages\"\n", "name = \"loaves\"\n", expect![[r#"
            content/structure.toml:72:8 «"loaves"» error[duplicate-name]: search lists the collection `loaves` twice (the second)
              help: remove one of them
              note: content/structure.toml:67:8 «"loaves"» the first is here
        "#]]),
        ("2.5", "0", expect![[r#"
            content/structure.toml:69:10 «0» error[out-of-range]: `weight` must be greater than 0 (too small)
        "#]]),
        ("[\"loaf\", \"Round-bread\", \"रोटी\"]", "[\"loaf\"]", expect![[r#"
            content/structure.toml:64:13 «["loaf"]» error[wrong-count]: `synonyms` must have at least 2 entries, not 1 (too few)
        "#]]),
        ("excerpt", "exerpt", expect![[r#"
            content/structure.toml:62:1 «exerpt» error[unknown-key]: unknown key `exerpt` (not allowed here)
              help: did you mean `excerpt`?
        "#]]),
    ] {
        let search = SEARCH.replace(old, new);
        assert_ne!(search, SEARCH, "{old}");
        Bakery::new().append(STRUCTURE, &search).findings(expected);
    }
}
