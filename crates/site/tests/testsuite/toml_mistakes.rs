//! TOML with syntax errors. Lines count from the top of the file.

use expect_test::{Expect, expect};

use crate::bakery::Bakery;
use crate::findings::{assert_files, loaf};

/// Compares a complete report, because the tables only have a short form of findings.
#[test]
fn whole_report() {
    Bakery::new()
        .write(
            "content/pages/visit.md",
            "+++\ntitle = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\ntitle = \"Again\"\n+++\n",
        )
        .stderr(expect![[r#"
            error[bad-toml]: invalid TOML: this key is defined twice
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
#[rustfmt::skip]
fn in_front_matter() {
    assert_files("content/pages/{}.md", [
        ("+++\ntitle = \"Visit\"\nprice = 15 work = \"x\"\n+++\n", expect![[r#"
            3:9 «15 work» error[bad-toml]: invalid TOML: two keys are in this line
              help: write one key and its value per line
        "#]]),
        ("+++\ntitle = \"Visit\"\ntime = 8:00 to 18:00\n+++\n", expect![[r#"
            3:8 «8:00 to 18:00» error[bad-toml]: invalid TOML: text must be in quotes
              help: write time = "8:00 to 18:00"
        "#]]),
        ("+++\ntitle: Visit\ndescription: Where to find us in Ulm.\ntemplate: page.html\n+++\n", expect![[r#"
            2:6 «:» error[bad-toml]: invalid TOML: expected `=` after `title`, not `:`
              help: write title = "Visit"
              note: 3:12 «:» here, too
              note: 4:9 «:» here, too
        "#]]),
        ("+++\ntitle = \"Visit\"\nRye,3,whole\nSpelt,4,half\n+++\n", expect![[r#"
            3:1 «Rye,3,whole» error[bad-toml]: invalid TOML: this is a row of a spreadsheet
              help: write it like the entries around it, each value with its key: { title = "…", date = 2026-04-30 },
        "#]]),
        ("+++\ntitle = \"Visit\"\nday = 2026/3/5\n+++\n", expect![[r#"
            3:7 «2026/3/5» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-03-05
        "#]]),
        ("+++\ntitle = \"Visit\"\ndescription\n+++\n", expect![[r#"
            3:12 «» error[bad-toml]: invalid TOML: this key has no value
              help: write `=` and a value after the key: key = "text"
        "#]]),
        ("+++\ntitle = \"Visit\ndescription = \"Where to find us in Ulm.\"\n+++\n", expect![[r#"
            2:15 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: close the string with the quote it starts with; write a double quote inside it as \"
        "#]]),
        ("+++\ntitle = \"The \"old\" mill\"\ndescription = \"Where to find us in Ulm.\"\n+++\n", expect![[r#"
            2:15 «o» error[bad-toml]: invalid TOML: the line should end here
              help: write one key and its value per line; write a double quote inside text as \"
        "#]]),
        ("+++\ntitle = \"\"\"\nRye\nflour = \"rye\"\n+++\nText.\n", expect![[r#"
            2:9 «"""» error[bad-toml]: invalid TOML: invalid multi-line basic string (this string is not closed)
              help: close the string with """
        "#]]),
        ("+++\ntitle = “Visit”\ndescription = \"Where to find us in Ulm.\"\n+++\n", expect![[r#"
            2:9 «“Visit”» error[bad-toml]: invalid TOML: text must be in quotes
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn in_a_loaf() {
    let weight = |new: &str| loaf("weight = 1", new);
    assert_files("content/loaves/{}.md", [
        // Characters that are invisible or look like other characters.
        (weight("weight\u{a0}= 1"), expect![[r#"
            5:7 « » error[bad-toml]: invalid TOML: unexpected no-break space (U+00A0)
              help: replace it with an ordinary space
        "#]]),
        (loaf("Rye\"", "R\u{1}e\""), expect![[r#"
            2:11 «␁» error[bad-toml]: invalid TOML: unexpected control character (U+0001)
              help: delete this invisible character
        "#]]),
        (loaf("\"Rye\"", "\"Rye”"), expect![[r#"
            2:14 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
        (weight("weight = 1\n[notes]\n\"FCA\"\n\"B.Com\""), expect![[r#"
            7:1 «"FCA"» error[bad-toml]: invalid TOML: quoted text without a key
              help: write the list in brackets behind its key: key = ["one", "two"]
        "#]]),
        (weight("weight = 1\ngrains = ‘rye’"), expect![[r#"
            6:10 «‘rye’» error[bad-toml]: invalid TOML: text must be in quotes
              help: write grains = "rye", with straight quotes
        "#]]),
        (loaf("\"Rye\"", "\"Rye\", \"Wheat\""), expect![[r#"
            2:14 «,» error[bad-toml]: invalid TOML: the line should end here
              help: `title` takes only one text: put all of it between two quotes
        "#]]),
        (weight("weight = 1O"), expect![[r#"
            5:10 «1O» error[bad-toml]: invalid TOML: text must be in quotes
              help: write the digit, not the letter: weight = 10
        "#]]),
        (weight("weight = 1\nbaked = 2026-O4-30"), expect![[r#"
            6:9 «2026-O4-30» error[bad-toml]: invalid TOML: invalid date, expected month
              help: write the digit, not the letter: 2026-04-30
        "#]]),
        (weight("weight = 15,-"), expect![[r#"
            5:12 «,» error[bad-toml]: invalid TOML: the line should end here
              help: delete `,-`: a number has only digits
        "#]]),
        (weight("weight = =SUM(A1:A3)"), expect![[r#"
            5:1 «weight = =SUM(A1:A3)» error[bad-toml]: invalid TOML: a formula of a spreadsheet is not calculated here
              help: write its result, such as 2026-04-30 or 1200
        "#]]),
        (weight("weight = 1\nnotes = {baked = =DATE(2026,4,30)}"), expect![[r#"
            6:18 «=» error[bad-toml]: invalid TOML: there are two `=`
              help: write the result of the formula, such as 2026-04-30 or 1200
        "#]]),
        (weight("weight = 1\nnotes = [\n  \"a\",\n  Fees\t12\n]"), expect![[r#"
            8:3 «Fees    12» error[bad-toml]: invalid TOML: this is a row of a spreadsheet
              help: write it like the entries around it, each value with its key: { title = "…", date = 2026-04-30 },
        "#]]),
        (weight("weight = 1\nnotes = [\"a”, \"b\"]"), expect![[r#"
            6:12 «”» error[bad-toml]: invalid TOML: a curly quote ends no text
              help: replace it with a straight quote: "
        "#]]),
        (weight("weight = 1\nnotes = [\"a\", b\"]"), expect![[r#"
            6:15 «b"» error[bad-toml]: invalid TOML: a quote is missing on this line
              help: put each text between two quotes: ["one", "two"]; write a quote inside text as \"
        "#]]),
        (weight("wieght = 1"), expect![[r#"
            5:1 «wieght» error[unknown-key]: unknown key `wieght` (not allowed here)
              help: did you mean `weight`?
        "#]]),
        // A table that does not exist, with a key that is required.
        (loaf("weight = 1", "[extra]\nweight = 1"), expect![[r#"
            5:2 «extra» error[unknown-key]: unknown key `extra` (not allowed here)
              help: Zola uses this table; here, write its keys at the top level, and declare them in the schema
        "#]]),
        // Habits of other languages.
        (loaf("title = \"Rye\"", "title: Rye"), expect![[r#"
            2:6 «:» error[bad-toml]: invalid TOML: expected `=` after `title`, not `:`
              help: write title = "Rye"
        "#]]),
        (weight("weight = 1 // the first"), expect![[r#"
            5:10 «1 // the first» error[bad-toml]: invalid TOML: text must be in quotes
              help: start a comment with `#`
        "#]]),
        (weight("weight = 1\nseeds:\n  - poppy\n  - sesame"), expect![[r#"
            6:6 «:» error[bad-toml]: invalid TOML: expected `=` after `seeds`, not `:`
              help: write seeds = ["one", "two"]
        "#]]),
        (weight("weight = 1\nvegan = True"), expect![[r#"
            6:9 «True» error[bad-toml]: invalid TOML: `true` and `false` are written in lower case
              help: write it in lower case: true
        "#]]),
        (weight("weight = 1\nvegan = yes"), expect![[r#"
            6:9 «yes» error[bad-toml]: invalid TOML: text must be in quotes
              help: write vegan = true
        "#]]),
        (loaf("\"Rye\"", "\"Rye,\ndark and sour\""), expect![[r#"
            2:14 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: put text of several lines between triple quotes: """
        "#]]),
        (loaf("\"Rye\"", "'The baker's rye'"), expect![[r#"
            2:20 «s» error[bad-toml]: invalid TOML: the line should end here
              help: put text with an apostrophe in double quotes: "the baker's"
        "#]]),
        (loaf("\"Rye\"", "\"images\\picture.svg\""), expect![[r#"
            2:17 «p» error[bad-toml]: invalid TOML: a backslash within quotes needs another one before it
              help: separate folders with `/`; write a backslash in text as \\
        "#]]),
        // Numbers, dates and lists.
        (weight("weight = 02"), expect![[r#"
            5:10 «0» error[bad-toml]: invalid TOML: unexpected leading zero
              help: remove the leading zeros, or put a telephone or registration number in quotes
        "#]]),
        (weight("weight = 1,5"), expect![[r#"
            5:11 «,» error[bad-toml]: invalid TOML: the line should end here
              help: a number has no commas, and a point before its decimals: write 1.5; write a list in brackets: [1,5]
        "#]]),
        (weight("weight = 1,"), expect![[r#"
            5:11 «,» error[bad-toml]: invalid TOML: the line should end here
              help: delete the `,`
        "#]]),
        (weight("weight = 99999999999999999999 # 1"), expect![[r#"
            5:10 «99999999999999999999» error[bad-toml]: `99999999999999999999` is too large
              help: put a telephone or registration number in quotes; the largest integer is 9223372036854775807
        "#]]),
        (weight("weight = 1\nsince = 2025-9-2\nuntil = 22.09.2025\nand = 22 Sep 2025\nor = 2025-13-02"), expect![[r#"
            6:9 «2025-9-2» error[bad-toml]: invalid TOML: invalid date, expected a two-digit month (MM)
              help: write dates as year-month-day, without quotes: 2025-09-02
            7:9 «22.09.2025» error[bad-toml]: invalid TOML: invalid float
              help: write dates as year-month-day, without quotes: 2025-09-22
            8:7 «22 Sep 2025» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2025-09-22
            9:6 «2025-13-02» error[bad-toml]: invalid TOML: invalid date, expected month between 01 and 12
              help: write dates as year-month-day, without quotes: 2025-02-13
        "#]]),
        (weight("weight = 1\nsince = 2025-09-02T10:00:00"), expect![[r#"
            6:9 «2025-09-02T10:00:00» error[bad-date]: `2025-09-02T10:00:00` is not a date
              help: remove the time: 2025-09-02
        "#]]),
        (weight("weight = 1\nsince = 2026-02-30"), expect![[r#"
            6:9 «2026-02-30» error[bad-toml]: invalid TOML: invalid date, expected day between 01 and 28
              help: February 2026 has 28 days
        "#]]),
        (weight("weight = 1\nseeds = [\"poppy\" \"sesame\"]"), expect![[r#"
            6:17 « » error[bad-toml]: invalid TOML: a comma is missing between two entries
              help: separate the entries with commas: ["one", "two"]
        "#]]),
        (weight("seeds = [\n  [1, 2]\n  [3, 4]\n]"), expect![[r#"
            6:9 «» error[bad-toml]: invalid TOML: a comma is missing between two entries
              help: separate the entries with commas: ["one", "two"]
        "#]]),
        (weight("seeds = [\"poppy\", \"sesame\"\nweight = 1"), expect![[r#"
            5:9 «[» error[bad-toml]: invalid TOML: this list is not closed
              help: close the list with a bracket: ["one", "two"]
        "#]]),
        // Tables. Only the header of a duplicate table is reported.
        (weight("weight = 1\n[oven.stone\nheat = 250"), expect![[r#"
            6:12 «» error[bad-toml]: invalid TOML: the closing bracket is missing
              help: close it with a bracket: [oven.stone]
        "#]]),
        (weight("weight = 1\n[oven.stone]\nheat = 250\n[oven.stone]\nheat = 270"), expect![[r#"
            8:7 «stone» error[bad-toml]: invalid TOML: this key is defined twice
              help: keep one of the two, or rename one
              note: 6:1 «[oven.stone]» the first is here
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn in_other_files() {
    let rows: [(Bakery, Expect); 11] = [
        (Bakery::new().write("content/lists/shops.toml", "{\\rtf1\\ansi town = Ulm}"), expect![[r#"
            content/lists/shops.toml:1:1 «{\rtf1\ansi town = Ulm}» error[bad-toml]: this is a rich text document (RTF)
              help: save it as plain text, or copy its text into a new text file
        "#]]),
        (Bakery::new().write("content/words.hi.toml", "read_more = \"x\"\n").write("content/pages/about.hi.md", "+++\n+++\n"), expect![[r#"
            content/pages/about.hi.md:1:1 «+++» error[missing-key]: missing key `title` (`title` is required here)
              help: add `title = …`: the heading, and the head of the window
            content/site.toml:1:1 «#:schema ./schemas/site.json» error[undeclared-language]: the language `hi` is not declared here, but files such as content/words.hi.toml are in it
              help: add [languages.hi] with a `name`, or delete the files in `hi`
        "#]]),
        (Bakery::new().write("content/lists/shops.toml", "[[item]]\ntown = \"Ulm\"\n{{item}}\ntown = \"Graz\"\n[[item]]\ntown = \"Riga\"\n"), expect![[r#"
            content/lists/shops.toml:3:1 «{{item}}» error[bad-toml]: invalid TOML: a header has two brackets on each side
              help: write [[item]]
        "#]]),
        (Bakery::new().write("content/lists/shops.toml", "[[item]]\ntown = \"Ulm\"\n[ [item] ] # new\ntown = \"Graz\"\n[[item]]\ntown = \"Riga\"\n"), expect![[r#"
            content/lists/shops.toml:3:1 «[ [item] ]» error[bad-toml]: invalid TOML: a header has two brackets on each side
              help: write [[item]]
        "#]]),
        (Bakery::new().write("content/lists/shops.toml", "[[item]\ntown = \"Ulm\"\n"), expect![[r#"
            content/lists/shops.toml:1:8 «» error[bad-toml]: invalid TOML: the closing brackets are missing
              help: close it with two brackets: [[item]]
        "#]]),
        (Bakery::new().write("content/lists/shops.toml", "+++\n[[item]]\ntown = \"Ulm\"\n+++\n"), expect![[r#"
            content/lists/shops.toml:1:1 «+++» error[bad-toml]: invalid TOML: a TOML file has no `+++` lines
              help: delete these lines: only text files (.md) have front matter
        "#]]),
        (Bakery::new().write("content/lists/shops.toml", "[[item]]\ntown = “Ulm”\n[[item]]\ntown = “Graz”\n[[item]]\ntown = “Riga”\n"), expect![[r#"
            content/lists/shops.toml:2:8 «“Ulm”» error[bad-toml]: invalid TOML: text must be in quotes
              help: replace the curly quotes with straight ones: key = "text"
              help: save the file as plain text, not in a word processor
              note: content/lists/shops.toml:4:8 «“Graz”» here, too
              note: content/lists/shops.toml:6:8 «“Riga”» here, too
        "#]]),
        // A byte order mark does not count as a column.
        (Bakery::new().write("content/lists/shops.toml", "\u{feff}[[item\n"), expect![[r#"
            content/lists/shops.toml:1:7 «» error[bad-toml]: invalid TOML: the closing brackets are missing
              help: close it with two brackets: [[item]]
        "#]]),
        (Bakery::new().append("content/menus.toml", "\n[[main]]\nlabel = Shop\nurl = /shop\n"), expect![[r#"
            content/menus.toml:10:9 «Shop» error[bad-toml]: invalid TOML: text must be in quotes
              help: write label = "Shop"
            content/menus.toml:11:7 «/shop» error[bad-toml]: invalid TOML: text must be in quotes
              help: write url = "/shop"
        "#]]),
        (Bakery::new().append("content/structure.toml", "\n[redirect]\nfrom = \"/a\"\nto = \"/about\"\n"), expect![[r#"
            content/structure.toml:61:2 «redirect» error[bad-toml]: invalid TOML: this key is defined twice
              help: write each entry of a list with two brackets: [[redirect]]
              note: content/structure.toml:53:1 «[[redirect]]» the first is here
        "#]]),
        // The URL of a document with bad TOML is still known, so links to it are not reported as broken.
        (Bakery::new().write("content/pages/visit.md", "+++\ntitle = Visit\nslug = \"directions\"\n+++\n").page("linking", "[Here](/directions)\n"), expect![[r#"
            content/pages/visit.md:2:9 «Visit» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "Visit"
        "#]]),
    ];
    for (bakery, expected) in rows {
        bakery.findings(expected);
    }
}

/// Keys of a table whose header is missing belong to the table above it, which does not know them.
#[test]
#[rustfmt::skip]
fn a_lost_header() {
    Bakery::starter().replace("content/site.toml", "[contact]\n", "").findings(expect![[r#"
        content/site.toml:21:1 «street» error[missing-key]: the header [contact] is missing above `street`
          help: add the line [contact] above it
    "#]]);
}

/// Brackets, braces, parentheses, and commas that are another sign or are there too often or not at all.
#[test]
#[rustfmt::skip]
fn signs_of_lists_and_headers() {
    let with = |lines: &str| format!("+++\ntitle = \"Visit\"\n{lines}\n[link]\nlabel = \"More\"\n+++\n");
    assert_files("content/pages/{}.md", [
        (with("days = [\"Monday\", \"Friday\")"), expect![[r#"
            3:27 «)» error[bad-toml]: invalid TOML: a list ends with `]`, not `)`
              help: write `]` instead
        "#]]),
        (with("days = ['Monday', 'Friday'}"), expect![[r#"
            3:27 «}» error[bad-toml]: invalid TOML: a list ends with `]`, not `}`
              help: write `]` instead
        "#]]),
        (with("days = [\n  [\"Monday\", \"Friday\"),\n  [\"noon\"],\n]"), expect![[r#"
            4:22 «)» error[bad-toml]: invalid TOML: a list ends with `]`, not `)`
              help: write `]` instead
        "#]]),
        (with("days = {\"Monday\", \"Friday\"]"), expect![[r#"
            3:8 «{» error[bad-toml]: invalid TOML: a list begins with `[`, not `{`
              help: write `[` instead
        "#]]),
        (with("oven = { heat = 240, time = 20 ]"), expect![[r#"
            3:32 «]» error[bad-toml]: invalid TOML: an entry ends with `}`, not `]`
              help: write `}` instead
        "#]]),
        (with("oven = { heat = [240, 200}, time = 20 }"), expect![[r#"
            3:26 «}» error[bad-toml]: invalid TOML: a list ends with `]`, not `}`
              help: write `]` instead
        "#]]),
        (with("oven = { heat = [240, 200 }"), expect![[r#"
            3:17 «[» error[bad-toml]: invalid TOML: this list is not closed
              help: close the list with a bracket: ["one", "two"]
        "#]]),
        (with("days = [[\"Montag\", \"Dienstag\"]"), expect![[r#"
            3:8 «[» error[bad-toml]: invalid TOML: there are two `[`, and only one of them is closed
              help: delete one `[`, or write `]` where the outer list ends
        "#]]),
        (with("days = [\n  [\"Monday\"],\n  [[\"Friday\"],\n]"), expect![[r#"
            5:3 «[» error[bad-toml]: invalid TOML: there are two `[`, and only one of them is closed
              help: delete one `[`, or write `]` where the outer list ends
        "#]]),
        (with("days = [\n  [\"Monday\"],\n  \"Friday\"],\n  [\"Sunday\"],\n]"), expect![[r#"
            5:3 «"» error[bad-toml]: invalid TOML: this list has no opening bracket
              help: write `[` before it
        "#]]),
        (with("days =\n  [\"Monday\"],\n  [\"Friday\"],\n]"), expect![[r#"
            3:7 «» error[bad-toml]: invalid TOML: this list has no opening bracket
              help: write `days = [`
        "#]]),
        (with("days = [\"Monday\". \"Friday\"]"), expect![[r#"
            3:17 «.» error[bad-toml]: invalid TOML: expected a comma, not `.`
              help: write `,` instead
        "#]]),
        (with("days = [\n  [\"Monday\"].\n  [\"Friday\"],\n]"), expect![[r#"
            4:13 «.» error[bad-toml]: invalid TOML: expected a comma, not `.`
              help: write `,` instead
        "#]]),
        (with("faq]]\nask = \"When?\""), expect![[r#"
            3:1 «faq]]» error[bad-toml]: invalid TOML: a header has two brackets on each side
              help: write [[faq]]
        "#]]),
        (with("[oven.day]\nask = \"When?\"\noven.night]\nask = 1"), expect![[r#"
            5:1 «oven.night]» error[bad-toml]: invalid TOML: a header has a bracket on each side
              help: write [oven.night]
        "#]]),
        (with("[[faq]]\nask = \"When?\"\n[faq]]\nask = \"Why?\""), expect![[r#"
            5:1 «[faq]]» error[bad-toml]: invalid TOML: a header has two brackets on each side
              help: write [[faq]]
        "#]]),
        (with("[faq]]\nask = \"When?\"\n[[faq]]\nask = \"Why?\""), expect![[r#"
            3:1 «[faq]]» error[bad-toml]: invalid TOML: a header has two brackets on each side
              help: write [[faq]]
        "#]]),
        (with("[faq]]\nask = \"When?\""), expect![[r#"
            3:6 «]» error[bad-toml]: invalid TOML: the line should end here
              help: delete the `]`: the list is closed before it
        "#]]),
        (with("days = [Monday (late), Friday]"), expect![[r#"
            3:9 «Monday (late)» error[bad-toml]: invalid TOML: text must be in quotes
              help: put each text in double quotes: ["one", "two"]
        "#]]),
    ]);
}
