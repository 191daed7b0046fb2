//! Drafts, and documents that are published or expire on a day.

use crate::bakery::{Bakery, Built};

fn scheduled() -> Bakery {
    let bakery = Bakery::new()
        .page("draft", "Text.\n")
        .page("summer", "Text.\n")
        .page("winter", "Text.\n");
    bakery
        .replace(
            "content/pages/draft.md",
            "template",
            "draft = true\ntemplate",
        )
        .replace(
            "content/pages/summer.md",
            "template",
            "publish = 2026-07-01\nexpire = 2026-09-01\ntemplate",
        )
        .replace(
            "content/pages/winter.md",
            "template",
            "expire = 2026-03-01\ntemplate",
        )
}

fn there(built: &Built) -> Vec<&'static str> {
    let names = ["draft", "summer", "winter"];
    names
        .into_iter()
        .filter(|name| built.has(&format!("dist/{name}.html")))
        .collect()
}

#[test]
fn by_day_and_flag() {
    for (arguments, expected) in [
        (&["--date", "2026-06-01"][..], &[][..]),
        (&["--date", "2026-06-30"], &[]),
        (&["--date", "2026-07-01"], &["summer"]),
        (&["--date", "2026-08-31"], &["summer"]),
        (&["--date", "2026-09-01"], &[]),
        (&["--date", "2026-02-28"], &["winter"]),
        (&["--date", "2026-03-01"], &[]),
        (&["--date", "2026-06-01", "--future"], &["summer"]),
        (&["--date", "2026-06-01", "--drafts"], &["draft"]),
        (
            &["--date", "2026-02-01", "--drafts", "--future"],
            &["draft", "summer", "winter"],
        ),
    ] {
        let all: Vec<&str> = ["build", "--quiet"]
            .into_iter()
            .chain(arguments.iter().copied())
            .collect();
        let built = scheduled().arguments(&all).success();
        assert_eq!(there(&built), expected, "{arguments:?}");
    }
}

/// Neither lists nor feeds nor the sitemap know of a draft.
#[test]
fn drafts_are_nowhere() {
    let built = Bakery::new()
        .replace(
            "content/journal/flour.md",
            "+++\nFrom",
            "draft = true\n+++\nFrom",
        )
        .success();
    for file in built.outputs() {
        if let Ok(text) = std::fs::read_to_string(built.root().join("dist").join(&file)) {
            assert!(
                !text.contains("Our miller") && !text.contains("journal/flour"),
                "{file}"
            );
        }
    }
}
