//! Mistakes of people who edit content with Word, Excel, Notepad and a file manager: one cause, one finding, at its place.

use expect_test::{Expect, expect};

use crate::bakery::Bakery;
use crate::findings::{assert_files, loaf};

const SHOPS: &str = "[[item]]\ntown = \"Ulm\"\ndays = [\n  { day = \"Monday\", until = 18 },\n  { day = \"Friday\", until = 20 },\n]\n\n\
                     [[item]]\ntown = \"Graz\"\ndays = []\n\n[[item]]\ntown = \"Linz\"\n";

/// Lists with a mistake. A page chooses every entry by name: that the list cannot be read is not reported there.
#[test]
#[rustfmt::skip]
fn in_a_list() {
    for (old, new, expected) in [
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
            content/lists/shops.toml:4:33 «» error[bad-toml]: invalid TOML: a quote is missing on this line
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
            content/lists/shops.toml:9:6 «"» error[bad-toml]: invalid TOML: this key has no value
              help: write `=` and a value after the key: key = "text"
        "#]]),
        ("town = \"Graz\"", "Town = \"Graz\"", expect![[r#"
            content/lists/shops.toml:9:1 «Town» error[unknown-key]: unknown key `Town` (not allowed here)
              help: did you mean `town`?
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

/// The lines around the front matter of a page.
#[test]
#[rustfmt::skip]
fn around_front_matter() {
    let keys = "title = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\n";
    assert_files("content/pages/{}.md", [
        (format!("{keys}+++\nCome.\n"), expect![[r#"
            1:1 «title = "Visit"» error[missing-front-matter]: missing front matter (expected `+++`)
              help: add a `+++` line above it
        "#]]),
        (format!("{keys}\nCome.\n"), expect![[r#"
            1:1 «title = "Visit"» error[missing-front-matter]: missing front matter (expected `+++`)
              help: add a `+++` line above it, and another one between the last key and the text
        "#]]),
        (format!("+++\n+++\n{keys}+++\nCome by.\n"), expect![[r#"
            2:1 «+++» error[unclosed-front-matter]: this `+++` ends the front matter too early
              help: delete this line: `title = "Visit"` belongs to the front matter
        "#]]),
        (format!("+++\n{keys}+++\n+++\nCome in.\n"), expect![[r#"
            5:1 «+++» error[unclosed-front-matter]: there is a third `+++` line (shown as text)
              help: delete this line
        "#]]),
        (format!("+++\n{keys}+++\n\n+++\n\nCome on.\n"), expect![[r#"
            6:1 «+++» error[unclosed-front-matter]: there is a third `+++` line (shown as text)
              help: delete this line
        "#]]),
        ("+++\ntitle = \"Visit\"\n+++\ndescription = \"Where to find us in Ulm.\"\n+++\nCome.\n".to_owned(), expect![[r#"
            3:1 «+++» error[unclosed-front-matter]: this `+++` ends the front matter too early
              help: delete this line: `description = "Where to find us in Ulm."` belongs to the front matter
        "#]]),
        (format!("+++\n{keys}[link]\nlabel = \"More\"\nurl = \"/about\"\nCome to us.\n"), expect![[r#"
            1:1 «+++» error[unclosed-front-matter]: front matter is not closed (opened here)
              help: add a `+++` line between the last key and the text
        "#]]),
        (format!("+++\n{keys}\n## Hours\n\nCome at six.\n"), expect![[r#"
            5:1 «## Hours» error[unclosed-front-matter]: front matter is not closed (the text begins here)
              help: add a `+++` line above it
        "#]]),
        (format!("+++\n{keys}---\nCome at ten.\n"), expect![[r#"
            4:1 «---» error[unclosed-front-matter]: front matter is not closed
              help: replace `---` with `+++`
        "#]]),
        (format!("---\n{keys}---\nCome at two.\n"), expect![[r#"
            1:1 «---» error[missing-front-matter]: missing front matter (expected `+++`)
              help: write front matter as TOML between `+++` lines; YAML between `---` lines is not supported
        "#]]),
        (format!("+ + +\n{keys}+++\nCome at one.\n"), expect![[r#"
            1:1 «+ + +» error[missing-front-matter]: missing front matter (expected `+++`)
              help: add front matter before the text: `+++`, `title = "…"`, `description = "…"`, `+++`
        "#]]),
        (format!("Visit us\n\n+++\n{keys}+++\nCome at three.\n"), expect![[r#"
            1:1 «Visit us» error[missing-front-matter]: missing front matter (expected `+++`)
              help: move it below the second `+++`, or delete it: the first line of the file must be `+++`
        "#]]),
        (format!("```\n+++\n{keys}+++\nCome at four.\n```\n"), expect![[r#"
            1:1 «```» error[missing-front-matter]: missing front matter (expected `+++`)
              help: move it below the second `+++`, or delete it: the first line of the file must be `+++`
            7:1 «```» error[unread-markdown]: this code block is not closed
              help: add a line with ``` after it
        "#]]),
        (format!("“+++\n{keys}+++\nCome at five.\n"), expect![[r#"
            1:1 «“+++» error[missing-front-matter]: missing front matter (expected `+++`)
              help: add front matter before the text: `+++`, `title = "…"`, `description = "…"`, `+++`
        "#]]),
    ]);
}

/// Values of a loaf, written by somebody who has never seen TOML.
#[test]
#[rustfmt::skip]
fn values() {
    let title = |value: &str| loaf("\"Rye\"", value);
    let more = |keys: &str| loaf("weight = 1", &format!("weight = 1\n{keys}"));
    let flour = |value: &str| loaf("flour = \"rye\"", &format!("flour = {value}"));
    assert_files("content/loaves/{}.md", [
        (flour("rye"), expect![[r#"
            4:9 «rye» error[bad-toml]: invalid TOML: text must be in quotes
              help: write one of the options in quotes: "rye", "wheat", "spelt"
        "#]]),
        (flour("spelt flour, dark"), expect![[r#"
            4:9 «spelt flour, dark» error[bad-toml]: invalid TOML: text must be in quotes
              help: write one of the options in quotes: "rye", "wheat", "spelt"
        "#]]),
        (flour("true rye"), expect![[r#"
            4:9 «true rye» error[bad-toml]: invalid TOML: text must be in quotes
              help: write one of the options in quotes: "rye", "wheat", "spelt"
        "#]]),
        (flour("infused rye"), expect![[r#"
            4:9 «infused rye» error[bad-toml]: invalid TOML: text must be in quotes
              help: write one of the options in quotes: "rye", "wheat", "spelt"
        "#]]),
        (flour("'rye"), expect![[r#"
            4:13 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: close the string with the quote it starts with; write a double quote inside it as \"
        "#]]),
        (flour("rye'"), expect![[r#"
            4:9 «r» error[bad-toml]: invalid TOML: missing opening quote, expected `'`
        "#]]),
        (flour("\"Rye\""), expect![[r#"
            4:9 «"Rye"» error[not-an-option]: `Rye` is not an option for `flour` (not an option)
              help: did you mean `rye`?
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        (flour("\" rye\""), expect![[r#"
            4:9 «" rye"» error[not-an-option]: ` rye` is not an option for `flour` (not an option)
              help: did you mean `rye`?
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        (flour("\"oat\""), expect![[r#"
            4:9 «"oat"» error[not-an-option]: `oat` is not an option for `flour` (not an option)
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        (flour("[\"rye\"]"), expect![[r#"
            4:9 «["rye"]» error[not-an-option]: `["rye"]` is not an option for `flour` (not an option)
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        (flour(""), expect![[r#"
            4:1 «flour =» error[bad-toml]: invalid TOML: this key has no value
              help: write a value after `=`, or delete the line if `flour` can be left out
        "#]]),
        (flour("\"\""), expect![[r#"
            4:9 «""» error[not-an-option]: `` is not an option for `flour` (not an option)
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        (title("Rye & sons"), expect![[r#"
            2:9 «Rye & sons» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "Rye & sons"
        "#]]),
        (title("The \"dark\" rye"), expect![[r#"
            2:9 «The "dark" rye» error[bad-toml]: invalid TOML: text must be in quotes
              help: put text in double quotes: key = "text"
        "#]]),
        (title("\"The \"dark\" rye\""), expect![[r#"
            2:15 «d» error[bad-toml]: invalid TOML: the line should end here
              help: write one key and its value per line; write a double quote inside text as \"
        "#]]),
        (title("\"Rye"), expect![[r#"
            2:13 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: close the string with the quote it starts with; write a double quote inside it as \"
        "#]]),
        (title("Rye\""), expect![[r#"
            2:9 «R» error[bad-toml]: invalid TOML: missing opening quote
        "#]]),
        (title("\"Rye\"\""), expect![[r#"
            2:14 «"» error[bad-toml]: invalid TOML: the line should end here
              help: write one key and its value per line; write a double quote inside text as \"
        "#]]),
        (title("\"Rye\","), expect![[r#"
            2:14 «,» error[bad-toml]: invalid TOML: the line should end here
              help: delete the `,`
        "#]]),
        (title("\"Rye\";"), expect![[r#"
            2:14 «;» error[bad-toml]: invalid TOML: the line should end here
              help: delete the `;`
        "#]]),
        (title("\"Rye\"."), expect![[r#"
            2:14 «.» error[bad-toml]: invalid TOML: the line should end here
              help: write one key and its value per line; write a double quote inside text as \"
        "#]]),
        (title("„Rye“"), expect![[r#"
            2:9 «„Rye“» error[bad-toml]: invalid TOML: text must be in quotes
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
        (title("«Rye»"), expect![[r#"
            2:9 ««Rye»» error[bad-toml]: invalid TOML: text must be in quotes
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
        (title("\"Rye” # dark"), expect![[r#"
            2:21 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
        (title("\"Rye\nbread\""), expect![[r#"
            2:13 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: put text of several lines between triple quotes: """
        "#]]),
        (title("\"C:\\Users\\Asha\\rye.docx\""), expect![[r#"
            2:14 «s» error[bad-toml]: invalid TOML: a backslash within quotes needs another one before it
              help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        "#]]),
        (title("\"50\\% rye\""), expect![[r#"
            2:13 «%» error[bad-toml]: invalid TOML: a backslash within quotes needs another one before it
              help: separate folders with `/`; write a backslash in text as \\
        "#]]),
        (title("12"), expect![[r#"
            2:9 «12» error[wrong-type]: `title` must be text in quotes (this is a whole number)
              help: put it in quotes: "12"
        "#]]),
        (title("1st loaf"), expect![[r#"
            2:9 «1st loaf» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "1st loaf"
        "#]]),
        (title("₹40 loaf"), expect![[r#"
            2:9 «₹40 loaf» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "₹40 loaf"
        "#]]),
        (more("seeds = poppy, sesame"), expect![[r#"
            6:9 «poppy, sesame» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a list: seeds = ["one", "two"]
        "#]]),
        (more("seeds = \"poppy, sesame\""), expect![[r#"
            6:9 «"poppy, sesame"» error[wrong-type]: `seeds` must be a list (this is text in quotes)
              help: put it in square brackets: ["poppy", "sesame"]
        "#]]),
        (more("seeds = \"poppy\", \"sesame\""), expect![[r#"
            6:16 «,» error[bad-toml]: invalid TOML: the line should end here
              help: write a list in square brackets: ["one", "two"]
        "#]]),
        (more("seeds = [poppy, sesame]"), expect![[r#"
            6:10 «poppy» error[bad-toml]: invalid TOML: text must be in quotes
              help: put each text in double quotes: ["one", "two"]
        "#]]),
        (more("seeds = [\"poppy\"; \"sesame\"]"), expect![[r#"
            6:17 «;» error[bad-toml]: invalid TOML: expected a comma, not `;`
              help: write `,` instead
        "#]]),
        (more("seeds = (\"poppy\", \"sesame\")"), expect![[r#"
            6:9 «(» error[bad-toml]: invalid TOML: missing opening quote
        "#]]),
        (more("seeds = [\"poppy\", \"sesame\""), expect![[r#"
            6:9 «[» error[bad-toml]: invalid TOML: this list is not closed
              help: close the list with a bracket: ["one", "two"]
        "#]]),
        (more("seeds = [\"poppy, \"sesame\"]"), expect![[r#"
            6:27 «» error[bad-toml]: invalid TOML: a quote is missing on this line
              help: put each text between two quotes: ["one", "two"]; write a quote inside text as \"
        "#]]),
        (more("seeds = [\"poppy\", sesame\"]"), expect![[r#"
            6:27 «» error[bad-toml]: invalid TOML: a quote is missing on this line
              help: put each text between two quotes: ["one", "two"]; write a quote inside text as \"
        "#]]),
        (more("seeds = \"poppy\", \"sesame\"]"), expect![[r#"
            6:16 «,» error[bad-toml]: invalid TOML: the line should end here
              help: write a list in square brackets: ["one", "two"]
        "#]]),
        (more("seeds = [“poppy”, “sesame”]"), expect![[r#"
            6:10 «“poppy”» error[bad-toml]: invalid TOML: text must be in quotes
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
        (more("seeds ="), expect![[r#"
            6:1 «seeds =» error[bad-toml]: invalid TOML: this key has no value
              help: write a value after `=`, or delete the line if `seeds` can be left out
        "#]]),
        (more("seeds = []"), expect![[r#"
            6:9 «[]» error[wrong-count]: `seeds` must have at least 1 entry, not 0 (too few)
              help: add an entry, or delete the line if `seeds` can be left out
        "#]]),
        (more("seeds = [\"a\", \"b\", \"c\", \"d\"]"), expect![[r#"
            6:9 «["a", "b", "c", "d"]» error[wrong-count]: `seeds` must have at most 3 entries, not 4 (too many)
        "#]]),
        (more("seeds = [\"a\", 1]"), expect![[r#"
            6:15 «1» error[wrong-type]: each entry of `seeds` must be text in quotes (this is a whole number)
              help: put it in quotes: "1"
        "#]]),
        (more("- poppy"), expect![[r#"
            6:1 «- poppy» error[bad-toml]: invalid TOML: a list is not written line by line
              help: write the entries of a list in brackets: key = ["one", "two"]
        "#]]),
        (more("seeds"), expect![[r#"
            6:6 «» error[bad-toml]: invalid TOML: this key has no value
              help: write `=` and a value after the key: key = "text"
        "#]]),
        (more("= \"poppy\""), expect![[r#"
            6:1 «= "poppy"» error[bad-toml]: invalid TOML: there is no key before `=`
              help: write a key: key = "text"
        "#]]),
        (more("see ds = [\"poppy\"]"), expect![[r#"
            6:1 «see ds = ["poppy"]» error[bad-toml]: invalid TOML: a key cannot contain spaces
              help: write it in one word: see_ds
        "#]]),
        (more("Seeds = [\"poppy\"]"), expect![[r#"
            6:1 «Seeds» error[unknown-key]: unknown key `Seeds` (not allowed here)
              help: did you mean `seeds`?
        "#]]),
        (more("seed = [\"poppy\"]"), expect![[r#"
            6:1 «seed» error[unknown-key]: unknown key `seed` (not allowed here)
              help: did you mean `seeds`?
        "#]]),
        (more("seeds == [\"poppy\"]"), expect![[r#"
            6:1 «seeds == ["poppy"]» error[bad-toml]: invalid TOML: there are two `=`
              help: write `seeds =`
        "#]]),
        (more("seeds : [\"poppy\"]"), expect![[r#"
            6:7 «:» error[bad-toml]: invalid TOML: expected `=` after `seeds`, not `:`
              help: write seeds = ["poppy"]
        "#]]),
        (more("seeds – [\"poppy\"]"), expect![[r#"
            6:7 «–» error[bad-toml]: invalid TOML: expected `=` after `seeds`, not `–`
              help: write seeds = ["poppy"]
        "#]]),
        (more("\"seeds = [\"poppy\"]"), expect![[r#"
            6:12 «p» error[bad-toml]: invalid TOML: this key has no value
              help: write `=` and a value after the key: key = "text"
        "#]]),
        (more("vegan = YES"), expect![[r#"
            6:9 «YES» error[bad-toml]: invalid TOML: text must be in quotes
              help: write vegan = true or vegan = false
        "#]]),
        (more("vegan = \"true\""), expect![[r#"
            6:9 «"true"» error[wrong-type]: `vegan` must be `true` or `false` (this is text in quotes)
              help: write it without quotes: true
        "#]]),
        (more("vegan = TRUE"), expect![[r#"
            6:9 «TRUE» error[bad-toml]: invalid TOML: `true` and `false` are written in lower case
              help: write it in lower case: true
        "#]]),
        (more("vegan = 1"), expect![[r#"
            6:9 «1» error[wrong-type]: `vegan` must be `true` or `false` (this is a whole number)
              help: write true or false, without quotes
        "#]]),
        (more("vegan = ja"), expect![[r#"
            6:9 «ja» error[bad-toml]: invalid TOML: text must be in quotes
              help: write vegan = true or vegan = false
        "#]]),
        (more("grams = 1,200"), expect![[r#"
            6:10 «,» error[bad-toml]: invalid TOML: the line should end here
              help: write a number without commas and with a decimal point: 1200.5; write a list in brackets: [1, 5]
        "#]]),
        (more("grams = ₹1,200"), expect![[r#"
            6:9 «₹1,200» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: grams = 1
        "#]]),
        (more("grams = 1 200"), expect![[r#"
            6:9 «1 200» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: grams = 1
        "#]]),
        (more("grams = 500 g"), expect![[r#"
            6:9 «500 g» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: grams = 1
        "#]]),
        (more("grams = \"500\""), expect![[r#"
            6:9 «"500"» error[wrong-type]: `grams` must be a number (this is text in quotes)
              help: write it without quotes: 500
        "#]]),
        (more("grams = 0500"), expect![[r#"
            6:9 «0» error[bad-toml]: invalid TOML: unexpected leading zero
              help: remove the leading zeros, or put a telephone or registration number in quotes
        "#]]),
        (more("grams = 9000"), expect![[r#"
            6:9 «9000» error[out-of-range]: `grams` must be at most 5000 (too large)
        "#]]),
        (more("grams = 5.0.0"), expect![[r#"
            6:12 «.0» error[bad-toml]: invalid TOML: invalid float
              help: write a number with digits before and after one decimal point: 0.5
        "#]]),
        (more("grams = .5"), expect![[r#"
            6:9 «.» error[bad-toml]: invalid TOML: invalid mantissa, expected digits
              help: write a number with digits before and after one decimal point: 0.5
        "#]]),
        (more("grams = 50%"), expect![[r#"
            6:9 «50%» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: grams = 1
        "#]]),
        (more("grams = +91 98765 43210"), expect![[r#"
            6:9 «+91 98765 43210» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: grams = 1
        "#]]),
        (more("since = 01/02/2026"), expect![[r#"
            6:9 «01/02/2026» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = 1 Feb 2026"), expect![[r#"
            6:9 «1 Feb 2026» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = 1st February 2026"), expect![[r#"
            6:9 «1st February 2026» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = Feb 2026"), expect![[r#"
            6:9 «Feb 2026» error[bad-toml]: invalid TOML: text must be in quotes
              help: write dates as year-month-day, without quotes: since = 2026-04-30
        "#]]),
        (more("since = 2026"), expect![[r#"
            6:9 «2026» error[bad-date]: `2026` is not a date
              help: write dates as year-month-day, without quotes: 2026-04-30
        "#]]),
        (more("since = 2026-02"), expect![[r#"
            6:9 «2026-02» error[bad-toml]: invalid TOML: invalid date, expected `-` (MM-DD)
              help: write dates as year-month-day, without quotes: 2026-04-30
        "#]]),
        (more("since = \"01.02.2026\""), expect![[r#"
            6:9 «"01.02.2026"» error[bad-date]: `01.02.2026` is not a date
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = 2026/02/01"), expect![[r#"
            6:9 «2026/02/01» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = 2026-02-31"), expect![[r#"
            6:9 «2026-02-31» error[bad-toml]: invalid TOML: invalid date, expected day between 01 and 28
              help: February 2026 has 28 days
        "#]]),
        (more("since = 2026 - 02 - 01"), expect![[r#"
            6:9 «2026 - 02 - 01» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = 2026–02–01"), expect![[r#"
            6:9 «2026–02–01» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = today"), expect![[r#"
            6:9 «today» error[bad-toml]: invalid TOML: text must be in quotes
              help: write dates as year-month-day, without quotes: since = 2026-04-30
        "#]]),
        (more("code = \"rye\""), expect![[r#"
            6:8 «"rye"» error[wrong-form]: `code` has the wrong format
              help: two capital letters
              help: it must match the regular expression ^[A-Z]{2}$
        "#]]),
        (more("code = DE"), expect![[r#"
            6:8 «DE» error[bad-toml]: invalid TOML: text must be in quotes
              help: write code = "DE"
        "#]]),
        (more("[[question]]\nask = \"Why?\""), expect![[r#"
            6:1 «[[question]]» error[missing-key]: missing key `answer` (`answer` is required here)
              help: add `answer = …`: what we say
        "#]]),
        (more("[question]\nask = \"Why?\"\nanswer = \"So.\""), expect![[r#"
            6:1 «[question]» error[wrong-type]: `question` must be a list (this is a table)
              help: write each entry of the list with two brackets: [[question]]
        "#]]),
        (more("[[question]]\nask = \"Why?\"\nanswer = \"So.\"\nask = \"When?\"\nanswer = \"Now.\""), expect![[r#"
            9:1 «ask» error[bad-toml]: invalid TOML: `ask` and the keys after it are defined twice
              help: add the line `[[question]]` above it if a new entry begins here
        "#]]),
        (more("[[question]]\nask = \"Why?\"\nanswer = \"So.\"\n[[question]\nask = \"When?\"\nanswer = \"Now.\""), expect![[r#"
            9:12 «» error[bad-toml]: invalid TOML: the closing brackets are missing
              help: close it with two brackets: [[question]]
        "#]]),
        (more("[[question]]\nask = \"Why?\"\nanswer = \"\"\"\nSo.\n"), expect![[r#"
            8:10 «"""» error[bad-toml]: invalid TOML: invalid multi-line basic string (this string is not closed)
              help: close the string with """
        "#]]),
        (more("[[questions]]\nask = \"Why?\"\nanswer = \"So.\""), expect![[r#"
            6:3 «questions» error[unknown-key]: unknown key `questions` (not allowed here)
              help: did you mean `question`?
        "#]]),
        (more("weight = 1"), expect![[r#"
            6:1 «weight» error[bad-toml]: invalid TOML: this key is defined twice
              help: keep one of the two
              note: 5:1 «weight» the first is here
        "#]]),
        (more("title = \"Rye\"\ndescription = \"A dark loaf that keeps for a week.\""), expect![[r#"
            6:1 «title» error[bad-toml]: invalid TOML: `title` and the keys after it are defined twice
              help: keep each key once
        "#]]),
        (more("author = \"Asha\""), expect![[r#"
            6:1 «author» error[unknown-key]: unknown key `author` (not allowed here)
              help: allowed keys are `title`, `description`, `slug`, `flour`, `weight`, `seeds`, `grams`, `code`, `vegan`, `since` and `question`
        "#]]),
        (more("<!-- a comment -->"), expect![[r#"
            6:1 «<!-- a comment -->» error[bad-toml]: invalid TOML: this is not a comment
              help: start a comment with `#`
        "#]]),
        (more("// a comment"), expect![[r#"
            6:1 «// a comment» error[bad-toml]: invalid TOML: this is not a comment
              help: start a comment with `#`
        "#]]),
        (more("; a comment"), expect![[r#"
            6:1 «; a comment» error[bad-toml]: invalid TOML: this is not a comment
              help: start a comment with `#`
        "#]]),
        (more("A sentence that belongs below."), expect![[r#"
            6:1 «A sentence that belongs below.» error[bad-toml]: invalid TOML: expected a line of the form `key = value`
              help: write the text of a page below the second `+++`, and values as key = "text"
        "#]]),
        (more("\tgrams = 5001"), expect![[r#"
            6:10 « = 5» error[out-of-range]: `grams` must be at most 5000 (too large)
        "#]]),
    ]);
}

/// Files that a file manager, a synchronization program or an office program leaves behind.
#[test]
#[rustfmt::skip]
fn files() {
    let about = include_str!("../bakery/content/pages/about.md");
    let rows: [(&str, &[u8], Expect); 13] = [
        ("content/pages/about - Copy.md", about.as_bytes(), expect![[r#"
            content/pages/about - Copy.md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about - Copy (2).md", about.as_bytes(), expect![[r#"
            content/pages/about - Copy (2).md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about (1).md", b"+++\ntitle = \"Changed\"\n+++\n", expect![[r#"
            content/pages/about (1).md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/Copy of about.md", about.as_bytes(), expect![[r#"
            content/pages/Copy of about.md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about.conflicted.md", about.as_bytes(), expect![[r#"
            content/pages/about.conflicted.md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about (Asha's conflicted copy 2026-01-01).md", about.as_bytes(), expect![[r#"
            content/pages/about (Asha's conflicted copy 2026-01-01).md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about-2.md", about.as_bytes(), expect![[r#"
            content/pages/about-2.md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/loaves/rye - Copy.md", b"", expect![[r#"
            content/loaves/rye - Copy.md:1:1 «» error[copied-file]: this file is a copy of content/loaves/rye.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about.md.txt", about.as_bytes(), expect![[r#"
            content/pages/about.md.txt:1:1 «» error[unread-file]: no collection reads `content/pages/about.md.txt`
              help: rename it to about.md: Windows hides the ending .txt unless Explorer shows file name extensions
        "#]]),
        ("content/pages/visit.docx", b"PK\x03\x04", expect![[r#"
            content/pages/visit.docx:1:1 «» error[unread-file]: no collection reads `content/pages/visit.docx`
              help: convert it to Markdown (visit.md), or move it to public/ to publish it unchanged
        "#]]),
        ("content/images/visit.docx", b"PK\x03\x04", expect![[r#"
            content/images/visit.docx:1:1 «» error[unread-file]: no collection reads `content/images/visit.docx`
              help: move it to public/ to publish it as a download, or save the picture in it as JPEG or PNG
        "#]]),
        ("content/pages/visit us.md", about.as_bytes(), expect![[r#"
            content/pages/visit us.md:1:1 «+++» error[bad-slug]: `visit us` cannot be part of a URL (the file name, or `slug`, is part of the URL)
              help: use letters (a to z), digits, hyphens, dots and underscores
        "#]]),
        ("content/pages/Prices.MD", about.as_bytes(), expect![[r#"
            content/pages/Prices.MD:1:1 «» error[unread-file]: no collection reads `content/pages/Prices.MD`
              help: rename it to Prices.md
        "#]]),
    ];
    for (path, bytes, expected) in rows {
        let rules = "[rules]\nunread-file = \"error\"\n";
        Bakery::new().write("content/checks.toml", rules).write(path, bytes).findings(expected);
    }
}

/// Pictures named in front matter.
#[test]
#[rustfmt::skip]
fn pictures_in_values() {
    let schema = "\"vegan\": { \"type\": \"boolean\" },";
    let bakery = || Bakery::new().replace("content/schemas/loaf.json", schema, &format!("{schema} \"image\": {{ \"type\": \"string\", \"format\": \"image\" }},"));
    for (image, expected) in [
        ("images/Loaf.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'images/Loaf.svg'» error[missing-image]: image `images/Loaf.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("images/loaf.SVG", expect![[r#"
            content/loaves/rye.md:6:9 «'images/loaf.SVG'» error[missing-image]: image `images/loaf.SVG` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("/images/loaf.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'/images/loaf.svg'» error[missing-image]: image `/images/loaf.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("content/images/loaf.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'content/images/loaf.svg'» error[missing-image]: image `content/images/loaf.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("loaf.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'loaf.svg'» error[missing-image]: image `loaf.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("images\\loaf.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'images\loaf.svg'» error[missing-image]: image `images\loaf.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("images/laof.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'images/laof.svg'» error[missing-image]: image `images/laof.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("images/member-7.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'images/member-7.svg'» error[missing-image]: image `images/member-7.svg` does not exist (no such file below content/)
              help: write the path relative to content/, for example `images/covers/name.svg`
        "#]]),
        ("images/letter.pdf", expect![[r#"
            content/loaves/rye.md:6:9 «'images/letter.pdf'» error[missing-image]: `images/letter.pdf` is not a picture
              help: save it as JPEG or PNG, and use that file
        "#]]),
        ("images/letter.docx", expect![[r#"
            content/loaves/rye.md:6:9 «'images/letter.docx'» error[missing-image]: image `images/letter.docx` does not exist (no such file below content/)
              help: write the path relative to content/, for example `images/covers/name.svg`
        "#]]),
        ("images/film.mp4", expect![[r#"
            content/loaves/rye.md:6:9 «'images/film.mp4'» error[missing-image]: `images/film.mp4` is not a picture
              help: save it as JPEG or PNG, and use that file
        "#]]),
        ("https://example.com/loaf.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'https://example.com/loaf.jpg'» error[missing-image]: image `https://example.com/loaf.jpg` does not exist (no such file below content/)
              help: save the picture below content/images/, and write "images/name.jpg"
        "#]]),
        ("C:/Users/Asha/Pictures/loaf.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'C:/Users/Asha/Pictures/loaf.jpg'» error[missing-image]: image `C:/Users/Asha/Pictures/loaf.jpg` does not exist (no such file below content/)
              help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        "#]]),
        ("file:///C:/Users/Asha/loaf.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'file:///C:/Users/Asha/loaf.jpg'» error[missing-image]: image `file:///C:/Users/Asha/loaf.jpg` does not exist (no such file below content/)
              help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        "#]]),
        ("/Users/asha/Desktop/loaf.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'/Users/asha/Desktop/loaf.jpg'» error[missing-image]: image `/Users/asha/Desktop/loaf.jpg` does not exist (no such file below content/)
              help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        "#]]),
        ("~/Downloads/loaf.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'~/Downloads/loaf.jpg'» error[missing-image]: image `~/Downloads/loaf.jpg` does not exist (no such file below content/)
              help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        "#]]),
        ("images/loaf", expect![[r#"
            content/loaves/rye.md:6:9 «'images/loaf'» error[missing-image]: image `images/loaf` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("", expect![[r#"
            content/loaves/rye.md:6:9 «''» error[missing-image]: image `` does not exist (no such file below content/)
              help: write the path relative to content/, for example `images/covers/name.svg`
        "#]]),
    ] {
        bakery()
            .write("content/images/member-1.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>")
            .write("content/images/letter.pdf", "%PDF-1.4")
            .write("content/images/film.mp4", "film")
            .write("content/loaves/rye.md", loaf("weight = 1", &format!("weight = 1\nimage = '{image}'")))
            .findings(expected);
    }
}

/// Every command says what is wrong with `[rules]`.
#[test]
#[rustfmt::skip]
fn levels() {
    for (rules, expected) in [
        ("[rules]\nheading-oder = \"off\"\n", expect![[r#"
            content/checks.toml:2:1 «heading-oder» error[unknown-rule]: no finding has the code `heading-oder`
              help: did you mean `heading-order`?
        "#]]),
        ("[rules]\nheading-order = \"of\"\n", expect![[r#"
            content/checks.toml:2:17 «"of"» error[not-an-option]: `of` is not an option for `heading-order` (not an option)
              help: did you mean `off`?
              help: options are `off`, `warning` and `error`
        "#]]),
        ("[rules]\nheading-order = off\n", expect![[r#"
            content/checks.toml:2:17 «off» error[bad-toml]: invalid TOML: text must be in quotes
              help: write true or false, or put text in quotes: heading-order = "off"
        "#]]),
        ("[rules]\nheading-order = false\n", expect![[r#"
            content/checks.toml:2:17 «false» error[not-an-option]: `false` is not an option for `heading-order` (not an option)
              help: options are `off`, `warning` and `error`
        "#]]),
        ("[rules]\nbroken-link = \"warning\"\n", expect![[r#"
            content/checks.toml:2:15 «"warning"» error[fixed-level]: `broken-link` is always an error
              help: remove this line: a site with such a finding does not work for its visitors
        "#]]),
        ("[rules]\nbad-toml = \"off\"\n", expect![[r#"
            content/checks.toml:2:12 «"off"» error[fixed-level]: `bad-toml` is always an error
              help: remove this line: a site with such a finding does not work for its visitors
        "#]]),
        ("[rule]\nheading-order = \"off\"\n", expect![[r#"
            content/checks.toml:1:2 «rule» error[unknown-key]: unknown key `rule` (not allowed here)
              help: did you mean `rules`?
        "#]]),
        ("[rules]\norphan-page = \"off\"\n[orphan]\nexcept = [\"/a\"]\n", expect![[r#"
            content/checks.toml:3:2 «orphan» error[unknown-key]: unknown key `orphan` (not allowed here)
              help: did you mean `orphans`?
        "#]]),
        ("[rules\norphan-page = \"off\"\n", expect![[r#"
            content/checks.toml:1:7 «» error[bad-toml]: invalid TOML: the closing bracket is missing
              help: close it with a bracket: [rules]
        "#]]),
    ] {
        Bakery::new().write("content/checks.toml", rules).findings(expected);
    }
    Bakery::new().write("content/checks.toml", "[rules]\nunread-file = \"off\"\nbold-heading = \"error\"\n").success();
}
