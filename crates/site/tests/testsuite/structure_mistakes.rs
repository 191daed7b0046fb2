//! Mistakes in `structure.toml` and `menus.toml`.

use expect_test::expect;

use crate::bakery::Bakery;

const STRUCTURE: &str = "content/structure.toml";
const MENUS: &str = "content/menus.toml";

/// Each row replaces a text of `structure.toml`.
#[test]
#[rustfmt::skip]
fn replaced() {
    let term = |terms: &str| format!("parent = \"/journal\"\nterm = [{terms}]");
    let parent = "parent = \"/journal\"";
    for (old, new, expected) in [
        ("per_page = 2", "per_pages = 2", expect![[r#"
            content/structure.toml:42:1 «per_pages» error[unknown-key]: unknown key `per_pages` (not allowed here)
              help: did you mean `per_page`?
        "#]]),
        ("from = \"/bread\"", "from = \"bread\"", expect![[r#"
            content/structure.toml:54:8 «"bread"» error[wrong-form]: `from` has the wrong format
              help: the old URL, not percent-encoded, without a query; or the beginning of URLs followed by /*
              help: did you mean `/bread`?
        "#]]),
        // Files and collections that do not exist.
        ("dir = \"loaves\"", "dir = \"loafs\"", expect![[r#"
            content/structure.toml:10:7 «"loafs"» error[missing-file]: folder `content/loafs` does not exist (no such folder below content/)
              help: did you mean `loaves`?
        "#]]),
        ("file = \"lists/shops.toml\"", "file = \"lists/shop.toml\"", expect![[r#"
            content/structure.toml:26:8 «"lists/shop.toml"» error[missing-file]: file `content/lists/shop.toml` does not exist (no such file below content/)
              help: did you mean `lists/shops.toml`?
        "#]]),
        ("schemas/entry.json", "schemas/entri.json", expect![[r#"
            content/structure.toml:19:10 «"schemas/entri.json"» error[missing-file]: schema `schemas/entri.json` does not exist (no such file below content/)
              help: did you mean `schemas/entry.json`?
        "#]]),
        // Placeholders.
        ("/loaves/{slug}", "/loaves/{slgu}", expect![[r#"
            content/structure.toml:12:18 «{slgu}» error[unknown-placeholder]: unknown placeholder `{slgu}`
              help: did you mean `{slug}`?
        "#]]),
        ("\"{term}: from", "\"{trm}: from", expect![[r#"
            content/structure.toml:36:10 «{trm}» error[unknown-placeholder]: unknown placeholder `{trm}`
              help: did you mean `{term}`?
        "#]]),
        ("\"{title}, page", "\"{name}, page", expect![[r#"
            content/structure.toml:45:10 «{name}» error[unknown-placeholder]: unknown placeholder `{name}`
              help: use `{title}` or `{number}`
        "#]]),
        ("\"/journal/{slug}\"", "\"/journal\"", expect![[r#"
            content/structure.toml:20:9 «"/journal"» error[wrong-form]: every document of `journal` would have the URL `/journal`
              help: add the slug: `/journal/{slug}`
        "#]]),
        ("\"/journal/{slug}\"", "\"/journal/{slug\"", expect![[r#"
            content/structure.toml:20:9 «"/journal/{slug"» error[unknown-placeholder]: `{slug` is not closed
              help: add the closing brace: `/journal/{slug}`
        "#]]),
        // Keys that no document has.
        ("sort = \"weight\"", "sort = \"wieght\"", expect![[r#"
            content/structure.toml:14:8 «"wieght"» error[unknown-key]: no document of `loaves` has the key `wieght`
              help: did you mean `weight`?
        "#]]),
        ("field = \"topic\"", "field = \"tpic\"", expect![[r#"
            content/structure.toml:32:9 «"tpic"» error[unknown-key]: no document of `journal` has the key `tpic`
              help: did you mean `topic`?
        "#]]),
        // The mistake is reported once, not for each document.
        ("template = \"entry.html\"\n", "", expect![[r#"
            content/structure.toml:16:1 «[[collection]]» error[missing-template]: the documents of `journal` have no template
              help: add `template = "…"` to this [[collection]], or to each of its documents
        "#]]),
        // The sources of a collection.
        ("dir = \"journal\"", "dir = \"loaves\"", expect![[r#"
            content/structure.toml:18:7 «"loaves"» error[duplicate-route]: collections `loaves` and `journal` read the same documents (the second)
              help: give each its own `dir` or `file`, or remove one of the two
              note: content/structure.toml:10:7 «"loaves"» the first is here
        "#]]),
        ("name = \"shops\"\nfile = \"lists/shops.toml\"\nschema = \"schemas/shop.json\"\n",
         "name = \"news\"\ndir = \"journal\"\nschema = \"schemas/entry.json\"\nroute = \"/news/{slug}\"\ntemplate = \"entry.html\"\n", expect![[r#"
            content/structure.toml:26:7 «"journal"» error[duplicate-route]: collections `journal` and `news` read the same documents (the second)
              help: give each its own `dir` or `file`, or remove one of the two
              note: content/structure.toml:18:7 «"journal"» the first is here
        "#]]),
        ("route = \"/loaves/{slug}\"", "route = \"/loaves/{name}\"", expect![[r#"
            content/structure.toml:12:18 «{name}» error[unknown-placeholder]: unknown placeholder `{name}`
              help: no document of `loaves` has the key `name`: add it to their front matter, or use {slug}, {path}, {year}, {month} or {day}
        "#]]),
        ("dir = \"journal\"", "dir = \"journal\"\nfile = \"lists/shops.toml\"", expect![[r#"
            content/structure.toml:19:8 «"lists/shops.toml"» error[invalid-value]: collection `journal` has both `dir` and `file` (the second)
              help: keep `dir` for a folder of documents, or `file` for a list
              note: content/structure.toml:18:7 «"journal"» the first is here
        "#]]),
        // Lists and feeds of several collections, and of terms.
        ("collection = \"journal\"\ntitle = \"The journal\"", "collection = [\"journal\", \"loafs\"]\ntitle = \"The journal\"", expect![[r#"
            content/structure.toml:50:26 «"loafs"» error[unknown-collection]: collection `loafs` does not exist (not declared in this file)
              help: did you mean `loaves`?
        "#]]),
        ("collection = \"journal\"\nfield = \"topic\"", "collection = [\"journal\", \"loaves\"]\nfield = \"topic\"", expect![[r#"
            content/structure.toml:32:9 «"topic"» error[unknown-key]: no document of `loaves` has the key `topic`
              help: their keys are `description`, `flour`, `title` and `weight`
        "#]]),
        ("collection = \"journal\"\ntitle = \"The journal\"", "title = \"The journal\"", expect![[r#"
            content/structure.toml:48:1 «[[feed]]» error[missing-key]: a feed needs `collection` or `taxonomy`
              help: add `collection = …` for a feed of documents, or `taxonomy = …` for one of each term
        "#]]),
        ("collection = \"journal\"\ntitle = \"The journal\"", "collection = 7\ntitle = \"The journal\"", expect![[r#"
            content/structure.toml:50:14 «7» error[wrong-type]: `collection` must be text in quotes or a list (this is a whole number)
        "#]]),
        ("collection = \"journal\"\ntitle = \"The journal\"", "collection = []\ntitle = \"The journal\"", expect![[r#"
            content/structure.toml:50:14 «[]» error[wrong-count]: `collection` must have at least 1 entry, not 0 (too few)
              help: add an entry, or delete the line if `collection` can be left out
        "#]]),
        ("collection = \"journal\"\ntitle = \"The journal\"", "collection = \"journal\"\ntaxonomy = \"topic\"\ntitle = \"The journal\"", expect![[r#"
            content/structure.toml:51:12 «"topic"» error[invalid-value]: a feed has both `collection` and `taxonomy` (the second)
              help: remove `collection`: the taxonomy names its collections
              note: content/structure.toml:50:14 «"journal"» the first is here
        "#]]),
        ("collection = \"journal\"\ntitle = \"The journal\"", "taxonomy = \"topics\"\ntitle = \"The journal\"", expect![[r#"
            content/structure.toml:50:12 «"topics"» error[unknown-collection]: taxonomy `topics` does not exist
              help: did you mean `topic`?
        "#]]),
        ("collection = \"journal\"\ntitle = \"The journal\"", "taxonomy = \"topic\"\ntitle = \"The journal\"", expect![[r#"
            content/structure.toml:49:9 «"/journal/feed.xml"» error[wrong-form]: every feed of `topic` would have the URL `/journal/feed.xml`
              help: add the term: `/journal/{slug}/feed.xml`, or `terms = true` for a feed of the terms
        "#]]),
        ("/journal/feed.xml\"\ncollection", "/journal/{slug}/feed.xml\"\ncollection", expect![[r#"
            content/structure.toml:49:9 «"/journal/{slug}/feed.xml"» error[wrong-form]: `{slug}` is part of the URL of a term's feed only
              help: name the taxonomy, `taxonomy = …`, in place of `collection`
        "#]]),
        ("\"/journal/feed.xml\"\ncollection = \"journal\"\ntitle = \"The journal\"", "\"/journal/{slug}.xml\"\ntaxonomy = \"topic\"\ntitle = \"{trm}\"", expect![[r#"
            content/structure.toml:51:10 «{trm}» error[unknown-placeholder]: unknown placeholder `{trm}`
              help: did you mean `{term}`?
        "#]]),
        ("title = \"The journal\"\n", "title = \"The journal\"\n\n[[feed]]\nroute = \"/journal/{slug}.xml\"\ntaxonomy = \"topic\"\ntitle = \"A\"\n\n[[feed]]\nroute = \"/journal/baking.xml\"\ncollection = \"journal\"\ntitle = \"B\"\n", expect![[r#"
            content/structure.toml:59:9 «"/journal/baking.xml"» error[duplicate-route]: two feeds produce journal/baking.xml (the second)
              help: change this `route`
              note: content/structure.toml:54:9 «"/journal/{slug}.xml"» the first is here
        "#]]),
        ("collection = \"journal\"\ntitle = \"The journal\"", "collection = \"journal\"\nundated = true\npages = \"/journal/*\"\ntitle = \"The journal\"", expect![[r#"
            content/structure.toml:51:11 «true» error[invalid-value]: a feed in Atom format cannot list documents without a date
              help: add `format = "rss"`, or remove `undated`
        "#]]),
        ("\"/journal/feed.xml\"\ncollection = \"journal\"\ntitle = \"The journal\"", "\"/journal/{slug}.xml\"\ntaxonomy = \"topic\"\npages = \"/journal/*\"\ntitle = \"{term}\"", expect![[r#"
            content/structure.toml:51:9 «"/journal/*"» error[invalid-value]: a feed has both `taxonomy` and `pages`
              help: remove `pages`: each term has a feed of all its documents
        "#]]),
        ("\"/journal/feed.xml\"\ncollection = \"journal\"\ntitle = \"The journal\"", "\"/journal/{slug}.xml\"\ntaxonomy = \"topic\"\nexcept = [\"/journal/*\"]\ntitle = \"{term}\"", expect![[r#"
            content/structure.toml:51:10 «["/journal/*"]» error[invalid-value]: a feed has both `taxonomy` and `except`
              help: remove `except`: each term has a feed of all its documents
        "#]]),
        ("collection = \"journal\"\ntitle = \"The journal\"", "collection = \"journal\"\nterms = true\ntitle = \"The journal\"", expect![[r#"
            content/structure.toml:51:9 «true» error[invalid-value]: a feed of a collection has no terms
              help: name the taxonomy, `taxonomy = …`, in place of `collection`
        "#]]),
        ("\"/journal/feed.xml\"\ncollection = \"journal\"\ntitle = \"The journal\"", "\"/journal/{slug}.xml\"\ntaxonomy = \"topic\"\nterms = true\ntitle = \"Topics\"", expect![[r#"
            content/structure.toml:49:9 «"/journal/{slug}.xml"» error[wrong-form]: the terms of `topic` are in one feed, whose URL contains none
              help: remove `{slug}`, or `terms` for a feed of each term
        "#]]),
        ("description = \"Everything", "page_title = \"{term}\"\ndescription = \"Everything", expect![[r#"
            content/structure.toml:37:15 «{term}» error[unknown-placeholder]: unknown placeholder `{term}`
              help: use `{title}` or `{number}`
        "#]]),
        ("/journal/feed.xml\"\ncollection", "/sitemap.xml\"\ncollection", expect![[r#"
            content/structure.toml:49:9 «"/sitemap.xml"» error[duplicate-route]: two sources produce sitemap.xml: the sitemap and a feed
              help: change this `route`
        "#]]),
        // Terms.
        (parent, &term("{ name = \"???\" }, { name = \"Baking\", slug = \"a b\" }"), expect![[r#"
            content/structure.toml:36:18 «"???"» error[bad-slug]: the term `???` has no letter or digit for its URL
              help: add a [[taxonomy.term]] with name = "???" and slug = "…" to content/structure.toml; use letters of any script, digits, hyphens, dots and underscores
            content/structure.toml:36:53 «"a b"» error[bad-slug]: `a b`, the slug of the term `Baking`, cannot be part of a URL
              help: add a [[taxonomy.term]] with name = "Baking" and slug = "…" to content/structure.toml; use letters of any script, digits, hyphens, dots and underscores
        "#]]),
        (parent, &term("{ name = \"Shops & poeple\" }, { name = \"Baking\" }, { name = \"Prizes\" }, { name = \"Baking\" }"), expect![[r#"
            content/structure.toml:36:18 «"Shops & poeple"» error[unknown-term]: no document of `journal` has the term `Shops & poeple`
              help: did you mean `Shops & people`?
            content/structure.toml:36:89 «"Baking"» error[duplicate-name]: two terms of `topic` are named `Baking` (the second)
              help: remove one of them
              note: content/structure.toml:36:47 «"Baking"» the first is here
        "#]]),
        (parent, &term("{ name = \"Shops, people\" }"), expect![[r#"
            content/structure.toml:36:18 «"Shops, people"» error[unknown-term]: no document of `journal` has the term `Shops, people`
              help: did you mean `Shops & people`?
        "#]]),
    ] {
        Bakery::new().replace(STRUCTURE, old, new).findings(expected);
    }
}

/// A feed without documents is no error: the last one of a section may have been deleted.
#[test]
fn feed_of_pages_without_documents() {
    let rule = "collection = \"journal\"\ntitle = \"The journal\"";
    let with_pages = "collection = \"journal\"\npages = \"/jurnal/*\"\ntitle = \"The journal\"";
    Bakery::new()
        .replace(STRUCTURE, rule, with_pages)
        .stderr(expect![[r#"
        warning[invalid-value]: no document of `journal` has a URL that begins like `/jurnal/*`
          --> content/structure.toml:51:9
           |
        51 | pages = "/jurnal/*"
           |         ^^^^^^^^^^^
           |
           = help: write the beginning of the URLs of the documents, followed by /*

        1 warning
    "#]])
        .success();
}

/// The same for the documents of a list in pages.
#[test]
fn list_of_pages_without_documents() {
    let rule = "collection = \"journal\"\nper_page = 2";
    let with_pages = "collection = \"journal\"\npages = \"/jurnal/*\"\nper_page = 2";
    Bakery::new()
        .replace(STRUCTURE, rule, with_pages)
        .stderr(expect![[r#"
        warning[invalid-value]: no document of `journal` has a URL that begins like `/jurnal/*`
          --> content/structure.toml:42:9
           |
        42 | pages = "/jurnal/*"
           |         ^^^^^^^^^^^
           |
           = help: write the beginning of the URLs of the documents, followed by /*

        1 warning
    "#]])
        .success();
}

/// The same for the documents that a feed leaves out.
#[test]
fn feed_without_other_documents() {
    let rule = "collection = \"journal\"\ntitle = \"The journal\"";
    let with_except = "collection = \"journal\"\nexcept = [\"/jurnal/*\"]\ntitle = \"The journal\"";
    Bakery::new()
        .replace(STRUCTURE, rule, with_except)
        .stderr(expect![[r#"
        warning[invalid-value]: no document of `journal` has a URL that begins like `/jurnal/*`
          --> content/structure.toml:51:11
           |
        51 | except = ["/jurnal/*"]
           |           ^^^^^^^^^^^
           |
           = help: write the beginning of the URLs of the documents, followed by /*

        1 warning
    "#]])
        .success();
}

/// A term that no document has, or only a draft, is not a mistake. It gets a page with its first public document.
#[test]
fn term_without_documents() {
    let term = "parent = \"/journal\"\nterm = [{ name = \"Prizes\" }, { name = \"Shops & poeple\" }]";
    Bakery::new()
        .replace(STRUCTURE, "parent = \"/journal\"", term)
        .replace("content/schemas/entry.json", "\"Shops & people\"", "\"Shops & people\", \"Shops & poeple\"")
        .write(
            "content/journal/later.md",
            "+++\ntitle = \"Later\"\ndescription = \"What is still to come.\"\ndate = 2026-03-01\ntopic = \"Shops & poeple\"\ndraft = true\n+++\n",
        )
        .success();
}

/// The page of a term whose only document has a mistake will exist once the mistake is corrected.
#[test]
#[rustfmt::skip]
fn link_to_a_term_of_a_document_with_a_mistake() {
    Bakery::new()
        .replace("content/journal/winter.md", "date = 2026-02-01\n", "")
        .page("news", "More [about our shops](/journal/topic/shops-people).\n")
        .findings(expect![[r#"
            content/journal/winter.md:1:1 «+++» error[missing-key]: missing key `date` (`date` is required here)
              help: add `date = …`: the day it was written
        "#]]);
}

/// Each row appends text to `structure.toml`.
#[test]
#[rustfmt::skip]
fn appended() {
    for (text, expected) in [
        ("\n[[redirects]]\nfrom = \"/a\"\nto = \"/about\"\n", expect![[r#"
            content/structure.toml:61:3 «redirects» error[unknown-key]: unknown key `redirects` (not allowed here)
              help: did you mean `redirect`?
        "#]]),
        ("\n[[collection]]\nname = \"ovens\"\nschema = \"schemas/shop.json\"\n", expect![[r#"
            content/structure.toml:62:8 «"ovens"» error[missing-key]: collection `ovens` needs `dir` or `file`
              help: add `dir = …` for a folder of documents, or `file = …` for a list
        "#]]),
        ("\n[[collection]]\nname = \"shops\"\nfile = \"lists/shops.toml\"\nschema = \"schemas/shop.json\"\n", expect![[r#"
            content/structure.toml:62:8 «"shops"» error[duplicate-name]: two collections are named `shops` (the second)
              help: rename one of them
              note: content/structure.toml:25:8 «"shops"» the first is here
        "#]]),
        ("\n[[feed]]\nroute = \"/feed\"\ncollection = \"journal\"\ntitle = \"All\"\n", expect![[r#"
            content/structure.toml:62:9 «"/feed"» error[wrong-form]: `route` has the wrong format
              help: its URL, which ends with .xml; with {slug} for the feeds of terms
              help: for example `/news/feed.xml`
        "#]]),
        ("\n[llms]\n[[llms.section]]\ntitle = \"Shops\"\ncollection = \"shops\"\n[[llms.section]]\ntitle = \"Loaves\"\ncollection = \"loafs\"\n", expect![[r#"
            content/structure.toml:64:14 «"shops"» error[invalid-value]: the documents of `shops` have no pages
              help: remove this entry, or add a `route` to the collection `shops`
            content/structure.toml:67:14 «"loafs"» error[unknown-collection]: collection `loafs` does not exist (not declared in this file)
              help: did you mean `loaves`?
        "#]]),
        ("\n[[feed]]\nroute = \"/all.xml\"\ncollection = \"everything\"\ntitle = \"All\"\n", expect![[r#"
            content/structure.toml:63:14 «"everything"» error[unknown-collection]: collection `everything` does not exist (not declared in this file)
              help: collections are `pages`, `loaves`, `journal` and `shops`
        "#]]),
        ("\n[[frame]]\npage = \"/abuot\"\nhosts = [\"https://maps.example\"]\n", expect![[r#"
            content/structure.toml:62:8 «"/abuot"» error[unused-host]: there is no page /abuot
              help: did you mean `/about`?
        "#]]),
        // Redirects and rewrites that chain, loop, or have no target.
        ("\n[[redirect]]\nfrom = \"/loaf\"\nto = \"/bread\"\n\n[[redirect]]\nfrom = \"/round\"\nto = \"/round\"\n\n[[redirect]]\nfrom = \"/stale\"\nto = \"/loaves/ry\"\n\n[[redirect]]\nfrom = \"/price-list\"\nto = \"/prices.pdf\"\n\n[[rewrite]]\nfrom = \"/shop/*\"\nto = \"/abuot\"\n", expect![[r#"
            content/structure.toml:63:6 «"/bread"» error[redirect-chain]: /loaf redirects to /bread, which redirects again
              help: redirect to /loaves/rye directly
            content/structure.toml:67:6 «"/round"» error[redirect-chain]: /round redirects to itself
              help: redirect to the page that it has moved to
            content/structure.toml:71:6 «"/loaves/ry"» error[broken-link]: there is no page /loaves/ry (no such page)
              help: did you mean `/loaves/rye`?
            content/structure.toml:75:6 «"/prices.pdf"» error[broken-link]: there is no page or file /prices.pdf
              help: write the URL of an existing page or file; `site list` lists the pages
            content/structure.toml:79:6 «"/abuot"» error[broken-link]: there is no page /abuot (no such page)
              help: did you mean `/about`?
        "#]]),
        ("\n[[redirect]]\nfrom = \"/one\"\nto = \"/two\"\n\n[[redirect]]\nfrom = \"/two\"\nto = \"/one\"\n", expect![[r#"
            content/structure.toml:63:6 «"/two"» error[redirect-chain]: /one redirects to /two, which redirects again
              help: these redirects form a cycle: redirect to a page that exists
        "#]]),
        // Redirects and rewrites that collide with each other, a page, or a file.
        ("\n[[redirect]]\nfrom = \"/bread\"\nto = \"/about\"\n\n[[redirect]]\nfrom = \"/about\"\nto = \"/journal\"\n\n[[redirect]]\nfrom = \"/order.txt\"\nto = \"/about\"\n\n[[redirect]]\nfrom = \"/old/\"\nto = \"/about\"\n\n[[rewrite]]\nfrom = \"/order/*\"\nto = \"/journal\"\n", expect![[r#"
            content/structure.toml:62:8 «"/bread"» error[duplicate-route]: two redirects have the URL /bread (the second)
              help: remove one of them
              note: content/structure.toml:54:8 «"/bread"» the first is here
            content/structure.toml:66:8 «"/about"» error[hidden-page]: this redirect would hide the page /about (a page has this URL)
              help: remove the redirect, or rename the page
              note: content/pages/about.md:1:1 «+++» the page is here
            content/structure.toml:70:8 «"/order.txt"» error[hidden-page]: this redirect would hide the file /order.txt
              help: remove the redirect, or rename the file
            content/structure.toml:78:8 «"/order/*"» error[duplicate-route]: two rewrites have the URL /order/* (the second)
              help: remove one of them
              note: content/structure.toml:58:8 «"/order/*"» the first is here
        "#]]),
    ] {
        Bakery::new().append(STRUCTURE, text).findings(expected);
    }
}

/// Facts are replaced in titles and descriptions.
#[test]
fn facts_are_filled_in() {
    let built = Bakery::new().replace(STRUCTURE, "\"The journal\"", "\"The journal of {{ site.name }}\"").success();
    let feed = built.read("dist/journal/feed.xml");
    assert!(feed.contains("<title>The journal of Millstone Bakery</title>"), "{feed}");
}

#[test]
#[rustfmt::skip]
fn menus() {
    let about = "[[main]]\nlabel = \"About\"";
    for (bakery, expected) in [
        (Bakery::new().append(MENUS, "\n[[main]]\nlabel = \"Shop\"\nhref = \"/about\"\n"), expect![[r#"
            content/menus.toml:11:1 «href» error[unknown-key]: unknown key `href` (not allowed here)
              help: write `url`
        "#]]),
        // The finding is in the menu, not in the template that uses the collection.
        (Bakery::new().replace(MENUS, "\"About\"", "\"About\"\ncollection = \"loafs\"").replace("themes/bakery/templates/header.html", "{%- for link in menus.main %}", "{%- for link in menus.main %}{% for one in collection(name=link.collection) %}{% endfor %}"), expect![[r#"
            content/menus.toml:3:14 «"loafs"» error[unknown-collection]: collection `loafs` does not exist (not declared in structure.toml)
              help: did you mean `loaves`?
        "#]]),
        (Bakery::new().write(MENUS, "[[mian]]\nlabel = \"About\"\nurl = \"/about\"\n"), expect![[r#"
            content/menus.toml:1:3 «mian» error[missing-menu]: no template uses the menu `mian`
              help: did you mean `main`?
        "#]]),
        (Bakery::new().write(MENUS, "[[footer]]\nlabel = \"About\"\nurl = \"/about\"\n"), expect![[r#"
            content/menus.toml:1:1 «[[footer]]» error[missing-menu]: unknown menu `main`
              help: add [[main]] tables, each with `label` and `url`
              note: themes/bakery/templates/header.html:2:17 «menus.main» a template uses it here
        "#]]),
        (Bakery::new().remove(MENUS), expect![[r#"
            themes/bakery/templates/header.html:2:17 «menus.main» error[missing-menu]: unknown menu `main` (a template uses it here)
              help: create content/menus.toml with [[main]] tables, each with `label` and `url`
        "#]]),
        // Half of the menu would not be shown.
        (Bakery::new().replace(MENUS, about, &about.replace("main", "mian")), expect![[r#"
            content/menus.toml:1:3 «mian» error[missing-menu]: no template uses the menu `mian`
              help: did you mean `main`?
        "#]]),
    ] {
        bakery.findings(expected);
    }
}

#[test]
#[rustfmt::skip]
fn pages_and_files() {
    for (bakery, expected) in [
        (Bakery::new().page("a b/c", "Text.\n").page("a#b/d", "Text.\n"), expect![[r#"
            content/pages/a b/c.md:1:1 «+++» error[bad-slug]: folder `a b` cannot be part of a URL
              help: rename the folder; use letters of any script, digits, hyphens, dots and underscores
            content/pages/a#b/d.md:1:1 «+++» error[bad-slug]: folder `a#b` cannot be part of a URL
              help: rename the folder; use letters of any script, digits, hyphens, dots and underscores
        "#]]),
        // Links to the other pages of a list are not broken.
        (Bakery::new().replace(STRUCTURE, "page = \"/journal\"", "page = \"/jurnal\"").page("visit", "[Older](/journal/page/2)\n"), expect![[r#"
            content/structure.toml:40:8 «"/jurnal"» error[broken-link]: there is no page /jurnal to paginate (no such page)
              help: did you mean `/journal`?
        "#]]),
        (Bakery::new().write("public/about/index.html", "x").write("public/journal", "x"), expect![[r#"
            public/about/index.html:1:1 «» error[duplicate-route]: two sources produce /about: a page and public/about/index.html
              help: delete or rename public/about/index.html: its URL is that of content/pages/about.md
              note: content/pages/about.md:1:1 «+++» the page
            public/journal:1:1 «» error[duplicate-route]: two sources produce /journal: a page and public/journal
              help: delete or rename public/journal: its URL is that of content/pages/journal.md
              note: content/pages/journal.md:1:1 «+++» the page
        "#]]),
    ] {
        bakery.findings(expected);
    }
}

#[test]
fn page_above_the_terms() {
    let bakery = Bakery::new().replace(STRUCTURE, "parent = \"/journal\"", "parent = \"/journl\"");
    bakery
        .args("build")
        .stderr(expect![[r#"
        warning[broken-link]: there is no page /journl
          --> content/structure.toml:35:10
           |
        35 | parent = "/journl"
           |          ^^^^^^^^^ no such page
           |
           = help: did you mean `/journal`?

        1 warning
        Built 13 pages and 7 other files (11.8 kB) in [TIME] s to [ROOT]/dist
    "#]])
        .success();
}
