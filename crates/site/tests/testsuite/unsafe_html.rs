//! HTML in content that would run a script, or send visitors to another site.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::{ON_THE_PAGE, assert_pages, assert_pages_with};

#[test]
#[rustfmt::skip]
fn in_markdown() {
    assert_pages([
        ("Text <script>go()</script>\n", expect![[r#"
            6:6 «<script» error[unsafe-html]: `<script>` is not allowed here (would run in every visitor's browser)
              help: put it into widgets/src/enhance/ or an island, or set `unsafe_html = true` in the [[collection]] in content/structure.toml
        "#]]),
        ("<div>\n<SCRIPT\nsrc=/a.js></SCRIPT></div>\n", expect![[r#"
            7:1 «<SCRIPT» error[unsafe-html]: `<script>` is not allowed here (would run in every visitor's browser)
              help: put it into widgets/src/enhance/ or an island, or set `unsafe_html = true` in the [[collection]] in content/structure.toml
            8:5 «/a.js» error[broken-link]: there is no page or file /a.js
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
        ("> <div><script/x>go()</script></div>\n", expect![[r#"
            6:8 «<script» error[unsafe-html]: `<script>` is not allowed here (would run in every visitor's browser)
              help: put it into widgets/src/enhance/ or an island, or set `unsafe_html = true` in the [[collection]] in content/structure.toml
        "#]]),
        ("<!--><script>go()</script>-->\n", expect![[r#"
            6:6 «<script» error[unsafe-html]: `<script>` is not allowed here (would run in every visitor's browser)
              help: put it into widgets/src/enhance/ or an island, or set `unsafe_html = true` in the [[collection]] in content/structure.toml
        "#]]),
    ]);
    assert_pages_with(ON_THE_PAGE, [
        ("<meta http-equiv=\"Refresh\" content=\"0;url=https://e.example\">\n", expect![[r#"
            6:7 «http-equiv» error[meta-refresh]: the page redirects by itself
              help: declare a [[redirect]] in content/structure.toml, or link to the other page
        "#]]),
        ("<iframe title=\"Map\" srcdoc=\"&lt;p>\"></iframe>\n", expect![[r#"
            6:21 «srcdoc» error[frame-document]: the document of a frame is in the attribute srcdoc: `<p>`
              help: make it a page of its own, or write its text into this one
        "#]]),
        ("<svg><a xlink:href=\"jav&#x61;script:go()\">a</a></svg>\n", expect![[r#"
            6:9 «xlink:href=» error[script-address]: browsers refuse the script URL `javascript:go()`
              help: use a button, and listen to its event in an island, or in widgets/src/enhance
        "#]]),
        ("<a href=\"java\tscript:go()\">a</a>\n", expect![[r#"
            6:4 «href="java    script:go()"» error[script-address]: browsers refuse the script URL `java    script:go()`
              help: use a button, and listen to its event in an island, or in widgets/src/enhance
        "#]]),
        ("<svg><set attributeName=\"href\" to=\"javascript:go()\"></set></svg>\n", expect![[r#"
            6:6 «<set» error[script-address]: <set> changes a URL
              help: write the URL into the element itself
        "#]]),
        ("<base href=\"https://e.example/\">\n", expect![[r#"
            6:1 «<base» error[base-element]: browsers refuse <base>, which changes the target of relative URLs
              help: write full URLs, or paths that begin with a slash
        "#]]),
        ("[a](javascript:go()) and [b](data:text/html,go)\n", expect![[r#"
            6:5 «javascript:go()» error[script-address]: browsers refuse the script URL `javascript:go()`
              help: use a button, and listen to its event in an island, or in widgets/src/enhance
            6:30 «data:text/html,go» error[script-address]: browsers refuse the script URL `data:text/html,go`
              help: use a button, and listen to its event in an island, or in widgets/src/enhance
        "#]]),
        ("<javascript:go()>\n", expect![[r#"
            6:2 «javascript:go()» error[script-address]: browsers refuse the script URL `javascript:go()`
              help: use a button, and listen to its event in an island, or in widgets/src/enhance
        "#]]),
    ]);
}

#[test]
fn what_only_looks_like_a_script() {
    let text = "`<script>`, <scripture></scripture> and a title <abbr title=\"javascript: a language\">JS</abbr>.\n";
    Bakery::new().page("text", text).success();
}

/// A collection can allow scripts. Everything else is still refused.
#[test]
#[rustfmt::skip]
fn a_collection_may_allow_scripts() {
    let allowed = || {
        Bakery::new().replace(
            "content/structure.toml",
            "route = \"/{path}\"\n",
            "route = \"/{path}\"\nunsafe_html = true\n",
        )
    };
    let built = allowed().page("text", "<script src=\"/order.txt\"></script>\n").success();
    assert!(built.read("dist/text.html").contains("<script src=\"/order.txt\"></script>"));
    // A change of the setting renders the page again.
    let bakery = built.again().replace("content/structure.toml", "unsafe_html = true\n", "");
    bakery.findings(expect![[r#"
        content/pages/text.md:6:1 «<script» error[unsafe-html]: `<script>` is not allowed here (would run in every visitor's browser)
          help: put it into widgets/src/enhance/ or an island, or set `unsafe_html = true` in the [[collection]] in content/structure.toml
    "#]]);
    allowed().page("text", "<p onclick=\"go()\">a</p>\n").findings(expect![[r#"
        content/pages/text.md:6:4 «onclick="go()"» error[inline-handler]: browsers refuse the inline script `go()`
          help: listen to the event in an island, or in widgets/src/enhance
          help: on the page /text
    "#]]);
    let entry = "+++\ntitle = \"A day\"\ndescription = \"What a day at the bakery is like.\"\ndate = 2026-05-01\n+++\n<script>go()</script>\n";
    allowed().write("content/journal/day.md", entry).findings(expect![[r#"
        content/journal/day.md:6:1 «<script» error[unsafe-html]: `<script>` is not allowed here (would run in every visitor's browser)
          help: put it into widgets/src/enhance/ or an island, or set `unsafe_html = true` in the [[collection]] in content/structure.toml
    "#]]);
}
