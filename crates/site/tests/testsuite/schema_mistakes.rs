//! Front matter and data that their schema does not allow.

use expect_test::expect;

use crate::bakery::Bakery;

/// The loaf of line 2 to 5, with a line added as line 6.
fn rye_with(line: &str) -> Bakery {
    Bakery::new().replace(
        "content/loaves/rye.md",
        "weight = 1",
        &format!("weight = 1\n{line}"),
    )
}

#[test]
fn unknown_key() {
    Bakery::new()
        .replace("content/loaves/rye.md", "description =", "descripton =")
        .stderr(expect![[r#"
            error[unknown-key]: unknown key `descripton`
             --> content/loaves/rye.md:3:1
              |
            3 | descripton = "A dark loaf that keeps for a week."
              | ^^^^^^^^^^ not a key here
              |
              = help: did you mean `description`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_key_like_no_other() {
    rye_with("bakers_notes = \"dark\"")
        .stderr(expect![[r#"
            error[unknown-key]: unknown key `bakers_notes`
             --> content/loaves/rye.md:6:1
              |
            6 | bakers_notes = "dark"
              | ^^^^^^^^^^^^ not a key here
              |
              = help: the keys here are `title`, `description`, `slug`, `flour`, `weight`, `seeds`, `grams`, `code`, `vegan`, `since` and `question`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_key_in_a_table_of_a_list() {
    rye_with("[[question]]\nask = \"How long?\"\nanswer = \"A week.\"\n[[question]]\nasks = \"How dark?\"\nanswer = \"Very.\"")
        .stderr(expect![[r#"
            error[unknown-key]: unknown key `asks`
              --> content/loaves/rye.md:10:1
               |
            10 | asks = "How dark?"
               | ^^^^ not a key here
               |
               = help: did you mean `ask`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn missing_key() {
    Bakery::new()
        .replace("content/loaves/rye.md", "flour = \"rye\"\n", "")
        .stderr(expect![[r#"
        error[missing-key]: the key `flour` is missing
         --> content/loaves/rye.md:1:1
          |
        1 | +++
          | ^^^ `flour` is required here
          |
          = help: add `flour = …`: the flour it is baked from

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn missing_key_of_an_entry() {
    Bakery::new()
        .append("content/lists/shops.toml", "\n[[item]]\nurl = \"/about\"\n")
        .stderr(expect![[r#"
        error[missing-key]: the key `town` is missing
         --> content/lists/shops.toml:8:1
          |
        8 | [[item]]
          | ^^^^^^^^ `town` is required here
          |
          = help: add `town = …`

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn wrong_type_text_for_number() {
    Bakery::new()
        .replace("content/loaves/rye.md", "weight = 1", "weight = \"1\"")
        .stderr(expect![[r#"
        error[wrong-type]: `weight` must be a whole number
         --> content/loaves/rye.md:5:10
          |
        5 | weight = "1"
          |          ^^^ this is text in quotes
          |
          = help: write it without quotes: 1

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn wrong_type_number_for_text() {
    Bakery::new()
        .replace("content/loaves/rye.md", "title = \"Rye\"", "title = 100")
        .stderr(expect![[r#"
        error[wrong-type]: `title` must be text in quotes
         --> content/loaves/rye.md:2:9
          |
        2 | title = 100
          |         ^^^ this is a whole number
          |
          = help: put it between quotes: "100"

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn wrong_type_text_for_list() {
    rye_with("seeds = \"poppy\"")
        .stderr(expect![[r#"
        error[wrong-type]: `seeds` must be a list
         --> content/loaves/rye.md:6:9
          |
        6 | seeds = "poppy"
          |         ^^^^^^^ this is text in quotes
          |
          = help: put it between square brackets: ["poppy"]

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn wrong_type_text_for_yes_or_no() {
    rye_with("vegan = \"yes\"")
        .stderr(expect![[r#"
            error[wrong-type]: `vegan` must be `true` or `false`
             --> content/loaves/rye.md:6:9
              |
            6 | vegan = "yes"
              |         ^^^^^ this is text in quotes

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn not_an_option() {
    Bakery::new()
        .replace(
            "content/loaves/rye.md",
            "flour = \"rye\"",
            "flour = \"weat\"",
        )
        .stderr(expect![[r#"
        error[not-an-option]: `weat` is not an option for `flour`
         --> content/loaves/rye.md:4:9
          |
        4 | flour = "weat"
          |         ^^^^^^ not among the options
          |
          = help: did you mean `wheat`?
          = help: the options are `rye`, `wheat` or `spelt`

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn not_an_option_like_no_other() {
    Bakery::new()
        .replace(
            "content/loaves/rye.md",
            "flour = \"rye\"",
            "flour = \"sawdust\"",
        )
        .stderr(expect![[r#"
        error[not-an-option]: `sawdust` is not an option for `flour`
         --> content/loaves/rye.md:4:9
          |
        4 | flour = "sawdust"
          |         ^^^^^^^^^ not among the options
          |
          = help: the options are `rye`, `wheat` or `spelt`

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn item_that_is_no_list() {
    Bakery::new()
        .write("content/lists/shops.toml", "[item]\ntown = \"Ulm\"\n")
        .stderr(expect![[r#"
        error[unknown-key]: unknown key `item`
         --> content/lists/shops.toml:1:2
          |
        1 | [item]
          |  ^^^^ not a key here
          |
          = help: a list is written as [[item]] tables

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn list_with_another_name() {
    Bakery::new()
        .write("content/lists/shops.toml", "[[shop]]\ntown = \"Ulm\"\n")
        .stderr(expect![[r#"
        error[unknown-key]: unknown key `shop`
         --> content/lists/shops.toml:1:3
          |
        1 | [[shop]]
          |   ^^^^ not a key here
          |
          = help: a list is written as [[item]] tables

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn several_in_one_file() {
    Bakery::new()
        .write("content/loaves/rye.md", "+++\ntitel = \"Rye\"\ndescription = 7\nflour = \"Rye\"\nweight = 0\n+++\nA [broken](/link) too.\n")
        .stderr(expect![[r#"
            error[unknown-key]: unknown key `titel`
             --> content/loaves/rye.md:2:1
              |
            2 | titel = "Rye"
              | ^^^^^ not a key here
              |
              = help: did you mean `title`?

            error[wrong-type]: `description` must be text in quotes
             --> content/loaves/rye.md:3:15
              |
            3 | description = 7
              |               ^ this is a whole number
              |
              = help: put it between quotes: "7"

            error[not-an-option]: `Rye` is not an option for `flour`
             --> content/loaves/rye.md:4:9
              |
            4 | flour = "Rye"
              |         ^^^^^ not among the options
              |
              = help: did you mean `rye`?
              = help: the options are `rye`, `wheat` or `spelt`

            error[out-of-range]: `weight` must be at least 1
             --> content/loaves/rye.md:5:10
              |
            5 | weight = 0
              |          ^ too small

            4 errors; nothing was written
        "#]])
        .failure();
}

/// It is not missing where it belongs as well.
#[test]
fn key_below_the_header_of_a_table() {
    Bakery::new()
        .replace(
            "content/loaves/rye.md",
            "flour = \"rye\"\nweight = 1",
            "weight = 1\n[[question]]\nask = \"How long?\"\nanswer = \"A week.\"\nflour = \"rye\"",
        )
        .stderr(expect![[r#"
            error[unknown-key]: unknown key `flour`
             --> content/loaves/rye.md:8:1
              |
            8 | flour = "rye"
              | ^^^^^ not a key here
              |
              = help: here it is a key of [question]: put it above the first [table]

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn list_of_tables_with_one_bracket() {
    rye_with("[question]\nask = \"How long?\"\nanswer = \"A week.\"")
        .stderr(expect![[r#"
            error[wrong-type]: `question` must be a list
             --> content/loaves/rye.md:6:1
              |
            6 | [question]
              | ^^^^^^^^^^ this is a table
              |
              = help: each entry of a list has two brackets: [[question]]

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn table_in_the_place_of_text_and_text_in_the_place_of_a_table() {
    Bakery::new()
        .page("visit", "")
        .replace(
            "content/pages/visit.md",
            "template =",
            "link = \"/about\"\ntemplate =",
        )
        .page("more", "")
        .replace(
            "content/pages/more.md",
            "\"page.html\"",
            "\"page.html\"\n[[link]]\nlabel = \"x\"\nurl = \"/about\"",
        )
        .stderr(expect![[r#"
            error[wrong-type]: `link` must be a table
             --> content/pages/more.md:5:1
              |
            5 | [[link]]
              | ^^^^^^^^ this is a list
              |
              = help: there is only one, so its header has one bracket on each side: [link]

            error[wrong-type]: `link` must be a table
             --> content/pages/visit.md:4:8
              |
            4 | link = "/about"
              |        ^^^^^^^^ this is text in quotes
              |
              = help: write [link] on a line of its own, and the keys below it

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn text_of_no_character_and_of_one() {
    Bakery::new()
        .replace("content/loaves/rye.md", "\"Rye\"", "\"\"")
        .replace(
            "content/loaves/rye.md",
            "A dark loaf that keeps for a week.",
            "D",
        )
        .stderr(expect![[r#"
            error[too-short]: `title` is empty
             --> content/loaves/rye.md:2:9
              |
            2 | title = ""
              |         ^^ too short
              |
              = help: the loaf's name

            error[too-short]: `description` has 1 character; at least 20 are needed
             --> content/loaves/rye.md:3:15
              |
            3 | description = "D"
              |               ^^^ too short

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn settings_in_another_form() {
    Bakery::new()
        .replace("content/site.toml", "+01:00", "CET")
        .replace(
            "content/structure.toml",
            "from = \"/bread\"",
            "from = \"bread\"",
        )
        .append(
            "content/structure.toml",
            "\n[[feed]]\nroute = \"/feed\"\ncollection = \"journal\"\ntitle = \"All\"\n",
        )
        .stderr(expect![[r#"
            error[wrong-form]: `utc_offset` does not have the expected form
             --> content/site.toml:5:14
              |
            5 | utc_offset = "CET"
              |              ^^^^^
              |
              = help: hours and minutes ahead of or behind UTC: +05:30
              = help: for example `+05:30`

            error[wrong-form]: `from` does not have the expected form
              --> content/structure.toml:54:8
               |
            54 | from = "bread"
               |        ^^^^^^^
               |
               = help: the old address
               = help: for example `/old-page`

            error[wrong-form]: `route` does not have the expected form
              --> content/structure.toml:62:9
               |
            62 | route = "/feed"
               |         ^^^^^^^
               |
               = help: its address, ending in .xml
               = help: for example `/news/feed.xml`

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn template_without_its_ending() {
    Bakery::new()
        .replace(
            "content/schemas/page.json",
            "\"template\": { \"type\": \"string\" }",
            "\"template\": { \"type\": \"string\", \"pattern\": \"^[a-z-]+\\\\.html$\" }",
        )
        .page("visit", "")
        .replace("content/pages/visit.md", "page.html", "page")
        .stderr(expect![[r#"
            error[wrong-form]: `template` does not have the expected form
             --> content/pages/visit.md:4:12
              |
            4 | template = "page"
              |            ^^^^^^
              |
              = help: it ends in `.html`: did you mean `page.html`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn beginning_of_an_address() {
    Bakery::new()
        .replace(
            "content/schemas/page.json",
            "\"slug\": { \"type\": \"string\" }",
            "\"slug\": { \"type\": \"string\", \"pattern\": \"^(a|b)\" }",
        )
        .page("visit", "")
        .replace(
            "content/pages/visit.md",
            "template",
            "slug = \"c\"\ntemplate",
        )
        .stderr(expect![[r#"
            error[wrong-form]: `slug` does not have the expected form
             --> content/pages/visit.md:4:8
              |
            4 | slug = "c"
              |        ^^^
              |
              = help: it begins with `a` or `b`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn missing_tables() {
    Bakery::new()
        .replace(
            "content/schemas/page.json",
            "\"required\": [\"title\"]",
            "\"required\": [\"title\", \"link\"]",
        )
        .replace(
            "content/schemas/loaf.json",
            "\"flour\", \"weight\"",
            "\"flour\", \"question\"",
        )
        .remove("content/pages/404.md")
        .remove("content/pages/index.md")
        .remove("content/pages/journal.md")
        .remove("content/loaves/spelt.md")
        .stderr(expect![[r#"
            error[missing-key]: the key `question` is missing
             --> content/loaves/rye.md:1:1
              |
            1 | +++
              | ^^^ `question` is required here
              |
              = help: add a table [[question]]

            error[broken-link]: there is no page or file /journal
             --> content/menus.toml:7:8
              |
            7 | url = "/journal"
              |        ^^^^^^^^ leads nowhere

            error[missing-key]: the key `link` is missing
             --> content/pages/about.md:1:1
              |
            1 | +++
              | ^^^ `link` is required here
              |
              = help: add a table [link]

            error[missing-page]: the site has no home page
             --> content/structure.toml:5:9
              |
            5 | route = "/{path}"
              |         ^^^^^^^^^ nothing gives /
              |
              = help: write it: content/pages/index.md

            error[missing-page]: the site has no page for addresses that do not exist
             --> content/structure.toml:5:9
              |
            5 | route = "/{path}"
              |         ^^^^^^^^^ nothing gives /404
              |
              = help: write it: content/pages/404.md

            error[broken-link]: there is no page /journal to paginate
              --> content/structure.toml:40:8
               |
            40 | page = "/journal"
               |        ^^^^^^^^^^ no such page

            6 errors; nothing was written
        "#]])
        .failure();
}
