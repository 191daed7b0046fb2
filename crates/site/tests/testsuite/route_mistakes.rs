//! URLs that two sources claim.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
#[rustfmt::skip]
fn two_documents() {
    for (path, text, expected) in [
        ("content/loaves/dark.md", "+++\ntitle = \"Dark\"\ndescription = \"A dark loaf, once more.\"\nflour = \"rye\"\nweight = 2\nslug = \"rye\"\n+++\n", expect![[r#"
            content/loaves/dark.md:6:8 «"rye"» error[duplicate-slug]: two documents of `loaves` have the URL /loaves/rye (the second)
              help: rename one of them, or change its `slug`
              note: content/loaves/rye.md:1:1 «+++» the first is here
        "#]]),
        // A copy of a document in another format.
        ("content/loaves/rye.toml", "title = \"Rye\"\ndescription = \"A dark loaf, once more.\"\nflour = \"rye\"\nweight = 3\n", expect![[r#"
            content/loaves/rye.toml:1:1 «title = "Rye"» error[duplicate-slug]: two documents of `loaves` have the URL /loaves/rye (the second)
              help: rename one of them, or change its `slug`
              note: content/loaves/rye.md:1:1 «+++» the first is here
        "#]]),
        ("content/pages/loaves/rye.md", "+++\ntitle = \"A page\"\ndescription = \"What this page is about.\"\n+++\n", expect![[r#"
            content/loaves/rye.md:1:1 «+++» error[duplicate-route]: two pages have the URL /loaves/rye (the second)
              help: rename one of them, or change its `slug`
              note: content/pages/loaves/rye.md:1:1 «+++» the first is here
        "#]]),
        ("content/pages/about/index.md", "+++\ntitle = \"A page\"\ndescription = \"What this page is about.\"\n+++\n", expect![[r#"
            content/pages/about/index.md:1:1 «+++» error[duplicate-slug]: two documents of `pages` have the URL /about (the second)
              help: rename one of them, or change its `slug`
              note: content/pages/about.md:1:1 «+++» the first is here
        "#]]),
        ("content/pages/about.html.md", "+++\ntitle = \"A page\"\ndescription = \"What this page is about.\"\n+++\n", expect![[r#"
            content/pages/about.html.md:1:1 «+++» error[bad-slug]: `about.html` cannot be the URL of a page, because it ends like a file
              help: rename it, for example to `about-html`; put a file that is published unchanged into public/
        "#]]),
    ] {
        Bakery::new().write(path, text).findings(expected);
    }
}

/// Each row is the value of `aliases` in `content/pages/visit.md`.
#[test]
#[rustfmt::skip]
fn aliases() {
    for (aliases, expected) in [
        ("[\"/visit\", \"/about\", \"/bread\", \"/order.txt\", \"/came\", \"/came\", \"/old/\"]", expect![[r#"
            content/pages/visit.md:4:12 «"/visit"» error[hidden-page]: this redirect would hide the page /visit (a page has this URL)
              help: remove the redirect, or rename the page
              note: content/pages/visit.md:1:1 «+++» the page is here
            content/pages/visit.md:4:22 «"/about"» error[hidden-page]: this redirect would hide the page /about (a page has this URL)
              help: remove the redirect, or rename the page
              note: content/pages/about.md:1:1 «+++» the page is here
            content/pages/visit.md:4:32 «"/bread"» error[duplicate-route]: two redirects have the URL /bread (the second)
              help: remove one of them
              note: content/structure.toml:54:8 «"/bread"» the first is here
            content/pages/visit.md:4:42 «"/order.txt"» error[hidden-page]: this redirect would hide the file /order.txt
              help: remove the redirect, or rename the file
            content/pages/visit.md:4:65 «"/came"» error[duplicate-route]: two redirects have the URL /came (the second)
              help: remove one of them
              note: content/pages/visit.md:4:56 «"/came"» the first is here
        "#]]),
        ("[\"old\", \"https://millstone.example/find/us/\", \"/a?b\", \"/a b{c\", 3]", expect![[r#"
            content/pages/visit.md:4:12 «"old"» error[wrong-form]: "old" is not a URL that can be redirected
              help: URLs of this site start with `/`: write `/old`
            content/pages/visit.md:4:19 «"https://millstone.example/find/us/"» error[wrong-form]: "https://millstone.example/find/us/" is not a URL that can be redirected
              help: URLs of this site start with `/`: write `/find/us`
            content/pages/visit.md:4:57 «"/a?b"» error[wrong-form]: "/a?b" is not a URL that can be redirected
              help: remove `?`: write the old URL unescaped and without a query
            content/pages/visit.md:4:65 «"/a b{c"» error[wrong-form]: "/a b{c" is not a URL that can be redirected
              help: remove `{`: write the old URL unescaped and without a query
            content/pages/visit.md:4:75 «3» error[wrong-form]: 3 is not a URL that can be redirected
              help: write old URLs in quotes
        "#]]),
        ("\"/old\"", expect![[r#"
            content/pages/visit.md:4:11 «"/old"» error[wrong-type]: `aliases` must be a list
              help: write old URLs as aliases = ["/old"]
        "#]]),
        // A document with errors keeps its aliases, so that links to them are not reported as well.
        ("[\"/old\"]\nnoindex = 1", expect![[r#"
            content/pages/visit.md:5:11 «1» error[wrong-type]: `noindex` must be `true` or `false` (this is a whole number)
              help: write true or false, without quotes
        "#]]),
    ] {
        let bakery = Bakery::new()
            .page("visit", "Come by.\n")
            .replace("content/pages/visit.md", "template", &format!("aliases = {aliases}\ntemplate"))
            .page("links", "The [old page](/old).\n");
        // The page with links is part of the last row only, because the other rows have no target for them.
        let bakery = if aliases.contains("noindex") { bakery } else { bakery.remove("content/pages/links.md") };
        bakery.findings(expected);
    }
}

#[test]
#[rustfmt::skip]
fn other_sources() {
    for (bakery, expected) in [
        (Bakery::new().page("journal/topic/baking", "Text.\n").page("journal/page/2", "Text.\n"), expect![[r#"
            content/structure.toml:33:9 «"/journal/topic/{slug}"» error[duplicate-route]: two pages have the URL /journal/topic/baking (the second)
              help: rename one of them, or change its `slug`
              note: content/pages/journal/topic/baking.md:1:1 «+++» the first is here
            content/structure.toml:44:9 «"/journal/page/{number}"» error[duplicate-route]: two pages have the URL /journal/page/2 (the second)
              help: rename one of them, or change its `slug`
              note: content/pages/journal/page/2.md:1:1 «+++» the first is here
        "#]]),
        // Two terms with one slug.
        (Bakery::new()
            .replace("content/schemas/entry.json", "\"Shops & people\"", "\"Shops & people\", \"Shops: people\"")
            .replace("content/journal/flour.md", "\"Baking\"", "\"Shops: people\""), expect![[r#"
                content/journal/winter.md:5:9 «"Shops & people"» error[duplicate-slug]: the terms `Shops: people` and `Shops & people` have the same URL, /journal/topic/shops-people (the second)
                  help: add a [[taxonomy.term]] with name = "Shops & people" and its own slug = "…"
                  note: content/journal/flour.md:5:9 «"Shops: people"» the first is here
            "#]]),
        // Files of public/ that have the same path as a file that the build writes.
        (Bakery::new()
            .write("public/about.html", "<h1>Mine</h1>")
            .write("public/sitemap.xml", "<x/>")
            .write("public/journal/feed.xml", "<x/>")
            .write("public/assets/site.css", "a {}"), expect![[r#"
                public/about.html:1:1 «» error[duplicate-route]: two sources produce about.html: a page and public/about.html
                  help: delete or rename public/about.html: its URL is that of content/pages/about.md
                  note: content/pages/about.md:1:1 «+++» the page
                public/assets/site.css:1:1 «» error[duplicate-route]: two sources produce assets/site.css: the build and public/assets/site.css
                  help: remove or rename public/assets/site.css
                public/journal/feed.xml:1:1 «» error[duplicate-route]: two sources produce journal/feed.xml: a feed and public/journal/feed.xml
                  help: remove or rename public/journal/feed.xml
                  note: content/structure.toml:49:9 «"/journal/feed.xml"» a feed
                public/sitemap.xml:1:1 «» error[duplicate-route]: two sources produce sitemap.xml: the sitemap and public/sitemap.xml
                  help: remove or rename public/sitemap.xml
            "#]]),
        (Bakery::new().page("sitemap.xml", "Text.\n").page("journal/feed.xml", "Text.\n"), expect![[r#"
            content/pages/journal/feed.xml.md:1:1 «+++» error[bad-slug]: `feed.xml` cannot be the URL of a page, because it ends like a file
              help: rename it, for example to `feed-xml`; put a file that is published unchanged into public/
            content/pages/sitemap.xml.md:1:1 «+++» error[bad-slug]: `sitemap.xml` cannot be the URL of a page, because it ends like a file
              help: rename it, for example to `sitemap-xml`; put a file that is published unchanged into public/
        "#]]),
        (Bakery::new().write("public/loaves", "Not a folder.\n"), expect![[r#"
            public/loaves:1:1 «» error[duplicate-route]: loaves/rye.html needs a folder named loaves, but that is a file (the file)
              help: rename one of the two
              note: content/loaves/rye.md:1:1 «+++» needs the folder
        "#]]),
    ] {
        bakery.findings(expected);
    }
}

/// A robots.txt in public/ replaces the default one.
#[test]
fn robots_txt() {
    let built = Bakery::new().success();
    let default = "User-agent: *\nAllow: /\n\nSitemap: https://millstone.example/sitemap.xml\n";
    assert_eq!(built.read("dist/robots.txt"), default);
    let built = built.again().write("public/robots.txt", "User-agent: *\nDisallow: /\n").success();
    assert_eq!(built.read("dist/robots.txt"), "User-agent: *\nDisallow: /\n");
}

/// The pages are reported as missing; the templates, which have no mistakes, are not reported.
#[test]
fn a_site_without_a_page() {
    Bakery::empty()
        .write("content/site.toml", "name = \"Empty\"\nbase_url = \"https://empty.example\"\ntheme = \"empty\"\n")
        .write(
            "content/structure.toml",
            "[[collection]]\nname = \"pages\"\ndir = \"pages\"\nschema = \"schemas/page.json\"\nroute = \"/{path}\"\n\
             template = \"page.html\"\n",
        )
        .write("content/schemas/page.json", include_str!("../bakery/content/schemas/page.json"))
        .write("content/pages/.gitkeep", "")
        .write("themes/empty/templates/page.html", "<!doctype html>\n")
        .findings(expect![[r#"
            content/structure.toml:5:9 «"/{path}"» error[missing-page]: the site has no home page (no document has the URL /)
              help: write content/pages/index.md
            content/structure.toml:5:9 «"/{path}"» error[missing-page]: the site has no page for URLs that do not exist (no document has the URL /404)
              help: write content/pages/404.md
        "#]]);
}
