//! Links with a nearly correct target or a target that is not part of the site today, and links without mistakes.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::assert_pages;

#[test]
#[rustfmt::skip]
fn nearly_right() {
    assert_pages([
        ("See [us](/about/).\n", expect![[r#"
            6:10 «/about/» error[broken-link]: /about/ has a trailing slash
              help: write /about
        "#]]),
        ("See [us](/About) and [the form](/Order.txt).\n", expect![[r#"
            6:10 «/About» error[broken-link]: there is no page or file /About
              help: did you mean `/about`?
            6:33 «/Order.txt» error[broken-link]: there is no page or file /Order.txt
              help: did you mean `/order.txt`?
        "#]]),
        ("See [us](/about.html).\n", expect![[r#"
            6:10 «/about.html» error[broken-link]: there is no page or file /about.html
              help: write /about: URLs of pages have no extension
        "#]]),
        ("<a href=\"https://e.example/\">x</a>\n", expect![[r#"
            6:10 «https://e.example/» error[outside-link]: the link to https://e.example/ needs both target="_blank" and rel="noopener"
              help: add target="_blank" rel="noopener" to the <a> tag
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn pages_that_are_not_published() {
    let dated = |bakery: Bakery, name: &str, line: &str| {
        let page = format!("content/pages/{name}.md");
        bakery.page(name, "Text.\n").replace(&page, "+++\nText", &format!("{line}\n+++\nText"))
    };
    let bakery = Bakery::new().page("visit", "See [plans](/plans), [summer](/summer) and [winter](/winter).\n");
    let bakery = dated(bakery, "plans", "draft = true");
    let bakery = dated(bakery, "summer", "publish = 2026-07-01");
    dated(bakery, "winter", "expire = 2026-03-01").findings(expect![[r#"
        content/pages/visit.md:6:13 «/plans» error[broken-link]: there is no page or file /plans
          help: content/pages/plans.md has this URL, but it is a draft; --drafts includes it
        content/pages/visit.md:6:31 «/summer» error[broken-link]: there is no page or file /summer
          help: content/pages/summer.md has this URL, but it is published on 2026-07-01; --future includes it
        content/pages/visit.md:6:53 «/winter» warning[broken-link]: there is no page or file /winter
          help: content/pages/winter.md has this URL, but it expired on 2026-03-01
        2 errors; nothing was written
    "#]]);
}

/// A page with mistakes of its own still counts as a link target.
#[test]
#[rustfmt::skip]
fn pages_with_mistakes() {
    let bakery = Bakery::new()
        .page("visit", "See [the plans](/plans#soon) and [rye](/loaves/rye).\n")
        .page("plans", "Text with {{ site.nmae }}.\n")
        .replace("content/loaves/rye.md", "flour =", "flower =");
    bakery.findings(expect![[r#"
        content/loaves/rye.md:4:1 «flower» error[unknown-key]: unknown key `flower` (not allowed here)
          help: did you mean `flour`?
        content/pages/plans.md:6:11 «{{ site.nmae }}» error[unknown-fact]: `site` in site.toml has no key `nmae`
          help: did you mean `name`?
        content/pages/visit.md:6:17 «/plans#soon» error[broken-anchor]: page /plans has no anchor `#soon`
          help: write the id of a heading or element of that page, or remove the anchor
    "#]]);
}

#[test]
fn without_mistakes() {
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

/// A link to this site opens in the same tab, even if its URL contains the host.
#[test]
fn of_this_site_with_its_host() {
    let built = Bakery::new()
        .page("visit", "[Us](https://millstone.example/about), [them](https://millstone.example.org/about).\n")
        .success();
    expect![[r#"
        <p><a href="https://millstone.example/about">Us</a>, <a href="https://millstone.example.org/about" target="_blank" rel="noopener">them</a>.</p>
    "#]].assert_eq(&built.main_of("visit.html"));
}
