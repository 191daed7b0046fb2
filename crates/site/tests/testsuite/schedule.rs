//! Drafts, and documents that are published or expire on a day.

use expect_test::expect;

use crate::bakery::{Bakery, Built, command};

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

#[test]
fn coming_changes() {
    scheduled()
        .args(["schedule", "--date", "2026-02-01"])
        .stdout(expect![[r#"
            DAY         CHANGE        FILE                     ADDRESS
            2026-03-01  expires       content/pages/winter.md  /winter
            2026-07-01  is published  content/pages/summer.md  /summer
            2026-09-01  expires       content/pages/summer.md  /summer
        "#]])
        .stderr(expect![[r#"
            A build gives another site from 2026-03-01T00:00:00+01:00 on
        "#]])
        .success();
    scheduled()
        .args(["schedule", "--date", "2026-07-01", "--next"])
        .stdout(expect![[r#"
            2026-09-01T00:00:00+01:00
        "#]])
        .success();
    scheduled()
        .args(["schedule", "--date", "2026-02-01", "--format", "json"])
        .stdout(expect![[r#"
            {"date":"2026-02-01","next":"2026-03-01T00:00:00+01:00","changes":[{"at":"2026-03-01T00:00:00+01:00","change":"expire","file":"content/pages/winter.md","url":"/winter"},{"at":"2026-07-01T00:00:00+01:00","change":"publish","file":"content/pages/summer.md","url":"/summer"},{"at":"2026-09-01T00:00:00+01:00","change":"expire","file":"content/pages/summer.md","url":"/summer"}]}
        "#]])
        .success();
}

/// A template that shows the day makes every day another site; one that shows the year, every year.
#[test]
fn templates_that_show_the_day() {
    let dated = || {
        scheduled()
            .append(
                "themes/bakery/templates/loaf.html",
                "{# {{ build.date }} #}",
            )
            .append(
                "themes/bakery/templates/entry.html",
                "{# {{ build.year }} #}",
            )
    };
    dated()
        .args(["schedule", "--date", "2026-06-01"])
        .stdout(expect![[r#"
            DAY         CHANGE                     FILE                                ADDRESS
            2026-06-02  shows the day (every day)  themes/bakery/templates/loaf.html   -
            2026-07-01  is published               content/pages/summer.md             /summer
            2026-09-01  expires                    content/pages/summer.md             /summer
            2027-01-01  shows the year             themes/bakery/templates/entry.html  -
        "#]])
        .stderr(expect![[r#"
            A build gives another site from 2026-06-02T00:00:00+01:00 on
        "#]])
        .success();
    dated()
        .args(["schedule", "--date", "2026-06-01", "--content", "--next"])
        .stdout(expect![[r#"
            2026-07-01T00:00:00+01:00
        "#]])
        .success();
}

#[test]
fn nothing_scheduled() {
    Bakery::new()
        .args(["schedule", "--date", "2026-02-01"])
        .stderr(expect![[r#"
            Nothing is scheduled: a build on any day after 2026-02-01 gives the same site
        "#]])
        .success();
    Bakery::new()
        .args(["schedule", "--date", "2026-02-01", "--next"])
        .success();
    Bakery::new()
        .args(["schedule", "--date", "2026-02-01", "--format", "json"])
        .stdout(expect![[r#"
            {"date":"2026-02-01","next":null,"changes":[]}
        "#]])
        .success();
}

/// A draft has no day.
#[test]
fn dates_without_effect() {
    Bakery::new()
        .page("draft", "Text.\n")
        .replace(
            "content/pages/draft.md",
            "template",
            "publish = 2026-07-01\ndraft = true\ntemplate",
        )
        .args(["schedule", "--date", "2026-06-01", "--quiet"])
        .success();
}

/// The days that are named are those on which builds differ.
#[test]
fn builds_differ_on_the_days_named() {
    for (day, expected) in [
        ("2026-02-28", &["winter"][..]),
        ("2026-03-01", &[]),
        ("2026-06-30", &[]),
        ("2026-07-01", &["summer"]),
        ("2026-08-31", &["summer"]),
        ("2026-09-01", &[]),
    ] {
        let built = scheduled()
            .args(["build", "--quiet", "--date", day])
            .success();
        assert_eq!(there(&built), expected, "{day}");
        let before = day
            .parse::<jiff::civil::Date>()
            .unwrap()
            .yesterday()
            .unwrap();
        let output = command(built.root())
            .args(["schedule", "--next", "--date", &before.to_string()])
            .output()
            .unwrap();
        let next = String::from_utf8(output.stdout).unwrap();
        let differs = ["2026-03-01", "2026-07-01", "2026-09-01"].contains(&day);
        assert_eq!(next.starts_with(day), differs, "{day}: {next}");
    }
}

#[test]
fn mistakes_hide_dates() {
    scheduled()
        .replace("content/pages/summer.md", "2026-07-01", "\"in July\"")
        .args(["schedule", "--date", "2026-06-01"])
        .stderr(expect![[r#"
            1 error in the content: the dates of what has errors are not listed. `site check` shows them.
        "#]])
        .failure();
}
