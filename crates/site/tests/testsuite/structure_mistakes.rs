//! `structure.toml` and `menus.toml`.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn unknown_key_in_structure() {
    Bakery::new()
        .replace("content/structure.toml", "per_page = 2", "per_pages = 2")
        .stderr(expect![[r#"
            error[unknown-key]: unknown key `per_pages`
              --> content/structure.toml:42:1
               |
            42 | per_pages = 2
               | ^^^^^^^^^ not a key here
               |
               = help: did you mean `per_page`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_table_in_structure() {
    Bakery::new()
        .append(
            "content/structure.toml",
            "\n[[redirects]]\nfrom = \"/a\"\nto = \"/about\"\n",
        )
        .stderr(expect![[r#"
        error[unknown-key]: unknown key `redirects`
          --> content/structure.toml:61:3
           |
        61 | [[redirects]]
           |   ^^^^^^^^^ not a key here
           |
           = help: did you mean `redirect`?

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn collection_without_source() {
    Bakery::new()
        .append(
            "content/structure.toml",
            "\n[[collection]]\nname = \"ovens\"\nschema = \"schemas/shop.json\"\n",
        )
        .stderr(expect![[r#"
            error[missing-key]: the collection `ovens` needs `dir` or `file`
              --> content/structure.toml:62:8
               |
            62 | name = "ovens"
               |        ^^^^^^^
               |
               = help: add `dir = …` for a folder of documents, or `file = …` for a list

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn collection_twice() {
    Bakery::new()
        .append("content/structure.toml", "\n[[collection]]\nname = \"shops\"\nfile = \"lists/shops.toml\"\nschema = \"schemas/shop.json\"\n")
        .stderr(expect![[r#"
            error[duplicate-name]: two collections are named `shops`
              --> content/structure.toml:62:8
               |
            62 | name = "shops"
               |        ^^^^^^^ the second
               |
               = help: give one of them another name
            note: the first is here
              --> content/structure.toml:25:8
               |
            25 | name = "shops"
               |        ^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn folder_and_file_and_schema_that_are_not_there() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "dir = \"loaves\"",
            "dir = \"loafs\"",
        )
        .replace(
            "content/structure.toml",
            "file = \"lists/shops.toml\"",
            "file = \"lists/shop.toml\"",
        )
        .replace(
            "content/structure.toml",
            "schemas/entry.json",
            "schemas/entri.json",
        )
        .stderr(expect![[r#"
            error[missing-file]: there are no documents in content/loafs
              --> content/structure.toml:10:7
               |
            10 | dir = "loafs"
               |       ^^^^^^^ no .md or .toml file in this folder
               |
               = help: did you mean `loaves`?

            error[missing-file]: there is no schema `schemas/entri.json`
              --> content/structure.toml:19:10
               |
            19 | schema = "schemas/entri.json"
               |          ^^^^^^^^^^^^^^^^^^^^ no such file below content/
               |
               = help: did you mean `schemas/entry.json`?

            error[missing-file]: there is no content/lists/shop.toml
              --> content/structure.toml:26:8
               |
            26 | file = "lists/shop.toml"
               |        ^^^^^^^^^^^^^^^^^ no such file
               |
               = help: did you mean `lists/shops.toml`?

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_collection_in_a_rule() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "route = \"/journal/feed.xml\"\ncollection = \"journal\"",
            "route = \"/journal/feed.xml\"\ncollection = \"jornal\"",
        )
        .stderr(expect![[r#"
            error[unknown-collection]: there is no collection `jornal`
              --> content/structure.toml:50:14
               |
            50 | collection = "jornal"
               |              ^^^^^^^^ not declared in this file
               |
               = help: did you mean `journal`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn page_to_paginate_that_is_not_there() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "page = \"/journal\"",
            "page = \"/jurnal\"",
        )
        .stderr(expect![[r#"
            error[broken-link]: there is no page /jurnal to paginate
              --> content/structure.toml:40:8
               |
            40 | page = "/jurnal"
               |        ^^^^^^^^^ no such page
               |
               = help: did you mean `/journal`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn menu_entry_without_address() {
    Bakery::new().append("content/menus.toml", "\n[[main]]\nlabel = \"Shop\"\nhref = \"/about\"\n").stderr(expect![[r#"
        error[missing-key]: the key `url` is missing
         --> content/menus.toml:9:1
          |
        9 | [[main]]
          | ^^^^^^^^ `url` is required here
          |
          = help: add `url = …`: where it leads: an address of this site (/about) or of another (https://…)

        error[unknown-key]: unknown key `href`
          --> content/menus.toml:11:1
           |
        11 | href = "/about"
           | ^^^^ not a key here
           |
           = help: the keys here are `label`, `url`, `collection` and `group`

        2 errors; nothing was written
    "#]]).failure();
}

#[test]
fn redirects_that_chain_loop_or_lead_nowhere() {
    Bakery::new()
        .append(
            "content/structure.toml",
            r#"
[[redirect]]
from = "/loaf"
to = "/bread"

[[redirect]]
from = "/round"
to = "/round"

[[redirect]]
from = "/stale"
to = "/loaves/ry"

[[redirect]]
from = "/price-list"
to = "/prices.pdf"

[[rewrite]]
from = "/shop/*"
to = "/abuot"
"#,
        )
        .stderr(expect![[r#"
            error[redirect-chain]: /loaf redirects to /bread, which redirects again
              --> content/structure.toml:63:6
               |
            63 | to = "/bread"
               |      ^^^^^^^^
               |
               = help: redirect to /loaves/rye at once

            error[redirect-chain]: /round redirects to itself
              --> content/structure.toml:67:6
               |
            67 | to = "/round"
               |      ^^^^^^^^
               |
               = help: name the page that it has moved to

            error[broken-link]: there is no page /loaves/ry
              --> content/structure.toml:71:6
               |
            71 | to = "/loaves/ry"
               |      ^^^^^^^^^^^^ no such page
               |
               = help: did you mean `/loaves/rye`?

            error[broken-link]: there is no file /prices.pdf
              --> content/structure.toml:75:6
               |
            75 | to = "/prices.pdf"
               |      ^^^^^^^^^^^^^ no such file

            error[broken-link]: there is no page /abuot
              --> content/structure.toml:79:6
               |
            79 | to = "/abuot"
               |      ^^^^^^^^ no such page
               |
               = help: did you mean `/about`?

            5 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn redirects_that_collide() {
    Bakery::new()
        .append(
            "content/structure.toml",
            r#"
[[redirect]]
from = "/bread"
to = "/about"

[[redirect]]
from = "/about"
to = "/journal"

[[redirect]]
from = "/order.txt"
to = "/about"

[[redirect]]
from = "/old/"
to = "/about"

[[rewrite]]
from = "/order/*"
to = "/journal"
"#,
        )
        .stderr(expect![[r#"
            error[duplicate-route]: two redirects have the address /bread
              --> content/structure.toml:62:8
               |
            62 | from = "/bread"
               |        ^^^^^^^^ the second
               |
               = help: remove one of the two
            note: the first is here
              --> content/structure.toml:54:8
               |
            54 | from = "/bread"
               |        ^^^^^^^^

            error[hidden-page]: this redirect would hide the page /about
              --> content/structure.toml:66:8
               |
            66 | from = "/about"
               |        ^^^^^^^^ a page has this address
               |
               = help: remove the redirect, or rename the page
            note: the page is here
              --> content/pages/about.md:1:1
               |
             1 | +++
               | ^^^

            error[hidden-page]: this redirect would hide the file /order.txt
              --> content/structure.toml:70:8
               |
            70 | from = "/order.txt"
               |        ^^^^^^^^^^^^ a file has this address
               |
               = help: remove the redirect, or rename the file

            error[wrong-form]: /old/ has a slash at the end
              --> content/structure.toml:74:8
               |
            74 | from = "/old/"
               |        ^^^^^^^
               |
               = help: write /old: the form with a slash redirects as well

            error[duplicate-route]: two rewrites have the address /order/*
              --> content/structure.toml:78:8
               |
            78 | from = "/order/*"
               |        ^^^^^^^^^^ the second
               |
               = help: remove one of the two
            note: the first is here
              --> content/structure.toml:58:8
               |
            58 | from = "/order/*"
               |        ^^^^^^^^^^

            5 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn placeholders_that_stand_for_nothing() {
    Bakery::new()
        .replace("content/structure.toml", "/loaves/{slug}", "/loaves/{slgu}")
        .replace("content/structure.toml", "\"{term}: from", "\"{trm}: from")
        .replace(
            "content/structure.toml",
            "\"{title}, page",
            "\"{name}, page",
        )
        .stderr(expect![[r#"
            error[unknown-placeholder]: nothing is put in the place of `{slgu}`
              --> content/structure.toml:12:18
               |
            12 | route = "/loaves/{slgu}"
               |                  ^^^^^^
               |
               = help: did you mean `{slug}`?

            error[unknown-placeholder]: nothing is put in the place of `{trm}`
              --> content/structure.toml:36:10
               |
            36 | title = "{trm}: from the journal"
               |          ^^^^^
               |
               = help: did you mean `{term}`?

            error[unknown-placeholder]: nothing is put in the place of `{name}`
              --> content/structure.toml:45:10
               |
            45 | title = "{name}, page {number}"
               |          ^^^^^^
               |
               = help: what can stand here is `{title}` or `{number}`

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn keys_that_no_document_has() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "sort = \"weight\"",
            "sort = \"wieght\"",
        )
        .replace(
            "content/structure.toml",
            "field = \"topic\"",
            "field = \"tpic\"",
        )
        .stderr(expect![[r#"
            error[unknown-key]: no document of `loaves` has the key `wieght`
              --> content/structure.toml:14:8
               |
            14 | sort = "wieght"
               |        ^^^^^^^^
               |
               = help: did you mean `weight`?

            error[unknown-key]: no document of `journal` has the key `tpic`
              --> content/structure.toml:32:9
               |
            32 | field = "tpic"
               |         ^^^^^^
               |
               = help: did you mean `topic`?

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn facts_that_do_not_exist() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "\"The journal\"",
            "\"The journal of {{ site.nmae }}\"",
        )
        .stderr(expect![[r#"
            error[unknown-fact]: `site` in site.toml has no `nmae`
              --> content/structure.toml:51:25
               |
            51 | title = "The journal of {{ site.nmae }}"
               |                         ^^^^^^^^^^^^^^^
               |
               = help: did you mean `name`?

            1 error; nothing was written
        "#]])
        .failure();
}

/// Facts are filled into titles and descriptions as they are everywhere else.
#[test]
fn facts_are_filled_in() {
    let built = Bakery::new()
        .replace(
            "content/structure.toml",
            "\"The journal\"",
            "\"The journal of {{ site.name }}\"",
        )
        .success();
    let feed = built.read("dist/journal/feed.xml");
    assert!(
        feed.contains("<title>The journal of Millstone Bakery</title>"),
        "{feed}"
    );
}

#[test]
fn terms_without_an_address() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "parent = \"/journal\"",
            "parent = \"/journal\"\nterm = [{ name = \"???\" }, { name = \"Baking\", slug = \"a b\" }]",
        )
        .stderr(expect![[r#"
            error[bad-slug]: the term `???` has no letter or digit for an address
              --> content/structure.toml:36:18
               |
            36 | term = [{ name = "???" }, { name = "Baking", slug = "a b" }]
               |                  ^^^^^
               |
               = help: give it a `slug` of letters (a to z), digits, hyphens, dots and underscores: in content/structure.toml, a [[taxonomy.term]] with name = "???" and slug = "…"

            error[bad-slug]: `a b`, for the term `Baking`, cannot be part of an address
              --> content/structure.toml:36:53
               |
            36 | term = [{ name = "???" }, { name = "Baking", slug = "a b" }]
               |                                                     ^^^^^
               |
               = help: give it a `slug` of letters (a to z), digits, hyphens, dots and underscores: in content/structure.toml, a [[taxonomy.term]] with name = "Baking" and slug = "…"

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn folders_that_cannot_be_part_of_an_address() {
    Bakery::new()
        .page("a b/c", "Text.\n")
        .page("a#b/d", "Text.\n")
        .stderr(expect![[r#"
            error[bad-slug]: `a b` cannot be part of an address
             --> content/pages/a b/c.md:1:1
              |
            1 | +++
              | ^^^ the folder's name becomes part of the address
              |
              = help: rename the folder with letters (a to z), digits, hyphens, dots and underscores

            error[bad-slug]: `a#b` cannot be part of an address
             --> content/pages/a#b/d.md:1:1
              |
            1 | +++
              | ^^^ the folder's name becomes part of the address
              |
              = help: rename the folder with letters (a to z), digits, hyphens, dots and underscores

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn terms_that_are_declared_twice_or_that_no_document_has() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "parent = \"/journal\"",
            "parent = \"/journal\"\nterm = [{ name = \"Shops & poeple\" }, { name = \"Baking\" }, { name = \"Prizes\" }, { name = \"Baking\" }]",
        )
        .stderr(expect![[r#"
            error[unknown-term]: no document of `journal` has the term `Shops & poeple`
              --> content/structure.toml:36:18
               |
            36 | term = [{ name = "Shops & poeple" }, { name = "Baking" }, { name = "Prizes" }, { name = "Baking" }]
               |                  ^^^^^^^^^^^^^^^^
               |
               = help: did you mean `Shops & people`?

            error[duplicate-name]: two terms of `topic` are named `Baking`
              --> content/structure.toml:36:89
               |
            36 | term = [{ name = "Shops & poeple" }, { name = "Baking" }, { name = "Prizes" }, { name = "Baking" }]
               |                                                                                         ^^^^^^^^ the second
               |
               = help: remove one of the two
            note: the first is here
              --> content/structure.toml:36:47
               |
            36 | term = [{ name = "Shops & poeple" }, { name = "Baking" }, { name = "Prizes" }, { name = "Baking" }]
               |                                               ^^^^^^^^

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn terms_with_one_address() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "parent = \"/journal\"",
            "parent = \"/journal\"\nterm = [{ name = \"Shops, people\" }]",
        )
        .stderr(expect![[r#"
            error[unknown-term]: no document of `journal` has the term `Shops, people`
              --> content/structure.toml:36:18
               |
            36 | term = [{ name = "Shops, people" }]
               |                  ^^^^^^^^^^^^^^^
               |
               = help: did you mean `Shops & people`?

            1 error; nothing was written
        "#]])
        .failure();
}

/// A term that is not used is nothing wrong: its page waits for the first document.
#[test]
fn term_without_documents() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "parent = \"/journal\"",
            "parent = \"/journal\"\nterm = [{ name = \"Prizes\" }]",
        )
        .success();
}

#[test]
fn route_without_a_place_for_the_name() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "\"/journal/{slug}\"",
            "\"/journal\"",
        )
        .stderr(expect![[r#"
            error[wrong-form]: every document of `journal` would have the address /journal
              --> content/structure.toml:20:9
               |
            20 | route = "/journal"
               |         ^^^^^^^^^^
               |
               = help: add what is each document's own: `/journal/{slug}`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn placeholder_that_is_not_closed() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "\"/journal/{slug}\"",
            "\"/journal/{slug\"",
        )
        .stderr(expect![[r#"
            error[unknown-placeholder]: `{slug` is not closed
              --> content/structure.toml:20:9
               |
            20 | route = "/journal/{slug"
               |         ^^^^^^^^^^^^^^^^
               |
               = help: close it with a brace: `/journal/{slug}`

            1 error; nothing was written
        "#]])
        .failure();
}

/// Once, not at each document.
#[test]
fn collection_without_template() {
    Bakery::new()
        .replace("content/structure.toml", "template = \"entry.html\"\n", "")
        .stderr(expect![[r#"
            error[missing-template]: no template is named for the documents of `journal`
              --> content/structure.toml:16:1
               |
            16 | [[collection]]
               | ^^^^^^^^^^^^^^
               |
               = help: add `template = "…"` here

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn two_collections_of_one_folder() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "dir = \"journal\"",
            "dir = \"loaves\"",
        )
        .stderr(expect![[r#"
            error[duplicate-route]: the collections `loaves` and `journal` read the same documents
              --> content/structure.toml:18:7
               |
            18 | dir = "loaves"
               |       ^^^^^^^^ the second
               |
               = help: name another folder or file here, or remove one of the two
            note: the first is here
              --> content/structure.toml:10:7
               |
            10 | dir = "loaves"
               |       ^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn collection_with_folder_and_file() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "dir = \"journal\"",
            "dir = \"journal\"\nfile = \"lists/shops.toml\"",
        )
        .stderr(expect![[r#"
            error[invalid-value]: the collection `journal` has both `dir` and `file`
              --> content/structure.toml:19:8
               |
            19 | file = "lists/shops.toml"
               |        ^^^^^^^^^^^^^^^^^^ the second
               |
               = help: keep `dir` for a folder of documents, or `file` for a list
            note: the first is here
              --> content/structure.toml:18:7
               |
            18 | dir = "journal"
               |       ^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn menu_with_a_collection_that_is_not_there() {
    Bakery::new()
        .replace(
            "content/menus.toml",
            "\"About\"",
            "\"About\"\ncollection = \"loafs\"",
        )
        .stderr(expect![[r#"
            error[unknown-collection]: there is no collection `loafs`
             --> content/menus.toml:3:14
              |
            3 | collection = "loafs"
              |              ^^^^^^^ not in structure.toml
              |
              = help: did you mean `loaves`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn menu_with_another_name() {
    Bakery::new()
        .write(
            "content/menus.toml",
            "[[mian]]\nlabel = \"About\"\nurl = \"/about\"\n",
        )
        .stderr(expect![[r#"
            error[missing-menu]: no template shows the menu `mian`
             --> content/menus.toml:1:3
              |
            1 | [[mian]]
              |   ^^^^
              |
              = help: did you mean `main`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn menu_that_is_not_there() {
    Bakery::new()
        .write(
            "content/menus.toml",
            "[[footer]]\nlabel = \"About\"\nurl = \"/about\"\n",
        )
        .stderr(expect![[r#"
            error[missing-menu]: there is no menu `main`
             --> content/menus.toml:1:1
              |
            1 | [[footer]]
              | ^^^^^^^^^^
              |
              = help: add it: [[main]] tables, each with `label` and `url`
            note: a template asks for it here
             --> themes/bakery/templates/header.html:2:17
              |
            2 | {%- for link in menus.main %}
              |                 ^^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn no_menus_toml() {
    Bakery::new()
        .remove("content/menus.toml")
        .stderr(expect![[r#"
            error[missing-menu]: there is no menu `main`
             --> themes/bakery/templates/header.html:2:17
              |
            2 | {%- for link in menus.main %}
              |                 ^^^^^^^^^^ a template asks for it here
              |
              = help: there is no content/menus.toml: write it, with [[main]] tables, each with `label` and `url`

            1 error; nothing was written
        "#]])
        .failure();
}

/// Half of it would not be shown.
#[test]
fn menu_in_two_parts_with_two_names() {
    Bakery::new()
        .replace(
            "content/menus.toml",
            "[[main]]\nlabel = \"About\"",
            "[[mian]]\nlabel = \"About\"",
        )
        .stderr(expect![[r#"
            error[missing-menu]: no template shows the menu `mian`
             --> content/menus.toml:1:3
              |
            1 | [[mian]]
              |   ^^^^
              |
              = help: did you mean `main`?

            1 error; nothing was written
        "#]])
        .failure();
}

/// The template is not wrong.
#[test]
fn collection_of_a_menu_that_a_template_asks_for() {
    Bakery::new().replace("content/menus.toml", "\"About\"", "\"About\"\ncollection = \"loafs\"").replace("themes/bakery/templates/header.html", "{%- for link in menus.main %}", "{%- for link in menus.main %}{% for one in collection(name=link.collection) %}{% endfor %}")
        .stderr(expect![[r#"
            error[unknown-collection]: there is no collection `loafs`
             --> content/menus.toml:3:14
              |
            3 | collection = "loafs"
              |              ^^^^^^^ not in structure.toml
              |
              = help: did you mean `loaves`?

            1 error; nothing was written
        "#]])
        .failure();
}

/// Links to its further pages are not broken.
#[test]
fn page_to_paginate_with_another_address() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "page = \"/journal\"",
            "page = \"/jurnal\"",
        )
        .page("visit", "[Older](/journal/page/2)\n")
        .stderr(expect![[r#"
            error[broken-link]: there is no page /jurnal to paginate
              --> content/structure.toml:40:8
               |
            40 | page = "/jurnal"
               |        ^^^^^^^^^ no such page
               |
               = help: did you mean `/journal`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn files_that_answer_for_a_page() {
    Bakery::new()
        .write("public/about/index.html", "x")
        .write("public/journal", "x")
        .stderr(expect![[r#"
            error[duplicate-route]: journal is a file, and journal/feed.xml needs a folder of that name
             |
             = help: rename one of the two

            error[duplicate-route]: two sources give /about: a page and public/about/index.html
             --> content/pages/about.md:1:1
              |
            1 | +++
              | ^^^ the page
              |
              = help: remove or rename one of the two

            error[duplicate-route]: two sources give /journal: a page and public/journal
             --> content/pages/journal.md:1:1
              |
            1 | +++
              | ^^^ the page
              |
              = help: remove or rename one of the two

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn redirects_in_a_circle() {
    Bakery::new()
        .append(
            "content/structure.toml",
            "\n[[redirect]]\nfrom = \"/one\"\nto = \"/two\"\n\n[[redirect]]\nfrom = \"/two\"\nto = \"/one\"\n",
        )
        .stderr(expect![[r#"
            error[redirect-chain]: /one redirects to /two, which redirects again
              --> content/structure.toml:63:6
               |
            63 | to = "/two"
               |      ^^^^^^
               |
               = help: these redirects go in a circle: name a page that exists

            error[redirect-chain]: /two redirects to /one, which redirects again
              --> content/structure.toml:67:6
               |
            67 | to = "/one"
               |      ^^^^^^
               |
               = help: these redirects go in a circle: name a page that exists

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn no_page_for_what_does_not_exist() {
    Bakery::new()
        .remove("content/pages/404.md")
        .stderr(expect![[r#"
            error[missing-page]: the site has no page for addresses that do not exist
             --> content/structure.toml:5:9
              |
            5 | route = "/{path}"
              |         ^^^^^^^^^ nothing gives /404
              |
              = help: write it: content/pages/404.md

            1 error; nothing was written
        "#]])
        .failure();
}
