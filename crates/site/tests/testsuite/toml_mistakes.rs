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
            note: the first is here
             --> content/pages/visit.md:2:1
              |
            2 | title = "Visit"
              | ^^^^^

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
              = help: close the text with the quote that it begins with; a double quote inside it is written \"

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
              |
              = help: close it with two brackets: [[item]]

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
             --> content/loaves/rye.md:2:9
              |
            2 | title = """
              |         ^^^ the text begins here
              |
              = help: close the text with three quotes as well: """

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
              = help: February 2026 has 28 days

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
              |
              = help: close the list above this line with a bracket: ["one", "two"]

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

/// A site whose loaf of rye has other front matter.
fn rye(old: &str, new: &str) -> Bakery {
    Bakery::new().replace("content/loaves/rye.md", old, new)
}

#[test]
fn no_break_space() {
    rye("weight = 1", "weight\u{a0}= 1")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: a no-break space (U+00A0) stands here
             --> content/loaves/rye.md:5:7
              |
            5 | weight = 1
              |       ^
              |
              = help: it looks like a blank and is none: delete it, and type a blank

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn control_character() {
    rye("Rye\"", "R\u{1}e\"")
        .stderr(expect![[r#"
        error[bad-toml]: this is not valid TOML: a control character (U+0001) stands here
         --> content/loaves/rye.md:2:11
          |
        2 | title = "R␁e"
          |           ^
          |
          = help: it cannot be seen: delete it

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn curly_quote_that_closes_a_text() {
    rye("\"Rye\"", "\"Rye”").stderr(expect![[r#"
        error[bad-toml]: this is not valid TOML: invalid basic string
         --> content/loaves/rye.md:2:14
          |
        2 | title = "Rye”
          |              ^
          |
          = help: these quotes are curly, as word processors write them; TOML takes straight ones: key = "text"

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn colon_in_the_place_of_the_equals_sign() {
    rye("title = \"Rye\"", "title: Rye")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: a key is followed by `=`, not by a colon
             --> content/loaves/rye.md:2:6
              |
            2 | title: Rye
              |      ^
              |
              = help: write title = "Rye"

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn number_with_a_zero_before_it() {
    rye("weight = 1", "weight = 02")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: unexpected leading zero
             --> content/loaves/rye.md:5:10
              |
            5 | weight = 02
              |          ^
              |
              = help: write the number without zeros before it; a telephone or registration number is text: put it between quotes

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn backslash_in_a_path() {
    rye("\"Rye\"", "\"images\\picture.svg\"")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: missing escaped value
             --> content/loaves/rye.md:2:17
              |
            2 | title = "images\picture.svg"
              |                 ^
              |
              = help: folders are written with `/`; a backslash in text is written \\

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn capital_in_true() {
    rye("weight = 1", "weight = 1\nvegan = True")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: invalid boolean, expected `true`
             --> content/loaves/rye.md:6:9
              |
            6 | vegan = True
              |         ^^^^
              |
              = help: write it in small letters: true

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn yes_without_quotes() {
    rye("weight = 1", "weight = 1\nvegan = yes")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: string values must be quoted
             --> content/loaves/rye.md:6:9
              |
            6 | vegan = yes
              |         ^^^
              |
              = help: yes and no are written true and false, text between double quotes: key = "text"

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn header_of_a_table_that_is_not_closed() {
    rye("weight = 1", "weight = 1\n[oven.stone\nheat = 250")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: unclosed table, expected `]`
             --> content/loaves/rye.md:6:12
              |
            6 | [oven.stone
              |            ^
              |
              = help: close it with a bracket: [oven.stone]

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn comma_at_the_end_of_a_line() {
    rye("weight = 1", "weight = 1,")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: unexpected key or value
             --> content/loaves/rye.md:5:11
              |
            5 | weight = 1,
              |           ^
              |
              = help: delete the `,`: a line ends with its value

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn list_that_is_not_closed() {
    rye("weight = 1", "seeds = [\"poppy\", \"sesame\"\nweight = 1")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: missing comma between array elements, expected `,`
             --> content/loaves/rye.md:6:1
              |
            6 | weight = 1
              | ^
              |
              = help: close the list above this line with a bracket: ["one", "two"]

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn dates_in_another_form() {
    rye(
        "weight = 1",
        "weight = 1\nsince = 2025-9-2\nuntil = 22.09.2025\nand = 22 Sep 2025\nor = 2025-13-02",
    )
    .stderr(expect![[r#"
        error[bad-toml]: this is not valid TOML: invalid date, expected a two-digit month (MM)
         --> content/loaves/rye.md:6:9
          |
        6 | since = 2025-9-2
          |         ^^^^^^^^
          |
          = help: dates are written year-month-day, without quotes: 2025-09-02

        error[bad-toml]: this is not valid TOML: invalid float
         --> content/loaves/rye.md:7:14
          |
        7 | until = 22.09.2025
          |              ^^^^^
          |
          = help: dates are written year-month-day, without quotes: 2025-09-22

        error[bad-toml]: this is not valid TOML: string values must be quoted
         --> content/loaves/rye.md:8:7
          |
        8 | and = 22 Sep 2025
          |       ^^^^^^^^^^^
          |
          = help: dates are written year-month-day, without quotes: 2025-09-22

        error[bad-toml]: this is not valid TOML: invalid date, expected month between 01 and 12
         --> content/loaves/rye.md:9:6
          |
        9 | or = 2025-13-02
          |      ^^^^^^^^^^
          |
          = help: dates are written year-month-day, without quotes: 2025-02-13

        4 errors; nothing was written
    "#]])
    .failure();
}

#[test]
fn date_with_a_time() {
    rye("weight = 1", "weight = 1\nsince = 2025-09-02T10:00:00")
        .stderr(expect![[r#"
            error[bad-date]: `2025-09-02T10:00:00` is not a date
             --> content/loaves/rye.md:6:9
              |
            6 | since = 2025-09-02T10:00:00
              |         ^^^^^^^^^^^^^^^^^^^ not a date
              |
              = help: leave out the time of the day: 2025-09-02

            1 error; nothing was written
        "#]])
        .failure();
}

/// Only the header is told of a table that comes twice.
#[test]
fn table_twice() {
    rye(
        "weight = 1",
        "weight = 1\n[oven.stone]\nheat = 250\n[oven.stone]\nheat = 270",
    )
    .stderr(expect![[r#"
        error[bad-toml]: this is not valid TOML: duplicate key
         --> content/loaves/rye.md:8:7
          |
        8 | [oven.stone]
          |       ^^^^^
          |
          = help: keep one of the two, or give one another name
        note: the first is here
         --> content/loaves/rye.md:6:1
          |
        6 | [oven.stone]
          | ^^^^^^^^^^^^

        1 error; nothing was written
    "#]])
    .failure();
}

#[test]
fn entry_of_a_list_with_one_bracket() {
    Bakery::new()
        .append(
            "content/structure.toml",
            "\n[redirect]\nfrom = \"/a\"\nto = \"/about\"\n",
        )
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: duplicate key
              --> content/structure.toml:61:2
               |
            61 | [redirect]
               |  ^^^^^^^^
               |
               = help: each entry of a list has two brackets: [[redirect]]
            note: the first is here
              --> content/structure.toml:53:1
               |
            53 | [[redirect]]
               | ^^^^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

/// A byte order mark is no column.
#[test]
fn byte_order_mark_before_a_mistake() {
    Bakery::new()
        .write("content/lists/shops.toml", "\u{feff}[[item\n")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: unclosed array table, expected `]]`
             --> content/lists/shops.toml:1:8
              |
            1 | ﻿[[item
              |       ^
              |
              = help: close it with two brackets: [[item]]

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn text_of_two_lines() {
    rye("\"Rye\"", "\"Rye,\ndark and sour\"")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: invalid basic string
             --> content/loaves/rye.md:2:14
              |
            2 | title = "Rye,
              |              ^
              |
              = help: text of several lines stands between three double quotes: """

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn apostrophe_between_single_quotes() {
    rye("\"Rye\"", "'The baker's rye'")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: unexpected key or value
             --> content/loaves/rye.md:2:20
              |
            2 | title = 'The baker's rye'
              |                    ^
              |
              = help: text with an apostrophe in it stands between double quotes: "the baker's"

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn comment_of_another_language() {
    rye("weight = 1", "weight = 1 // the first")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: string values must be quoted
             --> content/loaves/rye.md:5:10
              |
            5 | weight = 1 // the first
              |          ^^^^^^^^^^^^^^
              |
              = help: a comment begins with `#`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn number_with_a_comma() {
    rye("weight = 1", "weight = 1,5")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: unexpected key or value
             --> content/loaves/rye.md:5:11
              |
            5 | weight = 1,5
              |           ^
              |
              = help: a number has a point, not a comma: 1.5; two numbers are a list: [1, 5]

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn list_as_in_yaml() {
    rye("weight = 1", "weight = 1\nseeds:\n  - poppy\n  - sesame")
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: a key is followed by `=`, not by a colon
             --> content/loaves/rye.md:6:6
              |
            6 | seeds:
              |      ^
              |
              = help: write seeds = ["one", "two"], without lines that begin with a hyphen

            1 error; nothing was written
        "#]])
        .failure();
}
