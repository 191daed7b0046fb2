//! Mistakes in the project's folder, in `site.toml`, and in the name of the theme.

use expect_test::expect;

use crate::bakery::{Bakery, run};

#[test]
#[rustfmt::skip]
fn no_project() {
    Bakery::empty().stderr(expect![[r#"
        error[no-project]: there is no content/site.toml here or in any folder above
         |
         = help: run the command in the project's folder, or name the folder with --root DIR

        1 error; nothing was written
    "#]]).usage_error();
    Bakery::empty().args("build --root elsewhere").stderr(expect![[r#"
        error[no-project]: there is no content/ in elsewhere
         |
         = help: set --root to the folder that contains content/ and themes/

        1 error; nothing was written
    "#]]).usage_error();
}

#[test]
#[rustfmt::skip]
fn missing_files() {
    for (bakery, expected) in [
        (Bakery::new().remove("content/site.toml").args("build --root ."), expect![[r#"
            error[missing-file]: `content/site.toml` does not exist
              help: run the command in the project's folder, or pass that folder with --root
        "#]]),
        (Bakery::new().remove("content/structure.toml"), expect![[r#"
            error[missing-file]: `content/structure.toml` does not exist
              help: run the command in the project's folder, or pass that folder with --root
        "#]]),
        (Bakery::new().remove("content/site.toml").remove("content/structure.toml").args("build --root ."), expect![[r#"
            error[missing-file]: neither `content/site.toml` nor `content/structure.toml` exists
              help: run the command in the project's folder, or pass that folder with --root
        "#]]),
        (Bakery::new().remove("themes"), expect![[r#"
            content/site.toml:6:9 «"bakery"» error[missing-theme]: there is no theme `bakery` (no such folder below themes/)
              help: create the folder themes/bakery/ with templates/ in it
        "#]]),
        (Bakery::new().remove("themes/bakery/templates"), expect![[r#"
            content/site.toml:6:9 «"bakery"» error[missing-theme]: the theme `bakery` has no templates/ (this theme)
              help: put its .html files into themes/bakery/templates/
        "#]]),
    ] {
        bakery.findings(expected);
    }
}

#[test]
#[rustfmt::skip]
fn values() {
    for (old, new, expected) in [
        ("+01:00", "CET", expect![[r#"
            content/site.toml:5:14 «"CET"» error[wrong-form]: `utc_offset` has the wrong format
              help: hours and minutes ahead of or behind UTC: +05:30
              help: for example `+05:30`
        "#]]),
        // The mistake is reported once, although two rules of the schema find it.
        ("https://millstone.example", "millstone.example", expect![[r#"
            content/site.toml:3:12 «"millstone.example"» error[wrong-form]: the value of `base_url` is not a valid web address (https://…)
              help: scheme and host
              help: did you mean `https://millstone.example`?
        "#]]),
        ("theme = \"bakery\"", "theme = \"bakry\"", expect![[r#"
            content/site.toml:6:9 «"bakry"» error[missing-theme]: there is no theme `bakry` (no such folder below themes/)
              help: did you mean `bakery`?
        "#]]),
        ("description_min = 20", "description_min = 500", expect![[r#"
            content/site.toml:10:19 «500» error[out-of-range]: `description_min` (500) is larger than `description_max` (100)
              help: lower `description_min`, or raise `description_max`
        "#]]),
        // References to the facts of this table are not reported.
        ("[stats]", "[stat]", expect![[r#"
            content/site.toml:13:2 «stat» error[unknown-key]: unknown key `stat` (not allowed here)
              help: did you mean `stats`?
        "#]]),
    ] {
        Bakery::new().replace("content/site.toml", old, new).findings(expected);
    }
}

#[test]
#[rustfmt::skip]
fn empty_files() {
    for (path, text, expected) in [
        ("content/site.toml", "", expect![[r#"
            content/site.toml:1:1 «» error[missing-key]: missing keys `name`, `base_url` and `theme` (`name`, `base_url` and `theme` are required here)
              help: add `name = …`: the bakery's name
              help: add `base_url = …`: scheme and host
              help: add `theme = …`: the folder below themes/
        "#]]),
        ("content/structure.toml", "# Nothing yet.\n", expect![[r#"
            content/structure.toml:1:1 «# Nothing yet.» error[missing-key]: missing key `collection` (`collection` is required here)
              help: add a table [[collection]]: A set of documents of one kind.
        "#]]),
    ] {
        Bakery::new().write(path, text).findings(expected);
    }
}

/// If a site has no schema for `site.toml`, the program's own schema is used.
#[test]
fn site_toml_without_schema() {
    Bakery::new()
        .remove("content/schemas/site.json")
        .replace("content/site.toml", "base_url =", "base_ulr =")
        .replace("content/site.toml", "title = 60", "title = \"60\"")
        .findings(expect![[r#"
            content/site.toml:1:1 «#:schema ./schemas/site.json» error[missing-key]: missing key `base_url` (`base_url` is required here)
              help: add `base_url = …`: scheme and host of the site, and the path below which the host serves it, if there is one
            content/site.toml:9:9 «"60"» error[wrong-type]: `title` must be a whole number (this is text in quotes)
              help: write it without quotes: 60
        "#]]);
}

/// A number is one, however it is typed.
#[test]
#[rustfmt::skip]
fn numbers() {
    for (budget, expected) in [
        ("html = 20 000", expect![[r#"
            content/checks.toml:3:8 «20 000» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: html = 20000
        "#]]),
        ("html = €16", expect![[r#"
            content/checks.toml:3:8 «€16» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: html = 16
        "#]]),
        ("html = 20 kB", expect![[r#"
            content/checks.toml:3:8 «20 kB» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: html = 20000
        "#]]),
        ("html = \"20 000\"", expect![[r#"
            content/checks.toml:3:8 «"20 000"» error[wrong-type]: `html` must be a whole number (this is text in quotes)
              help: write a number, without other signs: 20000
        "#]]),
        ("html = 20,000", expect![[r#"
            content/checks.toml:3:10 «,» error[bad-toml]: invalid TOML: the line should end here
              help: write a number, without other signs: html = 20000
        "#]]),
    ] {
        Bakery::new().write("content/checks.toml", format!("[[budget]]\npages = [\"/*\"]\n{budget}\n")).findings(expected);
    }
}

/// Every command says what is wrong with `[rules]`.
#[test]
#[rustfmt::skip]
fn levels() {
    for (rules, expected) in [
        ("[rules]\nheading-oder = \"off\"\n", expect![[r#"
            content/checks.toml:2:1 «heading-oder» error[unknown-rule]: no finding has the code `heading-oder`
              help: did you mean `heading-order`?
        "#]]),
        ("[rules]\nheading-order = \"of\"\n", expect![[r#"
            content/checks.toml:2:17 «"of"» error[not-an-option]: `of` is not an option for `heading-order` (not an option)
              help: did you mean `off`?
              help: options are `off`, `warning` and `error`
        "#]]),
        ("[rules]\nheading-order = off\n", expect![[r#"
            content/checks.toml:2:17 «off» error[bad-toml]: invalid TOML: text must be in quotes
              help: write true or false, or put text in quotes: heading-order = "off"
        "#]]),
        ("[rules]\nheading-order = false\n", expect![[r#"
            content/checks.toml:2:17 «false» error[not-an-option]: `false` is not an option for `heading-order` (not an option)
              help: options are `off`, `warning` and `error`
        "#]]),
        ("[rules]\nbroken-link = \"warning\"\n", expect![[r#"
            content/checks.toml:2:15 «"warning"» error[fixed-level]: `broken-link` is always an error
              help: remove this line: a site with such a finding does not work for its visitors
        "#]]),
        ("[rules]\nbad-toml = \"off\"\n", expect![[r#"
            content/checks.toml:2:12 «"off"» error[fixed-level]: `bad-toml` is always an error
              help: remove this line: a site with such a finding does not work for its visitors
        "#]]),
        ("[rule]\nheading-order = \"off\"\n", expect![[r#"
            content/checks.toml:1:2 «rule» error[unknown-key]: unknown key `rule` (not allowed here)
              help: did you mean `rules`?
        "#]]),
        ("[rules]\norphan-page = \"off\"\n[orphan]\nexcept = [\"/a\"]\n", expect![[r#"
            content/checks.toml:3:2 «orphan» error[unknown-key]: unknown key `orphan` (not allowed here)
              help: did you mean `orphans`?
        "#]]),
        ("[rules\norphan-page = \"off\"\n", expect![[r#"
            content/checks.toml:1:7 «» error[bad-toml]: invalid TOML: the closing bracket is missing
              help: close it with a bracket: [rules]
        "#]]),
    ] {
        Bakery::new().write("content/checks.toml", rules).findings(expected);
    }
    // Every warning that a build can print, whichever stage it comes from: all but that of `site import`.
    let (_, list, _) = run(Bakery::empty().root(), "check --list --format json");
    let warnings = list.lines().map(|line| serde_json::from_str(line).unwrap()).filter(|code: &serde_json::Value| code["severity"] == "warning" && code["code"] != "not-imported");
    let warnings: String = warnings.map(|code| format!("{} = \"error\"\n", code["code"].as_str().unwrap())).collect();
    for code in ["unused-word", "host-cannot", "bold-heading"] {
        assert!(warnings.contains(code), "{code}");
    }
    Bakery::new().write("content/checks.toml", format!("[rules]\n{warnings}")).success();
}

#[test]
#[rustfmt::skip]
fn a_language_is_a_code() {
    Bakery::new().replace("content/site.toml", "language = \"en\"", "language = \"English\"").findings(expect![[r#"
        content/site.toml:4:12 «"English"» error[wrong-form]: `language` has the wrong format
          help: a language code: en, or en-IN
          help: did you mean `en`?
    "#]]);
}
