//! Links that lead nowhere, wherever they are written.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn in_markdown() {
    Bakery::new()
        .page("visit", "See [the bread](/loaves/ry).\n")
        .stderr(expect![[r#"
        error[broken-link]: there is no page or file /loaves/ry
         --> content/pages/visit.md:6:17
          |
        6 | See [the bread](/loaves/ry).
          |                 ^^^^^^^^^^ leads nowhere
          |
          = help: did you mean `/loaves/rye`?

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn in_markdown_to_an_anchor() {
    Bakery::new()
        .page(
            "visit",
            "See [the hours](/about#hour) and [below](#belwo).\n\n## Below\n",
        )
        .stderr(expect![[r#"
            error[broken-anchor]: the page /about has no `#hour`
             --> content/pages/visit.md:6:17
              |
            6 | See [the hours](/about#hour) and [below](#belwo).
              |                 ^^^^^^^^^^^ leads nowhere
              |
              = help: did you mean `#hours`?

            error[broken-anchor]: the page /visit has no `#belwo`
             --> content/pages/visit.md:6:42
              |
            6 | See [the hours](/about#hour) and [below](#belwo).
              |                                          ^^^^^^ leads nowhere
              |
              = help: did you mean `#below`?

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn in_markdown_to_a_file() {
    Bakery::new()
        .page(
            "visit",
            "[Form](/oder.txt), [rye](../loaves/ryr.md), [spelt](../loaves/spelt.md#crust).\n",
        )
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /oder.txt
             --> content/pages/visit.md:6:8
              |
            6 | [Form](/oder.txt), [rye](../loaves/ryr.md), [spelt](../loaves/spelt.md#crust).
              |        ^^^^^^^^^ leads nowhere
              |
              = help: did you mean `/order.txt`?

            error[broken-link]: there is no document content/loaves/ryr.md
             --> content/pages/visit.md:6:20
              |
            6 | [Form](/oder.txt), [rye](../loaves/ryr.md), [spelt](../loaves/spelt.md#crust).
              |                    ^^^^^^^^^^^^^^^^^^^^^^^ leads nowhere
              |
              = help: did you mean `content/loaves/rye.md`?

            error[broken-anchor]: the page /loaves/spelt has no `#crust`
             --> content/pages/visit.md:6:63
              |
            6 | [Form](/oder.txt), [rye](../loaves/ryr.md), [spelt](../loaves/spelt.md#crust).
              |                                                               ^^^^^^^^^^^^^^ leads nowhere

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn in_raw_html() {
    Bakery::new()
        .page("visit", "<p><a href=\"/nowhere\">x</a></p>\n")
        .stderr(expect![[r#"
        error[broken-link]: there is no page or file /nowhere
         --> content/pages/visit.md:6:13
          |
        6 | <p><a href="/nowhere">x</a></p>
          |             ^^^^^^^^ leads nowhere

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn twice_in_one_document() {
    Bakery::new()
        .page("visit", "See [this](/nowhere).\n\nAnd [that](/nowhere).\n")
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /nowhere
             --> content/pages/visit.md:6:12
              |
            6 | See [this](/nowhere).
              |            ^^^^^^^^ leads nowhere

            error[broken-link]: there is no page or file /nowhere
             --> content/pages/visit.md:8:12
              |
            8 | And [that](/nowhere).
              |            ^^^^^^^^ leads nowhere

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn by_reference() {
    Bakery::new()
        .page("visit", "See [this][1].\n\n[1]: /nowhere\n")
        .stderr(expect![[r#"
        error[broken-link]: there is no page or file /nowhere
         --> content/pages/visit.md:8:6
          |
        8 | [1]: /nowhere
          |      ^^^^^^^^ leads nowhere

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn in_front_matter() {
    Bakery::new()
        .replace(
            "content/pages/about.md",
            "+++\nWe",
            "link = { label = \"Shops\", url = \"/shops\" }\n+++\nWe",
        )
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /shops
             --> content/pages/about.md:4:34
              |
            4 | link = { label = "Shops", url = "/shops" }
              |                                  ^^^^^^ leads nowhere

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn in_a_template() {
    Bakery::new()
        .replace(
            "themes/bakery/templates/header.html",
            "</nav>",
            "<a href=\"/contact\">Contact</a>\n</nav>",
        )
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /contact
             --> themes/bakery/templates/header.html:5:10
              |
            5 | <a href="/contact">Contact</a>
              |          ^^^^^^^^ leads nowhere
              |
              = help: the same on 12 more pages

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn anchor_in_a_template() {
    Bakery::new()
        .replace(
            "themes/bakery/templates/header.html",
            "</nav>",
            "<a href=\"/about#team\">Team</a>\n</nav>",
        )
        .stderr(expect![[r#"
            error[broken-anchor]: the page /about has no `#team`
             --> themes/bakery/templates/header.html:5:10
              |
            5 | <a href="/about#team">Team</a>
              |          ^^^^^^^^^^^ leads nowhere
              |
              = help: the same on 12 more pages

            1 error; nothing was written
        "#]])
        .failure();
}

/// The address is put together by the template, so no line holds it: the template is named instead.
#[test]
fn put_together_by_a_template() {
    Bakery::new()
        .replace(
            "themes/bakery/templates/loaf.html",
            "{{ page.content }}",
            "{{ page.content }}\n<a href=\"/order-{{ page.slug }}\">Order</a>",
        )
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /order-rye
             --> themes/bakery/templates/loaf.html:4:10
              |
            4 | <a href="/order-{{ page.slug }}">Order</a>
              |          ^^^^^^^ leads nowhere

            error[broken-link]: there is no page or file /order-spelt
             --> themes/bakery/templates/loaf.html:4:10
              |
            4 | <a href="/order-{{ page.slug }}">Order</a>
              |          ^^^^^^^ leads nowhere

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn in_a_menu() {
    Bakery::new()
        .append(
            "content/menus.toml",
            "\n[[main]]\nlabel = \"Shop\"\nurl = \"/shop\"\n",
        )
        .stderr(expect![[r#"
        error[broken-link]: there is no page or file /shop
          --> content/menus.toml:11:8
           |
        11 | url = "/shop"
           |        ^^^^^ leads nowhere

        1 error; nothing was written
    "#]])
        .failure();
}

/// A document that mentions the same address does not take the blame for the menu.
#[test]
fn in_a_menu_and_in_a_document() {
    Bakery::new()
        .append(
            "content/menus.toml",
            "\n[[main]]\nlabel = \"Shop\"\nurl = \"/shop\"\n",
        )
        .append("content/journal/flour.md", "\nTo [the shop](/shop).\n")
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /shop
             --> content/journal/flour.md:9:15
              |
            9 | To [the shop](/shop).
              |               ^^^^^ leads nowhere

            error[broken-link]: there is no page or file /shop
              --> content/menus.toml:11:8
               |
            11 | url = "/shop"
               |        ^^^^^ leads nowhere

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn in_a_list() {
    Bakery::new()
        .append(
            "content/lists/shops.toml",
            "\n[[item]]\ntown = \"Bern\"\nurl = \"/bern\"\n",
        )
        .stderr(expect![[r#"
        error[broken-link]: there is no page or file /bern
          --> content/lists/shops.toml:10:8
           |
        10 | url = "/bern"
           |        ^^^^^ leads nowhere

        1 error; nothing was written
    "#]])
        .failure();
}
