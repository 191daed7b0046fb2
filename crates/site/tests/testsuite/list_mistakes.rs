//! Mistakes in a list, and in what chooses its entries.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::loaf;

const SHOPS: &str = "[[item]]\ntown = \"Ulm\"\ndays = [\n  { day = \"Monday\", until = 18 },\n  { day = \"Friday\", until = 20 },\n]\n\n\
                     [[item]]\ntown = \"Graz\"\ndays = []\n\n[[item]]\ntown = \"Linz\"\n";

#[test]
fn the_same_entry_twice() {
    Bakery::new()
        .append("content/lists/shops.toml", "\n[[item]]\ntown = \"Ulm\"\n")
        .write("content/checks.toml", "[rules]\nrepeated-entry = \"error\"\n")
        .findings(expect![[r#"
            content/lists/shops.toml:8:1 «[[item]]» error[repeated-entry]: this entry is the same as another one of the list (the second)
              help: delete it, or change what is different
              note: content/lists/shops.toml:1:1 «[[item]]» the first is here
        "#]]);
}

/// Lists with a mistake. A page chooses every entry by name: that the list cannot be read is not reported there.
#[test]
#[rustfmt::skip]
fn in_a_list() {
    for (old, new, expected) in [
        ("[[item]]\ntown = \"Linz\"\n", "[[item]]\ntown = \"Linz\"\n\n[[item]]\n", expect![[r#"
            content/lists/shops.toml:15:1 «[[item]]» error[missing-key]: this table has no keys
              help: write its keys below it, such as `town = …`, or delete it
        "#]]),
        ("20 },\n]", "20 },\n", expect![[r#"
            content/lists/shops.toml:3:8 «[» error[bad-toml]: invalid TOML: this list is not closed
              help: close the list with a bracket: ["one", "two"]
        "#]]),
        ("20 },\n]", "20 }\n", expect![[r#"
            content/lists/shops.toml:3:8 «[» error[bad-toml]: invalid TOML: this list is not closed
              help: close the list with a bracket: ["one", "two"]
        "#]]),
        ("18 },", "18 ,", expect![[r#"
            content/lists/shops.toml:4:3 «{» error[bad-toml]: invalid TOML: this brace is not closed
              help: close it with `}` after the last value: { key = "text" }
        "#]]),
        ("20 },", "20", expect![[r#"
            content/lists/shops.toml:5:3 «{» error[bad-toml]: invalid TOML: this brace is not closed
              help: close it with `}` after the last value: { key = "text" }
        "#]]),
        ("{ day = \"Friday\"", "day = \"Friday\"", expect![[r#"
            content/lists/shops.toml:5:3 «d» error[bad-toml]: invalid TOML: this entry has no opening brace
              help: write `{` before it: { key = "text" }
        "#]]),
        ("days = [\n", "days =\n", expect![[r#"
            content/lists/shops.toml:3:7 «» error[bad-toml]: invalid TOML: this list has no opening bracket
              help: write `days = [`
        "#]]),
        ("18 },", "18 }", expect![[r#"
            content/lists/shops.toml:4:33 «» error[bad-toml]: invalid TOML: a comma is missing between two entries
              help: separate the entries with commas: ["one", "two"]
        "#]]),
        ("18 },", "18 };", expect![[r#"
            content/lists/shops.toml:4:33 «;» error[bad-toml]: invalid TOML: expected a comma, not `;`
              help: write `,` instead
        "#]]),
        ("\"Monday\",", "\"Monday\"", expect![[r#"
            content/lists/shops.toml:4:19 « » error[bad-toml]: invalid TOML: a comma is missing between two entries
              help: separate the entries with commas: ["one", "two"]
        "#]]),
        ("\"Monday\",", "\"Monday,", expect![[r#"
            content/lists/shops.toml:4:11 «"Monday» error[bad-toml]: invalid TOML: a quote is missing on this line
              help: put each text between two quotes: ["one", "two"]; write a quote inside text as \"
        "#]]),
        ("\"Monday\",", "Monday,", expect![[r#"
            content/lists/shops.toml:4:11 «Monday» error[bad-toml]: invalid TOML: text must be in quotes
              help: put each text in double quotes: ["one", "two"]
        "#]]),
        ("\"Monday\",", "“Monday”,", expect![[r#"
            content/lists/shops.toml:4:11 «“Monday”» error[bad-toml]: invalid TOML: text must be in quotes
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
        ("until = 18", "until: 18", expect![[r#"
            content/lists/shops.toml:4:26 «:» error[bad-toml]: invalid TOML: expected a line of the form `key = value`
              help: write `=` instead of `:`
        "#]]),
        ("18", "6 pm", expect![[r#"
            content/lists/shops.toml:4:29 «6 pm» error[bad-toml]: invalid TOML: text must be in quotes
              help: put each text in double quotes: ["one", "two"]
        "#]]),
        ("18", "18-11-2026", expect![[r#"
            content/lists/shops.toml:4:29 «18-11-2026» error[bad-toml]: invalid TOML: invalid date, expected a four-digit year (YYYY)
              help: write dates as year-month-day, without quotes: 2026-11-18
        "#]]),
        ("town = \"Graz\"", "town = \"Graz", expect![[r#"
            content/lists/shops.toml:9:13 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: close the string with the quote it starts with; write a double quote inside it as \"
        "#]]),
        ("town = \"Graz\"", "town = Graz", expect![[r#"
            content/lists/shops.toml:9:8 «Graz» error[bad-toml]: invalid TOML: text must be in quotes
              help: write town = "Graz"
        "#]]),
        ("town = \"Graz\"", "town \"Graz\"", expect![[r#"
            content/lists/shops.toml:9:1 «town "Graz"» error[bad-toml]: invalid TOML: expected a line of the form `key = value`
              help: write town = "Graz"
        "#]]),
        ("town = \"Graz\"", "Town = \"Graz\"", expect![[r#"
            content/lists/shops.toml:9:1 «Town» error[unknown-key]: unknown key `Town` (not allowed here)
              help: write `town`
        "#]]),
        ("town = \"Graz\"", "town = \"Graz\"\ntown = \"Wien\"", expect![[r#"
            content/lists/shops.toml:10:1 «town» error[bad-toml]: invalid TOML: this key is defined twice
              help: keep one of the two
              note: content/lists/shops.toml:9:1 «town» the first is here
        "#]]),
        ("\n[[item]]\ntown = \"Graz\"", "town = \"Graz\"", expect![[r#"
            content/lists/shops.toml:7:1 «town» error[bad-toml]: invalid TOML: `town` and the keys after it are defined twice
              help: add the line `[[item]]` above it if a new entry begins here
        "#]]),
        ("[[item]]\ntown = \"Ulm\"", "town = \"Ulm\"", expect![[r#"
            content/lists/shops.toml:1:1 «town» error[unknown-key]: `town` is not in an [[item]] table
              help: add the line `[[item]]` above it
        "#]]),
        ("[[item]]\ntown = \"Ulm\"", "[item]\ntown = \"Ulm\"", expect![[r#"
            content/lists/shops.toml:1:1 «[item]» error[bad-toml]: `[item]` is one table, but the file has several `item`
              help: write two brackets: [[item]]
        "#]]),
        ("[[item]]\ntown = \"Graz\"", "[item]\ntown = \"Graz\"", expect![[r#"
            content/lists/shops.toml:8:2 «item» error[bad-toml]: invalid TOML: this key is defined twice
              help: write each entry of a list with two brackets: [[item]]
              note: content/lists/shops.toml:1:1 «[[item]]» the first is here
        "#]]),
        ("[[item]]\ntown = \"Graz\"", "[[item]\ntown = \"Graz\"", expect![[r#"
            content/lists/shops.toml:8:8 «» error[bad-toml]: invalid TOML: the closing brackets are missing
              help: close it with two brackets: [[item]]
        "#]]),
        ("[[item]]\ntown = \"Graz\"", "[[items]]\ntown = \"Graz\"", expect![[r#"
            content/lists/shops.toml:8:3 «items» error[unknown-key]: unknown key `items` (not allowed here)
              help: write each entry of the list as an [[item]] table
        "#]]),
        ("[[item]]\ntown = \"Graz\"", "[[Item]]\ntown = \"Graz\"", expect![[r#"
            content/lists/shops.toml:8:3 «Item» error[unknown-key]: unknown key `Item` (not allowed here)
              help: write each entry of the list as an [[item]] table
        "#]]),
        ("town = \"Graz\"\n", "", expect![[r#"
            content/lists/shops.toml:8:1 «[[item]]» error[missing-key]: missing key `town` (`town` is required here)
              help: add `town = …`
        "#]]),
        ("town = \"Graz\"", "town = \"\"", expect![[r#"
            content/pages/visit.md:6:19 «Graz» error[unknown-value]: no document of `shops` has `Graz` as its `town`
              help: existing values are `Linz` and `Ulm`
        "#]]),
        ("town = \"Graz\"", "town = \"Gratz\"", expect![[r#"
            content/pages/visit.md:6:19 «Graz» error[unknown-value]: no document of `shops` has `Graz` as its `town`
              help: did you mean `Gratz`?
        "#]]),
    ] {
        assert_eq!(SHOPS.matches(old).count(), 1, "{old}");
        shelf(Bakery::new(), "Ulm; Graz; Linz").write("content/lists/shops.toml", SHOPS.replace(old, new)).findings(expected);
    }
}

/// Adds a component that chooses shops by name, and uses it on a page.
fn shelf(bakery: Bakery, only: &str) -> Bakery {
    let shop = "\"town\": { \"type\": \"string\" },";
    bakery
        .replace("content/schemas/shop.json", shop, &format!("{shop} \"days\": {{ \"type\": \"array\" }},"))
        .write("content/lists/shops.toml", SHOPS)
        .write(
            "themes/bakery/templates/components/shops.html",
            "{% component Shops(only: string) -%}\n\
             {%- set towns = [town | trim for town in only | split(pat=\";\")] %}\n\
             <ul>{% for shop in collection(name=\"shops\", key=\"town\", values=towns) %}<li>{{ shop.town }}</li>{% endfor %}</ul>\n\
             {%- endcomponent Shops %}\n",
        )
        .page("visit", &format!("<Shops only=\"{only}\" />\n"))
}

/// A component or template that chooses entries by a value that none has.
#[test]
#[rustfmt::skip]
fn chosen_by_a_value() {
    let built = shelf(Bakery::new(), "Linz;Ulm").success();
    assert_eq!(built.main_of("visit.html"), "<ul><li>Ulm</li><li>Linz</li></ul>\n");
    for (only, expected) in [
        ("Ulm; Gratz", expect![[r#"
            content/pages/visit.md:6:19 «Gratz» error[unknown-value]: no document of `shops` has `Gratz` as its `town`
              help: did you mean `Graz`?
        "#]]),
        ("Ulm, Graz", expect![[r#"
            content/pages/visit.md:6:14 «Ulm, Graz» error[unknown-value]: no document of `shops` has `Ulm, Graz` as its `town`
              help: existing values are `Graz`, `Linz` and `Ulm`
        "#]]),
        ("ulm", expect![[r#"
            content/pages/visit.md:6:14 «ulm» error[unknown-value]: no document of `shops` has `ulm` as its `town`
              help: did you mean `Ulm`?
        "#]]),
        ("Paris; Berlin", expect![[r#"
            content/pages/visit.md:6:14 «Paris» error[unknown-value]: no document of `shops` has `Paris` as its `town`
              help: existing values are `Graz`, `Linz` and `Ulm`
            content/pages/visit.md:6:21 «Berlin» error[unknown-value]: no document of `shops` has `Berlin` as its `town`
              help: existing values are `Graz`, `Linz` and `Ulm`
        "#]]),
        ("", expect![[r#"
            content/pages/visit.md:6:1 «<Shops only="" />» error[unknown-value]: the component `Shops` failed: no document of `shops` has `` as its `town` (used here)
              help: existing values are `Graz`, `Linz` and `Ulm`
              note: themes/bakery/templates/components/shops.html:3:20 «collection(name="shops", key="town", values=towns)» fails here
        "#]]),
    ] {
        shelf(Bakery::new(), only).findings(expected);
    }
    for (call, keys, expected) in [
        ("collection(name=\"shops\", key=\"town\", values=[page.code])", "code = \"UL\"", expect![[r#"
            content/loaves/rye.md:6:9 «UL» error[unknown-value]: no document of `shops` has `UL` as its `town`
              help: did you mean `Ulm`?
              help: while rendering /loaves/rye from content/loaves/rye.md
              note: themes/bakery/templates/loaf.html:3:14 «collection(name="shops", key="town", values=[page.code])» rendered here
        "#]]),
        ("collection(name=\"shops\", key=\"town\", values=[\"Wien\"])", "", expect![[r#"
            themes/bakery/templates/loaf.html:3:14 «collection(name="shops", key="town", values=["Wien"])» error[unknown-value]: no document of `shops` has `Wien` as its `town`
              help: existing values are `Graz` and `Ulm`
              help: while rendering /loaves/rye from content/loaves/rye.md
        "#]]),
        ("collection(name=\"shops\", key=\"twon\", values=[\"Ulm\"])", "", expect![[r#"
            themes/bakery/templates/loaf.html:3:14 «collection(name="shops", key="twon", values=["Ulm"])» error[unknown-value]: no document of `shops` has the key `twon`
              help: did you mean `town`?
              help: while rendering /loaves/rye from content/loaves/rye.md
        "#]]),
        ("collection(name=\"shops\", key=\"town\", values=\"Ulm\")", "", expect![[r#"
            themes/bakery/templates/loaf.html:3:14 «collection(name="shops", key="town", values="Ulm")» error[template-error]: `values` must be a list
              help: choose documents by a key and a list of values, as in key="shelf", values=["top"]
              help: while rendering /loaves/rye from content/loaves/rye.md
        "#]]),
        ("collection(name=\"shops\", key=\"town\")", "", expect![[r#"
            themes/bakery/templates/loaf.html:3:14 «collection(name="shops", key="town")» error[template-error]: `key` requires `values`
              help: choose documents by a key and a list of values, as in key="shelf", values=["top"]
              help: while rendering /loaves/rye from content/loaves/rye.md
        "#]]),
        ("collection(name=\"shops\", values=[\"Ulm\"])", "", expect![[r#"
            themes/bakery/templates/loaf.html:3:14 «collection(name="shops", values=["Ulm"])» error[template-error]: `values` requires `key`
              help: choose documents by a key and a list of values, as in key="shelf", values=["top"]
              help: while rendering /loaves/rye from content/loaves/rye.md
        "#]]),
    ] {
        let bakery = Bakery::new().remove("content/loaves/spelt.md");
        bakery
            .write("content/loaves/rye.md", loaf("weight = 1", &format!("weight = 1\n{keys}")))
            .replace("themes/bakery/templates/loaf.html", "{{ page.content }}", &format!("{{% set all = {call} %}}{{{{ all | length }}}}"))
            .findings(expected);
    }
}

/// A template that misses an entry with an error is not reported.
#[test]
#[rustfmt::skip]
fn nothing_follows_from_an_entry_with_an_error() {
    Bakery::new()
        .write("content/lists/shops.toml", "[[item]]\ntown = \"Ulm\"\n\n[[item]]\ntwon = \"Graz\"\n")
        .template("entry.html", "{% set shops = collection(name=\"shops\") %}{{ shops[1].town }}")
        .findings(expect![[r#"
            content/lists/shops.toml:5:1 «twon» error[unknown-key]: unknown key `twon` (not allowed here)
              help: did you mean `town`?
        "#]]);
}

#[test]
#[rustfmt::skip]
fn the_same_file_twice() {
    Bakery::new()
        .append("content/structure.toml", "\n[[collection]]\nname = \"stands\"\ndir = \"stands\"\nschema = \"schemas/shop.json\"\n")
        .write("content/stands/a.toml", "town = \"Ulm\"\n")
        .write("content/stands/b.toml", "town = \"Ulm\"\n")
        .write("content/stands/c.toml", "town = \"Graz\"\n")
        .args("build --quiet")
        .stderr(expect![[r#"
            warning[repeated-entry]: this entry is the same as another one of the list
             --> content/stands/b.toml:1:1
              |
            1 | town = "Ulm"
              | ^^^^^^^^^^^^ the second
              |
              = help: delete it, or change what is different
            note: the first is here
             --> content/stands/a.toml:1:1
              |
            1 | town = "Ulm"
              | ^^^^^^^^^^^^

            1 warning
        "#]])
        .success();
}

/// The copy is the file whose name none of its values has.
#[test]
#[rustfmt::skip]
fn a_copied_file() {
    Bakery::new()
        .append("content/structure.toml", "\n[[collection]]\nname = \"stands\"\ndir = \"stands\"\nschema = \"schemas/shop.json\"\n")
        .write("content/stands/ulm.toml", "town = \"Ulm\"\n")
        .write("content/stands/graz.toml", "town = \"Ulm\"\n")
        .args("build --quiet")
        .stderr(expect![[r#"
            warning[repeated-entry]: this entry is the same as another one of the list
             --> content/stands/graz.toml:1:1
              |
            1 | town = "Ulm"
              | ^^^^^^^^^^^^ the second
              |
              = help: delete it, or change what is different
            note: the first is here
             --> content/stands/ulm.toml:1:1
              |
            1 | town = "Ulm"
              | ^^^^^^^^^^^^

            1 warning
        "#]])
        .success();
}

/// A character reference in a list shows on every page with the entry, and is wrong in one place.
#[test]
#[rustfmt::skip]
fn a_character_reference() {
    let town = ("town = \"Ulm\"", "town = \"Ulm &amp; Neu-Ulm\"");
    let report = Bakery::new().replace("content/lists/shops.toml", town.0, town.1).args("check").report(1);
    assert_eq!(report.matches("[left-over]").count(), 1, "{report}");
    assert!(report.contains("[left-over]: `&amp;` shows on /about\n --> content/lists/shops.toml:2:13"), "{report}");
}
