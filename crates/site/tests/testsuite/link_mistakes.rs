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
             --> content/pages/visit.md:6:53
              |
            6 | [Form](/oder.txt), [rye](../loaves/ryr.md), [spelt](../loaves/spelt.md#crust).
              |                                                     ^^^^^^^^^^^^^^^^^^^^^^^^ leads nowhere

            3 errors; nothing was written
        "#]])
        .failure();
}

/// The word stands in the text as well; what leads nowhere is the address.
#[test]
fn in_markdown_without_a_slash() {
    Bakery::new()
        .page(
            "in/visit",
            "About us: see [the firm](about) or `[this](about)`, or [write](us@bakery.example).\n",
        )
        .stderr(expect![[r#"
            error[broken-link]: `about` is no address of this site
             --> content/pages/in/visit.md:6:26
              |
            6 | About us: see [the firm](about) or `[this](about)`, or [write](us@bakery.example).
              |                          ^^^^^ leads nowhere
              |
              = help: addresses of this site begin with `/`: did you mean `/about`?

            error[broken-link]: `us@bakery.example` is no address of this site
             --> content/pages/in/visit.md:6:64
              |
            6 | About us: see [the firm](about) or `[this](about)`, or [write](us@bakery.example).
              |                                                                ^^^^^^^^^^^^^^^^^ leads nowhere
              |
              = help: an email address is written mailto:us@bakery.example

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn in_a_menu_without_a_slash() {
    Bakery::new()
        .replace("content/menus.toml", "url = \"/about\"", "url = \"about\"")
        .append("content/journal/flour.md", "\nWe write about flour.\n")
        .stderr(expect![[r#"
            error[broken-link]: `about` is no address of this site
             --> content/menus.toml:3:8
              |
            3 | url = "about"
              |        ^^^^^ leads nowhere
              |
              = help: addresses of this site begin with `/`: did you mean `/about`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn to_this_site_with_its_host() {
    Bakery::new()
        .page(
            "visit",
            "See [us](https://millstone.example/abuot), [them](https://other.example/abuot), [here](https://millstone.example/about#hours).\n",
        )
        .append(
            "content/structure.toml",
            "\n[[redirect]]\nfrom = \"/open\"\nto = \"/about#huors\"\n",
        )
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /abuot
             --> content/pages/visit.md:6:10
              |
            6 | See [us](https://millstone.example/abuot), [them](https://other.example/abuot), [here](https://millstone.example/about#hours).
              |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ leads nowhere
              |
              = help: did you mean `/about`?
              = help: this is an address of this site: write it without the host

            error[broken-anchor]: the page /about has no `#huors`
              --> content/structure.toml:63:6
               |
            63 | to = "/about#huors"
               |      ^^^^^^^^^^^^^^ leads nowhere
               |
               = help: did you mean `#hours`?

            2 errors; nothing was written
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

/// A comment and a comparison lead nowhere; each menu that does is named.
#[test]
fn not_in_a_comment() {
    Bakery::new()
        .replace("content/lists/shops.toml", "[[item]]\ntown = \"Ulm\"", "# In the order of /shop.\n[[item]]\ntown = \"Ulm\"")
        .append(
            "content/menus.toml",
            "\n[[main]]\nlabel = \"Shop\"\nurl = \"/shop\"\n\n[[main]]\nlabel = \"Buy\"\nurl = \"/shop\"\n",
        )
        .replace(
            "themes/bakery/templates/loaf.html",
            "{{ page.content }}",
            "{{ page.content }}{% if page.url == \"/shop\" %}{# <a href=\"/shop\"> #}{% endif %}",
        )
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /shop
              --> content/menus.toml:11:8
               |
            11 | url = "/shop"
               |        ^^^^^ leads nowhere

            error[broken-link]: there is no page or file /shop
              --> content/menus.toml:15:8
               |
            15 | url = "/shop"
               |        ^^^^^ leads nowhere

            2 errors; nothing was written
        "#]])
        .failure();
}

/// A template that makes no page leads nowhere either; what the pages show is the menu.
#[test]
fn not_in_a_template_of_other_pages() {
    Bakery::new()
        .append(
            "content/menus.toml",
            "\n[[main]]\nlabel = \"Shop\"\nurl = \"/shop\"\n",
        )
        .write(
            "themes/bakery/templates/another.html",
            "<a href=\"/shop\">Shop</a>",
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

/// Said once, not at every link to it.
#[test]
fn to_a_home_page_that_is_not_there() {
    Bakery::new()
        .remove("content/pages/index.md")
        .replace(
            "themes/bakery/templates/header.html",
            "</nav>",
            "<br /><a href=\"/\">Home</a>\n</nav>",
        )
        .stderr(expect![[r#"
            error[missing-page]: the site has no home page
             --> content/structure.toml:5:9
              |
            5 | route = "/{path}"
              |         ^^^^^^^^^ nothing gives /
              |
              = help: write it: content/pages/index.md

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn with_a_blank() {
    Bakery::new()
        .page("visit", "See [the list](</docs/price list.pdf>).\n")
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /docs/price list.pdf
             --> content/pages/visit.md:6:17
              |
            6 | See [the list](</docs/price list.pdf>).
              |                 ^^^^^^^^^^^^^^^^^^^^ leads nowhere

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn addresses_nobody_can_follow() {
    Bakery::new()
        .page("visit", "[a](htps://e.org) [b](http://) [c](C:\\form.pdf) [d](mailto:office) [e](tel:abc) [f](www.example.com)\n\n[g](mailto:a@b.in?subject=x) [h](tel:+91-11-22) [i](sms:123)\n")
        .stderr(expect![[r#"
            error[bad-address]: browsers do not know addresses with `htps:`
             --> content/pages/visit.md:6:5
              |
            6 | [a](htps://e.org) [b](http://) [c](C:\form.pdf) [d](mailto:office) [e](tel:abc) [f](www.example.com)
              |     ^^^^^^^^^^^^
              |
              = help: did you mean `https:`?

            error[bad-address]: `http://` names no host
             --> content/pages/visit.md:6:23
              |
            6 | [a](htps://e.org) [b](http://) [c](C:\form.pdf) [d](mailto:office) [e](tel:abc) [f](www.example.com)
              |                       ^^^^^^^
              |
              = help: a web address is written https://www.example.com/page

            error[bad-address]: `C:\form.pdf` is a file of this computer, which visitors do not have
             --> content/pages/visit.md:6:36
              |
            6 | [a](htps://e.org) [b](http://) [c](C:\form.pdf) [d](mailto:office) [e](tel:abc) [f](www.example.com)
              |                                    ^^^^^^^^^^^
              |
              = help: put the file into public/, and write its address from there: /name.pdf

            error[bad-address]: `office` is no email address
             --> content/pages/visit.md:6:53
              |
            6 | [a](htps://e.org) [b](http://) [c](C:\form.pdf) [d](mailto:office) [e](tel:abc) [f](www.example.com)
              |                                                     ^^^^^^^^^^^^^
              |
              = help: an email address is written name@example.com

            error[bad-address]: `abc` is no telephone number
             --> content/pages/visit.md:6:72
              |
            6 | [a](htps://e.org) [b](http://) [c](C:\form.pdf) [d](mailto:office) [e](tel:abc) [f](www.example.com)
              |                                                                        ^^^^^^^
              |
              = help: a number is written with its country: tel:+911122334455

            error[bad-address]: `www.example.com` lacks https:// before it
             --> content/pages/visit.md:6:85
              |
            6 | [a](htps://e.org) [b](http://) [c](C:\form.pdf) [d](mailto:office) [e](tel:abc) [f](www.example.com)
              |                                                                                     ^^^^^^^^^^^^^^^
              |
              = help: write https://www.example.com

            6 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn references_without_definitions() {
    Bakery::new()
        .page("visit", "See the note[^2], [the list][nope] and `a[^3]`; rows[0][1] and [this][there].\n\n[there]: /about\n")
        .stderr(expect![[r#"
            error[broken-link]: there is no footnote `2`
             --> content/pages/visit.md:6:13
              |
            6 | See the note[^2], [the list][nope] and `a[^3]`; rows[0][1] and [this][there].
              |             ^^^^
              |
              = help: add it in a paragraph of its own: [^2]: …

            error[broken-link]: there is no address for `[nope]`
             --> content/pages/visit.md:6:19
              |
            6 | See the note[^2], [the list][nope] and `a[^3]`; rows[0][1] and [this][there].
              |                   ^^^^^^^^^^^^^^^^
              |
              = help: add it on a line of its own: [nope]: /address

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn in_markdown_with_a_blank() {
    Bakery::new()
        .page(
            "visit",
            "See [our loaves](/loaves/dark rye) and ![one](/images/a loaf.png), [mail](mailto:{{ site.emial }}).\n\nIn `a[0](/x y)`, at [noon](noon or so: then) and \\[here](/x y) are no links.\n",
        )
        .stderr(expect![[r#"
            error[broken-link]: this is no link: its address has a blank
             --> content/pages/visit.md:6:18
              |
            6 | See [our loaves](/loaves/dark rye) and ![one](/images/a loaf.png), [mail](mailto:{{ site.emial }}).
              |                  ^^^^^^^^^^^^^^^^ stands in the page as it is written
              |
              = help: write the address without blanks, or between angle brackets: [text](</loaves/dark rye>)

            error[broken-link]: this is no link: its address has a blank
             --> content/pages/visit.md:6:47
              |
            6 | See [our loaves](/loaves/dark rye) and ![one](/images/a loaf.png), [mail](mailto:{{ site.emial }}).
              |                                               ^^^^^^^^^^^^^^^^^^ stands in the page as it is written
              |
              = help: write the address without blanks, or between angle brackets: [text](</images/a loaf.png>)

            error[unknown-fact]: `site` in site.toml has no `emial`
             --> content/pages/visit.md:6:82
              |
            6 | See [our loaves](/loaves/dark rye) and ![one](/images/a loaf.png), [mail](mailto:{{ site.emial }}).
              |                                                                                  ^^^^^^^^^^^^^^^^
              |
              = help: facts are the keys of content/site.toml

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn to_a_file_of_another_folder_and_to_nobody() {
    Bakery::new()
        .page(
            "visit",
            "[rye](rye.md), [write](mailto:), [call](mailto:us@@millstone.example), [ask](mailto:?subject=Rye).\n",
        )
        .stderr(expect![[r#"
            error[broken-link]: there is no document content/pages/rye.md
             --> content/pages/visit.md:6:1
              |
            6 | [rye](rye.md), [write](mailto:), [call](mailto:us@@millstone.example), [ask](mailto:?subject=Rye).
              | ^^^^^^^^^^^^^ leads nowhere
              |
              = help: did you mean `../loaves/rye.md`?

            error[bad-address]: `mailto:` names nobody to write to
             --> content/pages/visit.md:6:24
              |
            6 | [rye](rye.md), [write](mailto:), [call](mailto:us@@millstone.example), [ask](mailto:?subject=Rye).
              |                        ^^^^^^^
              |
              = help: an email address is written mailto:name@example.com

            error[bad-address]: `us@@millstone.example` is no email address
             --> content/pages/visit.md:6:41
              |
            6 | [rye](rye.md), [write](mailto:), [call](mailto:us@@millstone.example), [ask](mailto:?subject=Rye).
              |                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: an email address is written name@example.com

            3 errors; nothing was written
        "#]])
        .failure();
}
