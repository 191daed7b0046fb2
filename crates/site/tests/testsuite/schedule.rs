//! Drafts, and documents that are published or expire on a day.

use expect_test::expect;

use crate::bakery::{Bakery, run};

fn scheduled() -> Bakery {
    Bakery::new()
        .page_with("draft", "draft = true\n", "Text.\n")
        .page_with("summer", "publish = 2026-07-01\nexpire = 2026-09-01\n", "Text.\n")
        .page_with("winter", "expire = 2026-03-01\n", "Text.\n")
}

/// A build for a day contains the documents that are public on that day. `site schedule` lists the days on which the site changes.
#[test]
fn by_day_and_flag() {
    let changes = ["2026-03-01", "2026-07-01", "2026-09-01"];
    for (arguments, expected) in [
        ("2026-02-28", &["winter"][..]),
        ("2026-03-01", &[]),
        ("2026-06-01", &[]),
        ("2026-06-30", &[]),
        ("2026-07-01", &["summer"]),
        ("2026-08-31", &["summer"]),
        ("2026-09-01", &[]),
        ("2026-06-01 --future", &["summer"]),
        ("2026-06-01 --drafts", &["draft"]),
        ("2026-02-01 --drafts --future", &["draft", "summer", "winter"]),
    ] {
        let args = format!("build --quiet --date {arguments}");
        let built = scheduled().args(&args).success();
        let mut names = vec!["draft", "summer", "winter"];
        names.retain(|name| built.has(&format!("dist/{name}.html")));
        assert_eq!(names, expected, "{arguments}");
        if let Ok(day) = arguments.parse::<jiff::civil::Date>() {
            let before = day.yesterday().unwrap();
            let (_, next, _) = run(built.root(), &format!("schedule --next --date {before}"));
            let is_change = changes.contains(&arguments);
            assert_eq!(next.starts_with(arguments), is_change, "{arguments}: {next}");
        }
    }
}

/// In a collection sorted newest first, a page is published on its date, unless the collection has `future = true`.
#[test]
fn pages_dated_ahead() {
    let flour = |future: &str| {
        Bakery::new().replace("content/journal/flour.md", "date = 2026-04-20", "date = 2026-08-01").replace(
            "content/structure.toml",
            "sort = \"-date\"",
            &format!("sort = \"-date\"\n{future}"),
        )
    };
    for (future, arguments, is_built) in [
        ("", "2026-07-31", false),
        ("", "2026-08-01", true),
        ("", "2026-07-31 --future", true),
        ("future = true", "2026-07-31", true),
    ] {
        let built = flour(future).args(&format!("build --quiet --date {arguments}")).success();
        assert_eq!(built.has("dist/journal/flour.html"), is_built, "{future} {arguments}");
    }
    let built = flour("").success();
    let (_, next, _) = run(built.root(), "schedule --next --date 2026-06-01");
    assert_eq!(next, "2026-08-01T00:00:00+01:00\n");
}

/// Missing keys and broken links of a draft are reported as notes, and as errors once it is no longer a draft.
#[test]
#[rustfmt::skip]
fn an_incomplete_draft() {
    let plum = |draft: &str| Bakery::new()
        .write("content/journal/plum.md", format!("+++\ntitle = \"Plum\"\ndate = 2026-05-01\n{draft}+++\nSee [the recipe](/recipes/plum).\n"));
    plum("draft = true\n").success();
    let built = plum("draft = true\n").args("build --quiet --drafts").stderr(expect![[r#"
        note[missing-key]: missing key `description`
         --> content/journal/plum.md:1:1
          |
        1 | +++
          | ^^^ `description` is required here
          |
          = help: add `description = …`

        note[broken-link]: there is no page or file /recipes/plum
         --> content/journal/plum.md:6:18
          |
        6 | See [the recipe](/recipes/plum).
          |                  ^^^^^^^^^^^^^
          |
          = help: write the URL of an existing page or file; `site list` lists the pages

        2 notes
    "#]]).success();
    assert!(built.main_of("journal/plum.html").contains("the recipe"));
    plum("").findings(expect![[r#"
        content/journal/plum.md:1:1 «+++» error[missing-key]: missing key `description` (`description` is required here)
          help: add `description = …`
        content/journal/plum.md:5:18 «/recipes/plum» error[broken-link]: there is no page or file /recipes/plum
          help: write the URL of an existing page or file; `site list` lists the pages
    "#]]);
}

/// No list, feed or sitemap contains a draft.
#[test]
fn drafts_are_nowhere() {
    let built = Bakery::new().replace("content/journal/flour.md", "+++\nFrom", "draft = true\n+++\nFrom").success();
    for file in built.outputs() {
        if let Ok(text) = std::fs::read_to_string(built.root().join("dist").join(&file)) {
            assert!(!text.contains("Our miller") && !text.contains("journal/flour"), "{file}");
        }
    }
}

#[test]
#[rustfmt::skip]
fn coming_changes() {
    scheduled().args("schedule --date 2026-02-01").stdout(expect![[r#"
        DAY         CHANGE        FILE                       URL
        2026-03-01  expires       content/pages/winter.md    /winter
        2026-03-05  is published  content/journal/leaven.md  /journal/leaven
        2026-04-20  is published  content/journal/flour.md   /journal/flour
        2026-07-01  is published  content/pages/summer.md    /summer
        2026-09-01  expires       content/pages/summer.md    /summer
    "#]]).stderr(expect![[r#"
        The site changes by itself at 2026-03-01T00:00:00+01:00
    "#]]).success();
    // A template that shows the day changes every day, one that shows the year every year.
    let dated = || scheduled()
        .append("themes/bakery/templates/loaf.html", "{# {{ build.date }} #}")
        .append("themes/bakery/templates/entry.html", "{# {{ build.year }} #}");
    dated().args("schedule --date 2026-06-01").stdout(expect![[r#"
        DAY         CHANGE                     FILE                                URL
        2026-06-02  shows the day (every day)  themes/bakery/templates/loaf.html   -
        2026-07-01  is published               content/pages/summer.md             /summer
        2026-09-01  expires                    content/pages/summer.md             /summer
        2027-01-01  shows the year             themes/bakery/templates/entry.html  -
    "#]]).stderr(expect![[r#"
        The site changes by itself at 2026-06-02T00:00:00+01:00
    "#]]).success();
    Bakery::new().args("schedule --date 2026-06-01").stderr(expect![[r#"
        Nothing is scheduled after 2026-06-01
    "#]]).success();
    // A draft is not scheduled.
    Bakery::new()
        .page_with("draft", "publish = 2026-07-01\ndraft = true\n", "Text.\n")
        .args("schedule --date 2026-06-01 --quiet")
        .success();
    for (bakery, args, expected) in [
        (scheduled(), "--date 2026-07-01 --next", expect![[r#"
            2026-09-01T00:00:00+01:00
        "#]]),
        (dated(), "--date 2026-06-01 --content --next", expect![[r#"
            2026-07-01T00:00:00+01:00
        "#]]),
        (scheduled(), "--date 2026-07-01 --next --format json", expect![[r#"
            {"next":"2026-09-01T00:00:00+01:00"}
        "#]]),
        (scheduled(), "--date 2026-09-01 --next --format json", expect![[r#"
            {"next":null}
        "#]]),
        (scheduled(), "--date 2026-02-01 --format json", expect![[r#"
            {"date":"2026-02-01","next":"2026-03-01T00:00:00+01:00","changes":[{"at":"2026-03-01T00:00:00+01:00","change":"expire","file":"content/pages/winter.md","url":"/winter"},{"at":"2026-03-05T00:00:00+01:00","change":"publish","file":"content/journal/leaven.md","url":"/journal/leaven"},{"at":"2026-04-20T00:00:00+01:00","change":"publish","file":"content/journal/flour.md","url":"/journal/flour"},{"at":"2026-07-01T00:00:00+01:00","change":"publish","file":"content/pages/summer.md","url":"/summer"},{"at":"2026-09-01T00:00:00+01:00","change":"expire","file":"content/pages/summer.md","url":"/summer"}]}
        "#]]),
        (Bakery::new(), "--date 2026-06-01 --next", expect![""]),
        (Bakery::new(), "--date 2026-06-01 --format json", expect![[r#"
            {"date":"2026-06-01","next":null,"changes":[]}
        "#]]),
    ] {
        bakery.args(&format!("schedule {args}")).stdout(expected).success();
    }
}

#[test]
fn dates_of_documents_with_errors() {
    scheduled()
        .replace("content/pages/summer.md", "2026-07-01", "\"in July\"")
        .args("schedule --date 2026-06-01")
        .stderr(expect![[r#"
            1 error in the content: dates of documents with errors are not listed. `site check` shows the errors.
        "#]])
        .failure();
}
