//! TOML that cannot be read. Lines count from the top of the file.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn text_without_quotes() {
    Bakery::new()
        .write("content/pages/visit.md", "+++\ntitle = Come and visit\ndescription = \"Where to find the shop in Ulm.\"\n+++\nText.\n")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: string values must be quoted
             --> content/pages/visit.md:2:9
              |
            2 | title = Come and visit
              |         ^^^^^^^^^^^^^^
              |
              = help: put text between double quotes: key = "text"

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn key_without_value() {
    Bakery::new()
        .write(
            "content/pages/visit.md",
            "+++\ntitle = \"Visit\"\ndescription\n+++\n",
        )
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: key with no value, expected `=`
             --> content/pages/visit.md:3:12
              |
            3 | description
              |            ^
              |
              = help: a key is followed by `=` and its value: key = "text"

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn key_twice() {
    Bakery::new()
        .write("content/pages/visit.md", "+++\ntitle = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\ntitle = \"Again\"\n+++\n")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: duplicate key
             --> content/pages/visit.md:4:1
              |
            4 | title = "Again"
              | ^^^^^
              |
              = help: keep one of the two

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn text_that_is_not_closed() {
    Bakery::new()
        .write(
            "content/pages/visit.md",
            "+++\ntitle = \"Visit\ndescription = \"Where to find us in Ulm.\"\n+++\n",
        )
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: invalid basic string
             --> content/pages/visit.md:2:15
              |
            2 | title = "Visit
              |               ^
              |
              = help: close the text with a double quote; a double quote inside it is written \"

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn quote_inside_text() {
    Bakery::new()
        .write(
            "content/pages/visit.md",
            "+++\ntitle = \"The \"old\" mill\"\ndescription = \"Where to find us in Ulm.\"\n+++\n",
        )
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: unexpected key or value
             --> content/pages/visit.md:2:15
              |
            2 | title = "The "old" mill"
              |               ^
              |
              = help: one key and its value stand on a line; a double quote inside text is written \"

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn table_header_that_is_not_closed() {
    Bakery::new()
        .write("content/lists/shops.toml", "[[item]\ntown = \"Ulm\"\n")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: unclosed array table, expected `]`
             --> content/lists/shops.toml:1:8
              |
            1 | [[item]
              |        ^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn multi_line_text_that_is_not_closed() {
    Bakery::new()
        .write(
            "content/loaves/rye.md",
            "+++\ntitle = \"\"\"\nRye\nflour = \"rye\"\n+++\nText.\n",
        )
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: invalid multi-line basic string
             --> content/loaves/rye.md:5:1
              |
            5 | +++
              | ^
              |
              = help: close the text with three double quotes: """

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn no_such_day() {
    Bakery::new()
        .replace("content/journal/winter.md", "2026-02-01", "2026-02-30")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: invalid date, expected day between 01 and 28
             --> content/journal/winter.md:4:8
              |
            4 | date = 2026-02-30
              |        ^^^^^^^^^^
              |
              = help: dates are written year-month-day, without quotes: 2026-04-30

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn in_a_list_of_values() {
    Bakery::new()
        .replace("content/loaves/rye.md", "weight = 1", "weight = 1\nseeds = [\"poppy\" \"sesame\"]")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: missing comma between array elements, expected `,`
             --> content/loaves/rye.md:6:18
              |
            6 | seeds = ["poppy" "sesame"]
              |                  ^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn in_menus() {
    Bakery::new()
        .append(
            "content/menus.toml",
            "\n[[main]]\nlabel = Shop\nurl = /shop\n",
        )
        .stderr(expect![[r#"
        error[bad-toml]: this is not valid TOML: string values must be quoted
          --> content/menus.toml:10:9
           |
        10 | label = Shop
           |         ^^^^
           |
           = help: put text between double quotes: key = "text"

        error[bad-toml]: this is not valid TOML: string values must be quoted
          --> content/menus.toml:11:7
           |
        11 | url = /shop
           |       ^^^^^
           |
           = help: put text between double quotes: key = "text"

        2 errors; nothing was written
    "#]])
        .failure();
}

#[test]
fn curly_quotes_from_a_word_processor() {
    Bakery::new()
        .write(
            "content/pages/visit.md",
            "+++\ntitle = “Visit”\ndescription = \"Where to find us in Ulm.\"\n+++\n",
        )
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: string values must be quoted
             --> content/pages/visit.md:2:9
              |
            2 | title = “Visit”
              |         ^^^^^^^
              |
              = help: these quotes are curly, as word processors write them; TOML takes straight ones: key = "text"

            1 error; nothing was written
        "#]])
        .failure();
}

/// The address of a document with bad TOML is still known, so links to it are not reported as broken too.
#[test]
fn slug_is_read_beside_a_mistake() {
    Bakery::new()
        .write(
            "content/pages/visit.md",
            "+++\ntitle = Visit\nslug = \"directions\"\n+++\n",
        )
        .page("linking", "[Here](/directions)\n")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: string values must be quoted
             --> content/pages/visit.md:2:9
              |
            2 | title = Visit
              |         ^^^^^
              |
              = help: put text between double quotes: key = "text"

            1 error; nothing was written
        "#]])
        .failure();
}
