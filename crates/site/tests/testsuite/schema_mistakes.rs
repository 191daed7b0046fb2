//! Front matter and data that do not match their schema.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::{assert_files, loaf};

#[test]
#[rustfmt::skip]
fn loaves() {
    let with = |line: &str| loaf("weight = 1", &format!("weight = 1\n{line}"));
    assert_files("content/loaves/{}.md", [
        // Keys.
        (with("bakers_notes = \"dark\""), expect![[r#"
            6:1 «bakers_notes» error[unknown-key]: unknown key `bakers_notes` (not allowed here)
              help: allowed keys are `title`, `description`, `slug`, `flour`, `weight`, `seeds`, `grams`, `code`, `vegan`, `since` and `question`
        "#]]),
        (with("[[question]]\nask = \"How long?\"\nanswer = \"A week.\"\n[[question]]\nasks = \"How dark?\"\nanswer = \"Very.\""), expect![[r#"
            10:1 «asks» error[unknown-key]: unknown key `asks` (not allowed here)
              help: did you mean `ask`?
        "#]]),
        (loaf("flour = \"rye\"\n", ""), expect![[r#"
            1:1 «+++» error[missing-key]: missing key `flour` (`flour` is required here)
              help: add `flour = …`: the flour it is baked from
        "#]]),
        // A key that is below a table header by mistake is not also reported as missing at the top level.
        (loaf("flour = \"rye\"\nweight = 1", "weight = 1\n[[question]]\nask = \"How long?\"\nanswer = \"A week.\"\nflour = \"rye\""), expect![[r#"
            8:1 «flour» error[unknown-key]: unknown key `flour` (not allowed here)
              help: move it above the first [table]: here it belongs to [question]
        "#]]),
        // Types.
        (loaf("weight = 1", "weight = \"1\""), expect![[r#"
            5:10 «"1"» error[wrong-type]: `weight` must be a whole number (this is text in quotes)
              help: write it without quotes: 1
        "#]]),
        (with("seeds = \"poppy\""), expect![[r#"
            6:9 «"poppy"» error[wrong-type]: `seeds` must be a list (this is text in quotes)
              help: put it in square brackets: ["poppy"]
        "#]]),
        (with("vegan = \"yes\""), expect![[r#"
            6:9 «"yes"» error[wrong-type]: `vegan` must be `true` or `false` (this is text in quotes)
              help: write true, without quotes
        "#]]),
        (with("[question]\nask = \"How long?\"\nanswer = \"A week.\""), expect![[r#"
            6:1 «[question]» error[wrong-type]: `question` must be a list (this is a table)
              help: write each entry of the list with two brackets: [[question]]
        "#]]),
        // Options.
        (loaf("flour = \"rye\"", "flour = \"sawdust\""), expect![[r#"
            4:9 «"sawdust"» error[not-an-option]: `sawdust` is not an option for `flour` (not an option)
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        // Lengths, counts and ranges.
        (loaf("title = \"Rye\"", "title = \"A rye loaf with far too many words in its name\""), expect![[r#"
            2:9 «"A rye loaf with far too many words in its name"» error[too-long]: `title` has 46 characters; at most 40 are allowed (too long)
        "#]]),
        (loaf("A dark loaf that keeps for a week.", "Dark."), expect![[r#"
            3:15 «"Dark."» error[too-short]: `description` has 5 characters; at least 20 are required (too short)
        "#]]),
        (loaf("A dark loaf that keeps for a week.", "D"), expect![[r#"
            3:15 «"D"» error[too-short]: `description` has 1 character; at least 20 are required (too short)
        "#]]),
        (loaf("\"Rye\"", "\"\""), expect![[r#"
            2:9 «""» error[too-short]: `title` is empty (too short)
              help: the loaf's name
        "#]]),
        (loaf("weight = 1", "weight = 0\ngrams = 9000.5\nseeds = [\"a\", \"b\", \"c\", \"d\"]"), expect![[r#"
            5:10 «0» error[out-of-range]: `weight` must be at least 1 (too small)
            6:9 «9000.5» error[out-of-range]: `grams` must be at most 5000 (too large)
            7:9 «["a", "b", "c", "d"]» error[wrong-count]: `seeds` must have at most 3 entries, not 4 (too many)
        "#]]),
        (with("seeds = []"), expect![[r#"
            6:9 «[]» error[wrong-count]: `seeds` must have at least 1 entry, not 0 (too few)
              help: add an entry, or delete the line if `seeds` can be left out
        "#]]),
        // Formats.
        (with("code = \"r1\""), expect![[r#"
            6:8 «"r1"» error[wrong-form]: `code` has the wrong format (must match ^[A-Z]{2}$)
              help: two capital letters
        "#]]),
        (with("since = \"last spring\""), expect![[r#"
            6:9 «"last spring"» error[bad-date]: `last spring` is not a date
              help: write dates as year-month-day, without quotes: 2026-04-30
        "#]]),
        (with("since = \"24.12.2025\""), expect![[r#"
            6:9 «"24.12.2025"» error[bad-date]: `24.12.2025` is not a date
              help: write dates as year-month-day, without quotes: 2025-12-24
        "#]]),
        // Several in one file.
        ("+++\ntitel = \"Rye\"\ndescription = 7\nflour = \"Rye\"\nweight = 0\n+++\nA [broken](/link) too.\n".to_owned(), expect![[r#"
            2:1 «titel» error[unknown-key]: unknown key `titel` (not allowed here)
              help: did you mean `title`?
            3:15 «7» error[wrong-type]: `description` must be text in quotes (this is a whole number)
              help: put it in quotes: "7"
            4:9 «"Rye"» error[not-an-option]: `Rye` is not an option for `flour` (not an option)
              help: did you mean `rye`?
              help: options are `rye`, `wheat` and `spelt`
            5:10 «0» error[out-of-range]: `weight` must be at least 1 (too small)
            7:12 «/link» error[broken-link]: there is no page or file /link
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn pages() {
    let page = |line: &str| format!("+++\ntitle = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\n{line}\n+++\n");
    assert_files("content/pages/{}.md", [
        (page("image = \"images/laof.svg\""), expect![[r#"
            4:9 «"images/laof.svg"» error[missing-image]: image `images/laof.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        (page("link = \"/about\""), expect![[r#"
            4:8 «"/about"» error[wrong-type]: `link` must be a table (this is text in quotes)
              help: write [link] on a line of its own, and below it label = "…" and url = "…"
        "#]]),
        (page("[[link]]\nlabel = \"x\"\nurl = \"/about\""), expect![[r#"
            4:1 «[[link]]» error[wrong-type]: `link` must be a table (this is a list)
              help: write its header with one bracket on each side: [link]
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn lists() {
    for (bakery, expected) in [
        (Bakery::new().append("content/lists/shops.toml", "\n[[item]]\nurl = \"/about\"\n"), expect![[r#"
            content/lists/shops.toml:8:1 «[[item]]» error[missing-key]: missing key `town` (`town` is required here)
              help: add `town = …`
        "#]]),
        (Bakery::new().write("content/lists/shops.toml", "[item]\ntown = \"Ulm\"\n"), expect![[r#"
            content/lists/shops.toml:1:2 «item» error[wrong-type]: `item` must be a list
              help: write each entry of the list as an [[item]] table
        "#]]),
        (Bakery::new().write("content/lists/shops.toml", "[[shop]]\ntown = \"Ulm\"\n"), expect![[r#"
            content/lists/shops.toml:1:3 «shop» error[unknown-key]: unknown key `shop` (not allowed here)
              help: write each entry of the list as an [[item]] table
        "#]]),
        (Bakery::new().write("content/schemas/shop.json", "{}").write("content/lists/shops.toml", "[[item]]\nslug = \"ulm\"\ntown = \"Ulm\"\n\n[[item]]\nslug = \"ulm\"\ntown = \"Graz\"\n"), expect![[r#"
            content/lists/shops.toml:6:8 «"ulm"» error[duplicate-slug]: two documents of `shops` have the slug `ulm` (the second)
              help: change the `slug` of one of them
              note: content/lists/shops.toml:2:8 «"ulm"» the first is here
        "#]]),
    ] {
        bakery.findings(expected);
    }
}

/// Each row replaces a text in a schema, and writes a file that the schema applies to.
#[test]
#[rustfmt::skip]
fn schemas_that_require_more() {
    let code = loaf("weight", "code = \"r1\"\nweight");
    let slug = loaf("weight", "slug = \"a b\"\nweight");
    let (rye, visit) = ("content/loaves/rye.md", "content/pages/visit.md");
    for (schema, old, new, path, text, expected) in [
        // The schema's example is shown.
        ("loaf", "\"two capital letters\"", "\"two capital letters\", \"examples\": [\"RY\"]", rye, &*code, expect![[r#"
            content/loaves/rye.md:5:8 «"r1"» error[wrong-form]: `code` has the wrong format
              help: two capital letters
              help: for example `RY`
        "#]]),
        // A slug is reported once, with what the schema allows.
        ("loaf", "\"slug\": { \"type\": \"string\" }", "\"slug\": { \"type\": \"string\", \"pattern\": \"^[a-z-]+$\", \"examples\": [\"rye-bread\"] }", rye, &slug, expect![[r#"
            content/loaves/rye.md:5:8 «"a b"» error[wrong-form]: `slug` has the wrong format
              help: did you mean `a-b`?
        "#]]),
        // Simple patterns are explained.
        ("page", "\"template\": { \"type\": \"string\" }", "\"template\": { \"type\": \"string\", \"pattern\": \"^[a-z-]+\\\\.html$\" }", visit, "+++\ntitle = \"Visit\"\ntemplate = \"page\"\n+++\n", expect![[r#"
            content/pages/visit.md:3:12 «"page"» error[wrong-form]: `template` has the wrong format
              help: it must end with `.html`: did you mean `page.html`?
        "#]]),
        ("page", "\"slug\": { \"type\": \"string\" }", "\"slug\": { \"type\": \"string\", \"pattern\": \"^(a|b)\" }", visit, "+++\ntitle = \"Visit\"\nslug = \"c\"\n+++\n", expect![[r#"
            content/pages/visit.md:3:8 «"c"» error[wrong-form]: `slug` has the wrong format
              help: it must start with `a` or `b`
        "#]]),
    ] {
        let schema = format!("content/schemas/{schema}.json");
        Bakery::new().replace(&schema, old, new).write(path, text).findings(expected);
    }
}

#[test]
fn missing_tables() {
    Bakery::new()
        .replace("content/schemas/page.json", "\"required\": [\"title\"]", "\"required\": [\"title\", \"link\"]")
        .replace("content/schemas/loaf.json", "\"flour\", \"weight\"", "\"flour\", \"question\"")
        .remove("content/pages/404.md")
        .remove("content/pages/index.md")
        .remove("content/pages/journal.md")
        .remove("content/loaves/spelt.md")
        .findings(expect![[r#"
            content/loaves/rye.md:1:1 «+++» error[missing-key]: missing key `question` (`question` is required here)
              help: add a table [[question]]
            content/menus.toml:7:8 «/journal» error[broken-link]: there is no page or file /journal
              help: write the URL of an existing page or file; `site list` lists the pages
            content/pages/about.md:1:1 «+++» error[missing-key]: missing key `link` (`link` is required here)
              help: add a table [link]
            content/structure.toml:5:9 «"/{path}"» error[missing-page]: the site has no home page (no document has the URL /)
              help: write content/pages/index.md
            content/structure.toml:5:9 «"/{path}"» error[missing-page]: the site has no page for URLs that do not exist (no document has the URL /404)
              help: write content/pages/404.md
            content/structure.toml:35:10 «"/journal"» warning[broken-link]: there is no page /journal (no such page)
              help: write the URL of a page: `site list` lists them all
            content/structure.toml:40:8 «"/journal"» error[broken-link]: there is no page /journal to paginate (no such page)
              help: write the URL of a page: `site list` lists them all
            6 errors; nothing was written
        "#]]);
}

#[test]
#[rustfmt::skip]
fn schemas_with_mistakes() {
    for (path, old, new, expected) in [
        ("content/schemas/loaf.json", "\"type\": \"object\",\n  \"additionalProperties\": false,\n  \"required\"", "\"type\": \"object\"\n  \"required\"", expect![[r#"
            content/schemas/loaf.json:4:3 «"» error[bad-schema]: invalid JSON: expected `,` or `}`
              help: add a comma after the entry before it
        "#]]),
        ("content/schemas/loaf.json", "^[A-Z]{2}$", "^[A-Z{2}$", expect![[r#"
            content/schemas/loaf.json:14:44 «"^[A-Z{2}$"» error[bad-schema]: invalid JSON Schema: "^[A-Z{2}$" is not a "regex"
              help: write a regular expression: close each bracket, and write \\[ for the sign itself
        "#]]),
        ("content/schemas/loaf.json", "\"required\": [\"title\"", "\"required\": [\"titel\"", expect![[r#"
            content/schemas/loaf.json:5:16 «"titel"» error[bad-schema]: required key `titel` is not in `properties`
              help: did you mean `title`?
        "#]]),
        ("content/schemas/loaf.json", "\"minLength\": 20", "\"minLenght\": 20", expect![[r#"
            content/schemas/loaf.json:8:40 «"minLenght"» error[bad-schema]: unknown keyword `minLenght`: it has no effect
              help: did you mean `minLength`?
        "#]]),
        ("content/schemas/shop.json", "\"town\": { \"type\": \"string\" }", "\"town\": { \"type\": \"text\" }", expect![[r#"
            content/schemas/shop.json:7:23 «"text"» error[bad-schema]: unknown type `text`
              help: types are `string`, `integer`, `number`, `boolean`, `array`, `object` and `null`
        "#]]),
        ("content/schemas/shop.json", "\"town\": { \"type\": \"string\" }", "\"town\": { \"type\": [\"string\", \"sting\"] }", expect![[r#"
            content/schemas/shop.json:7:34 «"sting"» error[bad-schema]: unknown type `sting`
              help: types are `string`, `integer`, `number`, `boolean`, `array`, `object` and `null`
        "#]]),
        ("content/schemas/page.json", "\"format\": \"image\"", "\"format\": \"datetime\"", expect![[r#"
            content/schemas/page.json:18:44 «"datetime"» error[bad-schema]: unknown format `datetime`: it has no effect
              help: write `date` for days, or `date-time` for days with a time
        "#]]),
        ("content/schemas/page.json", "\"format\": \"image\"", "\"format\": \"imge\"", expect![[r#"
            content/schemas/page.json:18:44 «"imge"» error[bad-schema]: unknown format `imge`: it has no effect
              help: did you mean `image`?
        "#]]),
        ("content/schemas/entry.json", "\"type\": \"object\"", "\"$ref\": \"#/$defs/entri\", \"$defs\": { \"entry\": {} }, \"type\": \"object\"", expect![[r##"
            content/schemas/entry.json:3:11 «"#/$defs/entri"» error[bad-schema]: `#/$defs/entri` does not exist in this schema
              help: did you mean `#/$defs/entry`?
        "##]]),
    ] {
        Bakery::new().replace(path, old, new).findings(expected);
    }
    Bakery::new().write("content/schemas/shop.json", "{\n  \"properties\": {\n    \"town\": { \"type\": \"string\",\n    \"street\": { \"type\": \"string\" }\n  }\n}\n").findings(expect![[r#"
        content/schemas/shop.json:3:5 «"town": { "type": "string",» error[bad-schema]: invalid JSON: the brace in this line is not closed
          help: add the missing `}` before the next key that is indented like this one
    "#]]);
    Bakery::new().write("content/schemas/shop.json", "{ \"type\": [\"object\", \"sting\"]").findings(expect![[r#"
        content/schemas/shop.json:1:29 «]» error[bad-schema]: invalid JSON: unexpected end of file
          help: add the missing `}`
    "#]]);
}
