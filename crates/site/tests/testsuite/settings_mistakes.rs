//! Where the project is, `site.toml`, and the theme.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn no_project() {
    Bakery::empty()
        .stderr(expect![[r#"
        error[no-project]: there is no content/site.toml here or in any folder above
         |
         = help: run the command in the project's folder, or name it with --root DIR

        1 error; nothing was written
    "#]])
        .usage_error();
}

#[test]
fn no_project_at_root() {
    Bakery::empty()
        .args(["build", "--root", "elsewhere"])
        .stderr(expect![[r#"
        error[no-project]: there is no content/ in elsewhere
         |
         = help: --root names the folder that has content/ and themes/ in it

        1 error; nothing was written
    "#]])
        .usage_error();
}

#[test]
fn no_site_toml() {
    Bakery::new().remove("content/site.toml").args(["build", "--root", "."]).stderr(expect![[r#"
        error[missing-file]: there is no content/site.toml
         |
         = help: a site has content/site.toml and content/structure.toml; run the command in the project's folder, or name it with --root

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn no_structure_toml() {
    Bakery::new().remove("content/structure.toml").stderr(expect![[r#"
        error[missing-file]: there is no content/structure.toml
         |
         = help: a site has content/site.toml and content/structure.toml; run the command in the project's folder, or name it with --root

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn empty_site_toml() {
    Bakery::new()
        .write("content/site.toml", "")
        .stderr(expect![[r#"
        error[missing-key]: the key `base_url` is missing
         --> content/site.toml:1:1
          |
        1 |
          | ^ `base_url` is required here
          |
          = help: add `base_url = …`: scheme and host

        error[missing-key]: the key `name` is missing
         --> content/site.toml:1:1
          |
        1 |
          | ^ `name` is required here
          |
          = help: add `name = …`: the bakery's name

        error[missing-key]: the key `theme` is missing
         --> content/site.toml:1:1
          |
        1 |
          | ^ `theme` is required here
          |
          = help: add `theme = …`: the folder below themes/

        3 errors; nothing was written
    "#]])
        .failure();
}

#[test]
fn empty_structure_toml() {
    Bakery::new()
        .write("content/structure.toml", "# Nothing yet.\n")
        .stderr(expect![[r#"
            error[missing-key]: the key `collection` is missing
             --> content/structure.toml:1:1
              |
            1 | # Nothing yet.
              | ^^^^^^^^^^^^^^ `collection` is required here
              |
              = help: add a table [[collection]]: A set of documents of one kind.

            1 error; nothing was written
        "#]])
        .failure();
}

/// Without a schema of its own, the engine's rules for `site.toml` hold.
#[test]
fn site_toml_without_schema() {
    Bakery::new()
        .remove("content/schemas/site.json")
        .replace("content/site.toml", "base_url =", "base_ulr =")
        .replace("content/site.toml", "title = 60", "title = \"60\"")
        .stderr(expect![[r#"
            error[missing-key]: the key `base_url` is missing
             --> content/site.toml:1:1
              |
            1 | #:schema ./schemas/site.json
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `base_url` is required here
              |
              = help: add `base_url = …`: scheme and host of the site, without a path: https://www.example.org

            error[wrong-type]: `title` must be a whole number
             --> content/site.toml:9:9
              |
            9 | title = "60"
              |         ^^^^ this is text in quotes
              |
              = help: write it without quotes: 60

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn site_toml_with_a_bad_time_zone() {
    Bakery::new()
        .replace("content/site.toml", "+01:00", "CET")
        .stderr(expect![[r#"
            error[wrong-form]: `utc_offset` does not have the expected form
             --> content/site.toml:5:14
              |
            5 | utc_offset = "CET"
              |              ^^^^^
              |
              = help: hours and minutes ahead of or behind UTC: +05:30
              = help: for example `+05:30`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn site_toml_with_a_base_url_that_is_none() {
    Bakery::new()
        .replace(
            "content/site.toml",
            "https://millstone.example",
            "millstone.example",
        )
        .stderr(expect![[r#"
            error[wrong-form]: `base_url` is not a valid web address (https://…)
             --> content/site.toml:3:12
              |
            3 | base_url = "millstone.example"
              |            ^^^^^^^^^^^^^^^^^^^
              |
              = help: scheme and host

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn no_theme() {
    Bakery::new()
        .replace(
            "content/site.toml",
            "theme = \"bakery\"",
            "theme = \"bakry\"",
        )
        .stderr(expect![[r#"
        error[missing-theme]: there is no theme `bakry`
         --> content/site.toml:6:9
          |
        6 | theme = "bakry"
          |         ^^^^^^^ no such folder below themes/
          |
          = help: did you mean `bakery`?

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn no_themes_at_all() {
    Bakery::new()
        .remove("themes")
        .stderr(expect![[r#"
            error[missing-theme]: there is no theme `bakery`
             --> content/site.toml:6:9
              |
            6 | theme = "bakery"
              |         ^^^^^^^^ no such folder below themes/
              |
              = help: a theme is a folder below themes/: make themes/bakery/ with templates/ in it

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn theme_without_templates() {
    Bakery::new()
        .remove("themes/bakery/templates")
        .stderr(expect![[r#"
        error[missing-theme]: the theme `bakery` has no templates/
         --> content/site.toml:6:9
          |
        6 | theme = "bakery"
          |         ^^^^^^^^ this theme
          |
          = help: its templates stand in themes/NAME/templates/, one .html file each

        1 error; nothing was written
    "#]])
        .failure();
}

/// One mistake is said once, though two rules of the schema find it.
#[test]
fn site_toml_with_a_host_alone() {
    Bakery::new()
        .replace(
            "content/site.toml",
            "https://millstone.example",
            "millstone.example",
        )
        .stderr(expect![[r#"
            error[wrong-form]: `base_url` is not a valid web address (https://…)
             --> content/site.toml:3:12
              |
            3 | base_url = "millstone.example"
              |            ^^^^^^^^^^^^^^^^^^^
              |
              = help: scheme and host

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn limits_that_cross() {
    Bakery::new()
        .replace(
            "content/site.toml",
            "description_min = 20",
            "description_min = 500",
        )
        .stderr(expect![[r#"
            error[out-of-range]: no description has 500 characters or more, and 100 at most
              --> content/site.toml:10:19
               |
            10 | description_min = 500
               |                   ^^^
               |
               = help: `description_min` is the smaller of the two

            1 error; nothing was written
        "#]])
        .failure();
}

/// What refers to its facts is not wrong.
#[test]
fn table_of_facts_with_another_name() {
    Bakery::new()
        .replace("content/site.toml", "[stats]", "[stat]")
        .stderr(expect![[r#"
            error[unknown-key]: unknown key `stat`
              --> content/site.toml:13:2
               |
            13 | [stat]
               |  ^^^^ not a key here
               |
               = help: did you mean `stats`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn frame_of_a_page_that_is_not_there() {
    Bakery::new()
        .append(
            "content/structure.toml",
            "\n[[frame]]\npage = \"/abuot\"\nhosts = [\"https://maps.example\"]\n",
        )
        .stderr(expect![[r#"
            error[unused-frame]: there is no page /abuot
              --> content/structure.toml:62:8
               |
            62 | page = "/abuot"
               |        ^^^^^^^^
               |
               = help: did you mean `/about`?

            1 error; nothing was written
        "#]])
        .failure();
}
