//! Addresses that two sources claim.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn duplicate_slug() {
    Bakery::new()
        .replace(
            "content/loaves/spelt.md",
            "weight = 2",
            "weight = 2\nslug = \"rye\"",
        )
        .stderr(expect![[r#"
            error[duplicate-slug]: two documents of `loaves` have the address /loaves/rye
             --> content/loaves/spelt.md:6:8
              |
            6 | slug = "rye"
              |        ^^^^^ the second
              |
              = help: rename one of the two, or give it another `slug`
            note: the first is here
             --> content/loaves/rye.md:1:1
              |
            1 | +++
              | ^^^

            1 error; nothing was written
        "#]])
        .failure();
}

/// An editor's copy of a file.
#[test]
fn duplicate_slug_of_two_kinds_of_file() {
    Bakery::new()
        .write("content/loaves/rye.toml", "title = \"Rye\"\ndescription = \"A dark loaf, once more.\"\nflour = \"rye\"\nweight = 3\n")
        .stderr(expect![[r#"
            error[duplicate-slug]: two documents of `loaves` have the address /loaves/rye
             --> content/loaves/rye.toml:1:1
              |
            1 | title = "Rye"
              | ^^^^^^^^^^^^^ the second
              |
              = help: rename one of the two, or give it another `slug`
            note: the first is here
             --> content/loaves/rye.md:1:1
              |
            1 | +++
              | ^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn two_sources_for_one_route() {
    Bakery::new()
        .page("loaves/rye", "Text.\n")
        .stderr(expect![[r#"
            error[duplicate-route]: two sources give the page /loaves/rye
             --> content/loaves/rye.md:1:1
              |
            1 | +++
              | ^^^ the second
              |
              = help: rename one of the two, or give it another `slug`
            note: the first is here
             --> content/pages/loaves/rye.md:1:1
              |
            1 | +++
              | ^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn index_and_page_of_the_same_name() {
    Bakery::new()
        .page("about/index", "Text.\n")
        .stderr(expect![[r#"
            error[duplicate-slug]: two documents of `pages` have the address /about
             --> content/pages/about/index.md:1:1
              |
            1 | +++
              | ^^^ the second
              |
              = help: rename one of the two, or give it another `slug`
            note: the first is here
             --> content/pages/about.md:1:1
              |
            1 | +++
              | ^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn page_and_taxonomy() {
    Bakery::new()
        .page("journal/topic/baking", "Text.\n")
        .stderr(expect![[r#"
            error[duplicate-route]: two sources give the page /journal/topic/baking
              --> content/structure.toml:33:9
               |
            33 | route = "/journal/topic/{slug}"
               |         ^^^^^^^^^^^^^^^^^^^^^^^ the second
               |
               = help: rename one of the two, or give it another `slug`
            note: the first is here
              --> content/pages/journal/topic/baking.md:1:1
               |
             1 | +++
               | ^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn page_and_pagination() {
    Bakery::new()
        .page("journal/page/2", "Text.\n")
        .stderr(expect![[r#"
            error[duplicate-route]: two sources give the page /journal/page/2
              --> content/structure.toml:44:9
               |
            44 | route = "/journal/page/{number}"
               |         ^^^^^^^^^^^^^^^^^^^^^^^^ the second
               |
               = help: rename one of the two, or give it another `slug`
            note: the first is here
              --> content/pages/journal/page/2.md:1:1
               |
             1 | +++
               | ^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn two_terms_with_one_slug() {
    Bakery::new()
        .replace(
            "content/schemas/entry.json",
            "\"Shops & people\"",
            "\"Shops & people\", \"Shops: people\"",
        )
        .replace(
            "content/journal/flour.md",
            "\"Baking\"",
            "\"Shops: people\"",
        )
        .stderr(expect![[r#"
            error[duplicate-slug]: the terms `Shops: people` and `Shops & people` have one address, /journal/topic/shops-people
             --> content/journal/winter.md:5:9
              |
            5 | topic = "Shops & people"
              |         ^^^^^^^^^^^^^^^^ the second
              |
              = help: give one a `slug` of its own: a [[taxonomy.term]] with name = "Shops & people" and slug = "…"
            note: the first is here
             --> content/journal/flour.md:5:9
              |
            5 | topic = "Shops: people"
              |         ^^^^^^^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn case_clash() {
    Bakery::new()
        .page("About", "Text.\n")
        .stderr(expect![[r#"
            error[case-clash]: the addresses /About and /about differ only in case
             --> content/pages/about.md:1:1
              |
            1 | +++
              | ^^^ the second
              |
              = help: rename one of the two, or give it another `slug`
            note: the first is here
             --> content/pages/About.md:1:1
              |
            1 | +++
              | ^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn two_pages_in_one_file() {
    Bakery::new()
        .page("about.html", "Text.\n")
        .stderr(expect![[r#"
            error[duplicate-route]: /about and /about.html are one file, about.html
             --> content/pages/about.html.md:1:1
              |
            1 | +++
              | ^^^ the second
              |
              = help: rename one of the two, or give it another `slug`
            note: the first is here
             --> content/pages/about.md:1:1
              |
            1 | +++
              | ^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn page_and_public_file() {
    Bakery::new()
        .write("public/about.html", "<h1>Mine</h1>")
        .stderr(expect![[r#"
        error[duplicate-route]: two sources give about.html: a page and public/about.html
         --> content/pages/about.md:1:1
          |
        1 | +++
          | ^^^ the page
          |
          = help: remove or rename one of the two

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn public_file_and_made_file() {
    Bakery::new()
        .write("public/sitemap.xml", "<x/>")
        .write("public/journal/feed.xml", "<x/>")
        .write("public/assets/site.css", "a {}")
        .stderr(expect![[r#"
            error[duplicate-route]: two sources give assets/site.css: the build and public/assets/site.css
             |
             = help: remove or rename one of the two

            error[duplicate-route]: two sources give journal/feed.xml: the build and public/journal/feed.xml
             |
             = help: remove or rename one of the two

            error[duplicate-route]: two sources give sitemap.xml: the build and public/sitemap.xml
             |
             = help: remove or rename one of the two

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn page_and_made_file() {
    Bakery::new()
        .page("sitemap.xml", "Text.\n")
        .page("journal/feed.xml", "Text.\n")
        .stderr(expect![[r#"
            error[duplicate-route]: two sources give journal/feed.xml: a page and the build
             --> content/pages/journal/feed.xml.md:1:1
              |
            1 | +++
              | ^^^ the page
              |
              = help: remove or rename one of the two

            error[duplicate-route]: two sources give sitemap.xml: a page and the build
             --> content/pages/sitemap.xml.md:1:1
              |
            1 | +++
              | ^^^ the page
              |
              = help: remove or rename one of the two

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn file_where_a_folder_has_to_be() {
    Bakery::new()
        .write("public/loaves", "Not a folder.\n")
        .stderr(expect![[r#"
            error[duplicate-route]: loaves is a file, and loaves/rye.html needs a folder of that name
             |
             = help: rename one of the two

            1 error; nothing was written
        "#]])
        .failure();
}

/// A site that brings its own robots.txt means it.
#[test]
fn own_robots_txt() {
    let built = Bakery::new()
        .write("public/robots.txt", "User-agent: *\nDisallow: /\n")
        .success();
    assert_eq!(
        built.read("dist/robots.txt"),
        "User-agent: *\nDisallow: /\n"
    );
}
