//! `site list`: pages with their sources, and documents that are left out.

use expect_test::expect;

use crate::bakery::{Bakery, run};

#[test]
#[rustfmt::skip]
fn every_page() {
    Bakery::new().args("list").stdout(expect![[r#"
        URL                          SOURCE                       TEMPLATE      DATE        UPDATED  WORDS
        /                            content/pages/index.md       page.html     -           -           12
        /404                         content/pages/404.md         page.html     -           -           12
        /about                       content/pages/about.md       page.html     -           -           27
        /journal                     content/pages/journal.md     journal.html  -           -            4
        /journal/flour               content/journal/flour.md     entry.html    2026-04-20  -           10
        /journal/leaven              content/journal/leaven.md    entry.html    2026-03-05  -           14
        /journal/new-oven            content/journal/new-oven.md  entry.html    2026-01-10  -           15
        /journal/page/2              content/structure.toml:44    journal.html  -           -            -
        /journal/topic/baking        content/structure.toml:33    journal.html  -           -            -
        /journal/topic/shops-people  content/structure.toml:33    journal.html  -           -            -
        /journal/winter              content/journal/winter.md    entry.html    2026-02-01  -           13
        /loaves/rye                  content/loaves/rye.md        loaf.html     -           -           11
        /loaves/spelt                content/loaves/spelt.md      loaf.html     -           -           10
    "#]]).stderr(expect![[r#"
        13 pages from 11 files; no document is left out
    "#]]).success();
}

#[test]
#[rustfmt::skip]
fn of_one_collection() {
    Bakery::new().args("list --collection loaves --quiet").stdout(expect![[r#"
        URL            SOURCE                   TEMPLATE   DATE  UPDATED  WORDS
        /loaves/rye    content/loaves/rye.md    loaf.html  -     -           11
        /loaves/spelt  content/loaves/spelt.md  loaf.html  -     -           10
    "#]]).success();
    Bakery::new().args("list --collection shops").stdout(expect![[r#"
        ENTRY  SOURCE                      TEMPLATE  DATE  UPDATED  WORDS
        0      content/lists/shops.toml    -         -     -            0
        1      content/lists/shops.toml:4  -         -     -            0
    "#]]).stderr(expect![[r#"
        2 entries; no document is left out
    "#]]).success();
}

#[test]
#[rustfmt::skip]
fn what_is_left_out() {
    let bakery = || {
        Bakery::new().replace("content/journal/flour.md", "+++\nFrom", "draft = true\n+++\nFrom").page_with("summer", "publish = 2026-07-01\n", "Text.\n")
    };
    bakery().args("list --hidden --date 2026-06-01").stdout(expect![[r#"
        URL             SOURCE                    WHY
        /summer         content/pages/summer.md   it is published on 2026-07-01; --future includes it
        /journal/flour  content/journal/flour.md  it is a draft; --drafts includes it
    "#]]).stderr(expect![[r#"
            2 documents are left out
        "#]]).success();
    bakery().args("list --date 2026-06-01 --collection journal").stdout(expect![[r#"
        URL                SOURCE                       TEMPLATE    DATE        UPDATED  WORDS
        /journal/leaven    content/journal/leaven.md    entry.html  2026-03-05  -           14
        /journal/new-oven  content/journal/new-oven.md  entry.html  2026-01-10  -           15
        /journal/winter    content/journal/winter.md    entry.html  2026-02-01  -           13
    "#]]).stderr(expect![[r#"
            3 pages from 3 files; 1 document is left out (--hidden lists them)
        "#]]).success();
    bakery().args("list --hidden --drafts --future --date 2026-06-01").stderr(expect![[r#"
        No document is left out
    "#]]).success();
    bakery().args("list --hidden --format json --date 2026-06-01").stdout(expect![[r#"
        {"url":"/summer","source":"content/pages/summer.md","collection":"pages","why":"it is published on 2026-07-01; --future includes it"}
        {"url":"/journal/flour","source":"content/journal/flour.md","collection":"journal","why":"it is a draft; --drafts includes it"}
    "#]]).success();
}

#[test]
#[rustfmt::skip]
fn as_json() {
    Bakery::new().args("list --collection journal --format json").stdout(expect![[r#"
        {"url":"/journal/flour","output":"journal/flour.html","source":"content/journal/flour.md","line":1,"template":"entry.html","kind":"page","collection":"journal","lang":"en","title":"Our miller","date":"2026-04-20","updated":null,"publish":null,"expire":null,"draft":false,"noindex":false,"words":10}
        {"url":"/journal/leaven","output":"journal/leaven.html","source":"content/journal/leaven.md","line":1,"template":"entry.html","kind":"page","collection":"journal","lang":"en","title":"A new leaven","date":"2026-03-05","updated":null,"publish":null,"expire":null,"draft":false,"noindex":false,"words":14}
        {"url":"/journal/new-oven","output":"journal/new-oven.html","source":"content/journal/new-oven.md","line":1,"template":"entry.html","kind":"page","collection":"journal","lang":"en","title":"The new oven","date":"2026-01-10","updated":null,"publish":null,"expire":null,"draft":false,"noindex":false,"words":15}
        {"url":"/journal/winter","output":"journal/winter.html","source":"content/journal/winter.md","line":1,"template":"entry.html","kind":"page","collection":"journal","lang":"en","title":"Winter hours","date":"2026-02-01","updated":null,"publish":null,"expire":null,"draft":false,"noindex":false,"words":13}
    "#]]).success();
}

#[test]
#[rustfmt::skip]
fn unknown_collection() {
    Bakery::new().args("list --collection loafs").misuse(expect![[r#"
        error[unknown-collection]: unknown collection `loafs`
          help: did you mean `loaf`?
          help: the collections are `pages`, `loaves`, `journal` and `shops`
        1 error
    "#]]);
}

/// If some documents have errors, the others are still listed.
#[test]
#[rustfmt::skip]
fn with_mistakes() {
    Bakery::new().replace("content/loaves/rye.md", "flour =", "flower =").args("list --collection loaves").stdout(expect![[r#"
        URL            SOURCE                   TEMPLATE   DATE  UPDATED  WORDS
        /loaves/spelt  content/loaves/spelt.md  loaf.html  -     -           10
    "#]]).stderr(expect![[r#"
        1 error in the content: documents with errors are not listed. `site check` shows the errors.
    "#]]).failure();
    Bakery::new().append("content/structure.toml", "x\n").args("list").findings(expect![[r#"
        content/structure.toml:60:2 «» error[bad-toml]: invalid TOML: this key has no value
          help: write `=` and a value after the key: key = "text"
        1 error
    "#]]);
    Bakery::empty().args("list").misuse(expect![[r#"
        error[no-project]: there is no content/site.toml here or in any folder above
          help: run the command in the project's folder, or name the folder with --root DIR
        1 error
    "#]]);
}

/// `--collection` accepts the same names as `site new`.
#[test]
fn a_collection_by_its_schema() {
    let [by_name, by_schema] = ["loaves", "loaf"].map(|name| run(Bakery::new().root(), &format!("list --collection {name}")));
    assert!(by_name.1.contains("/loaves/rye"), "{by_name:?}");
    assert_eq!(by_schema, by_name);
}
