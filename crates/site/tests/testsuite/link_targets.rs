//! Links whose target is nearly right, or not part of the site now; and links that are right.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn with_a_slash_at_the_end() {
    Bakery::new()
        .page("visit", "See [us](/about/).\n")
        .stderr(expect![[r#"
        error[broken-link]: /about/ has a slash at the end
         --> content/pages/visit.md:6:10
          |
        6 | See [us](/about/).
          |          ^^^^^^^ leads nowhere
          |
          = help: addresses of this site end without one: /about

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn with_another_case() {
    Bakery::new()
        .page("visit", "See [us](/About) and [the form](/Order.txt).\n")
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /About
             --> content/pages/visit.md:6:10
              |
            6 | See [us](/About) and [the form](/Order.txt).
              |          ^^^^^^ leads nowhere
              |
              = help: did you mean `/about`?

            error[broken-link]: there is no page or file /Order.txt
             --> content/pages/visit.md:6:33
              |
            6 | See [us](/About) and [the form](/Order.txt).
              |                                 ^^^^^^^^^^ leads nowhere
              |
              = help: did you mean `/order.txt`?

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn with_the_ending_of_the_file() {
    Bakery::new()
        .page("visit", "See [us](/about.html).\n")
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /about.html
             --> content/pages/visit.md:6:10
              |
            6 | See [us](/about.html).
              |          ^^^^^^^^^^^ leads nowhere
              |
              = help: addresses of pages have no ending: /about

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn to_a_page_that_is_not_published() {
    Bakery::new()
        .page(
            "visit",
            "See [plans](/plans), [summer](/summer) and [winter](/winter).\n",
        )
        .page("plans", "Text.\n")
        .page("summer", "Text.\n")
        .page("winter", "Text.\n")
        .replace(
            "content/pages/plans.md",
            "+++\nText",
            "draft = true\n+++\nText",
        )
        .replace(
            "content/pages/summer.md",
            "+++\nText",
            "publish = 2026-07-01\n+++\nText",
        )
        .replace(
            "content/pages/winter.md",
            "+++\nText",
            "expire = 2026-03-01\n+++\nText",
        )
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /plans
             --> content/pages/visit.md:6:13
              |
            6 | See [plans](/plans), [summer](/summer) and [winter](/winter).
              |             ^^^^^^ leads nowhere
              |
              = help: content/pages/plans.md has this address, but it is a draft; --drafts includes it

            error[broken-link]: there is no page or file /summer
             --> content/pages/visit.md:6:31
              |
            6 | See [plans](/plans), [summer](/summer) and [winter](/winter).
              |                               ^^^^^^^ leads nowhere
              |
              = help: content/pages/summer.md has this address, but it is published on 2026-07-01; --future includes it

            error[broken-link]: there is no page or file /winter
             --> content/pages/visit.md:6:53
              |
            6 | See [plans](/plans), [summer](/summer) and [winter](/winter).
              |                                                     ^^^^^^^ leads nowhere
              |
              = help: content/pages/winter.md has this address, but it expired on 2026-03-01

            3 errors; nothing was written
        "#]])
        .failure();
}

/// A page that has a mistake of its own exists all the same.
#[test]
fn to_a_page_with_a_mistake() {
    Bakery::new()
        .page(
            "visit",
            "See [the plans](/plans#soon) and [rye](/loaves/rye).\n",
        )
        .page("plans", "Text with {{ site.nmae }}.\n")
        .replace("content/loaves/rye.md", "flour =", "flower =")
        .stderr(expect![[r#"
            error[unknown-key]: unknown key `flower`
             --> content/loaves/rye.md:4:1
              |
            4 | flower = "rye"
              | ^^^^^^ not allowed here
              |
              = help: did you mean `flour`?

            error[unknown-fact]: `site` in site.toml has no key `nmae`
             --> content/pages/plans.md:6:11
              |
            6 | Text with {{ site.nmae }}.
              |           ^^^^^^^^^^^^^^^
              |
              = help: did you mean `name`?

            error[broken-anchor]: the page /plans has no `#soon`
             --> content/pages/visit.md:6:17
              |
            6 | See [the plans](/plans#soon) and [rye](/loaves/rye).
              |                 ^^^^^^^^^^^ leads nowhere

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn good_ones() {
    Bakery::new()
        .page(
            "visit",
            "[a](/about#hours) [b](/order.txt) [c](/bread) [d](/order/anything) [e](../loaves/rye.md) [f](about) \
             [g](#below) [h](/about?from=visit#hours) [i](mailto:a@millstone.example) [j](tel:+4973100) [k](/) \
             [l](/price%20list.txt) [m](</price list.txt>) [n](/journal/feed.xml) [o](#top) <https://e.example/x>\n\n## Below\n",
        )
        .write("public/price list.txt", "Rye 4.20\n")
        .success();
}

#[test]
fn to_another_site_unguarded() {
    Bakery::new()
        .page("visit", "<a href=\"https://e.example/\">x</a>\n")
        .stderr(expect![[r#"
        error[outside-link]: the link to https://e.example/ leaves this site unguarded
         --> content/pages/visit.md:6:10
          |
        6 | <a href="https://e.example/">x</a>
          |          ^^^^^^^^^^^^^^^^^^ leads to another site
          |
          = help: add target="_blank" rel="noopener"

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn missing_script_and_picture_of_a_template() {
    Bakery::new()
        .replace("themes/bakery/templates/base.html", "</head>", "<script src=\"/oven.js\"></script>\n<link rel=\"icon\" href=\"/favicon.ico\">\n</head>")
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /oven.js
              --> themes/bakery/templates/base.html:12:14
               |
            12 | <script src="/oven.js"></script>
               |              ^^^^^^^^ leads nowhere
               |
               = help: the same on 12 more pages

            error[broken-link]: there is no page or file /favicon.ico
              --> themes/bakery/templates/base.html:13:24
               |
            13 | <link rel="icon" href="/favicon.ico">
               |                        ^^^^^^^^^^^^ leads nowhere
               |
               = help: the same on 12 more pages

            2 errors; nothing was written
        "#]])
        .failure();
}

/// A visitor who stays on the site stays in the tab, also where the address has the host.
#[test]
fn of_this_site_with_its_host() {
    let built = Bakery::new()
        .page(
            "visit",
            "[Us](https://millstone.example/about), [them](https://millstone.example.org/about).\n",
        )
        .success();
    expect![[r#"
        <p><a href="https://millstone.example/about">Us</a>, <a href="https://millstone.example.org/about" target="_blank" rel="noopener">them</a>.</p>
    "#]].assert_eq(&built.main_of("visit.html"));
}
